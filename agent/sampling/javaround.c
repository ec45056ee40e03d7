#include "agent/sampling/javaround.h"

#include "agent/agent.h"
#include "agent/jvm/threads.h"
#include "agent/jvm/virtual.h"
#include "agent/sampling/running.h"
#include "agent/sampling/sample.h"
#include "agent/sampling/stackwalk.h"
#include "agent/sampling/statistics.h"
#include "base/clock.h"
#include "base/map.h"

/* How long the sampler looks for those who have a processor. An answer takes some 10 us, and the
 * walk of a stack as long again. */
#define AWAKE_NS 50000
/* So many samples a thread may be owed, or have too many, in intervals. */
#define OWED_MOST 4
/* A thread that had no processor for so many rounds, at each of which it had run and was owed a
 * sample, is one that the sampler displaces each time it wakes up: it moves. */
#define UNSEEN_LONG 16
/* ... and after so many it is looked at whether it sleeps. */
#define UNSEEN_LOOK 8
/* So many samples in Java code, one after the other, make one that mixed mix no more. */
#define MIXES 16
/* At the clocks of so many threads outside of Java code it is looked at a round; and of so many
 * that wait for something, as the JVM sees it, and did so at each of the last looks: pools of them
 * are large. */
#define MOST_LOOKS 128
#define MOST_LOOKS_IDLE 8
#define LATELY 16

/* The requests of a round: each place of the handshake that was used. */
static struct flight {
    struct agent_thread *thread;
    enum vm_state wanted; /* VM_STATE_JAVA, or VM_STATE_OTHER: where it runs */
    bool ran;             /* it had a processor */
    bool answered;
    int64_t cpu;  /* its clock when it did not answer at once, ns */
    int64_t held; /* ns */
    const struct recording_thread *about;
} flights[HANDSHAKE_MOST];
static int count;
static bool behind;             /* one that mixes is owed more than a sample */
static bool displaced;          /* one has not been seen for long */
static uint64_t passed_over;    /* in Java code, but there was no place */
static uint64_t last_serial;    /* of the thread that was asked last */
static uint64_t last_elsewhere; /* ... of the one not in Java code that was looked at last */
static uint64_t last_waiting;   /* ... and of the one that waits */
static bool any_lately;         /* one that waits has run; else there is nothing to look for */
static int64_t asked_at;

static bool may_ask(const struct agent_thread *thread) {
    return thread->sampled && thread->tid != 0 && thread->env;
}

/* ---- Who is owed a sample -------------------------------------------------------------------- */

/* A thread's first sample is due at a chance point of its first interval: one that lives for half
 * of it is owed one every other time. */
static void begin_owing(struct agent_thread *thread, int64_t interval) {
    uint64_t chance = map_fold(thread->serial, UINT64_C(0x9E3779B97F4A7C15)) % (uint64_t)interval;
    if (thread->due_cpu == 0) thread->due_cpu = thread->sampled_cpu + (int64_t)chance + 1;
}

static bool is_owed(struct agent_thread *thread, int64_t cpu, int64_t interval) {
    begin_owing(thread, interval);
    return cpu >= thread->due_cpu;
}

static void is_paid(struct agent_thread *thread, int64_t cpu, int64_t interval) {
    begin_owing(thread, interval);
    thread->due_cpu += interval;
    int64_t most = OWED_MOST * interval;
    if (thread->due_cpu < cpu - most) thread->due_cpu = cpu - most;
    if (thread->due_cpu > cpu + most) thread->due_cpu = cpu + most;
}

/* ---- Who is asked -----------------------------------------------------------------------------
 */

static void ask(struct handshake *shake, struct agent_thread *thread, enum vm_state wanted,
                bool runs) {
    if (count == HANDSHAKE_MOST) {
        passed_over++;
        return;
    }
    stackwalk_request(count, thread->env, thread->java_thread, wanted, runs);
    enum handshake_result asked = handshake_ask(shake, count, thread->tid, true);
    if (asked == HANDSHAKE_OK) {
        flights[count++] = (struct flight){.thread = thread, .wanted = wanted, .ran = runs};
    } else {
        statistics.requested++;
        if (asked == HANDSHAKE_GONE) statistics.exited++;
        else statistics.timed_out++;
    }
}

static void ask_in_java(struct handshake *shake, const uint8_t *states) {
    size_t all = threads_count(), first = threads_behind(last_serial);
    for (size_t i = 0; i < all; i++) {
        size_t position = first + i < all ? first + i : first + i - all;
        if (states[position] != VM_STATE_JAVA) continue;
        struct agent_thread *thread = threads_at(position);
        if (!may_ask(thread)) continue;
        if (count < HANDSHAKE_MOST) last_serial = thread->serial;
        ask(shake, thread, VM_STATE_JAVA, false);
    }
}

