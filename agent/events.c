#include "agent/events.h"

#include "agent/agent.h"
#include "agent/engines/engines.h"
#include "agent/ground/softly.h"
#include "agent/jvm/jvm.h"
#include "agent/jvm/methods.h"
#include "agent/jvm/threads.h"
#include "agent/jvm/vmstructs.h"
#include "agent/recording/recording.h"
#include "agent/sampling/sampler.h"
#include "agent/whatif/changes.h"
#include "base/clock.h"
#include "base/hsperf.h"

#include <stdio.h>
#include <string.h>

/* ---- Classes and code ------------------------------------------------------------------------ */

/* Must be enabled for AsyncGetCallTrace to work at all. */
static void JNICALL on_class_load(jvmtiEnv *jvmti, JNIEnv *jni, jthread thread, jclass type) {
}

static void JNICALL on_class_prepare(jvmtiEnv *jvmti, JNIEnv *jni, jthread thread, jclass type) {
    SOFTLY();
    methods_add_class(jni, type);
}

/* Enabled at the start it also makes the JVM keep debug information between safepoints. */
static void JNICALL on_compiled_load(jvmtiEnv *jvmti, jmethodID method, jint size, const void *code,
                                     jint map_length, const jvmtiAddrLocationMap *map,
                                     const void *info) {
    /* Allocates nothing. */
}

/* ---- Threads --------------------------------------------------------------------------------- */

static void JNICALL on_thread_start(jvmtiEnv *jvmti, JNIEnv *jni, jthread thread) {
    SOFTLY();
    struct agent_thread *self = threads_begin(jni, thread);
    struct recording *recording = self ? door_enter() : NULL;
    if (recording) {
        sampler_thread_begins(self);
        threads_lock();
        recording_thread_start(recording, clock_now(), &self->about);
        threads_unlock();
        door_leave();
    }
    threads_release(jni, self);
}

static void JNICALL on_thread_end(jvmtiEnv *jvmti, JNIEnv *jni, jthread thread) {
    SOFTLY_ANYWAY();                                /* no thread may end while it is sampled */
    struct agent_thread *known = threads_self(jni); /* in the table, so that its samples are its */
    if (known) sampler_thread_ends(known);
    threads_release(jni, known);
    struct agent_thread *self = threads_end(jni);
    struct recording *recording = self ? door_enter() : NULL;
    if (recording) {
        threads_lock();
        recording_thread_end(recording, clock_now(), &self->about);
        threads_unlock();
        door_leave();
    }
    threads_release(jni, self);
}

/* ---- Collections: called within the pause, where neither JNI nor JVMTI may be used ----------- */

static int64_t collection_start;
static uint32_t collection_id;

static void JNICALL on_gc_start(jvmtiEnv *jvmti) {
    /* Allocates nothing. */
    collection_start = clock_now();
}

/* Of the JVM's own counters, for jstat. False: there is none (-XX:-UsePerfData), or it is "No GC".
 */
static bool read_counter(const char *name, char *text, size_t size) {
    static const int *is_there; /* asked for by the JVM's own thread alone */
    static const char *const *start;
    static const size_t *capacity;
    if (!start) {
        is_there = vmstructs_static("PerfMemory", "_initialized");
        start = vmstructs_static("PerfMemory", "_start");
        capacity = vmstructs_static("PerfMemory", "_capacity");
    }
    if (!is_there || !start || !capacity || !__atomic_load_n(is_there, __ATOMIC_ACQUIRE) || !*start)
        return false;
    size_t len;
    const char *found = hsperf_text(*start, *capacity, name, &len);
    if (found) snprintf(text, size, "%.*s", (int)len, found);
    return found && strcmp(text, "No GC") != 0;
}

/* Why the JVM collects, into text; NULL: it does not say. Some collectors have noted that as over
 * when this is asked. Where it once was not, the last one is that of an earlier pause: what has
 * none now (G1's pauses to remark and clean up) has none. */
static const char *collection_cause(char *text, size_t size) {
    static bool in_time;
    if (read_counter("sun.gc.cause", text, size)) {
        in_time = true;
        return text;
    }
    return !in_time && read_counter("sun.gc.lastCause", text, size) ? text : NULL;
}

static void JNICALL on_gc_finish(jvmtiEnv *jvmti) {
    SOFTLY();
    jvm_collected();
    struct recording *recording = door_enter();
    if (!recording) return;
    char cause[64];
    int64_t pause = clock_now() - collection_start; /* the JVM tells of what stops all threads */
    if (collection_start)
        recording_event(recording, RECORDING_GARBAGE_COLLECTION, collection_start, {pause},
                        {.thread = NULL}, {collection_id}, {.s = jvm_collector()},
                        {.s = collection_cause(cause, sizeof cause)}, {pause}, {pause});
    door_leave();
    collection_start = 0;
    collection_id++;
}

/* ---- The JVM --------------------------------------------------------------------------------- */

static void JNICALL on_vm_init(jvmtiEnv *jvmti, JNIEnv *jni, jthread thread) {
    SOFTLY();
    agent_vm_up(jni);
}

static void JNICALL on_vm_death(jvmtiEnv *jvmti, JNIEnv *jni) {
    SOFTLY_ANYWAY();
    agent_vm_down();
}

/* ---- Switches -------------------------------------------------------------------------------- */

bool events_prepare(bool live, char *error, size_t size) {
    static const jvmtiCapabilities wanted[] = {
        {.can_get_line_numbers = 1},
        {.can_generate_garbage_collection_events = 1},
        {.can_generate_compiled_method_load_events = 1},
        {.can_generate_monitor_events = 1},
        {.can_generate_sampled_object_alloc_events = 1},
        {.can_generate_native_method_bind_events = 1},
    };
    /* Each of its own: what a JVM or another agent does not leave us costs only what needs it. */
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) JVMTI(AddCapabilities, &wanted[i]);
    jvmtiEventCallbacks callbacks = {
        .VMInit = on_vm_init,
        .VMDeath = on_vm_death,
        .ThreadStart = on_thread_start,
        .ThreadEnd = on_thread_end,
        .ClassLoad = on_class_load,
        .ClassPrepare = on_class_prepare,
        .CompiledMethodLoad = on_compiled_load,
        .GarbageCollectionStart = on_gc_start,
        .GarbageCollectionFinish = on_gc_finish,
        .MonitorContendedEnter = lock_on_enter,
        .MonitorContendedEntered = lock_on_entered,
        .NativeMethodBind = lock_on_bind,
        .SampledObjectAlloc = alloc_on_sample,
        .ClassFileLoadHook = changes_on_class_file,
    };
    if (JVMTI(SetEventCallbacks, &callbacks, sizeof callbacks) != JVMTI_ERROR_NONE ||
        !jvm_listen(JVMTI_EVENT_VM_DEATH, true) || !jvm_listen(JVMTI_EVENT_CLASS_LOAD, true) ||
        !jvm_listen(JVMTI_EVENT_CLASS_PREPARE, true) ||
        (!live && !jvm_listen(JVMTI_EVENT_VM_INIT, true))) {
        snprintf(error, size, "this JVM does not let the agent see classes");
        return false;
    }
    jvm_listen(JVMTI_EVENT_COMPILED_METHOD_LOAD, true);
    jvm_listen(JVMTI_EVENT_GARBAGE_COLLECTION_START, true);
    jvm_listen(JVMTI_EVENT_GARBAGE_COLLECTION_FINISH, true);
    return true;
}
