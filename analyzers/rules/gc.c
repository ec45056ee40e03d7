/* Rules of garbage collection. */
#include "analyzers/rules/judging.h"
#include "analyzers/rules/topics.h"
#include "base/units.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define TOPIC "garbage_collection"

/* ==== Pauses ================================================================================ */

static struct intervals pauses_of(const struct rule_input *input) {
    struct series pauses = series_of(input, SERIES_PAUSE);
    struct intervals all = {0};
    intervals_add(&all, &pauses);
    intervals_unite(&all);
    return all;
}

enum { RATIO_WORST, RATIO_WHOLE, RATIO_COUNT, RATIO_TOTAL, RATIO_DIFFERS };

static void judge_ratio(const struct rule_input *input, struct finding *finding) {
    struct intervals all = pauses_of(input);
    int64_t from = 0, to = 0;
    double worst = 100 * intervals_worst(input, &all, input->settings[2].number, &from, &to);
    double whole = 100 * intervals_ns(&all) / (judge_seconds(input) * 1e9);
    judge_figure(input, finding, worst > whole ? worst : whole < 100 ? whole : 100);
    if (to) judge_window(finding, from, to);
    finding_real(finding, RATIO_WHOLE, whole < 100 ? whole : 100);
    finding_number(finding, RATIO_COUNT, (int64_t)series_of(input, SERIES_PAUSE).rows);
    finding_number(finding, RATIO_TOTAL, (int64_t)intervals_ns(&all));
    finding_number(finding, RATIO_DIFFERS, worst > whole * 1.05);
    array_free(&all);
}

const struct rule rule_gc_pause_ratio = {
    .id = "GcPauseRatio",
    .name = "Time in GC pauses",
    .topic = TOPIC,
    .group = RULE_COLLECTOR,
    .see = "gc",
    RULE_NEEDS_OF(RULE_OF("GCPhasePause")),
    .options = RULE_LIST(option, {"info", RULE_PERCENT, {.real = 5}, 0, NULL},
                         {"warning", RULE_PERCENT, {.real = 10}, 0, NULL},
                         {"window", RULE_NS, {.number = 60 * NS_PER_S}, NS_PER_MS, NULL}),
    .values = RULE_LIST(
        value, {"worst_percent", RULE_PERCENT, NULL, 1, false},
        {"whole_percent", RULE_PERCENT, NULL, 1, false}, {"pauses", RULE_COUNT, "pause", 0, false},
        {"total_ns", RULE_NS, NULL, 0, false}, {"differs", RULE_FLAG, NULL, 0, true}),
    FIGURE(RATIO_WORST),
    .judge = judge_ratio,
    .outcomes = RULE_LIST(
        outcome,
        {"judged", "The JVM stood still in GC pauses for {whole_percent} of the time "
                   "({pauses}, {total_ns})[{differs}; {worst_percent} in the worst {length}]."}),
};

enum { LONG_PAUSE, LONG_P99, LONG_NAME };

static void judge_long(const struct rule_input *input, struct finding *finding) {
    struct series pauses = series_of(input, SERIES_PAUSE);
    size_t row = judge_longest(&pauses);
    if (row == SIZE_MAX) {
        judge_as(finding, RULE_OK, 1);
        return;
    }
    int64_t *sorted = judge_durations(&pauses);
    judge_figure(input, finding, (double)series_duration(&pauses, row));
    finding_number(finding, LONG_P99, judge_percentile(sorted, pauses.rows, 99));
    free(sorted);
    const char *name = series_text(&pauses, PAUSE_NAME, row), *cause = NULL;
    struct series gcs = series_of(input, SERIES_COLLECTION);
    int64_t id = series_int(&pauses, PAUSE_GC, row);
    for (size_t i = 0; i < gcs.rows && id != JFR_NULL_INT; i++)
        if (series_int(&gcs, GC_ID, i) == id) cause = series_text(&gcs, GC_CAUSE, i);
    if (cause || name) finding_text(finding, LONG_NAME, cause ? cause : name);
    judge_window(finding, series_start(&pauses, row), series_end(&pauses, row));
}

