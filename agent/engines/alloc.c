/* engine alloc: allocations, one in about so many bytes, and which of these objects are still alive
 * when the recording ends: what leaks.
 *
 *   allocation sample --> kept, with a weak reference --collection--> gone, or --end--> written
 *
 * When there is no room, those that are gone make some; else every second one goes, and those that
 * stay stand for twice as much, as do those that come. */
#include "agent/engines/engines.h"

#include "agent/ground/softly.h"
#include "agent/jvm/jvm.h"
#include "agent/jvm/methods.h"
#include "agent/recording/recording.h"
#include "base/array.h"
#include "base/clock.h"
#include "base/mem.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* ---- Live objects ---------------------------------------------------------------------------- */

#define MOST 4096

struct kept {
    jweak object;
    int64_t time, weight;
    uint32_t collections; /* that there had been before */
    struct recording_thread thread;
    char *class_name;
    struct methods_stack stack;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static ARRAY(struct kept) all;
static uint64_t seen;
static _Atomic uint64_t ratio; /* one of so many is kept; 0: none, not asked for */
static uint32_t collections;   /* that there had been when it started */

static void forget(JNIEnv *jni, struct kept *kept) {
    (*jni)->DeleteWeakGlobalRef(jni, kept->object);
    recording_thread_free(&kept->thread);
    free(kept->class_name);
    free(kept->stack.frames);
}

static bool is_gone(JNIEnv *jni, const struct kept *kept) {
    return (*jni)->IsSameObject(jni, kept->object, NULL);
}

/* Those that are gone go, or every second one. */
static void drop(JNIEnv *jni, bool gone) {
    size_t left = 0;
    for (size_t i = 0; i < all.len; i++) {
        if (gone ? is_gone(jni, &all.items[i]) : i % 2) forget(jni, &all.items[i]);
        else all.items[left++] = all.items[i];
    }
    all.len = left;
}

static void make_room(JNIEnv *jni) {
    drop(jni, true);
    if (all.len <= MOST / 2) return;
    drop(jni, false);
    for (size_t i = 0; i < all.len; i++) all.items[i].weight *= 2;
    atomic_store(&ratio, 2 * atomic_load(&ratio));
}

/* With no lock held. True: the thread, a copy, is taken. */
static bool live_add(JNIEnv *jni, int64_t time, jobject object, struct recording_thread thread,
                     const char *class_name, const struct methods_stack *stack, int64_t weight) {
    if (!atomic_load(&ratio)) return false;
    softly_lock(&lock);
    bool wanted = !softly_failed() && ratio && seen++ % ratio == 0;
    if (wanted && all.len >= MOST) make_room(jni);
    jweak weak = wanted ? (*jni)->NewWeakGlobalRef(jni, object) : NULL;
    if (weak) {
        struct kept kept = {weak,
                            time,
                            weight * (int64_t)ratio,
                            atomic_load(&jvm_collections),
                            thread,
                            class_name ? mem_copy_text(class_name) : NULL,
                            *stack};
        size_t bytes = (size_t)stack->count * sizeof *stack->frames;
        kept.stack.frames = mem_alloc(bytes + 1);
        memcpy(kept.stack.frames, stack->frames, bytes);
        array_push(&all, kept);
    } else if (wanted) {
        (*jni)->ExceptionClear(jni);
    }
    softly_unlock(&lock);
    return weak != NULL;
}

static void write_object(JNIEnv *jni, struct recording *recording, const struct kept *kept,
                         int64_t now) {
    struct recording_stack stack = methods_describe_stack(jni, &kept->stack);
    recording_event(recording, RECORDING_LIVE_OBJECT, now, {.thread = &kept->thread},
                    {.stack = &stack}, {.s = kept->class_name}, {kept->weight}, {kept->time});
    methods_forget_stack(&stack);
}

/* Writes those that are alive, as far as collections tell; collect: after one that is asked for
 * now. Forgets all of them; recording may be NULL. */
static void live_finish(JNIEnv *jni, struct recording *recording, bool collect) {
    if (collect) (*jvm_ti)->ForceGarbageCollection(jvm_ti);
    softly_lock(&lock);
    struct kept *objects = all.items;
    size_t count = softly_failed() ? 0 : all.len;
    memset(&all, 0, sizeof all);
    atomic_store(&ratio, 0);
    softly_unlock(&lock);
    uint32_t now = atomic_load(&jvm_collections);
    for (size_t i = 0; i < count; i++) {
        struct kept *kept = &objects[i];
        /* Nobody knows of those that came after the last collection. */
        bool old = now == collections || kept->collections < now;
        if (old && recording && !is_gone(jni, kept))
            write_object(jni, recording, kept, clock_now());
        forget(jni, kept);
    }
    free(objects);
}

/* ---- Samples --------------------------------------------------------------------------------- */

static _Atomic int64_t interval;
static int live; /* option live of the recording that is on */

/* The JVM takes each byte with probability 1/interval, so an object of this size is seen with
 * probability 1 - exp(-size/interval), and stands for size divided by that. */
static int64_t weight_of(int64_t size) {
    double mean = (double)atomic_load(&interval), x = (double)size / mean;
    if (x > 30) return size;
    if (x < 0.01) return (int64_t)(mean * (1 + x / 2 + x * x / 12));
    double y = x / 1024, e = 1 - y + y * y / 2 - y * y * y / 6; /* exp(-y) */
    for (int i = 0; i < 10; i++) e *= e;
    return (int64_t)((double)size / (1 - e));
}

void JNICALL alloc_on_sample(jvmtiEnv *jvmti, JNIEnv *jni, jthread thread, jobject object,
                             jclass type, jlong size) {
    SOFTLY();
    int64_t now = clock_now(), weight = weight_of(size);
    struct recording *recording = door_enter();
    if (!recording) return;
    struct agent_thread *self = threads_self(jni);
    if (self && self->sampled) {
        char *name = jvm_class_name(type);
        struct methods_stack taken = methods_take_stack(thread);
        struct recording_stack stack = methods_describe_stack(jni, &taken);
        threads_lock();
        struct recording_thread about = recording_thread_copy(&self->about);
        threads_unlock();
        recording_event(recording, RECORDING_ALLOCATION_SAMPLE, now, {.thread = &about},
                        {.stack = &stack}, {.s = name}, {weight});
        methods_forget_stack(&stack);
        if (!live_add(jni, now, object, about, name, &taken, weight)) recording_thread_free(&about);
        mem_free(taken.frames, name);
    }
    threads_release(jni, self);
    door_leave();
}

static bool start(JNIEnv *jni, const struct agent_options *wanted, struct engine_failure *failure) {
    if (wanted->alloc_bytes <= 0) return false;
    int64_t bytes = wanted->alloc_bytes;
    live = wanted->live;
    seen = 0;
    collections = atomic_load(&jvm_collections);
    if (live) atomic_store(&ratio, 1);
    atomic_store(&interval, bytes);
    JVMTI(SetHeapSamplingInterval, (jint)(bytes > INT32_MAX ? INT32_MAX : bytes));
    jvm_listen(JVMTI_EVENT_SAMPLED_OBJECT_ALLOC, true);
    return true;
}

static void stop(JNIEnv *jni, struct recording *recording) {
    jvm_listen(JVMTI_EVENT_SAMPLED_OBJECT_ALLOC, false);
    /* At the JVM's end its collector may be gone: one that is asked then would never answer. */
    if (live) live_finish(jni, recording, live > 1 && !jvm_ends);
}

const struct engine engine_alloc = {"alloc", ENGINE_BY_ITSELF, start, NULL, NULL, NULL, stop};
