/* Questions about events in the walk: what a worker does at a chunk. */
#include "analyzers/events/events_state.h"

#include "base/platform.h"
#include "base/sort.h"

/* ==== Opening and closing =================================================================== */

static void *open_state(const void *const *options, size_t count) {
    struct state *s = mem_zero(1, sizeof *s);
    struct events *e = (struct events *)(uintptr_t)options[0]; /* joined once, see events_join */
    s->events = e;
    s->progress = mem_zero(e->count, sizeof *s->progress);
    s->matcher = regex_matcher_open();
    for (size_t i = 0; i < e->count; i++) {
        struct progress *p = &s->progress[i];
        p->asked = &e->asked[i];
        const struct event_question *q = p->asked->question;
        size_t widest = 0;
        p->fold = fold_open(&p->asked->plan);
        for (size_t k = 0; k < p->asked->sources.len; k++) {
            array_push(&p->counts, 0);
            if (p->asked->sources.items[k]->field_count > widest)
                widest = p->asked->sources.items[k]->field_count;
        }
        p->most = (size_t)(EVENTS_MAX_BYTES / (8 * (widest + 6)));
        if (q->top && q->top < p->most) p->most = (size_t)q->top;
    }
    return s;
}

static void forget_chunk(struct state *s) {
    groupings_close(s);
    EACH (struct bound, b, &s->bound) {
        free_each(cells_close, b->tests, b->fields);
        expression_match_free(b->match);
        clocked_close(b->clocked);
        array_free(&b->pending);
    }
    s->bound.len = 0;
    things_free(&s->passing);
    s->passing = (struct things){0};
    s->epoch++;
    map_clear(&s->threads);
    map_clear(&s->stacks);
}

static void close_state(void *state) {
    struct state *s = state;
    forget_chunk(s);
    for (size_t i = 0; i < s->events->count; i++) {
        struct progress *p = &s->progress[i];
        if (p->asked->question->show_count) fold_free(&p->fold);
        for (size_t k = 0; k < p->kept.len; k++) free(p->kept.items[k].cells);
        arrays_free(&p->kept, &p->counts);
    }
    things_free(&s->kept);
    regex_matcher_close(s->matcher);
    free_each(text_free, &s->text, &s->pattern);
    free_each(map_free, &s->tallies, &s->threads, &s->stacks);
    arrays_free(&s->bound, &s->groupings, &s->cells, &s->rows);
    mem_free(s->progress, s);
}

/* ==== Planning ============================================================================== */

static void bind(struct state *s, struct walk *walk, struct progress *p, size_t source_index,
                 const struct jfr_type *type) {
    const struct asked *asked = p->asked;
    struct event_source *source = asked->sources.items[source_index];
    struct bound b = {.progress = p, .source = source, .source_index = source_index};
    bool passes = asked->question->row != NULL;
    bool raw = s->events->selection && s->events->selection->raw_names;
    b.tests = cells_open(walk->chunk, walk->metadata, type, asked->tests, asked->test_count,
                         &s->passing, raw);
    if (!b.tests || !clocked_open(walk, type, events_clocks(asked, type), &b.clocked)) {
        cells_close(b.tests);
        return;
    }
    b.fields = cells_open(walk->chunk, walk->metadata, type, source->paths, source->field_count,
                          passes ? &s->passing : &s->kept, raw);
    if (!b.fields) { /* a chunk may describe the type in a way that cannot be read */
        cells_close(b.tests);
        clocked_close(b.clocked);
        return;
    }
    if (!asked->question->as_recorded) {
        cells_hold_spans(b.tests, type, &walk->spans);
        cells_hold_spans(b.fields, type, &walk->spans);
    }
    b.tests_wait = b.clocked || cells_need_constants(b.tests);
    b.fields_wait = cells_need_constants(b.fields);
    if (asked->where)
        b.match = expression_bind(asked->where, source->tests + asked->where_at, &s->events->times,
                                  &s->passing);
    b.type_name = strings_add(passes ? &s->passing.texts : &s->kept.texts, source->name);
    bool wanted = walk_want(walk, type, (uint32_t)s->bound.len);
    array_push(&s->bound, b);
    if (wanted) return;
    free_each(cells_close, b.tests, b.fields);
    expression_match_free(b.match);
    clocked_close(b.clocked);
    s->bound.len--;
}

