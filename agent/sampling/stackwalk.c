#include "agent/sampling/stackwalk.h"

#include "agent/jvm/codeblobs.h"
#include "agent/jvm/compiling.h"
#include "agent/jvm/guard.h"
#include "agent/jvm/nativewalk.h"
#include "agent/jvm/virtual.h"
#include "agent/sampling/signalframe.h"
#include "base/mem.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

struct call_trace_frame { /* as HotSpot's forte.cpp has it */
    jint bci;
    jmethodID method;
};
struct call_trace {
    JNIEnv *env;
    jint count;
    struct call_trace_frame *frames;
};
typedef void walk_function(struct call_trace *trace, jint depth, void *ucontext);

static walk_function *theirs; /* AsyncGetCallTrace */
static struct layout layout;
static bool has_layout, is_own;
/* For tests of the guard: every so many walks hit bad memory (JFRAGENT_TEST_FAULT=N). */
static unsigned fault_every;
static _Atomic unsigned walks;
static volatile uintptr_t fault_at = 16;

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
    static struct framewalk_frame *frames;
    static uintptr_t *natives;
    /* One more, so that a cut stack can be told from one that just fits. */
    const size_t each = STACKWALK_MOST + 1;
    if (!frames) frames = mem_zero(HANDSHAKE_MOST * each, sizeof *frames);
    if (native && !natives)
        natives = mem_zero((size_t)HANDSHAKE_MOST * NATIVEWALK_MOST, sizeof *natives);
    for (size_t i = 0; i < HANDSHAKE_MOST; i++) {
        struct stackwalk *result = &requests[i].result;
        result->frames = frames + i * each;
        result->native = native ? natives + i * NATIVEWALK_MOST : NULL;
    }
}

bool stackwalk_open(void) {
    void *address = vmstructs_libjvm() ? dlsym(vmstructs_libjvm(), "AsyncGetCallTrace") : NULL;
    memcpy(&theirs, &address, sizeof theirs);
    has_layout = layout_open(&layout);
    compiling_open();
    const char *faults = getenv("JFRAGENT_TEST_FAULT");
    fault_every = faults ? (unsigned)strtoul(faults, NULL, 10) : 0;
    return theirs != NULL || has_layout;
}

uint64_t stackwalk_compiled_by(pid_t tid) {
    return is_own ? compiling_method(&layout, tid) : 0;
}

void stackwalk_open_heap(JNIEnv *jni) {
    stackwalk_guard();
    if (is_own) virtual_find_frames(jni, &layout);
}

void stackwalk_guard(void) {
    static bool said;
    bool guarded = guard_open();
    is_own = has_layout && guarded;
    if (is_own || said) return;
    said = true;
    fprintf(
        stderr,
        "jfragent: %s, so stacks are walked by AsyncGetCallTrace: some are missing, and it does "
        "not say of the others whether they are whole\n",
        guarded ? "this JVM's tables do not hold what a walk needs"
                : "-Xcheck:jni does not let the agent read memory under a guard");
}

/* ---- In the target --------------------------------------------------------------------------- */

uintptr_t stackwalk_pc(const void *ucontext) {
    const ucontext_t *context = ucontext;
#if defined(__x86_64__)
    return (uintptr_t)context->uc_mcontext.gregs[REG_RIP];
#else
    return (uintptr_t)context->uc_mcontext.pc;
#endif
}

