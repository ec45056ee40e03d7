/* Groups of events: of each event type of a chunk, all questions that group its events together.
 *
 *   codes   of an event's columns, kept if constants are needed; else 256 events at a time are
 *           taken at once (events_take.c). Where samples of a clock have to be told from others, or
 *           texts that lie in events are looked at, it is kept where an event lies: 12 bytes
 *
 * So an event costs one reading, whatever is asked of it. Questions that state the same condition
 * share what comes of it.
 */
#include "analyzers/events/grouping.h"

/* ==== Opening =============================================================================== */

static size_t column_of(struct grouping *g, const char *path, enum column_way way) {
    for (size_t i = 0; i < g->columns.len; i++)
        if (g->columns.items[i].way == way && strcmp(g->columns.items[i].path, path) == 0) return i;
    array_push(&g->columns, (struct column_asked){.path = path, .way = way});
    return g->columns.len - 1;
}

static bool states_the_same(const struct asked *a, const struct asked *b) {
    const char *x = a->question->where, *y = b->question->where;
    return x && y ? strcmp(x, y) == 0 : x == y;
}

static bool is_windowed(const struct events *e) {
    return e->window.from_ns != INT64_MIN || e->window.to_ns != INT64_MAX;
}

static size_t condition_of(struct grouping *g, const struct state *s,
                           const struct section *section) {
    const struct asked *asked = section->progress->asked;
    if (!is_windowed(s->events) && !asked->thread_at && !asked->stack_at && !asked->where)
        return GROUPING_NO_CONDITION;
    for (size_t i = 0; i < g->conditions.len; i++)
        if (states_the_same(g->conditions.items[i].asked, asked)) return i;
    struct condition condition = {.asked = asked, .kinds = section->source->tests};
    for (size_t i = 0; i < asked->test_count; i++)
        condition.columns[i] = column_of(g, asked->tests[i], WAY_CODE);
    array_push(&g->conditions, condition);
    return g->conditions.len - 1;
}

static struct grouping *grouping_of(struct state *s, const struct walk *walk,
                                    const struct jfr_type *type, unsigned clocks) {
    for (size_t i = 0; i < s->groupings.len; i++)
        if (s->groupings.items[i]->type == type && s->groupings.items[i]->clocks == clocks)
            return s->groupings.items[i];
    struct grouping *g = mem_zero(1, sizeof *g);
    g->type = type;
    g->clocks = clocks;
    g->chunk = walk->chunk;
    column_of(g, "startTime", WAY_CODE);
    array_push(&s->groupings, g);
    return g;
}

/* Of texts that are neither shown nor compared as a whole. */
static enum column_way way_of(const struct fold_plan *plan, size_t field) {
    if (field >= plan->key_count)
        return fold_plan_is_hashed(plan, field - plan->key_count) ? WAY_HASH : WAY_CODE;
    bool pattern =
        plan->keys[field].kind == FOLD_PATTERN && plan->fields[field].kind == JFR_COLUMN_TEXT;
    return pattern ? WAY_SKELETON : WAY_CODE;
}

void grouping_add(struct state *s, const struct walk *walk, const struct jfr_type *type,
                  struct progress *progress, size_t source_index) {
    struct grouping *g = grouping_of(s, walk, type, events_clocks(progress->asked, type));
    const struct fold_plan *plan = &progress->asked->plan;
    struct section section = {.progress = progress,
                              .source = progress->asked->sources.items[source_index],
                              .source_index = source_index};
    section.type_name = strings_add(&s->kept.texts, section.source->name);
    for (size_t i = 0; i < fold_plan_paths(plan); i++)
        section.columns[i] = column_of(g, fold_plan_path(plan, i), way_of(plan, i));
    section.condition = condition_of(g, s, &section);
    array_push(&g->sections, section);
}

/* Numbers, of which most events have others, are looked at each time. */
static void bind_condition(struct grouping *g, struct condition *c, struct state *s) {
    const struct asked *asked = c->asked;
    c->by_tuple = true;
    for (size_t i = 1; i < asked->test_count; i++) {
        if (cells_is_coded(g->tests, c->columns[i]))
            tuples_add(&c->known, g,
                       (struct tuple_part){.column = c->columns[i], .field = i, .coded = true});
        else if (cells_kind(g->tests, c->columns[i]) != JFR_COLUMN_NONE) c->by_tuple = false;
    }
    if (asked->where)
        c->match = expression_bind(asked->where, c->kinds + asked->where_at, &s->events->times,
                                   &s->passing);
}

