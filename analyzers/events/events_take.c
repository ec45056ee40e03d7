/* Events of a grouping, some hundred at a time and column by column: which pass each condition,
 * which group of each question they are in, and what they measured. */
#include "analyzers/events/grouping.h"

#include "analyzers/events/raw_texts.h"

/* ==== Tuples ================================================================================ */

void tuples_free(struct tuples *t) {
    EACH (struct tuple_part, part, &t->parts) {
        map_free(&part->numbering.numbers);
        array_free(&part->numbering.by_code);
        map_free(&part->pairs.large);
        free(part->pairs.small);
    }
    arrays_free(&t->parts, &t->answers);
}

void tuples_add(struct tuples *t, const struct grouping *g, struct tuple_part part) {
    size_t at = t->parts.len, coder = cells_coder(g->fields, part.column);
    for (size_t i = at; i-- > 0 && part.coded && !part.joins;) {
        const struct tuple_part *other = &t->parts.items[i];
        part.joins = other->coded && cells_coder(g->fields, other->column) == coder;
        if (part.joins) at = i + 1;
    }
    array_push(&t->parts, part);
    memmove(t->parts.items + at + 1, t->parts.items + at,
            (t->parts.len - 1 - at) * sizeof *t->parts.items);
    t->parts.items[at] = part;
}

/* How many codes a column has given so far. */
static size_t codes_of(const struct batch *b, size_t column) {
    const struct column_asked *asked = &b->g->columns.items[column];
    return asked->left ? asked->positions.len
                       : cells_codes(b->g->fields, cells_coder(b->g->fields, column));
}

static uint32_t number_of_cell(struct numbering *n, uint64_t cell) {
    bool fresh;
    uint64_t *number = map_put(&n->numbers, cell, &fresh);
    if (fresh) *number = n->numbers.len - 1;
    return (uint32_t)*number;
}

static void make_room(struct numbering *n, size_t codes) {
    while (n->by_code.len < codes) array_push(&n->by_code, 0);
}

static inline uint32_t paired(struct pairs *p, uint32_t one, uint32_t other) {
    bool fresh;
    if ((one | other) < TUPLES_SMALL) {
        uint32_t *known = &p->small[one * TUPLES_SMALL + other];
        if (!*known) *known = ++p->count;
        return *known - 1;
    }
    uint64_t *known = map_put(&p->large, (uint64_t)one << 32 | other, &fresh);
    if (fresh) *known = p->count++;
    return (uint32_t)*known;
}

static void make_small(struct pairs *p) {
    if (!p->small) p->small = mem_zero((size_t)TUPLES_SMALL * TUPLES_SMALL, sizeof *p->small);
}

struct asking {
    const struct batch *b;
    const struct asker *asker; /* of parts without one of their own */
    size_t who;
};

static uint64_t cell_of(const struct asking *a, const struct tuple_part *part, size_t row,
                        uint64_t *from, uint64_t *len) {
    return part->asker ? part->asker->cell(a->b, part->who, part, row, from, len)
                       : a->asker->cell(a->b, a->who, part, row, from, len);
}

/* Parts of the same codes, of which there are so many, come to one number. */
static void number_parts(const struct asking *a, struct tuple_part *parts, size_t joined,
                         const uint16_t *rows, size_t count, uint32_t *numbers) {
    struct numbering *n = &parts->numbering;
    const uint64_t *codes = a->b->g->of[parts->column];
    uint64_t from, len;
    if (parts->coded) make_room(n, codes_of(a->b, parts->column));
    for (size_t k = 1; k < joined; k++) make_small(&parts[k].pairs);
    for (size_t i = 0; i < count && parts->coded; i++) {
        uint32_t *known = &n->by_code.items[codes[rows[i]]];
        if (!*known) {
            uint32_t number = number_of_cell(n, cell_of(a, parts, rows[i], &from, &len));
            for (size_t k = 1; k < joined; k++) {
                uint64_t cell = cell_of(a, &parts[k], rows[i], &from, &len);
                number = paired(&parts[k].pairs, number, number_of_cell(&parts[k].numbering, cell));
            }
            *known = number + 1;
        }
        numbers[i] = *known - 1;
    }
    for (size_t i = 0; i < count && !parts->coded; i++) {
        if (codes[rows[i]] - n->from >= n->len)
            n->last = number_of_cell(n, cell_of(a, parts, rows[i], &n->from, &n->len));
        numbers[i] = n->last;
    }
}

