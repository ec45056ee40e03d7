/* Rules of safepoints and operations of the JVM. */
#include "analyzers/rules/judging.h"
#include "base/units.h"

#include <stdlib.h>
#include <string.h>

#define NEAR_NS (100 * NS_PER_US) /* between the parts of a safepoint and what is done in it */

#define MOST_OF 0.5 /* of the pauses, that one operation or thread has to have to be named */

enum { HALT_WORST, HALT_WHOLE, HALT_TOTAL, HALT_DIFFERS, HALT_OPERATION, HALT_COUNT, HALT_CALLER };

/* A safepoint in which a collection is, and what leads to it, is the collector's. Both are united.
 */
static void take_off_collections(struct intervals *all, const struct intervals *gc) {
    size_t kept = 0, next = 0;
    for (size_t i = 0; i < all->len; i++) {
        while (next < gc->len && gc->items[next].to_ns < all->items[i].from_ns - NEAR_NS) next++;
        if (next < gc->len && gc->items[next].from_ns <= all->items[i].to_ns + NEAR_NS) continue;
        all->items[kept++] = all->items[i];
    }
    all->len = kept;
}

/* Is it one of the pauses? They are in order, and none overlaps another. */
static bool is_among(const struct intervals *pauses, int64_t at) {
    size_t low = 0, high = pauses->len;
    while (low < high) {
        size_t mid = low + (high - low) / 2;
        if (pauses->items[mid].to_ns < at) low = mid + 1;
        else high = mid;
    }
    return low < pauses->len && pauses->items[low].from_ns <= at;
}

static bool is_pause(const struct series *operations, const struct intervals *pauses, size_t row) {
    return series_true(operations, VM_SAFEPOINT, row) && series_duration(operations, row) > 0 &&
           is_among(pauses, series_start(operations, row));
}

/* The operation that most of it is, and the thread that asks for it. */
static void name_operation(const struct series *operations, const struct intervals *pauses,
                           struct finding *finding) {
    const double pauses_ns = intervals_ns(pauses);
    struct tallies kinds = {0}, callers = {0};
    for (size_t row = 0; row < operations->rows; row++)
        if (is_pause(operations, pauses, row))
            tallies_add(&kinds, series_id(operations, VM_OPERATION, row),
                        (double)series_duration(operations, row));
    tallies_sort(&kinds);
    const struct tally *most = kinds.len ? &kinds.items[0] : NULL;
    for (size_t row = 0; most && row < operations->rows; row++) {
        if (series_id(operations, VM_OPERATION, row) != most->key ||
            !is_pause(operations, pauses, row))
            continue;
        const char *name = series_text(operations, VM_OPERATION, row);
        if (name && most->sum >= MOST_OF * pauses_ns && !finding->values[HALT_OPERATION].given) {
            finding_text(finding, HALT_OPERATION, name);
            finding_number(finding, HALT_COUNT, (int64_t)most->count);
        }
        const char *caller = series_thread(operations, VM_CALLER, row);
        if (caller) tallies_add(&callers, series_id(operations, VM_CALLER, row), 1);
    }
    tallies_sort(&callers);
    if (callers.len && callers.items[0].sum >= MOST_OF * (double)most->count &&
        finding->values[HALT_OPERATION].given)
        for (size_t row = 0; row < operations->rows; row++)
            if (series_id(operations, VM_CALLER, row) == callers.items[0].key) {
                finding_text(finding, HALT_CALLER, series_thread(operations, VM_CALLER, row));
                finding_blame(finding, CULPRIT_POOL, series_thread(operations, VM_CALLER, row));
                break;
            }
    tallies_free(&kinds);
    tallies_free(&callers);
}

static void judge_halts(const struct rule_input *input, struct finding *finding) {
    static const enum series_id ids[] = {SERIES_SAFEPOINT_BEGIN, SERIES_SAFEPOINT_CLEANUP,
                                         SERIES_SAFEPOINT_TASK,  SERIES_SAFEPOINT_SYNC,
                                         SERIES_SAFEPOINT_WAIT,  SERIES_SAFEPOINT_END};
    struct series operations = series_of(input, SERIES_VM_OPERATION);
    OWNED(array_release) struct intervals all = {0}, gc = {0};
    intervals_add_pauses(&gc, input);
    intervals_unite(&gc);
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
        struct series series = series_of(input, ids[i]);
        intervals_add(&all, &series);
    }
    for (size_t row = 0; row < operations.rows; row++)
        if (series_true(&operations, VM_SAFEPOINT, row) && series_duration(&operations, row) > 0)
            array_push(&all, (struct interval){series_start(&operations, row),
                                               series_end(&operations, row)});
    intervals_unite(&all);
    take_off_collections(&all, &gc);
    int64_t from = 0, to = 0;
    double worst = 100 * intervals_worst(input, &all, 60 * NS_PER_S, &from, &to);
    double ns = intervals_ns(&all), whole = ns / (judge_seconds(input) * 1e7);
    judge_figure(input, finding, worst > whole ? worst : whole < 100 ? whole : 100);
    if (to) judge_window(finding, from, to);
    finding_real(finding, HALT_WHOLE, whole < 100 ? whole : 100);
    finding_number(finding, HALT_TOTAL, ns < 9e18 ? (int64_t)ns : INT64_MAX);
    judge_cost_of_time(input, finding, ns);
    finding_number(finding, HALT_DIFFERS, worst > whole * 1.05);
    name_operation(&operations, &all, finding);
}

