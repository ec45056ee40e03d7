/* A heap that is too small for what the program keeps, and one whose room is not used. */
#include "analyzers/rules/judging.h"
#include "analyzers/rules/kept.h"
#include "base/order.h"
#include "base/search.h"
#include "base/units.h"
#include "analyzers/rules/heap_size_rows.h"

#define LEAST_COLLECTIONS 10
#define LEAST_OLD 5 /* objects of a class, for it to be named */
#define LEAST_PAUSED                                                             \
    2.0 /* percent of the time: what the collector costs, for its heap to matter \
         */

ORDERED(compare_sizes, int64_t, ORDER(*x, *y))

static void find_full(const struct rule_input *input, struct map *ids) {
    const struct series gcs = series_of(input, SERIES_COLLECTION);
    bool fresh;
    for (size_t row = 0; row < gcs.rows; row++)
        if (judge_is_full(series_text(&gcs, GC_NAME, row)))
            map_put(ids, (uint64_t)series_int(&gcs, GC_ID, row), &fresh);
}

/* What collections leave in use, in the middle of them; missing: none says it. Those of the whole
 * heap leave what is needed and nothing else; those of the young alone leave old objects that
 * nobody looked at, too, so that where there are no others the lower half of all is taken. */
static int64_t live_set(const struct rule_input *input) {
    const struct series heap = series_of(input, SERIES_HEAP);
    int64_t *sizes = mem_resize(NULL, heap.rows, sizeof *sizes), live = MISSING;
    OWNED(map_free) struct map full = {0};
    size_t len = 0;
    bool any_full = false;
    find_full(input, &full);
    for (size_t row = heap.rows / 2; row < heap.rows; row++) {
        const char *when = series_text(&heap, HEAP_WHEN, row);
        const int64_t used = series_int(&heap, HEAP_USED, row);
        const bool is_full = map_get(&full, (uint64_t)series_int(&heap, HEAP_GC, row)) != NULL;
        if (!when || strcmp(when, "After GC") != 0 || used == JFR_NULL_INT) continue;
        if (is_full && !any_full) len = 0;
        any_full = any_full || is_full;
        if (is_full == any_full) sizes[len++] = used;
    }
    if (len) {
        qsort(sizes, len, sizeof *sizes, compare_sizes);
        live = sizes[any_full ? len / 2 : len / 4];
    }
    free(sizes);
    return live;
}

#define NEAR_NS                                                                      \
    (100 * NS_PER_US) /* from when all threads have stopped until they are collected \
                       */

/* What all waited until the last thread had stopped to be collected, percent of the time. */
static double stopping_percent(const struct rule_input *input) {
    struct series syncs = judge_syncs(input);
    OWNED(array_release) struct intervals pauses = {0};
    double ns = 0;
    intervals_add_pauses(&pauses, input);
    intervals_unite(&pauses);
    for (size_t row = 0; row < syncs.rows; row++) {
        const int64_t end = series_end(&syncs, row);
        const size_t at = search_first(i, 0, pauses.len, pauses.items[i].to_ns < end);
        if (at < pauses.len && pauses.items[at].from_ns <= end + NEAR_NS)
            ns += (double)series_duration(&syncs, row);
    }
    return ns / (judge_seconds(input) * 1e7);
}

#define RESERVED 0.5 /* of the heap, that the young generation has at least: then by a setting */

/* What is always the young generation's, if that is more than half of the heap; 0: it is not. */
static int64_t reserved_of(const struct rule_input *input, int64_t heap) {
    const struct series young = series_of(input, SERIES_YOUNG_CONFIG);
    const int64_t least = young.rows ? series_int(&young, YOUNG_MIN, young.rows - 1) : 0;
    return least < heap && (double)least > RESERVED * (double)heap ? least : 0;
}

