/* Groups of events: of each event type of a chunk, all questions that group its events together.
 *
 *   place   where an event lies: 12 bytes, kept if constants are needed; else 256 at a time are
 * taken at once codes   its fields, of all questions, read once: numbers as they are, of constants
 * and texts which of the different ones of the chunk they are tuple   the codes that decide:
 * whether an event passes, and which group it is in, is found once for each different tuple; only
 * then is something decoded
 *
 * So an event costs one reading, and a look-up for each condition and each question. Questions that
 * state the same condition share what comes of it.
 */
#include "analyzers/events/events_state.h"

#include <stdlib.h>
#include <string.h>

#define AT_ONCE 256
#define NO_CONDITION SIZE_MAX

struct tuples { /* codes -> what came of them, a number from 1; 0: nothing yet */
    size_t width;
    struct map pairs[TESTS_MOST]; /* number of those before << 32 | code -> number of the pair */
    uint64_t pair_count[TESTS_MOST];
    ARRAY(uint32_t) answers; /* by the number of the last pair, or the only code */
};

struct condition {
    const struct asked *asked;           /* the first question that states it */
    const struct expression_kind *kinds; /* of its fields */
    struct expression_match *match;      /* or NULL */
    size_t columns[TESTS_MOST];          /* of asked->tests */
    size_t deciding[TESTS_MOST];         /* of these, the coded ones */
    bool by_tuple;                       /* nothing else decides, but for the time */
    struct tuples known;                 /* 1: does not pass, 2: passes */
    bool passes[AT_ONCE];
};

/* Which codes a group has had already of a field of which it keeps the different values. */
#define NOTED_GROUPS 64
struct noted {
    ARRAY(uint64_t) bits[NOTED_GROUPS];
    struct map pairs;       /* of later groups: group << 32 | code */
    ARRAY(uint64_t) hashes; /* of texts that are only counted, by code; 0: not known yet */
};

struct section { /* a question */
    struct progress *progress;
    struct event_source *source;
    size_t source_index, condition;
    uint32_t type_name; /* a text of the kept things */
    size_t columns[FOLD_KEYS + FOLD_SHOWS];
    bool coded[FOLD_KEYS + FOLD_SHOWS];
    struct map numbers[FOLD_KEYS]; /* of keys that are not coded: cell -> code */
    struct noted *noted[FOLD_SHOWS];
    struct tuples groups; /* group + 1 */
};

struct place {
    uint32_t at[2]; /* of the payload in the chunk */
    uint32_t len;
};

struct grouping {
    const struct jfr_type *type;
    unsigned clocks; /* questions about other events of the type have another grouping */
    struct clocked *clocked;
    const uint8_t *chunk;
    struct cells *fields, *tests; /* of the same paths; things kept, and those of the chunk */
    ARRAY(const char *) paths;
    ARRAY(struct section) sections;
    ARRAY(struct condition) conditions;
    bool waits; /* for constants */
    ARRAY(struct place) places;
    struct cells_event events[AT_ONCE];
    size_t event_count;
    uint64_t *codes; /* AT_ONCE rows */
};

/* ==== Tuples ================================================================================ */

static void tuples_free(struct tuples *t) {
    for (size_t i = 1; i < t->width; i++) map_free(&t->pairs[i]);
    array_free(&t->answers);
}

/* The first pair is the one that most look-ups are of. */
static void tuple_prefetch(const struct tuples *t, const uint64_t *tuple) {
    if (t->width > 1) map_prefetch(&t->pairs[1], tuple[0] << 32 | tuple[1]);
}

/* Where its answer stands, until the next is looked for. */
static uint32_t *tuple_answer(struct tuples *t, const uint64_t *tuple) {
    size_t width = t->width;
    uint64_t number = width ? tuple[0] : 0;
    for (size_t i = 1; i < width; i++) {
        bool fresh;
        uint64_t *pair = map_put(&t->pairs[i], number << 32 | tuple[i], &fresh);
        if (fresh) *pair = t->pair_count[i]++;
        number = *pair;
    }
    while (t->answers.len <= number) array_push(&t->answers, 0);
    return &t->answers.items[number];
}

/* ==== Different values ====================================================================== */

