#include "agent/sampling/rounds.h"

#include "agent/ground/softly.h"

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

void rounds_run(struct rounds *rounds, enum vm_state wanted, int64_t slots, rounds_visit *visit,
                JNIEnv *jni, struct recording *recording) {
    threads_lock();
    /* As many looks as there are threads now: that is once around, come and go who will. */
    size_t position = threads_behind(rounds->serial), looks = threads_count();
    for (; slots > 0 && looks > 0 && threads_count() > 0 && !softly_failed(); looks--) {
        if (position >= threads_count()) position = 0;
        struct agent_thread *thread = threads_at(position++);
        if (!is_in(thread, wanted)) continue;
        rounds->serial = thread->serial;
        if (visit(jni, recording, thread)) slots--;
        position = threads_behind(rounds->serial); /* the table was unlocked in between */
    }
    threads_unlock();
}
