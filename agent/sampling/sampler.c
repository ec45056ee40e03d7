#include "agent/sampling/sampler.h"

#include "agent/sampling/handshake.h"
#include "agent/sampling/javaround.h"
#include "agent/jvm/methods.h"
#include "agent/engines/modes.h"
#include "agent/jvm/nativewalk.h"
#include "agent/sampling/running.h"
#include "agent/sampling/sample.h"
#include "agent/signals.h"
#include "agent/softly.h"
#include "agent/sampling/statistics.h"
#include "agent/jvm/virtual.h"
#include "base/array.h"
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
#define HURRY_MOST 2                     /* a quarter of the period */
#define LOOKS_LATER 20                   /* samples */
#define WALL_THREADS 8                   /* at most so many a tick */
#define WALL_SHORTEST INT64_C(100000)    /* ... and no tick shorter than 100 us */

static sem_t enrolled;                      /* 1: sampling goes on, 0: stopped */
static _Atomic uint32_t quitting, gone = 1; /* the sampler's thread shall end, has ended; futexes */
static pthread_mutex_t round_lock = PTHREAD_MUTEX_INITIALIZER;
static const struct agent_options *options; /* under round_lock; NULL: stopped */
static struct handshake shake;
static struct sampler_clock {
    int64_t last;    /* when the last round was due */
    uint64_t serial; /* of the last thread looked at */
    int in_vain;     /* so many more samples without looking for the answer before sleeping */
} java_clock, native_clock, wall_clock;
static int hurry; /* how often the period of rounds over Java code is halved */
static int64_t started;
static pid_t own_tid; /* the sampler is never sampled */

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
    bool used = sample_take(jni, recording, &shake, thread, wanted);
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
    if (!java_due) {
        threads_unlock();
        return;
    }
    bool behind = javaround_finish(jni, recording, &shake, options);
    if (behind && hurry < HURRY_MOST) hurry++;
    if (!behind && hurry > 0) hurry--;
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
    int64_t now = clock_now(), native = options->native_interval_ns;
    int64_t java = options->interval_ns >> hurry;
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
    java = options->interval_ns >> hurry;
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
    sample_begin(now);
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
        stackwalk_guard(); /* others may have put back what was there before it */
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
    int64_t used = 0; /* of CPU time by this thread, at the end of its last turn */
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
        int64_t sleep = take_turn(jni, fresh, &time_is_up), now = clock_of(CLOCK_THREAD_CPUTIME_ID);
        statistics.cpu_agent += now - used;
        used = now;
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
    sample_open(wanted);
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
            sample_write_waiting(recording, threads_at(i), &threads_at(i)->about, now);
        threads_unlock();
        if (options->engine == ENGINE_CPU && jni) cpu_drain(jni, recording);
        statistics_write(recording, now);
        door_leave();
    }
    options = NULL;
    softly_unlock(&round_lock);
}
