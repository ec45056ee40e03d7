/* Rules of garbage collection: pauses and collections. */
#include "analyzers/rules/judging.h"
#include "analyzers/rules/kept.h"
#include "analyzers/time/lengths.h"
#include "analyzers/time/threads.h"
#include "analyzers/rules/sites.h"
#include "base/units.h"
#include "analyzers/rules/gc_rows.h"

static bool cause_is(const char *cause, const char *part) {
    return cause && strcasestr(cause, part);
}

/* Did System.gc() ask for collections that make up half of the pauses? */
static bool asked_for(const struct rule_input *input) {
    struct series gcs = series_of(input, SERIES_COLLECTION);
    double all = 0, asked = 0;
    for (size_t row = 0; row < gcs.rows; row++) {
        int64_t pauses = series_int(&gcs, GC_PAUSES, row);
        if (pauses <= 0) continue;
        all += (double)pauses;
        if (cause_is(series_text(&gcs, GC_CAUSE, row), "System.gc")) asked += (double)pauses;
    }
    return asked > 0 && 2 * asked >= all;
}

/* ==== Pauses ================================================================================ */

static struct intervals pauses_of(const struct rule_input *input) {
    struct intervals all = {0};
    intervals_add_pauses(&all, input);
    intervals_unite(&all);
    return all;
}

#define MOST_WITH_CPU 0.5 /* of what pauses took, of which the CPU time has to be known, */
#define LEAST_CLOCKED (200.0 * NS_PER_MS) /* and so much of it: clocks go by 10 ms */
#define MOST_RAN 0.9 /* of their time, that threads of the collector ran, for that to be said */

/* How much of their time the collector's threads ran in pauses, 0..1; missing: all of it, or nobody
 * knows. Pauses would have been no longer had no thread waited for a processor. */
static double ran_of(const struct rule_input *input, double pauses_ns) {
    const struct series gcs = series_of(input, SERIES_GC_CPU);
    double used = 0, real = 0;
    for (size_t row = 0; row < gcs.rows; row++) {
        const int64_t user = series_int(&gcs, GC_CPU_USER, row),
                      kernel = series_int(&gcs, GC_CPU_SYSTEM, row),
                      took = series_int(&gcs, GC_CPU_REAL, row);
        if (user < 0 || kernel < 0 || took < 0) continue;
        used += (double)user + (double)kernel;
        real += (double)took;
    }
    const bool enough = real >= LEAST_CLOCKED && real >= MOST_WITH_CPU * pauses_ns;
    return enough && used < real ? used / real : MISSING_REAL;
}

#define LEAST_WEAK 50000 /* a collection */

/* A collection has an event for each type. */
static void count_references(const struct rule_input *input, struct finding *finding) {
    const struct series rows = series_of(input, SERIES_REFERENCES);
    double weak = 0, collections = 0;
    for (size_t row = 0; row < rows.rows; row++) {
        const char *type = series_text(&rows, REFERENCES_TYPE, row);
        const int64_t count = series_int(&rows, REFERENCES_COUNT, row);
        if (!type || count < 0 || strcmp(type, "Weak reference") != 0) continue;
        weak += (double)count;
        collections++;
    }
    finding_number(finding, RATIO_SOFT, kept_soft_cleared(input));
    if (finding->values[RATIO_SOFT].given)
        finding_number(finding, RATIO_HEAP, judge_heap_limit(input));
    if (collections > 0 && weak >= LEAST_WEAK * collections)
        finding_number(finding, RATIO_WEAK, (int64_t)(weak / collections));
}

static void judge_gc_pause_ratio(const struct rule_input *input, struct finding *finding) {
    OWNED(array_release) struct intervals all = pauses_of(input);
    size_t count;
    int64_t from = 0, to = 0;
    judge_pauses(input, &count);
    double worst = 100 * intervals_worst(input, &all, input->settings[2].number, &from, &to);
    double whole = 100 * intervals_ns(&all) / (judge_seconds(input) * 1e9);
    const double ran = ran_of(input, intervals_ns(&all));
    worst = worst > whole ? worst : whole < 100 ? whole : 100;
    judge_figure(input, finding, worst * real_or(ran, 1));
    finding_real(finding, RATIO_WORST, worst);
    if (asked_for(input)) judge_cap(finding); /* who asked is the cause: SystemGc says it */
    if (to) judge_window(finding, from, to);
    finding_real(finding, RATIO_WHOLE, whole < 100 ? whole : 100);
    finding_number(finding, RATIO_COUNT, (int64_t)count);
    finding_number(finding, RATIO_TOTAL, (int64_t)intervals_ns(&all));
    finding_number(finding, RATIO_DIFFERS, worst > whole * 1.05);
    if (is_known(ran) && ran < MOST_RAN) finding_real(finding, RATIO_RAN, 100 * ran);
    finding_cost(finding, COST_OF_TIME, whole * real_or(ran, 1));
    if (finding->severity >= RULE_INFO) {
        judge_name_allocated(input, finding, RATIO_CLASS);
        count_references(input, finding);
    }
}

