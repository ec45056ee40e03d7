#include "analyzers/requests/owners.h"
#include "analyzers/requests/entered.h"
#include "analyzers/requests/owners_wishes.h"
#include "base/search.h"

static const struct {
    const char *did;
    bool ran;
} kinds_of[KINDS_OF] = {
#include "analyzers/requests/owners_table.h"
};
static const struct wish rows[KINDS_OF] = {OWNERS_ROWS};
const struct wishes owners_wishes = {.rows = rows,
                                     .count = KINDS_OF,
                                     .any_order = true,
                                     .may_lack = true,
                                     .beside = {1, KINDS_OF, {"jdk.JavaMonitorEnter"}}};

/* ==== When others waited ==================================================================== */

struct waited {
    uint32_t owner, monitor; /* a thread, a text */
    int64_t from_ns, to_ns;
};

struct ended { /* of one that waited: it has the monitor from then on */
    int64_t to_ns;
    size_t row;
};

struct span {
    int64_t from_ns, to_ns;
};

struct waits { /* disjoint, by owner, monitor and time */
    ARRAY(struct waited) items;
    ARRAY(struct span) any;        /* when anybody waits, in order */
    struct map owners;             /* thread -> index of the first */
    struct map monitors;           /* text of a monitor -> index of */
    ARRAY(struct entered) entered; /* by which methods threads have it */
};

ORDERED(compare_waits, struct waited, RISING(owner), RISING(monitor), RISING(from_ns),
        RISING(to_ns))

static bool is_thread(const struct event_table *table, size_t column) {
    return table->columns[column].kind == JFR_COLUMN_THREAD;
}

static uint32_t text_of(const struct event_table *table, size_t column, size_t row) {
    return event_table_thing(table, column, row, JFR_COLUMN_TEXT);
}

ORDERED(compare_ended, struct ended, RISING(to_ns), RISING(row))

/* Since when a thread has a monitor, if it waited for it as well: by the end of that wait. */
struct having {
    struct map monitors; /* address -> number */
    struct map since;    /* (monitor, thread) -> ns */
};

static uint64_t key_of(struct having *having, const struct event_table *table, size_t row,
                       uint32_t thread) {
    uint64_t address = (uint64_t)event_table_int(table, ADDRESS, row);
    const uint64_t monitor = map_number(&having->monitors, address, having->monitors.len);
    return monitor << 32 | thread;
}

static void note_entered(struct waits *out, const struct tables *tables,
                         const struct event_table *table, size_t row) {
    size_t at = map_number(&out->monitors, text_of(table, MONITOR, row), out->entered.len);
    if (at == out->entered.len) array_push(&out->entered, (struct entered){.methods = {0}});
    entered_note(&array_at(&out->entered, at), &tables->things, event_table_id(table, WAITER, row),
                 event_table_thing(table, WAITED_AT, row, JFR_COLUMN_STACK));
}

static void collect(const struct tables *tables, struct time_window window, struct waits *out) {
    const struct event_table *table = tables_find(tables, &rows[0]);
    struct having having = {.monitors = {0}};
    ARRAY(struct ended) ends = {0};
    bool fresh, tells = table && is_thread(table, WAITER);
    size_t kept = 0;
    for (size_t row = 0; table && is_thread(table, OWNER) && row < table->rows; row++) {
        struct ended end = {event_table_int(table, START, row), row};
        int64_t took = event_table_int(table, DURATION, row);
        if (end.to_ns == JFR_NULL_INT || took < 0) continue;
        end.to_ns = whole_clamped(end.to_ns, took);
        array_push(&ends, end);
    }
    array_sort(&ends, compare_ended);
    for (size_t i = 0; i < ends.len; i++) {
        size_t row = ends.items[i].row;
        struct waited wait = {event_table_id(table, OWNER, row), text_of(table, MONITOR, row),
                              event_table_int(table, START, row), ends.items[i].to_ns};
        bool counts = time_window_has(&window, wait.from_ns);
        const uint64_t *since =
            tells ? map_get(&having.since, key_of(&having, table, row, wait.owner)) : NULL;
        if (since && (int64_t)*since > wait.from_ns) wait.from_ns = (int64_t)*since;
        if (counts && wait.owner != JFR_NULL_ID && wait.from_ns < wait.to_ns)
            array_push(&out->items, wait);
        if (tells) note_entered(out, tables, table, row);
        if (tells)
            *map_put(&having.since, key_of(&having, table, row, event_table_id(table, WAITER, row)),
                     &fresh) = (uint64_t)wait.to_ns;
    }
    array_free(&ends);
    free_each(map_free, &having.monitors, &having.since);
    struct waited *waits = out->items.items;
    if (out->items.len) qsort(waits, out->items.len, sizeof *waits, compare_waits);
    for (size_t i = 0; i < out->items.len; i++) {
        struct waited *last = kept ? &waits[kept - 1] : NULL;
        if (last && last->owner == waits[i].owner && last->monitor == waits[i].monitor &&
            waits[i].from_ns <= last->to_ns) {
            if (waits[i].to_ns > last->to_ns) last->to_ns = waits[i].to_ns;
            continue;
        }
        waits[kept++] = waits[i];
    }
    out->items.len = kept;
    for (size_t i = 0; i < kept; i++) {
        uint64_t *first = map_put(&out->owners, waits[i].owner, &fresh);
        if (fresh) *first = i;
    }
}

