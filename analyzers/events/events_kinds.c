/* Kinds of events: what decides is one number, so that for each different one it is found once
 * which conditions it passes and which group of each question it is in. Numbers of its events are
 * summed up once for all questions, which get the sums when the chunk is through. */
#include "analyzers/events/grouping.h"

/* ==== Which sections ======================================================================== */

/* SIZE_MAX: there is no room. */
static size_t sum_of(struct kinds *k, const struct section *section, size_t measure) {
    const struct fold_plan *of = &section->progress->asked->plan;
    size_t field = of->key_count + measure, at = 0;
    for (; at < k->plan.measure_count; at++)
        if (k->columns[at] == section->columns[field] &&
            k->plan.fields[1 + at].unit == of->fields[field].unit)
            break;
    if (at == FOLD_SHOWS) return SIZE_MAX;
    k->columns[at] = section->columns[field];
    k->plan.fields[1 + at] = of->fields[field];
    k->plan.measures[at].needs |= of->measures[measure].needs;
    if (at == k->plan.measure_count) k->plan.measure_count++;
    return at;
}

static bool can_sum_up(struct grouping *g, struct section *section) {
    const struct asked *asked = section->progress->asked;
    const struct fold_plan *plan = &asked->plan;
    if (asked->question->any) return false; /* that ends early */
    if (section->condition != GROUPING_NO_CONDITION &&
        !g->conditions.items[section->condition].by_tuple)
        return false;
    for (size_t i = 0; i < plan->key_count; i++)
        if (g->columns.items[section->columns[i]].left) return false;
    for (size_t i = 0; i < plan->measure_count; i++) {
        section->sums[i] = SIZE_MAX;
        if (fold_plan_is_hashed(plan, i)) section->hashed = true;
        else if (section->noted[i]) continue;
        else if (!section->as_it_is[plan->key_count + i] || !fold_plan_is_whole(plan, i) ||
                 (section->sums[i] = sum_of(&g->kinds, section, i)) == SIZE_MAX)
            return false;
    }
    return true;
}

/* ==== What decides ========================================================================== */

static uint64_t value_cell(const struct batch *b, size_t who, const struct tuple_part *part,
                           size_t row, uint64_t *from, uint64_t *len) {
    (void)from, (void)len;
    return section_field(b, &b->g->sections.items[who], part->field, b->g->of[part->column][row]);
}

static const struct asker value_asker = {.cell = value_cell};

/* The same number is turned into the same key for several questions. */
static bool decides_already(const struct grouping *g, const struct section *section, size_t key) {
    const struct fold_plan *plan = &section->progress->asked->plan;
    EACH (const struct tuple_part, part, &g->kinds.tuples.parts) {
        if (part->coded || part->column != section->columns[key]) continue;
        const struct fold_plan *other = &g->sections.items[part->who].progress->asked->plan;
        if (other->keys[part->field].kind == plan->keys[key].kind &&
            other->keys[part->field].step_ns == plan->keys[key].step_ns &&
            other->fields[part->field].kind == plan->fields[key].kind)
            return true;
    }
    return false;
}

static void add_section(struct grouping *g, size_t who) {
    const struct section *section = &g->sections.items[who];
    const struct fold_plan *plan = &section->progress->asked->plan;
    for (size_t i = 0; i < fold_plan_paths(plan); i++) {
        bool key = i < plan->key_count, coded = section->coded[i];
        struct tuple_part part = {section->columns[i], i, key ? &section_asker : &value_asker, who,
                                  .coded = coded};
        bool decides = key ? coded || (cells_kind(g->fields, part.column) != JFR_COLUMN_NONE &&
                                       !decides_already(g, section, i))
                           : section->noted[i - plan->key_count] &&
                                 !fold_plan_is_hashed(plan, i - plan->key_count);
        if (decides) tuples_add(&g->kinds.tuples, g, part);
    }
}

void kinds_bind(struct grouping *g) {
    struct kinds *k = &g->kinds;
    k->plan.key_count = 1;
    k->plan.fields[0].kind = JFR_COLUMN_INT;
    for (size_t i = 0; i < g->sections.len; i++) {
        struct section *section = &g->sections.items[i];
        section->by_kind = can_sum_up(g, section);
        if (section->by_kind) add_section(g, i);
        k->on = k->on || section->by_kind;
        if (section->condition == GROUPING_NO_CONDITION) continue;
        struct condition *c = &g->conditions.items[section->condition];
        c->has_rows = c->has_rows || section->hashed || !section->by_kind;
        /* What ends early had better not make kinds of a field that nobody else asks for. */
        c->by_kind = c->by_kind || (c->by_tuple && !section->progress->asked->question->any);
    }
    for (size_t i = 0; i < g->conditions.len && k->on; i++) {
        const struct condition *c = &g->conditions.items[i];
        EACH (const struct tuple_part, known, &c->known.parts) {
            struct tuple_part part = {known->column, known->field, &condition_asker, i,
                                      .coded = true};
            if (c->by_kind) tuples_add(&k->tuples, g, part);
        }
    }
    k->sums = fold_open(&k->plan);
}

