/* The table of engines, in the order in which they have their turns. */
#pragma once

#include "agent/sampling/engine.h"

/* What takes the samples of running threads: one of these by option engine. */
extern const struct engine engine_cpu;     /* timers on the CPU time of each thread */
extern const struct engine engine_suspend; /* looks at states, stops threads one after the other */
extern const struct engine engine_jvmti;   /* GetAllStackTraces, at safepoints */
/* What goes on beside it. */
extern const struct engine engine_others; /* beside cpu: threads that are none of Java's */
extern const struct engine engine_wall;   /* all threads, running or not */
extern const struct engine engine_lock;   /* waits for monitors and locks */
extern const struct engine engine_alloc;  /* allocations, and what of them is alive at the end */

/* JVMTI's callbacks of alloc and lock. */
void JNICALL alloc_on_sample(jvmtiEnv *jvmti, JNIEnv *jni, jthread thread, jobject object,
                             jclass type, jlong size);
void JNICALL lock_on_enter(jvmtiEnv *jvmti, JNIEnv *jni, jthread thread, jobject object);
void JNICALL lock_on_entered(jvmtiEnv *jvmti, JNIEnv *jni, jthread thread, jobject object);
void JNICALL lock_on_bind(jvmtiEnv *jvmti, JNIEnv *jni, jthread thread, jmethodID method,
                          void *address, void **replacement);

/* Whether cpu samples that thread, as one of Java's, or did; and whether others does, or it has been
 * charged enough: if not, so many ns are written of it, to be taken off when it is met. */
bool cpu_knows(pid_t tid, bool or_did);
bool others_know(pid_t tid, int64_t ns);

/* Those of the option engine by its number; NULL ends it. */
extern const struct engine *const engines[];
