/* What the parts of the agent share. One process, one JVM, one agent: its state is static in the
 * files that own it.
 *
 *   agent.c    entry points, start and stop      door.c     who may use the recording, until when
 *   events.c   JVMTI callbacks                   sampler.c  when, and which threads
 *   about.c    what JVM this is, settings        watch.c    whether whoever started it is there
 *   report.c   what there is so far
 *   lock.c, alloc.c, cpu.c, others.c, poll.c: modes, engines
 */
#ifndef AGENT_AGENT_H
#define AGENT_AGENT_H

#include "agent/options.h"
#include "agent/recording/recording.h"
#include "base/text.h"

#include <jvmti.h>
#include <stdbool.h>

extern jvmtiEnv *agent_jvmti;

/* Who uses the recording goes through the door; whoever closes it waits until nobody is inside.
 * NULL: there is none (and door_leave must not be called). Not in signal handlers. */
struct recording *door_enter(void);
void door_leave(void);
/* Opens the door to a recording. */
void door_open(struct recording *recording);
/* Closes the door, waits for those inside, and hands the recording back; NULL if there was none. */
struct recording *door_close(void);

/* Capabilities and callbacks. In OnLoad (live false) everything that will be needed is asked for;
 * false: error holds a sentence. */
bool events_prepare(jvmtiEnv *jvmti, bool live, char *error, size_t size);
/* Switches the events that these options need. Live phase. */
void events_enable(const struct agent_options *options);
void events_disable(void);
/* watch.c: whether whoever started the recording is still there, by the lock on a file (NULL: not
 * watched). Started and stopped while nothing is sampled; asked by the sampler, looks once a
 * second. */
void watch_start(const char *path, int64_t now);
bool watch_is_over(int64_t now);
void watch_stop(void);

/* The same for the handler of our signal, which anybody in the process can replace: true as soon as
 * a look, once a second, finds another one. */
bool watch_signal_is_lost(const struct agent_options *options, int64_t now);
/* Whether the handler is ours, now. */
bool watch_signal_is_ours(int signo);

/* Whether code may be compiled already that has debug information at safepoints only: the agent
 * came to a running JVM, which was not told to keep more (-XX:+DebugNonSafepoints). */
bool agent_is_late(void);

/* VMInit has been: the JVM is up. Called once, by events.c. */
void agent_vm_up(JNIEnv *jni);
/* The JVM ends: writes the recording. */
void agent_vm_down(void);

/* Writes what the recording is about into it: JVM, system properties, settings. */
void about_write(jvmtiEnv *jvmti, JNIEnv *jni, struct recording *recording,
                 const struct agent_options *options);
/* "suspend", ...: what takes the samples. */
const char *about_engine(const struct agent_options *options);
/* report.c: what there is so far, for option status: lines of a name and a number or text, in the
 * words of protocol.h. */
void report_add(struct text *out, struct recording *recording, const struct agent_options *options);
/* "G1", "Parallel", ... from the JVM's flags; NULL if not known. */
const char *about_collector(void);

#endif
