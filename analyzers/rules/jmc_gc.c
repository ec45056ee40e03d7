/* Of garbage collection and safepoints. */
#include "analyzers/rules/jmc.h"

#include "analyzers/rules/windows.h"
#include "base/units.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MINUTE_NS (60 * NS_PER_S)

static bool is_collector(const struct rule_input *input, const char *name) {
    char *old = jmc_old_collector(input);
    bool is = old && strcmp(old, name) == 0;
    free(old);
    return is;
}

struct collections {
    int64_t all, by_system, by_inspection, by_locker, serial_old;
};

static bool cause_has(const char *cause, const char *part) {
    return cause && strcasestr(cause, part);
}

static struct collections count_collections(const struct rule_input *input) {
    struct series gcs = series_of(input, SERIES_COLLECTION);
    struct collections sum = {.all = (int64_t)gcs.rows};
    for (size_t row = 0; row < gcs.rows; row++) {
        const char *cause = series_text(&gcs, GC_CAUSE, row),
                   *name = series_text(&gcs, GC_NAME, row);
        bool system = cause && strcasecmp(cause, "System.gc()") == 0;
        bool inspection = cause && strcasecmp(cause, "Heap Inspection Initiated GC") == 0;
        bool locker = cause_has(cause, "gclocker");
        sum.by_system += system;
        sum.by_inspection += inspection;
        sum.by_locker += locker;
        sum.serial_old +=
            !system && !inspection && !locker && name && strcmp(name, "SerialOld") == 0;
    }
    return sum;
}

static struct jmc_verdict pause_ratio(const struct rule_input *input) {
    struct jmc_interval *pauses;
    size_t count = jmc_pauses(input, &pauses);
    const struct census_span *span = &input->census->events;
    double worst =
        jmc_worst_window(pauses, count, span->first_start_ns, span->last_end_ns, MINUTE_NS);
    free(pauses);
    return jmc_of(score_between(100 * worst, 5, 10));
}

static int compare_halts(const void *a, const void *b) {
    const struct jmc_interval *x = a, *y = b;
    if (x->start_ns != y->start_ns) return x->start_ns < y->start_ns ? -1 : 1;
    return (x->end_ns < y->end_ns) - (x->end_ns > y->end_ns);
}

static struct jmc_verdict halts(const struct rule_input *input) {
    static const enum series_id ids[] = {SERIES_PAUSE,           SERIES_VM_OPERATION,
                                         SERIES_SAFEPOINT_BEGIN, SERIES_SAFEPOINT_CLEANUP,
                                         SERIES_SAFEPOINT_TASK,  SERIES_SAFEPOINT_SYNC,
                                         SERIES_SAFEPOINT_WAIT,  SERIES_SAFEPOINT_END};
    ARRAY(struct jmc_interval) all = {0};
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
        struct series series = series_of(input, ids[i]);
        for (size_t row = 0; row < series.rows; row++) {
            if (ids[i] == SERIES_VM_OPERATION && !series_true(&series, VM_SAFEPOINT, row)) continue;
            if (series_duration(&series, row) == 0) continue;
            array_push(&all,
                       (struct jmc_interval){series_start(&series, row), series_end(&series, row)});
        }
    }
    if (all.len) qsort(all.items, all.len, sizeof *all.items, compare_halts);
    size_t kept = 0;
    int64_t last = INT64_MIN;
    for (size_t i = 0; i < all.len; i++) { /* what lies within another one counts with that */
        if (all.items[i].end_ns <= last) continue;
        last = all.items[i].end_ns;
        all.items[kept++] = all.items[i];
    }
    const struct census_span *span = &input->census->events;
    double worst =
        jmc_worst_window(all.items, kept, span->first_start_ns, span->last_end_ns, MINUTE_NS);
    array_free(&all);
    return jmc_of(score_between(100 * worst, 5, 10));
}

