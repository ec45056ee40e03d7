/* The course of experiments, in the sampler's turns:
 *
 *   LOOK     so many samples, nothing else: how fast progress is made, how long threads run between
 *            two waits; that decides how fine samples and how long windows are. Again, while the
 *            program gets faster
 *   SETTLE   the next window's delays go on already, nothing is counted
 *   WINDOW   counted; written as an event when it is over
 *
 * Samples are taken alike in all of them, so that what they cost is the same everywhere. */
#include "agent/whatif/whatif.h"

#include "agent/jvm/jvm.h"
#include "agent/whatif/changes.h"
#include "agent/whatif/delays.h"
#include "agent/whatif/experiments.h"
#include "agent/whatif/progress.h"
#include "agent/whatif/targets.h"
#include "agent/whatif/windows.h"
#include "base/clock.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#define WARM NS_PER_S /* all code is compiled again; the looks see whether that is enough */
#define LOOK NS_PER_S
#define SETTLE (10 * NS_PER_MS)
#define MOST_WORTH (2 * NS_PER_MS) /* of a sample: the sampler may be late */
#define LEAST_DEBT 10000           /* shorter pauses than 10 us are all cost */

enum phase { WARMING, LOOKING, SETTLING, COUNTING };

static struct counters { /* at one moment */
    int64_t time, ran, waited, switches;
    struct progress_counts progress;
    uint32_t collections;
    struct delays_counts delays;
} begun;

static struct windows_look looked;
static int looks;
static struct windows plan;
static struct window window;
static enum phase phase;
static int64_t phase_end, period, length, last_tick, next_tick;
static uint64_t chance;
static int64_t missed; /* time in a window that no sample stood for: the sampler had no processor */
static struct {        /* base windows of a block */
    uint64_t block, samples, hits[WINDOWS_METHODS];
    int64_t start;
} shares;

/* ---- Counters ---------------------------------------------------------------------------------
 */

/* Of all threads but the calling one. */
static int64_t times_asleep(void) {
    struct rusage all, own;
    if (getrusage(RUSAGE_SELF, &all) != 0 || getrusage(RUSAGE_THREAD, &own) != 0) return 0;
    return all.ru_nvcsw - own.ru_nvcsw;
}

/* As many as this process may use. */
static int processors(void) {
    cpu_set_t set;
    return sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 0;
}

static struct counters count(JNIEnv *jni) {
    struct counters now = {.switches = times_asleep(),
                           .collections = atomic_load(&jvm_collections)};
    delays_run_times(&now.ran, &now.waited);
    now.delays = delays_counts();
    now.progress = progress_counts(jni);
    now.time = clock_now();
    return now;
}

/* ---- Events -----------------------------------------------------------------------------------
 */

static const char *const kinds[] = {"base", "virtual", "control", "real"};

static void write_window(struct recording *recording, const struct counters *now) {
    const struct delays_counts *was = &begun.delays, *is = &now->delays;
    int method = window.method;
    struct recording_experiment e = {
        .start = begun.time,
        .end = now->time,
        .block = plan.block,
        .kind = kinds[window.kind],
        .method = method >= 0 ? targets_name(method) : NULL,
        .progress_point = progress_name(),
        .speed = (uint64_t)window.speed,
        .delay = is->owed - was->owed,
        .progress = now->progress.reached - begun.progress.reached,
        .spent = now->progress.spent - begun.progress.spent,
        .lone = now->progress.lone - begun.progress.lone,
        .ran = now->ran - begun.ran,
        .waited = now->waited - begun.waited,
        .switches = now->switches - begun.switches,
        .worth = is->worth,
        .processors = (uint64_t)processors(),
        .missed = missed,
        .collected = now->collections != begun.collections,
        .samples = is->samples - was->samples,
        .failed = is->failed - was->failed,
        .hits = method >= 0 ? is->hits[method] - was->hits[method] : 0,
        .pauses = is->pauses - was->pauses,
        .paused = is->paused - was->paused,
        .longest_pause = is->longest,
        .credits = is->credits - was->credits,
    };
    recording_experiment(recording, &e);
}

/* How often methods were found in the base windows of the block that is over. */
static void write_shares(struct recording *recording, int64_t now) {
    for (int m = 0; m < targets_count() && shares.samples > 0; m++)
        recording_experiment_method(recording, &(struct recording_experiment_method){
                                                   .start = shares.start,
                                                   .end = now,
                                                   .block = shares.block,
                                                   .method = targets_name(m),
                                                   .hits = shares.hits[m],
                                                   .samples = shares.samples,
                                               });
    memset(&shares, 0, sizeof shares);
}