static void plan(void *state, struct walk *walk) {
    struct state *s = state;
    forget_chunk(s);
    for (size_t i = 0; i < s->events->count && !s->events->failed; i++) {
        struct progress *p = &s->progress[i];
        for (size_t k = 0; k < p->asked->sources.len && !p->enough; k++) {
            const struct event_source *source = p->asked->sources.items[k];
            for (uint32_t t = 0; t < walk->metadata->type_count; t++)
                if (!schema_is_of(source->table, walk->metadata->types[t])) continue;
                else if (p->asked->question->show_count)
                    grouping_add(s, walk, walk->metadata->types[t], p, k);
                else bind(s, walk, p, k, walk->metadata->types[t]);
        }
    }
    groupings_plan(s, walk);
}

static uint64_t test_cell(struct bound *b, size_t test, enum jfr_column_kind kind) {
    return cells_get_as(b->tests, test, kind);
}

/* What costs least and leaves out most comes first; the time is looked at last if nobody asks. */
static bool passes(struct state *s, struct bound *b, const struct jfr_constants *constants,
                   const struct jfr_event *event, struct pending *out) {
    const struct asked *asked = b->progress->asked;
    const struct time_window *window = &s->events->window;
    bool windowed = window->from_ns != INT64_MIN || window->to_ns != INT64_MAX;
    uint64_t cells[EXPRESSION_FIELDS];
    if (b->clocked) {
        if (!clocked_takes(b->clocked, constants, event)) return false;
        b->progress->seen++;
    }
    if (!cells_take(b->tests, constants, event)) return false;
    if (windowed) out->time_ns = (int64_t)test_cell(b, TEST_TIME, JFR_COLUMN_INT);
    if (windowed && !time_window_has(window, out->time_ns)) return false;
    if (asked->thread_at &&
        !events_thread_passes(s, test_cell(b, asked->thread_at, JFR_COLUMN_THREAD)))
        return false;
    if (asked->stack_at && !events_stack_passes(s, test_cell(b, asked->stack_at, JFR_COLUMN_STACK)))
        return false;
    for (size_t i = asked->where_at; b->match && i < asked->test_count; i++)
        cells[i - asked->where_at] = test_cell(b, i, b->source->tests[i].kind);
    if (b->match && !expression_passes(b->match, cells)) return false;
    if (!windowed) out->time_ns = (int64_t)test_cell(b, TEST_TIME, JFR_COLUMN_INT);
    out->sort = asked->sort_at ? test_cell(b, asked->sort_at, b->source->tests[asked->sort_at].kind)
                               : (uint64_t)out->time_ns;
    return true;
}

static void take_event(struct state *s, struct bound *b, const struct jfr_event *event) {
    struct pending pending = {event->payload, event->end, 0, 0};
    if (b->clocked) clocked_meet(b->clocked, event);
    else b->progress->seen++;
    if (b->tests_wait || passes(s, b, NULL, event, &pending)) array_push(&b->pending, pending);
}

static void take_events(void *state, const struct walk *walk, uint32_t tag,
                        const struct jfr_event *events, size_t count) {
    struct state *s = state;
    if (tag & EVENTS_GROUPED)
        grouping_take(s->groupings.items[tag & ~EVENTS_GROUPED], s, events, count);
    for (size_t i = 0; i < count && !(tag & EVENTS_GROUPED); i++)
        take_event(s, &s->bound.items[tag], &events[i]);
}

/* ==== Constants ============================================================================= */

struct counting {
    struct state *s;
    const struct walk *walk;
};

static void count_type(void *context, uint64_t type_id, struct jfr_tally tally) {
    struct counting *c = context;
    const struct jfr_type *type = jfr_type_by_id(c->walk->metadata, type_id);
    bool fresh;
    if (!type || !type->event) return;
    uint32_t name =
        strings_find(&c->s->events->names, schema_name(type), strlen(schema_name(type)));
    if (name != UINT32_MAX) *map_put(&c->s->tallies, name, &fresh) += tally.count;
}

