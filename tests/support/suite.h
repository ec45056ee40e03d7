/* The limits of a unit test, and the end of its main. Header only: what else links the support
 * needs no Check.
 *
 * A test that does not come to an end is known by the CPU time that it took, not by the time of
 * day: how much of a processor it got is the scheduler's doing. The time of day only ends one that
 * waits for ever. SUITE_CPU_S and SUITE_WAIT_S, defined before this is included, are other limits,
 * in s.
 *
 * Each test is a process of its own. With SUITE_TOGETHER in the environment a program's are one,
 * in which leaks are looked for once, at its end: sanitized, a process takes longer to begin and
 * to end than most tests do. SUITE_APART, defined likewise, is for tests that end their process or
 * need one that nothing was done in.
 *
 * With DRAWN=DAY/PARTS in the environment each PARTSth turn of loops that say so is taken, others
 * each day (tests/run.sh). */
#pragma once

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

#ifndef SUITE_CPU_S
#define SUITE_CPU_S 60
#endif
#ifndef SUITE_WAIT_S
#define SUITE_WAIT_S 900
#endif

/* Check notes each assertion that holds, in a file, to say of a test that dies how far it came. The
 * sanitizers say where it dies, and loops of assertions are ten times as quick without. */
#define _mark_point(file, line) ((void)0)

/* Before main, since Check takes the time from the environment when a case is made. The CPU time of
 * a process of its own begins at 0. */
__attribute__((constructor)) static void suite_set_limits(void) {
    char wait[20];
    struct rlimit cpu;
    snprintf(wait, sizeof wait, "%d", SUITE_WAIT_S);
    setenv("CK_DEFAULT_TIMEOUT", wait, 0);
#ifndef SUITE_APART
    if (getenv("SUITE_TOGETHER")) setenv("CK_FORK", "no", 0);
#endif
    const char *fork = getenv("CK_FORK");
    rlim_t most = fork && *fork == 'n' ? 10 * SUITE_CPU_S : SUITE_CPU_S;
    if (getrlimit(RLIMIT_CPU, &cpu) == 0 && cpu.rlim_cur > most) {
        cpu.rlim_cur = most; /* SIGXCPU */
        setrlimit(RLIMIT_CPU, &cpu);
    }
}

/* Which turns DRAWN has: from *at on each so manieth. */
static inline int suite_drawn(int *at) {
    const char *drawn = getenv("DRAWN");
    int day, parts;
    if (!drawn || sscanf(drawn, "%d/%d", &day, &parts) != 2 || day < 0 || parts < 1) return 1;
    *at += day % parts;
    return parts;
}

/* As tcase_add_loop_test, for loops that take seconds: of those turns. */
#define suite_add_drawn(tcase, test, from, to)                        \
    do {                                                              \
        int suite_at = (from), suite_step = suite_drawn(&suite_at);   \
        for (; suite_at < (int)(to); suite_at += suite_step)          \
            tcase_add_loop_test(tcase, test, suite_at, suite_at + 1); \
    } while (0)

/* Runs the suite and frees it; says what failed, as CK_VERBOSITY has it. Returns the exit code. */
static inline int suite_run(Suite *suite) {
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
