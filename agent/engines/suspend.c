/* engine=suspend: the sampler looks at the states of all threads, as the JVM's own recorder does.
 *
 *   every interval          from behind the thread where the last round of its kind ended
 *   a round in Java code    signal first, look afterwards: whatever is done between the look at a
 *                           state and the signal makes samples of short stays rare. So at most
 *                           java-threads are asked at once, go on by themselves, and who has not
 *                           answered after 2 ms is let alone
 *   a round in native code  at most native-threads, one after the other: signal, suspended within
 *                           2 ms, walked, resumed
 *
 * Who waits for a processor may answer, too. So a thread is written only if it is due: if it has
 * used an interval of CPU time for each sample it had before. */
#include "agent/engines/engines.h"
#include "agent/jvm/virtual.h"
#include "agent/sampling/rounds.h"
#include "agent/sampling/statistics.h"
#include "base/clock.h"

#include <stdio.h>

/* So many samples a thread may be owed at most. */
#define OWED_MOST 4

static const struct agent_options *options;
static struct rounds java, native;

/* ---- Java code ------------------------------------------------------------------------------- */

static struct request { /* at each place of the handshake that is used */
    struct agent_thread *thread;
    bool answered;
    int64_t held; /* ns */
    const struct recording_thread *about;
} requests[SAMPLE_PLACES];
static int asked;

static void ask(struct agent_thread *thread) {
    stackwalk_request(asked, thread->env, thread->java_thread, VM_STATE_JAVA);
    enum handshake_result result = handshake_ask(&sample_shake, asked, thread->tid, true);
    statistics.requested++;
    if (result == HANDSHAKE_OK) requests[asked++] = (struct request){.thread = thread};
    else sample_missed(result);
}

/* With the table locked. */
static void ask_those_in_java(void) {
    size_t count = threads_count(), first = threads_behind(java.serial);
    int most = options->java_threads < SAMPLE_PLACES ? (int)options->java_threads : SAMPLE_PLACES;
    asked = 0;
    for (size_t i = 0; i < count; i++) {
        size_t position = first + i < count ? first + i : first + i - count;
        struct agent_thread *thread = threads_at(position);
        if (vmstructs_state(threads_java(position)) != VM_STATE_JAVA || !rounds_may_ask(thread))
            continue;
        if (asked == most) {
            statistics.not_reached++;
            continue;
        }
        java.serial = thread->serial;
        ask(thread);
    }
}

/* Who runs Java code answers in some 10 us, unless it waits for a processor. */
static void has_no_processor(void) {
    statistics.no_processor++;
    statistics.requested--;
}

/* Takes so many answers, at most until then; returns how many. */
static int take_answers(int wanted, int64_t deadline) {
    int count = 0;
    for (int place; count < wanted; count++) {
        if ((place = handshake_collect(&sample_shake, 0, asked, deadline)) < 0) break;
        handshake_release(&sample_shake, place);
        requests[place].answered = true;
    }
    return count;
}

static void collect(int64_t deadline) {
    int left = asked - take_answers(asked, deadline);
    for (int i = 0; i < asked; i++) {
        if (requests[i].answered || !handshake_cancel(&sample_shake, i)) continue;
        has_no_processor();
        left--;
    }
    take_answers(left, -1); /* of those who answer at this very moment */
    for (int i = 0; i < asked; i++)
        if (requests[i].answered) requests[i].held = handshake_back(&sample_shake, i);
}

/* A thread's first sample is due at a chance point of its first interval: one that lives for half
 * of it has one every other time. */
static bool is_due(struct agent_thread *thread, int64_t cpu) {
    int64_t interval = options->interval_ns, most = OWED_MOST * interval;
    if (thread->due_cpu == 0)
        thread->due_cpu = thread->sampled_cpu + sample_chance(thread->serial, interval);
    if (cpu < thread->due_cpu) return false;
    thread->due_cpu += interval;
    if (thread->due_cpu < cpu - most) thread->due_cpu = cpu - most;
    return true;
}

