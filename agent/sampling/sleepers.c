#include "agent/sampling/sleepers.h"

#include "agent/ground/running.h"
#include "agent/sampling/statistics.h"

#define SLEEPERS_NS 30000

bool sleepers_write(struct recording *recording, struct agent_thread *thread, int64_t time,
                    const struct recording_periods *periods) {
    struct agent_sleep *sleep = &thread->sleep;
    if (!sleep->proven) return false;
    int64_t ran = running_clock(thread->tid) - sleep->cpu;
    if (ran < 0 || ran > (sleep->asleep ? 0 : SLEEPERS_NS)) {
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

bool sleepers_are_blank(struct agent_thread *thread) {
    if (!thread->blank_cpu) return false;
    int64_t cpu = running_clock(thread->tid);
    bool slept = cpu - thread->blank_cpu <= SLEEPERS_NS;
    thread->blank_cpu = slept ? cpu : 0;
    return slept;
}

void sleepers_note(struct agent_thread *thread, const struct stackwalk *walk,
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
                                  .proven = sleeps && same && ran <= 2 * SLEEPERS_NS};
}