/* Of the collection that the pause is of; NULL: not known. */
static const char *cause_of(const struct rule_input *input, const struct fact_pause *pause) {
    struct series phases = series_of(input, SERIES_PAUSE),
                  gcs = series_of(input, SERIES_COLLECTION);
    const char *cause = pause->cause ? strings_get(&input->facts->strings, pause->cause) : NULL;
    int64_t id = JFR_NULL_INT;
    for (size_t row = 0; row < phases.rows && id == JFR_NULL_INT && !cause; row++)
        if (series_int(&phases, SERIES_START, row) == pause->time_ns)
            id = series_int(&phases, PAUSE_GC, row);
    for (size_t i = 0; i < gcs.rows && id != JFR_NULL_INT; i++)
        if (series_int(&gcs, GC_ID, i) == id) cause = series_text(&gcs, GC_CAUSE, i);
    return cause;
}

static void judge_long_gc_pause(const struct rule_input *input, struct finding *finding) {
    OWNED(lengths_free) struct lengths lengths = {0};
    const struct fact_pause *longest = NULL;
    size_t count;
    const struct fact_pause *pauses = judge_pauses(input, &count);
    for (size_t i = 0; i < count; i++) {
        lengths_add(&lengths, pauses[i].duration_ns);
        if (!longest || pauses[i].duration_ns > longest->duration_ns) longest = &pauses[i];
    }
    lengths_sort(&lengths);
    if (!longest) {
        judge_as(finding, RULE_OK, 1);
        return;
    }
    const char *cause = cause_of(input, longest);
    const char *name = strings_get(&input->facts->strings, longest->name);
    int64_t start = series_time(longest->time_ns);
    judge_figure(input, finding, (double)longest->duration_ns);
    finding_number(finding, LONG_P99, lengths_at(&lengths, 0.99));
    if (cause || *name) finding_text(finding, LONG_NAME, cause ? cause : name);
    judge_window(finding, start, start + series_time(longest->duration_ns));
}

static void judge_high_gc(const struct rule_input *input, struct finding *finding) {
    OWNED(array_release) struct intervals all = pauses_of(input);
    int64_t from = 0, to = 0;
    const double worst = 100 * intervals_worst(input, &all, 10 * NS_PER_S, &from, &to);
    judge_figure(input, finding, worst * real_or(ran_of(input, intervals_ns(&all)), 1));
    finding_real(finding, HIGH_SHARE, worst);
    if (asked_for(input)) judge_cap(finding);
    if (to) judge_window(finding, from, to);
}

/* ==== Collections =========================================================================== */

/* Somebody asked for it: it says nothing of the heap. */
static bool is_requested(const char *cause) {
    return cause_is(cause, "System.gc") || cause_is(cause, "Heap Dump") ||
           cause_is(cause, "Heap Inspection") || cause_is(cause, "Diagnostic Command") ||
           cause_is(cause, "JvmtiEnv") || cause_is(cause, "WhiteBox");
}

