/* Rules of allocation, the heap and classes. */
#include "analyzers/jvm/leak_trend.h"
#include "analyzers/rules/judging.h"
#include "analyzers/rules/kept.h"
#include "analyzers/rules/sites.h"
#include "base/units.h"
#include "parser/names.h"
#include "analyzers/rules/heap_rows.h"

#include <stdio.h>

/* ==== Allocation ============================================================================ */

/* Samples have weights, which say more than the two types of TLABs. */
static size_t allocations_of(const struct rule_input *input, struct series out[2]) {
    out[0] = series_of(input, SERIES_ALLOCATION);
    out[1] = (struct series){0};
    if (out[0].rows) return out[0].rows;
    out[0] = series_of(input, SERIES_IN_TLAB);
    out[1] = series_of(input, SERIES_OUT_OF_TLAB);
    return out[0].rows + out[1].rows;
}

static void judge_allocations(const struct rule_input *input, struct finding *finding) {
    const size_t column = finding->rule->of;
    struct series series[2];
    struct tallies by = {0};
    double all = 0;
    if (!allocations_of(input, series)) return judge_as(finding, RULE_NA, 1);
    for (size_t i = 0; i < 2; i++)
        for (size_t row = 0; row < series[i].rows; row++) {
            uint32_t id = series_id(&series[i], column, row);
            double bytes = series_real(&series[i], TLAB_SIZE, row);
            if (!(bytes > 0)) continue;
            all += bytes;
            if (id != JFR_NULL_ID) tallies_add(&by, id, bytes);
        }
    tallies_sort(&by);
    if (!by.len) {
        judge_as(finding, RULE_NA, 1);
        tallies_free(&by);
        return;
    }
    double seconds = judge_seconds(input);
    judge_figure(input, finding, by.items[0].sum / seconds);
    finding_real(finding, TOP_SHARE, 100 * by.items[0].sum / all);
    OWNED(array_release) struct intervals pauses = {0};
    intervals_add_pauses(&pauses, input);
    intervals_unite(&pauses);
    if (pauses.len)
        judge_cost_of_time(input, finding, intervals_ns(&pauses) * by.items[0].sum / all);
    finding_number(finding, ALL_RATE, (int64_t)(all / seconds));
    OWNED(tallies_free) struct tallies sites = {0};
    for (size_t i = 0; i < 2; i++)
        for (size_t row = 0; row < series[i].rows; row++) {
            double bytes = series_real(&series[i], TLAB_SIZE, row);
            if (series_id(&series[i], column, row) != by.items[0].key || !(bytes > 0)) continue;
            const char *name = column == TLAB_THREAD ? series_thread(&series[i], column, row)
                                                     : series_text(&series[i], column, row);
            if (!finding->values[TOP_NAME].given && name) finding_text(finding, TOP_NAME, name);
            tallies_add(&sites, series_id(&series[i], TLAB_STACK, row), bytes);
        }
    tallies_sort(&sites);
    uint32_t stack = sites.len ? (uint32_t)sites.items[0].key : JFR_NULL_ID;
    for (size_t i = 0; i < 2 && stack != JFR_NULL_ID; i++)
        for (size_t row = 0; row < series[i].rows && stack != JFR_NULL_ID; row++)
            if (series_id(&series[i], TLAB_STACK, row) == stack) {
                OWNED(text_free) struct text through = {0};
                judge_site(finding, TOP_SITE, &series[i], TLAB_STACK, row);
                sites_add_through(&series[i], TLAB_STACK, row, &through);
                finding_text(finding, TOP_THROUGH, text_str(&through));
                stack = JFR_NULL_ID;
            }
    tallies_free(&by);
}

static bool is_boxing(const struct series *series, size_t row) {
    static const char boxes[] = " Byte Character Double Float Integer Long Short Boolean ";
    uint32_t depth;
    char word[16];
    const uint32_t *frames = series_stack(series, TLAB_STACK, row, &depth);
    if (!depth || strcmp(series_frame_method(series, frames[0]), "valueOf") != 0) return false;
    const char *name = series_frame_class(series, frames[0]);
    if (strncmp(name, "java.lang.", 10) != 0) return false;
    snprintf(word, sizeof word, " %s ", name + 10); /* what is cut is longer than any of them */
    return strstr(boxes, word) != NULL;
}

