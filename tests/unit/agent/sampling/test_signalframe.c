/* Signals that come at the same time: the kernel begins with the handler of the lowest and
 * interrupts each by the next, so the highest runs first. */
#include "agent/sampling/signalframe.h"

#include "tests/support/suite.h"

#include <check.h>
#include <signal.h>
#include <ucontext.h>
#include <unistd.h>

#define STACK_LOOKED_AT 4096

static const int signals[] = {SIGUSR1, SIGUSR2, SIGPROF};
static struct seen {
    void *context; /* what the handler was given */
    uintptr_t pc;  /* ... where it says the thread was */
    void *answer;  /* signalframe_interrupted of it */
    void *found;   /* signalframe_find of it */
    int order;
} seen[3];
static int order, raised_within;
static uintptr_t wanted;

static uintptr_t pc_of(const void *context) {
    const ucontext_t *at = context;
#if defined(__x86_64__)
    return (uintptr_t)at->uc_mcontext.gregs[REG_RIP];
#else
    return (uintptr_t)at->uc_mcontext.pc;
#endif
}

static bool is_wanted(uintptr_t pc) {
    return pc == wanted;
}

static void handle(int which, void *context) {
    struct seen *s = &seen[which];
    s->context = context;
    s->pc = pc_of(context);
    s->answer = signalframe_interrupted(context);
    s->found = signalframe_find(context, STACK_LOOKED_AT, is_wanted);
    s->order = ++order;
    if (which != 0 || !raised_within) return;
    wanted = s->pc;
    raise(raised_within);
}

static void on_first(int signo, siginfo_t *info, void *context) {
    handle(0, context);
}

static void on_second(int signo, siginfo_t *info, void *context) {
    handle(1, context);
}

static void on_third(int signo, siginfo_t *info, void *context) {
    handle(2, context);
}

static void set_up(void) {
    void (*const handlers[])(int, siginfo_t *, void *) = {on_first, on_second, on_third};
    for (int i = 0; i < 3; i++) {
        struct sigaction action = {.sa_sigaction = handlers[i], .sa_flags = SA_SIGINFO};
        seen[i] = (struct seen){0};
        sigemptyset(&action.sa_mask);
        ck_assert_int_eq(sigaction(signals[i], &action, NULL), 0);
    }
    order = raised_within = 0;
    wanted = 0;
}

static void come_at_once(int count) {
    sigset_t set;
    sigemptyset(&set);
    for (int i = 0; i < count; i++) sigaddset(&set, signals[i]);
    sigprocmask(SIG_BLOCK, &set, NULL);
    for (int i = 0; i < count; i++) raise(signals[i]);
    sigprocmask(SIG_UNBLOCK, &set, NULL);
}

START_TEST(a_signal_alone_interrupts_the_thread) {
    come_at_once(1);
    ck_assert_ptr_eq(seen[0].answer, seen[0].context);
    ck_assert_ptr_null(seen[0].found);
}
END_TEST

START_TEST(of_two_signals_the_second_finds_what_the_first_interrupted) {
    come_at_once(2);
    ck_assert_int_lt(seen[1].order, seen[0].order);
    ck_assert_uint_eq(seen[1].pc, (uintptr_t)on_first); /* that is what it is about */
    ck_assert_ptr_eq(seen[1].answer, seen[0].context);
    ck_assert_ptr_eq(seen[0].answer, seen[0].context);
}
END_TEST

START_TEST(of_three_signals_each_finds_the_thread) {
    come_at_once(3);
    ck_assert_uint_eq(seen[2].pc, (uintptr_t)on_second);
    for (int i = 0; i < 3; i++) ck_assert_ptr_eq(seen[i].answer, seen[0].context);
}
END_TEST

START_TEST(within_a_handler_its_frame_is_found_on_the_stack) {
    raised_within = SIGUSR2;
    come_at_once(1);
    ck_assert_ptr_eq(seen[1].answer, seen[1].context);
#if defined(__x86_64__)
    ck_assert_ptr_eq(seen[1].found, seen[0].context);
#endif
}
END_TEST

