#include "analyzers/tables/table.h"

#include "analyzers/tables/chosen.h"
#include "analyzers/tables/order.h"
#include "analyzers/tables/rows.h"
#include "analyzers/tables/source.h"
#include "analyzers/tables/unsaid.h"

#include <inttypes.h>
#include <stdio.h>

/* ==== Wishes ================================================================================ */

static size_t field_count(const struct wish *wish) {
    size_t count = 0;
    while (count < WISH_FIELDS && wish->fields[count]) count++;
    return count;
}

static bool same_wish(const struct wish *a, const struct wish *b) {
    if (strcmp(a->event, b->event) != 0) return false;
    size_t count = field_count(a);
    if (field_count(b) != count) return false;
    return all_of(i, count, strcmp(a->fields[i], b->fields[i]) == 0);
}

/* Who asks mostly has the wish that the table was made for. */
static struct event_table *find(const struct tables *tables, const struct wish *wish) {
    for (size_t i = 0; i < tables->len; i++)
        if (tables->items[i].wish == wish) return &tables->items[i];
    for (size_t i = 0; i < tables->len; i++)
        if (same_wish(tables->items[i].wish, wish)) return &tables->items[i];
    return NULL;
}

const struct event_table *tables_find(const struct tables *tables, const struct wish *wish) {
    return find(tables, wish);
}

/* ==== Cells ================================================================================= */

static bool is_number(enum jfr_column_kind kind) {
    return kind == JFR_COLUMN_BOOLEAN || kind == JFR_COLUMN_INT || kind == JFR_COLUMN_UNSIGNED;
}

double event_table_real(const struct event_table *table, size_t column, size_t row) {
    uint64_t cell = event_table_cell(table, column, row);
    if (table->columns[column].kind == JFR_COLUMN_REAL) return table_real(cell);
    if (!is_number(table->columns[column].kind) || (int64_t)cell == JFR_NULL_INT)
        return MISSING_REAL;
    return table->columns[column].kind == JFR_COLUMN_UNSIGNED ? (double)cell
                                                              : (double)(int64_t)cell;
}

static bool is_counted(const struct event_table *table) {
    return table->only && table->only->counted;
}

uint64_t event_table_count(const struct event_table *table, size_t row) {
    return is_counted(table) ? event_table_cell(table, table->column_count - 1, row) : 1;
}

static void mark_texts(const struct event_table *table, const struct tables *tables, size_t column,
                       size_t row, uint32_t *marks) {
    for (; row < table->rows; row++) {
        uint32_t id = event_table_id(table, column, row);
        if (id == JFR_NULL_ID) continue;
        if (table->columns[column].kind == JFR_COLUMN_THREAD) {
            const struct things_thread *thread = &tables->things.threads.items[id];
            marks[thread->group] = 1;
            id = thread->name;
        }
        marks[id] = 1;
    }
}

void event_table_mark_texts(const struct event_table *table, const struct tables *tables,
                            size_t row, uint32_t *marks) {
    for (size_t i = 0; i < table->column_count; i++) mark_texts(table, tables, i, row, marks);
}

/* ==== Reading =============================================================================== */

struct bound { /* a source for a table */
    struct event_table *table;
    size_t source;
    struct cells *cells; /* the source's */
    size_t fields;
    uint8_t at[WISH_FIELDS]; /* by field: a column of the cells */
    uint32_t unsaid;         /* bit field: its 0 is missing */
    bool used;
    bool useless;    /* no row of it is of use */
    uint64_t judged; /* the text that table->only was last asked for; JFR_NULL_ID: none yet */
    bool passed;
};

struct tables_chunk {             /* the memory is kept */
    ARRAY(struct source) sources; /* their index is the tag */
    ARRAY(struct bound) bound;
};

static struct source *source_of(const struct tables *t, const struct bound *bound) {
    return &t->chunk->sources.items[bound->source];
}

static enum jfr_column_kind kind_of(const struct bound *bound, size_t field) {
    return cells_kind(bound->cells, bound->at[field]);
}

static uint64_t get(const struct bound *bound, size_t field) {
    return cells_get(bound->cells, bound->at[field]);
}

static const struct wish_only *only_of(const struct wishes *wishes, const struct wish *wish) {
    const struct wish_only *only = wishes->only;
    while (only && only->wish && only->wish != wish) only++;
    return only && only->wish ? only : NULL;
}

