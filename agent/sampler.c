#include "agent/sampler.h"

#include "agent/handshake.h"
#include "agent/inlining.h"
#include "agent/methods.h"
#include "agent/modes.h"
#include "agent/nativewalk.h"
#include "agent/running.h"
#include "agent/softly.h"
#include "agent/virtual.h"
#include "parser/mem.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define SECOND INT64_C(1000000000)
#define LONGEST_SLEEP (SECOND / 10)
#define DRAIN_EVERY (SECOND / 100)
/* What a round has seen at its begin is too old to go by after this time: it ends. */
#define STALE_NS INT64_C(500000)
#define LOOKS_LATER 20 /* samples */
#define WALL_THREADS 8                /* at most so many a tick */
#define WALL_SHORTEST INT64_C(100000) /* ... and no tick shorter than 100 us */

static sem_t enrolled; /* 1: sampling goes on, 0: stopped */
static pthread_mutex_t round_lock = PTHREAD_MUTEX_INITIALIZER;
static const struct agent_options *options; /* under round_lock; NULL: stopped */
static struct handshake shake;
static struct recording_frame *frames; /* as many as the depth, and one, and C frames */
static struct sampler_clock {
    int64_t last;    /* when the last round ended */
    uint64_t serial; /* of the last thread looked at */
    int in_vain;     /* so many more samples without looking for the answer before sleeping */
} java_clock, native_clock, wall_clock;
static int64_t started, statistics_from;
static pid_t own_tid; /* the sampler is never sampled */
struct sampler_counts sampler_counts;

/* ---- Statistics ------------------------------------------------------------------------------ */

/* Times held, by size: 8 classes for each power of two, so within 12 %. */
static struct held {
    uint64_t count;
    int64_t most;
    uint32_t classes[64 * 8];
} held_all, held_cpu; /* cpu: the CPU time of the target meanwhile */

static unsigned held_class(int64_t ns) {
    uint64_t n = (uint64_t)(ns < 8 ? 8 : ns);
    unsigned log = 63 - (unsigned)__builtin_clzll(n);
    return log * 8 + (unsigned)(n >> (log - 3) & 7);
}

static int64_t held_value(unsigned class) {
    unsigned log = class / 8 < 3 ? 3 : class / 8; /* none is below 8 ns */
    return (int64_t)((8 + class % 8) * (UINT64_C(1) << (log - 3)));
}

static void held_add(struct held *held, int64_t ns) {
    held->classes[held_class(ns)]++;
    held->count++;
    if (ns > held->most) held->most = ns;
}

static int64_t held_quantile(const struct held *held, double share) {
    uint64_t wanted = (uint64_t)((double)held->count * share), seen = 0;
    for (unsigned i = 0; i < 64 * 8; i++)
        if ((seen += held->classes[i]) > wanted) return held_value(i);
    return 0;
}

void sampler_count(int code) {
    if (code > 0)
        sampler_counts.taken++;
    else if (code == WALK_LEFT)
        sampler_counts.left++;
    else if (code == WALK_CRASHED)
        sampler_counts.crashed++;
    else if (-code < RECORDING_FAILURES)
        sampler_counts.failures[-code]++;
    else
        sampler_counts.failures[RECORDING_FAILURES - 1]++;
}

static void write_statistics(struct recording *recording, int64_t now) {
    struct sampler_counts *c = &sampler_counts;
    struct recording_statistics numbers = {
        .start = statistics_from,
        .end = now,
        .requested = c->requested,
        .taken = c->taken,
        .timed_out = c->timed_out,
        .left = c->left,
        .exited = c->exited,
        .crashed = c->crashed,
        .no_processor = c->no_processor,
        .unmoved = c->unmoved,
        .hold_median = held_quantile(&held_all, 0.5),
        .hold_p99 = held_quantile(&held_all, 0.99),
        .hold_max = held_all.most,
        .hold_cpu_median = held_quantile(&held_cpu, 0.5),
        .hold_cpu_p99 = held_quantile(&held_cpu, 0.99),
    };
    memcpy(numbers.failures, c->failures, sizeof numbers.failures);
    recording_statistics(recording, &numbers);
    memset(c, 0, sizeof *c);
    memset(&held_all, 0, sizeof held_all);
    memset(&held_cpu, 0, sizeof held_cpu);
    statistics_from = now;
}

