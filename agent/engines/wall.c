/* wall=: all threads, running or not, each once a period. One that has slept since its last sample
 * is left alone, and that is written again; all others are asked, and answer when they have a
 * processor, which may be later than the next round: the sample says where it was until then.
 *
 * A sample stands for the periods since the thread's last one, so that its samples add up to the
 * time that went by, whatever was late. */
#include "agent/engines/engines.h"
#include "agent/ground/softly.h"
#include "agent/jvm/virtual.h"
#include "agent/sampling/rounds.h"
#include "agent/sampling/statistics.h"
#include "base/clock.h"

#define THREADS 8                /* at most so many a tick */
#define SHORTEST INT64_C(100000) /* ... and no tick shorter than 100 us */

static const struct agent_options *options;
static struct rounds rounds;
static int64_t started;
/* Who was asked, by place of the handshake; with the table of threads locked. */
static struct asked {
    struct agent_thread *thread; /* held; NULL: none */
    bool ended;
} asked[HANDSHAKE_MOST];

/* ---- Elapsed time ---------------------------------------------------------------------------- */

/* It begins at a chance point of its first period: what lives for half of one is seen every second
 * time. */
static struct recording_periods periods_since(struct agent_thread *thread, int64_t now) {
    int64_t period = options->wall_ns;
    if (thread->wall_counted < started - period) {
        int64_t began = thread->named_at > started ? thread->named_at : started;
        thread->wall_counted = began + period / 2 - sample_chance(thread->serial, period);
    }
    int64_t since = now - thread->wall_counted + period / 2;
    uint64_t count = since > 0 ? (uint64_t)(since / period) : 0;
    return (struct recording_periods){count, (int64_t)count * period};
}

/* ---- Answers --------------------------------------------------------------------------------- */

static void write_answer(JNIEnv *jni, struct recording *recording, int place,
                         const struct recording_thread *about) {
    struct agent_thread *thread = asked[place].thread;
    const struct handshake_target *target = &sample_shake.targets[place];
    const struct stackwalk *walk = stackwalk_result(place);
    struct recording_periods periods = periods_since(thread, target->suspended_ns);
    struct recording_stack_key stack = {0};
    statistics.requested++;
    statistics_held(target->held_ns, target->cpu_ns);
    statistics_count(walk->count, walk->end);
    if (walk->count != WALK_LEFT && walk->count != WALK_EXITING && walk->count != WALK_NOT_JAVA) {
        if (!asked[place].ended) threads_rename(jni, thread, target->suspended_ns);
        stack = sample_write(jni, recording, about, walk, target->suspended_ns, false, 0, &periods);
        thread->wall_counted += periods.span_ns;
        thread->wall_stack = stack;
    }
    rounds_note(thread, walk, about, stack, target);
}

/* With the table locked. */
static void forget(JNIEnv *jni, int place) {
    struct agent_thread *thread = asked[place].thread;
    thread->asked = false;
    asked[place] = (struct asked){0};
    threads_release(jni, thread);
}

static int pending(void) {
    int count = 0;
    for (int place = SAMPLE_PLACES; place < HANDSHAKE_MOST; place++)
        count += asked[place].thread != NULL;
    return count;
}

/* Takes the answers that are there, and that come until then. */
static void take_answers(JNIEnv *jni, struct recording *recording, int64_t until) {
    threads_lock();
    for (int place = SAMPLE_PLACES; place < HANDSHAKE_MOST; place++) {
        if (!asked[place].ended || !handshake_is_withdrawn(&sample_shake, place)) continue;
        statistics.requested++;
        statistics.exited++;
        forget(jni, place);
    }
    sample_shake.look_ns = 0; /* nobody is held until it is looked at */
    while (pending() > 0) {
        threads_unlock();
        int place = handshake_collect(&sample_shake, SAMPLE_PLACES, HANDSHAKE_MOST, until);
        threads_lock();
        if (place < 0) break;
        handshake_release(&sample_shake, place);
        handshake_back(&sample_shake, place);
        struct agent_thread *thread = asked[place].thread;
        const struct recording_thread *about =
            asked[place].ended ? &thread->about
                               : virtual_describe(jni, thread, stackwalk_result(place)->current_id);
        threads_unlock();
        write_answer(jni, recording, place, about);
        threads_lock();
        forget(jni, place);
    }
    threads_unlock();
}

