/* The handshake with plain threads: ones that spin, block the signal, are blocked in the kernel,
 * exit in the middle, or do not get the processor for longer than the 2 ms; and signals nobody
 * asked for. After each run the semaphore is 0 and every thread that was suspended runs.
 *
 * HANDSHAKE_ROUNDS=1000000 is the long form. */
#include "agent/sampling/handshake.h"

#define SUITE_CPU_S 36000 /* a million rounds */
#define SUITE_WAIT_S 36000
#include "tests/support/suite.h"
#include "base/clock.h"

#include <check.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum kind { SPINS, BLOCKS_SIGNAL, SLEEPS, STALLS, EXITS, KINDS };

struct worker {
    pthread_t thread;
    _Atomic uint64_t progress;
    uint64_t random;
    enum kind kind;
    _Atomic pid_t tid; /* 0 before it runs */
    _Atomic unsigned captures;
    _Atomic bool ended; /* set on the way out; the thread may live on for a moment */
    _Atomic bool stop;
};

static struct handshake shake;
static struct worker *_Atomic targets[HANDSHAKE_MOST]; /* who is being suspended, at each place */
static _Atomic bool inside[HANDSHAKE_MOST];            /* a capture runs there */
static _Atomic unsigned overlaps, strangers;

static uint64_t random_next(uint64_t *state) {
    uint64_t x = *state += UINT64_C(0x9E3779B97F4A7C15);
    x = (x ^ (x >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    return x ^ (x >> 31);
}

/* In the target's signal handler: only the thread that was asked, only one at a time at a place. */
static void capture(void *arg, int place, siginfo_t *info, void *ucontext) {
    struct worker *w = atomic_load(&targets[place]);
    if (atomic_exchange(&inside[place], true)) atomic_fetch_add(&overlaps, 1);
    if (!w || syscall(SYS_gettid) != atomic_load(&w->tid)) {
        atomic_fetch_add(&strangers, 1);
    } else {
        atomic_fetch_add(&w->captures, 1);
    }
    atomic_store(&inside[place], false);
}

static void pause_ns(long ns) {
    nanosleep(&(struct timespec){.tv_nsec = ns}, NULL);
}

static void block(int how) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGPROF);
    pthread_sigmask(how, &set, NULL);
}

static void *work(void *arg) {
    struct worker *w = arg;
    sigset_t mask;
    pthread_sigmask(SIG_SETMASK, NULL, &mask);
#ifdef __SANITIZE_THREAD__
    /* It keeps signals that it holds back in a room of the thread's, made when a thread first
     * blocks or gets a signal. One that comes while that room is made goes into another one, and is
     * lost. */
    pause_ns(1000);
#endif
    atomic_store(&w->tid, (pid_t)syscall(SYS_gettid));
    for (unsigned n = 0; !atomic_load(&w->stop); n++) {
        atomic_fetch_add(&w->progress, 1);
        uint64_t r = random_next(&w->random);
        switch (w->kind) {
        case SPINS:
#ifdef __SANITIZE_THREAD__
            /* It keeps signals back until the thread calls the library, but for those that come
             * while it sleeps there. And where a signal comes in the handler of one that it kept
             * back, it restores the wrong mask afterwards: that of the handler, all blocked. */
            pause_ns(1000);
            pthread_sigmask(SIG_SETMASK, &mask, NULL);
#endif
            break;
        case BLOCKS_SIGNAL: /* in and out, some of it longer than 2 ms */
            block(SIG_BLOCK);
            if (r % 64 == 0) pause_ns(3000000);
            block(SIG_UNBLOCK);
            if (r % 16 == 0) pause_ns(50000);
            break;
        case SLEEPS: pause_ns((long)(r % 1000000));
#ifdef __SANITIZE_THREAD__
            pthread_sigmask(SIG_SETMASK, &mask, NULL); /* as above */
#endif
            break;
        case STALLS: { /* does not answer for about as long as the sampler waits */
            int64_t until = clock_now() + 1900000 + (int64_t)(r % 200000);
            block(SIG_BLOCK);
            while (clock_now() < until) {
            }
            block(SIG_UNBLOCK);
            pause_ns(100000);
            break;
        }
        default: /* EXITS */
            if (r % 8 == 0) pause_ns((long)(r >> 32) % 100000);
            if (n > 20) goto out;
        }
    }
out:
    atomic_store(&w->ended, true);
    return NULL;
}

