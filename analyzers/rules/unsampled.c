/* CPU time of threads that the JVM's sampler does not show: its own work and the kernel's for Java
 * code. */
#include "analyzers/rules/judging.h"
#include "analyzers/rules/sites.h"
#include "analyzers/time/load.h"
#include "analyzers/time/threads.h"
#include "base/units.h"
#include "parser/names.h"
#include "analyzers/rules/unsampled_rows.h"

#include <string.h>

#define LEAST_CPU_NS (1.0 * NS_PER_S) /* of a pool */
#define MOST_SEEN 0.3                 /* of that: samplers miss some of what they look at, too */
#define MOST_KERNEL 0.5               /* of the CPU time, for that to be named */
#define IN_COMMON 0.8                 /* of a pool's samples, for a method to stand for them */

struct pools {
    struct sites sites;                /* names, of pools and methods */
    struct map of_names;               /* of the recording's facts: a thread's name -> its pool */
    struct map of_threads;             /* of the tables: a thread -> its pool */
    struct tallies used, kernel, seen; /* ns, by pool */
    struct map threads;                /* different ones: pool and thread */
    struct tallies members;
    double all;
    bool has_virtual; /* samples of virtual threads */
};

static uint32_t pool_of(struct pools *pools, const char *thread) {
    OWNED(text_free) struct text name = {0};
    threads_add_pattern(&name, thread);
    return sites_name(&pools->sites, &name);
}

/* The same, once for each number that a name has. */
static uint32_t pool_known(struct pools *pools, struct map *known, uint64_t number,
                           const char *thread) {
    bool fresh;
    uint64_t *pool = map_put(known, number, &fresh);
    if (fresh) *pool = pool_of(pools, thread);
    return (uint32_t)*pool;
}

static bool is_carrier(const char *thread) {
    return strncmp(thread, "ForkJoinPool-", 13) == 0;
}

/* When threads started, by their ids: the event of one that is younger speaks of less. */
static void collect_births(const struct rule_input *input, struct map *births) {
    const struct series rows = series_of(input, SERIES_THREAD_START);
    for (size_t row = 0; row < rows.rows; row++) {
        const uint32_t thread = series_id(&rows, THREAD_START_THREAD, row);
        bool fresh;
        if (thread == JFR_NULL_ID || series_start(&rows, row) < 0) continue;
        *map_put(births, input->tables->things.threads.items[thread].java_id, &fresh) =
            (uint64_t)series_start(&rows, row);
    }
}

static void add_loads(const struct rule_input *input, struct pools *pools) {
    const struct facts *facts = input->facts;
    OWNED(mem_release) int64_t *starts = load_thread_starts(facts, input->start_ns);
    OWNED(map_free) struct map births = {0};
    collect_births(input, &births);
    const double processors = (double)load_processors(facts);
    for (size_t i = 0; i < facts->thread_loads.len; i++) {
        const struct fact_thread_load *load = &facts->thread_loads.items[i];
        const char *name = strings_get(&facts->strings, load->thread);
        const uint64_t *birth = load->java_id ? map_get(&births, load->java_id) : NULL;
        const int64_t from = birth && (int64_t)*birth > starts[i] ? (int64_t)*birth : starts[i];
        const double ns = processors * ((double)load->time_ns - (double)from);
        const double user = ns * (double)load->user, system = ns * (double)load->system;
        bool fresh;
        if (!(user + system > 0)) continue; /* not known, or from before its thread's start */
        pools->all += user + system;
        if (threads_of_jvm(name) || (pools->has_virtual && is_carrier(name))) continue;
        const uint32_t pool = pool_known(pools, &pools->of_names, load->thread, name);
        tallies_add(&pools->used, pool, user + system);
        tallies_add(&pools->kernel, pool, system);
        map_put(&pools->threads, map_mix(load->os_id ^ load->java_id << 32) ^ pool, &fresh);
        if (fresh) tallies_add(&pools->members, pool, 1);
    }
}

static uint32_t *pools_of_threads(const struct profile *profile, struct pools *pools) {
    uint32_t *of = mem_resize(NULL, profile->threads.len, sizeof *of);
    for (size_t i = 0; i < profile->threads.len; i++) {
        const struct profile_thread *thread = &profile->threads.items[i];
        of[i] = pool_of(pools, strings_get(&profile->frames.strings, thread->name));
        pools->has_virtual = pools->has_virtual || thread->is_virtual;
    }
    return of;
}

static double sum_of(const struct tallies *tallies, uint64_t key) {
    const uint64_t *at = map_get(&tallies->index, key);
    return at ? tallies->items[*at].sum : 0;
}

/* The pool with most of it. The tallies are not sorted: their index has to fit. */
static const struct tally *worst_of(const struct pools *pools) {
    const struct tally *worst = NULL;
    double most = 0;
    EACH (const struct tally, used, &pools->used) {
        const double seen = sum_of(&pools->seen, used->key), unseen = used->sum - seen;
        if (used->sum < LEAST_CPU_NS || seen > MOST_SEEN * used->sum || unseen <= most) continue;
        worst = used;
        most = unseen;
    }
    return worst;
}

/* Each method of the program's once. */
static void add_stack(struct pools *pools, const struct profile *profile, uint32_t number,
                      double count, struct tallies *methods, struct tallies *depths) {
    const struct profile_stack *stack = &profile->stacks.items[number];
    OWNED(map_free) struct map met = {0};
    for (uint32_t i = 0; i < stack->depth; i++) {
        const uint32_t id = profile->stack_frames.items[stack->first + i];
        const struct frame *frame = &profile->frames.rows.items[id];
        const char *of_class = strings_get(&profile->frames.strings, frame->class_name);
        const uint32_t name = sites_of_frame(&pools->sites, profile, id);
        bool fresh;
        if (!*of_class || names_is_of_jdk(of_class)) continue;
        map_put(&met, name, &fresh);
        if (!fresh) continue;
        tallies_add(methods, name, count);
        tallies_add(depths, name, count * (double)i);
    }
}