static bool note(struct noted *n, size_t group, uint64_t code) { /* false: it was there */
    bool fresh;
    if (group >= NOTED_GROUPS) {
        map_put(&n->pairs, (uint64_t)group << 32 | code, &fresh);
        return fresh;
    }
    while (n->bits[group].len <= code / 64) array_push(&n->bits[group], 0);
    uint64_t *word = &n->bits[group].items[code / 64], bit = (uint64_t)1 << code % 64;
    fresh = !(*word & bit);
    *word |= bit;
    return fresh;
}

static void noted_free(struct noted *n) {
    if (!n) return;
    for (size_t i = 0; i < NOTED_GROUPS; i++) array_free(&n->bits[i]);
    map_free(&n->pairs);
    array_free(&n->hashes);
    free(n);
}

/* ==== Opening =============================================================================== */

static size_t column_of(struct grouping *g, const char *path) {
    for (size_t i = 0; i < g->paths.len; i++)
        if (strcmp(g->paths.items[i], path) == 0) return i;
    array_push(&g->paths, path);
    return g->paths.len - 1;
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
        return NO_CONDITION;
    for (size_t i = 0; i < g->conditions.len; i++)
        if (states_the_same(g->conditions.items[i].asked, asked)) return i;
    struct condition condition = {.asked = asked, .kinds = section->source->tests};
    for (size_t i = 0; i < asked->test_count; i++)
        condition.columns[i] = column_of(g, asked->tests[i]);
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
    g->chunk = walk->chunk->data;
    column_of(g, "startTime");
    array_push(&s->groupings, g);
    return g;
}

void grouping_add(struct state *s, const struct walk *walk, const struct jfr_type *type,
                  struct progress *progress, size_t source_index) {
    struct grouping *g = grouping_of(s, walk, type, events_clocks(progress->asked, type));
    const struct fold_plan *plan = &progress->asked->plan;
    struct section section = {.progress = progress,
                              .source = progress->asked->sources.items[source_index],
                              .source_index = source_index,
                              .groups.width = plan->key_count};
    section.type_name =
        strings_intern(&s->kept.texts, section.source->name, strlen(section.source->name));
    for (size_t i = 0; i < fold_plan_paths(plan); i++)
        section.columns[i] = column_of(g, fold_plan_path(plan, i));
    section.condition = condition_of(g, s, &section);
    array_push(&g->sections, section);
}

/* Numbers, of which most events have others, are looked at each time. */
static void bind_condition(struct grouping *g, struct condition *c, struct state *s) {
    const struct asked *asked = c->asked;
    c->by_tuple = true;
    for (size_t i = 1; i < asked->test_count; i++) {
        if (cells_is_coded(g->tests, c->columns[i])) c->deciding[c->known.width++] = c->columns[i];
        else if (cells_kind(g->tests, c->columns[i]) != JFR_COLUMN_NONE) c->by_tuple = false;
    }
    if (asked->where)
        c->match = expression_bind(asked->where, c->kinds + asked->where_at, &s->events->times,
                                   &s->passing);
}

static void bind_section(const struct grouping *g, struct section *section) {
    const struct fold_plan *plan = &section->progress->asked->plan;
    for (size_t i = 0; i < fold_plan_paths(plan); i++)
        section->coded[i] = cells_is_coded(g->fields, section->columns[i]);
    for (size_t i = 0; i < plan->measure_count; i++)
        if (section->coded[plan->key_count + i] && fold_plan_is_set(plan, i))
            section->noted[i] = mem_zero(1, sizeof *section->noted[i]);
}

static bool open_cells(struct grouping *g, struct state *s, struct walk *walk) {
    bool raw_names = s->events->selection && s->events->selection->raw_names;
    g->fields = cells_open(walk->chunk, walk->metadata, g->type, g->paths.items, g->paths.len,
                           &s->kept, raw_names);
    if (!g->fields) return false;
    cells_hold_spans(g->fields, g->type, &walk->spans);
    g->waits = g->clocked || cells_need_constants(g->fields);
    g->codes = mem_resize(NULL, AT_ONCE * g->paths.len, sizeof *g->codes);
    for (size_t i = 0; i < g->sections.len; i++) bind_section(g, &g->sections.items[i]);
    if (!g->conditions.len) return true;
    g->tests = cells_open(walk->chunk, walk->metadata, g->type, g->paths.items, g->paths.len,
                          &s->passing, raw_names);
    if (!g->tests) return false;
    for (size_t i = 0; i < g->conditions.len; i++) bind_condition(g, &g->conditions.items[i], s);
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
    for (size_t i = 0; i < g->sections.len; i++) {
        struct section *section = &g->sections.items[i];
        tuples_free(&section->groups);
        for (size_t k = 0; k < FOLD_KEYS; k++) map_free(&section->numbers[k]);
        for (size_t k = 0; k < FOLD_SHOWS; k++) noted_free(section->noted[k]);
    }
    for (size_t i = 0; i < g->conditions.len; i++) {
        tuples_free(&g->conditions.items[i].known);
        expression_match_free(g->conditions.items[i].match);
    }
    cells_close(g->fields);
    cells_close(g->tests);
    clocked_close(g->clocked);
    array_free(&g->paths);
    array_free(&g->sections);
    array_free(&g->conditions);
    array_free(&g->places);
    free(g->codes);
    free(g);
}

