#include "agent/engines/live.h"

#include "agent/ground/softly.h"
#include "agent/jvm/jvm.h"
#include "agent/jvm/methods.h"
#include "base/array.h"
#include "base/clock.h"
#include "base/mem.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#define MOST 4096

struct kept {
    jweak object;
    int64_t time, weight;
    uint32_t collections; /* that there had been before */
    struct recording_thread thread;
    char *class_name;
    struct jvmstack stack;
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

void live_start(void) {
    softly_lock(&lock);
    seen = 0;
    ratio = 1;
    collections = jvm_collections();
    softly_unlock(&lock);
}

bool live_wanted(void) {
    return atomic_load(&ratio) > 0;
}

static void make_room(JNIEnv *jni) {
    size_t left = 0;
    for (size_t i = 0; i < all.len; i++) {
        if (is_gone(jni, &all.items[i])) forget(jni, &all.items[i]);
        else all.items[left++] = all.items[i];
    }
    all.len = left;
    if (left <= MOST / 2) return;
    left = 0;
    for (size_t i = 0; i < all.len; i++) {
        if (i % 2) {
            forget(jni, &all.items[i]);
            continue;
        }
        all.items[i].weight *= 2;
        all.items[left++] = all.items[i];
    }
    all.len = left;
    atomic_store(&ratio, 2 * atomic_load(&ratio));
}

void live_add(JNIEnv *jni, int64_t time, jobject object, struct recording_thread *thread,
              const char *class_name, const struct jvmstack *stack, int64_t weight) {
    softly_lock(&lock);
    if (softly_failed() || !ratio || seen++ % ratio != 0) {
        softly_unlock(&lock);
        recording_thread_free(thread);
        return;
    }
    if (all.len >= MOST) make_room(jni);
    jweak weak = (*jni)->NewWeakGlobalRef(jni, object);
    if (weak) {
        struct kept kept = {
            .object = weak,
            .time = time,
            .weight = weight * (int64_t)ratio,
            .collections = jvm_collections(),
            .thread = *thread,
            .class_name = class_name ? mem_copy_text(class_name) : NULL,
            .stack = *stack,
        };
        size_t bytes = (size_t)stack->count * sizeof *stack->frames;
        kept.stack.frames = mem_alloc(bytes + 1);
        memcpy(kept.stack.frames, stack->frames, bytes);
        array_push(&all, kept);
    } else {
        (*jni)->ExceptionClear(jni);
        recording_thread_free(thread);
    }
    softly_unlock(&lock);
}

static void write_object(JNIEnv *jni, struct recording *recording, const struct kept *kept,
                         int64_t now) {
    methods_begin();
    struct recording_stack stack = jvmstack_describe(jni, &kept->stack);
    recording_event(recording, RECORDING_LIVE_OBJECT, now, {.thread = &kept->thread},
                    {.stack = &stack}, {.s = kept->class_name}, {kept->weight}, {kept->time});
    methods_end();
    free((void *)(uintptr_t)stack.frames);
}

void live_finish(JNIEnv *jni, struct recording *recording, bool collect) {
    if (collect) (*jvm_ti)->ForceGarbageCollection(jvm_ti);
    softly_lock(&lock);
    struct kept *objects = all.items;
    size_t count = softly_failed() ? 0 : all.len;
    memset(&all, 0, sizeof all);
    atomic_store(&ratio, 0);
    softly_unlock(&lock);
    uint32_t now = jvm_collections();
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