static struct jmc_verdict full_gc(const struct rule_input *input) {
    struct series gcs = series_of(input, SERIES_COLLECTION);
    size_t count = 0;
    if (is_collector(input, "ConcurrentMarkSweep")) {
        count = series_of(input, SERIES_OLD_COLLECTION).rows;
    } else if (is_collector(input, "G1Old")) {
        for (size_t row = 0; row < gcs.rows; row++) {
            const char *name = series_text(&gcs, GC_NAME, row);
            count += name && strcmp(name, "G1Full") == 0;
        }
    } else {
        return jmc_is(RULE_NA);
    }
    return jmc_is(count ? RULE_WARNING : RULE_OK);
}

static struct jmc_verdict collection_info(const struct rule_input *input) {
    return jmc_is(RULE_OK);
}

static struct jmc_verdict locker(const struct rule_input *input) {
    struct collections gcs = count_collections(input);
    if (!gcs.by_locker) return jmc_is(RULE_OK);
    /* NOLINTNEXTLINE(bugprone-integer-division): JMC divides whole numbers here */
    return jmc_of(score_info((double)(gcs.by_locker / gcs.all), 0.1));
}

static struct jmc_verdict inspection(const struct rule_input *input) {
    struct collections gcs = count_collections(input);
    if (!gcs.by_inspection) return jmc_is(RULE_OK);
    return jmc_of(score_info((double)gcs.by_inspection, 1));
}

static struct jmc_verdict system_gc(const struct rule_input *input) {
    struct collections gcs = count_collections(input);
    if (!gcs.by_system) return jmc_is(RULE_OK);
    /* NOLINTNEXTLINE(bugprone-integer-division): JMC divides whole numbers here */
    return jmc_of(score_rising((double)(gcs.by_system / gcs.all), 0.5));
}

static struct jmc_verdict stall(const struct rule_input *input) {
    bool concurrent = is_collector(input, "ConcurrentMarkSweep") || is_collector(input, "G1Old");
    if (concurrent && count_collections(input).serial_old) return jmc_is(RULE_WARNING);
    return jmc_is(series_of(input, SERIES_MODE_FAILURE).rows ? RULE_WARNING : RULE_OK);
}

static struct jmc_verdict options(const struct rule_input *input) {
    struct series configs = series_of(input, SERIES_GC_CONFIG);
    struct series processors = series_of(input, SERIES_PROCESSOR);
    struct series heaps = series_of(input, SERIES_HEAP_CONFIG);
    int64_t threads = jmc_max(&configs, CONFIG_THREADS);
    int64_t processor = jmc_min(&processors, PROCESSOR_THREADS);
    if (threads == JFR_NULL_INT || processor == JFR_NULL_INT) return jmc_is(RULE_NA);
    bool parallel = is_collector(input, "ParallelOld");
    if (is_collector(input, "SerialOld")) {
        bool large = jmc_max(&heaps, HEAP_CONFIG_MAX) > INT64_C(4) << 30;
        return jmc_is(processor >= 4 && large ? RULE_INFO : RULE_OK);
    }
    bool bad = (processor == 1 && parallel) || threads > processor ||
               (threads == 1 && (parallel || is_collector(input, "G1Old")));
    return jmc_is(bad ? RULE_INFO : RULE_OK);
}

static struct jmc_verdict pause_target(const struct rule_input *input) {
    struct series mmu = series_of(input, SERIES_G1_MMU);
    bool met = jmc_max(&mmu, MMU_TIME) <= jmc_max(&mmu, MMU_TARGET);
    return jmc_is(met ? RULE_OK : RULE_WARNING);
}