const struct rule rule_halts = {
    RULE_ROW("ApplicationHalts", "Threads paused, other than for GC", "java_application",
             RULE_SAFEPOINTS, "safepoints"),
    .about = "The union of parts of safepoints and of operations of the JVM at safepoints, less "
             "those of GC pauses, as a share of time, as for GcPauseRatio.\n"
             "The thresholds are JDK Mission Control's.\n"
             "In JDK Mission Control: GC pauses count there, what overlaps counts twice, and "
             "windows are always 60 s long.",
    RULE_NEEDS_OF(RULE_OF_PAUSES, RULE_OF("ExecuteVMOperation")),
    LIMIT_PERCENT(5, 10),
    VALUES(VALUE_PERCENT("worst_percent", 1), VALUE_PERCENT("whole_percent", 1),
           VALUE_NS("total_ns"), VALUE_FLAG("differs"), VALUE_TEXT("operation"),
           VALUE_COUNT("operations", NULL), VALUE_TEXT("caller")),
    FIGURE(HALT_WORST),
    .judge = judge_halts,
    OUTCOMES({"judged",
              "All threads were paused for {whole_percent} of the time ({total_ns}), GC "
              "pauses aside[{differs}; {worst_percent} in the worst {length}].[ Most of "
              "it is {operation}, {operations} of them, which {caller} asks for.| Most of "
              "it is {operation}, {operations} of them.]"}),
};

enum { SYNC_LONGEST, SYNC_COUNT, SYNC_TOTAL, SYNC_P99 };

static void judge_sync(const struct rule_input *input, struct finding *finding) {
    struct series syncs = series_of(input, SERIES_SAFEPOINT_SYNC);
    size_t row = judge_longest(&syncs);
    if (row == SIZE_MAX) {
        judge_as(finding, RULE_OK, 1);
        return;
    }
    int64_t *sorted = judge_durations(&syncs);
    OWNED(array_release) struct intervals all = {0};
    intervals_add(&all, &syncs);
    judge_figure(input, finding, (double)series_duration(&syncs, row));
    judge_cost_of_time(input, finding, intervals_ns(&all));
    finding_number(finding, SYNC_COUNT, (int64_t)syncs.rows);
    finding_number(finding, SYNC_TOTAL, (int64_t)intervals_ns(&all));
    finding_number(finding, SYNC_P99, judge_percentile(sorted, syncs.rows, 99));
    judge_window(finding, series_start(&syncs, row), series_end(&syncs, row));
    free(sorted);
}

const struct rule rule_time_to_safepoint = {
    RULE_ROW("TimeToSafepoint", "Waiting for all threads to stop", "vm_operations", RULE_SAFEPOINTS,
             "safepoints"),
    .about = "The longest jdk.SafepointStateSynchronization.\n"
             "All threads wait for the last one, without any work being done.",
    RULE_NEEDS_OF(RULE_OF("SafepointStateSynchronization")),
    LIMIT_NS(50 * NS_PER_MS, 500 * NS_PER_MS),
    VALUES(VALUE_NS("longest_ns"), VALUE_COUNT("count", "safepoint"), VALUE_NS("total_ns"),
           VALUE_NS("p99_ns")),
    FIGURE(SYNC_LONGEST),
    .judge = judge_sync,
    OUTCOMES({"judged", "The last thread took up to {longest_ns} to stop: {count}, {total_ns} in "
                        "all, 99 % {p99_ns} at most."},
             {"none", "No thread took long to stop."}),
};

enum { OPERATION_LONGEST, OPERATION_NAME, OPERATION_COUNT };