static void bind_section(const struct grouping *g, struct section *section) {
    const struct fold_plan *plan = &section->progress->asked->plan;
    for (size_t i = 0; i < fold_plan_paths(plan); i++) {
        enum jfr_column_kind kind = cells_kind(g->fields, section->columns[i]);
        section->coded[i] = cells_is_coded(g->fields, section->columns[i]);
        section->as_it_is[i] = !section->coded[i] && kind == plan->fields[i].kind && kind;
    }
    for (size_t i = 0; i < plan->key_count; i++)
        tuples_add(&section->groups, g,
                   (struct tuple_part){
                       .column = section->columns[i], .field = i, .coded = section->coded[i]});
    for (size_t i = 0; i < plan->measure_count; i++)
        if (section->coded[plan->key_count + i] && fold_plan_is_set(plan, i))
            section->noted[i] = mem_zero(1, sizeof *section->noted[i]);
}

static struct cells *cells_of(const struct grouping *g, const struct state *s,
                              const struct walk *walk, struct things *things) {
    bool raw_names = s->events->selection && s->events->selection->raw_names;
    const char **paths = mem_resize(NULL, g->columns.len, sizeof *paths);
    for (size_t i = 0; i < g->columns.len; i++) paths[i] = g->columns.items[i].path;
    struct cells *cells =
        cells_open(walk->chunk, walk->metadata, g->type, paths, g->columns.len, things, raw_names);
    free(paths);
    return cells;
}

static void bind_columns(struct grouping *g) {
    size_t count = g->columns.len;
    g->codes = mem_resize(NULL, GROUPING_AT_ONCE * count, sizeof *g->codes);
    g->of = mem_resize(NULL, count, sizeof *g->of);
    for (size_t i = 0; i < count; i++) {
        struct column_asked *column = &g->columns.items[i];
        column->left = column->way != WAY_CODE && cells_leave(g->fields, i);
        g->of[i] = g->codes + GROUPING_AT_ONCE * cells_coder(g->fields, i);
        for (size_t row = 0; row < GROUPING_AT_ONCE; row++)
            g->of[i][row] = jfr_null(JFR_COLUMN_NONE);
    }
}

static bool is_timed(const struct grouping *g, const struct state *s) {
    if (is_windowed(s->events)) return true;
    EACH (const struct section, section, &g->sections) {
        const struct fold_plan *plan = &section->progress->asked->plan;
        if (fold_plan_is_timed(plan)) return true;
        if (some_of(i, fold_plan_paths(plan), section->columns[i] == 0)) return true;
    }
    EACH (const struct condition, c, &g->conditions)
        for (size_t i = 1; i < c->asked->test_count; i++)
            if (c->columns[i] == 0) return true;
    return false;
}

/* Is the column one of those whose codes are kept? */
static bool is_kept(const struct grouping *g, size_t column) {
    return (column || g->timed) && cells_coder(g->fields, column) == column &&
           cells_kind(g->fields, column) != JFR_COLUMN_NONE;
}

static bool open_cells(struct grouping *g, struct state *s, struct walk *walk) {
    g->fields = cells_of(g, s, walk, &s->kept);
    if (!g->fields) return false;
    cells_hold_spans(g->fields, g->type, &walk->spans);
    g->waits = g->clocked || cells_need_constants(g->fields);
    bind_columns(g);
    g->again = g->clocked || some_of(i, g->columns.len, g->columns.items[i].left);
    g->timed = is_timed(g, s) || !some_of(i, g->columns.len, is_kept(g, i));
    for (size_t i = 0; i < g->sections.len; i++) bind_section(g, &g->sections.items[i]);
    if (g->conditions.len) {
        g->tests = cells_of(g, s, walk, &s->passing);
        if (!g->tests) return false;
    }
    for (size_t i = 0; i < g->conditions.len; i++) bind_condition(g, &g->conditions.items[i], s);
    if (!is_windowed(s->events)) kinds_bind(g);
    return true;
}

