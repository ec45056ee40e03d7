/* Rounds over the threads of the table: when the next one is due, at whom it goes on, and who has
 * slept since the last one. By the sampler. */
#pragma once

#include "agent/jvm/vmstructs.h"
#include "agent/sampling/sample.h"

struct rounds {
    int64_t last;    /* when the last one was due, ns */
    uint64_t serial; /* of the last thread that had its turn */
};

/* Whether one is due now; then the next is a period after this one was, not after it ended. One
 * that is late by a whole period is left out. period 0: none ever is. */
bool rounds_are_due(struct rounds *rounds, int64_t period, int64_t now);
/* How long until the next, ns; ENGINE_IDLE where none is. */
int64_t rounds_left(const struct rounds *rounds, int64_t period, int64_t now);

/* Whether the thread may be sampled at all. */
bool rounds_may_ask(const struct agent_thread *thread);

/* Called with the table locked, which it is again when this returns. True: that used up a slot. */
typedef bool rounds_visit(JNIEnv *jni, struct recording *recording, struct agent_thread *thread);
/* Visits threads in the wanted state (VM_STATE_UNKNOWN: any), from behind the one where the last
 * round ended, until the slots are used up or it has come around. */
void rounds_run(struct rounds *rounds, enum vm_state wanted, int64_t slots, rounds_visit *visit,
                JNIEnv *jni, struct recording *recording);

/* Writes the last sample again, if the thread has not run since; periods as in sample_write. */
bool rounds_write_again(struct recording *recording, struct agent_thread *thread, int64_t time,
                        const struct recording_periods *periods);
/* Whether it had no Java frame when it was last asked, and has slept since: nothing to tell of it.
 */
bool rounds_is_blank(struct agent_thread *thread);
/* After a walk of it: what the next one needs to know. stack: what was written, key 0: nothing. */
void rounds_note(struct agent_thread *thread, const struct stackwalk *walk,
                 const struct recording_thread *about, struct recording_stack_key stack,
                 const struct handshake_target *target);