static void judge_operations(const struct rule_input *input, struct finding *finding) {
    struct series operations = series_of(input, SERIES_VM_OPERATION);
    size_t longest = SIZE_MAX;
    int64_t count = 0;
    for (size_t row = 0; row < operations.rows; row++) {
        if (!series_true(&operations, VM_SAFEPOINT, row) &&
            !series_true(&operations, VM_BLOCKING, row))
            continue;
        count++;
        if (longest == SIZE_MAX ||
            series_duration(&operations, row) > series_duration(&operations, longest))
            longest = row;
    }
    if (longest == SIZE_MAX) {
        judge_as(finding, RULE_OK, 1);
        return;
    }
    judge_figure(input, finding, (double)series_duration(&operations, longest));
    const char *name = series_text(&operations, VM_OPERATION, longest);
    finding_text(finding, OPERATION_NAME, name ? name : "?");
    finding_number(finding, OPERATION_COUNT, count);
    judge_window(finding, series_start(&operations, longest), series_end(&operations, longest));
}

const struct rule rule_vm_operations = {
    RULE_ROW("VMOperations", "Operations of the JVM", "vm_operations", RULE_SAFEPOINTS,
             "safepoints"),
    .about = "The longest jdk.ExecuteVMOperation that threads waited for.\n"
             "The thresholds are JDK Mission Control's.\n"
             "In JDK Mission Control: It adds up operations that follow each other within 10 ms.",
    RULE_NEEDS_OF(RULE_OF("ExecuteVMOperation")),
    LIMIT_NS(NS_PER_S, 2 * NS_PER_S),
    VALUES(VALUE_NS("longest_ns"), VALUE_TEXT("operation"), VALUE_COUNT("count", "operation")),
    FIGURE(OPERATION_LONGEST),
    .judge = judge_operations,
    OUTCOMES(
        {"judged",
         "The longest that threads waited for was {operation}, {longest_ns}; there were {count}."},
        {"none", "No operation of the JVM that threads waited for."}),
};

enum { REVOKED_NS, REVOKED_COUNT };

static void judge_revoke_pause(const struct rule_input *input, struct finding *finding) {
    struct series operations = series_of(input, SERIES_VM_OPERATION);
    double total = 0;
    int64_t count = 0;
    for (size_t row = 0; row < operations.rows; row++) {
        const char *name = series_text(&operations, VM_OPERATION, row);
        if (!name || (strcmp(name, "RevokeBias") != 0 && strcmp(name, "BulkRevokeBias") != 0))
            continue;
        total += (double)series_duration(&operations, row);
        count++;
    }
    judge_figure(input, finding, total);
    finding_number(finding, REVOKED_COUNT, count);
}

const struct rule rule_revoke_pause = {
    RULE_ROW("biasedLockingRevocationPause", "Pauses for biased locks", "vm_operations",
             RULE_SAFEPOINTS, "safepoints"),
    .about = "RevokeBias and BulkRevokeBias, all together.\n"
             "The threshold is JDK Mission Control's.",
    RULE_NEEDS_OF(RULE_OF("ExecuteVMOperation")),
    LIMIT_INFO_NS(100 * NS_PER_MS),
    VALUES(VALUE_NS("total_ns"), VALUE_COUNT("count", "pause")),
    FIGURE(REVOKED_NS),
    .judge = judge_revoke_pause,
    OUTCOMES({"judged", "{count} to take back biased locks, {total_ns} in all (JDK 17 and before; "
                        "-XX:-UseBiasedLocking)."}),
};

static void judge_revocation(const struct rule_input *input, struct finding *finding) {
    struct series classes = series_of(input, SERIES_BIASED_CLASS);
    OWNED(map_free) struct map disabled = {0};
    const char *name = NULL;
    bool fresh;
    for (size_t row = 0; row < classes.rows; row++) {
        if (!series_true(&classes, BIASED_DISABLED, row)) continue;
        name = series_text(&classes, BIASED_CLASS, row);
        map_put(&disabled, series_id(&classes, BIASED_CLASS, row), &fresh);
    }
    judge_figure(input, finding, (double)disabled.len);
    if (name) finding_text(finding, 1, name);
}

const struct rule rule_revocation = {
    RULE_ROW("biasedLockingRevocation", "Biased locking revoked", "biased_locking", RULE_LOCKS,
             "locks"),
    .about = "Classes for which biased locking was revoked.\n"
             "In JDK Mission Control: The least revoked class is shown there.",
    RULE_NEEDS_OF(RULE_OF("BiasedLockClassRevocation")),
    LIMIT_INFO_COUNT(5),
    VALUES(VALUE_COUNT("classes", "class"), VALUE_TEXT("class")),
    FIGURE(REVOKED_NS),
    .judge = judge_revocation,
    OUTCOMES({"judged", "For {classes}[, {class} among them,] the JVM gave up biased locks."}),
};
