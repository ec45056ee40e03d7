#include "agent/sampling/rounds.h"

#include "agent/ground/running.h"
#include "agent/ground/softly.h"
#include "agent/sampling/sample.h"

#define LOOKS_LATER 20 /* threads */

bool rounds_are_due(struct rounds *rounds, int64_t period, int64_t now) {
    if (now - rounds->last < period) return false;
    rounds->last += period;
    if (now - rounds->last >= period) rounds->last = now;
    return true;
}

int64_t rounds_left(const struct rounds *rounds, int64_t period, int64_t now) {
    return rounds->last + period - now;
}

bool rounds_may_ask(const struct agent_thread *thread) {
    return thread->sampled && thread->tid && thread->env && !thread->asked;
}

static bool is_in(const struct agent_thread *thread, enum vm_state wanted) {
    if (!rounds_may_ask(thread)) return false;
    if (wanted == VM_STATE_UNKNOWN) return true;
    enum vm_state state = vmstructs_state(thread->java_thread);
    return state == wanted || state == VM_STATE_UNKNOWN;
}

/* Where all processors are taken it takes long to wake a thread, and to look for its answer is in
 * vain; whether that is so is tried again after some time. */
static bool visit_one(struct rounds *rounds, rounds_visit *visit, JNIEnv *jni,
                      struct recording *recording, struct agent_thread *thread) {
    bool look = running_beside() > 0 && rounds->in_vain-- <= 0;
    rounds->serial = thread->serial;
    sample_shake.look_ns = look ? HANDSHAKE_LOOK_NS : 0;
    sample_shake.slept = false;
    bool used = visit(jni, recording, thread);
    if (look) rounds->in_vain = sample_shake.slept ? LOOKS_LATER : 0;
    return used;
}

void rounds_run(struct rounds *rounds, enum vm_state wanted, int64_t slots, rounds_visit *visit,
                JNIEnv *jni, struct recording *recording) {
    threads_lock();
    /* As many looks as there are threads now: that is once around, come and go who will. */
    size_t position = threads_behind(rounds->serial), looks = threads_count();
    for (; slots > 0 && looks > 0 && threads_count() > 0 && !softly_failed(); looks--) {
        if (position >= threads_count()) position = 0;
        struct agent_thread *thread = threads_at(position++);
        if (!is_in(thread, wanted)) continue;
        if (visit_one(rounds, visit, jni, recording, thread)) slots--;
        position = threads_behind(rounds->serial); /* the table was unlocked in between */
    }
    threads_unlock();
}
