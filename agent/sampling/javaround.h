/* A round over the threads in Java code: signal first, look afterwards.
 *
 *   states read | signals sent | awake 50 us: | asleep, 2 ms at most: | the rest is
 *   of all      | to all in    | who has a    | who is owed a sample  | cancelled
 *   threads     | Java code    | processor    | and gets one          |
 *
 * A thread stays in Java code for some 10 us between two system calls. Whatever is looked at
 * between its state and the signal makes samples of short stays rare, so nothing is: all that were
 * in Java code are asked, up to HANDSHAKE_MOST at a time, and the kernel says who has a processor:
 * these answer within some 10 us. Who has left Java code by then is taken with its last frames in
 * there.
 *
 * The sampler itself has displaced one thread when it woke up, and on a busy machine others wait
 * for a processor. They were interrupted somewhere in their Java code, as good a place as any; but
 * if all of them were taken that get a processor within 2 ms, those that often wait would have too
 * many samples. So each thread is owed one sample per interval of its CPU time (struct
 * agent_thread, due_cpu), and only those who are owed one are waited for.
 *
 * A thread that reads and writes, or that hands work over to others, spends much of its CPU time in
 * C, the kernel and the JVM, and is seldom seen in Java code: it mixes. If it is owed a sample, has
 * run since the last look, and has a processor now (its CPU clock goes on while it is looked at),
 * it is asked as well, and taken wherever the signal finds it: so it has as many samples as its CPU
 * time promises. That it waits, as the JVM sees it, does not say that it sleeps: to fall asleep, to
 * wake up and to wake others takes it time as well.
 * Where it has no processor, it may have been woken in a system call, and wait there, where it
 * spends no CPU time, or it was interrupted. So one that mixes is taken with a processor, in Java
 * code and elsewhere, and without one only if it has not slept since it was last looked at; and
 * only if it is owed a sample, wherever it is, else it would have too many in Java code. The one
 * that the sampler has displaced is mostly missed then, every other one with two processors: while
 * threads that mix are owed samples there are up to four times as many rounds, and if it is always
 * the same the sampler moves to another processor.
 */
#ifndef AGENT_SAMPLING_JAVAROUND_H
#define AGENT_SAMPLING_JAVAROUND_H

#include "agent/options.h"
#include "agent/sampling/handshake.h"

#include <jni.h>

struct recording;

/* The first half, with the table of threads locked: asks those in Java code, and those that run
 * elsewhere and are owed a sample; states are those of all threads in the table, read just now. */
void javaround_ask(struct handshake *shake, const uint8_t *states, int64_t interval);
/* The second half, the table still locked since: takes the answers. Unlocks the table, and writes
 * the samples: at most options->java_threads of them. Whether a round is wanted soon. */
bool javaround_finish(JNIEnv *jni, struct recording *recording, struct handshake *shake,
                      const struct agent_options *options);

#endif