static void start(struct worker *w, enum kind kind, uint64_t seed) {
    memset(w, 0, sizeof *w);
    w->kind = kind;
    w->random = seed;
    ck_assert_int_eq(pthread_create(&w->thread, NULL, work, w), 0);
}

static void wait_for_progress(struct worker *w) {
    uint64_t before = atomic_load(&w->progress);
    int64_t until = clock_now() + 60 * INT64_C(1000000000);
    while (atomic_load(&w->progress) == before) {
        ck_assert_msg(clock_now() < until, "a thread of kind %d does not run any more", w->kind);
        pause_ns(10000);
    }
}

static void setup(void) {
    ck_assert(handshake_install(&shake, SIGPROF, capture, NULL));
    atomic_store(&overlaps, 0);
    atomic_store(&strangers, 0);
}

static long rounds(long usual) {
    const char *text = getenv("HANDSHAKE_ROUNDS");
    return text ? atol(text) : usual;
}

START_TEST(suspended_thread_stands_still) {
    struct worker w;
    start(&w, SPINS, 1);
    while (!atomic_load(&w.tid)) pause_ns(10000);
    for (int i = 0; i < 20; i++) {
        atomic_store(&targets[0], &w);
        /* Long enough for any machine: what is tested is not the time-out. */
        enum handshake_result r = handshake_suspend(&shake, w.tid, 60 * INT64_C(1000000000));
        ck_assert_int_eq(r, HANDSHAKE_OK);
        uint64_t before = atomic_load(&w.progress);
        pause_ns(2000000);
        ck_assert_uint_eq(atomic_load(&w.progress), before);
        int64_t held = handshake_resume(&shake);
        ck_assert_int_ge(held, 2000000);
        ck_assert_uint_eq(handshake_tokens(&shake), 0);
        wait_for_progress(&w);
    }
    ck_assert_uint_eq(w.captures, 20);
    atomic_store(&w.stop, true);
    pthread_join(w.thread, NULL);
}
END_TEST

START_TEST(blocked_signal_is_a_miss_and_comes_to_nothing) {
    struct worker w;
    start(&w, SLEEPS, 2);
    while (!atomic_load(&w.tid)) pause_ns(10000);
    sigset_t set, old;
    sigemptyset(&set);
    sigaddset(&set, SIGPROF);
    /* A thread inherits the mask: this one has it blocked for good. */
    pthread_sigmask(SIG_BLOCK, &set, &old);
    struct worker deaf;
    start(&deaf, SPINS, 3);
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    while (!atomic_load(&deaf.tid)) pause_ns(10000);
    for (int i = 0; i < 10; i++) {
        atomic_store(&targets[0], &deaf);
        int64_t before = clock_now();
        ck_assert_int_eq(handshake_suspend(&shake, deaf.tid, HANDSHAKE_WAIT_NS), HANDSHAKE_TIMEOUT);
        ck_assert_int_ge(clock_now() - before, HANDSHAKE_WAIT_NS);
        ck_assert_uint_eq(handshake_tokens(&shake), 0);
    }
    ck_assert_uint_eq(deaf.captures, 0);
    wait_for_progress(&deaf);
    atomic_store(&deaf.stop, true);
    atomic_store(&w.stop, true);
    pthread_join(deaf.thread, NULL);
    pthread_join(w.thread, NULL);
}
END_TEST

START_TEST(thread_that_is_gone_is_told) {
    struct worker w;
    start(&w, EXITS, 4);
    while (!atomic_load(&w.tid)) pause_ns(1000);
    pid_t tid = w.tid;
    pthread_join(w.thread, NULL);
    /* Joined is not gone: the kernel wakes the joiner a moment before. */
    while (syscall(SYS_tgkill, getpid(), tid, 0) == 0) pause_ns(10000);
    atomic_store(&targets[0], NULL);
    ck_assert_int_eq(handshake_suspend(&shake, tid, HANDSHAKE_WAIT_NS), HANDSHAKE_GONE);
    ck_assert_uint_eq(handshake_tokens(&shake), 0);
    ck_assert_uint_eq(shake.words[0], 0);
}
END_TEST

