#include "agent/sampling/sampler.h"

#include "agent/sampling/handshake.h"
#include "agent/sampling/javaround.h"
#include "agent/jvm/inlining.h"
#include "agent/jvm/methods.h"
#include "agent/engines/modes.h"
#include "agent/jvm/nativewalk.h"
#include "agent/sampling/running.h"
#include "agent/signals.h"
#include "agent/softly.h"
#include "agent/sampling/statistics.h"
#include "agent/jvm/virtual.h"
#include "base/array.h"
#include "base/map.h"
#include "base/mem.h"
#include "base/clock.h"

#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define LONGEST_SLEEP (NS_PER_S / 10)
#define DRAIN_EVERY (NS_PER_S / 100)
#define DRAIN_IDLE_EVERY (NS_PER_S / 20) /* while nothing runs */
#define LOOKS_LATER 20                   /* samples */
#define WALL_THREADS 8                   /* at most so many a tick */
#define WALL_SHORTEST INT64_C(100000)    /* ... and no tick shorter than 100 us */

static sem_t enrolled;                      /* 1: sampling goes on, 0: stopped */
static _Atomic uint32_t quitting, gone = 1; /* the sampler's thread shall end, has ended; futexes */
static pthread_mutex_t round_lock = PTHREAD_MUTEX_INITIALIZER;
static const struct agent_options *options; /* under round_lock; NULL: stopped */
static struct handshake shake;
static struct recording_frame *frames; /* as many as the depth, and C frames */
static struct sampler_clock {
    int64_t last;    /* when the last round was due */
    uint64_t serial; /* of the last thread looked at */
    int in_vain;     /* so many more samples without looking for the answer before sleeping */
} java_clock, native_clock, wall_clock;
static int64_t started;
static pid_t own_tid; /* the sampler is never sampled */

/* ---- One sample ------------------------------------------------------------------------------ */

/* C frames come first; returns how many. */
static uint32_t add_native_frames(const struct stackwalk *walk) {
    for (int i = 0; i < walk->native_count; i++) {
        frames[i] = (struct recording_frame){.line = -1, .bci = -1};
        frames[i].method = nativewalk_name(walk->native[i], i > 0, &frames[i].type);
    }
    return (uint32_t)walk->native_count;
}

/* Of a stack that is longer than wanted both ends are kept, the middle is a frame that says so. How
 * many there are then. native: there are C frames above. */
static uint32_t add_java_frames(JNIEnv *jni, const struct stackwalk *walk,
                                struct recording_frame *out, bool native) {
    struct stackwalk top = *walk;
    int most = (int)options->depth, below = 0;
    if (walk->count > most) {
        below = most >= 3 && !walk->truncated ? (most - 1) / 2 : 0;
        top.count = below ? most - 1 - below : most;
    }
    methods_frames(agent_jvmti, jni, top.frames, top.count, native ? 0 : walk->pc, out);
    inlining_mark(&top, out);
    if (!below) return (uint32_t)top.count;
    out[top.count] = (struct recording_frame){
        .method = methods_pseudo("[frames left out]"), .line = -1, .bci = -1};
    methods_frames(agent_jvmti, jni, walk->frames + walk->count - below, below, 0,
                   out + top.count + 1);
    return (uint32_t)most;
}