const struct rule rule_long_gc_pause = {
    .id = "LongGcPause",
    .name = "Longest GC pause",
    .topic = TOPIC,
    .group = RULE_COLLECTOR,
    .see = "gc",
    RULE_NEEDS_OF(RULE_OF("GCPhasePause")),
    LIMIT_NS(NS_PER_S, 5 * NS_PER_S),
    .values = RULE_LIST(value, {"longest_ns", RULE_NS, NULL, 0, false},
                        {"p99_ns", RULE_NS, NULL, 0, false}, {"cause", RULE_TEXT, NULL, 0, false}),
    FIGURE(LONG_PAUSE),
    .judge = judge_long,
    .outcomes =
        RULE_LIST(outcome,
                  {"judged", "The longest GC pause took {longest_ns}[ ({cause})]; 99 % of the "
                             "pauses took at most {p99_ns}."},
                  {"no-pause", "There was no GC pause."}),
};

enum { HIGH_SHARE };

static void judge_high(const struct rule_input *input, struct finding *finding) {
    struct intervals all = pauses_of(input);
    int64_t from = 0, to = 0;
    judge_figure(input, finding, 100 * intervals_worst(input, &all, 10 * NS_PER_S, &from, &to));
    if (to) judge_window(finding, from, to);
    array_free(&all);
}

const struct rule rule_high_gc = {
    .id = "HighGc",
    .name = "GC pressure",
    .topic = "heap",
    .group = RULE_COLLECTOR,
    .see = "gc",
    RULE_NEEDS_OF(RULE_OF("GCPhasePause")),
    LIMIT_PERCENT(20, 50),
    .values = RULE_LIST(value, {"worst_percent", RULE_PERCENT, NULL, 1, false}),
    FIGURE(HIGH_SHARE),
    .judge = judge_high,
    .outcomes = RULE_LIST(
        outcome, {"judged", "[In the worst {length} GC pauses took {worst_percent} of the time.|"
                            "There was no GC pause.]"}),
};

/* ==== Collections =========================================================================== */

static bool cause_is(const char *cause, const char *part) {
    return cause && strcasestr(cause, part);
}

/* Somebody asked for it: it says nothing of the heap. */
static bool is_requested(const char *cause) {
    return cause_is(cause, "System.gc") || cause_is(cause, "Heap Dump") ||
           cause_is(cause, "Heap Inspection") || cause_is(cause, "Diagnostic Command") ||
           cause_is(cause, "JvmtiEnv") || cause_is(cause, "WhiteBox");
}

/* A collection of the whole heap while all threads stand still. */
static bool is_full(const char *name) {
    static const char *const names[] = {"G1Full",      "SerialOld",      "ParallelOld",
                                        "PSMarkSweep", "ShenandoahFull", "Full"};
    for (size_t i = 0; name && i < sizeof names / sizeof *names; i++)
        if (strcmp(name, names[i]) == 0) return true;
    return false;
}

static const char *old_collector(const struct rule_input *input) {
    struct series configs = series_of(input, SERIES_GC_CONFIG);
    for (size_t row = configs.rows; row-- > 0;)
        if (series_text(&configs, CONFIG_OLD, row)) return series_text(&configs, CONFIG_OLD, row);
    return "";
}

enum { FULL_COUNT, FULL_TOTAL, FULL_LONGEST, FULL_CAUSE };

