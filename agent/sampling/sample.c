#include "agent/sampling/sample.h"

#include "agent/jvm/methods.h"
#include "agent/jvm/nativewalk.h"
#include "agent/jvm/virtual.h"
#include "agent/sampling/running.h"
#include "agent/sampling/statistics.h"
#include "base/clock.h"
#include "base/map.h"
#include "base/mem.h"

#include <stdlib.h>

static const struct agent_options *options;
static struct recording_frame *frames; /* as many as the depth, and C frames */
static int64_t started;

void sample_open(const struct agent_options *wanted) {
    options = wanted;
    free(frames);
    frames = mem_zero((size_t)wanted->depth + NATIVEWALK_MOST, sizeof *frames);
}

void sample_begin(int64_t now) {
    started = now;
}

/* ---- Its stack ------------------------------------------------------------------------------- */

/* C frames come first; returns how many. */
static uint32_t add_native_frames(const struct stackwalk *walk) {
    for (int i = 0; i < walk->native_count; i++) {
        frames[i] = (struct recording_frame){.line = -1, .bci = -1};
        frames[i].method = nativewalk_name(walk->native[i], i > 0, &frames[i].type);
    }
    return (uint32_t)walk->native_count;
}

/* Of a stack that is longer than wanted both ends are kept, the middle is a frame that says so. How
 * many there are then. */
static uint32_t add_java_frames(JNIEnv *jni, const struct stackwalk *walk,
                                struct recording_frame *out) {
    struct stackwalk top = *walk;
    int most = (int)options->depth, below = 0;
    if (walk->count > most) {
        below = most >= 3 && !walk->truncated ? (most - 1) / 2 : 0;
        top.count = below ? most - 1 - below : most;
    }
    methods_frames(agent_jvmti, jni, top.frames, top.count, out);
    if (!below) return (uint32_t)top.count;
    out[top.count] = (struct recording_frame){
        .method = methods_pseudo("[frames left out]"), .line = -1, .bci = -1};
    methods_frames(agent_jvmti, jni, walk->frames + walk->count - below, below,
                   out + top.count + 1);
    return (uint32_t)most;
}

struct recording_stack_key sample_write(JNIEnv *jni, struct recording *recording,
                                        const struct recording_thread *thread,
                                        const struct stackwalk *walk, int64_t time,
                                        enum vm_state wanted, enum recording_state state,
                                        int64_t cpu_ns, const struct recording_periods *periods) {
    struct recording_stack stack = {.frames = frames, .count = 1};
    struct recording_stack_key key = {0};
    if (!periods && wanted != VM_STATE_NATIVE) statistics.cpu_sampled += cpu_ns;
    if (walk->count <= 0 && !options->failed_samples) return key;
    methods_begin();
    uint32_t native = add_native_frames(walk);
    if (walk->count > 0) {
        stack.count = native + add_java_frames(jni, walk, frames + native);
        stack.truncated = walk->truncated || walk->count > options->depth;
    } else {
        frames[native] = (struct recording_frame){
            .method = methods_pseudo(stackwalk_reason(walk->count)), .line = -1, .bci = -1};
        stack.count = native + 1;
    }
    if (stack.count > options->depth) {
        stack.count = (uint32_t)options->depth;
        stack.truncated = true;
    }
    if (periods) key = recording_wall_sample(recording, time, thread, &stack, state, *periods);
    else if (wanted == VM_STATE_NATIVE)
        key = recording_native_sample(recording, time, thread, &stack, state);
    else
        key =
            recording_execution_sample(recording, time, thread, &stack, state, cpu_ns, walk->left);
    methods_end();
    return key;
}

static enum recording_state state_of(enum vm_state wanted, bool in_syscall) {
    return wanted == VM_STATE_UNKNOWN && in_syscall ? RECORDING_STATE_SLEEPING
                                                    : RECORDING_STATE_RUNNABLE;
}

/* ---- Threads that sleep -----------------------------------------------------------------------
 */

