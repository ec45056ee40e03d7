/* One sample: a thread is stopped, captured and let go on, and its stack written; what is known of
 * one that sleeps, has no Java frame, or waits for a processor.
 *
 * By the sampler, and while it is stopped. */
#ifndef AGENT_SAMPLING_SAMPLE_H
#define AGENT_SAMPLING_SAMPLE_H

#include "agent/agent.h"
#include "agent/sampling/handshake.h"
#include "agent/sampling/stackwalk.h"
#include "agent/jvm/threads.h"

/* Room for stacks by these options, which must stay while samples are taken. */
void sample_open(const struct agent_options *wanted);
/* Sampling begins, or goes on after a pause: elapsed time is counted from here. */
void sample_begin(int64_t now);

/* Suspends the thread, captures it, lets it go on, all with the table locked so that it cannot end;
 * then writes the sample. The table is locked again when this returns. wanted: Java, native, or
 * UNKNOWN: of wall. True: the thread used up a slot. */
bool sample_take(JNIEnv *jni, struct recording *recording, struct handshake *shake,
                 struct agent_thread *thread, enum vm_state wanted);
/* The periods in which the thread waited for a processor: it was about to go on where it was seen
 * next, or, at the end of a recording, last; if it was never seen, that is said. */
void sample_write_waiting(struct recording *recording, struct agent_thread *thread,
                          const struct recording_thread *about, int64_t time);

/* The CPU time that the thread has used since its last sample in Java code, or since the recording
 * began, if its clock is now at cpu, ns: what a sample taken now stands for. */
int64_t sample_cpu_since(struct agent_thread *thread, int64_t cpu);
/* Writes one: frames as stackwalk.count says, or a failure code. By the sampler and by
 * engines, not in signal handlers. wanted: Java, native; cpu_ns: the CPU time that one of Java
 * stands for; periods: NULL, or it is one of wall.
 * Returns the key of the stack, 0 if there was none to write. */
struct recording_stack_key sample_write(JNIEnv *jni, struct recording *recording,
                                        const struct recording_thread *thread,
                                        const struct stackwalk *walk, int64_t time,
                                        enum vm_state wanted, enum recording_state state,
                                        int64_t cpu_ns, const struct recording_periods *periods);

#endif