static void judge_full(const struct rule_input *input, struct finding *finding) {
    struct series gcs = series_of(input, SERIES_COLLECTION);
    int64_t count = 0, total = 0, longest = -1;
    for (size_t row = 0; row < gcs.rows; row++) {
        const char *cause = series_text(&gcs, GC_CAUSE, row);
        if (!is_full(series_text(&gcs, GC_NAME, row)) || is_requested(cause)) continue;
        count++;
        total += series_duration(&gcs, row) / 2 > SERIES_LAST ? 0 : series_duration(&gcs, row);
        if (series_duration(&gcs, row) <= longest) continue;
        longest = series_duration(&gcs, row);
        judge_window(finding, series_start(&gcs, row), series_end(&gcs, row));
        if (finding->values[FULL_CAUSE].given) free(finding->values[FULL_CAUSE].text);
        finding_text(finding, FULL_CAUSE, cause ? cause : "cause not recorded");
    }
    finding_number(finding, FULL_COUNT, count);
    if (!count) {
        judge_as(finding, RULE_OK, 1);
        return;
    }
    finding_number(finding, FULL_TOTAL, total);
    finding_number(finding, FULL_LONGEST, longest);
    /* For those that collect the old generation beside the application it is the last resort. */
    const char *old = old_collector(input);
    bool usual = strcmp(old, "SerialOld") == 0 || strcmp(old, "ParallelOld") == 0 ||
                 strcmp(old, "PSMarkSweep") == 0;
    judge_as(finding, usual ? RULE_INFO : RULE_WARNING, 0);
}

const struct rule rule_full_gc = {
    .id = "FullGc",
    .name = "Full collections",
    .topic = TOPIC,
    .group = RULE_COLLECTOR,
    .see = "gc",
    RULE_NEEDS_OF(RULE_HAS("GarbageCollection")),
    .values =
        RULE_LIST(value, {"count", RULE_COUNT, "full collection", 0, false},
                  {"total_ns", RULE_NS, NULL, 0, false}, {"longest_ns", RULE_NS, NULL, 0, false},
                  {"cause", RULE_TEXT, NULL, 0, false}),
    .judge = judge_full,
    .outcomes =
        RULE_LIST(outcome,
                  {"judged", "{count} that nobody asked for took {total_ns} in all, the longest "
                             "{longest_ns} ({cause})."},
                  {"none", "No collection of the whole heap that nobody asked for."}),
};

enum { STALL_FAILURES, STALL_SERIAL, STALL_EVACUATIONS };

static void judge_stall(const struct rule_input *input, struct finding *finding) {
    struct series gcs = series_of(input, SERIES_COLLECTION);
    struct series failures = series_of(input, SERIES_MODE_FAILURE);
    const char *old = old_collector(input);
    bool concurrent = strcmp(old, "ConcurrentMarkSweep") == 0 || strcmp(old, "G1Old") == 0;
    int64_t serial = 0;
    for (size_t row = 0; row < gcs.rows && concurrent; row++) {
        const char *name = series_text(&gcs, GC_NAME, row);
        serial += name && strcmp(name, "SerialOld") == 0 &&
                  !is_requested(series_text(&gcs, GC_CAUSE, row));
    }
    int64_t evacuations = input->has_window
                              ? 0
                              : (int64_t)census_count(input->census, "jdk.EvacuationFailed") +
                                    (int64_t)census_count(input->census, "jdk.PromotionFailed");
    finding_number(finding, STALL_FAILURES, (int64_t)failures.rows);
    finding_number(finding, STALL_SERIAL, serial);
    finding_number(finding, STALL_EVACUATIONS, evacuations);
    bool bad = failures.rows || serial;
    judge_as(finding,
             bad           ? RULE_WARNING
             : evacuations ? RULE_INFO
                           : RULE_OK,
             bad || evacuations ? 0 : 1);
    if (failures.rows)
        judge_window(finding, series_start(&failures, 0),
                     series_start(&failures, failures.rows - 1));
}