static void judge_full_gc(const struct rule_input *input, struct finding *finding) {
    struct series gcs = series_of(input, SERIES_COLLECTION);
    int64_t count = 0, total = 0, longest = -1;
    for (size_t row = 0; row < gcs.rows; row++) {
        const char *cause = series_text(&gcs, GC_CAUSE, row);
        if (!judge_is_full(series_text(&gcs, GC_NAME, row)) || is_requested(cause)) continue;
        count++;
        total += series_duration(&gcs, row) / 2 > SERIES_LAST ? 0 : series_duration(&gcs, row);
        if (series_duration(&gcs, row) <= longest) continue;
        longest = series_duration(&gcs, row);
        judge_window(finding, series_start(&gcs, row), series_end(&gcs, row));
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
    const char *old = judge_old_collector(input);
    bool usual = strcmp(old, "SerialOld") == 0 || strcmp(old, "ParallelOld") == 0 ||
                 strcmp(old, "PSMarkSweep") == 0;
    OWNED(array_release) struct intervals pauses = pauses_of(input);
    const double ran = ran_of(input, intervals_ns(&pauses));
    judge_as(finding, usual ? RULE_INFO : RULE_WARNING, 0);
    judge_cost_of_time(input, finding, (double)total * real_or(ran, 1));
}

static void judge_gc_stall(const struct rule_input *input, struct finding *finding) {
    struct series gcs = series_of(input, SERIES_COLLECTION);
    struct series failures = series_of(input, SERIES_MODE_FAILURE);
    const char *old = judge_old_collector(input);
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
    if (!bad && !evacuations) return;
    judge_name_allocated(input, finding, STALL_MADE);
    finding_number(finding, STALL_SOFT, kept_soft_cleared(input));
}

/* How long collections of the cause paused the JVM, and how many there were. */
static int64_t collections_of(const struct series *gcs, const char *part, int64_t *count) {
    int64_t total = 0;
    *count = 0;
    for (size_t row = 0; row < gcs->rows; row++) {
        if (!cause_is(series_text(gcs, GC_CAUSE, row), part)) continue;
        int64_t pauses = series_int(gcs, GC_PAUSES, row);
        ++*count;
        if (pauses > 0 && pauses < SERIES_LAST - total) total += pauses;
    }
    return total;
}

/* Collections of a cause as a share of all. */
static void judge_cause(const struct rule_input *input, struct finding *finding, const char *part) {
    struct series gcs = series_of(input, SERIES_COLLECTION);
    int64_t count, total = collections_of(&gcs, part, &count);
    double share = gcs.rows ? 100 * (double)count / (double)gcs.rows : 0;
    judge_figure(input, finding, share);
    if (count < 3) judge_as_fine(finding); /* one of one is no habit */
    judge_cost_of_time(input, finding, (double)total);
    finding_number(finding, BY_COUNT, count);
    finding_number(finding, BY_ALL, (int64_t)gcs.rows);
    finding_number(finding, BY_TOTAL, total);
}

/* The JDK asks, before it says that there is no more memory for direct buffers. */
static bool is_for_buffers(const struct series *calls, size_t column, size_t row) {
    uint32_t depth;
    const uint32_t *frames = series_stack(calls, column, row, &depth);
    return some_of(i, depth, strcmp(series_frame_class(calls, frames[i]), "java.nio.Bits") == 0);
}

/* With the place that asked for most of them. */
static void judge_system_gc(const struct rule_input *input, struct finding *finding) {
    struct series calls = series_of(input, SERIES_SYSTEM_GC);
    OWNED(sites_free) struct sites sites = {0};
    OWNED(tallies_free) struct tallies asked = {0};
    OWNED(map_free) struct map known = {0};
    size_t for_buffers = 0;
    judge_cause(input, finding, "System.gc");
    for (size_t row = 0; row < calls.rows; row++) {
        tallies_add(&asked, sites_of(&sites, &calls, SYSTEM_GC_STACK, row), 1);
        for_buffers += judge_stack(&known, &calls, SYSTEM_GC_STACK, row, is_for_buffers);
    }
    judge_name_most(finding, BY_SITE, &asked, &sites.names);
    if (2 * for_buffers > calls.rows)
        finding_text(finding, BY_BUFFERS, "java.nio.DirectByteBuffer");
}

static void judge_gc_locker(const struct rule_input *input, struct finding *finding) {
    judge_cause(input, finding, "GCLocker");
}

#define MUCH_INSPECTED 5.0 /* percent of the time, that the program itself asks for */

/* The thread of the program that had the objects counted most often. */
static void name_inspector(const struct rule_input *input, struct finding *finding) {
    struct series operations = series_of(input, SERIES_VM_OPERATION);
    OWNED(tallies_free) struct tallies callers = {0};
    for (size_t row = 0; row < operations.rows; row++) {
        const char *caller = series_thread(&operations, VM_CALLER, row);
        if (caller && !threads_of_jvm(caller) &&
            cause_is(series_text(&operations, VM_OPERATION, row), "HeapInspection"))
            tallies_add(&callers, series_id(&operations, VM_CALLER, row), 1);
    }
    tallies_sort(&callers);
    if (!callers.len) return;
    OWNED(text_free) struct text name = {0};
    things_add_thread_name(&input->tables->things, (uint32_t)callers.items[0].key, &name);
    finding_text(finding, INSPECTIONS_BY, text_str(&name));
}

static void judge_heap_inspection(const struct rule_input *input, struct finding *finding) {
    struct series gcs = series_of(input, SERIES_COLLECTION);
    int64_t count, total = collections_of(&gcs, "Heap Inspection", &count);
    judge_figure(input, finding, (double)count);
    judge_cost_of_time(input, finding, (double)total);
    finding_number(finding, INSPECTIONS_PAUSED, total);
    name_inspector(input, finding);
    if (finding->cost >= MUCH_INSPECTED && finding->values[INSPECTIONS_BY].given)
        judge_raise(finding);
}

static void judge_collections(const struct rule_input *input, struct finding *finding) {
    struct series gcs = series_of(input, SERIES_COLLECTION);
    finding_number(finding, INFO_ALL, (int64_t)gcs.rows);
    if (*judge_old_collector(input))
        finding_text(finding, INFO_COLLECTOR, judge_old_collector(input));
    judge_as(finding, RULE_OK, 0);
}