/* ---- Questions ------------------------------------------------------------------------------- */

static void ask(struct agent_thread *thread) {
    int place = SAMPLE_PLACES;
    while (place < HANDSHAKE_MOST && asked[place].thread) place++;
    if (place == HANDSHAKE_MOST) return; /* its next turn stands for this one, too */
    stackwalk_request(place, thread->env, thread->java_thread, VM_STATE_UNKNOWN);
    enum handshake_result result = handshake_ask(&sample_shake, place, thread->tid, true);
    if (result == HANDSHAKE_OK) {
        asked[place].thread = thread;
        thread->asked = true;
        threads_hold(thread);
        return;
    }
    statistics.requested++;
    sample_missed(result);
}

static bool visit(JNIEnv *jni, struct recording *recording, struct agent_thread *thread) {
    int64_t now = clock_now();
    struct recording_periods periods = periods_since(thread, now);
    if (periods.count == 0) return true;
    if (rounds_write_again(recording, thread, now, &periods)) {
        thread->wall_counted += periods.span_ns;
        return true;
    }
    if (rounds_is_blank(thread)) return false;
    ask(thread);
    return true;
}

/* So many ticks a period that all threads have their turn in it. */
static int64_t turn(JNIEnv *jni, struct recording *recording, int64_t now) {
    threads_lock();
    int64_t count = (int64_t)threads_count();
    threads_unlock();
    int64_t ticks = count > THREADS ? (count + THREADS - 1) / THREADS : 1;
    int64_t tick = options->wall_ns / ticks < SHORTEST ? SHORTEST : options->wall_ns / ticks;
    bool due = rounds_are_due(&rounds, tick, now);
    if (due)
        rounds_run(&rounds, VM_STATE_UNKNOWN, (count + ticks - 1) / ticks, visit, jni, recording);
    take_answers(jni, recording, due ? clock_now() + HANDSHAKE_WAIT_NS : 0);
    return rounds_left(&rounds, tick, clock_now());
}

/* ---- Start and stop -------------------------------------------------------------------------- */

static bool start(JNIEnv *jni, const struct agent_options *wanted, struct engine_failure *failure) {
    if (wanted->wall_ns <= 0) return false;
    options = wanted;
    started = rounds.last = clock_now();
    return sample_takes(wanted, NULL, failure);
}

/* An answer that is on its way when the thread ends comes no more. */
static void thread_ends(struct agent_thread *thread) {
    threads_lock();
    for (int place = SAMPLE_PLACES; thread->asked && place < HANDSHAKE_MOST; place++) {
        if (asked[place].thread != thread) continue;
        asked[place].ended = true;
        handshake_withdraw(&sample_shake, place);
    }
    threads_unlock();
}

/* Who waits for a processor to the end was, as far as is known, where it was seen last. */
static void write_waiting(JNIEnv *jni, struct recording *recording, struct agent_thread *thread,
                          int64_t now) {
    static const struct stackwalk never = {.count = WALK_WAITS};
    struct recording_periods periods = periods_since(thread, now);
    if (periods.count && !recording_sample_again(recording, now, &thread->about, thread->wall_stack,
                                                 RECORDING_STATE_RUNNABLE, &periods))
        sample_write(jni, recording, &thread->about, &never, now, false, 0, &periods);
}

static void stop(JNIEnv *jni, struct recording *recording) {
    if (!recording || softly_failed())
        return; /* an answer that was being written is not forgotten */
    take_answers(jni, recording, clock_now() + HANDSHAKE_WAIT_NS);
    threads_lock();
    for (int place = SAMPLE_PLACES; place < HANDSHAKE_MOST; place++) {
        struct agent_thread *thread = asked[place].thread;
        if (!thread || asked[place].ended || !handshake_cancel(&sample_shake, place)) continue;
        statistics.no_processor++;
        write_waiting(jni, recording, thread, clock_now());
        forget(jni, place);
    }
    threads_unlock();
    take_answers(jni, recording, -1); /* of those who answer at this very moment */
}

const struct engine engine_wall = {"wall", ENGINE_BY_SIGNAL, start, turn, NULL, thread_ends, stop};