#define LEAST_BOXED (32.0 * (1 << 20)) /* bytes a second that a young collector notices */

static void judge_boxing(const struct rule_input *input, struct finding *finding) {
    struct series series[2];
    double all = 0, boxed = 0, most = 0;
    if (!allocations_of(input, series)) return judge_as(finding, RULE_NA, 1);
    for (size_t i = 0; i < 2; i++)
        for (size_t row = 0; row < series[i].rows; row++) {
            double bytes = series_real(&series[i], TLAB_SIZE, row);
            if (!(bytes > 0)) continue;
            all += bytes;
            if (!is_boxing(&series[i], row)) continue;
            boxed += bytes;
            if (bytes <= most) continue;
            most = bytes;
            judge_site(finding, BOXED_SITE, &series[i], TLAB_STACK, row);
        }
    judge_figure(input, finding, percent_of(boxed, all));
    if (boxed / judge_seconds(input) < LEAST_BOXED) judge_as_fine(finding);
    const double paused = judge_paused_percent(input);
    if (paused > 0) finding->weight = paused * boxed / all;
    finding_number(finding, BOXED_RATE, (int64_t)(boxed / judge_seconds(input)));
}

#define LEAST_OUTSIDE (10.0 * (1 << 20)) /* bytes a second */

static void judge_tlabs(const struct rule_input *input, struct finding *finding) {
    struct series in = series_of(input, SERIES_IN_TLAB), out = series_of(input, SERIES_OUT_OF_TLAB);
    double inside = 0, outside = 0;
    for (size_t row = 0; row < in.rows; row++) inside += (double)series_int(&in, TLAB_SIZE, row);
    for (size_t row = 0; row < out.rows; row++) outside += (double)series_int(&out, TLAB_SIZE, row);
    judge_figure(input, finding, inside + outside > 0 ? 100 * outside / (inside + outside) : 0);
    if (outside / judge_seconds(input) < LEAST_OUTSIDE) judge_as_fine(finding);
    finding_number(finding, OUT_BYTES, (int64_t)(outside > 0 ? outside : 0));
}

/* ==== What is on the heap =================================================================== */

static void judge_heap_content(const struct rule_input *input, struct finding *finding) {
    struct series counts = series_of(input, SERIES_OBJECT_COUNT);
    if (!counts.rows) counts = series_of(input, SERIES_OBJECT_COUNT_GC);
    int64_t last = INT64_MIN;
    size_t top = SIZE_MAX;
    double all = 0;
    for (size_t row = 0; row < counts.rows; row++)
        if (series_int(&counts, COUNT_GC, row) > last) last = series_int(&counts, COUNT_GC, row);
    for (size_t row = 0; row < counts.rows; row++) {
        if (series_int(&counts, COUNT_GC, row) != last) continue;
        all += (double)series_int(&counts, COUNT_SIZE, row);
        if (top == SIZE_MAX ||
            series_int(&counts, COUNT_SIZE, row) > series_int(&counts, COUNT_SIZE, top))
            top = row;
    }
    judge_as(finding, RULE_OK, top == SIZE_MAX);
    if (top == SIZE_MAX) return;
    finding_text(finding, CONTENT_CLASS, series_text(&counts, COUNT_CLASS, top));
    finding_number(finding, CONTENT_BYTES, series_int(&counts, COUNT_SIZE, top));
    if (all > 0)
        finding_real(finding, CONTENT_SHARE,
                     100 * (double)series_int(&counts, COUNT_SIZE, top) / all);
}

static void judge_strings(const struct rule_input *input, struct finding *finding) {
    struct series counts = series_of(input, SERIES_OBJECT_COUNT);
    struct tallies bytes = {0}, all = {0};
    double worst = MISSING_REAL;
    if (!counts.rows) counts = series_of(input, SERIES_OBJECT_COUNT_GC);
    if (judge_flag(input, "UseStringDeduplication") == 1 || !counts.rows)
        return judge_as(finding, counts.rows ? RULE_OK : RULE_NA, counts.rows ? 1 : 2);
    for (size_t row = 0; row < counts.rows; row++) {
        const char *name = series_text(&counts, COUNT_CLASS, row);
        uint64_t gc = (uint64_t)series_int(&counts, COUNT_GC, row);
        double size = series_real(&counts, COUNT_SIZE, row);
        bool array = name && (strcmp(name, "byte[]") == 0 || strcmp(name, "char[]") == 0);
        if (size > 0) { /* both have the same keys, in the same order */
            tallies_add(&all, gc, size);
            tallies_add(&bytes, gc, array ? size : 0);
        }
    }
    for (size_t i = 0; i < bytes.len; i++)
        if (!(bytes.items[i].sum / all.items[i].sum <= worst))
            worst = bytes.items[i].sum / all.items[i].sum;
    free_each(tallies_free, &bytes, &all);
    judge_figure(input, finding, 100 * worst);
}

