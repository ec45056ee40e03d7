/* Threads that sleep.
 *
 * A thread that has not run since its last sample is where it was, so that sample is written again
 * and the thread left in peace: nothing wakes it, and no system call of it is interrupted.
 *
 * Its CPU clock tells, but the last sample itself made it run: up to SLEEPERS_NS to go to sleep
 * again, where it was. That this is what it does it must have shown once: two samples in a row with
 * the same stack, and no more CPU time between them than it takes to go to sleep and to be woken.
 *
 * By the sampler. */
#pragma once

#include "agent/sampling/sample.h"

/* Writes the last sample again, if the thread has not run since; periods as in sample_write. */
bool sleepers_write(struct recording *recording, struct agent_thread *thread, int64_t time,
                    const struct recording_periods *periods);
/* Whether it had no Java frame when it was last asked (threads of other agents and of the JVM), and
 * has slept since: there is nothing to tell of it. */
bool sleepers_are_blank(struct agent_thread *thread);
/* After a sample of it, or a walk of it that failed: what the next one needs to know. stack: what
 * was written, key 0: nothing. */
void sleepers_note(struct agent_thread *thread, const struct stackwalk *walk,
                   const struct recording_thread *about, struct recording_stack_key stack,
                   const struct handshake_target *target);
