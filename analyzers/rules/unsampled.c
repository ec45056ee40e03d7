/* CPU time of threads that the JVM's sampler does not show: its own work and the kernel's for Java
 * code, as that of threads that hand tasks to each other. */
#include "analyzers/rules/cpu.h"
#include "analyzers/rules/inner.h"
#include "analyzers/time/load.h"
#include "base/units.h"
#include "parser/names.h"
#include "analyzers/rules/unsampled_rows.h"

#define LEAST_CPU_NS (1.0 * NS_PER_S) /* of the pools that are named */
#define LEAST_OF_WORST (1.0 / 3) /* of what samples do not show of the worst pool, for the next */
#define MOST_KERNEL 0.5          /* of the CPU time, for that to be named */
#define IN_COMMON 0.8            /* of a pool's samples, for a method to stand for them */
#define MOST_HANDED 0.5          /* of the pools' samples, of threads that hand tasks over, */
#define LEAST_HANDED 5.0
#define MOST_SELECTED 0.5 /* of a pool's samples, in a selector, */
#define LEAST_BUSY 0.25   /* while its threads use so much of their time: they do not wait there */

struct hidden { /* CPU time of a pool that samples hardly show; used NULL: there is none */
    const struct tally *used;
    double unseen;
};

/* The two pools with most of it. */
static void find_hidden(const struct cpu_pools *pools, struct hidden most[2]) {
    EACH (const struct tally, used, &pools->used) {
        const struct hidden own = {used, cpu_hidden_of(pools, used)};
        if (own.unseen > most[0].unseen) most[1] = most[0], most[0] = own;
        else if (own.unseen > most[1].unseen) most[1] = own;
    }
    if (most[1].unseen < LEAST_OF_WORST * most[0].unseen) most[1] = (struct hidden){NULL, 0};
}

/* Of the methods of the program's that nearly all samples of the pool are in, the innermost. */
static void name_site(const struct profile *profile, struct cpu_pools *pools, uint64_t pool,
                      struct finding *finding) {
    OWNED(inners_free) struct inners inners = {.items = {0}};
    OWNED(mem_release) uint64_t *samples = mem_zero(profile->stacks.len, sizeof *samples);
    double all = 0;
    for (size_t i = 0; i < profile->moments.len; i++) {
        const struct profile_sample sample = profile_sample(profile, i);
        if (sample.thread == PROFILE_NONE || pools->of_samples[sample.thread] != pool) continue;
        all += (double)sample.count;
        if (sample.stack != PROFILE_NONE) samples[sample.stack] += sample.count;
    }
    for (uint32_t i = 0; i < profile->stacks.len; i++) {
        const struct profile_stack *stack = &profile->stacks.items[i];
        for (uint32_t k = 0; k < stack->depth && samples[i]; k++) {
            const uint32_t id = profile->stack_frames.items[stack->first + k];
            const char *of_class =
                strings_get(&profile->frames.strings, profile->frames.rows.items[id].class_name);
            if (*of_class && !names_is_of_jdk(of_class))
                inners_add(&inners, sites_of_frame(&pools->sites, profile, id), i, k,
                           (double)samples[i]);
        }
    }
    const struct inner *inner = inners_deepest(&inners, IN_COMMON * all);
    if (inner) finding_text(finding, UNSAMPLED_SITE, strings_get(&pools->sites.names, inner->name));
}

static uint32_t top_of(struct cpu_pools *pools, const struct series *samples, size_t row) {
    uint32_t depth;
    const uint32_t *frames = series_stack(samples, SAMPLE_STACK, row, &depth);
    OWNED(text_free) struct text name = {0};
    text_addf(&name, "%s.%s", series_frame_class(samples, frames[0]),
              series_frame_method(samples, frames[0]));
    return sites_name(&pools->sites, &name);
}

/* Which method of native code the pool was met in most, but for waits. */
static void name_native(const struct rule_input *input, struct cpu_pools *pools, uint64_t named,
                        struct finding *finding) {
    const struct series samples = series_of(input, SERIES_NATIVE_SAMPLE);
    OWNED(tallies_free) struct tallies calls = {0};
    for (size_t row = 0; row < samples.rows; row++) {
        const char *thread = series_thread(&samples, SAMPLE_THREAD, row);
        if (!thread ||
            (sites_file_call(&samples, SAMPLE_STACK, row) == SITES_NO_FILE &&
             !sites_native_work(&pools->sites, &samples, SAMPLE_STACK, row)) ||
            cpu_pool_of(pools, series_id(&samples, SAMPLE_THREAD, row), thread) != named)
            continue;
        tallies_add(&calls, top_of(pools, &samples, row), 1);
    }
    judge_name_most(finding, UNSAMPLED_CALL, &calls, &pools->sites.names);
}

/* Does the thread hand a task over, take one, or wake another for it, and no task of its own runs?
 */
