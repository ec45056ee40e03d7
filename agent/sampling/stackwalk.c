#include "agent/sampling/stackwalk.h"

#include "agent/ground/registers.h"
#include "agent/jvm/codeblobs.h"
#include "agent/jvm/guard.h"
#include "agent/jvm/nativewalk.h"
#include "agent/jvm/scopes.h"
#include "agent/jvm/virtual.h"
#include "agent/sampling/signalframe.h"
#include "base/mem.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
static bool has_layout, is_own;
/* For tests of the guard: every so many walks hit bad memory (JFRAGENT_TEST_FAULT=N). */
static unsigned fault_every;
static _Atomic unsigned walks;
static volatile uintptr_t fault_at = 16;

/* Memory of which no word is there. */
static uint64_t load_nothing(const struct memory *memory, uint64_t address) {
    (void)memory, (void)address;
    return guard_memory.word(&guard_memory, fault_at);
}
static struct memory nothing = {.word = load_nothing};

/* What is asked at each place of the handshake, and what it brought. */
static struct request {
    JNIEnv *env;
    const void *java_thread;
    enum vm_state wanted;
    struct stackwalk result;
} requests[HANDSHAKE_MOST];

/* One large piece for all: the system gives memory only to what is written to. */
void stackwalk_make_room(struct stackwalk *first, size_t stride, size_t count, bool native) {
    const size_t each = STACKWALK_MOST + 1; /* one more tells a cut stack from one that just fits */
    struct framewalk_frame *frames = first->frames;
    uintptr_t *natives = first->natives;
    if (!frames) frames = mem_zero(count * each, sizeof *frames);
    if (!natives) natives = mem_zero(count * NATIVEWALK_MOST, sizeof *natives);
    for (size_t i = 0; i < count; i++) {
        struct stackwalk *walk = (struct stackwalk *)(void *)((char *)first + i * stride);
        walk->frames = frames + i * each;
        walk->natives = natives + i * NATIVEWALK_MOST;
        walk->native = native;
        walk->native_count = 0;
    }
}

void stackwalk_open_places(bool native) {
    stackwalk_make_room(&requests[0].result, sizeof *requests, HANDSHAKE_MOST, native);
}

/* ---- What compilers compile ------------------------------------------------------------------ */

#define MOST_THREADS 100000

/* JavaThreads -> CompilerThread -> ciEnv, on its stack -> CompileTask -> Method. An address, and
 * offsets. */
static struct { int64_t list, length, threads, os_thread, tid, env, task, method; } compiler;

static bool has_compilers(void) {
    static const struct vmstructs_row rows[] = {
#define AT(name) offsetof(__typeof__(compiler), name)
        {AT(list), VMSTRUCTS_STATIC, 1, "ThreadsSMRSupport", "_java_thread_list"},
        {AT(length), VMSTRUCTS_FIELD, 1, "ThreadsList", "_length"},
        {AT(threads), VMSTRUCTS_FIELD, 1, "ThreadsList", "_threads"},
        {AT(os_thread), VMSTRUCTS_FIELD, 0, "JavaThread", "_osthread"},
        {AT(os_thread), VMSTRUCTS_FIELD, 1, "Thread", "_osthread"}, /* JDK 11 */
        {AT(tid), VMSTRUCTS_FIELD, 1, "OSThread", "_thread_id"},
        {AT(env), VMSTRUCTS_FIELD, 1, "CompilerThread", "_env"},
        {AT(task), VMSTRUCTS_FIELD, 1, "ciEnv", "_task"},
        {AT(method), VMSTRUCTS_FIELD, 1, "CompileTask", "_method"},
#undef AT
    };
    return vmstructs_read(rows, sizeof rows / sizeof *rows, &compiler);
}

static uint64_t follow(uint64_t object, int64_t offset) {
    return object ? memory_word(&guard_memory, field(object, offset)) : 0;
}

/* The thread goes on meanwhile, and may end: all is read under the guard, and a method is one only
 * if its id leads back to it. */
uint64_t stackwalk_compiled_by(pid_t tid) {
    static int known = -1; /* asked for by the sampler alone */
    if (known < 0) known = has_compilers();
    uint64_t list = is_own && known ? follow((uint64_t)compiler.list, 0) : 0;
    uint64_t all = list ? follow(list, compiler.threads) : 0;
    int32_t count = all ? memory_int(&guard_memory, field(list, compiler.length)) : 0;
    for (int32_t i = 0; i < count && i < MOST_THREADS; i++) {
        uint64_t thread = follow(all, i * (int64_t)WORD), os = follow(thread, compiler.os_thread);
        if (!os || memory_int(&guard_memory, field(os, compiler.tid)) != tid) continue;
        uint64_t task = follow(follow(thread, compiler.env), compiler.task);
        return scopes_method_id(&guard_memory, follow(task, compiler.method));
    }
    return 0;
}

/* ---- Ways to walk ---------------------------------------------------------------------------- */

bool stackwalk_open(void) {
    void *address = vmstructs_libjvm() ? dlsym(vmstructs_libjvm(), "AsyncGetCallTrace") : NULL;
    memcpy(&theirs, &address, sizeof theirs);
    has_layout = layout_open(&guard_memory.at);
    const char *faults = getenv("JFRAGENT_TEST_FAULT");
    fault_every = faults ? (unsigned)strtoul(faults, NULL, 10) : 0;
    nothing.at = guard_memory.at;
    return theirs != NULL || has_layout;
}

