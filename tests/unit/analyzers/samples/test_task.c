/* Which methods on top of stacks are stepped over. */
#include "analyzers/samples/task.h"
#include "tests/support/suite.h"

#include <check.h>

static bool stepped_over(const char *event, bool constructors, const char *method) {
    const struct selection selection = {.constructors = constructors};
    const struct samples_task task = {.selection = &selection};
    samples_step_over *over = samples_task_steps_over(&task, event);
    return over && over(method);
}

START_TEST(constructors_and_hooks_are_stepped_over_where_they_are_on_top) {
    static const struct {
        const char *event, *method;
        bool over;
    } rows[] = {
        {"jdk.JavaExceptionThrow", "<init>", true},
        {"jdk.JavaExceptionThrow", "init", false},
        {"jdk.JavaExceptionThrow", "malloc_hook", false},
        {"profiler.Malloc", "malloc_hook", true},
        {"profiler.Malloc", "calloc_hook", true},
        {"profiler.Malloc", "realloc_hook", true},
        {"profiler.Malloc", "posix_memalign_hook", true},
        {"profiler.Malloc", "aligned_alloc_hook", true},
        {"profiler.Malloc", "malloc", false},
        {"profiler.Malloc", "malloc_hooks", false},
        {"profiler.Malloc", "my_malloc_hook", false},
        {"profiler.Malloc", "_hook", false},
        {"profiler.Malloc", "", false},
        {"profiler.Malloc", "<init>", false},
        {"profiler.NativeLock", "pthread_mutex_lock_hook", true},
        {"profiler.NativeLock", "pthread_mutex_lock", false},
        {"jdk.ExecutionSample", "<init>", false},
        {"jdk.ExecutionSample", "malloc_hook", false},
        {"com.acme.Order", "malloc_hook", false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ck_assert_msg(stepped_over(rows[i].event, false, rows[i].method) == rows[i].over, "%s %s",
                      rows[i].event, rows[i].method);
        ck_assert(!stepped_over(rows[i].event, true, rows[i].method)); /* --constructors */
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("task");
    TCase *cases = tcase_create("task");
    tcase_add_test(cases, constructors_and_hooks_are_stepped_over_where_they_are_on_top);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
