/* Which virtual thread a carrier runs, without JVMTI's support for them, which makes every mount
 * and unmount slower.
 *
 *   in the handler    JavaThread::_monitor_owner_id: Thread.threadId() of who is mounted (JDK 24)
 *   afterwards        JavaThread::_vthread --> a slot with the java.lang.Thread that is mounted
 * now; if it has that id, its name is read, and kept by id
 *
 * The slot is given to JNI as the global reference that it looks like. That this works is tried at
 * the start; if not, and under -Xcheck:jni, virtual threads have their ids and no names. Where the
 * JVM does not publish these fields, samples are the carrier's. */
#pragma once

#include "agent/jvm/layout.h"
#include "agent/jvm/threads.h"

/* By a platform thread, in the live phase. */
void virtual_open(JNIEnv *jni);
/* What to write of a sample of that carrier with current_id mounted (0: not known): the carrier
 * itself, or the virtual thread, until virtual_trim. By the sampler, with the table locked. */
const struct recording_thread *virtual_describe(JNIEnv *jni, const struct agent_thread *carrier,
                                                int64_t current_id);
/* Forgets names if there are too many; between two samples. */
void virtual_trim(void);

/* The virtual thread that the calling thread runs, a carrier: a local reference, and in out what it
 * is called, until virtual_forget. NULL: it runs none, or that is not known. */
jobject virtual_mounted(JNIEnv *jni, const struct agent_thread *carrier,
                        struct recording_thread *out);
void virtual_forget(struct recording_thread *thread);

/* Where frames of virtual threads are in the heap: what of the layout only Java's classes tell. */
void virtual_find_frames(JNIEnv *jni, struct layout *layout);
