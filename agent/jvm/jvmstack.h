/* Stacks as JVMTI gives them: of the calling thread, which is at a safepoint, so it always can. As
 * ids of methods, which keep nothing alive. */
#pragma once

#include "agent/jvm/framewalk.h"
#include "agent/recording/recording.h"

#include <jvmti.h>

struct jvmstack {
    struct framewalk_frame *frames; /* malloc'ed; the caller frees them */
    jint count;
    bool truncated;
};

/* How many frames are taken at most. */
void jvmstack_set_depth(int64_t depth);
struct jvmstack jvmstack_take(jthread thread);
/* So many frames of JVMTI's, malloc'ed. */
struct framewalk_frame *jvmstack_copy(const jvmtiFrameInfo *infos, jint count);
/* Its frames for the recording, malloc'ed; between methods_begin and methods_end. */
struct recording_stack jvmstack_describe(JNIEnv *jni, const struct jvmstack *stack);
