/* Rules of the collector's settings and threads. */
#include "analyzers/rules/judging.h"
#include "base/units.h"

#include <string.h>

#define TOPIC "garbage_collection"

/* ==== Settings ============================================================================== */

enum { OPTIONS_THREADS, OPTIONS_PROCESSORS };

static void judge_options(const struct rule_input *input, struct finding *finding) {
    struct series configs = series_of(input, SERIES_GC_CONFIG);
    struct series processors = series_of(input, SERIES_PROCESSOR);
    struct series heaps = series_of(input, SERIES_HEAP_CONFIG);
    struct series containers = series_of(input, SERIES_CONTAINER);
    if (!configs.rows || !processors.rows) {
        judge_as(finding, RULE_NA, 5);
        return;
    }
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

const struct rule rule_gc_options = {
    RULE_ROW("GcOptions", "GC threads and processors", "jvm_information", RULE_OTHER, "jvm"),
    .about = "GC threads against processors (the container's, if it says them): one thread for a "
             "large heap, more threads than processors, one thread of a parallel collector.\n"
             "The thresholds are JDK Mission Control's.",
    RULE_NEEDS_OF(RULE_HAS("CPUInformation")),
    VALUES(VALUE_COUNT("gc_threads", "GC thread"), VALUE_COUNT("processors", "processor")),
    .judge = judge_options,
    OUTCOMES({"fits", "{gc_threads} on {processors}."},
             {"serial", "One GC thread collects a heap of more than 4 GiB on {processors}: G1 "
                        "(-XX:+UseG1GC) uses all of them."},
             {"too-many", "{gc_threads} share {processors}: they take turns while the application "
                          "waits; -XX:ParallelGCThreads should be left out."},
             {"one", "A collector for many threads runs with {gc_threads} on {processors}."},
             {"one-processor",
              "A collector for many threads on {processors}: -XX:+UseSerialGC has less to do."},
             {"not-recorded", "The recording does not say how many GC threads there are."}),
};

enum { TARGET_SHARE, TARGET_COUNT, TARGET_ALL, TARGET_NS };

#define LEAST_ABOVE 3 /* slices, and long collections: one or two may have met a busy machine */

static void judge_target(const struct rule_input *input, struct finding *finding) {
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

const struct rule rule_pause_target = {
    RULE_ROW("GcPauseTargetRule", "G1's pause target", TOPIC, RULE_COLLECTOR, "gc"),
    .about = "Time slices of G1 with more GC than its target (jdk.G1MMU), of all; three at least.\n"
             "In JDK Mission Control: One excess is a WARNING there.",
    RULE_NEEDS_OF(RULE_HAS("G1MMU")),
    LIMIT_PERCENT(2, 10),
    VALUES(VALUE_PERCENT("share_percent", 1), VALUE_COUNT("above", NULL),
           VALUE_COUNT("all", "time slice"), VALUE_NS("target_ns")),
    FIGURE(TARGET_SHARE),
    .judge = judge_target,
    OUTCOMES(
        {"judged",
         "GC took longer than the target of {target_ns} in {above} of {all} ({share_percent})."}),
};

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

enum { CPU_USED, CPU_COUNT };

static void judge_inverted(const struct rule_input *input, struct finding *finding) {
    struct gc_cpu sum = gc_cpu_of(input);
    finding_number(finding, CPU_COUNT, sum.count);
    if (sum.real <= 0) {
        judge_as(finding, RULE_OK, 1);
        return;
    }
    bool serial = strcmp(judge_old_collector(input), "SerialOld") == 0;
    finding_real(finding, CPU_USED, 100 * sum.used / sum.real);
    bool waited = sum.count >= LEAST_ABOVE && sum.used / sum.real < (serial ? 0.9 : 1);
    judge_as(finding, waited ? RULE_INFO : RULE_OK, 0);
}

const struct rule rule_inverted = {
    RULE_ROW("GcInvertedParallelism", "GC threads that do not run", TOPIC, RULE_COLLECTOR, "gc"),
    .about = "CPU time of GC threads against real time, over collections of 100 ms or more "
             "(jdk.GCCPUTime): less than one thread's is INFO, with three of them at least.\n"
             "Less than one thread's time means that the threads waited; clocks of 10 ms say "
             "nothing of shorter collections.\n"
             "In JDK Mission Control: Each short collection counts there, whose CPU time reads 0.",
    RULE_NEEDS_OF(RULE_HAS("GCCPUTime")),
    VALUES(VALUE_PERCENT("used_percent", 0), VALUE_COUNT("collections", "collection")),
    .judge = judge_inverted,
    OUTCOMES({"judged", "In {collections} of 100 ms or more the GC threads together used "
                        "{used_percent} of the time that one processor has."},
             {"short", "No collection took long enough to tell (100 ms)."}),
};

static int64_t gc_threads(const struct rule_input *input) {
    struct series configs = series_of(input, SERIES_GC_CONFIG);
    return configs.rows ? series_int(&configs, CONFIG_THREADS, configs.rows - 1) : 0;
}

enum { STARVED_PERCENT, STARVED_COUNT, STARVED_THREADS, STARVED_USED };

static void judge_gc_starvation(const struct rule_input *input, struct finding *finding) {
    struct gc_cpu sum = gc_cpu_of(input);
    int64_t threads = gc_threads(input);
    if (sum.real <= 0 || threads < 2) {
        judge_as(finding, RULE_OK, 1);
        return;
    }
    double used = 100 * sum.used / (sum.real * (double)threads);
    judge_figure(input, finding, used < 100 ? 100 - used : 0);
    if (sum.count < LEAST_ABOVE) judge_as_fine(finding);
    finding_number(finding, STARVED_COUNT, sum.count);
    finding_number(finding, STARVED_THREADS, threads);
    finding_real(finding, STARVED_USED, used);
}

const struct rule rule_gc_starvation = {
    RULE_ROW("GcThreadStarvation", "GC threads without processors", TOPIC, RULE_COLLECTOR, "gc"),
    .about = "CPU time that GC threads did not have, of what all of them could have had in "
             "collections of 100 ms or more.",
    RULE_NEEDS_OF(RULE_HAS("GCCPUTime")),
    LIMIT_PERCENT(60, 85),
    VALUES(VALUE_PERCENT("idle_percent", 0), VALUE_COUNT("collections", "collection"),
           VALUE_COUNT("gc_threads", "GC thread"), VALUE_PERCENT("used_percent", 0)),
    FIGURE(STARVED_PERCENT),
    .judge = judge_gc_starvation,
    OUTCOMES({"judged",
              "{gc_threads} used {used_percent} of the CPU time that they could have had in "
              "{collections} of 100 ms or more: too few processors, or work that one thread does."},
             {"short", "No collection by several threads took long enough to tell (100 ms)."}),
};

enum { SINGLE_SHARE, SINGLE_COUNT, SINGLE_ALL, SINGLE_THREADS };

static void judge_single(const struct rule_input *input, struct finding *finding) {
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
    if (!all || threads < 4) {
        judge_as(finding, RULE_OK, 1);
        return;
    }
    judge_figure(input, finding, 100 * (double)single / (double)all);
    finding_number(finding, SINGLE_COUNT, single);
    finding_number(finding, SINGLE_ALL, all);
    finding_number(finding, SINGLE_THREADS, threads);
}

const struct rule rule_single_threaded_gc = {
    RULE_ROW("SingleThreadedGc", "Collections that one thread did", TOPIC, RULE_COLLECTOR, "gc"),
    .about = "Collections of 50 ms or more in which one thread's CPU time was used, of all, where "
             "there are four GC threads or more.",
    RULE_NEEDS_OF(RULE_HAS("GCCPUTime")),
    LIMIT_INFO_PERCENT(20),
    VALUES(VALUE_PERCENT("share_percent", 0), VALUE_COUNT("single", NULL),
           VALUE_COUNT("all", "collection"), VALUE_COUNT("gc_threads", "GC thread")),
    FIGURE(SINGLE_SHARE),
    .judge = judge_single,
    OUTCOMES({"judged", "In {single} of {all} of 50 ms or more one of {gc_threads} did all the "
                        "work (references, a long chain of objects, class unloading)."},
             {"short", "No collection by four threads or more took long enough to tell."}),
};