/* How many numbers the parts up to the last have come to. */
static size_t numbers_of(const struct tuple_part *parts, size_t count) {
    return count > 1 ? parts[count - 1].pairs.count : parts->numbering.numbers.len;
}

void tuples_answer(const struct batch *b, struct tuples *t, const struct asker *asker, size_t who,
                   const uint16_t *rows, size_t count, uint32_t *answers) {
    struct asking a = {b, asker, who};
    struct tuple_part *parts = t->parts.items;
    size_t width = t->parts.len, most = 1;
    uint32_t others[GROUPING_AT_ONCE];
    bool codes = width == 1 && parts->coded; /* are what decides */
    if (!width) memset(answers, 0, count * sizeof *answers);
    for (size_t i = 0; i < count && codes; i++)
        answers[i] = (uint32_t)b->g->of[parts->column][rows[i]];
    for (size_t k = 0, next; k < width && !codes; k = next) {
        for (next = k + 1; next < width && parts[next].joins;) next++;
        number_parts(&a, parts + k, next - k, rows, count, k ? others : answers);
        most = numbers_of(parts, next);
        if (!k) continue;
        struct pairs *pairs = &parts[k].pairs;
        make_small(pairs);
        for (size_t i = 0; i < count; i++) answers[i] = paired(pairs, answers[i], others[i]);
        most = pairs->count;
    }
    if (codes) most = codes_of(b, parts->column);
    while (t->answers.len < most) array_push(&t->answers, 0);
    for (size_t i = 0; i < count; i++) {
        uint32_t *answer = &t->answers.items[answers[i]];
        if (!*answer) *answer = asker->answer(b, who, rows[i]);
        answers[i] = *answer;
    }
}

/* ==== What passes =========================================================================== */

static uint64_t test_cell(const struct batch *b, const struct condition *c, size_t test,
                          size_t row) {
    size_t column = c->columns[test];
    uint64_t cell =
        cells_of_code(b->g->tests, b->constants, column, b->g->fields, b->g->of[column][row]);
    return cells_convert(cell, cells_kind(b->g->tests, column), c->kinds[test].kind);
}

/* A thread or a stack; a type without such a field has none. */
static uint64_t test_thing(const struct batch *b, const struct condition *c, size_t test,
                           size_t row) {
    return jfr_is_thing(c->kinds[test].kind) ? test_cell(b, c, test, row) : JFR_NULL_ID;
}

/* All but the time. */
static bool decide(const struct batch *b, const struct condition *c, size_t row) {
    const struct asked *asked = c->asked;
    uint64_t cells[EXPRESSION_FIELDS];
    if (asked->thread_at && !events_thread_passes(b->s, test_thing(b, c, asked->thread_at, row)))
        return false;
    if (asked->stack_at && !events_stack_passes(b->s, test_thing(b, c, asked->stack_at, row)))
        return false;
    size_t first = c->match ? expression_first(c->match) : EXPRESSION_FIELDS;
    if (first < EXPRESSION_FIELDS) {
        cells[first] = test_cell(b, c, asked->where_at + first, row);
        if (!expression_passes_first(c->match, cells)) return false;
    }
    for (size_t i = asked->where_at; c->match && i < asked->test_count; i++)
        cells[i - asked->where_at] = test_cell(b, c, i, row);
    return !c->match || expression_passes(c->match, cells);
}