ORDERED(compare_spans, struct span, RISING(from_ns), RISING(to_ns))

static void unite(struct waits *waits) {
    size_t kept = 0;
    EACH (const struct waited, wait, &waits->items)
        array_push(&waits->any, (struct span){wait->from_ns, wait->to_ns});
    array_sort(&waits->any, compare_spans);
    EACH (const struct span, span, &waits->any) {
        struct span *last = kept ? &waits->any.items[kept - 1] : NULL;
        if (!last || span->from_ns > last->to_ns) waits->any.items[kept++] = *span;
        else if (span->to_ns > last->to_ns) last->to_ns = span->to_ns;
    }
    waits->any.len = kept;
}

/* From index on: the first that is of another owner or monitor, or (with a time) ends after it. */
static size_t skip(const struct waits *waits, size_t index, const int64_t *after_ns) {
    const struct waited *all = waits->items.items, *of = &all[index];
    return search_first(i, index, waits->items.len,
                        all[i].owner == of->owner && all[i].monitor == of->monitor &&
                            (!after_ns || all[i].to_ns < *after_ns));
}

/* ==== What the owner did ==================================================================== */

enum { AT_ONCE = 64 }; /* rows */

struct making {
    const struct tables *tables;
    struct owners *out;
    bool by_owner;
    struct map index; /* hash of a row's key -> row */
};

static uint64_t mix(uint64_t hash, uint64_t value) {
    return map_mix(hash ^ value);
}

static struct owner_row *row_of(struct making *m, const struct waited *wait, size_t kind,
                                uint32_t site) {
    uint32_t owner = m->by_owner ? m->tables->things.threads.items[wait->owner].name : JFR_NULL_ID;
    const uint64_t hash =
        mix(mix(mix(mix(1, wait->monitor), owner), site), (uint64_t)(uintptr_t)kinds_of[kind].did);
    EACH_KEY (key, hash) {
        size_t at = map_number(&m->index, key, m->out->rows.len);
        if (at == m->out->rows.len)
            array_push(&m->out->rows, (struct owner_row){.monitor = wait->monitor,
                                                         .owner = owner,
                                                         .site = site,
                                                         .did = kinds_of[kind].did});
        struct owner_row *row = &array_at(&m->out->rows, at);
        if (row->monitor == wait->monitor && row->owner == owner && row->site == site &&
            row->did == kinds_of[kind].did)
            return row;
    }
}

struct doing {
    size_t kind;
    uint32_t site, stack;
    uint32_t
        enters; /* the monitor that the thread waited for itself, which it does not have then */
    int64_t from_ns, to_ns;
};

static void add(struct making *m, struct waits *waits, size_t first, const struct doing *doing) {
    uint32_t owner = waits->items.items[first].owner;
    size_t kind = doing->kind;
    for (size_t next; first < waits->items.len && waits->items.items[first].owner == owner;
         first = next) {
        next = skip(waits, first, NULL);
        uint32_t monitor = waits->items.items[first].monitor;
        const uint64_t *at = map_get(&waits->monitors, monitor);
        if ((kind == ENTERED && monitor == doing->enters) ||
            (at &&
             !entered_by(&array_at(&waits->entered, *at), &m->tables->things, owner, doing->stack)))
            continue;
        for (size_t i = skip(waits, first, &doing->from_ns); i < next; i++) {
            const struct waited *wait = &waits->items.items[i];
            if (wait->from_ns > doing->to_ns) break;
            int64_t from = wait->from_ns > doing->from_ns ? wait->from_ns : doing->from_ns;
            int64_t to = wait->to_ns < doing->to_ns ? wait->to_ns : doing->to_ns;
            if (!kinds_of[kind].ran && to <= from) continue;
            struct owner_row *row = row_of(m, wait, kind, doing->site);
            if (kinds_of[kind].ran) row->samples++;
            else row->ns = whole_clamped(row->ns, to - from);
        }
    }
}

