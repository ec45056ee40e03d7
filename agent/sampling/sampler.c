#include "agent/sampling/sampler.h"

#include "agent/ground/signals.h"
#include "agent/ground/softly.h"
#include "agent/jvm/jvm.h"
#include "agent/jvm/methods.h"
#include "agent/jvm/virtual.h"
#include "agent/recording/recording.h"
#include "agent/sampling/sample.h"
#include "agent/sampling/statistics.h"
#include "base/clock.h"

#include <linux/futex.h>
#include <pthread.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define MOST_ENGINES 16

static const struct engine *const *table; /* of all */
static const struct sampler_owner *owner;
/* What the sampler's thread is to do, and whether it has ended; futexes. */
enum { STOPPED, SAMPLING, QUITTING };
static _Atomic uint32_t phase, gone = 1;
static pthread_mutex_t round_lock = PTHREAD_MUTEX_INITIALIZER;
static const struct agent_options *options; /* under round_lock, like what follows; NULL: stopped */
static const struct engine *running[MOST_ENGINES];
static size_t running_count;

/* ---- Turns ----------------------------------------------------------------------------------- */

/* Until *word is not value any more, at most ns; it may be for less. */
static void wait_while(_Atomic uint32_t *word, uint32_t value, int64_t ns) {
    if (ns <= 0) return;
    struct timespec time = clock_timespec(ns);
    syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, value, &time, NULL, 0);
}

static void set(_Atomic uint32_t *word, uint32_t value) {
    atomic_store(word, value);
    syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}

/* Runs what is due; returns how long to sleep, ns. */
static int64_t take_turn(JNIEnv *jni, bool *is_over) {
    SOFTLY(0);
    softly_lock(&round_lock);
    struct recording *recording = options ? door_enter() : NULL;
    int64_t sleep = ENGINE_IDLE;
    for (size_t i = 0; recording && i < running_count; i++) {
        int64_t due = running[i]->turn ? running[i]->turn(jni, recording, clock_now()) : sleep;
        if (due < sleep) sleep = due;
    }
    if (recording) {
        int64_t now = clock_now(), age = now - statistics.start;
        if (age >= options->flush_ns && age >= NS_PER_S) {
            statistics_write(recording, now);
            stackwalk_guard(); /* others may have put back what was there before it */
        }
        *is_over = owner->is_over(now);
        door_leave();
        methods_prune(jni);
        virtual_trim();
    }
    softly_unlock(&round_lock);
    return sleep;
}

static void JNICALL loop(jvmtiEnv *jvmti, JNIEnv *jni, void *arg) {
    /* Allocates nothing: each turn is an entry of its own. */
    sigset_t signals;
    signals_but_faults(&signals);
    int64_t used = 0; /* of CPU time by this thread, at the end of its last turn */
    pthread_sigmask(SIG_BLOCK, &signals, NULL);
    prctl(PR_SET_TIMERSLACK, 1000UL); /* of 50 us otherwise: as long as a sample takes */
    for (uint32_t now; (now = atomic_load(&phase)) != QUITTING;) {
        if (now == STOPPED) {
            wait_while(&phase, STOPPED, INT64_MAX);
            continue;
        }
        bool is_over = false;
        int64_t sleep = take_turn(jni, &is_over), cpu = clock_of(CLOCK_THREAD_CPUTIME_ID);
        statistics_cpu_agent += cpu - used;
        used = cpu;
        if (is_over || softly_failed()) owner->ends();
        else wait_while(&phase, SAMPLING, sleep);
    }
    set(&gone, 1);
}

/* ---- Start and stop -------------------------------------------------------------------------- */

static bool start_engine(JNIEnv *jni, const struct engine *engine, struct engine_failure *failure) {
    if (!engine->start(jni, options, failure)) return !*failure->sentence;
    running[running_count++] = engine;
    threads_lock();
    for (size_t i = 0; engine->thread_is_there && i < threads_count(); i++)
        if (threads_at(i)->tid) engine->thread_is_there(threads_at(i), false);
    threads_unlock();
    return true;
}