static void walked(void *state, struct walk *walk) {
    struct state *s = state;
    struct walk_asking asking = {walk, 0};
    struct counting counting = {s, walk};
    if (s->events->failed) walk_tallies(walk, count_type, &counting);
    groupings_walked(s, walk);
    EACH (struct bound, b, &s->bound) {
        if (!b->pending.len || (!b->tests_wait && !b->fields_wait)) continue;
        walk_ask(walk, true);
        if (b->clocked) clocked_ask(b->clocked, walk);
        bool stacks = (b->tests_wait && cells_need_stacks(b->tests)) ||
                      (b->fields_wait && cells_need_stacks(b->fields));
        if (!stacks || walk_ask_stacks(walk, b->pending.len)) continue;
        EACH (const struct pending, p, &b->pending) {
            struct jfr_event seen = {.payload = p->payload, .end = p->end};
            if (b->tests_wait) cells_each_stack(b->tests, &seen, walk_ask_next, &asking);
            if (b->fields_wait) cells_each_stack(b->fields, &seen, walk_ask_next, &asking);
        }
    }
}

/* ==== Rows that are kept ==================================================================== */

struct ordering {
    const struct progress *progress;
    const struct things *things;
};

static int compare_kept(const void *a, const void *b, void *context) {
    const struct ordering *o = context;
    const struct kept *x = a, *y = b;
    const struct asked *asked = o->progress->asked;
    const struct event_source *source = asked->sources.items[x->source];
    if (asked->question->sort) {
        enum jfr_column_kind kind = source->tests[asked->sort_at].kind;
        bool none = fold_compare(NULL, kind, x->sort, jfr_null(kind)) == 0,
             neither = fold_compare(NULL, kind, y->sort, jfr_null(kind)) == 0;
        if (none != neither) return none - neither;
        int order = fold_compare(o->things, kind, x->sort, y->sort);
        if (order) return asked->question->ascending ? order : -order;
    }
    if (x->time_ns != y->time_ns) return x->time_ns < y->time_ns ? -1 : 1;
    if (x->source != y->source) return x->source < y->source ? -1 : 1;
    for (size_t i = 0; i < source->field_count; i++) {
        int order = fold_compare(o->things, source->fields[i].kind, x->cells[i], y->cells[i]);
        if (order) return order;
    }
    return 0;
}

static void sort_kept(struct state *s, struct progress *p) {
    struct ordering ordering = {p, &s->kept};
    array_sort_with(&p->kept, compare_kept, &ordering);
}

/* Keeps the first in order: of any parts of the rows, and of those of the parts, always the same.
 */
static void cut_kept(struct state *s, struct progress *p, size_t from) {
    if (p->kept.len <= p->most || p->kept.len < from) return;
    sort_kept(s, p);
    for (size_t i = p->most; i < p->kept.len; i++) free(p->kept.items[i].cells);
    p->kept.len = p->most;
    p->cut = p->cut || !p->asked->question->top;
    const struct kept *last = &p->kept.items[p->most - 1];
    enum jfr_column_kind kind =
        p->asked->sources.items[last->source]->tests[p->asked->sort_at].kind;
    p->bounded = !jfr_is_thing(kind); /* texts would have to be among the kept things */
    p->bound = p->asked->question->sort ? last->sort : (uint64_t)last->time_ns;
}

/* Of most rows it is known by what they are sorted by that they are not kept. */
static bool is_behind(const struct progress *p, const struct bound *b, const struct pending *row) {
    if (!p->bounded) return false;
    const struct event_question *q = p->asked->question;
    if (!q->sort) return row->time_ns > (int64_t)p->bound;
    int order =
        fold_compare(NULL, b->source->tests[b->progress->asked->sort_at].kind, row->sort, p->bound);
    return q->ascending ? order > 0 : order < 0;
}

/* What a row is sorted by, as a number of the kept things: it is one of its cells, or a number. */
static uint64_t kept_sort(struct state *s, const struct bound *b, uint64_t cell) {
    enum jfr_column_kind kind = b->source->tests[b->progress->asked->sort_at].kind;
    if (!jfr_is_thing(kind) || cell == JFR_NULL_ID) return cell;
    if (kind == JFR_COLUMN_TEXT)
        return strings_take(&s->kept.texts, &s->passing.texts, (uint32_t)cell);
    if (kind != JFR_COLUMN_THREAD) return JFR_NULL_ID; /* stacks have no order */
    struct things_thread thread = s->passing.threads.items[cell];
    thread.name = strings_take(&s->kept.texts, &s->passing.texts, thread.name);
    thread.group = strings_take(&s->kept.texts, &s->passing.texts, thread.group);
    return things_add_thread(&s->kept, &thread);
}