struct recording_stack_key sampler_write(JNIEnv *jni, struct recording *recording,
                                         const struct recording_thread *thread,
                                         const struct stackwalk *walk, int64_t time,
                                         enum vm_state wanted, enum recording_state state,
                                         int64_t cpu_ns, const struct recording_periods *periods) {
    struct recording_stack stack = {.frames = frames, .count = 1};
    struct recording_stack_key key = {0};
    if (walk->count <= 0 && !options->failed_samples) return key;
    methods_begin();
    uint32_t native = add_native_frames(walk);
    if (walk->count > 0) {
        stack.count = native + add_java_frames(jni, walk, frames + native, native > 0);
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
                       struct recording_stack_key stack) {
    struct agent_sleep *sleep = &thread->sleep;
    const struct stackwalk *walk = stackwalk_result(0);
    /* A carrier's stack is not its virtual thread's. */
    bool sleeps = walk->count > 0 && walk->in_syscall && about == &thread->about;
    int64_t ran = shake.targets[0].cpu_end - shake.targets[0].cpu_ns - sleep->cpu;
    bool same = stack.key == sleep->stack.key && stack.generation == sleep->stack.generation;
    *sleep = (struct agent_sleep){.stack = sleeps ? stack : (struct recording_stack_key){0},
                                  .cpu = shake.targets[0].cpu_end,
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

/* The periods in which it waited for a processor: it was about to go on where it was seen next, or,
 * at the end of a recording, last; if it was never seen, that is said. */
static void write_waiting(struct recording *recording, struct agent_thread *thread,
                          const struct recording_thread *about, int64_t time) {
    static const struct stackwalk never = {.count = WALK_WAITS};
    struct recording_periods periods = span_of(thread->wall.waiting);
    thread->wall.waiting = 0;
    if (periods.count && !recording_sample_again(recording, time, about, thread->wall.stack,
                                                 RECORDING_STATE_RUNNABLE, &periods))
        sampler_write(NULL, recording, about, &never, time, VM_STATE_UNKNOWN,
                      RECORDING_STATE_RUNNABLE, 0, &periods);
}

int64_t sampler_cpu_since(struct agent_thread *thread, int64_t cpu) {
    int64_t since = cpu - thread->sampled_cpu;
    thread->sampled_cpu = cpu;
    return since > 0 ? since : 0;
}

/* Suspends the thread, captures it, lets it go on, all with the table locked so that it cannot end;
 * then writes the sample. True: the thread used up a slot. */
static bool sample(JNIEnv *jni, struct recording *recording, struct agent_thread *thread,
                   enum vm_state wanted) {
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
    stackwalk_request(0, thread->env, thread->java_thread, wanted);
    enum handshake_result answer = handshake_suspend(&shake, thread->tid, HANDSHAKE_WAIT_NS);
    /* From here to the resume: no allocation, no lock, no JNI. */
    int64_t held = answer == HANDSHAKE_OK ? handshake_resume(&shake) : 0;
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
        statistics_held(held, shake.targets[0].cpu_ns);
        statistics_count(walk->count);
        statistics.left_java += walk->left && walk->count > 0;
        bool silent = walk->count == WALK_LEFT || walk->count == WALK_EXITING ||
                      /* a native thread that never was in Java: nothing to tell */
                      (wanted == VM_STATE_NATIVE && walk->count <= 0) ||
                      (wanted == VM_STATE_UNKNOWN && walk->count == WALK_NOT_JAVA);
        used = !silent;
        if (walk->count == WALK_NOT_JAVA) thread->blank_cpu = shake.targets[0].cpu_end;
        if (!silent) {
            int64_t cpu =
                wanted == VM_STATE_JAVA ? sampler_cpu_since(thread, shake.targets[0].cpu_end) : 0;
            threads_rename(agent_jvmti, jni, thread, time);
            struct recording_stack_key stack =
                sampler_write(jni, recording, about, walk, time, wanted,
                              state_of(wanted, walk->in_syscall), cpu, counted);
            count_periods(thread, periods.count);
            if (wall) {
                thread->wall.stack = stack;
                write_waiting(recording, thread, about, time);
            }
            note_sleep(thread, about, stack);
        }
    }
    threads_release(jni, thread);
    threads_lock();
    return used;
}

/* ---- Rounds ---------------------------------------------------------------------------------- */

static bool wanted_now(const struct agent_thread *thread, enum vm_state wanted) {
    if (!thread->sampled || thread->tid == own_tid || thread->tid == 0 || !thread->env)
        return false;
    if (wanted == VM_STATE_UNKNOWN) return true;
    enum vm_state state = vmstructs_state(thread->java_thread);
    return state == wanted || state == VM_STATE_UNKNOWN;
}

/* Samples a thread of which it is not known whether it sleeps. Most do. Where all processors are
 * taken it takes long to wake one, and to look for the answer is in vain; whether that is so is
 * tried again after some time. */
static bool ask(JNIEnv *jni, struct recording *recording, struct sampler_clock *clock,
                struct agent_thread *thread, enum vm_state wanted) {
    clock->serial = thread->serial;
    bool look = running_beside() > 0 && clock->in_vain-- <= 0;
    shake.look_ns = look ? HANDSHAKE_LOOK_NS : 0;
    shake.slept = false;
    bool used = sample(jni, recording, thread, wanted);
    if (look) clock->in_vain = shake.slept ? LOOKS_LATER : 0;
    return used;
}

/* Samples up to slots threads, whatever their state as far as it can be told, from behind the
 * thread where the clock's last round ended; at most once around. */
static void run_round(JNIEnv *jni, struct recording *recording, struct sampler_clock *clock,
                      enum vm_state wanted, int64_t slots) {
    threads_lock();
    /* As many looks as there are threads now: that is once around, come and go who will. */
    size_t position = threads_behind(clock->serial), looks = threads_count();
    for (; slots > 0 && looks > 0 && threads_count() > 0 && !softly_failed(); looks--) {
        if (position >= threads_count()) position = 0;
        struct agent_thread *thread = threads_at(position++);
        if (!wanted_now(thread, wanted)) continue;
        if (ask(jni, recording, clock, thread, wanted)) slots--;
        position = threads_behind(clock->serial); /* the table was unlocked in between */
    }
    threads_unlock();
}

/* The threads that were in native code when the sampler woke up, from behind where the last round
 * of that kind ended: their serial numbers. Some more than there are slots: some give nothing,
 * because they were never in Java. */
#define NATIVE_MOST 256
static uint64_t in_native[NATIVE_MOST];
static size_t in_native_count;

/* Table locked; states of its threads. */
static void find_native(const uint8_t *states, size_t slots) {
    size_t most = slots < NATIVE_MOST / 4 ? slots + 15 : NATIVE_MOST;
    size_t first = threads_behind(native_clock.serial), count = threads_count();
    in_native_count = 0;
    for (size_t i = 0; i < count && in_native_count < most; i++) {
        size_t position = first + i < count ? first + i : first + i - count;
        if (states[position] != VM_STATE_NATIVE) continue;
        const struct agent_thread *thread = threads_at(position);
        if (wanted_now(thread, VM_STATE_NATIVE)) in_native[in_native_count++] = thread->serial;
    }
}

/* One look at the states of all threads serves both kinds of rounds. */
static void look_and_ask(JNIEnv *jni, struct recording *recording, bool java_due, bool native_due) {
    static ARRAY(uint8_t) states;
    threads_lock();
    array_reserve(&states, threads_count());
    vmstructs_states(threads_java(), threads_count(), states.items);
    if (java_due) javaround_ask(&shake, states.items, options->interval_ns);
    if (native_due) find_native(states.items, (size_t)options->native_threads);
    if (java_due) javaround_finish(jni, recording, &shake, options);
    else threads_unlock();
}

/* The thread if it is still there, else NULL. Table locked. */
static struct agent_thread *by_serial(uint64_t serial) {
    size_t position = threads_behind(serial - 1);
    struct agent_thread *thread = position < threads_count() ? threads_at(position) : NULL;
    return thread && thread->serial == serial ? thread : NULL;
}

static void run_native_round(JNIEnv *jni, struct recording *recording, int64_t slots) {
    threads_lock();
    for (size_t i = 0; i < in_native_count && slots > 0 && !softly_failed(); i++) {
        struct agent_thread *thread = by_serial(in_native[i]);
        if (!thread || !wanted_now(thread, VM_STATE_NATIVE)) statistics.moved_on++;
        else if (ask(jni, recording, &native_clock, thread, VM_STATE_NATIVE)) slots--;
    }
    threads_unlock();
}

static int64_t earlier(int64_t a, int64_t b) {
    return a < b ? a : b;
}

/* The next round is due a period after this one was, not after it ended: else the length of each
 * round would be added to the period. One that is late by a whole period is left out. */
static void was_run(struct sampler_clock *clock, int64_t period, int64_t now) {
    clock->last += period;
    if (now - clock->last >= period) clock->last = now;
}

/* Rounds of the two periods, of which that in native code may be a little early. */
static int64_t run_periods(JNIEnv *jni, struct recording *recording) {
    int64_t now = clock_now(), java = options->interval_ns, native = options->native_interval_ns;
    bool java_due = java > 0 && now - java_clock.last >= java;
    /* What is due within a millisecond is done while the sampler is awake: to wake up costs more.
     */
    bool native_due =
        native > 0 && now - native_clock.last >= native - earlier(native / 16, NS_PER_S / 1000);
    if (vmstructs_has_states()) {
        if (java_due || native_due) look_and_ask(jni, recording, java_due, native_due);
        if (native_due) run_native_round(jni, recording, options->native_threads);
    } else {
        /* Without states Java code is told by where the thread stands, and native code not at all.
         */
        if (java_due) run_round(jni, recording, &java_clock, VM_STATE_JAVA, options->java_threads);
    }
    if (java_due) was_run(&java_clock, java, now);
    if (native_due) was_run(&native_clock, native, now);
    now = clock_now();
    int64_t sleep = LONGEST_SLEEP;
    if (java > 0) sleep = earlier(sleep, java_clock.last + java - now);
    if (native > 0) sleep = earlier(sleep, native_clock.last + native - now);
    return sleep;
}

/* The wall tick: so often that all threads have their turn once a period, WALL_THREADS at a time.
 */
static int64_t wall_interval(void) {
    threads_lock();
    int64_t count = (int64_t)threads_count();
    threads_unlock();
    int64_t ticks = (count + WALL_THREADS - 1) / WALL_THREADS;
    int64_t tick = options->wall_ns / (ticks ? ticks : 1);
    return tick < WALL_SHORTEST ? WALL_SHORTEST : tick;
}

static int64_t wall_slots(void) {
    threads_lock();
    int64_t count = (int64_t)threads_count();
    threads_unlock();
    int64_t ticks = (count + WALL_THREADS - 1) / WALL_THREADS;
    return ticks ? (count + ticks - 1) / ticks : 1;
}

static void start_clocks(void) {
    int64_t now = clock_now();
    java_clock.last = native_clock.last = wall_clock.last = now;
    started = now;
    statistics_begin(now);
}

/* Runs what is due; returns how long to sleep, ns. */
static int64_t run_due(JNIEnv *jni, bool *time_is_up) {
    struct recording *recording = options ? door_enter() : NULL;
    if (!recording) return LONGEST_SLEEP;
    if (options->native_frames)
        vmstructs_refresh_files(); /* a library just loaded is no Java code */
    int64_t sleep = LONGEST_SLEEP, now = clock_now();
    if (options->engine == ENGINE_SUSPEND) sleep = run_periods(jni, recording);
    if (options->engine == ENGINE_CPU) {
        bool any = cpu_drain(jni, recording);
        others_poll(recording, now);
        sleep = earlier(sleep, any ? DRAIN_EVERY : DRAIN_IDLE_EVERY);
    } else if (options->engine == ENGINE_JVMTI && options->interval_ns > 0) {
        if (now - java_clock.last >= options->interval_ns) {
            poll_round(jni, recording, options);
            was_run(&java_clock, options->interval_ns, now);
        }
        sleep = earlier(sleep, java_clock.last + options->interval_ns - clock_now());
    }
    if (options->wall_ns > 0) {
        int64_t period = wall_interval();
        if (now - wall_clock.last >= period) {
            run_round(jni, recording, &wall_clock, VM_STATE_UNKNOWN, wall_slots());
            was_run(&wall_clock, period, now);
        }
        sleep = earlier(sleep, wall_clock.last + period - clock_now());
    }
    now = clock_now();
    if (statistics_age(now) >= options->flush_ns && statistics_age(now) >= NS_PER_S) {
        running_count_processors();
        statistics_write(recording, now);
        vmstructs_refresh_files();
    }
    *time_is_up = (options->duration_ns > 0 && now - started >= options->duration_ns) ||
                  watch_is_over(now) || watch_signal_is_lost(options, now);
    door_leave();
    methods_prune(jni);
    nativewalk_trim();
    virtual_trim();
    return sleep;
}

/* Until *word is not value any more, at most ns. */
static void wait_while(_Atomic uint32_t *word, uint32_t value, int64_t ns) {
    if (ns <= 0) return;
    struct timespec time = {.tv_sec = (time_t)(ns / NS_PER_S), .tv_nsec = ns % NS_PER_S};
    syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, value, &time, NULL, 0);
}

static void set(_Atomic uint32_t *word) {
    atomic_store(word, 1);
    syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}

static int64_t take_turn(JNIEnv *jni, bool fresh, bool *time_is_up) {
    SOFTLY(0);
    softly_lock(&round_lock);
    if (fresh) start_clocks();
    int64_t sleep = run_due(jni, time_is_up);
    softly_unlock(&round_lock);
    return sleep;
}

/* The sampler runs for some microseconds at a time, and late is of no use: it asks for the shortest
 * turns that there are. Kernels from 6.12 on then give it a processor sooner, and no more of it;
 * others leave things as they are. Its priority stays what it was. */
static void ask_for_short_turns(void) {
    struct { /* as the kernel has it in its first version; the C library has none */
        uint32_t size, policy;
        uint64_t flags;
        int32_t nice;
        uint32_t priority;
        uint64_t runtime, deadline, period;
    } how = {.size = 0};
    if (syscall(SYS_sched_getattr, 0, &how, sizeof how, 0) != 0 || how.policy != SCHED_OTHER)
        return;
    how.runtime = 500000; /* ns */
    syscall(SYS_sched_setattr, 0, &how, 0);
}

static void JNICALL loop(jvmtiEnv *jvmti, JNIEnv *jni, void *arg) {
    sigset_t signals;
    signals_but_faults(&signals);
    own_tid = (pid_t)syscall(SYS_gettid);
    pthread_sigmask(SIG_BLOCK, &signals, NULL);
    prctl(PR_SET_TIMERSLACK, 1000UL); /* of 50 us otherwise: as long as a sample takes */
    ask_for_short_turns();
    while (!atomic_load(&quitting)) {
        bool fresh = sem_trywait(&enrolled) != 0, time_is_up = false;
        if (fresh)
            while (sem_wait(&enrolled) != 0 && errno == EINTR) {
            }
        sem_post(&enrolled);
        if (atomic_load(&quitting)) break;
        int64_t sleep = take_turn(jni, fresh, &time_is_up);
        if (time_is_up || softly_failed()) agent_time_is_up();
        else wait_while(&quitting, 0, sleep);
    }
    set(&gone);
}

/* ---- Start and stop -------------------------------------------------------------------------- */

bool sampler_create(jvmtiEnv *jvmti, JNIEnv *jni) {
    static bool created;
    if (created) return true;
    atomic_store(&gone, 0);
    sem_init(&enrolled, 0, 0);
    jclass type = (*jni)->FindClass(jni, "java/lang/Thread");
    jmethodID make =
        type ? (*jni)->GetMethodID(jni, type, "<init>", "(Ljava/lang/String;)V") : NULL;
    jstring name = make ? (*jni)->NewStringUTF(jni, "jfragent sampler") : NULL;
    jobject thread = name ? (*jni)->NewObject(jni, type, make, name) : NULL;
    if (thread)
        created = (*jvmti)->RunAgentThread(jvmti, thread, loop, NULL, JVMTI_THREAD_MAX_PRIORITY) ==
                  JVMTI_ERROR_NONE;
    if ((*jni)->ExceptionCheck(jni)) (*jni)->ExceptionClear(jni);
    if (thread) (*jni)->DeleteLocalRef(jni, thread);
    if (name) (*jni)->DeleteLocalRef(jni, name);
    if (type) (*jni)->DeleteLocalRef(jni, type);
    return created;
}

void sampler_quit(void) {
    if (atomic_load(&gone)) return;
    set(&quitting);
    sem_post(&enrolled);
    int64_t until = clock_now() + NS_PER_S / 20;
    while (!atomic_load(&gone) && clock_now() < until) wait_while(&gone, 0, until - clock_now());
}

bool sampler_start(const struct agent_options *wanted, char *error, size_t size, bool *taken) {
    *taken = false;
    bool suspends = wanted->engine == ENGINE_SUSPEND || wanted->wall_ns > 0;
    if (suspends && !handshake_install(&shake, wanted->signo, stackwalk_capture, NULL)) {
        *taken = errno == EBUSY;
        snprintf(error, size, "signal %d (%s) %s; option signal chooses another", wanted->signo,
                 strsignal(wanted->signo),
                 *taken ? "is used by someone else in this process" : "cannot be used");
        return false;
    }
    softly_lock(&round_lock);
    stackwalk_resize(wanted->native_frames);
    free(frames);
    frames = mem_zero((size_t)wanted->depth + NATIVEWALK_MOST, sizeof *frames);
    stackwalk_guard();
    start_clocks(); /* the loop does it after a pause; here for the first time */
    others_start(wanted);
    threads_lock();
    for (size_t i = 0; i < threads_count(); i++) {
        threads_at(i)->sampled_cpu = running_clock(threads_at(i)->tid);
        threads_at(i)->due_cpu = 0;
    }
    threads_unlock();
    running_count_processors();
    options = wanted;
    softly_unlock(&round_lock);
    sem_post(&enrolled);
    return true;
}

void sampler_stop(JNIEnv *jni) {
    while (sem_wait(&enrolled) != 0 && errno == EINTR) {
    }
    softly_lock(&round_lock);
    struct recording *recording = options ? door_enter() : NULL;
    if (recording) {
        int64_t now = clock_now();
        threads_lock();
        for (size_t i = 0; options->wall_ns > 0 && i < threads_count(); i++)
            write_waiting(recording, threads_at(i), &threads_at(i)->about, now);
        threads_unlock();
        if (options->engine == ENGINE_CPU && jni) cpu_drain(jni, recording);
        statistics_write(recording, now);
        door_leave();
    }
    options = NULL;
    softly_unlock(&round_lock);
}