static uint64_t condition_cell(const struct batch *b, size_t who, const struct tuple_part *part,
                               size_t row, uint64_t *from, uint64_t *len) {
    (void)from, (void)len;
    return test_cell(b, &b->g->conditions.items[who], part->field, row);
}

static uint32_t condition_answer(const struct batch *b, size_t who, size_t row) {
    return decide(b, &b->g->conditions.items[who], row) ? 2 : 1;
}

const struct asker condition_asker = {condition_cell, condition_answer};

static void sift(const struct batch *b, size_t condition, const uint16_t *all) {
    struct condition *c = &b->g->conditions.items[condition];
    const struct time_window *window = &b->s->events->window;
    const uint64_t *times = b->g->of[c->columns[TEST_TIME]];
    bool always = window->from_ns == INT64_MIN && window->to_ns == INT64_MAX;
    const uint16_t *rows = always ? all : c->rows;
    uint32_t answers[GROUPING_AT_ONCE];
    size_t count = always ? b->rows : 0;
    for (size_t row = 0; row < b->rows && !always; row++) {
        int64_t time_ns = (int64_t)times[row];
        c->rows[count] = all[row];
        count += time_window_has(window, time_ns);
    }
    if (c->by_tuple) tuples_answer(b, &c->known, &condition_asker, condition, rows, count, answers);
    c->passed = 0;
    for (size_t i = 0; i < count; i++) {
        uint16_t row = rows[i];
        c->rows[c->passed] = row;
        c->passed += c->by_tuple ? answers[i] == 2 : decide(b, c, row);
    }
}

/* ==== Groups ================================================================================ */

struct chosen { /* events of the batch that pass, for one question */
    size_t count;
    const uint16_t *rows;
    uint32_t groups[GROUPING_AT_ONCE];
    int64_t times[GROUPING_AT_ONCE];
    uint64_t cells[GROUPING_AT_ONCE]; /* of the measure at hand */
};

uint64_t section_field(const struct batch *b, const struct section *section, size_t field,
                       uint64_t code) {
    struct grouping *g = b->g;
    size_t column = section->columns[field];
    enum jfr_column_kind kind = section->progress->asked->plan.fields[field].kind,
                         is = cells_kind(g->fields, column);
    if (is == JFR_COLUMN_NONE && strcmp(g->columns.items[column].path, "eventType") == 0)
        return section->type_name;
    uint64_t cell = cells_of_code(g->fields, b->constants, column, g->fields, code);
    if (kind == JFR_COLUMN_TEXT && is == JFR_COLUMN_THREAD) return events_thread_name(b->s, cell);
    return cells_convert(cell, is, kind);
}

/* Appends the text of a code. False: null. */
static bool add_text(const struct batch *b, size_t column, uint64_t code, struct text *out) {
    const struct column_asked *asked = &b->g->columns.items[column];
    return asked->left ? cells_add_text(b->g->fields, b->constants, column,
                                        asked->positions.items[code], out)
                       : cells_add_coded(b->g->fields, b->constants, column, code, out);
}

/* A text that is grouped by its pattern is not kept. */
static uint64_t key_cell(const struct batch *b, const struct section *section, size_t key,
                         uint64_t code) {
    const struct fold_plan *plan = &section->progress->asked->plan;
    size_t column = section->columns[key];
    struct text *text = &b->s->text, *pattern = &b->s->pattern;
    if (plan->keys[key].kind != FOLD_PATTERN || plan->fields[key].kind != JFR_COLUMN_TEXT ||
        !cells_is_text(b->g->fields, column))
        return section_field(b, section, key, code);
    text_clear(text);
    text_clear(pattern);
    if (!add_text(b, column, code, text)) return JFR_NULL_ID;
    fold_add_pattern(pattern, text_str(text), text->len);
    return strings_intern(&b->s->kept.texts, text_str(pattern), pattern->len);
}