static bool is_handing(const struct profile *profile, uint32_t number) {
    static const char *const own[] = {"ThreadPoolExecutor", "AbstractExecutor",  "ScheduledThread",
                                      "ForkJoin",           "FutureTask",        "Linked",
                                      "ArrayBlocking",      "CompletableFuture", "SynchronousQueue",
                                      "ThreadPerTask"};
    static const char package[] = "java.util.concurrent.";
    const struct profile_stack *stack = &profile->stacks.items[number];
    for (uint32_t i = stack->depth; i-- > 0;) {
        const uint32_t id = profile->stack_frames.items[stack->first + i];
        const char *name =
            strings_get(&profile->frames.strings, profile->frames.rows.items[id].class_name);
        const char *rest = name + sizeof package - 1;
        if (strncmp(name, package, sizeof package - 1) == 0 &&
            some_of(k, COUNT_OF(own), strncmp(rest, own[k], strlen(own[k])) == 0))
            return true;
        if (!names_is_of_jdk(name)) return false;
    }
    return false;
}

/* Do the pools' threads do little else? Then the finding's site is where most of that is asked for.
 */
static bool hands_over(const struct profile *profile, struct cpu_pools *pools,
                       const struct hidden hidden[2], struct finding *finding) {
    OWNED(tallies_free) struct tallies places = {0};
    double all = 0, handed = 0;
    for (size_t i = 0; i < profile->moments.len; i++) {
        const struct profile_sample sample = profile_sample(profile, i);
        if (sample.thread == PROFILE_NONE || sample.stack == PROFILE_NONE) continue;
        const uint64_t pool = pools->of_samples[sample.thread];
        if (pool != hidden[0].used->key && (!hidden[1].used || pool != hidden[1].used->key))
            continue;
        all += (double)sample.count;
        if (!is_handing(profile, sample.stack)) continue;
        handed += (double)sample.count;
        const uint32_t site = sites_of_sample(&pools->sites, profile, sample.stack);
        if (!names_is_of_jdk(strings_get(&pools->sites.names, site)))
            tallies_add(&places, site, (double)sample.count);
    }
    if (handed < LEAST_HANDED || handed < MOST_HANDED * all) return false;
    judge_name_most(finding, UNSAMPLED_SITE, &places, &pools->sites.names);
    return true;
}

static const char in_kernel[] =
    "Most of it went to the operating system: many small reads or writes, or threads that wake "
    "each other again and again.";
static const char in_jvm[] =
    "The JVM's sampler does not see copies of large arrays, String.intern, stacks of exceptions, "
    "classes being loaded, and code whose stacks it cannot walk.";
static const char in_handing[] =
    "Most of these samples are in java.util.concurrent: threads hand over tasks and wake each "
    "other "
    "for less work than that costs. Fewer and larger tasks would cost less.";

static const char in_selector[] =
    "Most of its samples are in a selector, which finds something ready each time and hardly "
    "waits. "
    "That happens if OP_WRITE is registered while nothing is to be written, or if what is ready is "
    "not taken.";

/* Do the pool's threads select most of the time, as far as samples show it, but hardly wait there?
 */
static bool selects(const struct rule_input *input, const struct profile *profile,
                    const struct cpu_pools *pools, const struct tally *used) {
    double all = 0, selecting = 0;
    for (size_t i = 0; i < profile->moments.len; i++) {
        const struct profile_sample sample = profile_sample(profile, i);
        if (sample.thread == PROFILE_NONE || sample.stack == PROFILE_NONE ||
            pools->of_samples[sample.thread] != used->key)
            continue;
        const struct profile_stack *stack = &profile->stacks.items[sample.stack];
        const uint32_t *frames = &profile->stack_frames.items[stack->first];
        all += (double)sample.count;
        if (some_of(k, stack->depth,
                    strcmp(strings_get(&profile->frames.strings,
                                       profile->frames.rows.items[frames[k]].class_name),
                           "sun.nio.ch.SelectorImpl") == 0))
            selecting += (double)sample.count;
    }
    return selecting >= LEAST_HANDED && selecting >= MOST_SELECTED * all &&
           used->sum >=
               LEAST_BUSY * cpu_sum_of(&pools->members, used->key) * judge_seconds(input) * 1e9;
}

/* Where threads of the pool were met most often while they waited for others. */
static void name_waits(const struct rule_input *input, struct cpu_pools *pools, uint64_t named,
                       struct finding *finding) {
    static const struct {
        enum series_id id;
        size_t thread, stack;
    } all[] = {{SERIES_MONITOR_WAIT, MONITOR_WAIT_THREAD, MONITOR_WAIT_STACK},
               {SERIES_PARK, PARK_THREAD, PARK_STACK}};
    OWNED(tallies_free) struct tallies places = {0};
    for (size_t i = 0; i < COUNT_OF(all); i++) {
        const struct series waits = series_of(input, all[i].id);
        for (size_t row = 0; row < waits.rows; row++) {
            const char *thread = series_thread(&waits, all[i].thread, row);
            const uint32_t id = series_id(&waits, all[i].thread, row);
            if (thread && cpu_pool_of(pools, id, thread) == named &&
                !sites_idle(&pools->sites, &waits, all[i].stack, row))
                tallies_add(&places, sites_of(&pools->sites, &waits, all[i].stack, row), 1);
        }
    }
    judge_name_most(finding, UNSAMPLED_WAITS, &places, &pools->sites.names);
}

