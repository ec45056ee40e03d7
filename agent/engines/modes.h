/* Engines other than suspend, and modes beside the engine. Each says what it needs of events.c. */
#ifndef AGENT_ENGINES_MODES_H
#define AGENT_ENGINES_MODES_H

#include "agent/agent.h"
#include "agent/jvm/threads.h"

/* ---- lock.c: waits for monitors and for java.util.concurrent locks --------------------------- */

/* least: ns; waits of at least that are recorded. */
void lock_start(JNIEnv *jni, int64_t least);
void lock_stop(void);
void JNICALL lock_on_enter(jvmtiEnv *jvmti, JNIEnv *jni, jthread thread, jobject object);
void JNICALL lock_on_entered(jvmtiEnv *jvmti, JNIEnv *jni, jthread thread, jobject object);
void JNICALL lock_on_bind(jvmtiEnv *jvmti, JNIEnv *jni, jthread thread, jmethodID method,
                          void *address, void **replacement);

/* ---- alloc.c: one allocation in about so many bytes ------------------------------------------ */

/* Sets the JVM's interval, bytes. */
void alloc_start(int64_t bytes);
void JNICALL alloc_on_sample(jvmtiEnv *jvmti, JNIEnv *jni, jthread thread, jobject object,
                             jclass type, jlong size);

/* The calling thread's stack as JVMTI gives it (it is at a safepoint, so it always can), as frames
 * for the recording: between methods_begin and methods_end. Returns the count; frames (malloc'ed)
 * are the caller's. */
uint32_t modes_stack(JNIEnv *jni, jthread thread, int64_t depth, struct recording_frame **frames,
                     bool *truncated);
void modes_set_depth(int64_t depth);

/* ---- itimer.c: a timer on each thread's CPU time ----------------------------------------------
 */

/* Takes the signal and gives each thread in the table a timer. False: error holds a sentence. */
bool itimer_start(const struct agent_options *options, char *error, size_t size, bool *taken);
void itimer_stop(void);
/* A thread began (any thread may say so), or ends (itself). */
void itimer_add(struct agent_thread *thread);
void itimer_remove(struct agent_thread *thread);
/* Writes what the handlers have left; by the sampler. */
void itimer_drain(JNIEnv *jni, struct recording *recording);

/* ---- poll.c: GetAllStackTraces ------------------------------------------------------------------
 */

/* One look at all threads that can run; by the sampler. */
void poll_round(JNIEnv *jni, struct recording *recording, const struct agent_options *options);

#endif