static void write_answer(JNIEnv *jni, struct recording *recording, int place) {
    const struct request *r = &requests[place];
    const struct handshake_target *target = &sample_shake.targets[place];
    const struct stackwalk *walk = stackwalk_result(place);
    bool tells = walk->count != WALK_LEFT && walk->count != WALK_EXITING;
    statistics_held(r->held, target->cpu_ns);
    if (tells && !is_due(r->thread, target->cpu_end)) {
        has_no_processor();
        return;
    }
    statistics_count(walk->count, walk->end);
    statistics.left_java += walk->left && walk->count > 0;
    if (!tells) return;
    threads_rename(jni, r->thread, target->suspended_ns);
    sample_write(jni, recording, r->about, walk, target->suspended_ns, false,
                 sample_cpu_since(r->thread, target->cpu_end), NULL);
}

static void run_java(JNIEnv *jni, struct recording *recording) {
    threads_lock();
    ask_those_in_java();
    sample_shake.look_ns = 0; /* nobody is held until it is looked at */
    /* From here to the last answer that is back: no allocation, no lock, no JNI. */
    collect(clock_now() + HANDSHAKE_WAIT_NS);
    for (int i = 0; i < asked; i++) {
        if (!requests[i].answered) continue;
        requests[i].about =
            virtual_describe(jni, requests[i].thread, stackwalk_result(i)->current_id);
        threads_hold(requests[i].thread);
    }
    threads_unlock();
    for (int i = 0; i < asked; i++) {
        if (!requests[i].answered) continue;
        write_answer(jni, recording, i);
        threads_release(jni, requests[i].thread);
    }
}

/* ---- One after the other --------------------------------------------------------------------- */

/* With the table locked, so that the thread cannot end. */
static bool visit_native(JNIEnv *jni, struct recording *recording, struct agent_thread *thread) {
    int64_t time = clock_now();
    if (rounds_write_again(recording, thread, time, NULL)) return true;
    if (rounds_is_blank(thread)) return false;
    statistics.requested++;
    sample_shake.look_ns = HANDSHAKE_LOOK_NS;
    stackwalk_request(0, thread->env, thread->java_thread, VM_STATE_NATIVE);
    enum handshake_result answer = handshake_suspend(&sample_shake, thread->tid, HANDSHAKE_WAIT_NS);
    /* From here to the resume: no allocation, no lock, no JNI. */
    if (answer != HANDSHAKE_OK) return sample_missed(answer);
    int64_t held = handshake_resume(&sample_shake);
    const struct handshake_target *target = &sample_shake.targets[0];
    const struct stackwalk *walk = stackwalk_result(0);
    const struct recording_thread *about = virtual_describe(jni, thread, walk->current_id);
    struct recording_stack_key stack = {0};
    threads_hold(thread);
    threads_unlock();
    statistics_held(held, target->cpu_ns);
    statistics_count(walk->count, walk->end);
    bool tells = walk->count > 0; /* of a thread of C that was never in Java there is nothing */
    if (tells) {
        threads_rename(jni, thread, time);
        stack = sample_write(jni, recording, about, walk, time, true, 0, NULL);
    }
    if (tells || walk->count == WALK_NOT_JAVA) rounds_note(thread, walk, about, stack, target);
    threads_release(jni, thread);
    threads_lock();
    return tells;
}

/* ---- Rounds ---------------------------------------------------------------------------------- */

static int64_t turn(JNIEnv *jni, struct recording *recording, int64_t now) {
    if (rounds_are_due(&java, options->interval_ns, now)) run_java(jni, recording);
    if (rounds_are_due(&native, options->native_interval_ns, now))
        rounds_run(&native, VM_STATE_NATIVE, options->native_threads, visit_native, jni, recording);
    int64_t sleep = rounds_left(&java, options->interval_ns, clock_now());
    int64_t left = rounds_left(&native, options->native_interval_ns, clock_now());
    return left < sleep ? left : sleep;
}

static bool start(JNIEnv *jni, const struct agent_options *wanted, struct engine_failure *failure) {
    if (wanted->engine != ENGINE_SUSPEND) return false;
    options = wanted;
    java.last = native.last = clock_now();
    if (vmstructs_has_states()) return sample_takes(wanted, NULL, failure);
    snprintf(failure->sentence, sizeof failure->sentence,
             "this JVM does not say in what state its threads are: engine=cpu need not know");
    return false;
}

const struct engine engine_suspend = {
    "suspend", ENGINE_BY_SIGNAL, start, turn, sample_cpu_from, NULL, NULL};