void groupings_plan(struct state *s, struct walk *walk) {
    for (size_t i = 0; i < s->groupings.len; i++) {
        struct grouping *g = s->groupings.items[i];
        if (clocked_open(walk, g->type, g->clocks, &g->clocked) && open_cells(g, s, walk))
            walk_want(walk, g->type, EVENTS_GROUPED | (uint32_t)i);
    }
}

static void close_grouping(struct grouping *g) {
    EACH (struct section, section, &g->sections) {
        tuples_free(&section->groups);
        for (size_t k = 0; k < FOLD_SHOWS; k++) noted_free(section->noted[k]);
    }
    for (size_t i = 0; i < g->conditions.len; i++) {
        tuples_free(&g->conditions.items[i].known);
        expression_match_free(g->conditions.items[i].match);
    }
    kinds_free(&g->kinds);
    free_each(cells_close, g->fields, g->tests);
    clocked_close(g->clocked);
    for (size_t i = 0; i < g->columns.len; i++) {
        map_free(&g->columns.items[i].codes);
        array_free(&g->columns.items[i].positions);
    }
    arrays_free(&g->columns, &g->sections, &g->conditions, &g->places, &g->kept);
    mem_free(g->codes, g->of, g);
}

void groupings_close(struct state *s) {
    for (size_t i = 0; i < s->groupings.len; i++) close_grouping(s->groupings.items[i]);
    s->groupings.len = 0;
}

/* ==== In the walk =========================================================================== */

/* Codes of a column of some events, each less the least of them. */
struct codes {
    uint64_t least;
    uint32_t rows, width; /* bytes of each */
};

static void keep_codes(struct grouping *g, const uint64_t *codes, size_t rows) {
    struct codes head = {UINT64_MAX, (uint32_t)rows, 1};
    uint64_t most = 0;
    for (size_t i = 0; i < rows; i++) {
        head.least = codes[i] < head.least ? codes[i] : head.least;
        most = codes[i] > most ? codes[i] : most;
    }
    while (head.width < 8 && (most - head.least) >> 8 * head.width) head.width *= 2;
    size_t words = sizeof head / sizeof *g->kept.items, at = g->kept.len + words;
    g->kept.len = at + (rows * head.width + 7) / 8;
    array_reserve(&g->kept, g->kept.len);
    memcpy(&g->kept.items[at - words], &head, sizeof head);
    void *out = &g->kept.items[at];
    for (size_t i = 0; i < rows && head.width == 1; i++)
        ((uint8_t *)out)[i] = (uint8_t)(codes[i] - head.least);
    for (size_t i = 0; i < rows && head.width == 2; i++)
        ((uint16_t *)out)[i] = (uint16_t)(codes[i] - head.least);
    for (size_t i = 0; i < rows && head.width == 4; i++)
        ((uint32_t *)out)[i] = (uint32_t)(codes[i] - head.least);
    for (size_t i = 0; i < rows && head.width == 8; i++)
        ((uint64_t *)out)[i] = codes[i] - head.least;
}

/* Those at *at, which moves behind them. Returns how many there are. */
static size_t take_codes(const uint64_t **at, uint64_t *out) {
    struct codes head;
    memcpy(&head, *at, sizeof head);
    const void *from = *at + sizeof head / sizeof **at;
    *at += sizeof head / sizeof **at + (head.rows * head.width + 7) / 8;
    for (size_t i = 0; i < head.rows && head.width == 1; i++)
        out[i] = head.least + ((const uint8_t *)from)[i];
    for (size_t i = 0; i < head.rows && head.width == 2; i++)
        out[i] = head.least + ((const uint16_t *)from)[i];
    for (size_t i = 0; i < head.rows && head.width == 4; i++)
        out[i] = head.least + ((const uint32_t *)from)[i];
    for (size_t i = 0; i < head.rows && head.width == 8; i++)
        out[i] = head.least + ((const uint64_t *)from)[i];
    return head.rows;
}