static struct jmc_verdict inverted(const struct rule_input *input) {
    struct series gcs = series_of(input, SERIES_GC_CPU);
    size_t bad = 0;
    if (is_collector(input, "SerialOld"))
        return (struct jmc_verdict){.severity = RULE_NA, .score = MISSING_REAL, .ignored = true};
    for (size_t row = 0; row < gcs.rows; row++) {
        int64_t user = series_int(&gcs, GC_CPU_USER, row),
                real = series_int(&gcs, GC_CPU_REAL, row);
        int64_t system = series_int(&gcs, GC_CPU_SYSTEM, row);
        if (real == 0) continue;
        bad += ceil(100 * ((double)user + (double)system) / (double)real) < 100;
    }
    return jmc_is(bad ? RULE_WARNING : RULE_OK);
}

static struct jmc_verdict long_pause(const struct rule_input *input) {
    struct series pauses = series_of(input, SERIES_PAUSE);
    if (!pauses.rows) return jmc_is(RULE_OK);
    return jmc_of(score_info((double)jmc_longest(&pauses) / (double)NS_PER_MS, 1000));
}

/* ==== HighGc ================================================================================ */

struct lane {
    ARRAY(size_t) pauses; /* numbers of the census */
    int64_t start_ns, end_ns;
};
typedef ARRAY(struct lane) lanes;

static int compare_lanes_down(const void *a, const void *b) {
    const struct lane *x = a, *y = b;
    return (x->end_ns < y->end_ns) - (x->end_ns > y->end_ns);
}

static int compare_lanes_up(const void *a, const void *b) {
    const struct lane *x = a, *y = b;
    return (x->end_ns > y->end_ns) - (x->end_ns < y->end_ns);
}

/* To the first that has ended by then: lanes are those that ended last first. */
static void put(lanes *to, const size_t *pauses, size_t count, int64_t start_ns, int64_t end_ns) {
    size_t at = 0;
    while (at < to->len && to->items[at].end_ns > start_ns) at++;
    if (at == to->len) array_push(to, (struct lane){.start_ns = start_ns});
    struct lane *lane = &array_at(to, at);
    for (size_t i = 0; i < count; i++) array_push(&lane->pauses, pauses[i]);
    lane->end_ns = end_ns;
    if (to->len > 1) qsort(to->items, to->len, sizeof *to->items, compare_lanes_down);
}

static void free_lanes(lanes *all) {
    for (size_t i = 0; i < all->len; i++) array_free(&all->items[i].pauses);
    array_free(all);
}

static lanes lanes_of(const struct census *census) {
    lanes of_chunks = {0}, packed = {0};
    for (size_t i = 0; i < census->pauses.len;) {
        int64_t chunk_ns = census->pauses.items[i].chunk_ns;
        lanes own = {0};
        for (; i < census->pauses.len && census->pauses.items[i].chunk_ns == chunk_ns; i++) {
            const struct census_pause *pause = &census->pauses.items[i];
            put(&own, &i, 1, pause->start_ns, pause->end_ns);
        }
        for (size_t k = 0; k < own.len; k++) array_push(&of_chunks, own.items[k]);
        array_free(&own);
    }
    if (of_chunks.len)
        qsort(of_chunks.items, of_chunks.len, sizeof *of_chunks.items, compare_lanes_up);
    for (size_t i = 0; i < of_chunks.len; i++) {
        const struct lane *lane = &of_chunks.items[i];
        put(&packed, lane->pauses.items, lane->pauses.len, lane->start_ns, lane->end_ns);
    }
    free_lanes(&of_chunks);
    return packed;
}

static struct jmc_verdict high_gc(const struct rule_input *input) {
    lanes all = lanes_of(input->census);
    if (!all.len) return jmc_is(RULE_OK);
    const struct lane *first = &all.items[0];
    struct jmc_span *spans = mem_resize(NULL, first->pauses.len, sizeof *spans);
    for (size_t i = 0; i < first->pauses.len; i++) {
        const struct census_pause *pause = &input->census->pauses.items[first->pauses.items[i]];
        spans[i] = (struct jmc_span){(double)pause->start_ns, (double)pause->end_ns,
                                     (double)(pause->end_ns - pause->start_ns)};
    }
    size_t count = jmc_join_spans(spans, first->pauses.len, -1), best = 0;
    for (size_t i = 1; i < count; i++)
        if (jmc_density(&spans[i]) > jmc_density(&spans[best])) best = i;
    struct jmc_verdict verdict = jmc_of(score_rise(spans[best].value, 100, 1e9, 90));
    free(spans);
    free_lanes(&all);
    return verdict;
}