const struct rule rule_gc_stall = {
    .id = "GcStall",
    .name = "Collector too slow",
    .topic = TOPIC,
    .group = RULE_COLLECTOR,
    .see = "gc",
    RULE_NEEDS_OF(RULE_HAS("GarbageCollection")),
    .values = RULE_LIST(value, {"mode_failures", RULE_COUNT, "concurrent mode failure", 0, false},
                        {"serial", RULE_COUNT, "collection", 0, false},
                        {"evacuations", RULE_COUNT, "failed evacuation", 0, false}),
    .judge = judge_stall,
    .outcomes = RULE_LIST(outcome,
                          {"judged",
                           "The collector could not keep up with the application: {mode_failures}, "
                           "{serial} by one thread in its place, {evacuations}."},
                          {"none", "The collector kept up with the application."}),
};

enum { BY_SHARE, BY_COUNT, BY_ALL, BY_TOTAL };

/* Collections of a cause as a share of all. */
static void judge_cause(const struct rule_input *input, struct finding *finding, const char *part) {
    struct series gcs = series_of(input, SERIES_COLLECTION);
    int64_t count = 0, total = 0;
    for (size_t row = 0; row < gcs.rows; row++) {
        if (!cause_is(series_text(&gcs, GC_CAUSE, row), part)) continue;
        int64_t pauses = series_int(&gcs, GC_PAUSES, row);
        count++;
        if (pauses > 0 && pauses < SERIES_LAST - total) total += pauses;
    }
    double share = gcs.rows ? 100 * (double)count / (double)gcs.rows : 0;
    bool few = count < 3; /* one of one is no habit */
    judge_figure(input, finding, share);
    if (few && finding->severity > RULE_OK) {
        finding->severity = RULE_OK;
        finding->score = 0;
    }
    finding_number(finding, BY_COUNT, count);
    finding_number(finding, BY_ALL, (int64_t)gcs.rows);
    finding_number(finding, BY_TOTAL, total);
}

static void judge_system(const struct rule_input *input, struct finding *finding) {
    judge_cause(input, finding, "System.gc");
}

#define CAUSE_VALUES                                                            \
    .values = RULE_LIST(value, {"share_percent", RULE_PERCENT, NULL, 1, false}, \
                        {"count", RULE_COUNT, NULL, 0, false},                  \
                        {"collections", RULE_COUNT, "collection", 0, false},    \
                        {"paused_ns", RULE_NS, NULL, 0, false}),                \
    FIGURE(BY_SHARE)

const struct rule rule_system_gc = {
    .id = "SystemGc",
    .name = "Collections asked for by System.gc()",
    .topic = TOPIC,
    .group = RULE_COLLECTOR,
    .see = "gc",
    RULE_NEEDS_OF(RULE_HAS("GarbageCollection")),
    LIMIT_PERCENT(10, 50),
    CAUSE_VALUES,
    .judge = judge_system,
    .outcomes = RULE_LIST(outcome,
                          {"judged", "{count} of {collections} ({share_percent}) were asked for by "
                                     "System.gc(), and paused the JVM for {paused_ns}."}),
};

static void judge_locker(const struct rule_input *input, struct finding *finding) {
    judge_cause(input, finding, "GCLocker");
}

const struct rule rule_gc_locker = {
    .id = "GcLocker",
    .name = "Collections after native code held arrays",
    .topic = TOPIC,
    .group = RULE_COLLECTOR,
    .see = "gc",
    RULE_NEEDS_OF(RULE_HAS("GarbageCollection")),
    LIMIT_INFO_PERCENT(10),
    CAUSE_VALUES,
    .judge = judge_locker,
    .outcomes = RULE_LIST(
        outcome, {"judged", "{count} of {collections} ({share_percent}) had to wait for native "
                            "code that held an array, and paused the JVM for {paused_ns}."}),
};

enum { INSPECTIONS };

static void judge_inspection(const struct rule_input *input, struct finding *finding) {
    struct series gcs = series_of(input, SERIES_COLLECTION);
    int64_t count = 0;
    for (size_t row = 0; row < gcs.rows; row++)
        count += cause_is(series_text(&gcs, GC_CAUSE, row), "Heap Inspection");
    judge_figure(input, finding, (double)count);
}

