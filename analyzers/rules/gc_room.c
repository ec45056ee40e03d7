/* Rules of the room that the collector has: stalls, metaspace, live set. */
#include "analyzers/rules/judging.h"
#include "base/units.h"

#include <string.h>

#define TOPIC "garbage_collection"

enum { Z_SHARE, Z_COUNT, Z_TOTAL, Z_LONGEST, Z_RATE };

static void judge_z_stall(const struct rule_input *input, struct finding *finding) {
    struct series stalls = series_of(input, SERIES_Z_STALL);
    OWNED(array_release) struct intervals all = {0};
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
}

const struct rule rule_z_stall = {
    RULE_ROW("ZGCAllocationStallRule", "Allocation stalls of ZGC", TOPIC, RULE_COLLECTOR, "gc"),
    .about = "The union of jdk.ZAllocationStall as a share of time; one of more than 100 ms is "
             "INFO in any case.\n"
             "1 % and 10 % of time that some thread could not allocate.\n"
             "In JDK Mission Control: Stalled minutes are divided by how long the JVM had run "
             "*before* the recording there.",
    RULE_NEEDS_OF(RULE_OF("ZAllocationStall")),
    LIMIT_PERCENT(1, 10),
    VALUES(VALUE_PERCENT("stalled_percent", 2), VALUE_COUNT("stalls", "stall"),
           VALUE_NS("total_ns"), VALUE_NS("longest_ns"),
           VALUE_ESTIMATE("stalls_per_minute", "stall", 0)),
    FIGURE(Z_SHARE),
    CULPRIT_NAMED(SETTING, "-Xmx"),
    COSTS(TIME, Z_SHARE),
    .judge = judge_z_stall,
    OUTCOMES({"judged", "[Threads waited for memory in {stalled_percent} of the time: {stalls}, "
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
    RULE_ROW("MetaspaceOom", "Metaspace ran out", TOPIC, RULE_MEMORY, "leaks"),
    .about = "jdk.MetaspaceOOM events.",
    RULE_NEEDS_OF(RULE_OF("MetaspaceOOM")),
    LIMIT_COUNT(1, 1),
    VALUES(VALUE_COUNT("count", "time")),
    FIGURE(OOMS),
    CULPRIT_NAMED(SETTING, "-XX:MaxMetaspaceSize"),
    .judge = judge_metaspace_oom,
    OUTCOMES({"judged", "Metaspace ran out {count}."}),
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
    RULE_ROW("IncreasingMetaSpaceLiveSet", "Metaspace growth", TOPIC, RULE_MEMORY, "leaks"),
    .about = "The slope of metaspace after collections, after start-up, where it is steady "
             "(correlation above 0.8).\n"
             "45 MiB a minute is JDK Mission Control's WARNING (0.75 MiB/s), 4 MiB a minute is a "
             "leak within a day.\n"
             "In JDK Mission Control: Start-up counts there, and sizes are whole MiB.",
    RULE_NEEDS_OF(RULE_OF("MetaspaceSummary")),
    LIMIT_BYTES(4 << 20, 45 << 20),
    VALUES(VALUE_BYTES("per_minute_bytes"), VALUE_BYTES("first_bytes"), VALUE_BYTES("last_bytes")),
    FIGURE(META_GROWTH),
    .judge = judge_metaspace,
    OUTCOMES({"judged", "After start-up metaspace went from {first_bytes} to {last_bytes} in "
                        "{length}, {per_minute_bytes} a minute of steady growth."},
             {"too-few", "There are too few collections after start-up to tell."}),
};

#define LEAST_PAUSED 2.0 /* percent of the time */

enum { FREED_RATIO, FREED_PER_SECOND, FREED_LIVE };

/* Any young generation is freed many times over: it matters where the collector takes time for it.
 */
static double paused_percent(const struct rule_input *input) {
    OWNED(array_release) struct intervals pauses = {0};
    intervals_add_pauses(&pauses, input);
    intervals_unite(&pauses);
    double ns = intervals_ns(&pauses);
    return 100 * ns / (judge_seconds(input) * 1e9);
}

static void judge_freed(const struct rule_input *input, struct finding *finding) {
    struct series heap = series_of(input, SERIES_HEAP);
    OWNED(map_free) struct map before = {0};
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
    if (count < 5 || live <= 0) {
        judge_as(finding, RULE_OK, 1);
        return;
    }
    double rate = freed / judge_seconds(input);
    live /= count;
    judge_figure(input, finding, 100 * rate / live);
    if (paused_percent(input) < LEAST_PAUSED) judge_as_fine(finding);
    finding_number(finding, FREED_PER_SECOND, (int64_t)(rate > 0 ? rate : 0));
    finding_number(finding, FREED_LIVE, (int64_t)live);
}

const struct rule rule_freed_ratio = {
    RULE_ROW("GcFreedRatio", "Memory freed against the live set", "heap", RULE_ALLOCATION,
             "allocations"),
    .about = "Memory that collections freed a second, as a share of what they left, where they "
             "pause the JVM for 2 % of the time at least.\n"
             "The threshold is JDK Mission Control's.\n"
             "In JDK Mission Control: It needs events there that have been off since JDK 16, and "
             "leaves out collections at the edges of windows.",
    RULE_NEEDS_OF(RULE_OF("GCHeapSummary")),
    LIMIT_INFO_PERCENT(1000),
    VALUES(VALUE_PERCENT("share_percent", 0), VALUE_BYTES("freed_per_second_bytes"),
           VALUE_BYTES("live_bytes")),
    FIGURE(FREED_RATIO),
    .judge = judge_freed,
    OUTCOMES({"judged", "Collections freed {freed_per_second_bytes} a second, and {live_bytes} "
                        "stayed ({share_percent})."},
             {"too-few", "There are too few collections to tell."}),
};
