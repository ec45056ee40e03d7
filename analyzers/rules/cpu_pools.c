/* CPU time of pools of threads: by their clocks, and as samples show it. */
#include "analyzers/rules/cpu.h"
#include "analyzers/rules/small_calls.h"
#include "analyzers/rules/used.h"
#include "analyzers/time/load.h"
#include "analyzers/time/threads.h"

#define MOST_SEEN 0.3 /* of a pool that is hidden: samplers miss some of what they look at, too */

static uint32_t pool_of(struct cpu_pools *pools, const char *thread) {
    OWNED(text_free) struct text name = {0};
    threads_add_pattern(&name, thread);
    return sites_name(&pools->sites, &name);
}

/* The same, once for each number that a name has. */
static uint32_t pool_known(struct cpu_pools *pools, struct map *known, uint64_t number,
                           const char *thread) {
    bool fresh;
    uint64_t *pool = map_put(known, number, &fresh);
    if (fresh) *pool = pool_of(pools, thread);
    return (uint32_t)*pool;
}

uint32_t cpu_pool_of(struct cpu_pools *pools, uint32_t thread, const char *called) {
    return pool_known(pools, &pools->of_threads, thread, called);
}

double cpu_sum_of(const struct tallies *tallies, uint64_t key) {
    const uint64_t *at = map_get(&tallies->index, key);
    return at ? tallies->items[*at].sum : 0;
}

/* What main can have used before the recording began: its first event speaks of that as well. */
static double before_main(const struct rule_input *input) {
    if (!input->facts->jvms.len || !is_known(input->facts->jvms.items[0].start_ms)) return 0;
    const double ns = (double)input->start_ns - 1e6 * (double)input->facts->jvms.items[0].start_ms;
    return ns > 0 ? ns : 0;
}

static void add_loads(const struct rule_input *input, struct cpu_pools *pools) {
    const struct facts *facts = input->facts;
    OWNED(mem_release) struct used *all = used_of_loads(input);
    double start_up = before_main(input);
    for (size_t i = 0; i < facts->thread_loads.len; i++) {
        const struct fact_thread_load *load = &facts->thread_loads.items[i];
        const char *name = strings_get(&facts->strings, load->thread);
        double used = all[i].ns;
        bool fresh;
        if (!(used > 0)) continue; /* not known, or from before its thread's start */
        if (strcmp(name, "main") == 0) {
            used = used > start_up ? used - start_up : 0;
            start_up = 0;
        }
        pools->all += used;
        if (threads_of_jvm(name)) continue;
        const uint32_t pool = pool_known(pools, &pools->of_names, load->thread, name);
        tallies_add(&pools->used, pool, used);
        tallies_add(&pools->kernel, pool, all[i].system_ns);
        map_put(&pools->threads, map_mix(load->os_id ^ load->java_id << 32) ^ pool, &fresh);
        if (fresh) tallies_add(&pools->members, pool, 1);
    }
}

static void add_samples(const struct rule_input *input, struct cpu_pools *pools) {
    const struct profile *profile = judge_running(input);
    const double period = (double)judge_period(input);
    OWNED(mem_release) bool *of_jvm = mem_zero(profile->threads.len, sizeof *of_jvm);
    pools->of_samples = mem_resize(NULL, profile->threads.len, sizeof *pools->of_samples);
    for (size_t i = 0; i < profile->threads.len; i++) {
        const struct profile_thread *thread = &profile->threads.items[i];
        const char *name = strings_get(&profile->frames.strings, thread->name);
        of_jvm[i] = !thread->is_virtual && threads_of_jvm(name);
        pools->of_samples[i] = /* the CPU time of a virtual one is its carrier's */
            pool_of(pools, thread->is_virtual ? "ForkJoinPool-1-worker-1" : name);
    }
    for (size_t i = 0; i < profile->moments.len; i++) {
        const struct profile_sample sample = profile_sample(profile, i);
        if (sample.thread == PROFILE_NONE) continue;
        const double count = (double)sample.count;
        tallies_add(&pools->java, pools->of_samples[sample.thread], period * count);
        if (of_jvm[sample.thread]) pools->samples_of_jvm += count;
    }
}

static void add_native(const struct rule_input *input, struct cpu_pools *pools) {
    const struct series samples = series_of(input, SERIES_NATIVE_SAMPLE);
    const double period = (double)judge_period(input);
    OWNED(map_free) struct map calls = {0};
    for (size_t row = 0; row < samples.rows; row++) {
        const char *thread = series_thread(&samples, SAMPLE_THREAD, row);
        if (!thread) continue;
        const bool works = sites_native_work(&pools->sites, &samples, SAMPLE_STACK, row);
        if (!works && !judge_stack(&calls, &samples, SAMPLE_STACK, row, small_calls_take_cpu))
            continue;
        const uint32_t pool = cpu_pool_of(pools, series_id(&samples, SAMPLE_THREAD, row), thread);
        tallies_add(works ? &pools->native : &pools->calls, pool, period);
    }
}

void cpu_pools_make(const struct rule_input *input, struct cpu_pools *out) {
    *out = (struct cpu_pools){.all = 0};
    if (load_processors(input->facts) > 0) add_loads(input, out);
    add_samples(input, out);
    add_native(input, out);
}

double cpu_hidden_of(const struct cpu_pools *pools, const struct tally *used) {
    const double seen = cpu_sum_of(&pools->java, used->key) + cpu_sum_of(&pools->native, used->key);
    return seen <= MOST_SEEN * used->sum ? used->sum - seen : 0;
}

void cpu_pools_free(struct cpu_pools *pools) {
    sites_free(&pools->sites);
    free(pools->of_samples);
    free_each(map_free, &pools->of_names, &pools->of_threads, &pools->threads);
    free_each(tallies_free, &pools->used, &pools->kernel, &pools->java, &pools->native,
              &pools->calls, &pools->members);
}