START_TEST(signals_nobody_asked_for_do_nothing) {
    struct worker w;
    start(&w, SPINS, 5);
    while (!atomic_load(&w.tid)) pause_ns(10000);
    for (int i = 0; i < 1000; i++) pthread_kill(w.thread, SIGPROF);
    wait_for_progress(&w);
    ck_assert_uint_eq(w.captures, 0);
    ck_assert_uint_eq(handshake_tokens(&shake), 0);
    errno = ENOTTY; /* the handler keeps errno */
    raise(SIGPROF);
    ck_assert_int_eq(errno, ENOTTY);
    atomic_store(&w.stop, true);
    pthread_join(w.thread, NULL);
}
END_TEST

static void someone_elses(int signo) {
}

START_TEST(signal_of_someone_else_is_refused) {
    struct handshake other;
    struct sigaction action = {.sa_handler = someone_elses}, now;
    sigaction(SIGVTALRM, &action, NULL);
    ck_assert(!handshake_install(&other, SIGVTALRM, NULL, NULL));
    ck_assert_int_eq(errno, EBUSY);
    sigaction(SIGVTALRM, NULL, &now);
    ck_assert(now.sa_handler == someone_elses);
    ck_assert(!handshake_install(&other, 0, NULL, NULL));
    ck_assert_int_eq(errno, EINVAL);
}
END_TEST

/* The next answer. A thread that does not answer within a second is sent the signal again: the
 * sanitizer's runtime loses one now and then, while it makes room for signals. */
static int collect_surely(const struct worker *workers, const bool *held, int count) {
    for (int tries = 0; tries < 60; tries++) {
        int place = handshake_collect(&shake, 0, HANDSHAKE_MOST, clock_now() + INT64_C(1000000000));
        if (place >= 0) return place;
        for (int i = 0; i < count; i++)
            if (!held[i]) syscall(SYS_tgkill, getpid(), workers[i].tid, SIGPROF);
    }
    return -1;
}

START_TEST(several_stand_still_at_a_time) {
    enum { COUNT = 8 };
    static struct worker workers[COUNT];
    uint64_t before[COUNT];
    for (int i = 0; i < COUNT; i++) {
        start(&workers[i], i % 2 ? SLEEPS : SPINS, (uint64_t)i);
        while (!atomic_load(&workers[i].tid)) pause_ns(10000);
    }
    for (int round = 0; round < 5; round++) {
        bool held[COUNT] = {false};
        for (int i = 0; i < COUNT; i++) {
            atomic_store(&targets[i], &workers[i]);
            ck_assert_int_eq(handshake_ask(&shake, i, workers[i].tid, false), HANDSHAKE_OK);
        }
        for (int i = 0; i < COUNT; i++) {
            int place = collect_surely(workers, held, COUNT);
            ck_assert(place >= 0 && place < COUNT && !held[place]);
            held[place] = true;
        }
        ck_assert_int_eq(handshake_collect(&shake, 0, HANDSHAKE_MOST, clock_now()), -1);
        for (int i = 0; i < COUNT; i++) before[i] = atomic_load(&workers[i].progress);
        pause_ns(2000000);
        for (int i = 0; i < COUNT; i++)
            ck_assert_uint_eq(atomic_load(&workers[i].progress), before[i]);
        for (int i = 0; i < COUNT; i++) ck_assert(!handshake_cancel(&shake, i));
        for (int i = COUNT; i-- > 0;) handshake_release(&shake, i);
        for (int i = 0; i < COUNT; i++) ck_assert_int_ge(handshake_back(&shake, i), 2000000);
        ck_assert_uint_eq(handshake_tokens(&shake), 0);
        for (int i = 0; i < COUNT; i++) wait_for_progress(&workers[i]);
    }
    for (int i = 0; i < COUNT; i++) atomic_store(&workers[i].stop, true);
    for (int i = 0; i < COUNT; i++) {
        pthread_join(workers[i].thread, NULL);
        ck_assert_uint_eq(workers[i].captures, 5);
    }
}
END_TEST