static void open_table(struct tables *t, const struct wish *wish, const struct wishes *wishes) {
    struct event_table *table = find(t, wish);
    size_t index = (size_t)(wish - wishes->rows);
    bool beside = index >= wishes->beside.from && index < wishes->beside.to;
    const struct wish_only *only = only_of(wishes, wish);
    uint64_t max_bytes = wishes->max_bytes ? wishes->max_bytes : TABLE_MAX_BYTES;
    if (!table) {
        table = &t->items[t->len++];
        *table = (struct event_table){.wish = wish,
                                      .only = only,
                                      .beside = wishes->beside.events,
                                      .column_count = field_count(wish),
                                      .late = wishes->late,
                                      .passing = true,
                                      .sliced = true,
                                      .any_order = true};
    }
    if (table->only &&
        (!only || only->column != table->only->column || only->by != table->only->by ||
         only->passes != table->only->passes || only->counted != table->only->counted))
        table->only = NULL;
    if (!beside || table->beside != wishes->beside.events) table->beside = NULL;
    table->passing = table->passing && wishes->passing;
    table->sliced = table->sliced && wishes->sliced;
    if (!table->sliced || table->late != wishes->late) table->late = 0;
    table->any_order = table->any_order && wishes->any_order;
    if (max_bytes > table->max_bytes) table->max_bytes = max_bytes;
}

static void *open(const void *const *options, size_t count) {
    struct tables *t = mem_zero(1, sizeof *t);
    t->chunk = mem_zero(1, sizeof *t->chunk);
    t->may_lack = true;
    for (size_t i = 0; i < count; i++) t->cap += ((const struct wishes *)options[i])->count;
    t->items = mem_zero(t->cap, sizeof *t->items);
    for (size_t i = 0; i < count; i++) {
        const struct wishes *wishes = options[i];
        t->may_lack = t->may_lack && wishes->may_lack;
        if (wishes->choose) array_push(&t->choosers, wishes);
        for (size_t k = 0; k < wishes->count; k++) open_table(t, &wishes->rows[k], wishes);
    }
    for (size_t i = 0; i < t->len; i++)
        if (is_counted(&t->items[i]))
            t->items[i].columns[t->items[i].column_count++].kind = JFR_COLUMN_INT;
    return t;
}

static void forget_chunk(struct tables *t) {
    EACH (struct source, source, &t->chunk->sources) source_close(source);
    t->chunk->sources.len = t->chunk->bound.len = 0;
}

static void close_state(void *state) {
    struct tables *t = state;
    forget_chunk(t);
    arrays_free(&t->chunk->sources, &t->chunk->bound);
    free(t->chunk);
    for (size_t i = 0; i < t->len; i++) {
        table_free(&t->items[i]);
        if (t->items[i].chosen) chosen_free(t->items[i].wish);
    }
    free(t->items);
    array_free(&t->choosers);
    things_free(&t->things);
    free(t);
}

/* What is counted or sliced has a source of its own. */
static size_t find_source(struct tables *t, const struct jfr_type *type,
                          const struct bound *bound) {
    bool own = is_counted(bound->table) || bound->table->sliced;
    size_t i = own ? t->chunk->sources.len : 0;
    for (; i < t->chunk->sources.len; i++) {
        const struct source *source = &t->chunk->sources.items[i];
        if (source->type == type && !source->counted && !source->sliced &&
            source_has_room(source, bound->table->wish->fields, bound->fields))
            return i;
    }
    array_push(&t->chunk->sources, (struct source){.type = type, .sliced = bound->table->sliced});
    return i;
}

static void bind(struct tables *t, struct walk *walk, struct event_table *table,
                 const struct jfr_type *type) {
    const struct wish *wish = table->wish;
    struct bound bound = {.table = table, .judged = JFR_NULL_ID};
    bound.fields = field_count(wish);
    bound.source = find_source(t, type, &bound);
    source_add(source_of(t, &bound), wish->fields, bound.fields, bound.at);
    for (size_t i = 0; i < bound.fields; i++)
        if (unsaid_if_nought(wish->event, wish->fields[i])) bound.unsaid |= UINT32_C(1) << i;
    if (is_counted(table))
        source_of(t, &bound)->counted = counted_open(walk, type, wish, table->only);
    array_push(&t->chunk->bound, bound);
}