/* A thread that has not run since its last sample is where it was, so that sample is written again
 * and the thread left in peace: nothing wakes it, and no system call of it is interrupted.
 *
 * Its CPU clock tells, but the last sample itself made it run: up to SLEEP_NS to go to sleep again,
 * where it was. That this is what it does it must have shown once: two samples in a row with the
 * same stack, and no more CPU time between them than it takes to go to sleep and to be woken. */
#define SLEEP_NS 30000

static bool sample_again(struct recording *recording, struct agent_thread *thread, int64_t time,
                         enum vm_state wanted, const struct recording_periods *periods) {
    struct agent_sleep *sleep = &thread->sleep;
    if (!sleep->proven) return false;
    int64_t ran = running_clock(thread->tid) - sleep->cpu;
    if (ran < 0 || ran > (sleep->asleep ? 0 : SLEEP_NS)) {
        sleep->proven = false;
        return false;
    }
    sleep->cpu += ran;
    sleep->asleep = true;
    if (!recording_sample_again(recording, time, &thread->about, sleep->stack,
                                state_of(wanted, true), periods))
        return false;
    statistics.unmoved++;
    return true;
}

/* After a sample: what the next one needs to know. */
static void note_sleep(struct agent_thread *thread, const struct recording_thread *about,
                       struct recording_stack_key stack, const struct handshake_target *target) {
    struct agent_sleep *sleep = &thread->sleep;
    const struct stackwalk *walk = stackwalk_result(0);
    /* A carrier's stack is not its virtual thread's. */
    bool sleeps = walk->count > 0 && walk->in_syscall && about == &thread->about;
    int64_t ran = target->cpu_end - target->cpu_ns - sleep->cpu;
    bool same = stack.key == sleep->stack.key && stack.generation == sleep->stack.generation;
    *sleep = (struct agent_sleep){.stack = sleeps ? stack : (struct recording_stack_key){0},
                                  .cpu = target->cpu_end,
                                  .proven = sleeps && stack.key && same && ran <= 2 * SLEEP_NS};
}

/* ---- Threads that have no Java frame ----------------------------------------------------------
 */

/* Threads of other agents and of the JVM may never have been in Java: there is nothing to tell of
 * them, and while they sleep nothing changes that. */
static bool is_blank(struct agent_thread *thread) {
    if (!thread->blank_cpu) return false;
    int64_t cpu = running_clock(thread->tid);
    bool slept = cpu - thread->blank_cpu <= SLEEP_NS;
    thread->blank_cpu = slept ? cpu : 0;
    return slept;
}

/* ---- Elapsed time -----------------------------------------------------------------------------
 */

/* A sample of wall stands for the periods since the thread's last one, so that its samples add up
 * to the time that went by, whatever was late or not answered. A thread begins at a chance point of
 * its first period: one that lives for half a period is seen every other time. */
static uint64_t periods_since(struct agent_thread *thread, int64_t now) {
    struct agent_wall *wall = &thread->wall;
    int64_t period = options->wall_ns;
    if (wall->counted < started - period) {
        int64_t began = thread->named_at > started ? thread->named_at : started;
        uint64_t chance = map_fold(thread->serial, UINT64_C(0x9E3779B97F4A7C15)) % (uint64_t)period;
        *wall = (struct agent_wall){.counted = began + period / 2 - (int64_t)chance};
    }
    int64_t since = now - wall->counted + period / 2;
    return since > 0 ? (uint64_t)(since / period) : 0;
}

static struct recording_periods span_of(uint64_t count) {
    return (struct recording_periods){count, (int64_t)count * options->wall_ns};
}

static void count_periods(struct agent_thread *thread, uint64_t count) {
    thread->wall.counted += (int64_t)count * options->wall_ns;
}