/* A thread that has run and is owed a sample has no processor now. */
static void is_unseen(struct agent_thread *thread, int64_t cpu, int64_t interval) {
    behind |= thread->mixes > 0 && is_owed(thread, cpu - interval, interval);
    displaced |= ++thread->unseen % UNSEEN_LONG == 0;
}

/* Whether such a thread, outside of Java code or one that mixes, was interrupted, since it has not
 * slept from one of these looks to the next. Of threads that do sleep it is looked at seldom,
 * because it takes longer than all else. */
static bool was_interrupted(struct agent_thread *thread, int64_t cpu, int64_t interval) {
    if (running_beside() == 0) return true;
    is_unseen(thread, cpu, interval);
    if (!thread->stays && thread->unseen % UNSEEN_LOOK != 0) return false;
    int64_t sleeps = running_sleeps(thread->tid);
    thread->stays = sleeps >= 0 && sleeps == thread->sleeps;
    thread->sleeps = sleeps;
    return thread->stays;
}

/* Of one that waits, as the JVM sees it, and has no processor, nothing tells whether it does. */
static void ask_if_it_runs(struct handshake *shake, struct agent_thread *thread, bool waits,
                           int64_t interval) {
    int64_t cpu = running_clock(thread->tid), seen = thread->seen_cpu;
    thread->seen_cpu = cpu;
    if (cpu > seen) thread->lately = LATELY;
    else if (thread->lately > 0) thread->lately--;
    if (cpu <= seen || !is_owed(thread, cpu, interval)) return;
    bool runs = running_has_processor(thread->tid, cpu);
    if (waits && !runs) {
        is_unseen(thread, cpu, interval);
        return;
    }
    if (runs || (was_interrupted(thread, cpu, interval) && running_is_runnable(thread->tid)))
        ask(shake, thread, VM_STATE_OTHER, runs);
}

/* Those in C and in the JVM that run there, or those that wait: to fall asleep and to wake others
 * takes time, too. To find out in /proc who waits for a processor takes as long as a sample, but
 * only few get so far. */
static void ask_elsewhere(struct handshake *shake, const uint8_t *states, bool waits,
                          int64_t interval) {
    uint64_t *last = waits ? &last_waiting : &last_elsewhere;
    size_t all = threads_count(), first = threads_behind(*last), looks = 0, idle = 0;
    bool found = false;
    for (size_t i = 0; i < all && looks < MOST_LOOKS && count < HANDSHAKE_MOST; i++) {
        size_t position = first + i < all ? first + i : first + i - all;
        if (states[position] == VM_STATE_JAVA || states[position] == VM_STATE_UNKNOWN) continue;
        if ((states[position] == VM_STATE_BLOCKED) != waits) continue;
        struct agent_thread *thread = threads_at(position);
        if (!may_ask(thread)) continue;
        if (waits && thread->lately == 0 && ++idle > MOST_LOOKS_IDLE) {
            if (any_lately) continue;
            break;
        }
        looks++;
        if (idle <= MOST_LOOKS_IDLE) *last = thread->serial; /* until here none was left out */
        ask_if_it_runs(shake, thread, waits, interval);
        found |= waits && thread->lately > 0;
    }
    if (waits) any_lately = found;
}

void javaround_ask(struct handshake *shake, const uint8_t *states, int64_t interval) {
    count = 0;
    passed_over = 0;
    behind = displaced = false;
    asked_at = clock_now();
    ask_in_java(shake, states);
    ask_elsewhere(shake, states, false, interval);
    if (running_beside() > 0) ask_elsewhere(shake, states, true, interval);
}

/* ---- Answers --------------------------------------------------------------------------------- */

/* Takes answers until so many are there, or none is to be expected any more. How many then.
 * at_once: who answers now had a processor. */
static int64_t take(struct handshake *shake, int64_t answers, int64_t wanted, int pending,
                    int64_t deadline, bool at_once) {
    int64_t before = answers;
    while (answers < wanted && answers - before < pending) {
        int place = handshake_collect(shake, deadline);
        if (place < 0) break;
        handshake_release(shake, place);
        flights[place].answered = true;
        flights[place].ran |= at_once;
        answers++;
    }
    return answers;
}

/* Of who has no processor it is known where it was interrupted if that was in Java code. But a
 * thread that mixes would have samples there for the times when it waits for a processor elsewhere,
 * too, after its system calls. */
