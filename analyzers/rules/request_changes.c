#include "analyzers/rules/request_changes.h"

#include "analyzers/compare/quantiles.h"
#include "analyzers/compare/statistics.h"
#include "analyzers/requests/candidates.h"
#include "analyzers/rules/contrast_parts.h"

#define LEAST_EVENTS 10 /* of a type in all: fewer are no load, but single occurrences */
#define MOST_GROUPS 40  /* a text with more values tells requests apart, not kinds of them */
#define FIGURES 3

struct taken { /* an event in a cell */
    size_t cell;
    int64_t ns;
};

struct group {            /* parallel to the rows */
    uint32_t type, value; /* names; value 0: all of the type */
    ARRAY(struct taken) events[2];
};

struct making {
    struct request_changes *out;
    struct contrast_cells cells;
    struct map index; /* type, value -> group */
    ARRAY(struct group) groups;
};

/* ==== Which text tells them apart =========================================================== */

/* Stretches of one input follow each other. */
static const struct tables *tables_at(const struct contrast_cells *cells, size_t i) {
    const struct rule_input *input = cells->stretches.items[i].part.input;
    bool again = i && cells->stretches.items[i - 1].part.input == input;
    return again ? NULL : input->tables;
}

static size_t column_of(const struct event_table *table, const char *field) {
    for (size_t i = CANDIDATE_TEXTS; i < table->column_count; i++)
        if (strcmp(table->wish->fields[i], field) == 0) return i;
    return SIZE_MAX;
}

/* Different texts of the column, of all inputs; more than MOST_GROUPS are that many and one. */
static size_t count_values(const struct making *m, const char *type, const char *field) {
    OWNED(strings_free) struct strings seen = {.ids = {0}};
    strings_intern(&seen, "", 0);
    for (size_t i = 0; i < m->cells.stretches.len; i++) {
        const struct tables *tables = tables_at(&m->cells, i);
        for (size_t k = 0; tables && k < tables->len; k++) {
            const struct event_table *table = &tables->items[k];
            size_t column = candidates_has(table) && strcmp(table->wish->event, type) == 0
                                ? column_of(table, field)
                                : SIZE_MAX;
            uint32_t before = JFR_NULL_ID;
            for (size_t row = 0; column != SIZE_MAX && row < table->rows; row++) {
                uint32_t id = event_table_id(table, column, row);
                if (id == JFR_NULL_ID || id == before) continue;
                before = id;
                strings_take(&seen, &tables->things.texts, id);
                if (seen.entries.len > MOST_GROUPS + 1) break;
            }
        }
    }
    return seen.entries.len - 1;
}

/* Of all inputs together. */
static uint64_t count_events(const struct making *m, const char *type) {
    uint64_t count = 0;
    for (size_t i = 0; i < m->cells.stretches.len; i++) {
        const struct tables *tables = tables_at(&m->cells, i);
        for (size_t k = 0; tables && k < tables->len; k++)
            if (candidates_has(&tables->items[k]) &&
                strcmp(tables->items[k].wish->event, type) == 0)
                count += tables->items[k].rows;
    }
    return count;
}

/* The first text with few values, most of which come again; NULL: there is none. */
static const char *field_of(const struct making *m, const struct event_table *table) {
    for (size_t i = CANDIDATE_TEXTS; i < table->column_count; i++) {
        size_t values = count_values(m, table->wish->event, table->wish->fields[i]);
        if (values > 0 && values <= MOST_GROUPS &&
            2 * values <= count_events(m, table->wish->event))
            return table->wish->fields[i];
    }
    return NULL;
}

/* ==== Taking them =========================================================================== */

static struct group *group_of(struct making *m, uint32_t type, uint32_t value, uint32_t field) {
    bool fresh;
    uint64_t *at = map_put(&m->index, (uint64_t)type << 32 | value, &fresh);
    if (fresh) {
        const struct strings *names = &m->out->names;
        *at = m->groups.len;
        array_push(&m->groups, (struct group){.type = type, .value = value});
        array_push(&m->out->rows,
                   (struct request_change){.type = strings_get(names, type),
                                           .group = value ? strings_get(names, value) : NULL,
                                           .field = value ? strings_get(names, field) : NULL});
    }
    return &m->groups.items[*at];
}