void groupings_close(struct state *s) {
    for (size_t i = 0; i < s->groupings.len; i++) close_grouping(s->groupings.items[i]);
    s->groupings.len = 0;
}

/* ==== What passes =========================================================================== */

struct batch { /* being taken */
    struct state *s;
    struct grouping *g;
    const struct jfr_constants *constants;
    size_t rows;
};

static const uint64_t *row_of(const struct batch *b, size_t row) {
    return b->g->codes + row * b->g->paths.len;
}

static uint64_t test_cell(const struct batch *b, const struct condition *c, size_t test,
                          const uint64_t *row) {
    size_t column = c->columns[test];
    uint64_t cell = cells_of_code(b->g->tests, b->constants, column, b->g->fields, row[column]);
    return cells_convert(cell, cells_kind(b->g->tests, column), c->kinds[test].kind);
}

/* A thread or a stack; a type without such a field has none. */
static uint64_t test_thing(const struct batch *b, const struct condition *c, size_t test,
                           const uint64_t *row) {
    return jfr_is_thing(c->kinds[test].kind) ? test_cell(b, c, test, row) : JFR_NULL_ID;
}

/* All but the time. */
static bool decide(const struct batch *b, const struct condition *c, const uint64_t *row) {
    const struct asked *asked = c->asked;
    uint64_t cells[EXPRESSION_FIELDS];
    if (asked->thread_at && !events_thread_passes(b->s, test_thing(b, c, asked->thread_at, row)))
        return false;
    if (asked->stack_at && !events_stack_passes(b->s, test_thing(b, c, asked->stack_at, row)))
        return false;
    for (size_t i = asked->where_at; c->match && i < asked->test_count; i++)
        cells[i - asked->where_at] = test_cell(b, c, i, row);
    return !c->match || expression_passes(c->match, cells);
}

static bool passes(const struct batch *b, struct condition *c, const uint64_t *row) {
    uint64_t tuple[TESTS_MOST];
    const struct time_window *window = &b->s->events->window;
    int64_t time_ns = (int64_t)row[c->columns[TEST_TIME]];
    if (time_ns < window->from_ns || time_ns > window->to_ns) return false;
    if (!c->by_tuple) return decide(b, c, row);
    for (size_t i = 0; i < c->known.width; i++) tuple[i] = row[c->deciding[i]];
    uint32_t *answer = tuple_answer(&c->known, tuple);
    if (!*answer) *answer = decide(b, c, row) ? 2 : 1;
    return *answer == 2;
}

/* ==== Groups ================================================================================ */

/* The cell of a key or a measure, of the kind that it has in all types together. */
static uint64_t field_cell(const struct batch *b, const struct section *section, size_t field,
                           uint64_t code) {
    struct grouping *g = b->g;
    size_t column = section->columns[field];
    enum jfr_column_kind kind = section->progress->asked->plan.fields[field].kind,
                         is = cells_kind(g->fields, column);
    if (is == JFR_COLUMN_NONE && strcmp(g->paths.items[column], "eventType") == 0)
        return section->type_name;
    uint64_t cell = cells_of_code(g->fields, b->constants, column, g->fields, code);
    if (kind == JFR_COLUMN_TEXT && is == JFR_COLUMN_THREAD) return events_thread_name(b->s, cell);
    return cells_convert(cell, is, kind);
}

/* The codes that decide on the group; cells of numbers are turned first, so that those of one step
 * of time have the same. */
