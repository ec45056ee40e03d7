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

/* The CPU time that the thread has used since its last sample in Java code, or since the recording
 * began, if its clock is now at cpu, ns: what a sample taken now stands for. */
int64_t sampler_cpu_since(struct agent_thread *thread, int64_t cpu);
/* Writes one sample: frames as stackwalk.count says, or a failure code. By the sampler and by
 * engines, not in signal handlers. wanted: Java, native; cpu_ns: the CPU time that one of Java
 * stands for; periods: NULL, or it is one of wall.
 * Returns the key of the stack, 0 if there was none to write. */
struct recording_stack_key sampler_write(JNIEnv *jni, struct recording *recording,
                                         const struct recording_thread *thread,
                                         const struct stackwalk *walk, int64_t time,
                                         enum vm_state wanted, enum recording_state state,
                                         int64_t cpu_ns, const struct recording_periods *periods);

#endif
