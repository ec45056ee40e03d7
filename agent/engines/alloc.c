#include "agent/engines/alloc.h"

#include "agent/engines/engines.h"
#include "agent/engines/live.h"
#include "agent/ground/softly.h"
#include "agent/jvm/jvm.h"
#include "agent/jvm/methods.h"
#include "agent/recording/door.h"
#include "base/clock.h"

#include <stdatomic.h>
#include <stdlib.h>

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
        struct jvmstack taken = jvmstack_take(thread);
        methods_begin();
        struct recording_stack stack = jvmstack_describe(jni, &taken);
        threads_lock();
        recording_event(recording, RECORDING_ALLOCATION_SAMPLE, now, {.thread = &self->about},
                        {.stack = &stack}, {.s = name}, {weight});
        bool keep = live_wanted();
        struct recording_thread about = {0};
        if (keep) about = recording_thread_copy(&self->about);
        threads_unlock();
        methods_end();
        if (keep) live_add(jni, now, object, &about, name, &taken, weight);
        free((void *)(uintptr_t)stack.frames);
        free(taken.frames);
        free(name);
    }
    threads_release(jni, self);
    door_leave();
}

static bool is_wanted(const struct agent_options *options) {
    return options->alloc_bytes > 0;
}

static bool start(JNIEnv *jni, const struct agent_options *options,
                  struct engine_failure *failure) {
    int64_t bytes = options->alloc_bytes;
    live = options->live;
    if (live) live_start();
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

const struct engine engine_alloc = {
    .name = "alloc", .is_wanted = is_wanted, .start = start, .stop = stop};