/* Numbers without codes are turned first, so that those of one step of time are the same. */
static uint64_t section_cell(const struct batch *b, size_t who, const struct tuple_part *part,
                             size_t row, uint64_t *from, uint64_t *len) {
    struct section *section = &b->g->sections.items[who];
    const struct fold_plan *plan = &section->progress->asked->plan;
    const struct fold_key *key = &plan->keys[part->field];
    uint64_t code = b->g->of[part->column][row];
    if (part->coded) return key_cell(b, section, part->field, code);
    uint64_t cell = section_field(b, section, part->field, code);
    bool null = cell == jfr_null(plan->fields[part->field].kind);
    *from = code;
    *len = 1;
    fold_turn_key(&section->progress->fold, &b->s->kept, part->field, &cell);
    if (key->kind != FOLD_STEP || null || !section->as_it_is[part->field]) return cell;
    *from = cell;
    *len = (uint64_t)key->step_ns;
    return cell;
}

static uint32_t section_answer(const struct batch *b, size_t who, size_t row) {
    struct section *section = &b->g->sections.items[who];
    uint64_t keys[FOLD_KEYS];
    for (size_t k = 0; k < section->progress->fold.plan->key_count; k++)
        keys[k] = key_cell(b, section, k, b->g->of[section->columns[k]][row]);
    return (uint32_t)fold_group(&section->progress->fold, &b->s->kept, keys) + 1;
}

const struct asker section_asker = {section_cell, section_answer};

/* ==== Measures ============================================================================== */

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

void noted_free(struct noted *n) {
    if (!n) return;
    for (size_t i = 0; i < NOTED_GROUPS; i++) array_free(&n->bits[i]);
    map_free(&n->pairs);
    arrays_free(&n->hashes, &n->is_value);
    free(n);
}

static uint64_t not_none(uint64_t hash) {
    return hash == FOLD_NO_TEXT ? hash + 1 : hash;
}

static uint64_t hash_of(const char *text, size_t len) {
    return not_none(raw_text_hash(text, len));
}

/* Of a text that is only counted. */
static uint64_t hash_of_text(const struct batch *b, const struct section *section, size_t field,
                             uint64_t code) {
    struct text *text = &b->s->text;
    size_t column = section->columns[field];
    if (section->coded[field] && cells_is_text(b->g->fields, column)) {
        text_clear(text);
        return cells_add_coded(b->g->fields, b->constants, column, code, text)
                   ? hash_of(text_str(text), text->len)
                   : FOLD_NO_TEXT;
    }
    uint64_t cell = section_field(b, section, field, code);
    if (cell == JFR_NULL_ID) return FOLD_NO_TEXT;
    const struct strings *texts = &b->s->kept.texts;
    return hash_of(strings_get(texts, (uint32_t)cell), strings_len(texts, (uint32_t)cell));
}

static uint64_t known_hash(const struct batch *b, struct section *section, size_t measure,
                           uint64_t code) {
    struct noted *noted = section->noted[measure];
    size_t field = section->progress->asked->plan.key_count + measure;
    if (!noted) return hash_of_text(b, section, field, code);
    while (noted->hashes.len <= code) array_push(&noted->hashes, 0);
    uint64_t *hash = &noted->hashes.items[code];
    if (!*hash) *hash = hash_of_text(b, section, field, code);
    return *hash;
}

/* Of values that a group has had nothing but their number is wanted. */
static void measure_noted(const struct batch *b, struct section *section, size_t measure,
                          const struct chosen *chosen) {
    struct fold *fold = &section->progress->fold;
    struct noted *noted = section->noted[measure];
    size_t field = fold->plan->key_count + measure;
    const uint64_t *codes = b->g->of[section->columns[field]];
    for (size_t i = 0; i < chosen->count; i++) {
        uint64_t code = codes[chosen->rows[i]];
        bool fresh = note(noted, chosen->groups[i], code);
        while (noted->is_value.len <= code) array_push(&noted->is_value, 0);
        uint8_t *is_value = &noted->is_value.items[code];
        if (fresh || !*is_value) {
            uint64_t cell = section_field(b, section, field, code);
            *is_value = fold_is_value(fold, measure, cell) ? 2 : 1;
            struct fold_batch one = {1, &chosen->groups[i], &chosen->times[i], &cell};
            fold_measure_many(fold, &b->s->kept, measure, &one);
        } else if (*is_value == 2) {
            fold_measure_again(fold, chosen->groups[i], measure);
        }
    }
}