/* ==== A chunk =============================================================================== */

static bool read_fields(struct state *s, struct bound *b, const struct walk *walk,
                        const struct pending *row) {
    const struct event_source *source = b->source;
    struct jfr_event seen = {.payload = row->payload, .end = row->end};
    array_reserve(&s->cells, source->field_count + !source->field_count);
    uint64_t *cells = s->cells.items;
    if (!cells_read(b->fields, walk->constants, &seen, cells)) return false;
    for (size_t i = 0; i < source->field_count; i++) {
        enum jfr_column_kind kind = source->fields[i].kind;
        if (cells_kind(b->fields, i) == JFR_COLUMN_NONE &&
            strcmp(source->paths[i], "eventType") == 0)
            cells[i] = b->type_name;
        else if (kind == JFR_COLUMN_TEXT && cells_kind(b->fields, i) == JFR_COLUMN_THREAD)
            cells[i] = events_thread_name(s, cells[i]);
        else cells[i] = cells_convert(cells[i], cells_kind(b->fields, i), kind);
    }
    return true;
}

static void take_row(struct state *s, struct bound *b, const struct walk *walk,
                     const struct pending *row) {
    struct progress *p = b->progress;
    const struct event_question *q = p->asked->question;
    p->passed++;
    p->counts.items[b->source_index]++;
    if (!q->row && is_behind(p, b, row)) return;
    if (!read_fields(s, b, walk, row)) return;
    if (q->row) {
        struct event_row out = {b->source, &s->passing, s->cells.items, row->time_ns, s->epoch};
        p->enough = !q->row(q->context, &out);
        return;
    }
    size_t bytes = b->source->field_count * sizeof(uint64_t);
    struct kept kept = {b->source_index, row->time_ns, kept_sort(s, b, row->sort),
                        mem_alloc(bytes)};
    memcpy(kept.cells, s->cells.items, bytes);
    array_push(&p->kept, kept);
    cut_kept(s, p, 2 * p->most + 1000);
}

static void take_rows(struct state *s, struct bound *b, const struct walk *walk) {
    EACH (struct pending, row, &b->pending) {
        struct jfr_event seen = {.payload = row->payload, .end = row->end};
        if (b->tests_wait && !passes(s, b, walk->constants, &seen, row)) continue;
        take_row(s, b, walk, row);
    }
}

struct place { /* of a row that is handed on */
    uint32_t bound, row;
};

/* Rows of all types of a question, in the order of time. */
static void hand_on(struct state *s, struct progress *p, const struct walk *walk) {
    ARRAY(struct place) places = {0};
    ARRAY(uint64_t) times = {0};
    for (size_t i = 0; i < s->bound.len; i++) {
        struct bound *b = &s->bound.items[i];
        for (size_t k = 0; b->progress == p && k < b->pending.len; k++) {
            struct pending *row = &b->pending.items[k];
            struct jfr_event seen = {.payload = row->payload, .end = row->end};
            if (b->tests_wait && !passes(s, b, walk->constants, &seen, row)) continue;
            array_push(&places, (struct place){(uint32_t)i, (uint32_t)k});
            array_push(&times, sort_signed(row->time_ns));
        }
    }
    OWNED(mem_release) uint32_t *order = sort_start(times.len);
    if (times.len) sort_by(order, times.len, times.items);
    for (size_t i = 0; i < times.len && !p->enough; i++) {
        struct bound *b = &s->bound.items[places.items[order[i]].bound];
        take_row(s, b, walk, &b->pending.items[places.items[order[i]].row]);
    }
    arrays_free(&places, &times);
}

static void take_chunk(void *state, const struct walk *walk) {
    struct state *s = state;
    groupings_chunk(s, walk);
    for (size_t i = 0; i < s->bound.len; i++)
        if (!s->bound.items[i].progress->asked->question->row)
            take_rows(s, &s->bound.items[i], walk);
    for (size_t i = 0; i < s->events->count; i++)
        if (s->progress[i].asked->question->row && !s->progress[i].enough)
            hand_on(s, &s->progress[i], walk);
    for (size_t i = 0; i < s->bound.len; i++)
        walk_not_held(walk, s->bound.items[i].source->name,
                      cells_not_held(s->bound.items[i].fields));
    forget_chunk(s);
}

