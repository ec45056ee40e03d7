#include "analyzers/rules/series.h"

#include "analyzers/rules/rule.h"
#include "base/search.h"
#include "base/units.h"

static bool is_of_retries(const char *thrown) {
    return strstr(thrown, "Connect") || strstr(thrown, "Timeout") ||
           strstr(thrown, "IOException") || strstr(thrown, "SocketException") ||
           strstr(thrown, "SQL") || strstr(thrown, "Unavailable") || strstr(thrown, "Rejected");
}

const struct wish series_rows[SERIES_COUNT] = {SERIES_ROWS};

/* Of which rows there are stacks. */
static const struct wish_only series_of_retries[] = {
    {&series_rows[SERIES_ERROR], THROWN_STACK, THROWN_CLASS, is_of_retries, false, 0},
    {&series_rows[SERIES_EXCEPTION], THROWN_STACK, THROWN_CLASS, is_of_retries, true, THROWN_TOP},
    {.wish = NULL}};

static const struct wish_only series_in_window[] = {
    {&series_rows[SERIES_ERROR], THROWN_STACK, THROWN_CLASS, is_of_retries, false, 0},
    {&series_rows[SERIES_EXCEPTION], THROWN_STACK, THROWN_CLASS, is_of_retries, false, 0},
    {.wish = NULL}};

const struct wishes series_wishes = {
    .rows = series_rows, .count = SERIES_THROWN, .only = series_of_retries, .may_lack = true};
const struct wishes series_wishes_in_window = {
    .rows = series_rows, .count = SERIES_THROWN, .only = series_in_window, .may_lack = true};
const struct wishes series_wishes_of_contrast = {
    .rows = series_rows + SERIES_THROWN, .count = 1, .any_order = true, .may_lack = true};

/* The first row at the time or later. */
static size_t row_at(const struct event_table *table, int64_t time_ns) {
    return search_first(row, 0, table->rows, event_table_int(table, SERIES_START, row) < time_ns);
}

struct series series_of(const struct rule_input *input, enum series_id id) {
    return series_of_wish(input, &series_rows[id]);
}

struct series series_of_wish(const struct rule_input *input, const struct wish *wish) {
    struct series series = {.tables = input->tables};
    if (input->tables) series.table = tables_find(input->tables, wish);
    if (!series.table) return series;
    const char *second = series.table->wish->fields[SERIES_DURATION];
    series.of_spans = second && strcmp(second, "duration") == 0;
    series.of_sockets = strcmp(series.table->wish->event, "jdk.SocketRead") == 0;
    series.rows = series.table->rows;
    if (!input->has_window) return series;
    series.first = row_at(series.table, input->window_from_ns);
    series.rows = row_at(series.table, input->window_to_ns);
    series.rows = series.rows > series.first ? series.rows - series.first : 0;
    return series;
}

double series_real(const struct series *series, size_t column, size_t row) {
    return event_table_real(series->table, column, series_row(series, row));
}

uint64_t series_count(const struct series *series, size_t row) {
    return event_table_count(series->table, series_row(series, row));
}

bool series_true(const struct series *series, size_t column, size_t row) {
    return event_table_int(series->table, column, series_row(series, row)) == 1;
}

const char *series_text(const struct series *series, size_t column, size_t row) {
    uint32_t id = series_id(series, column, row);
    if (id == JFR_NULL_ID || series->table->columns[column].kind != JFR_COLUMN_TEXT) return NULL;
    return strings_get(&series->tables->things.texts, id);
}

const char *series_last_text(const struct rule_input *input, enum series_id id, size_t column) {
    struct series series = series_of(input, id);
    for (size_t row = series.rows; row-- > 0;)
        if (series_text(&series, column, row)) return series_text(&series, column, row);
    return NULL;
}

const char *series_thread(const struct series *series, size_t column, size_t row) {
    uint32_t id = series_id(series, column, row);
    if (id == JFR_NULL_ID || series->table->columns[column].kind != JFR_COLUMN_THREAD) return NULL;
    return strings_get(&series->tables->things.texts,
                       series->tables->things.threads.items[id].name);
}

const uint32_t *series_stack(const struct series *series, size_t column, size_t row,
                             uint32_t *depth) {
    uint32_t id =
        event_table_thing(series->table, column, series_row(series, row), JFR_COLUMN_STACK);
    *depth = 0;
    if (id == JFR_NULL_ID) return NULL;
    const struct things_stack *stack = &series->tables->things.stacks.items[id];
    *depth = stack->depth;
    return stack->depth ? series->tables->things.stack_frames.items + stack->first : NULL;
}

const char *series_frame_class(const struct series *series, uint32_t frame) {
    const struct things *things = &series->tables->things;
    return strings_get(&things->texts, things->frames.items[frame].class_name);
}

const char *series_frame_method(const struct series *series, uint32_t frame) {
    const struct things *things = &series->tables->things;
    return strings_get(&things->texts, things->frames.items[frame].method);
}

#define LEAST_NS (NS_PER_S * 9 / 10) /* nearly a second, as statistics come a little early */

double series_most_per_second(const struct series *totals, size_t column, int64_t *from_ns,
                              int64_t *to_ns) {
    double most = MISSING_REAL;
    size_t from = 0;
    for (size_t row = 1; row < totals->rows; row++) {
        const int64_t total = series_int(totals, column, row),
                      before = series_int(totals, column, row - 1);
        if (total < before || before == JFR_NULL_INT) from = row;
        while (from + 1 < row &&
               series_start(totals, row) - series_start(totals, from + 1) >= LEAST_NS)
            from++;
        const int64_t ns = series_start(totals, row) - series_start(totals, from);
        if (ns < LEAST_NS) continue;
        const double rate =
            ((double)total - (double)series_int(totals, column, from)) / ((double)ns / NS_PER_S);
        if (rate <= most) continue;
        most = rate;
        *from_ns = series_start(totals, from);
        *to_ns = series_start(totals, row);
    }
    return most;
}