#define MUCH_DUMPED 10.0 /* percent of the time */

static void judge_heap_dump(const struct rule_input *input, struct finding *finding) {
    struct series dumps = series_of(input, SERIES_HEAP_DUMP);
    OWNED(array_release) struct intervals all = {0};
    intervals_add(&all, &dumps);
    intervals_unite(&all);
    judge_figure(input, finding, (double)dumps.rows);
    if (all.len) {
        finding_number(finding, DUMPS_NS, (int64_t)intervals_ns(&all));
        judge_cost_of_time(input, finding, intervals_ns(&all));
        if (finding->cost >= MUCH_DUMPED) judge_raise(finding);
    }
    if (dumps.rows)
        judge_window(finding, series_start(&dumps, 0), series_end(&dumps, dumps.rows - 1));
}

/* ==== Leaks ================================================================================= */

#define LEAST_HEAP 0.25 /* of what the heap may be: below it nobody looks for old garbage */
#define LEAST_OLD 2 /* collections of the old generation: one finds what the first seconds left */

/* Bytes, or that part of what the heap may be: less is no leak yet. */
#define LEAST_GROWN (8 << 20)
#define LEAST_GROWN_PART 0.05

static bool is_little(const struct rule_input *input, int64_t bytes) {
    const int64_t most = judge_heap_limit(input);
    return most > 0 && (double)bytes < LEAST_HEAP * (double)most;
}

/* A program that is young fills caches and loads classes. */
static bool grew_little(const struct rule_input *input, int64_t bytes) {
    const int64_t most = judge_heap_limit(input);
    return bytes < LEAST_GROWN && (most <= 0 || (double)bytes < LEAST_GROWN_PART * (double)most);
}

/* Who asks for memory when there is none is rarely who has it. */
static void judge_out_of_memory(const struct rule_input *input, struct finding *finding) {
    struct series dumps = series_of(input, SERIES_HEAP_DUMP);
    int64_t count = 0;
    for (size_t row = 0; row < dumps.rows; row++) {
        if (!series_true(&dumps, HEAP_DUMP_EXHAUSTED, row) || count++) continue;
        const char *thread = series_thread(&dumps, HEAP_DUMP_THREAD, row),
                   *file = series_text(&dumps, HEAP_DUMP_FILE, row);
        OWNED(text_free) struct text site = {0};
        sites_add(&dumps, HEAP_DUMP_STACK, row, &site);
        finding_text(finding, EXHAUSTED_THREAD, thread);
        finding_text(finding, EXHAUSTED_CALL, text_str(&site));
        finding_text(finding, EXHAUSTED_FILE, file);
        judge_window(finding, series_start(&dumps, row), series_end(&dumps, row));
        kept_name(input, INT64_MIN,
                  (struct kept_values){EXHAUSTED_CLASS, EXHAUSTED_OWN, EXHAUSTED_SITE,
                                       EXHAUSTED_ALLOCATED, EXHAUSTED_HOLDER, 0},
                  finding);
    }
    judge_figure(input, finding, (double)count);
    if (count) finding->score = 100;
    if (count > 1) finding_number(finding, EXHAUSTED_AGAIN, count);
}