/* What nearly all samples of the pool are in: of such methods the innermost. */
static void name_site(const struct profile *profile, struct pools *pools, const uint32_t *of_thread,
                      uint64_t pool, struct finding *finding) {
    OWNED(tallies_free) struct tallies methods = {0}, depths = {0};
    const struct tally *inner = NULL;
    double all = 0, deepest = 0;
    for (size_t i = 0; i < profile->moments.len; i++) {
        const struct profile_sample sample = profile_sample(profile, i);
        if (sample.thread == PROFILE_NONE || of_thread[sample.thread] != pool) continue;
        all += (double)sample.count;
        if (sample.stack != PROFILE_NONE)
            add_stack(pools, profile, sample.stack, (double)sample.count, &methods, &depths);
    }
    EACH (const struct tally, method, &methods) {
        const double depth = sum_of(&depths, method->key) / method->sum;
        if (method->sum < IN_COMMON * all || (inner && depth <= deepest)) continue;
        inner = method;
        deepest = depth;
    }
    if (inner)
        finding_text(finding, UNSAMPLED_SITE,
                     strings_get(&pools->sites.names, (uint32_t)inner->key));
}

static uint32_t top_of(struct pools *pools, const struct series *samples, size_t row) {
    uint32_t depth;
    const uint32_t *frames = series_stack(samples, SAMPLE_STACK, row, &depth);
    OWNED(text_free) struct text name = {0};
    text_addf(&name, "%s.%s", series_frame_class(samples, frames[0]),
              series_frame_method(samples, frames[0]));
    return sites_name(&pools->sites, &name);
}

/* Samples of native code that are no waits, and which method of the pool's was met most. */
static void add_native(const struct rule_input *input, struct pools *pools, uint64_t named,
                       struct finding *finding) {
    const struct series samples = series_of(input, SERIES_NATIVE_SAMPLE);
    const double period = (double)judge_period(input);
    OWNED(tallies_free) struct tallies calls = {0};
    for (size_t row = 0; row < samples.rows; row++) {
        const char *thread = series_thread(&samples, SAMPLE_THREAD, row);
        if (!thread || !sites_native_work(&pools->sites, &samples, SAMPLE_STACK, row)) continue;
        const uint32_t pool =
            pool_known(pools, &pools->of_threads, series_id(&samples, SAMPLE_THREAD, row), thread);
        if (!finding) tallies_add(&pools->seen, pool, period);
        else if (pool == named) tallies_add(&calls, top_of(pools, &samples, row), 1);
    }
    if (finding) judge_name_most(finding, UNSAMPLED_CALL, &calls, &pools->sites.names);
}

static const char in_kernel[] =
    "Most of it went to the operating system: many small reads or writes, or threads that wake "
    "each other again and again.";
static const char in_jvm[] =
    "The JVM's sampler does not see copies of large arrays, String.intern, stacks of exceptions, "
    "classes being loaded, and code whose stacks it cannot walk.";

static void judge_worst(const struct rule_input *input, struct pools *pools,
                        const uint32_t *of_thread, struct finding *finding) {
    const struct tally *worst = worst_of(pools);
    if (!worst) return judge_as(finding, RULE_OK, 1);
    const uint64_t pool = worst->key;
    const double seen = sum_of(&pools->seen, pool);
    judge_figure(input, finding, 100 * (worst->sum - seen) / pools->all);
    finding_text(finding, UNSAMPLED_POOL, strings_get(&pools->sites.names, (uint32_t)pool));
    finding_number(finding, UNSAMPLED_THREADS, (int64_t)sum_of(&pools->members, pool));
    finding_number(finding, UNSAMPLED_CPU, (int64_t)worst->sum);
    finding_real(finding, UNSAMPLED_SEEN, 100 * seen / worst->sum);
    const double kernel = sum_of(&pools->kernel, pool) / worst->sum;
    finding_real(finding, UNSAMPLED_KERNEL, 100 * kernel);
    finding_text(finding, UNSAMPLED_HINT, kernel >= MOST_KERNEL ? in_kernel : in_jvm);
    name_site(judge_running(input), pools, of_thread, pool, finding);
    add_native(input, pools, pool, finding);
}

static void judge_unsampled(const struct rule_input *input, struct finding *finding) {
    const struct profile *profile = judge_running(input);
    const double period = (double)judge_period(input);
    struct pools pools = {.all = 0};
    if (!profile->samples || !judge_meets_all(input) || !(load_processors(input->facts) > 0))
        return judge_as(finding, RULE_NA, 2);
    OWNED(mem_release) uint32_t *of_thread = pools_of_threads(profile, &pools);
    add_loads(input, &pools);
    for (size_t i = 0; i < profile->moments.len; i++) {
        const struct profile_sample sample = profile_sample(profile, i);
        if (sample.thread != PROFILE_NONE)
            tallies_add(&pools.seen, of_thread[sample.thread], period * (double)sample.count);
    }
    add_native(input, &pools, 0, NULL);
    judge_worst(input, &pools, of_thread, finding);
    sites_free(&pools.sites);
    map_free(&pools.of_names);
    map_free(&pools.of_threads);
    tallies_free(&pools.used);
    tallies_free(&pools.kernel);
    tallies_free(&pools.seen);
    tallies_free(&pools.members);
    map_free(&pools.threads);
}