void sample_write_waiting(struct recording *recording, struct agent_thread *thread,
                          const struct recording_thread *about, int64_t time) {
    static const struct stackwalk never = {.count = WALK_WAITS};
    struct recording_periods periods = span_of(thread->wall.waiting);
    thread->wall.waiting = 0;
    if (periods.count && !recording_sample_again(recording, time, about, thread->wall.stack,
                                                 RECORDING_STATE_RUNNABLE, &periods))
        sample_write(NULL, recording, about, &never, time, VM_STATE_UNKNOWN,
                     RECORDING_STATE_RUNNABLE, 0, &periods);
}

int64_t sample_cpu_since(struct agent_thread *thread, int64_t cpu) {
    int64_t since = cpu - thread->sampled_cpu;
    thread->sampled_cpu = cpu;
    return since > 0 ? since : 0;
}

/* ---- The sample ------------------------------------------------------------------------------ */

bool sample_take(JNIEnv *jni, struct recording *recording, struct handshake *shake,
                 struct agent_thread *thread, enum vm_state wanted) {
    int64_t time = clock_now();
    bool wall = wanted == VM_STATE_UNKNOWN;
    struct recording_periods periods = {0}, *counted = wall ? &periods : NULL;
    if (wall) {
        periods = span_of(periods_since(thread, time));
        if (periods.count == 0) return true;
    }
    if (wanted != VM_STATE_JAVA) {
        if (sample_again(recording, thread, time, wanted, counted)) {
            count_periods(thread, periods.count);
            return true;
        }
        if (is_blank(thread)) return false;
    }
    /* If it then does not answer, that is no time-out but time that goes by. Asked before the
     * signal, which makes a sleeping thread wait for a processor, too. */
    bool runnable = wall && running_is_runnable(thread->tid);
    statistics.requested++;
    stackwalk_request(0, thread->env, thread->java_thread, wanted, false);
    enum handshake_result answer = handshake_suspend(shake, thread->tid, HANDSHAKE_WAIT_NS);
    /* From here to the resume: no allocation, no lock, no JNI. */
    int64_t held = answer == HANDSHAKE_OK ? handshake_resume(shake) : 0;
    const struct recording_thread *about =
        answer == HANDSHAKE_OK ? virtual_describe(jni, thread, stackwalk_result(0)->current_id)
                               : &thread->about;
    threads_hold(thread);
    threads_unlock();
    bool used = false;
    if (answer == HANDSHAKE_TIMEOUT) {
        if (wall && runnable) {
            statistics.requested--;
            statistics.no_processor++;
            thread->wall.waiting += periods.count;
            count_periods(thread, periods.count);
        } else {
            statistics.timed_out++;
        }
    } else if (answer == HANDSHAKE_GONE) {
        statistics.exited++;
    } else {
        const struct stackwalk *walk = stackwalk_result(0);
        statistics_held(held, shake->targets[0].cpu_ns);
        statistics_count(walk->count, walk->end);
        statistics.left_java += walk->left && walk->count > 0;
        bool silent = walk->count == WALK_LEFT || walk->count == WALK_EXITING ||
                      /* a native thread that never was in Java: nothing to tell */
                      (wanted == VM_STATE_NATIVE && walk->count <= 0) ||
                      (wanted == VM_STATE_UNKNOWN && walk->count == WALK_NOT_JAVA);
        used = !silent;
        if (walk->count == WALK_NOT_JAVA) thread->blank_cpu = shake->targets[0].cpu_end;
        if (!silent) {
            int64_t cpu =
                wanted == VM_STATE_JAVA ? sample_cpu_since(thread, shake->targets[0].cpu_end) : 0;
            threads_rename(agent_jvmti, jni, thread, time);
            struct recording_stack_key stack =
                sample_write(jni, recording, about, walk, time, wanted,
                             state_of(wanted, walk->in_syscall), cpu, counted);
            count_periods(thread, periods.count);
            if (wall) {
                thread->wall.stack = stack;
                sample_write_waiting(recording, thread, about, time);
            }
            note_sleep(thread, about, stack, &shake->targets[0]);
        }
    }
    threads_release(jni, thread);
    threads_lock();
    return used;
}