#if defined(__x86_64__)
/* A frame as the kernel pushes it. How long a ucontext is depends on the C library; the kernel's is
 * no longer. */
START_TEST(the_siginfo_lies_behind_the_context_by_no_more_than_that_is_long) {
    struct {
        uintptr_t back;
        ucontext_t context;
        siginfo_t info[2];
    } frame = {0};
    ucontext_t begun = {0};
    greg_t *at = begun.uc_mcontext.gregs;
    at[REG_RSP] = (greg_t)&frame;
    at[REG_RDX] = (greg_t)&frame.context;
    at[REG_RSI] = (greg_t)&frame.info[0];
    frame.context.uc_mcontext.gregs[REG_RSP] = (greg_t)(&frame + 1);
    ck_assert_uint_eq(at[REG_RSI] - at[REG_RDX], sizeof(ucontext_t)); /* nothing between them */
    ck_assert_ptr_eq(signalframe_interrupted(&begun), &frame.context);
    at[REG_RSI] = (greg_t)&frame.info[1];
    ck_assert_ptr_eq(signalframe_interrupted(&begun), &begun);
    at[REG_RSI] = (greg_t)&frame.context;
    ck_assert_ptr_eq(signalframe_interrupted(&begun), &begun);
}
END_TEST

/* What the kernel writes there, and what it does not. */
START_TEST(a_context_has_no_flags_no_link_and_lies_below_the_stack_it_interrupted) {
    enum { MOST = 16384 + 128 };
    static const struct {
        unsigned long flags;
        bool link;
        uintptr_t above; /* the stack pointer, of the context */
        bool is_one;
    } cases[] = {
        {0, false, 64, true},   {7, false, 64, true},        {8, false, 64, false},
        {0, true, 64, false},   {8, true, 64, false},        {0, false, 9, true},
        {0, false, 8, false},   {0, false, 0, false},        {0, false, MOST, true},
        {8, false, 8, false},   {0, false, MOST + 1, false}, {8, false, MOST + 1, false},
        {0, true, MOST, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct {
            uintptr_t back;
            ucontext_t context;
            siginfo_t info;
        } frame = {0};
        ucontext_t begun = {0};
        greg_t *at = begun.uc_mcontext.gregs;
        at[REG_RSP] = (greg_t)&frame;
        at[REG_RDX] = (greg_t)&frame.context;
        at[REG_RSI] = (greg_t)&frame.info;
        frame.context.uc_flags = cases[i].flags;
        frame.context.uc_link = cases[i].link ? &begun : NULL;
        frame.context.uc_mcontext.gregs[REG_RSP] =
            (greg_t)((uintptr_t)&frame.context + cases[i].above);
        ck_assert_msg((signalframe_interrupted(&begun) == &frame.context) == cases[i].is_one, "%zu",
                      i);
        at[REG_RDX] = (greg_t)&frame.info; /* no third argument of a handler at its beginning */
        ck_assert_ptr_eq(signalframe_interrupted(&begun), &begun);
    }
}
END_TEST
#endif

int main(void) {
    Suite *suite = suite_create("signalframe");
    TCase *tests = tcase_create("signalframe");
    tcase_add_checked_fixture(tests, set_up, NULL);
    tcase_add_test(tests, a_signal_alone_interrupts_the_thread);
    tcase_add_test(tests, of_two_signals_the_second_finds_what_the_first_interrupted);
    tcase_add_test(tests, of_three_signals_each_finds_the_thread);
    tcase_add_test(tests, within_a_handler_its_frame_is_found_on_the_stack);
#if defined(__x86_64__)
    tcase_add_test(tests, a_context_has_no_flags_no_link_and_lies_below_the_stack_it_interrupted);
    tcase_add_test(tests, the_siginfo_lies_behind_the_context_by_no_more_than_that_is_long);
#endif
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