const struct rule rule_heap_inspection = {
    .id = "HeapInspectionGc",
    .name = "Collections for heap inspections",
    .topic = TOPIC,
    .group = RULE_COLLECTOR,
    .see = "gc",
    RULE_NEEDS_OF(RULE_HAS("GarbageCollection")),
    LIMIT_INFO_COUNT(1),
    .values = RULE_LIST(value, {"count", RULE_COUNT, "collection", 0, false}),
    FIGURE(INSPECTIONS),
    .judge = judge_inspection,
    .outcomes = RULE_LIST(
        outcome, {"judged", "{count} because somebody counted the objects of the heap (jcmd, jmap, "
                            "or jdk.ObjectCount in the recording itself)."}),
};

enum { INFO_ALL, INFO_SYSTEM, INFO_INSPECTION, INFO_LOCKER, INFO_COLLECTOR };

static void judge_info(const struct rule_input *input, struct finding *finding) {
    struct series gcs = series_of(input, SERIES_COLLECTION);
    finding_number(finding, INFO_ALL, (int64_t)gcs.rows);
    if (*old_collector(input)) finding_text(finding, INFO_COLLECTOR, old_collector(input));
    judge_as(finding, RULE_OK, 0);
}

const struct rule rule_collections = {
    .id = "GarbageCollectionInfoRule",
    .name = "Garbage collections",
    .topic = TOPIC,
    .see = "gc",
    RULE_NEEDS_OF(RULE_HAS("GarbageCollection")),
    .values = RULE_LIST(
        value, {"collections", RULE_COUNT, "collection", 0, false},
        {"by_system", RULE_COUNT, NULL, 0, false}, {"by_inspection", RULE_COUNT, NULL, 0, false},
        {"by_locker", RULE_COUNT, NULL, 0, false}, {"old_collector", RULE_TEXT, NULL, 0, false}),
    .judge = judge_info,
    .outcomes = RULE_LIST(outcome,
                          {"judged", "There were {collections}[; the old generation's collector is "
                                     "{old_collector}]."}),
};

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
    const char *old = old_collector(input);
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
    .id = "GcOptions",
    .name = "GC threads and processors",
    .topic = "jvm_information",
    .see = "jvm",
    RULE_NEEDS_OF(RULE_HAS("CPUInformation")),
    .values = RULE_LIST(value, {"gc_threads", RULE_COUNT, "GC thread", 0, false},
                        {"processors", RULE_COUNT, "processor", 0, false}),
    .judge = judge_options,
    .outcomes =
        RULE_LIST(outcome, {"fits", "{gc_threads} on {processors}."},
                  {"serial", "One GC thread collects a heap of more than 4 GiB on {processors}: G1 "
                             "(-XX:+UseG1GC) uses all of them."},
                  {"too-many", "{gc_threads} share {processors}: they take turns while the "
                               "application waits; -XX:ParallelGCThreads should be left out."},
                  {"one", "A collector for many threads runs with {gc_threads} on {processors}."},
                  {"one-processor", "A collector for many threads on {processors}: "
                                    "-XX:+UseSerialGC has less to do."},
                  {"not-recorded", "The recording does not say how many GC threads there are."}),
};

enum { TARGET_SHARE, TARGET_COUNT, TARGET_ALL, TARGET_NS };

static void judge_target(const struct rule_input *input, struct finding *finding) {
    struct series mmu = series_of(input, SERIES_G1_MMU);
    int64_t above = 0;
    for (size_t row = 0; row < mmu.rows; row++)
        above += series_int(&mmu, MMU_TIME, row) > series_int(&mmu, MMU_TARGET, row);
    judge_figure(input, finding, mmu.rows ? 100 * (double)above / (double)mmu.rows : 0);
    finding_number(finding, TARGET_COUNT, above);
    finding_number(finding, TARGET_ALL, (int64_t)mmu.rows);
    if (mmu.rows) finding_number(finding, TARGET_NS, series_int(&mmu, MMU_TARGET, mmu.rows - 1));
}

