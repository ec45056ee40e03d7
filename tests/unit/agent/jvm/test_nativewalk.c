/* C frames by frame pointers: a known chain, and chains that lead nowhere. */
#include "agent/jvm/nativewalk.h"
#include "tests/support/suite.h"

#include <check.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

/* The unit tests are built with frame pointers; dladdr does not know their names, so addresses are
 * compared: a return address lies behind the function's begin and before its end label. */
static uintptr_t pcs[NATIVEWALK_MOST];
static int count;

static void on_signal(int signo, siginfo_t *info, void *ucontext) {
    (void)signo, (void)info;
    count = nativewalk_own(ucontext, (uintptr_t)__builtin_frame_address(0) + (1 << 20), pcs,
                           NATIVEWALK_MOST);
}

static volatile int sink;
#define FUNCTION static __attribute__((noinline))
static uintptr_t returns[3]; /* where the functions return to, as the compiler knows it */

FUNCTION void inner(void) {
    returns[0] = (uintptr_t)__builtin_return_address(0);
    raise(SIGUSR1);
    sink++;
}
FUNCTION void middle(void) {
    returns[1] = (uintptr_t)__builtin_return_address(0);
    inner();
    sink++;
}
FUNCTION void outer(void) {
    returns[2] = (uintptr_t)__builtin_return_address(0);
    middle();
    sink++;
}

static int position_of(uintptr_t pc) {
    for (int i = 0; i < count; i++)
        if (pcs[i] == pc) return i;
    return -1;
}

START_TEST(callers_are_found_in_order) {
    struct sigaction action = {.sa_sigaction = on_signal, .sa_flags = SA_SIGINFO};
    sigaction(SIGUSR1, &action, NULL);
    outer();
    /* raise itself may have no frame, so who called it may be missing; the others are not. */
    int first = position_of(returns[0]);
    ck_assert_int_gt(first, 0);
    ck_assert_int_eq(position_of(returns[1]), first + 1);
    ck_assert_int_eq(position_of(returns[2]), first + 2);
}
END_TEST

/* A context of our own making; pc in no code of a JVM's. */
static uintptr_t stack_end;

static int walk_from(uintptr_t sp, uintptr_t fp, int room) {
    ucontext_t context;
    memset(&context, 0, sizeof context);
#if defined(__x86_64__)
    context.uc_mcontext.gregs[REG_RIP] = (greg_t)(uintptr_t)inner;
    context.uc_mcontext.gregs[REG_RSP] = (greg_t)sp;
    context.uc_mcontext.gregs[REG_RBP] = (greg_t)fp;
#else
    context.uc_mcontext.pc = (uintptr_t)inner;
    context.uc_mcontext.sp = sp;
    context.uc_mcontext.regs[29] = fp;
#endif
    return nativewalk_own(&context, stack_end, pcs, room);
}

START_TEST(a_chain_that_leads_nowhere_ends) {
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    uintptr_t *stack =
        mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    ck_assert(stack != MAP_FAILED);
    mprotect((char *)stack + page, page, PROT_NONE);
    uintptr_t at = (uintptr_t)stack, code = (uintptr_t)middle;
    size_t last = page / sizeof *stack - 1;
    stack_end = at + page;
    ck_assert_int_eq(walk_from(at, 0, 10), 1);
    ck_assert_int_eq(walk_from(at, at + 1, 10), 1);                  /* not aligned */
    ck_assert_int_eq(walk_from(at + 64, at, 10), 1);                 /* below the stack */
    ck_assert_int_eq(walk_from(at, at + page, 10), 1);               /* its end */
    ck_assert_int_eq(walk_from(at, (uintptr_t)&stack[last], 10), 1); /* half of it is not in it */
    ck_assert_int_eq(walk_from(at, UINTPTR_MAX - 7, 10), 1);
    stack[0] = at; /* its own caller */
    stack[1] = code;
    ck_assert_int_eq(walk_from(at, at, 10), 2);
    stack[0] = at + 16; /* up, then out of it */
    stack[2] = at + page;
    stack[3] = code;
    ck_assert_int_eq(walk_from(at, at, 10), 3);
    stack[2] = at + 32; /* no more than there is room for */
    stack[4] = at + 48;
    stack[5] = stack[7] = code;
    ck_assert_int_eq(walk_from(at, at, 2), 2);
    munmap(stack, 2 * page);
}
END_TEST

START_TEST(a_function_has_the_name_of_its_library) {
    /* One that sanitizers do not stand in for. */
    struct recording_frame frame = nativewalk_frame((uintptr_t)&getppid, false);
    ck_assert_ptr_nonnull(strstr(frame.method->class_name, ".so"));
    ck_assert_int_eq(frame.type, RECORDING_NATIVE);
    /* Behind its last instruction another function begins: the call was before that. */
    ck_assert_ptr_eq(nativewalk_frame((uintptr_t)&getppid + 1, true).method, frame.method);
    ck_assert_str_eq(nativewalk_frame(16, false).method->name, "[unknown]");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("nativewalk");
    TCase *cases = tcase_create("nativewalk");
    tcase_add_test(cases, callers_are_found_in_order);
    tcase_add_test(cases, a_chain_that_leads_nowhere_ends);
    tcase_add_test(cases, a_function_has_the_name_of_its_library);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
