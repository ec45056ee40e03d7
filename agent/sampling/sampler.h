/* When, and whom: the sampling loop, on a thread of its own that is never sampled.
 *
 *   enrolled?  --no--> sleeps on the semaphore, costs nothing; both clocks start afresh afterwards
 *      | yes
 *   next = interval + (last - now), for Java and for native rounds (and for wall ticks)
 *   sleeps the smaller, runs what is due:
 *      round: threads in the wanted state, from behind where the last round of its kind ended,
 *             until it has its number or has come round; those in Java code all at once
 *             (javaround.h)
 */
#ifndef AGENT_SAMPLING_SAMPLER_H
#define AGENT_SAMPLING_SAMPLER_H

#include "agent/agent.h"
#include "agent/sampling/stackwalk.h"
#include "agent/jvm/threads.h"

/* Makes the sampler's thread, once, in the live phase. False: the JVM refuses. */
bool sampler_create(jvmtiEnv *jvmti, JNIEnv *jni);
/* Enrols: sampling by these options begins; they must stay until sampler_stop. False: error holds a
 * sentence; *taken says whether it is the signal that someone else has. */
bool sampler_start(const struct agent_options *options, char *error, size_t size, bool *taken);
/* Sampling ends; no round is under way any more when this returns. jni: of the calling thread, or
 * NULL. */
void sampler_stop(JNIEnv *jni);
/* The JVM ends: the sampler's thread goes, because the JVM waits up to 0.3 s at its exit for
 * threads that are in native code, even asleep. Returns when it has gone, or after 50 ms. Holding
 * no lock. */
void sampler_quit(void);
/* Called by the sampler when the recording's duration is over, or memory ran out. */
void agent_time_is_up(void);

#endif
