/* Allocation samples, and the stack of the calling thread for all modes that run in callbacks. */
#include "agent/engines/modes.h"

#include "agent/jvm/methods.h"
#include "agent/softly.h"
#include "base/mem.h"
#include "base/clock.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static _Atomic int64_t interval, stack_depth;

void modes_set_depth(int64_t depth) {
    atomic_store(&stack_depth, depth);
}

void modes_walk_stack(jthread thread, int64_t depth, struct modes_walk *walk) {
    if (depth <= 0) depth = atomic_load(&stack_depth);
    size_t room = (size_t)depth + 1; /* one more tells whether it was cut */
    jvmtiFrameInfo *infos = mem_alloc(room * sizeof *infos);
    jint count = 0;
    walk->frames = mem_alloc(room * sizeof *walk->frames);
    if ((*agent_jvmti)->GetStackTrace(agent_jvmti, thread, 0, (jint)room, infos, &count) !=
        JVMTI_ERROR_NONE)
        count = 0;
    walk->truncated = count > depth;
    walk->count = walk->truncated ? (jint)depth : count;
    for (jint i = 0; i < walk->count; i++) walk->frames[i] = modes_frame(&infos[i]);
    free(infos);
}

uint32_t modes_stack(JNIEnv *jni, jthread thread, int64_t depth, struct recording_frame **frames,
                     bool *truncated) {
    struct modes_walk walk;
    modes_walk_stack(thread, depth, &walk);
    *frames = mem_alloc((size_t)(walk.count + 1) * sizeof **frames);
    *truncated = walk.truncated;
    methods_frames(agent_jvmti, jni, walk.frames, walk.count, *frames);
    free(walk.frames);
    return (uint32_t)walk.count;
}

void alloc_start(int64_t bytes) {
    atomic_store(&interval, bytes);
    (*agent_jvmti)
        ->SetHeapSamplingInterval(agent_jvmti, (jint)(bytes > INT32_MAX ? INT32_MAX : bytes));
}

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

/* "Lcom/foo/Bar;" -> "com/foo/Bar"; "[I" stays. Malloc'ed. */
static char *class_name(jvmtiEnv *jvmti, jclass type) {
    char *signature = NULL;
    if ((*jvmti)->GetClassSignature(jvmti, type, &signature, NULL) != JVMTI_ERROR_NONE) return NULL;
    size_t len = strlen(signature);
    char *name = mem_copy_text(signature);
    if (len > 2 && name[0] == 'L') {
        memmove(name, name + 1, len - 2);
        name[len - 2] = 0;
    }
    (*jvmti)->Deallocate(jvmti, (unsigned char *)signature);
    return name;
}

void JNICALL alloc_on_sample(jvmtiEnv *jvmti, JNIEnv *jni, jthread thread, jobject object,
                             jclass type, jlong size) {
    SOFTLY();
    int64_t now = clock_now();
    struct recording *recording = door_enter();
    if (!recording) return;
    struct agent_thread *self = threads_self(jni);
    if (self && self->sampled) {
        struct modes_walk walk;
        char *name = class_name(jvmti, type);
        modes_walk_stack(thread, 0, &walk);
        struct recording_frame *frames = mem_alloc((size_t)(walk.count + 1) * sizeof *frames);
        struct recording_stack stack = {frames, (uint32_t)walk.count, walk.truncated};
        methods_begin();
        methods_frames(jvmti, jni, walk.frames, walk.count, frames);
        threads_lock();
        recording_allocation_sample(recording, now, &self->about, &stack, name, weight_of(size));
        bool live = live_wanted();
        struct recording_thread thread_now = {0};
        if (live) thread_now = live_thread(&self->about);
        threads_unlock();
        methods_end();
        if (live) live_add(jni, now, object, &thread_now, name, &walk, weight_of(size));
        free(walk.frames);
        free(frames);
        free(name);
    }
    threads_release(jni, self);
    door_leave();
}
