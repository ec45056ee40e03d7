/* Method names, without ever using the id of a method that may be gone.
 *
 *   ClassPrepare --> class {weak reference}  <--------+
 *                    method ids of the class ---------+   map: id -> class
 *   a sample's id -> class -> a strong reference? -- yes --> names, line table (kept)
 *                                                 -- no  --> [unloaded]
 *
 * A jmethodID whose class was unloaded can bring the JVM down when JVMTI is asked about it, so that
 * is done only while we hold a reference to the class. Asking for all ids in ClassPrepare also
 * makes them exist. A class that was redefined counts that itself: its names are read again.
 * Classes that were unloaded are forgotten after the next collection. */
#pragma once

#include "agent/recording/recording.h"
#include "agent/jvm/framewalk.h"

#include <jvmti.h>

/* Before anything else, in the live phase. */
void methods_open(JNIEnv *jni);
/* ClassPrepare: takes down the class and its methods. Any thread. */
void methods_add_class(JNIEnv *jni, jclass type);
/* All classes that are loaded by now. */
void methods_add_loaded(JNIEnv *jni);
/* Forgets classes that are gone, if there was a collection. By the sampler. */
void methods_prune(JNIEnv *jni);

/* Translates frames, whose methods are ids, top first. out has room for count frames. Between
 * methods_begin and methods_end, within which the result is valid. */
void methods_begin(void);
void methods_frames(JNIEnv *jni, const struct framewalk_frame *frames, int count,
                    struct recording_frame *out);
void methods_end(void);

/* Stacks as JVMTI gives them: of the calling thread, which is at a safepoint, so it always can. As
 * ids of methods, which keep nothing alive. */
struct methods_stack {
    struct framewalk_frame *frames; /* malloc'ed; the caller frees them */
    jint count;
    bool truncated;
};

/* How many frames are taken at most. */
void methods_set_depth(int64_t depth);
struct methods_stack methods_take_stack(jthread thread);
/* So many frames of JVMTI's, malloc'ed. */
struct framewalk_frame *methods_copy_stack(const jvmtiFrameInfo *given, jint count);
/* Its frames for the recording, until methods_forget_stack: within methods_begin and _end. */
struct recording_stack methods_describe_stack(JNIEnv *jni, const struct methods_stack *stack);
void methods_forget_stack(struct recording_stack *described);
