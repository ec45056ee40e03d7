#include "agent/sampling/stackwalk.h"

#include "agent/jvm/codeblobs.h"
#include "agent/jvm/nativewalk.h"
#include "agent/sampling/retry.h"
#include "agent/sampling/signalframe.h"
#include "base/mem.h"

#include <dlfcn.h>
#include <errno.h>
#include <setjmp.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <ucontext.h>
#include <unistd.h>

struct call_trace { /* as HotSpot's forte.cpp has it */
    JNIEnv *env;
    jint count;
    struct stackwalk_frame *frames;
};
typedef void walk_function(struct call_trace *trace, jint depth, void *ucontext);

static walk_function *walk;

/* What is asked at each place of the handshake, and what it brought. */
static struct request {
    JNIEnv *env;
    const void *java_thread;
    enum vm_state wanted;
    bool ran;
    struct stackwalk result;
} requests[HANDSHAKE_MOST];

/* One piece for all places: large, so that the system gives memory only to what is written to, the
 * first places and the frames that stacks have. */
void stackwalk_resize(bool native) {
    static struct stackwalk_frame *frames;
    static uintptr_t *words, *natives;
    /* One more, so that a cut stack can be told from one that just fits. */
    const size_t each = STACKWALK_MOST + 1;
    if (!frames) frames = mem_zero(HANDSHAKE_MOST * each, sizeof *frames);
    if (!words) words = mem_zero((size_t)HANDSHAKE_MOST * STACKWALK_WORDS, sizeof *words);
    if (native && !natives)
        natives = mem_zero((size_t)HANDSHAKE_MOST * NATIVEWALK_MOST, sizeof *natives);
    for (size_t i = 0; i < HANDSHAKE_MOST; i++) {
        struct stackwalk *result = &requests[i].result;
        result->frames = frames + i * each;
        result->words = words + i * STACKWALK_WORDS;
        result->native = native ? natives + i * NATIVEWALK_MOST : NULL;
    }
}

/* ---- The guard ------------------------------------------------------------------------------- */

/* Several threads walk at once, as many as there are processors; each takes a slot. */
enum { SLOTS = 64 };
static struct guard {
    _Atomic pid_t tid; /* 0: free */
    sigjmp_buf back;
} guards[SLOTS];
static struct sigaction jvm_segv, jvm_bus;
static bool guarded;
/* For tests of the guard: every so many walks hit bad memory (JFRAGENT_TEST_FAULT=N). */
static unsigned fault_every;
static _Atomic unsigned walks;
static volatile uintptr_t fault_at = 16;

bool stackwalk_open(void) {
    void *address = vmstructs_libjvm() ? dlsym(vmstructs_libjvm(), "AsyncGetCallTrace") : NULL;
    memcpy(&walk, &address, sizeof walk);
    codeblobs_open();
    const char *faults = getenv("JFRAGENT_TEST_FAULT");
    fault_every = faults ? (unsigned)strtoul(faults, NULL, 10) : 0;
    return walk != NULL;
}

static pid_t own_tid(void) {
    return (pid_t)syscall(SYS_gettid);
}

/* The JVM reads memory it does not trust with SafeFetch and expects the fault to reach it. In older
 * ones that is generated code, so outside of any file; in newer ones these instructions:
 *   mov (%rdi), %rax; ret; mov %rsi, %rax; ret      or the same of 32 bits */
static bool is_safe_fetch(uintptr_t pc) {
    if (vmstructs_pc_is_java(pc)) return true;
#if defined(__x86_64__)
    static const unsigned char wide[] = {0x48, 0x8b, 0x07, 0xc3, 0x48, 0x89, 0xf0, 0xc3};
    static const unsigned char narrow[] = {0x8b, 0x07, 0xc3, 0x89, 0xf0, 0xc3};
    unsigned char code[sizeof wide];
    return nativewalk_read(pc, code, sizeof code) && /* a call of NULL leads nowhere */
           (memcmp(code, wide, sizeof wide) == 0 || memcmp(code, narrow, sizeof narrow) == 0);
#elif defined(__aarch64__)
    /* ldr w0/x0, [x0]; ret; mov w0/x0, w1/x1; ret */
    uint32_t code[2];
    return nativewalk_read(pc, code, sizeof code) &&
           (code[0] == 0xf9400000 || code[0] == 0xb9400000) && code[1] == 0xd65f03c0;
#else
    return false;
#endif
}