static bool is_waited_for(const struct flight *f, int64_t interval) {
    if (!is_owed(f->thread, f->cpu, interval)) return false;
    if (f->wanted != VM_STATE_JAVA || f->thread->mixes == 0) return true;
    return was_interrupted(f->thread, f->cpu, interval);
}

/* Takes back the requests of those who have no processor and are owed nothing. How many are left
 * that are waited for. */
static int give_up_others(struct handshake *shake, int64_t interval) {
    int waited_for = 0;
    for (int i = 0; i < count; i++) {
        struct flight *f = &flights[i];
        if (f->answered) continue;
        f->cpu = running_clock(f->thread->tid);
        if (!is_waited_for(f, interval) && handshake_cancel(shake, i)) statistics.no_processor++;
        else waited_for++;
    }
    return waited_for;
}

/* Takes back the requests that are left; those that answer at this very moment are taken. full: the
 * round has as many samples as it may. */
static void give_up_rest(struct handshake *shake, bool full) {
    int late = 0;
    for (int i = 0; i < count; i++) {
        struct flight *f = &flights[i];
        if (f->answered || shake->targets[i].phase != HANDSHAKE_ASKED) continue;
        if (!handshake_cancel(shake, i)) {
            late++;
        } else if (full) {
            statistics.not_reached++;
        } else if (running_clock(f->thread->tid) == f->cpu) {
            statistics.no_processor++;
        } else { /* it ran, and did not answer */
            statistics.requested++;
            statistics.timed_out++;
        }
    }
    take(shake, 0, late, late, -1, false);
}

static void write_one(JNIEnv *jni, struct recording *recording, const struct handshake *shake,
                      int place, int64_t interval) {
    const struct flight *f = &flights[place];
    const struct handshake_target *target = &shake->targets[place];
    const struct stackwalk *walk = stackwalk_result(place);
    /* A sample ahead, it has had two. But one that mixes must be owed one wherever it is, else it
     * would be seen in Java code more often than elsewhere. */
    int64_t ahead = f->thread->mixes > 0 ? 0 : interval;
    if (!is_owed(f->thread, target->cpu_end + ahead, interval)) return;
    statistics.requested++;
    statistics_held(f->held, target->cpu_ns);
    statistics_count(walk->count, walk->end);
    statistics.left_java += walk->left && walk->count > 0;
    if (walk->count == WALK_LEFT || walk->count == WALK_EXITING) return;
    is_paid(f->thread, target->cpu_end, interval);
    if (f->ran) f->thread->unseen = 0;
    if (f->wanted != VM_STATE_JAVA) f->thread->mixes = MIXES;
    else if (f->thread->mixes > 0) f->thread->mixes--;
    /* A thread of C that was never in Java: nothing to tell. */
    if (f->wanted != VM_STATE_JAVA && walk->count == WALK_NOT_JAVA) return;
    threads_rename(agent_jvmti, jni, f->thread, target->suspended_ns);
    sample_write(jni, recording, f->about, walk, target->suspended_ns, VM_STATE_JAVA,
                 RECORDING_STATE_RUNNABLE, sample_cpu_since(f->thread, target->cpu_end), NULL);
}

bool javaround_finish(JNIEnv *jni, struct recording *recording, struct handshake *shake,
                      const struct agent_options *options) {
    int64_t interval = options->interval_ns, most = options->java_threads, answers = 0;
    int64_t beside = (int64_t)running_beside();
    /* From here to the last answer that is back: no allocation, no lock, no JNI. */
    if (beside > 0) {
        shake->look_ns = HANDSHAKE_LOOK_NS;
        answers = take(shake, 0, most < beside ? most : beside, count, asked_at + AWAKE_NS, true);
    }
    int waited_for = answers < most ? give_up_others(shake, interval) : 0;
    if (waited_for > 0) {
        shake->look_ns = 0;
        answers = take(shake, answers, most, waited_for, asked_at + HANDSHAKE_WAIT_NS, false);
    }
    give_up_rest(shake, answers >= most);
    statistics.not_reached += passed_over;
    for (int i = 0; i < count; i++)
        if (flights[i].answered) flights[i].held = handshake_back(shake, i);
    for (int i = 0; i < count; i++) {
        struct flight *f = &flights[i];
        if (!f->answered) continue;
        f->about = virtual_describe(jni, f->thread, stackwalk_result(i)->current_id);
        threads_hold(f->thread);
    }
    threads_unlock();
    for (int i = 0; i < count; i++) {
        if (!flights[i].answered) continue;
        write_one(jni, recording, shake, i, interval);
        threads_release(jni, flights[i].thread);
    }
    if (displaced) running_move();
    return behind;
}