/* Those that can be read. */
static void open_sources(struct tables *t, struct walk *walk) {
    size_t kept = 0;
    for (uint32_t i = 0; i < t->chunk->sources.len; i++)
        source_open(&t->chunk->sources.items[i], walk, &t->things, i);
    EACH (struct bound, bound, &t->chunk->bound) {
        struct source *source = source_of(t, bound);
        bound->cells = source->cells;
        if (!bound->cells) continue;
        for (size_t i = 0; i < bound->fields; i++)
            source->unread[cells_coder(bound->cells, bound->at[i])]++;
        t->chunk->bound.items[kept++] = *bound;
    }
    t->chunk->bound.len = kept;
}

/* Before a chunk: whoever looks at the rows of one does so before the next. */
static void settle(const struct tables *t, struct event_table *table) {
    if (table->rows - table->packed < TABLE_LOOSE) return;
    if (!table->any_order) table_sort_loose(&t->things, table);
    table_pack(table);
}

static void plan(void *state, struct walk *walk) {
    struct tables *t = state;
    forget_chunk(t);
    chosen_of_types(t, walk->metadata);
    EACH (struct event_table, table, t) {
        if (table->passing) table->rows = 0;
        settle(t, table);
        table->chunk_rows = table->rows;
        const struct jfr_type *type = jfr_type_by_name(walk->metadata, table->wish->event);
        for (; type; type = type->next) bind(t, walk, table, type);
    }
    open_sources(t, walk);
}

/* As table->only says of a text. Those that pass follow each other mostly. */
static bool passes(const struct tables *t, struct bound *bound, uint64_t text) {
    const struct wish_only *only = bound->table->only;
    if (kind_of(bound, only->by) != JFR_COLUMN_TEXT || text == JFR_NULL_ID) return false;
    if (text != bound->judged) {
        bound->judged = text;
        bound->passed = only->passes(strings_get(&t->things.texts, (uint32_t)text));
    }
    return bound->passed;
}

/* Of the row that was taken. */
static bool is_wanted(const struct tables *t, struct bound *bound) {
    return passes(t, bound, get(bound, bound->table->only->by));
}

static void blank_unsaid(const struct bound *bound, uint64_t *cells) {
    for (size_t i = 0; i < bound->fields && bound->unsaid >> i; i++)
        if (bound->unsaid >> i & 1 && cells[i] == 0 && kind_of(bound, i) == JFR_COLUMN_INT)
            cells[i] = (uint64_t)MISSING;
}

/* Of the event that its cells took. */
static void take_row(const struct tables *t, struct bound *bound, uint64_t *cells) {
    const struct wish_only *only = bound->table->only;
    for (size_t i = 0; i < bound->fields; i++)
        cells[i] = only && i == only->column && !is_wanted(t, bound) ? jfr_null(kind_of(bound, i))
                                                                     : get(bound, i);
    blank_unsaid(bound, cells);
}

static void begin_rows(struct tables *t, struct bound *bound) {
    struct event_table *table = bound->table;
    for (size_t i = 0; !bound->used && i < bound->fields; i++)
        table_widen(table, &table->columns[i], kind_of(bound, i),
                    cells_unit(bound->cells, bound->at[i]));
    bound->used = true;
    if (table->rows - table->packed >= TABLE_MOST_LOOSE) table_pack(table);
    table_cut(&t->things, table, 2 * table_max_rows(table));
}

static void add_cells(struct tables *t, struct bound *bound, const uint64_t *cells,
                      uint64_t count) {
    struct event_table *table = bound->table;
    begin_rows(t, bound);
    table_reserve(table, table->rows + 1);
    size_t loose = table->rows - table->packed;
    for (size_t i = 0; i < bound->fields; i++) {
        struct event_column *column = &table->columns[i];
        table_set_cell(column, loose, cells_convert(cells[i], kind_of(bound, i), column->kind));
    }
    if (is_counted(table)) table_set_cell(&table->columns[bound->fields], loose, count);
    table->rows++;
    table->seen++;
}