/* ==== Live set =============================================================================== */

struct summary { /* of a collection: when and how much before and after it */
    int64_t at[2], used[2];
    bool there[2];
};

struct freed {
    struct summary *items;
    size_t len;
    int64_t first; /* lowest id */
};

static void sum_freed(const struct series *heap, int64_t from_ns, int64_t to_ns, bool open,
                      struct map *ids, struct summary *sums, size_t *len, int64_t *low,
                      int64_t *high) {
    map_clear(ids);
    *len = 0;
    *low = INT64_MAX;
    *high = INT64_MIN;
    for (size_t row = 0; row < heap->rows; row++) {
        int64_t at = series_start(heap, row), id = series_int(heap, HEAP_GC, row);
        const char *when = series_text(heap, HEAP_WHEN, row);
        if (open ? at <= from_ns || at >= to_ns : at < from_ns || at > to_ns) continue;
        if (!when || id == JFR_NULL_INT) continue;
        bool fresh, after = strcmp(when, "After GC") == 0;
        uint64_t *index = map_put(ids, (uint64_t)id, &fresh);
        if (fresh) {
            *index = *len;
            sums[(*len)++] = (struct summary){.there = {false, false}};
        }
        struct summary *sum = &sums[*index];
        sum->at[after] = at;
        sum->used[after] = series_int(heap, HEAP_USED, row);
        sum->there[after] = true;
        if (id < *low) *low = id;
        if (id > *high) *high = id;
    }
}

static int64_t time_of(const struct series *heap, int64_t id, const char *when) {
    for (size_t row = 0; row < heap->rows; row++) {
        const char *text = series_text(heap, HEAP_WHEN, row);
        if (series_int(heap, HEAP_GC, row) == id && text && strcmp(text, when) == 0)
            return series_start(heap, row);
    }
    return JFR_NULL_INT;
}

static double freed_ratio(const struct series *heap, int64_t from, int64_t to, struct map *ids,
                          struct summary *sums) {
    size_t len;
    int64_t low, high;
    sum_freed(heap, from, to, false, ids, sums, &len, &low, &high);
    if (!len) return 0;
    const struct summary *lowest = &sums[*map_get(ids, (uint64_t)low)];
    const struct summary *highest = &sums[*map_get(ids, (uint64_t)high)];
    int64_t before_low = time_of(heap, low, "Before GC"), before_high = highest->at[0];
    bool begins = lowest->there[1] && !lowest->there[0] && before_low != JFR_NULL_INT;
    bool ends = highest->there[0] && !lowest->there[1];
    if (begins) from = before_low;
    if (ends) to = before_high;
    if (begins || ends) sum_freed(heap, from, to, true, ids, sums, &len, &low, &high);
    double before = 0, after = 0, count = 0;
    for (size_t i = 0; i < len; i++) {
        if (!sums[i].there[0] || !sums[i].there[1]) continue;
        before += (double)sums[i].used[0];
        after += (double)sums[i].used[1];
        count++;
    }
    if (count == 0 || to <= from || after <= 0) return 0;
    return (before - after) / ((double)(to - from) / 1e9) / (after / count);
}