/* ---- One sample ------------------------------------------------------------------------------ */

/* C frames come first; returns how many. */
static uint32_t add_native_frames(const struct stackwalk *walk) {
    for (int i = 0; i < walk->native_count; i++) {
        frames[i] = (struct recording_frame){.line = -1, .bci = -1};
        frames[i].method = nativewalk_name(walk->native[i], i > 0, &frames[i].type);
    }
    return (uint32_t)walk->native_count;
}

struct recording_stack_key sampler_write(JNIEnv *jni, struct recording *recording,
                                         const struct recording_thread *thread,
                                         const struct stackwalk *walk, int64_t time,
                                         enum vm_state wanted, enum recording_state state) {
    struct recording_stack stack = {.frames = frames, .count = 1};
    struct recording_stack_key key = {0};
    if (walk->count <= 0 && !options->failed_samples) return key;
    methods_begin();
    uint32_t native = add_native_frames(walk);
    if (walk->count > 0) {
        methods_frames(agent_jvmti, jni, walk->frames, walk->count, native ? 0 : walk->pc,
                       frames + native);
        inlining_mark(walk, frames + native);
        stack.count = native + (uint32_t)walk->count;
        stack.truncated = walk->truncated;
    } else {
        frames[native] = (struct recording_frame){
            .method = methods_pseudo(stackwalk_reason(walk->count)), .line = -1, .bci = -1};
        stack.count = native + 1;
    }
    if (stack.count > options->depth) {
        stack.count = (uint32_t)options->depth;
        stack.truncated = true;
    }
    key = wanted == VM_STATE_NATIVE
              ? recording_native_sample(recording, time, thread, &stack, state)
              : recording_execution_sample(recording, time, thread, &stack, state);
    methods_end();
    return key;
}

static enum recording_state state_of(enum vm_state wanted, bool in_syscall) {
    return wanted == VM_STATE_UNKNOWN && in_syscall ? RECORDING_STATE_SLEEPING
                                                    : RECORDING_STATE_RUNNABLE;
}

/* ---- Threads that sleep ----------------------------------------------------------------------- */

/* A thread that has not run since its last sample is where it was, so that sample is written again
 * and the thread left in peace: nothing wakes it, and no system call of it is interrupted.
 *
 * Its CPU clock tells, but the last sample itself made it run: up to SLEEP_NS to go to sleep again,
 * where it was. That this is what it does it must have shown once: two samples in a row with the
 * same stack, and no more CPU time between them than it takes to go to sleep and to be woken. */
#define SLEEP_NS 30000

static bool sample_again(struct recording *recording, struct agent_thread *thread, int64_t time,
                         enum vm_state wanted) {
    struct agent_sleep *sleep = &thread->sleep;
    if (!sleep->proven) return false;
    int64_t ran = running_clock(thread->tid) - sleep->cpu;
    if (ran < 0 || ran > (sleep->asleep ? 0 : SLEEP_NS)) {
        sleep->proven = false;
        return false;
    }
    sleep->cpu += ran;
    sleep->asleep = true;
    if (!recording_sample_again(recording, time, wanted == VM_STATE_NATIVE, &thread->about,
                                sleep->stack, state_of(wanted, true)))
        return false;
    sampler_counts.unmoved++;
    return true;
}

/* After a sample: what the next one needs to know. */
static void note_sleep(struct agent_thread *thread, const struct recording_thread *about,
                       struct recording_stack_key stack) {
    struct agent_sleep *sleep = &thread->sleep;
    const struct stackwalk *walk = stackwalk_result();
    /* A carrier's stack is not its virtual thread's. */
    bool sleeps = walk->count > 0 && walk->in_syscall && about == &thread->about;
    int64_t ran = shake.cpu_end - shake.cpu_ns - sleep->cpu;
    bool same = stack.key == sleep->stack.key && stack.generation == sleep->stack.generation;
    *sleep = (struct agent_sleep){.stack = sleeps ? stack : (struct recording_stack_key){0},
                                  .cpu = shake.cpu_end,
                                  .proven = sleeps && stack.key && same && ran <= 2 * SLEEP_NS};
}

/* Suspends the thread, captures it, lets it go on, all with the table locked so that it cannot end;
 * then writes the sample. True: the thread used up a slot. */