static void add_shares(const struct counters *now) {
    const struct delays_counts *was = &begun.delays, *is = &now->delays;
    if (shares.samples == 0) shares.start = begun.time;
    shares.block = plan.block;
    shares.samples += is->samples - was->samples;
    for (int m = 0; m < WINDOWS_METHODS; m++) shares.hits[m] += is->hits[m] - was->hits[m];
}

/* ---- Phases -----------------------------------------------------------------------------------
 */

static void enter(enum phase next, int64_t now, int64_t ns) {
    phase = next;
    phase_end = now + ns;
}

/* Delay by one sample, on average. */
static int64_t grain(int speed) {
    return period * speed / 100;
}

static void begin_window(JNIEnv *jni, struct recording *recording) {
    uint64_t block = plan.block;
    window = windows_next(&plan);
    if (plan.block != block) write_shares(recording, clock_now());
    int64_t least = grain(window.speed) / 3;
    bool delays = window.kind == WINDOW_VIRTUAL || window.kind == WINDOW_CONTROL;
    targets_cut(jni, window.kind == WINDOW_REAL ? window.method : -1, window.speed);
    delays_begin(window.kind == WINDOW_VIRTUAL ? window.method : -1, delays ? window.speed : 0,
                 least < LEAST_DEBT ? LEAST_DEBT : least);
    enter(SETTLING, clock_now(), SETTLE);
}

static int fastest(void) {
    int most = 0;
    for (int i = 0; i < plan.speed_count; i++)
        if (plan.speeds[i] > most) most = plan.speeds[i];
    return most;
}

static void begin_look(JNIEnv *jni, const struct counters *now) {
    window = (struct window){.kind = WINDOW_BASE, .method = -1};
    targets_cut(jni, -1, 0);
    delays_begin(-1, 0, LEAST_DEBT);
    begun = *now;
    enter(LOOKING, now->time, LOOK);
}

/* Whether it was the last. */
static bool take_a_look(const struct counters *now) {
    struct windows_look look = {.elapsed = now->time - begun.time,
                                .progress = now->progress.reached - begun.progress.reached,
                                .ran = now->ran - begun.ran,
                                .switches = now->switches - begun.switches};
    bool again = windows_look_again(&looked, &look) && looks < WINDOWS_LOOKS;
    looks += again;
    looked = look;
    if (again) return false;
    period = windows_period(&look, fastest());
    length = windows_length(&look);
    return true;
}

/* The window, as the program has become faster since the looks. It counts for nothing; a new block
 * follows. */
static bool is_too_long(const struct counters *now) {
    int64_t progress = now->progress.reached - begun.progress.reached;
    if (window.kind == WINDOW_REAL || !windows_too_long(length, progress) || looks == WINDOWS_LOOKS)
        return false;
    looks++;
    looked.elapsed = 0;
    plan.next = plan.count;
    return true;
}

static void next_phase(JNIEnv *jni, struct recording *recording) {
    struct counters now = count(jni);
    switch (phase) {
    case WARMING: begin_look(jni, &now); break;
    case SETTLING:
        begun = now;
        missed = 0;
        enter(COUNTING, now.time, length);
        break;
    case LOOKING:
        if (take_a_look(&now)) begin_window(jni, recording);
        else begin_look(jni, &now);
        break;
    case COUNTING:
        if (is_too_long(&now)) {
            begin_look(jni, &now);
            break;
        }
        write_window(recording, &now);
        if (window.kind == WINDOW_BASE) add_shares(&now);
        begin_window(jni, recording);
    }
}

/* ---- On time ----------------------------------------------------------------------------------
 * A sample that is late finds what is after the moment that it stands for: who ran has often gone
 * to sleep meanwhile, as the sampler waited for its processor. So meanwhile it comes before all
 * others, where this process may ask for that; it runs for microseconds. */

static struct scheduling { /* as the kernel has it in its first version */
    uint32_t size, policy;
    uint64_t flags;
    int32_t nice;
    uint32_t priority;
    uint64_t runtime, deadline, period;
} usual;              /* of the sampler's thread */
static pid_t hurried; /* that thread; 0: it is as usual */

static void hurry(void) {
    struct scheduling first = {
        .size = sizeof first, .policy = SCHED_FIFO, .flags = 1 /* not inherited */, .priority = 1};
    hurried = (pid_t)syscall(SYS_gettid);
    if (syscall(SYS_sched_getattr, 0, &usual, sizeof usual, 0) != 0 ||
        usual.policy != SCHED_OTHER || syscall(SYS_sched_setattr, 0, &first, 0) != 0)
        usual.size = 0;
}