/* To all tables of the source. */
static void add_row(struct tables *t, size_t source, const struct jfr_event *event) {
    uint64_t cells[WISH_FIELDS];
    if (!cells_take(t->chunk->sources.items[source].cells, NULL, event)) return;
    EACH (struct bound, bound, &t->chunk->bound) {
        if (bound->source != source) continue;
        take_row(t, bound, cells);
        add_cells(t, bound, cells, 1);
    }
}

/* Of columns that are read only where another one says so. */
static void add_pending_row(struct tables *t, struct bound *bound,
                            const struct jfr_constants *constants, size_t row) {
    const struct wish_only *only = bound->table->only;
    const struct pending *p = &source_of(t, bound)->pending;
    uint64_t cells[WISH_FIELDS];
    pending_cells(p, bound->cells, constants, bound->at[only->by], row, 1, &cells[only->by]);
    bool wanted = passes(t, bound, cells[only->by]);
    for (size_t i = 0; i < bound->fields; i++)
        if (i == only->column && !wanted) cells[i] = jfr_null(kind_of(bound, i));
        else if (i != only->by)
            pending_cells(p, bound->cells, constants, bound->at[i], row, 1, &cells[i]);
    blank_unsaid(bound, cells);
    add_cells(t, bound, cells, 1);
}

/* Column by column, each of which gets its room when the one before is forgotten, as there may be
 * millions of rows: if these are all that there are. The first rows of a table that are cells
 * already are not even copied. */
static void add_pending_columns(struct tables *t, struct bound *bound,
                                const struct jfr_constants *constants, size_t from, size_t to) {
    struct event_table *table = bound->table;
    struct source *source = source_of(t, bound);
    struct pending *p = &source->pending;
    bool all = to - from == p->rows;
    begin_rows(t, bound);
    size_t capacity = table_capacity(table, table->rows + to - from);
    for (size_t i = 0; i < bound->fields; i++) {
        struct event_column *column = &table->columns[i];
        enum jfr_column_kind kind = kind_of(bound, i);
        size_t at = bound->at[i];
        bool unsaid = bound->unsaid >> i & 1 && kind == JFR_COLUMN_INT, taken = false;
        bool late = table->late && i == table->late;
        bool last = all && !source->sliced && source->unread[cells_coder(bound->cells, at)] == 1;
        if (last && !late && !table->rows && kind == column->kind && !unsaid)
            taken = pending_take(p, bound->cells, at, capacity, &column->cells);
        if (!taken) table_reserve_column(table, i, capacity);
        for (size_t row = from, count; row < to && !taken; row += count) {
            uint64_t cells[PENDING_AT_ONCE];
            count = to - row < PENDING_AT_ONCE ? to - row : PENDING_AT_ONCE;
            if (!late) pending_cells(p, bound->cells, constants, at, row, count, cells);
            for (size_t k = 0; k < count && late; k++) cells[k] = jfr_null(kind);
            for (size_t k = 0; k < count && unsaid; k++)
                if (cells[k] == 0) cells[k] = (uint64_t)MISSING;
            for (size_t k = 0; k < count && kind != column->kind; k++)
                cells[k] = cells_convert(cells[k], kind, column->kind);
            table_set_cells(column, table->rows - table->packed + row - from, cells, count);
        }
        if (to == p->rows && !source->sliced) source_end_field(source, at);
    }
    table->capacity = capacity;
    table->rows += to - from;
    table->seen += to - from;
}

static void add_pending(struct tables *t, struct bound *bound,
                        const struct jfr_constants *constants) {
    size_t most = table_max_rows(bound->table), rows = source_of(t, bound)->pending.rows;
    if (!bound->table->passing && most > TABLE_MOST_LOOSE) most = TABLE_MOST_LOOSE;
    if (bound->useless) most = rows = 0;
    for (size_t row = 0; bound->table->only && row < rows; row++)
        add_pending_row(t, bound, constants, row);
    for (size_t from = 0, to; !bound->table->only && from < rows; from = to) {
        to = rows - from > most ? from + most : rows;
        add_pending_columns(t, bound, constants, from, to);
    }
    if (!bound->table->only && !bound->useless) return;
    for (size_t i = 0; i < bound->fields; i++) source_end_field(source_of(t, bound), bound->at[i]);
}

