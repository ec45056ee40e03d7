#include "agent/jvm/guard.h"

#include "agent/ground/registers.h"
#include "agent/jvm/vmstructs.h"

#include <dlfcn.h>
#include <signal.h>
#include <string.h>

/* ---- Loads ----------------------------------------------------------------------------------- */

/* uint64_t guard_load(uint64_t address): the instruction at guard_load_at may fault, and goes on at
 * guard_load_failed then. */
#if defined(__x86_64__)
#define LOAD "movq (%rdi), %rax"
#define ZERO "xorl %eax, %eax"
#elif defined(__aarch64__)
#define LOAD "ldr x0, [x0]"
#define ZERO "mov x0, xzr"
#endif
__asm__(".text\n"
        ".hidden guard_load, guard_load_at, guard_load_failed\n"
        ".globl guard_load, guard_load_at, guard_load_failed\n"
        ".type guard_load, %function\n"
        "guard_load:\nguard_load_at: " LOAD "\n ret\n"
        "guard_load_failed: " ZERO "\n ret\n"
        ".size guard_load, . - guard_load\n");
uint64_t guard_load(uint64_t address);
extern const char guard_load_at[], guard_load_failed[];

static uint64_t load(const struct memory *memory, uint64_t address) {
    (void)memory;
    return guard_load(address);
}

struct memory guard_memory = {.word = load};

static struct sigaction jvm_segv, jvm_bus;
static bool guarded;

/* ---- Faults ---------------------------------------------------------------------------------- */

static void on_fault(int signo, siginfo_t *info, void *ucontext) {
    if (registers_pc(ucontext) == (uintptr_t)guard_load_at) {
        registers_set_pc(ucontext, (uintptr_t)guard_load_failed);
        return;
    }
    const struct sigaction *old = signo == SIGBUS ? &jvm_bus : &jvm_segv;
    if (old->sa_flags & SA_SIGINFO) {
        old->sa_sigaction(signo, info, ucontext);
    } else if (old->sa_handler != SIG_IGN && old->sa_handler != SIG_DFL) {
        old->sa_handler(signo);
    } else {
        signal(signo, SIG_DFL); /* the instruction runs again, and dies as it would have */
    }
}

static bool is_of_jvm(const struct sigaction *action) {
    Dl_info its;
    void *handler;
    memcpy(&handler, &action->sa_sigaction, sizeof handler); /* sa_handler lies there, too */
    const char *slash = dladdr(handler, &its) ? strrchr(its.dli_fname, '/') : NULL;
    return slash && strcmp(slash, "/libjvm.so") == 0;
}

/* Whoever put a handler on top of ours, another copy of this library in the same JVM for one,
 * passes on to ours what is the JVM's. On top of that once more, ours and theirs would pass a fault
 * on to each other for ever: only where the JVM's own is back does ours go there again. */
static void guard_signal(int signo, struct sigaction *old) {
    struct sigaction now;
    if (sigaction(signo, NULL, &now) != 0) return;
    if ((now.sa_flags & SA_SIGINFO) && now.sa_sigaction == on_fault) return;
    if (guarded && !is_of_jvm(&now)) return;
    struct sigaction action = now; /* flags and mask stay as the JVM wants them */
    action.sa_flags |= SA_SIGINFO;
    action.sa_sigaction = on_fault;
    *old = now;
    sigaction(signo, &action, NULL);
}

bool guard_open(void) {
    if (vmstructs_flag("CheckJNICalls")) return false;
    guard_signal(SIGSEGV, &jvm_segv);
    guard_signal(SIGBUS, &jvm_bus);
    return guarded = true;
}