static struct jmc_verdict freed(const struct rule_input *input) {
    struct series heap = series_of(input, SERIES_HEAP);
    const struct census_span *span = &input->census->events;
    if (heap.rows < 10) return jmc_is(RULE_OK);
    struct summary *sums = mem_resize(NULL, heap.rows, sizeof *sums);
    struct map ids = {0};
    double worst = 0;
    struct windows windows = windows_over(span->first_end_ns, span->last_end_ns, 10 * NS_PER_S);
    size_t next = 0;
    do {
        while (next < heap.rows && series_start(&heap, next) < windows.from_ns) next++;
        if (next == heap.rows || !windows_reach(&windows, series_start(&heap, next))) break;
        double ratio = freed_ratio(&heap, windows.from_ns, windows.to_ns, &ids, sums);
        if (ratio > worst) worst = ratio;
    } while (windows_slide(&windows));
    map_free(&ids);
    free(sums);
    double score = score_info(worst, 10);
    if (span->last_end_ns - span->first_start_ns < 20 * NS_PER_S) score /= 2;
    return jmc_of(score);
}

static struct jmc_verdict z_stall(const struct rule_input *input) {
    struct series stalls = series_of(input, SERIES_Z_STALL), jvms = series_of(input, SERIES_JVM);
    double minutes = 0;
    if (!jvms.rows) return jmc_is(RULE_NA);
    for (size_t row = 0; row < stalls.rows; row++)
        minutes += (double)series_duration(&stalls, row) / 60e9;
    double uptime =
        (double)(input->census->events.first_start_ns - series_int(&jvms, JVM_START, 0)) / 60e9;
    return jmc_of(score_between(trunc(minutes / uptime), 10, 100));
}

static struct jmc_verdict metaspace_oom(const struct rule_input *input) {
    size_t count = series_of(input, SERIES_METASPACE_OOM).rows;
    return count ? jmc_of(score_rising((double)count, 1)) : jmc_is(RULE_OK);
}

static struct jmc_verdict metaspace_growth(const struct rule_input *input) {
    struct series metaspace = series_of(input, SERIES_METASPACE);
    return jmc_of(score_rising(jmc_growth(&metaspace, METASPACE_WHEN, METASPACE_USED), 0.75));
}

/* ==== VM operations ========================================================================= */

static bool same_text(const char *a, const char *b) {
    return a && b ? strcmp(a, b) == 0 : a == b;
}

static struct jmc_verdict vm_operations(const struct rule_input *input) {
    struct series operations = series_of(input, SERIES_VM_OPERATION);
    int64_t longest = 0, sum = 0, end = 0;
    size_t first = SIZE_MAX;
    for (size_t row = 0; row < operations.rows; row++) {
        if (!series_true(&operations, VM_SAFEPOINT, row) &&
            !series_true(&operations, VM_BLOCKING, row))
            continue;
        bool goes_on =
            first != SIZE_MAX &&
            same_text(series_text(&operations, VM_OPERATION, row),
                      series_text(&operations, VM_OPERATION, first)) &&
            series_id(&operations, VM_CALLER, row) == series_id(&operations, VM_CALLER, first) &&
            series_start(&operations, row) - end <= 10 * NS_PER_MS;
        if (!goes_on) {
            first = row;
            sum = 0;
        }
        sum += series_duration(&operations, row);
        end = series_end(&operations, row);
        if (sum > longest) longest = sum;
    }
    if (first == SIZE_MAX) return jmc_is(RULE_OK);
    return jmc_of(score_between((double)longest / 1e9, 1, 2));
}

static struct jmc_verdict revoke_pause(const struct rule_input *input) {
    struct series operations = series_of(input, SERIES_VM_OPERATION);
    bool any = false;
    double ms = 0;
    for (size_t row = 0; row < operations.rows; row++) {
        const char *operation = series_text(&operations, VM_OPERATION, row);
        if (!operation || strcmp(operation, "RevokeBias") != 0) continue;
        any = true;
        ms += (double)series_duration(&operations, row) / 1e6;
    }
    return any ? jmc_of(score_rise(ms, 100, 100, 25)) : jmc_is(RULE_OK);
}