static void judge_live_set(const struct rule_input *input, struct finding *finding) {
    struct time_window window = judge_times(input);
    struct leak_trend trend;
    int64_t end_ns = window.to_ns;
    if (!input->has_window && input->start_ns && input->recorded_ns > 0)
        end_ns = input->start_ns + input->recorded_ns;
    leak_trend_make(input->tables, &window, end_ns, &trend);
    if (trend.verdict == LEAK_UNKNOWN) {
        judge_as(finding, RULE_NA, 1);
        leak_trend_free(&trend);
        return;
    }
    const struct leak_part *first = &trend.parts.items[0],
                           *last = &trend.parts.items[trend.parts.len - 1];
    double per_minute = trend.verdict == LEAK_GROWS ? 60 * trend.bytes_per_s : 0;
    judge_figure(input, finding, percent_of(per_minute, whole_real(first->bytes)));
    if (trend.verdict != LEAK_GROWS) judge_as(finding, RULE_OK, 2);
    finding_number(finding, LIVE_PER_MINUTE, (int64_t)per_minute);
    finding_number(finding, LIVE_FIRST, first->bytes);
    finding_number(finding, LIVE_LAST, last->bytes);
    finding_number(finding, LIVE_LIMIT, judge_heap_limit(input));
    judge_window(finding, first->time_ns, last->time_ns);
    const int64_t first_bytes = first->bytes, last_bytes = last->bytes;
    leak_trend_free(&trend);
    if (finding->severity >= RULE_INFO && grew_little(input, last_bytes - first_bytes)) {
        judge_cap(finding);
        if (is_little(input, last_bytes)) judge_as_fine(finding);
    }
    /* What lives after young collections alone may be old objects that nobody looked at. */
    if (series_of(input, SERIES_OLD_COLLECTION).rows < LEAST_OLD &&
        finding->severity >= RULE_INFO) {
        judge_cap(finding);
        if (is_little(input, finding->values[LIVE_LAST].number)) judge_as_fine(finding);
        finding_number(finding, LIVE_UNPROVEN, 1);
    }
    if (finding->severity >= RULE_INFO)
        kept_name(
            input, finding->from_ns,
            (struct kept_values){LIVE_CLASS, LIVE_OWN, LIVE_SITE, LIVE_ALLOCATED, LIVE_HOLDER, 0},
            finding);
}

static void judge_class_leak(const struct rule_input *input, struct finding *finding) {
    struct series loads = series_of(input, SERIES_CLASS_LOAD);
    struct series unloads = series_of(input, SERIES_CLASS_UNLOAD);
    OWNED(tallies_free) struct tallies classes = {0};
    const char *name = NULL;
    for (size_t row = 0; row < loads.rows; row++) {
        uint32_t id = series_id(&loads, CLASS_NAME, row);
        name = series_text(&loads, CLASS_NAME, row);
        /* Lambdas and hidden classes share names that the JVM made up. */
        bool defined = series_id(&loads, CLASS_DEFINED_BY, row) ==
                       series_id(&loads, CLASS_INITIATED_BY, row); /* else it was found elsewhere */
        if (name && defined && !strchr(name, '/') && !strstr(name, "$$") && !names_is_of_jdk(name))
            tallies_add(&classes, id, 1);
    }
    for (size_t row = 0; row < unloads.rows; row++) {
        uint32_t id = series_id(&unloads, CLASS_NAME, row);
        if (id != JFR_NULL_ID && map_get(&classes.index, id)) tallies_add(&classes, id, -1);
    }
    tallies_sort(&classes);
    judge_figure(input, finding,
                 classes.len && classes.items[0].sum > 0 ? classes.items[0].sum : 0);
    for (size_t row = 0; row < loads.rows && classes.len; row++)
        if (series_id(&loads, CLASS_NAME, row) == classes.items[0].key &&
            !finding->values[LEAK_CLASS].given)
            finding_text(finding, LEAK_CLASS, series_text(&loads, CLASS_NAME, row));
}

static void judge_class_loading(const struct rule_input *input, struct finding *finding) {
    struct series loads = series_of(input, SERIES_CLASS_LOAD);
    OWNED(array_release) struct intervals all = {0};
    size_t row = judge_longest(&loads);
    intervals_add(&all, &loads);
    intervals_unite(&all); /* loading a class loads others */
    judge_figure(input, finding, intervals_ns(&all) / (judge_seconds(input) * 1e7));
    finding_number(finding, LOADING_COUNT, (int64_t)loads.rows);
    if (row != SIZE_MAX) {
        finding_number(finding, LOADING_LONGEST, series_duration(&loads, row));
        finding_text(finding, LOADING_CLASS, series_text(&loads, CLASS_NAME, row));
        judge_window(finding, series_start(&loads, row), series_end(&loads, row));
        if (series_duration(&loads, row) > NS_PER_S && finding->severity < RULE_INFO) {
            finding->severity = RULE_INFO;
            finding->score = SCORE_INFO;
        }
    }
}
