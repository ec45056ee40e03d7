/* The CPU clocks of plain threads that are known to run or to sleep. */
#include "agent/ground/running.h"

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

START_TEST(the_clock_of_a_thread_that_spins_goes_on_and_that_of_one_that_sleeps_stands_still) {
    struct worker spins, sleeps;
    begin(&sleeps, true);
    begin(&spins, false);
    int64_t asleep = running_clock(sleeps.tid), ran = running_clock(spins.tid);
    int64_t limit = clock_now() + 300 * NS_PER_S;
    while (running_clock(spins.tid) < ran + 1000000 && clock_now() < limit) usleep(1000);
    ck_assert_int_ge(running_clock(spins.tid), ran + 1000000);
    ck_assert_int_eq(running_clock(sleeps.tid), asleep);
    end(&spins);
    end(&sleeps);
}
END_TEST

START_TEST(a_thread_that_ended_has_no_clock) {
    struct worker w;
    begin(&w, false);
    ck_assert_int_gt(running_clock(w.tid), 0);
    end(&w);
    /* It is joined as soon as it lets its memory go; its id is gone a moment later. */
    int64_t limit = clock_now() + 300 * NS_PER_S;
    while (running_clock(w.tid) != -1 && clock_now() < limit) usleep(1000);
    ck_assert_int_eq(running_clock(w.tid), -1);
}
END_TEST

int main(void) {
    Suite *s = suite_create("running");
    TCase *t = tcase_create("clocks");
    tcase_add_test(
        t, the_clock_of_a_thread_that_spins_goes_on_and_that_of_one_that_sleeps_stands_still);
    tcase_add_test(t, a_thread_that_ended_has_no_clock);
    suite_add_tcase(s, t);
    return suite_run(s);
}