static void take_events(void *state, const struct walk *walk, uint32_t tag,
                        const struct jfr_event *events, size_t count) {
    struct tables *t = state;
    struct source *source = &t->chunk->sources.items[tag];
    if (source->counted) {
        counted_add(source->counted, events, count);
        return;
    }
    for (size_t i = 0; i < count; i++)
        if (source->waits && source->sliced) again_add(&source->again, walk->chunk, &events[i]);
        else if (source->waits)
            pending_add(&source->pending, source->cells, source->columns, &events[i]);
        else add_row(t, tag, &events[i]);
}

/* Are there no events beside which its rows are of use? */
static bool is_useless(const struct event_table *table, const struct walk *walk) {
    if (!table->beside || !walk_is_all(walk)) return false;
    for (size_t i = 0; i < WISH_BESIDE && table->beside[i]; i++) {
        const struct jfr_type *type = jfr_type_by_name(walk->metadata, table->beside[i]);
        for (; type; type = type->next)
            if (walk_tally(walk, type->id).count) return false;
    }
    return true;
}

static void walked(void *state, struct walk *walk) {
    struct tables *t = state;
    EACH (struct bound, bound, &t->chunk->bound) bound->useless = is_useless(bound->table, walk);
    EACH (struct source, source, &t->chunk->sources)
        if (source->cells) source_ask(source, walk, !t->may_lack);
}

/* ==== Counted ones ========================================================================== */

static bool take_event(const struct tables *t, struct bound *bound, const struct walk *walk,
                       const struct counted_group *group, size_t i, uint64_t *cells) {
    struct jfr_event seen = counted_event(source_of(t, bound)->counted, group, i);
    if (!cells_take(bound->cells, walk->constants, &seen)) return false;
    take_row(t, bound, cells);
    return true;
}

/* Do all events of the group have to be looked at? */
static bool needs_all(const struct tables *t, struct bound *bound, const struct walk *walk,
                      const struct counted_group *group) {
    uint64_t cells[WISH_FIELDS];
    bool sure = false;
    for (size_t i = 0; i < group->first.len; i++) {
        if (!take_event(t, bound, walk, group, group->first.items[i], cells)) continue;
        if (is_wanted(t, bound)) return true;
        sure = sure || (uint32_t)cells[bound->table->only->sure] != JFR_NULL_ID;
    }
    return group->stacked && !sure;
}

static bool lacks(void *state, struct walk *walk) {
    struct tables *t = state;
    bool more = false;
    EACH (struct bound, bound, &t->chunk->bound) {
        struct counted *counted = source_of(t, bound)->counted;
        for (size_t k = 0; counted && k < counted_groups(counted); k++) {
            struct counted_group *group = counted_group(counted, k);
            if (group->all || !needs_all(t, bound, walk, group)) continue;
            counted_ask_all(counted, group, walk);
            more = true;
        }
    }
    return more;
}

static bool is_before(const struct tables *t, const struct bound *bound, const uint64_t *a,
                      const uint64_t *b) {
    size_t sure = bound->table->only->sure;
    bool x = (uint32_t)a[sure] != JFR_NULL_ID, y = (uint32_t)b[sure] != JFR_NULL_ID;
    if (x != y) return x;
    for (size_t i = 0; i < bound->fields; i++) {
        int order = table_compare_cells(&t->things, kind_of(bound, i), a[i], b[i]);
        if (order) return order < 0;
    }
    return false;
}

static void add_group(struct tables *t, struct bound *bound, const struct walk *walk,
                      const struct counted_group *group) {
    uint64_t cells[2][WISH_FIELDS];
    uint64_t *next = cells[0], *first = NULL;
    size_t events = group->all ? group->events.len : group->first.len, kept = 0;
    for (size_t i = 0; i < events; i++) {
        if (!take_event(t, bound, walk, group, group->all ? i : group->first.items[i], next))
            continue;
        if (group->all && is_wanted(t, bound)) {
            add_cells(t, bound, next, 1);
            kept++;
        } else if (!first || is_before(t, bound, next, first)) {
            first = next;
            next = first == cells[0] ? cells[1] : cells[0];
        }
    }
    if (first) add_cells(t, bound, first, group->events.len - kept);
}