static void read_ints(const struct event_table *table, size_t column, size_t row, size_t count,
                      int64_t *out) {
    if (table->columns[column].kind == JFR_COLUMN_INT)
        event_table_cells(table, column, row, count, (uint64_t *)out);
    else
        for (size_t i = 0; i < count; i++) out[i] = event_table_int(table, column, row + i);
}

static void add_row(struct making *m, struct waits *waits, size_t kind,
                    const struct event_table *table, size_t row, struct span when) {
    uint32_t thread = event_table_id(table, DID_THREAD, row);
    const uint64_t *first = thread == JFR_NULL_ID ? NULL : map_get(&waits->owners, thread);
    if (!first) return;
    const struct doing doing = {.kind = kind,
                                .site = text_of(table, DID_SITE, row),
                                .stack = event_table_thing(table, DID_STACK, row, JFR_COLUMN_STACK),
                                .enters =
                                    kind == ENTERED ? text_of(table, DID_ENTER, row) : JFR_NULL_ID,
                                .from_ns = when.from_ns,
                                .to_ns = when.to_ns};
    /* Who rests outside of the program's methods is idle, and has no monitor of it. */
    if (doing.site == JFR_NULL_ID && (kind == PARKED || kind == IN_WAIT)) return;
    add(m, waits, (size_t)*first, &doing);
}

/* Does anybody wait at some time then? */
static bool is_waited(const struct waits *waits, int64_t from_ns, int64_t to_ns) {
    const struct span *any = waits->any.items;
    size_t next = search_first(k, 0, waits->any.len, any[k].to_ns < from_ns);
    return next < waits->any.len && any[next].from_ns <= to_ns;
}

/* Nearly all rows are at times at which nobody waits, and nothing else of them is read. */
static void add_kind(struct making *m, struct waits *waits, size_t kind) {
    const struct event_table *table = tables_find(m->tables, &rows[kind]);
    int64_t from[AT_ONCE], to[AT_ONCE] = {0};
    if (!table || !is_thread(table, DID_THREAD)) return;
    for (size_t row = 0, count; row < table->rows; row += count) {
        int64_t first = INT64_MAX, last = INT64_MIN;
        count = table->rows - row < AT_ONCE ? table->rows - row : AT_ONCE;
        read_ints(table, DID_START, row, count, from);
        if (kinds_of[kind].ran) memset(to, 0, sizeof to);
        else read_ints(table, DID_TOOK, row, count, to);
        for (size_t i = 0; i < count; i++) {
            if (to[i] < 0 || __builtin_add_overflow(from[i], to[i], &to[i])) to[i] = INT64_MIN;
            first = from[i] < first ? from[i] : first;
            last = to[i] > last ? to[i] : last;
        }
        bool some = is_waited(waits, first, last);
        for (size_t i = 0; i < count && some; i++)
            if (from[i] != JFR_NULL_INT && to[i] >= from[i] && is_waited(waits, from[i], to[i]))
                add_row(m, waits, kind, table, row + i, (struct span){from[i], to[i]});
    }
}

/* ==== In order ============================================================================== */

#define SAMPLE_NS 1e7 /* about what a sample is worth */

double owners_weight(const struct owner_row *row) {
    return (double)row->ns + (double)row->samples * SAMPLE_NS;
}

static int compare_rows(const void *a, const void *b) {
    const struct owner_row *x = a, *y = b; /* texts are numbered in order */
    double one = owners_weight(x), other = owners_weight(y);
    if (one != other) return one > other ? -1 : 1;
    if (x->monitor != y->monitor) return x->monitor < y->monitor ? -1 : 1;
    return ORDER(x->owner, y->owner) ?: strcmp(x->did, y->did) ?: ORDER(x->site, y->site);
}

void owners_make(const struct tables *tables, struct time_window window, bool by_owner,
                 struct owners *out) {
    struct making m = {.tables = tables, .out = out, .by_owner = by_owner};
    struct waits waits = {.owners = {0}};
    *out = (struct owners){{0}};
    if (tables) collect(tables, window, &waits);
    unite(&waits);
    for (size_t kind = 1; waits.items.len && kind < KINDS_OF; kind++) add_kind(&m, &waits, kind);
    array_sort(&out->rows, compare_rows);
    EACH (struct entered, entered, &waits.entered) entered_free(entered);
    array_free(&waits.entered);
    arrays_free(&waits.items, &waits.any);
    free_each(map_free, &waits.owners, &waits.monitors, &m.index);
}

void owners_free(struct owners *owners) {
    array_free(&owners->rows);
}