/* Those that were put together are taken, or wait, as codes, for constants. */
static void take_events(struct grouping *g, struct state *s,
                        const struct jfr_constants *constants) {
    size_t seen = g->event_count, rows = cells_code_many(g->fields, g->events, seen, g->of);
    g->event_count = 0;
    if (constants || !g->waits) {
        grouping_take_batch(g, s, constants, rows, seen);
        return;
    }
    for (size_t i = 0; i < g->columns.len && rows; i++)
        if (is_kept(g, i)) keep_codes(g, g->of[i], rows);
    g->kept_rows += rows;
    g->unread += seen - rows;
}

static void take_one(struct grouping *g, struct state *s, const struct jfr_event *event) {
    if (g->clocked) clocked_meet(g->clocked, event);
    if (g->waits && g->again) {
        uint64_t at = (uint64_t)(event->payload - g->chunk->data);
        struct place place = {{(uint32_t)at, (uint32_t)(at >> 32)},
                              (uint32_t)(event->end - event->payload)};
        array_push(&g->places, place);
        return;
    }
    g->events[g->event_count++] = (struct plan_event){event->payload, event->end, 0};
    if (g->event_count == GROUPING_AT_ONCE) take_events(g, s, NULL);
}

void grouping_take(struct grouping *g, struct state *s, const struct jfr_event *events,
                   size_t count) {
    for (size_t i = 0; i < count; i++) take_one(g, s, &events[i]);
}

static struct plan_event event_at(const struct grouping *g, size_t i) {
    const struct place *place = &g->places.items[i];
    const uint8_t *payload = g->chunk->data + ((uint64_t)place->at[1] << 32 | place->at[0]);
    return (struct plan_event){payload, payload + place->len, 0};
}

static void count_stack(void *count, uint64_t key) {
    (void)key;
    ++*(size_t *)count;
}

static void ask_stacks(struct grouping *g, struct walk_asking *asking) {
    size_t stacks = g->places.len;
    cells_each_coded_stack(g->fields, count_stack, &stacks);
    if (!stacks || !cells_need_stacks(g->fields) || walk_ask_stacks(asking->walk, stacks)) return;
    cells_each_coded_stack(g->fields, walk_ask_next, asking);
    for (size_t k = 0; k < g->places.len;) {
        size_t count = 0;
        while (count < GROUPING_AT_ONCE && k < g->places.len) g->events[count++] = event_at(g, k++);
        cells_each_stack_many(g->fields, g->events, count, walk_ask_next, asking);
    }
}

void groupings_walked(struct state *s, struct walk *walk) {
    struct walk_asking asking = {walk, 0};
    for (size_t i = 0; i < s->groupings.len; i++) {
        struct grouping *g = s->groupings.items[i];
        if (g->event_count) take_events(g, s, NULL);
        if (!g->places.len && !g->kept_rows) continue;
        walk_ask(walk, true);
        if (g->clocked) clocked_ask(g->clocked, walk);
        ask_stacks(g, &asking);
    }
}

static void take_kept(struct grouping *g, struct state *s, const struct jfr_constants *constants) {
    const uint64_t *at = g->kept.items, *end = at ? at + g->kept.len : NULL;
    if (g->unread) grouping_take_batch(g, s, constants, 0, g->unread);
    for (size_t rows; at < end; grouping_take_batch(g, s, constants, rows, rows))
        for (size_t i = rows = 0; i < g->columns.len; i++)
            if (is_kept(g, i)) rows = take_codes(&at, g->of[i]);
}

void groupings_chunk(struct state *s, const struct walk *walk) {
    for (size_t i = 0; i < s->groupings.len; i++) {
        struct grouping *g = s->groupings.items[i];
        for (size_t k = 0; k < g->places.len; k++) {
            struct plan_event at = event_at(g, k);
            struct jfr_event event = {.payload = at.payload, .end = at.end};
            if (g->clocked && !clocked_takes(g->clocked, walk->constants, &event)) continue;
            g->events[g->event_count++] = at;
            if (g->event_count == GROUPING_AT_ONCE) take_events(g, s, walk->constants);
        }
        if (g->event_count) take_events(g, s, walk->constants);
        take_kept(g, s, walk->constants);
        kinds_close(g);
        if (g->fields) walk_not_held(walk, g->type->name, cells_not_held(g->fields));
    }
}