static void take_tuple(const struct batch *b, struct section *section, const uint64_t *row,
                       uint64_t *tuple) {
    for (size_t i = 0; i < section->groups.width; i++) {
        bool fresh;
        tuple[i] = row[section->columns[i]];
        if (section->coded[i]) continue;
        uint64_t cell = field_cell(b, section, i, tuple[i]);
        fold_turn_key(&section->progress->fold, &b->s->kept, i, &cell);
        uint64_t *code = map_put(&section->numbers[i], cell, &fresh);
        if (fresh) *code = section->numbers[i].len - 1;
        tuple[i] = *code;
    }
    tuple_prefetch(&section->groups, tuple);
}

/* A text that is grouped by its pattern is not kept. */
static uint64_t key_cell(const struct batch *b, const struct section *section, size_t key,
                         uint64_t code) {
    const struct fold_plan *plan = &section->progress->asked->plan;
    size_t column = section->columns[key];
    struct text *text = &b->s->text, *pattern = &b->s->pattern;
    if (plan->keys[key].kind != FOLD_PATTERN || plan->fields[key].kind != JFR_COLUMN_TEXT ||
        !cells_is_text(b->g->fields, column))
        return field_cell(b, section, key, code);
    text_clear(text);
    text_clear(pattern);
    if (!cells_add_text(b->g->fields, b->constants, column, code, text)) return JFR_NULL_ID;
    fold_add_pattern(pattern, text_str(text), text->len);
    return strings_intern(&b->s->kept.texts, text_str(pattern), pattern->len);
}

static size_t group_of(const struct batch *b, struct section *section, const uint64_t *row,
                       const uint64_t *tuple) {
    uint32_t *answer = tuple_answer(&section->groups, tuple);
    if (!*answer) {
        uint64_t keys[FOLD_KEYS];
        for (size_t i = 0; i < section->groups.width; i++)
            keys[i] = key_cell(b, section, i, row[section->columns[i]]);
        *answer = (uint32_t)fold_group(&section->progress->fold, &b->s->kept, keys) + 1;
    }
    return *answer - 1;
}

#define NO_TEXT 1

/* Of a text that is only counted; NO_TEXT: null. */
static uint64_t hash_of_text(const struct batch *b, const struct section *section, size_t field,
                             uint64_t code) {
    struct grouping *g = b->g;
    struct text *text = &b->s->text;
    size_t column = section->columns[field];
    uint64_t hash;
    if (section->coded[field] && cells_is_text(g->fields, column)) {
        text_clear(text);
        if (!cells_add_text(g->fields, b->constants, column, code, text)) return NO_TEXT;
        hash = hash_bytes(text_str(text), text->len);
    } else {
        uint64_t cell = field_cell(b, section, field, code);
        if (cell == JFR_NULL_ID) return NO_TEXT;
        const struct strings *texts = &b->s->kept.texts;
        hash = hash_bytes(strings_get(texts, (uint32_t)cell), strings_len(texts, (uint32_t)cell));
    }
    return hash <= NO_TEXT ? hash + NO_TEXT + 1 : hash;
}

static void measure_text(const struct batch *b, struct section *section, size_t group,
                         size_t measure, uint64_t code) {
    struct fold *fold = &section->progress->fold;
    struct noted *noted = section->noted[measure];
    size_t field = fold->plan->key_count + measure;
    uint64_t *hash = NULL;
    if (noted) {
        while (noted->hashes.len <= code) array_push(&noted->hashes, 0);
        hash = &noted->hashes.items[code];
    }
    uint64_t found = hash && *hash ? *hash : hash_of_text(b, section, field, code);
    if (hash) *hash = found;
    if (found == NO_TEXT) return;
    bool fresh = !noted || note(noted, group, code);
    fold_measure_hash(fold, group, measure, found, fresh);
}

static void measure(const struct batch *b, struct section *section, size_t group,
                    const uint64_t *row) {
    struct fold *fold = &section->progress->fold;
    const struct fold_plan *plan = fold->plan;
    for (size_t i = 0; i < plan->measure_count; i++) {
        size_t field = plan->key_count + i;
        uint64_t code = row[section->columns[field]];
        if (fold_plan_is_hashed(plan, i)) {
            measure_text(b, section, group, i, code);
            continue;
        }
        uint64_t cell = field_cell(b, section, field, code);
        bool had = section->noted[i] && !note(section->noted[i], group, code);
        if (had) fold_measure_again(fold, group, i, cell);
        else fold_measure(fold, &b->s->kept, group, i, (int64_t)row[0], cell);
    }
}