/* With round_lock: ends those that run, or those that go by the signal; what is left are the
 * others. */
static void stop_engines(JNIEnv *jni, bool all) {
    struct recording *recording = door_enter();
    size_t stay = 0;
    for (size_t i = 0; i < running_count; i++) {
        if (!all && running[i]->means != ENGINE_BY_SIGNAL) running[stay++] = running[i];
        else if (running[i]->stop) running[i]->stop(jni, recording);
    }
    running_count = stay;
    if (!recording) return;
    statistics_write(recording, clock_now());
    door_leave();
}

static bool start_engines(JNIEnv *jni, bool all, struct engine_failure *failure) {
    bool started = true;
    for (size_t i = 0; table[i] && started; i++)
        if (all || table[i]->means == ENGINE_BY_SIGNAL)
            started = start_engine(jni, table[i], failure);
    if (!started) stop_engines(jni, all);
    return started;
}

bool sampler_start(JNIEnv *jni, const struct agent_options *wanted,
                   struct engine_failure *failure) {
    softly_lock(&round_lock);
    sample_open(wanted);
    stackwalk_open_places(wanted->native_frames);
    stackwalk_guard();
    statistics_begin(clock_now());
    options = wanted;
    bool started = start_engines(jni, true, failure);
    if (!started) options = NULL;
    softly_unlock(&round_lock);
    if (started) set(&phase, SAMPLING);
    return started;
}

void sampler_stop(JNIEnv *jni, bool all) {
    atomic_store(&phase, STOPPED);
    softly_lock(&round_lock);
    if (options) stop_engines(jni, all);
    if (all) options = NULL;
    softly_unlock(&round_lock);
}

bool sampler_resume(JNIEnv *jni, struct engine_failure *failure) {
    softly_lock(&round_lock);
    bool started = start_engines(jni, false, failure);
    softly_unlock(&round_lock);
    set(&phase, SAMPLING);
    return started;
}

bool sampler_is_by_signal(void) {
    for (size_t i = 0; i < running_count; i++)
        if (running[i]->means == ENGINE_BY_SIGNAL) return true;
    return false;
}

/* ---- Threads --------------------------------------------------------------------------------- */

void sampler_thread_begins(struct agent_thread *thread) {
    for (size_t i = 0; table && table[i]; i++)
        if (table[i]->thread_is_there) table[i]->thread_is_there(thread, true);
}

void sampler_thread_ends(struct agent_thread *thread) {
    for (size_t i = 0; table && table[i]; i++)
        if (table[i]->thread_ends) table[i]->thread_ends(thread);
}

/* ---- The thread ------------------------------------------------------------------------------ */

bool sampler_create(JNIEnv *jni, const struct engine *const *engines,
                    const struct sampler_owner *wanted) {
    static bool created;
    if (created) return true;
    table = engines;
    owner = wanted;
    atomic_store(&gone, 0);
    if ((*jni)->PushLocalFrame(jni, 8) != 0) return false;
    jclass type = (*jni)->FindClass(jni, "java/lang/Thread");
    jmethodID make =
        type ? (*jni)->GetMethodID(jni, type, "<init>", "(Ljava/lang/String;)V") : NULL;
    jstring name = make ? (*jni)->NewStringUTF(jni, THREADS_SAMPLER) : NULL;
    jobject thread = name ? (*jni)->NewObject(jni, type, make, name) : NULL;
    if (thread)
        created = JVMTI(RunAgentThread, thread, loop, NULL, JVMTI_THREAD_MAX_PRIORITY) ==
                  JVMTI_ERROR_NONE;
    if ((*jni)->ExceptionCheck(jni)) (*jni)->ExceptionClear(jni);
    (*jni)->PopLocalFrame(jni, NULL);
    return created;
}

void sampler_quit(void) {
    if (atomic_load(&gone)) return;
    set(&phase, QUITTING);
    int64_t until = clock_now() + NS_PER_S / 20;
    while (!atomic_load(&gone) && clock_now() < until) wait_while(&gone, 0, until - clock_now());
}