static struct guard *guard_of(pid_t tid) {
    for (int i = 0; i < SLOTS; i++)
        if (atomic_load(&guards[i].tid) == tid) return &guards[i];
    return NULL;
}

static void on_fault(int signo, siginfo_t *info, void *ucontext) {
    struct guard *guard = guard_of(own_tid());
    if (guard && !is_safe_fetch(stackwalk_pc(ucontext))) siglongjmp(guard->back, 1);
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
    Dl_info its, jvm;
    void *handler, *function;
    if (action->sa_flags & SA_SIGINFO) memcpy(&handler, &action->sa_sigaction, sizeof handler);
    else memcpy(&handler, &action->sa_handler, sizeof handler);
    memcpy(&function, &walk, sizeof function);
    return dladdr(handler, &its) && dladdr(function, &jvm) && its.dli_fbase == jvm.dli_fbase;
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

void stackwalk_guard(void) {
    if (vmstructs_flag("CheckJNICalls")) return;
    vmstructs_refresh_files();
    guard_signal(SIGSEGV, &jvm_segv);
    guard_signal(SIGBUS, &jvm_bus);
    guarded = true;
}

bool stackwalk_is_guarded(void) {
    return guarded;
}

/* ---- In the target --------------------------------------------------------------------------- */

uintptr_t stackwalk_pc(const void *ucontext) {
    const ucontext_t *context = ucontext;
#if defined(__x86_64__)
    return (uintptr_t)context->uc_mcontext.gregs[REG_RIP];
#elif defined(__aarch64__)
    return (uintptr_t)context->uc_mcontext.pc;
#else
#error "the agent knows x86-64 and aarch64"
#endif
}

/* Whether the thread was interrupted in a system call: the pc is behind its instruction, or on it
 * when the kernel will start it again. The page at pc is there; the one before need not be. */
static bool is_syscall(uintptr_t pc) {
    if (vmstructs_pc_is_java(pc)) return false;
    uintptr_t in_page = pc % 4096;
#if defined(__x86_64__)
    const unsigned char *code = (const unsigned char *)pc;
    return (in_page >= 2 && code[-2] == 0x0f && code[-1] == 0x05) ||
           (in_page < 4095 && code[0] == 0x0f && code[1] == 0x05);
#elif defined(__aarch64__)
    const uint32_t *code = (const uint32_t *)pc;
    return (in_page >= 4 && code[-1] == 0xd4000001) || code[0] == 0xd4000001;
#else
    return false;
#endif
}

/* Whether the signal woke it: the kernel is to start the call again, or ended it for the signal.
 * One that was at work in the kernel has ended its call as it would have. */
static bool is_woken(const void *ucontext) {
    uintptr_t pc = stackwalk_pc(ucontext);
    if (!is_syscall(pc)) return false;
#if defined(__x86_64__)
    const ucontext_t *context = ucontext;
    const unsigned char *code = (const unsigned char *)pc;
    bool again = pc % 4096 < 4095 && code[0] == 0x0f && code[1] == 0x05;
    return again || (long)context->uc_mcontext.gregs[REG_RAX] == -EINTR;
#elif defined(__aarch64__)
    const ucontext_t *context = ucontext;
    return *(const uint32_t *)pc == 0xd4000001 || (long)context->uc_mcontext.regs[0] == -EINTR;
#else
    return false;
#endif
}

/* A function of its own: after siglongjmp nothing but the arguments is looked at. */
static int walk_and_return(struct guard *guard, struct call_trace *trace, int depth,
                           void *ucontext) {
    if (sigsetjmp(guard->back, 1) != 0) return WALK_CRASHED;
    if (fault_every && atomic_fetch_add(&walks, 1) % fault_every == 0)
        *(volatile int *)fault_at = 1;
    walk(trace, depth, ucontext);
    return trace->count;
}

static int guarded_walk(struct call_trace *trace, int depth, void *ucontext) {
    if (!guarded) {
        walk(trace, depth, ucontext);
        return trace->count;
    }
    pid_t tid = own_tid();
    for (int i = 0; i < SLOTS; i++) {
        pid_t none = 0;
        if (!atomic_compare_exchange_strong(&guards[i].tid, &none, tid)) continue;
        int count = walk_and_return(&guards[i], trace, depth, ucontext);
        atomic_store(&guards[i].tid, 0);
        return count;
    }
    return WALK_CRASHED; /* more threads at once than there are slots */
}

int stackwalk_from(JNIEnv *env, struct stackwalk_frame *frames, int depth, void *ucontext) {
    struct call_trace trace = {.env = env, .count = WALK_STATE_UNKNOWN, .frames = frames};
    return guarded_walk(&trace, depth, ucontext);
}

/* What looks like a context on the stack may be left over from an earlier signal and half written
 * over, its pc, too. */
static bool is_code(uintptr_t pc) {
    struct codeblob blob;
    return codeblobs_known() ? codeblobs_find(pc, &blob) : vmstructs_pc_is_java(pc);
}

void *stackwalk_context(const void *java_thread, void *ucontext) {
    uintptr_t *pc, *sp, *fp;
    void *context = signalframe_interrupted(ucontext);
    retry_registers(context, &pc, &sp, &fp);
    if (vmstructs_pc_is_java(*pc) || vmstructs_state(java_thread) != VM_STATE_JAVA) return context;
    /* In C without having left Java: a function that compiled code calls, or another's handler. Not
     * where the JVM has noted that Java called it: then what lies on the stack is of earlier
     * signals. */
    uintptr_t noted[3];
    if (vmstructs_anchor(java_thread, noted) && noted[0]) return context;
    void *below = signalframe_find(context, vmstructs_stack_left(java_thread, *sp), is_code);
    return below ? below : context;
}

/* The instruction that took the time is the one before pc: a processor is interrupted when the one
 * it waits for, a load that misses its caches for example, is done, and pc is where it would go on.
 * Where methods are inlined into each other, that may be another method. Compilers note where the
 * code of each ends, and AsyncGetCallTrace takes the first end behind the pc it is given.
 * Where nothing can be walked from there (at the beginning of a stub, or of a frame), it is no more
 * than a failed walk. */
static int walk_from_before(JNIEnv *env, struct stackwalk_frame *frames, int depth,
                            const void *ucontext) {
    ucontext_t copy;
    uintptr_t *pc, *sp, *fp;
    memcpy(&copy, ucontext, sizeof copy);
    retry_registers(&copy, &pc, &sp, &fp);
    *pc -= 1;
    return stackwalk_from(env, frames, depth, &copy);
}

int stackwalk_own(JNIEnv *env, const void *java_thread, struct stackwalk_frame *frames,
                  void *ucontext, bool *truncated) {
    const int depth = STACKWALK_MOST;
    int count = 0;
    if (vmstructs_pc_is_java(stackwalk_pc(ucontext))) {
        count = retry_at_end(env, frames, depth + 1, ucontext);
        if (count <= 0) count = walk_from_before(env, frames, depth + 1, ucontext);
    }
    if (count <= 0) count = stackwalk_from(env, frames, depth + 1, ucontext);
    if (count <= 0 && count != WALK_CRASHED)
        count = retry_walk(env, java_thread, frames, depth + 1, ucontext, count);
    *truncated = count > depth;
    return *truncated ? depth : count;
}

int stackwalk_words(const void *java_thread, const void *ucontext, uintptr_t *words) {
    ucontext_t *context = (ucontext_t *)(uintptr_t)ucontext; /* only read */
    uintptr_t *pc, *sp, *fp;
    retry_registers(context, &pc, &sp, &fp);
    if (*sp % sizeof *words) return 0;
    size_t size = STACKWALK_WORDS * sizeof *words;
    uintptr_t left = vmstructs_stack_left(java_thread, *sp);
    if (left) { /* the thread's own stack, up to its end: that is there */
        if (left < size) size = left;
        memcpy(words, (const void *)*sp, size);
        return (int)(size / sizeof *words);
    }
    /* The stack may end before: then what there is of it is copied. */
    struct iovec ours = {words, size}, there = {(void *)*sp, size};
    long n = syscall(SYS_process_vm_readv, (long)getpid(), &ours, 1L, &there, 1L, 0L);
    return n > 0 ? (int)((size_t)n / sizeof *words) : 0;
}

void stackwalk_capture(void *arg, int place, siginfo_t *info, void *ucontext) {
    const struct request *r = &requests[place];
    struct stackwalk *result = &requests[place].result;
    ucontext = stackwalk_context(r->java_thread, ucontext);
    result->pc = stackwalk_pc(ucontext);
    result->truncated = false;
    result->native_count = result->word_count = 0;
    result->state = vmstructs_state(r->java_thread);
    if (result->state == VM_STATE_UNKNOWN && vmstructs_pc_is_java(result->pc))
        result->state = VM_STATE_JAVA;
    bool runs = r->wanted == VM_STATE_OTHER;
    result->left = (r->wanted == VM_STATE_JAVA || runs) && result->state != VM_STATE_JAVA &&
                   result->state != VM_STATE_UNKNOWN;
    bool fits = r->wanted == VM_STATE_UNKNOWN || result->state == r->wanted || result->left ||
                (r->wanted == VM_STATE_NATIVE && result->state == VM_STATE_UNKNOWN) ||
                (runs && result->state == VM_STATE_JAVA);
    if (runs && result->left && !r->ran &&
        (result->state == VM_STATE_BLOCKED || is_woken(ucontext)))
        fits = false;
    if (!fits) {
        result->count = WALK_LEFT;
        return;
    }
    result->current_id = vmstructs_current_id(r->java_thread);
    result->in_syscall = is_syscall(result->pc);
    result->count =
        stackwalk_own(r->env, r->java_thread, result->frames, ucontext, &result->truncated);
    if (result->left && !runs && result->count <= 0) result->count = WALK_LEFT;
    if (result->count > 0)
        result->word_count = stackwalk_words(r->java_thread, ucontext, result->words);
    if (result->native && (r->wanted != VM_STATE_JAVA || result->left))
        result->native_count = nativewalk_own(ucontext, result->native, NATIVEWALK_MOST);
}

/* ---- The sampler's side ---------------------------------------------------------------------- */

void stackwalk_request(int place, JNIEnv *env, const void *java_thread, enum vm_state wanted,
                       bool ran) {
    struct request *r = &requests[place];
    r->env = env;
    r->java_thread = java_thread;
    r->wanted = wanted;
    r->ran = ran;
}

const struct stackwalk *stackwalk_result(int place) {
    return &requests[place].result;
}

const char *stackwalk_reason(int code) {
    switch (code) {
    case WALK_NO_FRAME: return "[no Java frame]";
    case WALK_NO_CLASS_LOAD: return "[class load events off]";
    case WALK_GC_ACTIVE: return "[GC active]";
    case WALK_NOT_JAVA: return "[not in Java]";
    case WALK_NATIVE_UNWALKABLE: return "[unwalkable native]";
    case WALK_PC_UNKNOWN: return "[unknown Java]";
    case WALK_JAVA_UNWALKABLE: return "[unwalkable Java]";
    case WALK_EXITING: return "[thread exiting]";
    case WALK_DEOPTIMISING: return "[deoptimising]";
    case WALK_SAFEPOINT: return "[safepoint]";
    case WALK_CRASHED: return "[stack walk failed]";
    case WALK_WAITS: return "[waits for a processor]";
    default: return "[unknown state]";
    }
}
