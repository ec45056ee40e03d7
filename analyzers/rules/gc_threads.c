/* Rules of the collector's settings and threads. */
#include "analyzers/rules/judging.h"
#include "base/units.h"
#include "analyzers/rules/gc_threads_rows.h"

/* ==== Settings ============================================================================== */

static void judge_gc_options(const struct rule_input *input, struct finding *finding) {
    struct series configs = series_of(input, SERIES_GC_CONFIG);
    struct series processors = series_of(input, SERIES_PROCESSOR);
    struct series heaps = series_of(input, SERIES_HEAP_CONFIG);
    struct series containers = series_of(input, SERIES_CONTAINER);
    if (!configs.rows || !processors.rows) return judge_as(finding, RULE_NA, 5);
    int64_t threads = series_int(&configs, CONFIG_THREADS, configs.rows - 1);
    int64_t cpus = series_int(&processors, PROCESSOR_THREADS, processors.rows - 1);
    int64_t heap = heaps.rows ? series_int(&heaps, HEAP_CONFIG_MAX, heaps.rows - 1) : 0;
    if (containers.rows && series_int(&containers, CONTAINER_CPUS, containers.rows - 1) > 0)
        cpus = series_int(&containers, CONTAINER_CPUS, containers.rows - 1);
    const char *old = judge_old_collector(input);
    bool serial = strcmp(old, "SerialOld") == 0, parallel = strcmp(old, "ParallelOld") == 0;
    finding_number(finding, OPTIONS_THREADS, threads);
    finding_number(finding, OPTIONS_PROCESSORS, cpus);
    if (serial && cpus >= 4 && heap > INT64_C(4) << 30) judge_as(finding, RULE_INFO, 1);
    else if (!serial && threads > cpus) judge_as(finding, RULE_INFO, 2);
    else if (cpus > 1 && threads == 1 && (parallel || strcmp(old, "G1Old") == 0))
        judge_as(finding, RULE_INFO, 3);
    else if (cpus == 1 && parallel) judge_as(finding, RULE_INFO, 4);
    else judge_as(finding, RULE_OK, 0);
}

#define LEAST_ABOVE 3 /* slices, and long collections: one or two may have met a busy machine */

static void judge_pause_target(const struct rule_input *input, struct finding *finding) {
    struct series mmu = series_of(input, SERIES_G1_MMU);
    int64_t above = 0;
    for (size_t row = 0; row < mmu.rows; row++)
        above += series_int(&mmu, MMU_TIME, row) > series_int(&mmu, MMU_TARGET, row);
    judge_figure(input, finding, mmu.rows ? 100 * (double)above / (double)mmu.rows : 0);
    if (above < LEAST_ABOVE) judge_as_fine(finding);
    finding_number(finding, TARGET_COUNT, above);
    finding_number(finding, TARGET_ALL, (int64_t)mmu.rows);
    if (mmu.rows) finding_number(finding, TARGET_NS, series_int(&mmu, MMU_TARGET, mmu.rows - 1));
}

/* ==== GC threads ============================================================================ */

struct gc_cpu {
    double used, real;
    int64_t count;
};

/* Of collections that took long enough for clocks of 10 ms. */
static struct gc_cpu gc_cpu_of(const struct rule_input *input) {
    struct series gcs = series_of(input, SERIES_GC_CPU);
    struct gc_cpu sum = {0};
    for (size_t row = 0; row < gcs.rows; row++) {
        int64_t real = series_int(&gcs, GC_CPU_REAL, row);
        if (real < 100 * NS_PER_MS) continue;
        sum.used += (double)series_int(&gcs, GC_CPU_USER, row) +
                    (double)series_int(&gcs, GC_CPU_SYSTEM, row);
        sum.real += (double)real;
        sum.count++;
    }
    return sum;
}

static void judge_inverted(const struct rule_input *input, struct finding *finding) {
    struct gc_cpu sum = gc_cpu_of(input);
    finding_number(finding, CPU_COUNT, sum.count);
    if (sum.real <= 0) return judge_as(finding, RULE_OK, 1);
    bool serial = strcmp(judge_old_collector(input), "SerialOld") == 0;
    finding_real(finding, CPU_USED, 100 * sum.used / sum.real);
    bool waited = sum.count >= LEAST_ABOVE && sum.used / sum.real < (serial ? 0.9 : 1);
    judge_as(finding, waited ? RULE_INFO : RULE_OK, 0);
}

static int64_t gc_threads(const struct rule_input *input) {
    struct series configs = series_of(input, SERIES_GC_CONFIG);
    return configs.rows ? series_int(&configs, CONFIG_THREADS, configs.rows - 1) : 0;
}

static void judge_gc_starvation(const struct rule_input *input, struct finding *finding) {
    struct gc_cpu sum = gc_cpu_of(input);
    int64_t threads = gc_threads(input);
    if (sum.real <= 0 || threads < 2) return judge_as(finding, RULE_OK, 1);
    double used = 100 * sum.used / (sum.real * (double)threads);
    judge_figure(input, finding, used < 100 ? 100 - used : 0);
    if (sum.count < LEAST_ABOVE) judge_as_fine(finding);
    finding_number(finding, STARVED_COUNT, sum.count);
    finding_number(finding, STARVED_THREADS, threads);
    finding_real(finding, STARVED_USED, used);
}

static void judge_single_threaded_gc(const struct rule_input *input, struct finding *finding) {
    struct series gcs = series_of(input, SERIES_GC_CPU);
    int64_t threads = gc_threads(input), single = 0, all = 0;
    for (size_t row = 0; row < gcs.rows; row++) {
        double real = (double)series_int(&gcs, GC_CPU_REAL, row);
        double used = (double)series_int(&gcs, GC_CPU_USER, row) +
                      (double)series_int(&gcs, GC_CPU_SYSTEM, row);
        if (real < 50e6) continue;
        all++;
        single += used / real >= 0.8 && used / real < 1.3;
    }
    if (!all || threads < 4) return judge_as(finding, RULE_OK, 1);
    judge_figure(input, finding, 100 * (double)single / (double)all);
    finding_number(finding, SINGLE_COUNT, single);
    finding_number(finding, SINGLE_ALL, all);
    finding_number(finding, SINGLE_THREADS, threads);
}
