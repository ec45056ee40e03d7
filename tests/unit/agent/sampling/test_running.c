/* Which threads have a processor, with plain threads that are known to run or to sleep. */
#include "agent/sampling/running.h"

#include "agent/sampling/handshake.h"
#include "tests/support/suite.h"
#include "base/clock.h"

#include <check.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

static _Atomic bool stop;

struct worker {
    pthread_t thread;
    pid_t tid;
    bool sleeps;
    sem_t ready, wake;
};

static void *work(void *arg) {
    struct worker *w = arg;
    w->tid = (pid_t)syscall(SYS_gettid);
    sem_post(&w->ready);
    if (w->sleeps) sem_wait(&w->wake);
    while (!w->sleeps && !atomic_load(&stop)) {
    }
    return NULL;
}

static void begin(struct worker *w, bool sleeps) {
    *w = (struct worker){.sleeps = sleeps};
    atomic_store(&stop, false);
    sem_init(&w->ready, 0, 0);
    sem_init(&w->wake, 0, 0);
    ck_assert_int_eq(pthread_create(&w->thread, NULL, work, w), 0);
    sem_wait(&w->ready);
    int64_t clock;
    do { /* until it is where it will be */
        clock = running_clock(w->tid);
        usleep(2000);
    } while (sleeps == (running_clock(w->tid) != clock));
}

static void end(struct worker *w) {
    atomic_store(&stop, true);
    sem_post(&w->wake);
    pthread_join(w->thread, NULL);
}

/* How often in so many rounds the thread was found to run. */
static int found(const struct worker *w, int rounds) {
    int n = 0;
    for (int i = 0; i < rounds; i++) {
        struct running_look look = {.serial = 1, .tid = w->tid};
        running_settle(&look, 1);
        bool now = running_now(&look);
        if (!now) {
            if (running_make_way()) now = running_now(&look);
        }
        n += now;
        usleep(1000);
    }
    return n;
}

/* A thread that spins is found as soon as it has a processor while one looks, which may take time.
 */
static void is_found(const struct worker *w) {
    int64_t end = clock_now() + 300 * NS_PER_S;
    while (!found(w, 10)) ck_assert_msg(clock_now() < end, "a thread that spins is not found");
}

START_TEST(a_thread_that_spins_is_found_and_one_that_sleeps_is_not) {
    struct worker spins, sleeps;
    running_count_processors();
    begin(&sleeps, true);
    ck_assert_int_eq(found(&sleeps, 50), 0);
    begin(&spins, false);
    is_found(&spins);
    ck_assert_int_eq(found(&sleeps, 50), 0);
    end(&spins);
    end(&sleeps);
}
END_TEST

START_TEST(a_thread_that_ended_does_not_run) {
    struct worker w;
    begin(&w, false);
    ck_assert_int_gt(running_clock(w.tid), 0);
    end(&w);
    /* It is joined as soon as it lets its memory go; its id is gone a moment later. */
    int64_t limit = clock_now() + 300 * NS_PER_S;
    while (running_clock(w.tid) != -1 && clock_now() < limit) usleep(1000);
    ck_assert_int_eq(running_clock(w.tid), -1);
    ck_assert_int_eq(found(&w, 3), 0);
}
END_TEST

START_TEST(to_make_way_is_to_go_to_another_processor_and_keep_the_right_to_all) {
    cpu_set_t before, after;
    ck_assert_int_eq(sched_getaffinity(0, sizeof before, &before), 0);
    running_count_processors();
    if (running_beside() == 0) return;
    ck_assert_uint_eq(running_beside(), (size_t)CPU_COUNT(&before) - 1);
    bool moved = false;
    for (int64_t limit = clock_now() + 300 * NS_PER_S; !moved && clock_now() < limit;) {
        usleep(40000); /* the kernel may move this thread back in between */
        int64_t begin = clock_now();
        int here = sched_getcpu();
        ck_assert(running_make_way());
        moved = sched_getcpu() != here;
        bool again = running_make_way();
        if (clock_now() - begin < 30000000) ck_assert(!again); /* not so soon */
    }
    ck_assert(moved);
    ck_assert_int_eq(sched_getaffinity(0, sizeof after, &after), 0);
    ck_assert(CPU_EQUAL(&before, &after));
}
END_TEST

START_TEST(with_a_single_processor_one_sees_who_ran_while_one_slept) {
    cpu_set_t all, one;
    ck_assert_int_eq(sched_getaffinity(0, sizeof all, &all), 0);
    CPU_ZERO(&one);
    for (size_t i = 0; i < CPU_SETSIZE && CPU_COUNT(&one) == 0; i++)
        if (CPU_ISSET(i, &all)) CPU_SET(i, &one);
    ck_assert_int_eq(sched_setaffinity(0, sizeof one, &one), 0);
    running_count_processors();
    ck_assert_uint_eq(running_beside(), 0);
    struct worker spins, sleeps;
    begin(&sleeps, true);
    begin(&spins, false); /* on the same processor */
    is_found(&spins);
    ck_assert_int_eq(found(&sleeps, 50), 0);
    end(&spins);
    end(&sleeps);
    ck_assert_int_eq(sched_setaffinity(0, sizeof all, &all), 0);
    running_count_processors();
}
END_TEST

int main(void) {
    Suite *s = suite_create("running");
    TCase *t = tcase_create("processors");
    tcase_add_test(t, a_thread_that_spins_is_found_and_one_that_sleeps_is_not);
    tcase_add_test(t, a_thread_that_ended_does_not_run);
    tcase_add_test(t, to_make_way_is_to_go_to_another_processor_and_keep_the_right_to_all);
    tcase_add_test(t, with_a_single_processor_one_sees_who_ran_while_one_slept);
    suite_add_tcase(s, t);
    return suite_run(s);
}