const struct rule rule_pause_target = {
    .id = "GcPauseTargetRule",
    .name = "G1's pause target",
    .topic = TOPIC,
    .group = RULE_COLLECTOR,
    .see = "gc",
    RULE_NEEDS_OF(RULE_HAS("G1MMU")),
    LIMIT_PERCENT(2, 10),
    .values = RULE_LIST(value, {"share_percent", RULE_PERCENT, NULL, 1, false},
                        {"above", RULE_COUNT, NULL, 0, false},
                        {"all", RULE_COUNT, "time slice", 0, false},
                        {"target_ns", RULE_NS, NULL, 0, false}),
    FIGURE(TARGET_SHARE),
    .judge = judge_target,
    .outcomes = RULE_LIST(
        outcome, {"judged", "GC took longer than the target of {target_ns} in {above} of {all} "
                            "({share_percent})."}),
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
    bool serial = strcmp(old_collector(input), "SerialOld") == 0;
    finding_real(finding, CPU_USED, 100 * sum.used / sum.real);
    judge_as(finding, sum.used / sum.real < (serial ? 0.9 : 1) ? RULE_INFO : RULE_OK, 0);
}

const struct rule rule_inverted = {
    .id = "GcInvertedParallelism",
    .name = "GC threads that do not run",
    .topic = TOPIC,
    .group = RULE_COLLECTOR,
    .see = "gc",
    RULE_NEEDS_OF(RULE_HAS("GCCPUTime")),
    .values = RULE_LIST(value, {"used_percent", RULE_PERCENT, NULL, 0, false},
                        {"collections", RULE_COUNT, "collection", 0, false}),
    .judge = judge_inverted,
    .outcomes =
        RULE_LIST(outcome,
                  {"judged", "In {collections} of 100 ms or more the GC threads together used "
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
    finding_number(finding, STARVED_COUNT, sum.count);
    finding_number(finding, STARVED_THREADS, threads);
    finding_real(finding, STARVED_USED, used);
}

const struct rule rule_gc_starvation = {
    .id = "GcThreadStarvation",
    .name = "GC threads without processors",
    .topic = TOPIC,
    .group = RULE_COLLECTOR,
    .see = "gc",
    RULE_NEEDS_OF(RULE_HAS("GCCPUTime")),
    LIMIT_PERCENT(60, 85),
    .values = RULE_LIST(value, {"idle_percent", RULE_PERCENT, NULL, 0, false},
                        {"collections", RULE_COUNT, "collection", 0, false},
                        {"gc_threads", RULE_COUNT, "GC thread", 0, false},
                        {"used_percent", RULE_PERCENT, NULL, 0, false}),
    FIGURE(STARVED_PERCENT),
    .judge = judge_gc_starvation,
    .outcomes = RULE_LIST(
        outcome,
        {"judged", "{gc_threads} used {used_percent} of the CPU time that they could have "
                   "had in {collections} of 100 ms or more: too few processors, or work "
                   "that one thread does."},
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
    .id = "SingleThreadedGc",
    .name = "Collections that one thread did",
    .topic = TOPIC,
    .group = RULE_COLLECTOR,
    .see = "gc",
    RULE_NEEDS_OF(RULE_HAS("GCCPUTime")),
    LIMIT_INFO_PERCENT(20),
    .values = RULE_LIST(value, {"share_percent", RULE_PERCENT, NULL, 0, false},
                        {"single", RULE_COUNT, NULL, 0, false},
                        {"all", RULE_COUNT, "collection", 0, false},
                        {"gc_threads", RULE_COUNT, "GC thread", 0, false}),
    FIGURE(SINGLE_SHARE),
    .judge = judge_single,
    .outcomes = RULE_LIST(
        outcome,
        {"judged", "In {single} of {all} of 50 ms or more one of {gc_threads} did all the "
                   "work (references, a long chain of objects, class unloading)."},
        {"short", "No collection by four threads or more took long enough to tell."}),
};

/* ==== Stalls, metaspace, live set =========================================================== */

enum { Z_SHARE, Z_COUNT, Z_TOTAL, Z_LONGEST, Z_RATE };

static void judge_z_stall(const struct rule_input *input, struct finding *finding) {
    struct series stalls = series_of(input, SERIES_Z_STALL);
    struct intervals all = {0};
    intervals_add(&all, &stalls);
    intervals_unite(&all);
    double total = intervals_ns(&all), seconds = judge_seconds(input);
    size_t row = judge_longest(&stalls);
    judge_figure(input, finding, total / (seconds * 1e7) < 100 ? total / (seconds * 1e7) : 100);
    finding_number(finding, Z_COUNT, (int64_t)stalls.rows);
    finding_number(finding, Z_TOTAL, (int64_t)total);
    finding_real(finding, Z_RATE, (double)stalls.rows / seconds * 60);
    if (row != SIZE_MAX) {
        finding_number(finding, Z_LONGEST, series_duration(&stalls, row));
        judge_window(finding, series_start(&stalls, row), series_end(&stalls, row));
        if (series_duration(&stalls, row) > 100 * NS_PER_MS && finding->score < SCORE_INFO) {
            finding->score = SCORE_INFO;
            finding->severity = RULE_INFO;
        }
    }
    array_free(&all);
}

const struct rule rule_z_stall = {
    .id = "ZGCAllocationStallRule",
    .name = "Allocation stalls of ZGC",
    .topic = TOPIC,
    .group = RULE_COLLECTOR,
    .see = "gc",
    RULE_NEEDS_OF(RULE_OF("ZAllocationStall")),
    LIMIT_PERCENT(1, 10),
    .values =
        RULE_LIST(value, {"stalled_percent", RULE_PERCENT, NULL, 2, false},
                  {"stalls", RULE_COUNT, "stall", 0, false}, {"total_ns", RULE_NS, NULL, 0, false},
                  {"longest_ns", RULE_NS, NULL, 0, false},
                  {"stalls_per_minute", RULE_ESTIMATE, "stall", 0, false}),
    FIGURE(Z_SHARE),
    .judge = judge_z_stall,
    .outcomes = RULE_LIST(outcome,
                          {"judged",
                           "[Threads waited for memory in {stalled_percent} of the time: {stalls}, "
                           "the longest {longest_ns}.|No thread had to wait for memory.]"}),
};

enum { OOMS };

static void judge_metaspace_oom(const struct rule_input *input, struct finding *finding) {
    struct series series = series_of(input, SERIES_METASPACE_OOM);
    judge_figure(input, finding, (double)series.rows);
    if (series.rows)
        judge_window(finding, series_start(&series, 0), series_start(&series, series.rows - 1));
}

const struct rule rule_metaspace_oom = {
    .id = "MetaspaceOom",
    .name = "Metaspace ran out",
    .topic = TOPIC,
    .group = RULE_MEMORY,
    .see = "leaks",
    RULE_NEEDS_OF(RULE_OF("MetaspaceOOM")),
    LIMIT_COUNT(1, 1),
    .values = RULE_LIST(value, {"count", RULE_COUNT, "time", 0, false}),
    FIGURE(OOMS),
    .judge = judge_metaspace_oom,
    .outcomes = RULE_LIST(outcome, {"judged", "Metaspace ran out {count}."}),
};

enum { META_GROWTH, META_FIRST, META_LAST };

static void judge_metaspace(const struct rule_input *input, struct finding *finding) {
    struct series series = series_of(input, SERIES_METASPACE);
    struct growth growth =
        judge_growth(&series, METASPACE_USED, METASPACE_WHEN, judge_warm_since(input));
    if (growth.points < 4 || growth.to_ns - growth.from_ns < 10 * NS_PER_S)
        return judge_as(finding, RULE_NA, 1);
    double grown = growth.last - growth.first;
    bool steady = growth.correlation > 0.8 && grown > 1048576;
    judge_figure(input, finding, steady ? growth.per_second * 60 : 0);
    finding_number(finding, META_FIRST, (int64_t)growth.first);
    finding_number(finding, META_LAST, (int64_t)growth.last);
    judge_window(finding, growth.from_ns, growth.to_ns);
}

const struct rule rule_metaspace_growth = {
    .id = "IncreasingMetaSpaceLiveSet",
    .name = "Metaspace growth",
    .topic = TOPIC,
    .group = RULE_MEMORY,
    .see = "leaks",
    RULE_NEEDS_OF(RULE_OF("MetaspaceSummary")),
    LIMIT_BYTES(4 << 20, 45 << 20),
    .values = RULE_LIST(value, {"per_minute_bytes", RULE_BYTES, NULL, 0, false},
                        {"first_bytes", RULE_BYTES, NULL, 0, false},
                        {"last_bytes", RULE_BYTES, NULL, 0, false}),
    FIGURE(META_GROWTH),
    .judge = judge_metaspace,
    .outcomes =
        RULE_LIST(outcome,
                  {"judged", "After start-up metaspace went from {first_bytes} to {last_bytes} in "
                             "{length}, {per_minute_bytes} a minute of steady growth."},
                  {"too-few", "There are too few collections after start-up to tell."}),
};

enum { FREED_RATIO, FREED_PER_SECOND, FREED_LIVE };

static void judge_freed(const struct rule_input *input, struct finding *finding) {
    struct series heap = series_of(input, SERIES_HEAP);
    struct map before = {0};
    double freed = 0, live = 0, count = 0;
    for (size_t row = 0; row < heap.rows; row++) {
        const char *when = series_text(&heap, HEAP_WHEN, row);
        int64_t id = series_int(&heap, HEAP_GC, row), used = series_int(&heap, HEAP_USED, row);
        bool fresh;
        if (!when || id < 0 || used < 0) continue;
        if (strcmp(when, "Before GC") == 0)
            *map_put(&before, (uint64_t)id, &fresh) = (uint64_t)used;
        const uint64_t *was = map_get(&before, (uint64_t)id);
        if (strcmp(when, "After GC") != 0 || !was) continue;
        freed += (double)*was - (double)used;
        live += (double)used;
        count++;
    }
    map_free(&before);
    if (count < 5 || live <= 0) {
        judge_as(finding, RULE_OK, 1);
        return;
    }
    double rate = freed / judge_seconds(input);
    live /= count;
    judge_figure(input, finding, 100 * rate / live);
    finding_number(finding, FREED_PER_SECOND, (int64_t)(rate > 0 ? rate : 0));
    finding_number(finding, FREED_LIVE, (int64_t)live);
}

const struct rule rule_freed_ratio = {
    .id = "GcFreedRatio",
    .name = "Memory freed against the live set",
    .topic = "heap",
    .group = RULE_ALLOCATION,
    .see = "allocations",
    RULE_NEEDS_OF(RULE_OF("GCHeapSummary")),
    LIMIT_INFO_PERCENT(1000),
    .values = RULE_LIST(value, {"share_percent", RULE_PERCENT, NULL, 0, false},
                        {"freed_per_second_bytes", RULE_BYTES, NULL, 0, false},
                        {"live_bytes", RULE_BYTES, NULL, 0, false}),
    FIGURE(FREED_RATIO),
    .judge = judge_freed,
    .outcomes =
        RULE_LIST(outcome,
                  {"judged", "Collections freed {freed_per_second_bytes} a second, {share_percent} "
                             "of the {live_bytes} that stay."},
                  {"too-few", "There are too few collections to tell."}),
};