static void hurry_no_more(void) {
    if (hurried && usual.size) syscall(SYS_sched_setattr, hurried, &usual, 0);
    hurried = 0;
}

/* ---- The engine -------------------------------------------------------------------------------
 */

static void plan_tick(int64_t now) {
    last_tick = now;
    next_tick = now + period / 2 + (int64_t)windows_chance(&chance, (uint64_t)period);
}

static void tick(JNIEnv *jni, int64_t now) {
    int64_t worth = now - last_tick, charge = 0;
    if (worth > MOST_WORTH) {
        missed += worth - MOST_WORTH;
        worth = MOST_WORTH;
    }
    if (window.kind == WINDOW_CONTROL && windows_chance(&chance, 2) == 0)
        charge = worth * window.speed / 100;
    progress_look(jni);
    delays_tick(worth, charge);
    plan_tick(now);
}

static int64_t turn(JNIEnv *jni, struct recording *recording, int64_t now) {
    if (!hurried) hurry();
    if (now >= next_tick) tick(jni, now);
    if (now >= phase_end) {
        enum phase was = phase;
        next_phase(jni, recording);
        /* What went by before delays begin is no sample's. A window that is counted gets the time
         * between its last sample before and its beginning, as it lacks what is behind its last. */
        if (was != SETTLING) plan_tick(clock_now());
    }
    int64_t due = next_tick < phase_end ? next_tick : phase_end;
    now = clock_now();
    return due > now ? due - now : 0;
}

/* "25;10;50" */
static bool read_speeds(const char *text, struct engine_failure *failure) {
    char *end;
    for (plan.speed_count = 0; plan.speed_count < WINDOWS_SPEEDS; text = end + 1) {
        long speed = strtol(text, &end, 10);
        if (end == text || (*end && *end != ';') || speed < 1 || speed > 90) break;
        plan.speeds[plan.speed_count++] = (int)speed;
        if (!*end) return true;
    }
    snprintf(failure->sentence, sizeof failure->sentence,
             "option speeds is %s: expected up to %d numbers from 1 to 90, separated by semicolons",
             text, WINDOWS_SPEEDS);
    return false;
}

static bool open_all(JNIEnv *jni, const struct agent_options *options,
                     struct engine_failure *failure) {
    if (!read_speeds(options->speeds, failure) || !targets_open(jni, options->methods, failure) ||
        !progress_open(jni, options, delays_owed(), failure) ||
        !targets_cuts_open(jni, options->cuts, &plan.real, failure))
        return false;
    targets_want_apart(jni);
    changes_make(jni);
    return progress_begin(jni, failure) && targets_find_places(failure) &&
           delays_start(jni, options, failure);
}

/* All is as it was before. */
static void close_all(JNIEnv *jni) {
    JNIEnv *alive = jvm_ends ? NULL : jni;
    changes_undo(alive);
    progress_close(alive);
    targets_close(alive);
}

static bool start(JNIEnv *jni, const struct agent_options *options,
                  struct engine_failure *failure) {
    if (options->engine != ENGINE_WHATIF) return false;
    memset(&plan, 0, sizeof plan);
    memset(&shares, 0, sizeof shares);
    looked = (struct windows_look){0};
    looks = 0;
    window = (struct window){.method = -1};
    plan.chance = chance = (uint64_t)clock_epoch();
    plan.block = (uint64_t)clock_epoch() / NS_PER_MS * 100000; /* no two recordings have the same */
    if (!options->methods || !options->progress == !options->latency) {
        snprintf(failure->sentence, sizeof failure->sentence,
                 "engine=whatif needs options methods, and progress or latency");
        return false;
    }
    if (!open_all(jni, options, failure)) {
        close_all(jni);
        return false;
    }
    plan.methods = targets_count();
    period = WINDOWS_COARSEST / 2;
    enter(WARMING, clock_now(), WARM);
    plan_tick(clock_now());
    return true;
}

static void thread_is_there(struct agent_thread *thread, bool begins) {
    delays_add(thread);
}

static void stop(JNIEnv *jni, struct recording *recording) {
    delays_stop();
    hurry_no_more();
    if (recording) write_shares(recording, clock_now());
    close_all(jni);
}

const struct engine engine_whatif = {"whatif",        ENGINE_BY_SIGNAL, start, turn,
                                     thread_is_there, delays_remove,    stop};
