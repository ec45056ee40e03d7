/* Rules of the room that the collector has: stalls, metaspace, live set. */
#include "analyzers/rules/judging.h"
#include "base/units.h"
#include "analyzers/rules/gc_room_rows.h"

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
        finding_number(finding, Z_HEAP, judge_heap_limit(input));
        judge_name_allocated(input, finding, Z_CLASS);
        finding_number(finding, Z_LONGEST, series_duration(&stalls, row));
        judge_window(finding, series_start(&stalls, row), series_end(&stalls, row));
        if (series_duration(&stalls, row) > 100 * NS_PER_MS && finding->score < SCORE_INFO) {
            finding->score = SCORE_INFO;
            finding->severity = RULE_INFO;
        }
    }
}

static void judge_metaspace_oom(const struct rule_input *input, struct finding *finding) {
    struct series series = series_of(input, SERIES_METASPACE_OOM);
    judge_figure(input, finding, (double)series.rows);
    if (series.rows)
        judge_window(finding, series_start(&series, 0), series_start(&series, series.rows - 1));
}

static void judge_metaspace_growth(const struct rule_input *input, struct finding *finding) {
    struct series series = series_of(input, SERIES_METASPACE);
    struct growth growth =
        judge_growth(&series, METASPACE_USED, METASPACE_WHEN, judge_warm_since(input));
    if (growth.points < 4 || growth.to_ns - growth.from_ns < 10 * NS_PER_S)
        return judge_as(finding, RULE_NA, 1);
    /* Classes that are loaded ever more slowly are a start-up that has not ended. */
    struct growth late = judge_growth(&series, METASPACE_USED, METASPACE_WHEN,
                                      growth.from_ns + (growth.to_ns - growth.from_ns) / 2);
    double grown = growth.last - growth.first;
    bool steady =
        growth.correlation > 0.8 && grown > 1048576 && late.per_second > growth.per_second / 2;
    judge_figure(input, finding, steady ? growth.per_second * 60 : 0);
    finding_number(finding, META_FIRST, (int64_t)growth.first);
    finding_number(finding, META_LAST, (int64_t)growth.last);
    judge_window(finding, growth.from_ns, growth.to_ns);
}

#define LEAST_PAUSED 2.0 /* percent of the time */

/* Any young generation is freed many times over: it matters where that takes the collector time. */
static void judge_freed_ratio(const struct rule_input *input, struct finding *finding) {
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
    if (count < 5 || live <= 0) return judge_as(finding, RULE_OK, 1);
    double rate = freed / judge_seconds(input);
    live /= count;
    judge_figure(input, finding, 100 * rate / live);
    const double paused = judge_paused_percent(input);
    if (paused < LEAST_PAUSED) judge_as_fine(finding);
    else
        finding->weight =
            paused; /* no cost of its own: what is allocated has it, and this under it */
    finding_number(finding, FREED_PER_SECOND, (int64_t)(rate > 0 ? rate : 0));
    finding_number(finding, FREED_LIVE, (int64_t)live);
}