START_TEST(answers_are_taken_of_the_places_that_are_named_alone) {
    static struct worker workers[2];
    for (int i = 0; i < 2; i++) {
        start(&workers[i], SPINS, (uint64_t)i);
        while (!atomic_load(&workers[i].tid)) pause_ns(10000);
        atomic_store(&targets[i ? 40 : 3], &workers[i]);
    }
    ck_assert_int_eq(handshake_ask(&shake, 3, workers[0].tid, true), HANDSHAKE_OK);
    ck_assert_int_eq(handshake_ask(&shake, 40, workers[1].tid, true), HANDSHAKE_OK);
    while (atomic_load(&shake.targets[3].tokens) == 0 ||
           atomic_load(&shake.targets[40].tokens) == 0)
        pause_ns(100000);
    ck_assert_int_eq(handshake_collect(&shake, 4, 40, clock_now()), -1);
    ck_assert_int_eq(handshake_collect(&shake, 40, 41, clock_now()), 40);
    ck_assert_int_eq(handshake_collect(&shake, 4, HANDSHAKE_MOST, clock_now()), -1);
    ck_assert_int_eq(handshake_collect(&shake, 3, 4, clock_now()), 3);
    for (int i = 0; i < 2; i++) {
        handshake_release(&shake, i ? 40 : 3);
        ck_assert_int_ge(handshake_back(&shake, i ? 40 : 3), 0);
        atomic_store(&workers[i].stop, true);
        pthread_join(workers[i].thread, NULL);
    }
    ck_assert_uint_eq(handshake_tokens(&shake), 0);
}
END_TEST

/* Asked with the signal blocked, as if it had no processor. */
START_TEST(who_ends_takes_back_what_was_asked_of_it_unless_it_has_answered) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGPROF);
    pid_t own = (pid_t)syscall(SYS_gettid);
    static struct worker self;
    atomic_store(&self.tid, own);
    atomic_store(&targets[5], &self);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    ck_assert_int_eq(handshake_ask(&shake, 5, own, true), HANDSHAKE_OK);
    ck_assert(!handshake_is_withdrawn(&shake, 5));
    handshake_withdraw(&shake, 5);
    pthread_sigmask(SIG_UNBLOCK, &set, NULL); /* it comes, and finds nothing */
    ck_assert_uint_eq(self.captures, 0);
    ck_assert(handshake_is_withdrawn(&shake, 5));
    ck_assert_int_eq(handshake_ask(&shake, 5, own, true), HANDSHAKE_OK); /* answers at once */
    handshake_withdraw(&shake, 5);
    ck_assert(!handshake_is_withdrawn(&shake, 5));
    ck_assert_int_eq(handshake_collect(&shake, 5, 6, clock_now()), 5);
    handshake_release(&shake, 5);
    ck_assert_int_ge(handshake_back(&shake, 5), 0);
    ck_assert_uint_eq(self.captures, 1);
}
END_TEST

#define WORKERS 10
#define AT_A_TIME 6

static _Atomic bool pester_stop;

/* Sends the signal to whoever, whenever: late and spurious ones in any phase. */
static void *pester(void *arg) {
    struct worker *workers = arg;
    uint64_t random = 77;
    while (!atomic_load(&pester_stop)) {
        pid_t tid = atomic_load(&workers[random_next(&random) % WORKERS].tid);
        if (tid) syscall(SYS_tgkill, getpid(), tid, SIGPROF);
        pause_ns(20000);
    }
    return NULL;
}

static struct counts { unsigned long got, late, gone, captures; } counts;

/* A thread that may be asked; one that ended is replaced now and then, and NULL. */
static struct worker *one_of(struct worker *workers, uint64_t r) {
    struct worker *w = &workers[r % WORKERS];
    if (atomic_load(&w->tid) == 0) return NULL;
    if (!atomic_load(&w->ended) || (r >> 20) % 2 == 0) return w;
    counts.captures += w->captures;
    pthread_join(w->thread, NULL);
    start(w, EXITS, r);
    return NULL;
}

static void release(int place, bool *held) {
    handshake_release(&shake, place);
    held[place] = true;
    counts.got++;
}

/* Asks up to so many at a time at chance places, takes the answers that come in a chance time,
 * takes back the rest. */