static void take(struct making *m, uint32_t type, uint32_t value, uint32_t field, int side,
                 struct taken event) {
    struct group *group = group_of(m, type, value, field);
    array_push(&group->events[side], event);
    m->out->rows.items[group - m->groups.items].count[side]++;
}

static int side_of(const struct contrast_spread *spread, size_t cell) {
    size_t at = spread->begin;
    while (at + 1 < spread->end && spread->cells->stretches.items[at + 1].first <= cell) at++;
    return spread->cells->stretches.items[at].part.side;
}

static void take_table(struct making *m, const struct rule_input *input,
                       const struct event_table *table) {
    struct contrast_spread spread = contrast_spread_of(&m->cells, input);
    const struct strings *texts = &input->tables->things.texts;
    const char *by = field_of(m, table);
    uint32_t type = strings_add(&m->out->names, table->wish->event),
             field = by ? strings_add(&m->out->names, by) : 0;
    size_t column = by ? column_of(table, by) : SIZE_MAX;
    uint32_t before = JFR_NULL_ID, value = 0;
    for (size_t row = 0; row < table->rows; row++) {
        int64_t start = event_table_int(table, CANDIDATE_START, row);
        size_t cell = contrast_cell_at(&spread, start);
        if (start == JFR_NULL_INT || cell == SIZE_MAX) continue;
        struct taken event = {cell, event_table_int(table, CANDIDATE_DURATION, row)};
        int side = side_of(&spread, cell);
        take(m, type, 0, 0, side, event);
        uint32_t id = column != SIZE_MAX ? event_table_id(table, column, row) : JFR_NULL_ID;
        if (id == JFR_NULL_ID) continue;
        if (id != before) value = strings_add(&m->out->names, strings_get(texts, id));
        before = id;
        if (value) take(m, type, value, field, side, event);
    }
}

/* A table that is not whole would say that there were fewer. */
static void take_all(struct making *m) {
    for (size_t i = 0; i < m->cells.stretches.len; i++) {
        const struct tables *tables = tables_at(&m->cells, i);
        for (size_t k = 0; tables && k < tables->len; k++) {
            const struct event_table *table = &tables->items[k];
            if (candidates_has(table) && table->seen == table->rows &&
                count_events(m, table->wish->event) >= LEAST_EVENTS)
                take_table(m, m->cells.stretches.items[i].part.input, table);
        }
    }
}

/* ==== Comparing ============================================================================= */

static void compare_rates(struct making *m, const struct group *group,
                          struct request_change *change, const int64_t ns[2]) {
    static const struct contrast_measure measure = {.unit = CONTRAST_PER_SECOND};
    struct contrast_row row = {.measure = &measure};
    contrast_cells_clear(&m->cells, true);
    for (int side = 0; side < 2; side++) {
        for (size_t i = 0; i < group->events[side].len; i++)
            m->cells.sum[group->events[side].items[i].cell]++;
        row.value[side] = change->rate.value[side] =
            (double)change->count[side] * 1e9 / (double)ns[side];
    }
    contrast_test(&m->cells, &row);
    change->rate.tested = row.tested;
    change->rate.p = contrast_runs_agree(&m->cells) ? row.p : 1;
}

static void compare_quantile(const struct quantile_events sides[2], double share,
                             struct request_figure *figure) {
    for (int side = 0; side < 2; side++) {
        int64_t ns = quantile_at(&sides[side], share);
        figure->value[side] = is_missing(ns) ? MISSING_REAL : (double)ns;
    }
    double p = quantile_exceeds(sides, share, 1);
    figure->p = 2 * (p < 0.5 ? p : 1 - p);
    figure->tested = sides[0].items.len && sides[1].items.len;
}