/* ==== Events ================================================================================ */

/* What is noted of the first event of a kind, as all others have the same. */
static uint32_t note_values(const struct batch *b, struct section *section, uint32_t group,
                            size_t row) {
    struct fold *fold = &section->progress->fold;
    int64_t time_ns = (int64_t)b->g->of[0][row];
    uint32_t values = 0;
    for (size_t i = 0; i < fold->plan->measure_count; i++) {
        size_t field = fold->plan->key_count + i;
        if (!section->noted[i] || fold_plan_is_hashed(fold->plan, i)) continue;
        uint64_t cell = section_field(b, section, field, b->g->of[section->columns[field]][row]);
        if (!fold_is_value(fold, i, cell)) continue;
        fold_measure_many(fold, &b->s->kept, i, &(struct fold_batch){1, &group, &time_ns, &cell});
        values |= UINT32_C(1) << i;
    }
    return values;
}

static uint32_t new_kind(const struct batch *b, size_t who, size_t row) {
    struct kinds *k = &b->g->kinds;
    uint64_t kind = fold_groups(&k->sums);
    size_t passes = k->passes.len;
    (void)who;
    fold_group(&k->sums, &b->s->kept, &kind);
    for (size_t i = 0; i < b->g->conditions.len; i++)
        array_push(&k->passes,
                   b->g->conditions.items[i].by_kind && condition_asker.answer(b, i, row) == 2);
    for (size_t i = 0; i < b->g->sections.len; i++) {
        struct section *section = &b->g->sections.items[i];
        bool takes = section->by_kind && (section->condition == GROUPING_NO_CONDITION ||
                                          k->passes.items[passes + section->condition]);
        uint32_t group = takes ? section_asker.answer(b, i, row) : 0;
        array_push(&k->groups, group);
        array_push(&k->values, takes ? note_values(b, section, group - 1, row) : 0);
    }
    return (uint32_t)kind + 1;
}

static const struct asker kinds_asker = {.answer = new_kind};

void kinds_take(const struct batch *b, const uint16_t *all, uint32_t *kinds) {
    struct kinds *k = &b->g->kinds;
    size_t conditions = b->g->conditions.len;
    tuples_answer(b, &k->tuples, &kinds_asker, 0, all, b->rows, kinds);
    for (size_t i = 0; i < b->rows; i++) kinds[i]--;
    fold_count_many(&k->sums, kinds, b->rows);
    for (size_t i = 0; i < k->plan.measure_count; i++) {
        struct fold_batch batch = {b->rows, kinds, (const int64_t *)b->g->of[0],
                                   b->g->of[k->columns[i]]};
        fold_measure_many(&k->sums, &b->s->kept, i, &batch);
    }
    for (size_t i = 0; i < conditions; i++) {
        struct condition *c = &b->g->conditions.items[i];
        if (!c->by_kind) continue;
        c->passed = 0;
        for (size_t row = 0; row < b->rows && c->has_rows; row++) {
            c->rows[c->passed] = (uint16_t)row;
            c->passed += k->passes.items[kinds[row] * conditions + i];
        }
    }
}

void kinds_close(struct grouping *g) {
    struct kinds *k = &g->kinds;
    size_t sections = g->sections.len;
    for (size_t kind = 0; kind < fold_groups(&k->sums) && k->on; kind++) {
        for (size_t i = 0; i < sections; i++) {
            struct section *section = &g->sections.items[i];
            uint32_t group = k->groups.items[kind * sections + i];
            if (!group) continue;
            uint64_t count = fold_add_sums(&section->progress->fold, group - 1, &k->sums, kind,
                                           section->sums, k->values.items[kind * sections + i]);
            section->progress->passed += count;
            section->progress->counts.items[section->source_index] += count;
        }
    }
    EACH (struct section, section, &g->sections) section->by_kind = false;
    k->on = false;
}

void kinds_free(struct kinds *k) {
    tuples_free(&k->tuples);
    arrays_free(&k->passes, &k->groups, &k->values);
    if (k->sums.plan) fold_free(&k->sums);
}
