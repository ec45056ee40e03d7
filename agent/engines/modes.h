/* Engines other than suspend, and modes beside the engine. Each says what it needs of events.c. */
#ifndef AGENT_ENGINES_MODES_H
#define AGENT_ENGINES_MODES_H

#include "agent/agent.h"
#include "agent/jvm/threads.h"
#include "agent/sampling/stackwalk.h"

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

/* ---- live.c: objects of allocation samples that are alive at the end ------------------------- */

struct modes_walk { /* a stack as ids, which keep nothing alive */
    struct framewalk_frame *frames;
    jint count;
    bool truncated;
};
void live_start(void);
/* Within a collection. */
void live_collected(void);
/* Whether live_add does anything. */
bool live_wanted(void);
/* A copy of the thread as it is now, for live_add, which takes it. */
struct recording_thread live_thread(const struct recording_thread *thread);
/* With no lock held. */
void live_add(JNIEnv *jni, int64_t time, jobject object, struct recording_thread *thread,
              const char *class_name, const struct modes_walk *walk, int64_t weight);
/* Writes those that are alive, as far as collections tell; collect: after one that is asked for
 * now. Forgets all of them; recording may be NULL. */
void live_finish(JNIEnv *jni, struct recording *recording, bool collect);

/* The calling thread's stack as JVMTI gives it (it is at a safepoint, so it always can), as frames
 * for the recording: between methods_begin and methods_end. Returns the count; frames (malloc'ed)
 * are the caller's. */
uint32_t modes_stack(JNIEnv *jni, jthread thread, int64_t depth, struct recording_frame **frames,
                     bool *truncated);
/* The first half of it; walk->frames is malloc'ed. */
void modes_walk_stack(jthread thread, int64_t depth, struct modes_walk *walk);
void modes_set_depth(int64_t depth);
/* A frame as JVMTI has it. */
static inline struct framewalk_frame modes_frame(const jvmtiFrameInfo *info) {
    return (struct framewalk_frame){.method = (uintptr_t)info->method,
                                    .bci = info->location < 0 ? -1 : (int32_t)info->location};
}

/* ---- cpu.c: a timer on each thread's CPU time -------------------------------------------------
 */

/* Takes the signal, so that threads can be given timers. False: error holds a sentence. */
bool cpu_start(const struct agent_options *options, char *error, size_t size, bool *taken);
/* No timer is left, and hardly a handler at work. */
void cpu_stop(void);
/* A thread gets its timer; any thread may say so. begins: it has hardly run yet. */
void cpu_add(struct agent_thread *thread, bool begins);
/* It ends, says itself, while it is in the table of threads. */
void cpu_remove(struct agent_thread *thread);
/* Whether the thread of that id has been added. */
bool cpu_knows(pid_t tid);
/* Writes what the handlers have left; by the sampler, or when it has stopped. Whether there was
 * anything. */
bool cpu_drain(JNIEnv *jni, struct recording *recording);

/* ---- others.c: threads that are none of Java's -------------------------------------------------
 */

void others_start(const struct agent_options *options);
/* Whether that thread is one of them. */
bool others_know(pid_t tid);
/* Writes the samples that are due; by the sampler. */
void others_poll(struct recording *recording, int64_t now);

/* ---- poll.c: GetAllStackTraces ------------------------------------------------------------------
 */

/* One look at all threads that can run; by the sampler. */
void poll_round(JNIEnv *jni, struct recording *recording, const struct agent_options *options);

#endif