static void measure(const struct batch *b, struct section *section, size_t measure,
                    struct chosen *chosen) {
    struct fold *fold = &section->progress->fold;
    size_t field = fold->plan->key_count + measure, column = section->columns[field];
    const uint64_t *codes = b->g->of[column];
    struct fold_batch batch = {chosen->count, chosen->groups, chosen->times, chosen->cells};
    bool left = b->g->columns.items[column].left;
    if (fold_plan_is_hashed(fold->plan, measure)) {
        for (size_t i = 0; i < chosen->count; i++)
            chosen->cells[i] = left ? codes[chosen->rows[i]]
                                    : known_hash(b, section, measure, codes[chosen->rows[i]]);
        fold_measure_hashes(fold, measure, &batch);
    } else if (section->noted[measure]) {
        measure_noted(b, section, measure, chosen);
    } else {
        for (size_t i = 0; i < chosen->count; i++) {
            uint64_t code = codes[chosen->rows[i]];
            chosen->cells[i] =
                section->as_it_is[field] ? code : section_field(b, section, field, code);
        }
        fold_measure_many(fold, &b->s->kept, measure, &batch);
    }
}

static void take_section(const struct batch *b, size_t index, const uint16_t *all,
                         const uint32_t *kinds) {
    struct section *section = &b->g->sections.items[index];
    struct progress *p = section->progress;
    const struct condition *c = section->condition == GROUPING_NO_CONDITION
                                    ? NULL
                                    : &b->g->conditions.items[section->condition];
    struct chosen chosen = {.count = c ? c->passed : b->rows, .rows = c ? c->rows : all};
    p->seen += b->seen;
    if (!chosen.count) return;
    if (section->by_kind && !section->hashed) return;
    if (section->by_kind) {
        const uint32_t *groups = b->g->kinds.groups.items + index;
        for (size_t i = 0; i < chosen.count; i++)
            chosen.groups[i] = groups[kinds[chosen.rows[i]] * b->g->sections.len] - 1;
        for (size_t i = 0; i < p->fold.plan->measure_count; i++)
            if (fold_plan_is_hashed(p->fold.plan, i)) measure(b, section, i, &chosen);
        return;
    }
    tuples_answer(b, &section->groups, &section_asker, index, chosen.rows, chosen.count,
                  chosen.groups);
    for (size_t i = 0; i < chosen.count; i++) chosen.groups[i]--;
    fold_count_many(&p->fold, chosen.groups, chosen.count);
    p->passed += chosen.count;
    p->counts.items[section->source_index] += chosen.count;
    for (size_t i = 0; i < chosen.count; i++)
        chosen.times[i] = (int64_t)b->g->of[0][chosen.rows[i]];
    for (size_t i = 0; i < p->fold.plan->measure_count; i++) measure(b, section, i, &chosen);
}

/* ==== Texts that lie in the events ========================================================== */

static uint64_t decoded_hash(const struct batch *b, size_t column, uint64_t position) {
    struct text *text = &b->s->text;
    text_clear(text);
    return cells_add_text(b->g->fields, b->constants, column, position, text)
               ? hash_of(text_str(text), text->len)
               : FOLD_NO_TEXT;
}

