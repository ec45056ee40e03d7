/* What an engine is: a way to take samples, or to write down what threads do.
 *
 *   agent --sampler_start-> start          the sampler's thread --turn--> recording
 *   a thread begins, ends-> thread_is_there, thread_ends
 *   agent --sampler_stop--> stop: nothing of it goes on afterwards; the last things are written
 *
 * A new one is a file with a struct engine, and a row in engines/engines.h. All functions but start
 * may be NULL. Options stay until stop. */
#pragma once

#include "agent/ground/options.h"
#include "agent/jvm/threads.h"

#include <jvmti.h>

struct engine_failure {
    char sentence[300]; /* without a final full stop */
    bool signal_taken;  /* someone else has the option's signal */
};

struct engine {
    const char *name;
    /* By the option's signal, which others can take: it is started again by another. */
    enum { ENGINE_BY_ITSELF, ENGINE_BY_SIGNAL } means;
    /* By a thread of Java, while nothing is sampled. False: it cannot, failure says why; or without
     * a word: the options do not want it. */
    bool (*start)(JNIEnv *jni, const struct agent_options *options, struct engine_failure *failure);
    /* Does what is due; returns in how many ns something is due again. By the sampler's thread. */
    int64_t (*turn)(JNIEnv *jni, struct recording *recording, int64_t now);
    /* A thread is in the table (begins: it has hardly run). Said more than once of some. Any
     * thread, also while the engine is not started. */
    void (*thread_is_there)(struct agent_thread *thread, bool begins);
    /* The calling thread ends, and is in the table still. Also while the engine is not started. */
    void (*thread_ends)(struct agent_thread *thread);
    /* No turn is under way or will be. jni, recording: NULL: there is none any more. */
    void (*stop)(JNIEnv *jni, struct recording *recording);
};

#define ENGINE_IDLE (NS_PER_S / 10) /* what turn returns when nothing is due */