static struct framewalk_registers registers_of(const ucontext_t *context) {
#if defined(__x86_64__)
    const greg_t *r = context->uc_mcontext.gregs;
    return (struct framewalk_registers){.pc = (uint64_t)r[REG_RIP],
                                        .sp = (uint64_t)r[REG_RSP],
                                        .fp = (uint64_t)r[REG_RBP],
                                        .bcp = (uint64_t)r[REG_R13],
                                        .method = (uint64_t)r[REG_RBX],
                                        .result = (uint64_t)r[REG_RAX]};
#else
    const uint64_t *r = (const uint64_t *)context->uc_mcontext.regs;
    return (struct framewalk_registers){.pc = context->uc_mcontext.pc,
                                        .sp = context->uc_mcontext.sp,
                                        .fp = r[29],
                                        .link = r[30],
                                        .bcp = r[22],
                                        .method = r[12]};
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
bool stackwalk_is_woken(const void *ucontext) {
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

/* What looks like a context on the stack may be left over from an earlier signal and half written
 * over, its pc, too. */
static bool is_code(uintptr_t pc) {
    struct codeblob blob;
    return is_own ? codeblobs_find(&guard_memory, &layout, pc, &blob) : vmstructs_pc_is_java(pc);
}

void *stackwalk_context(const void *java_thread, void *ucontext) {
    void *context = signalframe_interrupted(ucontext);
    struct framewalk_registers r = registers_of(context);
    if (vmstructs_pc_is_java(r.pc) || vmstructs_state(java_thread) != VM_STATE_JAVA) return context;
    /* In C without having left Java: a function that compiled code calls, or another's handler. Not
     * where the JVM has noted that Java called it: then what lies on the stack is of earlier
     * signals. */
    if (vmstructs_has_left(java_thread)) return context;
    void *below = signalframe_find(context, vmstructs_stack_left(java_thread, r.sp), is_code);
    return below ? below : context;
}

/* ---- Walks ----------------------------------------------------------------------------------- */

static int code_of(enum framewalk_end end, const struct framewalk_thread *thread) {
    if (end == FRAMEWALK_NOT_JAVA) return WALK_NOT_JAVA;
    return thread->in_java ? WALK_JAVA_UNWALKABLE : WALK_NATIVE_UNWALKABLE;
}

static bool shall_fault(void) {
    return fault_every && atomic_fetch_add(&walks, 1) % fault_every == 0;
}

/* Memory of which no word is there. */
static uint64_t load_nothing(const struct memory *memory, uint64_t address) {
    (void)memory, (void)address;
    return guard_memory.word(&guard_memory, fault_at);
}
static const struct memory nothing = {.word = load_nothing};

static void walk_own(const void *java_thread, struct stackwalk *walk, const void *ucontext) {
    struct framewalk_registers registers = registers_of(ucontext);
    uintptr_t left = vmstructs_stack_left(java_thread, registers.sp);
    struct framewalk_thread thread = {.java_thread = (uintptr_t)java_thread,
                                      .stack_end = registers.sp + left,
                                      .in_java = vmstructs_state(java_thread) == VM_STATE_JAVA};
    walk->end = framewalk(shall_fault() ? &nothing : &guard_memory, &layout, &thread, &registers,
                          walk->frames, STACKWALK_MOST, &walk->count, &walk->left_out);
    framewalk_ids(&guard_memory, &layout, walk->frames, walk->count);
    walk->truncated = walk->end != FRAMEWALK_ROOT;
    if (walk->count == 0) walk->count = code_of(walk->end, &thread);
}

/* Their frames are as large as ours, and lie in the same place. */
static void walk_theirs(JNIEnv *env, struct stackwalk *walk, void *ucontext) {
    struct call_trace_frame *frames = (struct call_trace_frame *)(void *)walk->frames;
    struct call_trace trace = {env, WALK_STATE_UNKNOWN, frames};
    theirs(&trace, STACKWALK_MOST + 1, ucontext);
    walk->left_out = 0;
    walk->truncated = trace.count > STACKWALK_MOST;
    walk->count = walk->truncated ? STACKWALK_MOST : trace.count;
    walk->end = walk->truncated ? FRAMEWALK_ROOM : FRAMEWALK_UNTOLD;
    for (int i = 0; i < walk->count; i++) {
        struct call_trace_frame frame = frames[i];
        walk->frames[i] = (struct framewalk_frame){.method = (uintptr_t)frame.method,
                                                   .bci = frame.bci < 0 ? -1 : frame.bci};
    }
}
_Static_assert(sizeof(struct call_trace_frame) == sizeof(struct framewalk_frame), "one place");

void stackwalk_own(JNIEnv *env, const void *java_thread, struct stackwalk *walk, void *ucontext) {
    if (is_own) {
        walk_own(java_thread, walk, ucontext);
    } else if (theirs) {
        walk_theirs(env, walk, ucontext);
    } else {
        walk->count = WALK_STATE_UNKNOWN;
        walk->truncated = false;
    }
}

int stackwalk_native(const void *java_thread, const void *ucontext, uintptr_t *pcs) {
    uintptr_t sp = (uintptr_t)registers_of(ucontext).sp;
    uintptr_t end = sp + vmstructs_stack_left(java_thread, sp);
    return nativewalk_own(ucontext, end, pcs, NATIVEWALK_MOST);
}

void stackwalk_capture(void *arg, int place, siginfo_t *info, void *ucontext) {
    const struct request *r = &requests[place];
    struct stackwalk *result = &requests[place].result;
    ucontext = stackwalk_context(r->java_thread, ucontext);
    result->pc = stackwalk_pc(ucontext);
    result->truncated = false;
    result->native_count = 0;
    result->state = vmstructs_state(r->java_thread);
    if (result->state == VM_STATE_UNKNOWN && vmstructs_pc_is_java(result->pc))
        result->state = VM_STATE_JAVA;
    result->left = r->wanted == VM_STATE_JAVA && result->state != VM_STATE_JAVA &&
                   result->state != VM_STATE_UNKNOWN;
    bool fits = r->wanted == VM_STATE_UNKNOWN || result->state == r->wanted || result->left ||
                (r->wanted == VM_STATE_NATIVE && result->state == VM_STATE_UNKNOWN);
    if (!fits) {
        result->count = WALK_LEFT;
        return;
    }
    result->current_id = vmstructs_current_id(r->java_thread);
    result->in_syscall = is_syscall(result->pc);
    stackwalk_own(r->env, r->java_thread, result, ucontext);
    if (result->left && result->count <= 0) result->count = WALK_LEFT;
    if (result->native && (r->wanted != VM_STATE_JAVA || result->left))
        result->native_count = stackwalk_native(r->java_thread, ucontext, result->native);
}

/* ---- The sampler's side ---------------------------------------------------------------------- */

void stackwalk_request(int place, JNIEnv *env, const void *java_thread, enum vm_state wanted) {
    struct request *r = &requests[place];
    r->env = env;
    r->java_thread = java_thread;
    r->wanted = wanted;
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
    case WALK_WAITS: return "[waits for a processor]";
    default: return "[unknown state]";
    }
}
