/* Memory runs out within an entry: what it held is given back, and it returns. */
#include "agent/ground/softly.h"
#include "base/mem.h"
#include "tests/support/suite.h"

#include <check.h>
#include <fcntl.h>
#include <stdint.h>
#include <unistd.h>

static pthread_mutex_t locks[3] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
                                   PTHREAD_MUTEX_INITIALIZER};

static void ask_for_too_much(void) {
    int null = open("/dev/null", O_WRONLY); /* for its sentence */
    dup2(null, STDERR_FILENO);
    close(null);
    mem_zero(SIZE_MAX, 2);
}

/* Takes all three, gives the first back, and fails. */
static bool fail_with_two_of_three(void) {
    SOFTLY(true);
    for (int i = 0; i < 3; i++) softly_lock(&locks[i]);
    softly_unlock(&locks[0]);
    ask_for_too_much();
    return false;
}

START_TEST(locks_are_given_back_whichever_was_unlocked_before) {
    softly_open();
    ck_assert(fail_with_two_of_three());
    ck_assert(softly_failed());
    for (int i = 0; i < 3; i++) {
        ck_assert_int_eq(pthread_mutex_trylock(&locks[i]), 0);
        pthread_mutex_unlock(&locks[i]);
    }
}
END_TEST

static bool entered;

static void enter_again(void) {
    SOFTLY();
    entered = true;
}

static void enter_anyway(void) {
    SOFTLY_ANYWAY();
    entered = true;
}

START_TEST(when_memory_has_run_out_nothing_more_is_begun_but_what_has_to_be) {
    softly_open();
    ck_assert(fail_with_two_of_three());
    enter_again();
    ck_assert(!entered);
    enter_anyway();
    ck_assert(entered);
}
END_TEST

int main(void) {
    Suite *s = suite_create("softly");
    TCase *t = tcase_create("softly");
    tcase_add_test(t, locks_are_given_back_whichever_was_unlocked_before);
    tcase_add_test(t, when_memory_has_run_out_nothing_more_is_begun_but_what_has_to_be);
    suite_add_tcase(s, t);
    return suite_run(s);
}