static bool sample(JNIEnv *jni, struct recording *recording, struct agent_thread *thread,
                   enum vm_state wanted) {
    int64_t time = handshake_now();
    if (wanted != VM_STATE_JAVA && sample_again(recording, thread, time, wanted)) return true;
    sampler_counts.requested++;
    stackwalk_request(thread->env, thread->java_thread, wanted);
    enum handshake_result answer = handshake_suspend(&shake, thread->tid, HANDSHAKE_WAIT_NS);
    /* From here to the resume: no allocation, no lock, no JNI. */
    int64_t held = answer == HANDSHAKE_OK ? handshake_resume(&shake) : 0;
    const struct recording_thread *about =
        answer == HANDSHAKE_OK
            ? virtual_describe(jni, thread, stackwalk_result()->current_id)
            : &thread->about;
    threads_hold(thread);
    threads_unlock();
    bool used = false;
    if (answer == HANDSHAKE_TIMEOUT) {
        sampler_counts.timed_out++;
    } else if (answer == HANDSHAKE_GONE) {
        sampler_counts.exited++;
    } else {
        const struct stackwalk *walk = stackwalk_result();
        held_add(&held_all, held);
        held_add(&held_cpu, shake.cpu_ns);
        sampler_count(walk->count);
        bool silent = walk->count == WALK_LEFT || walk->count == WALK_EXITING ||
                      /* a native thread that never was in Java: nothing to tell */
                      (wanted == VM_STATE_NATIVE && walk->count <= 0) ||
                      (wanted == VM_STATE_UNKNOWN && walk->count == WALK_NOT_JAVA);
        used = walk->count != WALK_LEFT && walk->count != WALK_EXITING;
        if (!silent) {
            threads_rename(agent_jvmti, jni, thread, time);
            struct recording_stack_key stack =
                sampler_write(jni, recording, about, walk, time, wanted,
                              state_of(wanted, walk->in_syscall));
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

/* With thousands of threads a round is waiting for memory, twice for each: so it is asked for in time. */
static void look_ahead(size_t position) {
    enum { NEAR = 8, FAR = 16 };
    size_t count = threads_count();
    if (position + FAR >= count) return;
    __builtin_prefetch(threads_at(position + FAR));
    vmstructs_state_ahead(threads_at(position + NEAR)->java_thread);
}

/* Samples up to slots threads in the wanted state, from behind the thread where the clock's last
 * round ended; at most once around. */
static void run_round(JNIEnv *jni, struct recording *recording, struct sampler_clock *clock,
                      enum vm_state wanted, int64_t slots) {
    threads_lock();
    /* As many looks as there are threads now: that is once around, come and go who will. */
    size_t position = threads_behind(clock->serial), looks = threads_count();
    for (; slots > 0 && looks > 0 && threads_count() > 0 && !softly_failed(); looks--) {
        if (position >= threads_count()) position = 0;
        look_ahead(position);
        struct agent_thread *thread = threads_at(position++);
        if (!wanted_now(thread, wanted)) continue;
        clock->serial = thread->serial;
        /* Most of these threads sleep. Where all processors are taken it takes long to wake one, and
         * to look for the answer is in vain; whether that is so is tried again after some time. */
        bool look = running_beside() > 0 && clock->in_vain-- <= 0;
        shake.look_ns = look ? HANDSHAKE_LOOK_NS : 0;
        shake.slept = false;
        if (sample(jni, recording, thread, wanted)) slots--;
        if (look) clock->in_vain = shake.slept ? LOOKS_LATER : 0;
        position = threads_behind(clock->serial); /* the table was unlocked in between */
    }
    threads_unlock();
    clock->last = handshake_now();
}

/* The threads in Java code of a round. */
static struct candidates {
    size_t count;
    struct running_look looks[RUNNING_MOST];
} candidates;

/* Puts the threads in Java code into candidates, from behind where the last round ended. Returns the
 * serial number of the last one if there was no room for all, else 0. */
static uint64_t find_candidates(uint64_t behind) {
    uint64_t last = 0;
    candidates.count = 0;
    threads_lock();
    size_t first = threads_behind(behind), count = threads_count();
    for (size_t i = 0; i < count && candidates.count < RUNNING_MOST; i++) {
        size_t position = first + i < count ? first + i : first + i - count;
        look_ahead(position);
        const struct agent_thread *thread = threads_at(position);
        if (!wanted_now(thread, VM_STATE_JAVA)) continue;
        candidates.looks[candidates.count++] =
            (struct running_look){.serial = thread->serial, .tid = thread->tid};
        last = thread->serial;
    }
    threads_unlock();
    return candidates.count == RUNNING_MOST ? last : 0;
}

/* Samples the candidates that have a processor, and keeps those that have none. Returns how many slots
 * are left. */
static int64_t ask_running(JNIEnv *jni, struct recording *recording, struct sampler_clock *clock,
                           int64_t slots) {
    size_t kept = 0, i = 0;
    size_t processors = running_beside() ? running_beside() : 1; /* who had it while the sampler slept */
    threads_lock();
    int64_t begin = handshake_now();
    for (; i < candidates.count && slots > 0 && processors > 0 && !softly_failed(); i++) {
        if (handshake_now() - begin > STALE_NS) break;
        struct running_look look = candidates.looks[i];
        size_t position = threads_behind(look.serial - 1);
        if (position >= threads_count()) continue;
        struct agent_thread *thread = threads_at(position);
        if (thread->serial != look.serial || !wanted_now(thread, VM_STATE_JAVA)) continue;
        if (!running_now(&look)) {
            candidates.looks[kept++] = look;
            continue;
        }
        processors--;
        clock->serial = look.serial;
        if (sample(jni, recording, thread, VM_STATE_JAVA)) slots--;
    }
    threads_unlock();
    while (i < candidates.count) candidates.looks[kept++] = candidates.looks[i++];
    candidates.count = kept;
    return slots;
}

/* The same as run_round for threads in Java code, of which only those are asked that have a
 * processor: the others could not answer. Who has one is decided by the kernel alone, so a thread
 * is sampled in proportion to its CPU time, as it would be if all were asked and only these
 * answered. Only threads that are in Java code at the begin are looked at: on a busy machine the
 * sampler often gets its turn because a thread made a system call, and that thread, looked at a
 * little later, would always be found behind one. The sampler makes way even when the slots are
 * used up: else a thread whose place it takes each time would never have its turn. */
static void run_java_round(JNIEnv *jni, struct recording *recording, struct sampler_clock *clock,
                           int64_t slots) {
    uint64_t last = find_candidates(clock->serial), serial = clock->serial;
    shake.look_ns = running_beside() > 0 ? HANDSHAKE_LOOK_NS : 0;
    running_settle(candidates.looks, candidates.count);
    slots = ask_running(jni, recording, clock, slots);
    if (candidates.count > 0 && running_make_way() && slots > 0)
        ask_running(jni, recording, clock, slots);
    sampler_counts.no_processor += candidates.count;
    if (last && clock->serial == serial) clock->serial = last;
    clock->last = handshake_now();
}

static void run_java_threads(JNIEnv *jni, struct recording *recording, int64_t slots) {
    if (vmstructs_has_states())
        run_java_round(jni, recording, &java_clock, slots);
    else
        run_round(jni, recording, &java_clock, VM_STATE_JAVA, slots);
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
    int64_t now = handshake_now();
    java_clock.last = native_clock.last = wall_clock.last = now;
    started = statistics_from = now;
}

static int64_t earlier(int64_t a, int64_t b) {
    return a < b ? a : b;
}

/* Runs what is due; returns how long to sleep, ns. */
static int64_t run_due(JNIEnv *jni, bool *time_is_up) {
    struct recording *recording = options ? gate_enter() : NULL;
    if (!recording) return LONGEST_SLEEP;
    if (options->native_frames) vmstructs_refresh_files(); /* a library just loaded is no Java code */
    int64_t sleep = LONGEST_SLEEP, now = handshake_now();
    /* wall takes the place of both kinds of rounds: it sees their threads, too. */
    bool suspends = options->engine == ENGINE_SUSPEND && options->wall_ns <= 0;
    int64_t period = suspends ? options->interval_ns : 0;
    if (period > 0) {
        if (now - java_clock.last >= period)
            run_java_threads(jni, recording, options->java_threads);
        sleep = earlier(sleep, java_clock.last + period - handshake_now());
    }
    period = suspends ? options->native_interval_ns : 0;
    if (period > 0) {
        /* What is due within a millisecond is done while the sampler is awake: to wake up costs more. */
        bool due = handshake_now() - native_clock.last >= period - earlier(period / 16, SECOND / 1000);
        if (due && vmstructs_has_states())
            run_round(jni, recording, &native_clock, VM_STATE_NATIVE, options->native_threads);
        else if (due)
            native_clock.last = now;
        sleep = earlier(sleep, native_clock.last + period - handshake_now());
    }
    if (options->engine == ENGINE_ITIMER) {
        itimer_drain(jni, recording);
        sleep = earlier(sleep, DRAIN_EVERY);
    } else if (options->engine == ENGINE_JVMTI && options->interval_ns > 0) {
        if (now - java_clock.last >= options->interval_ns) {
            poll_round(jni, recording, options);
            java_clock.last = handshake_now();
        }
        sleep = earlier(sleep, java_clock.last + options->interval_ns - handshake_now());
    }
    if (options->wall_ns > 0) {
        period = wall_interval();
        if (now - wall_clock.last >= period)
            run_round(jni, recording, &wall_clock, VM_STATE_UNKNOWN, wall_slots());
        sleep = earlier(sleep, wall_clock.last + period - handshake_now());
    }
    now = handshake_now();
    if (now - statistics_from >= options->flush_ns && now - statistics_from >= SECOND) {
        running_count_processors();
        write_statistics(recording, now);
        vmstructs_refresh_files();
    }
    *time_is_up = (options->duration_ns > 0 && now - started >= options->duration_ns) ||
                  watch_is_over(now);
    gate_leave();
    methods_prune(jni);
    nativewalk_trim();
    virtual_trim();
    return sleep;
}

static void sleep_ns(int64_t ns) {
    if (ns <= 0) return;
    struct timespec time = {.tv_sec = (time_t)(ns / SECOND), .tv_nsec = ns % SECOND};
    clock_nanosleep(CLOCK_MONOTONIC, 0, &time, NULL);
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
    if (syscall(SYS_sched_getattr, 0, &how, sizeof how, 0) != 0 || how.policy != SCHED_OTHER) return;
    how.runtime = 500000; /* ns */
    syscall(SYS_sched_setattr, 0, &how, 0);
}

static void JNICALL loop(jvmtiEnv *jvmti, JNIEnv *jni, void *arg) {
    sigset_t all;
    sigfillset(&all);
    own_tid = (pid_t)syscall(SYS_gettid);
    pthread_sigmask(SIG_BLOCK, &all, NULL);
    prctl(PR_SET_TIMERSLACK, 1000UL); /* of 50 us otherwise: as long as a sample takes */
    ask_for_short_turns();
    for (;;) {
        bool fresh = sem_trywait(&enrolled) != 0, time_is_up = false;
        if (fresh)
            while (sem_wait(&enrolled) != 0 && errno == EINTR) {
            }
        sem_post(&enrolled);
        int64_t sleep = take_turn(jni, fresh, &time_is_up);
        if (time_is_up || softly_failed())
            agent_time_is_up();
        else
            sleep_ns(sleep);
    }
}

/* ---- Start and stop -------------------------------------------------------------------------- */

bool sampler_create(jvmtiEnv *jvmti, JNIEnv *jni) {
    static bool created;
    if (created) return true;
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
    stackwalk_resize((int)wanted->depth, wanted->native_frames);
    free(frames);
    frames = mem_zero((size_t)wanted->depth + 1 + NATIVEWALK_MOST, sizeof *frames);
    memset(&sampler_counts, 0, sizeof sampler_counts);
    stackwalk_guard();
    start_clocks(); /* the loop does it after a pause; here for the first time */
    running_count_processors();
    options = wanted;
    softly_unlock(&round_lock);
    sem_post(&enrolled);
    return true;
}

void sampler_stop(void) {
    while (sem_wait(&enrolled) != 0 && errno == EINTR) {
    }
    softly_lock(&round_lock);
    struct recording *recording = options ? gate_enter() : NULL;
    if (recording) {
        write_statistics(recording, handshake_now());
        gate_leave();
    }
    options = NULL;
    softly_unlock(&round_lock);
}