static struct jmc_verdict revocation(const struct rule_input *input) {
    static const enum series_id ids[] = {SERIES_BIASED_CLASS, SERIES_BIASED, SERIES_BIASED_SELF};
    struct series classes = series_of(input, SERIES_BIASED_CLASS);
    struct map disabled = {0}, counts = {0};
    int64_t most = 0;
    bool fresh;
    for (size_t row = 0; row < classes.rows; row++) {
        const char *name = series_text(&classes, BIASED_CLASS, row);
        if (!name || !series_true(&classes, BIASED_DISABLED, row)) continue;
        if (strcmp(name, "java.lang.ref.ReferenceQueue$Lock") != 0)
            *map_put(&disabled, series_id(&classes, BIASED_CLASS, row), &fresh) = 1;
    }
    for (size_t i = 0; i < 3; i++) {
        struct series series = series_of(input, ids[i]);
        for (size_t row = 0; row < series.rows; row++) {
            uint32_t name = series_id(&series, BIASED_CLASS, row);
            if (name == JFR_NULL_ID || map_get(&disabled, name)) continue;
            const char *text = series_text(&series, BIASED_CLASS, row);
            if (text && strcmp(text, "java.lang.ref.ReferenceQueue$Lock") == 0) continue;
            int64_t count = (int64_t)++ * map_put(&counts, name, &fresh);
            if (count > most) most = count;
        }
    }
    double score = disabled.len ? 25 + score_rise((double)disabled.len, 25, 7, 20) : 0;
    /* NOLINTNEXTLINE(bugprone-integer-division): likewise */
    score += most / 2 < 25 ? (double)(most / 2) : 25;
    map_free(&disabled);
    map_free(&counts);
    return jmc_is(score_severity(score));
}

/* ============================================================================================ */

#define E(event) \
    { "jdk." event, RULE_ENABLED }
#define A(event) \
    { "jdk." event, RULE_AVAILABLE }

const struct jmc_formula jmc_formulas_gc[] = {
    {"ApplicationHalts", {E("GCPhasePause"), E("ExecuteVMOperation")}, false, halts},
    {"FullGc", {{NULL, RULE_ENABLED}}, false, full_gc},
    {"GarbageCollectionInfoRule", {A("GarbageCollection")}, false, collection_info},
    {"GcFreedRatio",
     {E("GCHeapSummary"), E("ObjectAllocationInNewTLAB"), E("ObjectAllocationOutsideTLAB")},
     false,
     freed},
    {"GcInvertedParallelism", {A("GCConfiguration"), A("GCCPUTime")}, false, inverted},
    {"GcLocker", {A("GarbageCollection")}, true, locker},
    {"GcOptions", {A("CPUInformation")}, false, options},
    {"GcPauseRatio", {E("GCPhasePause")}, false, pause_ratio},
    {"GcPauseTargetRule", {A("G1MMU")}, false, pause_target},
    {"GcStall", {A("GarbageCollection"), E("GCConfiguration")}, true, stall},
    {"HeapInspectionGc", {A("GarbageCollection")}, true, inspection},
    {"HighGc", {E("GCPhasePause")}, false, high_gc},
    {"IncreasingMetaSpaceLiveSet", {E("MetaspaceSummary")}, false, metaspace_growth},
    {"LongGcPause",
     {E("GCPhasePause"), E("GCConfiguration"), E("GCHeapConfiguration"), E("GCPhasePauseLevel1")},
     false,
     long_pause},
    {"MetaspaceOom", {E("MetaspaceOOM")}, false, metaspace_oom},
    {"SystemGc", {A("GarbageCollection")}, true, system_gc},
    {"VMOperations", {E("ExecuteVMOperation")}, false, vm_operations},
    {"ZGCAllocationStallRule", {A("ZAllocationStall")}, false, z_stall},
    {"biasedLockingRevocation", {E("BiasedLockClassRevocation")}, false, revocation},
    {"biasedLockingRevocationPause", {E("ExecuteVMOperation")}, false, revoke_pause},
    {.id = NULL},
};
