/* What counts as progress:
 *
 *   Class.method       entries of it
 *   Class.field        a static counter of the program, see counters.h
 *   event:app.Request  events of the program's own that it makes, recorded or not
 *   a pair of methods  spans from an entry of the first to the next of the second in that thread,
 *                      of which what all owe is no time: latency
 *   a pair of counters from what the first counts to what the second does, in any threads (flow.h)
 *
 * By the sampler's thread and those that start and stop it. */
#pragma once

#include "agent/sampling/engine.h"

#define PROGRESS_EVENT "event:"

struct progress_counts {
    int64_t reached; /* how often it was; a pair: spans that ended */
    int64_t spent;   /* ns in them */
    int64_t lone;    /* ends of no span */
};

/* Finds the point and wants its class changed (changes.h). owed: what all owe, as it is in memory
 * as long as the JVM lives. */
bool progress_open(JNIEnv *jni, const struct agent_options *options, int64_t *owed,
                   struct engine_failure *failure);
/* Once classes are changed. False: it cannot be counted. */
bool progress_begin(JNIEnv *jni, struct engine_failure *failure);
struct progress_counts progress_counts(JNIEnv *jni);
void progress_look(JNIEnv *jni); /* before each sample */
const char *progress_name(void);
void progress_close(JNIEnv *jni); /* NULL: the JVM ends */