static uint64_t hash_of_raw(const struct batch *b, size_t column, const struct raw_text *raw,
                            uint64_t position) {
    bool fresh;
    if (raw->hash) return not_none(raw->hash);
    if (!raw->is_key) return decoded_hash(b, column, position);
    uint64_t *known = map_put(&b->g->columns.items[column].codes, raw->skeleton, &fresh);
    if (!fresh) return *known;
    uint64_t hash = decoded_hash(b, column, position);
    return *known = hash == MAP_EMPTY ? hash - 1 : hash;
}

static uint64_t code_of_skeleton(struct column_asked *column, const struct raw_text *raw,
                                 uint64_t position) {
    bool fresh;
    uint64_t *code = map_put(&column->codes, raw->skeleton, &fresh);
    if (fresh) {
        *code = column->positions.len;
        array_push(&column->positions, position);
    }
    return *code;
}

/* Is it known already that an event passes, which is all that is asked? */
static bool is_answered(const struct section *section) {
    return section->progress->asked->question->any && section->progress->passed;
}

/* How many events of the batch the section takes. */
static size_t takes(const struct batch *b, const struct section *section) {
    if (is_answered(section)) return 0;
    return section->condition == GROUPING_NO_CONDITION
               ? b->rows
               : b->g->conditions.items[section->condition].passed;
}

/* Does a section that takes events have the column? */
static bool is_wanted(const struct batch *b, size_t column) {
    EACH (const struct section, section, &b->g->sections) {
        size_t fields = takes(b, section) ? fold_plan_paths(section->progress->fold.plan) : 0;
        for (size_t i = 0; i < fields; i++)
            if (section->columns[i] == column) return true;
    }
    return false;
}

/* Positions become codes or hashes, of what passed its conditions; texts that are wanted in both
 * ways are looked at once. */
static void take_texts(const struct batch *b) {
    struct raw_text raw[GROUPING_AT_ONCE];
    const struct grouping *g = b->g;
    const char *path = NULL;
    for (size_t i = 0; i < g->columns.len; i++) {
        struct column_asked *column = &g->columns.items[i];
        uint64_t *of = g->of[i];
        if (!column->left || !is_wanted(b, i)) continue;
        bool same = path && strcmp(path, column->path) == 0, skeletons = false;
        for (size_t k = i; k < g->columns.len && !same; k++) {
            const struct column_asked *other = &g->columns.items[k];
            if (other->way == WAY_SKELETON && strcmp(other->path, column->path) == 0)
                skeletons = skeletons || is_wanted(b, k);
        }
        for (size_t row = 0; row < b->rows && !same; row++)
            raw[row] = raw_text_look(g->chunk, of[row], skeletons);
        path = column->path;
        for (size_t row = 0; row < b->rows; row++)
            of[row] = column->way == WAY_HASH ? hash_of_raw(b, i, &raw[row], of[row])
                                              : code_of_skeleton(column, &raw[row], of[row]);
    }
}

static bool decides_any(const struct grouping *g, size_t condition) {
    if (g->kinds.on && g->conditions.items[condition].by_kind) return false;
    EACH (const struct section, section, &g->sections)
        if (section->condition == condition && !is_answered(section)) return true;
    return false;
}

void grouping_take_batch(struct grouping *g, struct state *s, const struct jfr_constants *constants,
                         size_t rows, size_t seen) {
    struct batch b = {s, g, constants, rows, seen};
    uint16_t all[GROUPING_AT_ONCE];
    uint32_t kinds[GROUPING_AT_ONCE];
    for (size_t row = 0; row < b.rows; row++) all[row] = (uint16_t)row;
    if (g->kinds.on) kinds_take(&b, all, kinds);
    for (size_t i = 0; i < g->conditions.len; i++)
        if (decides_any(g, i)) sift(&b, i, all);
    take_texts(&b);
    for (size_t i = 0; i < g->sections.len; i++)
        if (!is_answered(&g->sections.items[i])) take_section(&b, i, all, kinds);
    if (g->kinds.on && g->kinds.groups.len > KINDS_MOST * g->sections.len) kinds_close(g);
}