static void judge_heap_size(const struct rule_input *input, struct finding *finding) {
    struct series gcs = series_of(input, SERIES_COLLECTION);
    int64_t live = live_set(input);
    const int64_t most = judge_heap_limit(input);
    if (is_missing(live) || most <= 0) return judge_as(finding, RULE_NA, 1);
    double percent = judge_paused_percent(input);
    const int64_t reserved = reserved_of(input, most), room = most - reserved;
    judge_figure(input, finding, 100 * (double)live / (double)room);
    if (gcs.rows < LEAST_COLLECTIONS || percent < LEAST_PAUSED) judge_as_fine(finding);
    finding_number(finding, SIZE_LIVE, live);
    finding_number(finding, SIZE_MAX_HEAP, most);
    finding_number(finding, SIZE_COLLECTIONS, (int64_t)gcs.rows);
    finding_number(finding, SIZE_OLD, (int64_t)series_of(input, SERIES_OLD_COLLECTION).rows);
    finding_real(finding, SIZE_PAUSED, percent);
    if (finding->severity >= RULE_INFO) {
        kept_name(input, INT64_MIN,
                  (struct kept_values){SIZE_CLASS, SIZE_OWN, SIZE_SITE, SIZE_ALLOCATED, SIZE_HOLDER,
                                       LEAST_OLD},
                  finding);
        if (!finding->values[SIZE_CLASS].given) judge_name_allocated(input, finding, SIZE_MADE);
        finding_number(finding, SIZE_SOFT, kept_soft_cleared(input));
    }
    if (!reserved) return;
    finding_number(finding, SIZE_YOUNG, reserved);
    finding_number(finding, SIZE_ROOM, room);
    finding_blame(finding, CULPRIT_SETTING, "-Xmn");
    if (finding->severity >= RULE_INFO) finding->outcome = &finding->rule->outcomes[2];
}

/* ==== Room that is not used ================================================================= */

#define MOST_FREED 0.05    /* of the room on the heap, that a collection frees in the middle */
#define MOST_OF_YOUNG 0.1  /* of the heap: more is no reason */
#define LEAST_PER_SECOND 2 /* collections */

/* What collections free, in the middle of them; missing: none says it. */
static int64_t freed_of(const struct series *heap) {
    int64_t *sizes = mem_resize(NULL, heap->rows, sizeof *sizes), freed = MISSING;
    int64_t before = MISSING;
    size_t len = 0;
    for (size_t row = 0; row < heap->rows; row++) {
        const char *when = series_text(heap, HEAP_WHEN, row);
        int64_t used = series_int(heap, HEAP_USED, row);
        bool after = when && strcmp(when, "After GC") == 0;
        if (after && before >= 0 && used >= 0) sizes[len++] = before > used ? before - used : 0;
        before = after ? MISSING : used;
    }
    if (len) {
        qsort(sizes, len, sizeof *sizes, compare_sizes);
        freed = sizes[len / 2];
    }
    free(sizes);
    return freed;
}

/* Which setting keeps the young generation small; NULL: none is known to. */
static const char *setting_of(const struct rule_input *input, int64_t heap, int64_t *largest) {
    struct series young = series_of(input, SERIES_YOUNG_CONFIG),
                  config = series_of(input, SERIES_GC_CONFIG);
    *largest = young.rows ? series_int(&young, YOUNG_MAX, young.rows - 1) : MISSING;
    if (*largest > 0 && (double)*largest < MOST_OF_YOUNG * (double)heap) return "-XX:MaxNewSize";
    *largest = MISSING;
    bool target = config.rows && series_int(&config, CONFIG_TARGET, config.rows - 1) > 0;
    return target ? "-XX:MaxGCPauseMillis" : NULL;
}

static void judge_young_size(const struct rule_input *input, struct finding *finding) {
    struct series heap = series_of(input, SERIES_HEAP);
    struct series gcs = series_of(input, SERIES_COLLECTION);
    int64_t live = live_set(input), freed = freed_of(&heap), largest;
    const int64_t most = judge_heap_limit(input);
    if (is_missing(live) || is_missing(freed) || most <= live) return judge_as(finding, RULE_NA, 1);
    const char *setting = setting_of(input, most, &largest);
    const double paused = judge_paused_percent(input), stopping = stopping_percent(input);
    judge_figure(input, finding, paused + stopping);
    finding_cost(finding, COST_OF_TIME, paused + stopping);
    finding_real(finding, YOUNG_PAUSED, paused);
    if (stopping > 0) finding_real(finding, YOUNG_STOPPING, stopping);
    if (!setting || (double)freed > MOST_FREED * (double)(most - live) ||
        (double)gcs.rows < LEAST_PER_SECOND * judge_seconds(input))
        judge_as_fine(finding);
    finding_number(finding, YOUNG_COLLECTIONS, (int64_t)gcs.rows);
    finding_number(finding, YOUNG_FREED, freed);
    finding_number(finding, YOUNG_ROOM, most - live);
    finding_number(finding, YOUNG_LARGEST, largest);
    finding_text(finding, YOUNG_SETTING, setting);
}