static void chunk(void *state, const struct walk *walk) {
    struct tables *t = state;
    EACH (struct bound, bound, &t->chunk->bound) {
        struct counted *counted = source_of(t, bound)->counted;
        for (size_t k = 0; counted && k < counted_groups(counted); k++)
            add_group(t, bound, walk, counted_group(counted, k));
        if (bound->table->sliced) continue;
        add_pending(t, bound, walk->constants);
        walk_not_held(walk, bound->table->wish->event, cells_not_held(bound->cells));
    }
}

/* ==== Slices ================================================================================ */

#define SLICE 4096

bool tables_next_slice(struct tables *t, const struct walk *walk, const struct wish *wish,
                       struct table_slice *slice) {
    struct event_table *table = find(t, wish);
    bool first = !slice->table;
    slice->table = table;
    slice->from = table->chunk_rows;
    slice->to = table->rows;
    if (first && slice->to > slice->from) return true;
    for (; table->sliced && slice->type < t->chunk->bound.len; slice->type++) {
        struct bound *bound = &t->chunk->bound.items[slice->type];
        struct source *source = source_of(t, bound);
        if (bound->table != table) continue;
        table->rows = table->chunk_rows;
        slice->read = source_next(source, walk->chunk, SLICE);
        if (slice->read) {
            add_pending_columns(t, bound, walk->constants, 0, source->pending.rows);
            slice->to = table->rows;
            return true;
        }
        walk_not_held(walk, table->wish->event, cells_not_held(bound->cells));
    }
    return false;
}

uint32_t tables_late_id(struct tables *t, const struct walk *walk, const struct table_slice *slice,
                        size_t column, size_t row, enum jfr_column_kind kind) {
    const struct event_table *table = slice->table;
    uint64_t cell;
    if (column >= table->column_count || table->columns[column].kind != kind) return JFR_NULL_ID;
    if (!slice->read || !table->late || column != table->late)
        return event_table_id(table, column, row);
    const struct bound *bound = &t->chunk->bound.items[slice->type];
    pending_cells(&source_of(t, bound)->pending, bound->cells, walk->constants, bound->at[column],
                  row - slice->from, 1, &cell);
    return (uint32_t)cell;
}

/* ==== Merging =============================================================================== */

static void merge(void *into_state, void *from_state) {
    struct tables *into = into_state, *from = from_state;
    OWNED(things_ids_free) struct things_ids ids = things_merge(&into->things, &from->things);
    for (size_t i = 0; i < from->len; i++) {
        const struct event_table *other = &from->items[i];
        struct event_table *table = other->chosen ? chosen_again(into, other) : &into->items[i];
        table_append(table, other, &ids);
        table->seen += other->seen;
        table_cut(&into->things, table, 0);
    }
}

static void say_cut(const struct event_table *table, struct scan_report *report) {
    struct scan_note note = {.source = "", .order = UINT64_MAX, .note.kind = JFR_NOTE_SKIPPED};
    snprintf(note.note.text, sizeof note.note.text,
             "of %" PRIu64
             " events of %.100s only the first %zu are used: more would take too much memory",
             table->seen, table->wish->event, table->rows);
    array_push(&report->notes, note);
}

static void finish(void *state, struct scan_report *report) {
    struct tables *t = state;
    forget_chunk(t);
    OWNED(things_ids_free) struct things_ids ids = things_sort(&t->things);
    EACH (struct event_table, table, t) {
        table_rename(table, &ids);
        if (table->rows && !table->any_order) table_sort(&t->things, table);
        table_cut(&t->things, table, 0);
        if (table->seen > table->rows && !table->passing) say_cut(table, report);
    }
}

/* Rows that stand for others are counted in a chunk, those that are passed on are of a whole one.
 */
static unsigned splits(const void *const *options, size_t count, const struct sampler *sampler) {
    (void)sampler;
    for (size_t i = 0; i < count; i++) {
        const struct wishes *wishes = options[i];
        if (wishes->only || wishes->passing) return 0;
    }
    return SCAN_BY_EVENTS;
}

const struct reader tables_reader = {.open = open,
                                     .splits = splits,
                                     .plan = plan,
                                     .events = take_events,
                                     .walked = walked,
                                     .lacks = lacks,
                                     .chunk = chunk,
                                     .merge = merge,
                                     .finish = finish,
                                     .close = close_state};