static void handshake_with_several(struct worker *workers, uint64_t r, uint64_t *random) {
    bool asked[HANDSHAKE_MOST] = {false}, held[HANDSHAKE_MOST] = {false}, used[WORKERS] = {false};
    unsigned in_flight = 0;
    /* All are chosen before the first is asked: while one is held no thread may be started. */
    for (int i = 0; i < HANDSHAKE_MOST; i++) atomic_store(&targets[i], NULL);
    for (unsigned i = 0, n = 1 + (unsigned)(r >> 8) % AT_A_TIME; i < n; i++) {
        uint64_t which = random_next(random);
        struct worker *w = used[which % WORKERS] ? NULL : one_of(workers, which);
        if (!w) continue;
        used[which % WORKERS] = true;
        uint64_t place = (which >> 32) % HANDSHAKE_MOST;
        while (atomic_load(&targets[place])) place = (place + 1) % HANDSHAKE_MOST;
        atomic_store(&targets[place], w);
    }
    for (int i = 0; i < HANDSHAKE_MOST; i++) {
        struct worker *w = atomic_load(&targets[i]);
        if (!w) continue;
        switch (handshake_ask(&shake, i, w->tid, random_next(random) % 2)) {
        case HANDSHAKE_OK:
            asked[i] = true;
            in_flight++;
            break;
        case HANDSHAKE_TIMEOUT: counts.late++; break;
        case HANDSHAKE_GONE: counts.gone++; break;
        }
    }
    /* Short waits provoke the race between answer and cancel. */
    int64_t end = clock_now() + (r % 3 == 0 ? HANDSHAKE_WAIT_NS : (int64_t)(r >> 40) % 40000);
    for (int place;
         in_flight > 0 && (place = handshake_collect(&shake, 0, HANDSHAKE_MOST, end)) >= 0;
         in_flight--)
        release(place, held);
    for (int i = 0; i < HANDSHAKE_MOST; i++) {
        if (!asked[i] || held[i] || !handshake_cancel(&shake, i)) continue;
        counts.late++;
        in_flight--;
    }
    for (; in_flight > 0; in_flight--)
        release(handshake_collect(&shake, 0, HANDSHAKE_MOST, -1), held);
    for (int i = 0; i < HANDSHAKE_MOST; i++)
        if (held[i]) ck_assert_int_ge(handshake_back(&shake, i), 0);
}

START_TEST(random_handshakes) {
    static struct worker workers[WORKERS];
    static const enum kind kinds[WORKERS] = {SPINS,  SPINS,  BLOCKS_SIGNAL, BLOCKS_SIGNAL, SLEEPS,
                                             SLEEPS, STALLS, EXITS,         EXITS,         EXITS};
    uint64_t random = 42;
    pthread_t other;
    counts = (struct counts){0};
    atomic_store(&pester_stop, false);
    for (int i = 0; i < WORKERS; i++) start(&workers[i], kinds[i], (uint64_t)i * 1000 + 7);
    for (int i = 0; i < WORKERS; i++)
        while (!atomic_load(&workers[i].tid)) pause_ns(10000);
    ck_assert_int_eq(pthread_create(&other, NULL, pester, workers), 0);
    long n = rounds(5000);
    for (long i = 0; i < n; i++) {
        handshake_with_several(workers, random_next(&random), &random);
        ck_assert_uint_eq(handshake_tokens(&shake), 0);
        for (int place = 0; place < HANDSHAKE_MOST; place++)
            ck_assert_uint_eq(shake.words[place], 0);
    }
    atomic_store(&pester_stop, true);
    pthread_join(other, NULL);
    for (int i = 0; i < WORKERS; i++) {
        if (workers[i].kind != EXITS) wait_for_progress(&workers[i]);
        atomic_store(&workers[i].stop, true);
    }
    for (int i = 0; i < WORKERS; i++) {
        pthread_join(workers[i].thread, NULL);
        counts.captures += workers[i].captures;
    }
    ck_assert_uint_eq(overlaps, 0);
    ck_assert_uint_eq(strangers, 0);
    ck_assert_uint_eq(counts.captures, counts.got);
    ck_assert_uint_gt(counts.got, 0);
    ck_assert_uint_gt(counts.late, 0);
    ck_assert_uint_eq(handshake_tokens(&shake), 0);
    printf("%ld rounds: %lu suspended, %lu timed out, %lu gone\n", n, counts.got, counts.late,
           counts.gone);
}
END_TEST

int main(void) {
    Suite *s = suite_create("handshake");
    TCase *t = tcase_create("handshake");
    tcase_add_checked_fixture(t, setup, NULL);
    tcase_add_test(t, suspended_thread_stands_still);
    tcase_add_test(t, blocked_signal_is_a_miss_and_comes_to_nothing);
    tcase_add_test(t, thread_that_is_gone_is_told);
    tcase_add_test(t, signals_nobody_asked_for_do_nothing);
    tcase_add_test(t, signal_of_someone_else_is_refused);
    tcase_add_test(t, several_stand_still_at_a_time);
    tcase_add_test(t, answers_are_taken_of_the_places_that_are_named_alone);
    tcase_add_test(t, who_ends_takes_back_what_was_asked_of_it_unless_it_has_answered);
    tcase_add_test(t, random_handshakes);
    suite_add_tcase(s, t);
    return suite_run(s);
}