void stackwalk_open_heap(JNIEnv *jni) {
    stackwalk_guard();
    if (is_own) virtual_find_frames(jni, &guard_memory.at);
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

static struct framewalk_registers registers_of(const ucontext_t *context) {
    uint64_t returns = (uint64_t)REGISTER(context, REG_RAX, regs[30]);
    return (struct framewalk_registers){.pc = registers_pc(context),
                                        .sp = registers_sp(context),
                                        .fp = registers_fp(context),
                                        .link = returns,
                                        .bcp = (uint64_t)REGISTER(context, REG_R13, regs[22]),
                                        .method = (uint64_t)REGISTER(context, REG_RBX, regs[12]),
                                        .result = returns};
}

/* Whether the instruction that ends there, or with ahead the one that begins there, is a system
 * call. The page at pc is there; the one before and the next need not be. */
static bool is_syscall(uintptr_t pc, bool ahead) {
    uintptr_t in_page = pc % 4096;
    if (vmstructs_pc_is_java(pc)) return false;
#if defined(__x86_64__)
    const unsigned char *code = (const unsigned char *)pc - (ahead ? 0 : 2);
    return (ahead ? in_page < 4095 : in_page >= 2) && code[0] == 0x0f && code[1] == 0x05;
#else
    return (ahead || in_page >= 4) && *(const uint32_t *)(pc - (ahead ? 0 : 4)) == 0xd4000001;
#endif
}

/* The kernel is to start the call again, or ended it for the signal. One that was at work in the
 * kernel has ended its call as it would have. */
bool stackwalk_is_woken(const void *ucontext) {
    const ucontext_t *context = ucontext;
    uintptr_t pc = registers_pc(context);
    bool was_interrupted = (int64_t)REGISTER(context, REG_RAX, regs[0]) == -EINTR;
    return is_syscall(pc, true) || (was_interrupted && is_syscall(pc, false));
}

/* What looks like a context on the stack may be left over from an earlier signal. */
static bool is_code(uintptr_t pc) {
    struct codeblob blob;
    return is_own ? codeblobs_find(&guard_memory, pc, &blob) : vmstructs_pc_is_java(pc);
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

static void walk_own(const void *java_thread, struct stackwalk *walk, const void *ucontext) {
    struct framewalk_registers registers = registers_of(ucontext);
    uintptr_t left = vmstructs_stack_left(java_thread, registers.sp);
    struct framewalk_thread thread = {.java_thread = (uintptr_t)java_thread,
                                      .stack_end = registers.sp + left,
                                      .in_java = vmstructs_state(java_thread) == VM_STATE_JAVA};
    bool faults = fault_every && atomic_fetch_add(&walks, 1) % fault_every == 0;
    walk->end = framewalk(faults ? &nothing : &guard_memory, &thread, &registers, walk->frames,
                          STACKWALK_MOST, &walk->count, &walk->left_out);
    framewalk_ids(&guard_memory, walk->frames, walk->count);
    walk->truncated = walk->end != FRAMEWALK_ROOT;
    if (walk->count) return;
    if (walk->end == FRAMEWALK_NOT_JAVA) walk->count = WALK_NOT_JAVA;
    else walk->count = thread.in_java ? WALK_JAVA_UNWALKABLE : WALK_NATIVE_UNWALKABLE;
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
    walk->count = WALK_STATE_UNKNOWN;
    walk->truncated = false;
    if (is_own) walk_own(java_thread, walk, ucontext);
    else if (theirs) walk_theirs(env, walk, ucontext);
}

void stackwalk_add_native(const void *java_thread, struct stackwalk *walk, const void *ucontext) {
    uintptr_t sp = registers_sp(ucontext), end = sp + vmstructs_stack_left(java_thread, sp);
    walk->native_count = 0;
    if (walk->native && has_layout) /* else nothing tells where Java's code begins */
        walk->native_count = nativewalk_own(ucontext, end, walk->natives, NATIVEWALK_MOST);
}

void stackwalk_capture(void *arg, int place, siginfo_t *info, void *ucontext) {
    const struct request *r = &requests[place];
    struct stackwalk *result = &requests[place].result;
    ucontext = stackwalk_context(r->java_thread, ucontext);
    uintptr_t pc = registers_pc(ucontext);
    result->truncated = false;
    result->native_count = 0;
    result->state = vmstructs_state(r->java_thread);
    if (result->state == VM_STATE_UNKNOWN && vmstructs_pc_is_java(pc))
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
    result->in_syscall = is_syscall(pc, false) || is_syscall(pc, true);
    stackwalk_own(r->env, r->java_thread, result, ucontext);
    if (result->left && result->count <= 0) result->count = WALK_LEFT;
    if (r->wanted != VM_STATE_JAVA || result->left)
        stackwalk_add_native(r->java_thread, result, ucontext);
}

/* ---- The sampler's side ---------------------------------------------------------------------- */

void stackwalk_request(int place, JNIEnv *env, const void *java_thread, enum vm_state wanted) {
    requests[place].env = env;
    requests[place].java_thread = java_thread;
    requests[place].wanted = wanted;
}

const struct stackwalk *stackwalk_result(int place) {
    return &requests[place].result;
}

const char *stackwalk_reason(int code) {
    static const char *const reasons[] = {
        /* by -code */
        "[no Java frame]",     "[class load events off]", "[GC active]",       "[not in Java]",
        "[unwalkable native]", "[unknown Java]",          "[unwalkable Java]", "[unknown state]",
        "[thread exiting]",    "[deoptimising]",          "[safepoint]"};
    if (code == WALK_WAITS) return "[waits for a processor]";
    return code <= 0 && code >= WALK_SAFEPOINT ? reasons[-code] : "[unknown state]";
}
