#include "analyzers/whatif/experiments.h"
#include "analyzers/whatif/experiments_wishes.h"
#include "base/search.h"

static const struct wish rows[EXPERIMENTS] = {EXPERIMENTS_ROWS};
const struct wishes experiments_wishes = {.rows = rows, .count = EXPERIMENTS};

static const char *text_of(const struct tables *tables, uint32_t id) {
    return is_missing(id) ? NULL : strings_get(&tables->things.texts, id);
}

/* By its name: in each recording it is another text. */
static uint32_t method_of(struct experiments *e, const char *name) {
    size_t at = search_on(i, 0, e->methods.len, strcmp(e->methods.items[i].name, name) != 0);
    if (at == e->methods.len) array_push(&e->methods, ((struct experiments_method){.name = name}));
    return (uint32_t)at;
}

/* False: it is no kind that this version knows. */
static bool kind_of(const char *name, enum whatif_kind *kind) {
    static const char *const names[] = {
        [WHATIF_BASE] = "base",
        [WHATIF_VIRTUAL] = "virtual",
        [WHATIF_CONTROL] = "control",
        [WHATIF_REAL] = "real",
    };
    for (int i = 0; name && i < 4; i++) {
        if (strcmp(name, names[i]) != 0) continue;
        *kind = (enum whatif_kind)i;
        return true;
    }
    return false;
}

/* Numbers of damaged events count as what cannot be a window. */
static int64_t amount(const struct event_table *table, size_t column, size_t row) {
    int64_t n = event_table_int(table, column, row);
    return n < 0 ? 0 : n;
}

static void add_window(struct experiments *e, const struct tables *tables,
                       const struct event_table *table, size_t row) {
    struct whatif_window w = {
        .start = amount(table, START, row),
        .speed = (uint32_t)amount(table, SPEED, row),
        .elapsed = amount(table, DURATION, row),
        .delay = amount(table, DELAY, row),
        .progress = amount(table, PROGRESS, row),
        .ran = amount(table, RAN, row),
        .waited = amount(table, WAITED, row),
        .switches = amount(table, SWITCHES, row),
        .hits = amount(table, HITS, row),
        .processors = (uint32_t)amount(table, PROCESSORS, row),
        .missed = amount(table, MISSED, row),
        .collected = amount(table, COLLECTED, row) > 0,
        .spent = amount(table, SPENT, row),
        .lone = amount(table, LONE, row),
    };
    const char *point = text_of(tables, event_table_id(table, POINT, row));
    const char *method = text_of(tables, event_table_id(table, METHOD, row));
    if (!kind_of(text_of(tables, event_table_id(table, KIND, row)), &w.kind) || !point) return;
    bool of_method = w.kind == WHATIF_VIRTUAL || w.kind == WHATIF_REAL;
    if (of_method && !method) return;
    if (!e->point) e->point = point;
    if (strcmp(e->point, point) != 0) {
        e->several_points = true;
        return;
    }
    if (of_method) w.method = method_of(e, method);
    array_push(&e->windows, w);
}

static void add_method(struct experiments *e, const struct tables *tables,
                       const struct event_table *table, size_t row) {
    const char *name = text_of(tables, event_table_id(table, OF_METHOD, row));
    if (!name) return;
    uint32_t number = method_of(e, name); /* the array may move */
    struct experiments_method *m = &e->methods.items[number];
    m->hits += (uint64_t)amount(table, OF_HITS, row);
    m->samples += (uint64_t)amount(table, OF_SAMPLES, row);
}

double experiments_share(const struct experiments *e, uint32_t method) {
    const struct experiments_method *m = &e->methods.items[method];
    return m->samples > 0 ? 100 * (double)m->hits / (double)m->samples : MISSING_REAL;
}

static void add_tables(struct experiments *e, const struct tables *tables) {
    const struct event_table *table = tables_find(tables, &rows[EXPERIMENTS_WINDOWS]);
    for (size_t row = 0; table && row < table->rows; row++) add_window(e, tables, table, row);
    table = tables_find(tables, &rows[EXPERIMENTS_METHODS]);
    for (size_t row = 0; table && row < table->rows; row++) add_method(e, tables, table, row);
}

void experiments_make(const struct tables *const *tables, size_t count, struct experiments *e) {
    *e = (struct experiments){.point = NULL};
    for (size_t i = 0; i < count; i++) add_tables(e, tables[i]);
    OWNED(mem_release) double *share = mem_zero(e->methods.len, sizeof *share);
    for (uint32_t i = 0; i < e->methods.len; i++) share[i] = experiments_share(e, i) / 100;
    whatif_answer_make(&e->answer, e->windows.items, e->windows.len, share);
}

void experiments_free(struct experiments *e) {
    arrays_free(&e->methods, &e->windows);
    whatif_answer_free(&e->answer);
}
