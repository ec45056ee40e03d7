#include "agent/sampling/rounds.h"

#include "agent/ground/running.h"
#include "agent/ground/softly.h"
#include "agent/sampling/statistics.h"

bool rounds_are_due(struct rounds *rounds, int64_t period, int64_t now) {
    if (period <= 0 || now - rounds->last < period) return false;
    rounds->last += period;
    if (now - rounds->last >= period) rounds->last = now;
    return true;
}

int64_t rounds_left(const struct rounds *rounds, int64_t period, int64_t now) {
    return period > 0 ? rounds->last + period - now : ENGINE_IDLE;
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

/* ---- Threads that sleep ---------------------------------------------------------------------- */

/* A thread that has not run since its last sample is left in peace, and that is written again. Its
 * CPU clock tells, but the last sample itself made it run: up to ASLEEP_NS to go to sleep again. It
 * must have shown once that it does: two samples in a row with the same stack, and no more CPU time
 * between them than it takes to go to sleep and to be woken. */

#define ASLEEP_NS 30000

bool rounds_write_again(struct recording *recording, struct agent_thread *thread, int64_t time,
                        const struct recording_periods *periods) {
    struct agent_sleep *sleep = &thread->sleep;
    if (!sleep->proven) return false;
    int64_t ran = running_clock(thread->tid) - sleep->cpu;
    if (ran < 0 || ran > (sleep->asleep ? 0 : ASLEEP_NS)) {
        sleep->proven = false;
        return false;
    }
    sleep->cpu += ran;
    sleep->asleep = true;
    if (!recording_sample_again(recording, time, &thread->about, sleep->stack,
                                periods ? RECORDING_STATE_SLEEPING : RECORDING_STATE_RUNNABLE,
                                periods))
        return false;
    statistics.unmoved++;
    return true;
}

bool rounds_is_blank(struct agent_thread *thread) {
    if (!thread->blank_cpu) return false;
    int64_t cpu = running_clock(thread->tid);
    bool slept = cpu - thread->blank_cpu <= ASLEEP_NS;
    thread->blank_cpu = slept ? cpu : 0;
    return slept;
}

void rounds_note(struct agent_thread *thread, const struct stackwalk *walk,
                 const struct recording_thread *about, struct recording_stack_key stack,
                 const struct handshake_target *target) {
    struct agent_sleep *sleep = &thread->sleep;
    if (walk->count == WALK_NOT_JAVA) thread->blank_cpu = target->cpu_end;
    /* A carrier's stack is not its virtual thread's. */
    bool sleeps = walk->count > 0 && walk->in_syscall && about == &thread->about && stack.key;
    int64_t ran = target->cpu_end - target->cpu_ns - sleep->cpu;
    bool same = stack.key == sleep->stack.key && stack.generation == sleep->stack.generation;
    *sleep = (struct agent_sleep){.stack = sleeps ? stack : (struct recording_stack_key){0},
                                  .cpu = target->cpu_end,
                                  .proven = sleeps && same && ran <= 2 * ASLEEP_NS};
}