/* ==== Merging =============================================================================== */

static uint64_t renamed(enum jfr_column_kind kind, uint64_t cell, const struct things_ids *ids) {
    if (!jfr_is_thing(kind) || cell == JFR_NULL_ID) return cell;
    return (kind == JFR_COLUMN_TEXT     ? ids->texts
            : kind == JFR_COLUMN_THREAD ? ids->threads
                                        : ids->stacks)[cell];
}

static void merge_kept(struct state *into, struct progress *to, struct progress *from,
                       const struct things_ids *ids) {
    for (size_t i = 0; i < from->kept.len; i++) {
        struct kept row = from->kept.items[i];
        const struct event_source *source = to->asked->sources.items[row.source];
        row.sort = renamed(source->tests[to->asked->sort_at].kind, row.sort, ids);
        for (size_t k = 0; k < source->field_count; k++)
            row.cells[k] = renamed(source->fields[k].kind, row.cells[k], ids);
        array_push(&to->kept, row);
    }
    from->kept.len = 0;
    cut_kept(into, to, 0);
}

static void merge(void *into_state, void *from_state) {
    struct state *into = into_state, *from = from_state;
    OWNED(things_ids_free) struct things_ids ids = things_merge(&into->kept, &from->kept);
    bool fresh;
    for (size_t i = 0; i < from->events->count; i++) {
        struct progress *to = &into->progress[i], *of = &from->progress[i];
        if (to->asked->question->show_count) fold_merge(&to->fold, &of->fold, &into->kept, &ids);
        merge_kept(into, to, of, &ids);
        for (size_t k = 0; k < of->counts.len; k++) to->counts.items[k] += of->counts.items[k];
        to->seen += of->seen;
        to->passed += of->passed;
        to->cut = to->cut || of->cut;
    }
    for (size_t i = 0; i < from->tallies.size; i++)
        if (from->tallies.slots[i].value != MAP_EMPTY)
            *map_put(&into->tallies, from->tallies.slots[i].key, &fresh) +=
                from->tallies.slots[i].value;
}

static void finish(void *state, struct scan_report *report) {
    struct state *s = state;
    for (size_t i = 0; i < s->events->count; i++) {
        struct progress *p = &s->progress[i];
        cut_kept(s, p, 0);
        sort_kept(s, p);
    }
}

/* Rows that are handed on come by one worker, chunk by chunk. */
static unsigned splits(const void *const *options, size_t count, const struct sampler *sampler) {
    const struct events *e = options[0];
    (void)count;
    for (size_t i = 0; i < e->count; i++)
        if (e->asked[i].question->row) return 0;
    return sampler_is_sure(sampler) ? SCAN_BY_EVENTS : 0;
}

const struct reader events_reader = {.open = open_state,
                                     .splits = splits,
                                     .plan = plan,
                                     .events = take_events,
                                     .walked = walked,
                                     .chunk = take_chunk,
                                     .merge = merge,
                                     .finish = finish,
                                     .close = close_state};

/* ==== Answers =============================================================================== */

struct events_answer events_answer(const struct events *e, const struct walk_run *run,
                                   size_t question) {
    struct state *s = walk_result(run, &events_reader);
    struct progress *p = &s->progress[question];
    const struct asked *asked = p->asked;
    s->rows.len = 0;
    EACH (const struct kept, kept, &p->kept)
        array_push(&s->rows, (struct event_row){asked->sources.items[kept->source], &s->kept,
                                                kept->cells, kept->time_ns, 0});
    return (struct events_answer){
        .fold = asked->question->show_count ? &p->fold : NULL,
        .things = &s->kept,
        .rows = s->rows.items,
        .row_count = s->rows.len,
        .seen = p->seen,
        .passed = p->passed,
        .sources = (const struct event_source *const *)asked->sources.items,
        .source_count = asked->sources.len,
        .counts = p->counts.items,
        .cut = p->cut,
    };
}
