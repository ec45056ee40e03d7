/* One sample: what was captured of a thread becomes an event. By the sampler. */
#pragma once

#include "agent/jvm/threads.h"
#include "agent/sampling/engine.h"
#include "agent/sampling/handshake.h"
#include "agent/sampling/stackwalk.h"

/* The handshake of the engines that stop threads. Its places: */
#define SAMPLE_PLACES 32 /* so many for who waits for the answers; the rest are wall's */
extern struct handshake sample_shake;

/* Room for stacks by these options, which must stay while samples are taken. */
void sample_open(const struct agent_options *wanted);
/* Takes the signal for a handler of an engine's own, or NULL, the handshake; again does no harm.
 * False: failure says why. */
bool sample_takes(const struct agent_options *options, handshake_handler *handler,
                  struct engine_failure *failure);

/* Counts a thread that could not be asked, or did not answer. False. */
bool sample_missed(enum handshake_result result);

/* Where a thread's counting begins in its first period: at a chance point, 1 to period. Else none
 * that lives for less would have a sample. */
int64_t sample_chance(uint64_t serial, int64_t period);

/* An engine's thread_is_there: from here on its samples stand for its CPU time. */
void sample_cpu_from(struct agent_thread *thread, bool begins);
/* The CPU time since its last sample, or since then, if its clock is now at cpu, ns. */
int64_t sample_cpu_since(struct agent_thread *thread, int64_t cpu);

/* Writes one. native: of native code; cpu_ns: the CPU time that one of Java stands for; periods:
 * NULL, or it is one of wall. Returns the key of the stack, 0 if there was none to write. */
struct recording_stack_key sample_write(JNIEnv *jni, struct recording *recording,
                                        const struct recording_thread *thread,
                                        const struct stackwalk *walk, int64_t time, bool native,
                                        int64_t cpu_ns, const struct recording_periods *periods);