#define LEAST_ARRAYS (64.0 * (1 << 20)) /* bytes a second */

/* Samples do not show how long the JVM fills arrays or copies into them, but who makes them. */
static void name_arrays(const struct rule_input *input, struct cpu_pools *pools, uint64_t named,
                        struct finding *finding) {
    const struct series made = series_of(input, SERIES_ALLOCATION);
    OWNED(tallies_free) struct tallies stacks = {0};
    OWNED(map_free) struct map first = {0};
    OWNED(text_free) struct text through = {0};
    double bytes = 0;
    for (size_t row = 0; row < made.rows; row++) {
        const char *thread = series_thread(&made, TLAB_THREAD, row),
                   *of_class = series_text(&made, TLAB_CLASS, row);
        const double size = series_real(&made, TLAB_SIZE, row);
        bool fresh;
        if (!thread || !of_class || !strstr(of_class, "[]") || !(size > 0) ||
            cpu_pool_of(pools, series_id(&made, TLAB_THREAD, row), thread) != named)
            continue;
        bytes += size;
        tallies_add(&stacks, series_id(&made, TLAB_STACK, row), size);
        uint64_t *at = map_put(&first, series_id(&made, TLAB_STACK, row), &fresh);
        if (fresh) *at = row;
    }
    if (bytes < LEAST_ARRAYS * judge_seconds(input)) return;
    tallies_sort(&stacks);
    const size_t row = (size_t)*map_get(&first, stacks.items[0].key);
    judge_site(finding, UNSAMPLED_ARRAYS_SITE, &made, TLAB_STACK, row);
    sites_add_through(&made, TLAB_STACK, row, &through);
    finding_text(finding, UNSAMPLED_ARRAYS_THROUGH, text_str(&through));
    finding_number(finding, UNSAMPLED_ARRAYS, (int64_t)(bytes / judge_seconds(input)));
}

static void judge_hidden(const struct rule_input *input, struct cpu_pools *pools,
                         struct finding *finding) {
    const struct profile *profile = judge_running(input);
    struct hidden hidden[2] = {{NULL, 0}, {NULL, 0}};
    find_hidden(pools, hidden);
    if (!hidden[0].used) return judge_as(finding, RULE_OK, 1);
    const uint64_t worst = hidden[0].used->key;
    const double kernel = cpu_sum_of(&pools->kernel, worst) / hidden[0].used->sum;
    const bool handing = hands_over(profile, pools, hidden, finding);
    double used = 0, unseen = 0, calls = 0, threads = 0;
    for (size_t i = 0; i < (handing && hidden[1].used ? 2 : 1); i++) { /* they are one cause */
        used += hidden[i].used->sum;
        unseen += hidden[i].unseen;
        calls += cpu_sum_of(&pools->calls, hidden[i].used->key);
        threads += cpu_sum_of(&pools->members, hidden[i].used->key);
        finding_text(finding, i ? UNSAMPLED_NEXT : UNSAMPLED_POOL,
                     strings_get(&pools->sites.names, (uint32_t)hidden[i].used->key));
    }
    if (used < LEAST_CPU_NS) return judge_as(finding, RULE_OK, 1);
    judge_figure(input, finding, 100 * unseen / pools->all);
    finding_cost(finding, COST_OF_CPU, cpu_of_hidden(input, unseen - calls));
    finding_number(finding, UNSAMPLED_THREADS, (int64_t)threads);
    finding_number(finding, UNSAMPLED_CPU, (int64_t)used);
    finding_real(finding, UNSAMPLED_SEEN, 100 * (used - unseen) / used);
    finding_real(finding, UNSAMPLED_KERNEL, 100 * kernel);
    finding_text(finding, UNSAMPLED_HINT,
                 handing                                          ? in_handing
                 : kernel < MOST_KERNEL                           ? in_jvm
                 : selects(input, profile, pools, hidden[0].used) ? in_selector
                                                                  : in_kernel);
    if (!handing) name_site(profile, pools, worst, finding);
    if (!handing && kernel >= MOST_KERNEL) name_waits(input, pools, worst, finding);
    else if (!handing) name_arrays(input, pools, worst, finding);
    name_native(input, pools, worst, finding);
}

static void judge_unsampled(const struct rule_input *input, struct finding *finding) {
    if (!judge_running(input)->samples || !judge_meets_all(input) ||
        !(load_processors(input->facts) > 0))
        return judge_as(finding, RULE_NA, 2);
    judge_hidden(input, &cpu_of(input)->pools, finding);
}