/* Events that are committed without a beginning have a duration of 0: they have none. */
static void compare_durations(const struct group *group, struct request_change *change) {
    struct quantile_events sides[2] = {{{0}}};
    bool any = false;
    for (int side = 0; side < 2; side++) {
        change->median.value[side] = change->p99.value[side] = MISSING_REAL;
        EACH (const struct taken, event, &group->events[side]) {
            if (event->ns == JFR_NULL_INT) continue;
            any |= event->ns > 0;
            array_push(&sides[side].items, (struct quantile_event){event->ns, event->cell});
        }
    }
    if (any) {
        compare_quantile(sides, 0.5, &change->median);
        compare_quantile(sides, 0.99, &change->p99);
    }
    free_each(quantile_events_free, &sides[0], &sides[1]);
}

static struct request_figure *figure_at(struct request_changes *changes, size_t i) {
    struct request_change *row = &changes->rows.items[i / FIGURES];
    return i % FIGURES == 0 ? &row->rate : i % FIGURES == 1 ? &row->median : &row->p99;
}

static void correct(struct request_changes *changes) {
    size_t len = changes->rows.len * FIGURES, tested = 0;
    OWNED(mem_release) double *p = mem_zero(len, sizeof *p);
    for (size_t i = 0; i < len; i++)
        if (figure_at(changes, i)->tested) p[tested++] = figure_at(changes, i)->p;
    stat_benjamini_hochberg(p, tested, p);
    tested = 0;
    for (size_t i = 0; i < len; i++) {
        struct request_figure *figure = figure_at(changes, i);
        figure->adjusted = figure->tested ? p[tested++] : 1;
        figure->significant = figure->tested && figure->adjusted <= CONTRAST_ALPHA;
    }
}

static uint64_t events_of(const struct request_change *row) {
    return row->count[0] + row->count[1];
}

static int by_events(const void *a, const void *b) {
    const struct request_change *x = a, *y = b;
    if (x->type != y->type) return ORDER(y->of_type, x->of_type) ?: strcmp(x->type, y->type);
    if (!x->group || !y->group) return (x->group != NULL) - (y->group != NULL);
    return ORDER(events_of(y), events_of(x)) ?: strcmp(x->group, y->group);
}

static void sort(struct request_changes *changes) {
    uint64_t of_type = 0;
    for (size_t i = 0; i < changes->rows.len; i++) { /* all of a type come before its groups */
        struct request_change *row = &changes->rows.items[i];
        for (size_t k = 0; k <= i; k++)
            if (changes->rows.items[k].type == row->type && !changes->rows.items[k].group)
                of_type = events_of(&changes->rows.items[k]);
        row->of_type = of_type;
    }
    array_sort(&changes->rows, by_events);
}

void request_changes_make(const struct contrast_sides *sides, struct request_changes *out) {
    struct making m = {.out = out};
    int64_t ns[2] = {0};
    *out = (struct request_changes){.rows = {0}};
    strings_intern(&out->names, "", 0);
    bool made = contrast_cells_make(sides, &m.cells);
    for (size_t i = 0; i < m.cells.stretches.len; i++) {
        const struct contrast_part *part = &m.cells.stretches.items[i].part;
        ns[part->side] += part->to_ns - part->from_ns;
    }
    if (made) take_all(&m);
    for (size_t i = 0; i < m.groups.len; i++) {
        compare_rates(&m, &m.groups.items[i], &out->rows.items[i], ns);
        compare_durations(&m.groups.items[i], &out->rows.items[i]);
        arrays_free(&m.groups.items[i].events[0], &m.groups.items[i].events[1]);
    }
    correct(out);
    sort(out);
    array_free(&m.groups);
    map_free(&m.index);
    contrast_cells_free(&m.cells);
}

void request_changes_free(struct request_changes *changes) {
    array_free(&changes->rows);
    strings_free(&changes->names);
}
