#include "agent/jvm/jvmstack.h"

#include "agent/jvm/jvm.h"
#include "agent/jvm/methods.h"
#include "base/mem.h"

#include <stdatomic.h>
#include <stdlib.h>

static _Atomic int64_t most;

void jvmstack_set_depth(int64_t depth) {
    atomic_store(&most, depth);
}

struct framewalk_frame *jvmstack_copy(const jvmtiFrameInfo *infos, jint count) {
    struct framewalk_frame *frames = mem_alloc((size_t)(count + 1) * sizeof *frames);
    for (jint i = 0; i < count; i++)
        frames[i] = (struct framewalk_frame){
            .method = (uintptr_t)infos[i].method,
            .bci = infos[i].location < 0 ? -1 : (int32_t)infos[i].location};
    return frames;
}

struct jvmstack jvmstack_take(jthread thread) {
    jint depth = (jint)atomic_load(&most), count = 0;
    jvmtiFrameInfo *infos = mem_alloc(((size_t)depth + 1) * sizeof *infos); /* one more tells */
    if (JVMTI(GetStackTrace, thread, 0, depth + 1, infos, &count) != JVMTI_ERROR_NONE) count = 0;
    struct jvmstack stack = {.truncated = count > depth, .count = count > depth ? depth : count};
    stack.frames = jvmstack_copy(infos, stack.count);
    free(infos);
    return stack;
}

struct recording_stack jvmstack_describe(JNIEnv *jni, const struct jvmstack *stack) {
    struct recording_frame *frames = mem_alloc((size_t)(stack->count + 1) * sizeof *frames);
    methods_frames(jni, stack->frames, stack->count, frames);
    return (struct recording_stack){frames, (uint32_t)stack->count, stack->truncated};
}