static void take_section(const struct batch *b, struct section *section) {
    struct progress *p = section->progress;
    uint64_t tuples[AT_ONCE][FOLD_KEYS];
    const bool *passes = section->condition == NO_CONDITION
                             ? NULL
                             : b->g->conditions.items[section->condition].passes;
    for (size_t i = 0; i < b->rows; i++)
        if (!passes || passes[i]) take_tuple(b, section, row_of(b, i), tuples[i]);
    for (size_t i = 0; i < b->rows; i++) {
        if (passes && !passes[i]) continue;
        size_t group = group_of(b, section, row_of(b, i), tuples[i]);
        p->passed++;
        fold_count(&p->fold, group);
        measure(b, section, group, row_of(b, i));
    }
}

static void take_batch(struct grouping *g, struct state *s, const struct jfr_constants *constants) {
    struct batch b = {s, g, constants, 0};
    b.rows = cells_code_many(g->fields, g->events, g->event_count, g->codes);
    for (size_t i = 0; i < g->conditions.len; i++)
        for (size_t k = 0; k < b.rows; k++)
            g->conditions.items[i].passes[k] = passes(&b, &g->conditions.items[i], row_of(&b, k));
    for (size_t i = 0; i < g->sections.len; i++) {
        struct section *section = &g->sections.items[i];
        uint64_t before = section->progress->passed;
        take_section(&b, section);
        section->progress->seen += g->event_count;
        section->progress->counts.items[section->source_index] +=
            section->progress->passed - before;
    }
    g->event_count = 0;
}

/* ==== In the walk =========================================================================== */

void grouping_take(struct grouping *g, struct state *s, const struct jfr_event *event) {
    if (g->clocked) clocked_meet(g->clocked, event);
    if (g->waits) {
        uint64_t at = (uint64_t)(event->payload - g->chunk);
        struct place place = {{(uint32_t)at, (uint32_t)(at >> 32)},
                              (uint32_t)(event->end - event->payload)};
        array_push(&g->places, place);
        return;
    }
    g->events[g->event_count++] = (struct cells_event){event->payload, event->end, 0};
    if (g->event_count == AT_ONCE) take_batch(g, s, NULL);
}

static struct cells_event event_at(const struct grouping *g, size_t i) {
    const struct place *place = &g->places.items[i];
    const uint8_t *payload = g->chunk + ((uint64_t)place->at[1] << 32 | place->at[0]);
    return (struct cells_event){payload, payload + place->len, 0};
}

struct asking {
    struct walk *walk;
    uint64_t last; /* the same stack comes again and again */
};

static void ask_stack(void *context, uint64_t key) {
    struct asking *a = context;
    if (key != a->last) walk_ask_stack(a->walk, key);
    a->last = key;
}

void groupings_walked(struct state *s, struct walk *walk) {
    struct asking asking = {walk, 0};
    for (size_t i = 0; i < s->groupings.len; i++) {
        struct grouping *g = s->groupings.items[i];
        if (g->event_count) take_batch(g, s, NULL);
        if (!g->places.len) continue;
        walk_ask(walk, true);
        if (g->clocked) clocked_ask(g->clocked, walk);
        for (size_t k = 0; cells_need_stacks(g->fields) && k < g->places.len; k++) {
            struct cells_event at = event_at(g, k);
            struct jfr_event event = {.payload = at.payload, .end = at.end};
            cells_each_stack(g->fields, &event, ask_stack, &asking);
        }
    }
}

void groupings_chunk(struct state *s, const struct walk *walk) {
    for (size_t i = 0; i < s->groupings.len; i++) {
        struct grouping *g = s->groupings.items[i];
        for (size_t k = 0; k < g->places.len; k++) {
            struct cells_event at = event_at(g, k);
            struct jfr_event event = {.payload = at.payload, .end = at.end};
            if (g->clocked && !clocked_takes(g->clocked, walk->constants, &event)) continue;
            g->events[g->event_count++] = at;
            if (g->event_count == AT_ONCE) take_batch(g, s, walk->constants);
        }
        if (g->event_count) take_batch(g, s, walk->constants);
        if (g->fields) walk_not_held(walk, g->type->name, cells_not_held(g->fields));
    }
}
