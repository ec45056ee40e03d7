#include "analyzers/events/fold.h"

#include "analyzers/tables/order.h"
#include "base/hashes.h"
#include "base/platform.h"

#include <stdio.h>

enum { NEEDS_SUM = 1, NEEDS_ENDS = 2, NEEDS_DIGEST = 4, NEEDS_SET = 8 };

/* A sum of reals is kept in units of 2^-40, so that it is exact and the order decides nothing. */
#define REAL_UNIT 0x1p40
#define REAL_MOST 0x1p80

struct fold_tally {
    uint64_t count; /* not null */
    __int128 sum;
    uint64_t least, most; /* cells */
    int64_t first_ns, last_ns;
    uint64_t first, last; /* cells */
    struct digest *digest;
    struct map *set;
    struct hashes *texts; /* in place of the set, where fold_plan_is_hashed */
};

/* ==== Cells ================================================================================= */

static uint64_t cell_of(double real) {
    uint64_t cell;
    memcpy(&cell, &real, sizeof cell);
    return cell;
}

static bool is_null(enum jfr_column_kind kind, uint64_t cell) {
    return kind == JFR_COLUMN_NONE || cell == jfr_null(kind);
}

int fold_compare(const struct things *things, enum jfr_column_kind kind, uint64_t a, uint64_t b) {
    bool none = is_null(kind, a), neither = is_null(kind, b);
    return none || neither ? none - neither : table_compare_cells(things, kind, a, b);
}

/* ==== The plan ============================================================================== */

static unsigned needs_of(enum fold_function function) {
    switch (function) {
    case FOLD_SUM:
    case FOLD_AVG: return NEEDS_SUM;
    case FOLD_QUANTILE: return NEEDS_DIGEST;
    case FOLD_FIRST:
    case FOLD_LAST: return NEEDS_ENDS;
    case FOLD_UNIQUE:
    case FOLD_LIST: return NEEDS_SET;
    default: return 0;
    }
}

void fold_plan_make(struct fold_plan *plan, const struct fold_key *keys, size_t key_count,
                    const struct fold_show *shows, size_t show_count) {
    *plan = (struct fold_plan){.key_count = key_count, .show_count = show_count};
    if (key_count) memcpy(plan->keys, keys, key_count * sizeof *keys);
    for (size_t i = 0; i < show_count; i++) {
        size_t at = 0;
        plan->shows[i] = shows[i];
        plan->measure_of[i] = SIZE_MAX;
        if (!shows[i].path) continue;
        while (at < plan->measure_count && strcmp(plan->measures[at].path, shows[i].path) != 0)
            at++;
        if (at == plan->measure_count)
            plan->measures[plan->measure_count++] = (struct fold_measure){.path = shows[i].path};
        struct fold_measure *measure = &plan->measures[at];
        measure->needs |= needs_of(shows[i].function);
        measure->is_listed |= shows[i].function == FOLD_LIST;
        plan->measure_of[i] = at;
    }
}

size_t fold_plan_paths(const struct fold_plan *plan) {
    return plan->key_count + plan->measure_count;
}

const char *fold_plan_path(const struct fold_plan *plan, size_t index) {
    return index < plan->key_count ? plan->keys[index].path
                                   : plan->measures[index - plan->key_count].path;
}

bool fold_plan_is_set(const struct fold_plan *plan, size_t measure) {
    return (plan->measures[measure].needs & ~(unsigned)NEEDS_SET) == 0;
}

bool fold_plan_is_hashed(const struct fold_plan *plan, size_t measure) {
    return fold_plan_is_set(plan, measure) && !plan->measures[measure].is_listed &&
           plan->fields[plan->key_count + measure].kind == JFR_COLUMN_TEXT;
}

bool fold_plan_is_whole(const struct fold_plan *plan, size_t measure) {
    return plan->fields[plan->key_count + measure].kind == JFR_COLUMN_INT &&
           !(plan->measures[measure].needs & NEEDS_SET);
}

bool fold_plan_is_timed(const struct fold_plan *plan) {
    return some_of(i, plan->measure_count, plan->measures[i].needs & NEEDS_ENDS);
}

bool fold_plan_check(const struct fold_plan *plan, struct jfr_error *error) {
    for (size_t i = 0; i < plan->key_count; i++) {
        enum jfr_column_kind kind = plan->fields[i].kind;
        if (plan->keys[i].kind != FOLD_PATTERN || kind == JFR_COLUMN_NONE ||
            kind == JFR_COLUMN_TEXT)
            continue;
        snprintf(error->text, sizeof error->text, "--by: %.80s: only texts have patterns",
                 plan->keys[i].label);
        return false;
    }
    for (size_t i = 0; i < plan->show_count; i++) {
        if (plan->measure_of[i] == SIZE_MAX) continue;
        enum jfr_column_kind kind = plan->fields[plan->key_count + plan->measure_of[i]].kind;
        enum fold_function function = plan->shows[i].function;
        bool numbers = function >= FOLD_SUM && function <= FOLD_MAX;
        if (!numbers || !jfr_is_thing(kind)) continue;
        snprintf(error->text, sizeof error->text,
                 "--show: %.80s needs numbers, and %.80s is not a number; count, first, last, "
                 "unique and list take any field",
                 plan->shows[i].label, plan->shows[i].path);
        return false;
    }
    return true;
}

/* ==== Groups ================================================================================ */

struct fold fold_open(const struct fold_plan *plan) {
    return (struct fold){.plan = plan, .last = SIZE_MAX};
}

size_t fold_groups(const struct fold *f) {
    return f->counts.len;
}

void fold_free(struct fold *f) {
    for (size_t i = 0; i < fold_groups(f) * f->plan->measure_count; i++) {
        struct fold_tally *tally = &f->tallies[i];
        if (tally->digest) digest_free(tally->digest);
        if (tally->set) map_free(tally->set);
        if (tally->texts) hashes_free(tally->texts);
        mem_free(tally->digest, tally->set, tally->texts);
    }
    free_each(map_free, &f->ids, &f->patterns);
    arrays_free(&f->keys, &f->counts);
    free(f->tallies);
    *f = (struct fold){.plan = f->plan, .last = SIZE_MAX};
}

static void open_tallies(struct fold *f, size_t group) {
    size_t measures = f->plan->measure_count;
    if (group == f->capacity) {
        f->capacity = mem_grown(f->capacity, 8, group + 1);
        f->tallies = mem_resize(f->tallies, f->capacity * measures, sizeof *f->tallies);
    }
    for (size_t i = 0; i < measures; i++) {
        struct fold_tally *tally = &f->tallies[group * measures + i];
        unsigned needs = f->plan->measures[i].needs;
        *tally = (struct fold_tally){0};
        if (needs & NEEDS_DIGEST) tally->digest = mem_zero(1, sizeof *tally->digest);
        if (!(needs & NEEDS_SET)) continue;
        if (fold_plan_is_hashed(f->plan, i)) tally->texts = mem_zero(1, sizeof *tally->texts);
        else tally->set = mem_zero(1, sizeof *tally->set);
    }
}

static size_t group_of(struct fold *f, const uint64_t *keys) {
    size_t count = f->plan->key_count, bytes = count * sizeof *keys;
    uint64_t hash = 0;
    if (f->last != SIZE_MAX &&
        (!count || memcmp(&f->keys.items[f->last * count], keys, bytes) == 0))
        return f->last;
    /* NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult): the caller fills them */
    for (size_t i = 0; i < count; i++) hash = map_mix(hash ^ keys[i]);
    EACH_KEY (key, hash) {
        bool fresh;
        uint64_t *id = map_put(&f->ids, key, &fresh);
        if (fresh) {
            *id = fold_groups(f);
            open_tallies(f, fold_groups(f));
            for (size_t i = 0; i < count; i++) array_push(&f->keys, keys[i]);
            array_push(&f->counts, 0);
            return f->last = fold_groups(f) - 1;
        }
        if (!count || memcmp(&f->keys.items[*id * count], keys, bytes) == 0)
            return f->last = (size_t)*id;
    }
}

/* ==== Adding ================================================================================ */

static uint64_t pattern_of(struct fold *f, struct things *things, uint64_t cell) {
    bool fresh;
    uint64_t *known = map_put(&f->patterns, cell, &fresh);
    if (!fresh) return *known;
    OWNED(text_free) struct text text = {0};
    fold_add_pattern(&text, strings_get(&things->texts, (uint32_t)cell),
                     strings_len(&things->texts, (uint32_t)cell));
    *known = strings_intern(&things->texts, text_str(&text), text.len);
    return *known;
}

/* Events come nearly in the order of time: most are in the step of the one before. */
static uint64_t step_of(int64_t *before, int64_t time, int64_t step) {
    uint64_t since = (uint64_t)time - (uint64_t)*before;
    if (time < *before || since >= (uint64_t)step) {
        int64_t into = time % step;
        *before = time - (into < 0 ? into + step : into);
    }
    return (uint64_t)*before;
}

void fold_turn_key(struct fold *f, struct things *things, size_t index, uint64_t *cell) {
    const struct fold_key *key = &f->plan->keys[index];
    enum jfr_column_kind kind = f->plan->fields[index].kind;
    if (kind == JFR_COLUMN_REAL && table_real(*cell) == 0) *cell = 0; /* -0 is 0 */
    if (is_null(kind, *cell)) *cell = jfr_null(kind);
    else if (kind == JFR_COLUMN_REAL && is_missing(table_real(*cell)))
        *cell = cell_of(MISSING_REAL); /* one */
    else if (key->kind == FOLD_STEP)
        *cell = step_of(&f->steps[index], (int64_t)*cell, key->step_ns);
    else if (key->kind == FOLD_PATTERN && kind == JFR_COLUMN_TEXT)
        *cell = pattern_of(f, things, *cell);
}

static __int128 summand(enum jfr_column_kind kind, uint64_t cell) {
    if (kind == JFR_COLUMN_UNSIGNED) return cell;
    if (kind != JFR_COLUMN_REAL) return (int64_t)cell;
    double real = table_real(cell) * REAL_UNIT;
    return (__int128)(real > REAL_MOST ? REAL_MOST : real < -REAL_MOST ? -REAL_MOST : real);
}

/* The earlier of two: of one time the one that comes first in order. */
static void take_ends(struct fold_tally *tally, const struct things *things,
                      enum jfr_column_kind kind, int64_t first_ns, uint64_t first, int64_t last_ns,
                      uint64_t last) {
    bool none = tally->count == 0;
    if (none || first_ns < tally->first_ns ||
        (first_ns == tally->first_ns && fold_compare(things, kind, first, tally->first) < 0)) {
        tally->first_ns = first_ns;
        tally->first = first;
    }
    if (none || last_ns > tally->last_ns ||
        (last_ns == tally->last_ns && fold_compare(things, kind, last, tally->last) > 0)) {
        tally->last_ns = last_ns;
        tally->last = last;
    }
}

static void take_bounds(struct fold_tally *tally, enum jfr_column_kind kind, uint64_t least,
                        uint64_t most) {
    if (!tally->count || fold_compare(NULL, kind, least, tally->least) < 0) tally->least = least;
    if (!tally->count || fold_compare(NULL, kind, most, tally->most) > 0) tally->most = most;
}

/* A NaN is a value of its own, but none to reckon with. Fewer than no bytes are none that could be
 * counted: the end of a stream in recordings of JDK 7 and 8, a limit that there is not. */
static bool is_no_value(const struct fold_field *field, uint64_t cell) {
    return is_null(field->kind, cell) ||
           (field->kind == JFR_COLUMN_REAL && is_missing(table_real(cell))) ||
           (field->kind == JFR_COLUMN_INT && field->unit == JFR_UNIT_BYTES && (int64_t)cell < 0);
}

bool fold_is_value(const struct fold *f, size_t measure, uint64_t cell) {
    return !is_no_value(&f->plan->fields[f->plan->key_count + measure], cell);
}

static void measure_one(struct fold *f, const struct things *things, size_t group, size_t measure,
                        int64_t time_ns, uint64_t cell) {
    const struct fold_field *field = &f->plan->fields[f->plan->key_count + measure];
    struct fold_tally *tally = &f->tallies[group * f->plan->measure_count + measure];
    unsigned needs = f->plan->measures[measure].needs;
    enum jfr_column_kind kind = field->kind;
    bool fresh;
    if (is_no_value(field, cell)) return;
    if (!jfr_is_thing(kind)) take_bounds(tally, kind, cell, cell);
    if (needs & NEEDS_SUM) tally->sum += summand(kind, cell);
    if (needs & NEEDS_ENDS) take_ends(tally, things, kind, time_ns, cell, time_ns, cell);
    if (needs & NEEDS_DIGEST)
        digest_add(tally->digest, kind == JFR_COLUMN_REAL       ? table_real(cell)
                                  : kind == JFR_COLUMN_UNSIGNED ? (double)cell
                                                                : (double)(int64_t)cell);
    if (needs & NEEDS_SET) *map_put(tally->set, cell, &fresh) = 1;
    tally->count++;
}

static struct fold_tally *tally_of(const struct fold *f, size_t group, size_t measure) {
    return &f->tallies[group * f->plan->measure_count + measure];
}

/* Whole numbers of which the different ones are not asked. */
static void measure_whole(struct fold *f, size_t measure, const struct fold_batch *batch,
                          bool bytes) {
    const unsigned needs = f->plan->measures[measure].needs;
    const struct fold_batch b = *batch;
    struct fold_tally *tallies = tally_of(f, 0, measure);
    const size_t step = f->plan->measure_count;
    for (size_t i = 0; i < b.count; i++) {
        int64_t value = (int64_t)b.cells[i], time_ns = b.times[i];
        struct fold_tally *tally = &tallies[b.groups[i] * step];
        bool first = tally->count == 0;
        if (value == JFR_NULL_INT || (bytes && value < 0)) continue;
        if (first || value < (int64_t)tally->least) tally->least = (uint64_t)value;
        if (first || value > (int64_t)tally->most) tally->most = (uint64_t)value;
        if (needs & NEEDS_SUM) tally->sum += value;
        if (needs & NEEDS_ENDS && (first || time_ns < tally->first_ns || time_ns > tally->last_ns ||
                                   time_ns == tally->first_ns || time_ns == tally->last_ns))
            take_ends(tally, NULL, JFR_COLUMN_INT, time_ns, (uint64_t)value, time_ns,
                      (uint64_t)value);
        if (needs & NEEDS_DIGEST) digest_add(tally->digest, (double)value);
        tally->count++;
    }
}

void fold_measure_many(struct fold *f, const struct things *things, size_t measure,
                       const struct fold_batch *batch) {
    const struct fold_field *field = &f->plan->fields[f->plan->key_count + measure];
    if (fold_plan_is_whole(f->plan, measure)) {
        measure_whole(f, measure, batch, field->unit == JFR_UNIT_BYTES);
        return;
    }
    for (size_t i = 0; i < batch->count; i++)
        measure_one(f, things, batch->groups[i], measure, batch->times[i], batch->cells[i]);
}

void fold_measure_hashes(struct fold *f, size_t measure, const struct fold_batch *batch) {
    struct fold_tally *tallies = &f->tallies[measure];
    size_t step = f->plan->measure_count;
    bool counts = f->plan->measures[measure].needs & NEEDS_SET; /* else they are only there */
    for (size_t i = 0; counts && i < batch->count; i++)
        hashes_prefetch(tallies[batch->groups[i] * step].texts, batch->cells[i]);
    for (size_t i = 0; i < batch->count; i++) {
        struct fold_tally *tally = &tallies[batch->groups[i] * step];
        if (batch->cells[i] == FOLD_NO_TEXT) continue;
        if (counts) hashes_put(tally->texts, batch->cells[i]);
        tally->count++;
    }
}

void fold_measure_again(struct fold *f, size_t group, size_t measure) {
    tally_of(f, group, measure)->count++;
}

size_t fold_group(struct fold *f, struct things *things, uint64_t *keys) {
    for (size_t i = 0; i < f->plan->key_count; i++) fold_turn_key(f, things, i, &keys[i]);
    return group_of(f, keys);
}

void fold_count_many(struct fold *f, const uint32_t *groups, size_t count) {
    if (!f->plan->key_count && count) f->counts.items[0] += count;
    else
        for (size_t i = 0; i < count; i++) f->counts.items[groups[i]]++;
    f->events += count;
}

/* ==== Merging =============================================================================== */

static uint64_t renamed(enum jfr_column_kind kind, uint64_t cell, const struct things_ids *ids) {
    if (!jfr_is_thing(kind) || cell == JFR_NULL_ID) return cell;
    const uint32_t *by = kind == JFR_COLUMN_TEXT     ? ids->texts
                         : kind == JFR_COLUMN_THREAD ? ids->threads
                                                     : ids->stacks;
    return by[cell];
}

static void merge_tally(struct fold_tally *into, const struct fold_tally *from,
                        const struct things *things, unsigned needs, enum jfr_column_kind kind,
                        const struct things_ids *ids) {
    bool fresh;
    if (!from->count) return;
    if (!jfr_is_thing(kind)) take_bounds(into, kind, from->least, from->most);
    if (needs & NEEDS_ENDS)
        take_ends(into, things, kind, from->first_ns, renamed(kind, from->first, ids),
                  from->last_ns, renamed(kind, from->last, ids));
    into->sum += from->sum;
    if (needs & NEEDS_DIGEST) digest_merge(into->digest, from->digest);
    if (from->texts) hashes_merge(into->texts, from->texts);
    if (from->set) map_reserve(into->set, into->set->len + from->set->len);
    for (size_t i = 0; from->set && i < from->set->size; i++)
        if (from->set->slots[i].value != MAP_EMPTY)
            *map_put(into->set, renamed(kind, from->set->slots[i].key, ids), &fresh) = 1;
    into->count += from->count;
}

void fold_merge(struct fold *into, const struct fold *from, const struct things *things,
                const struct things_ids *ids) {
    const struct fold_plan *plan = into->plan;
    size_t measures = plan->measure_count;
    uint64_t keys[FOLD_KEYS];
    for (size_t g = 0; g < fold_groups(from); g++) {
        for (size_t i = 0; i < plan->key_count; i++)
            keys[i] = renamed(plan->fields[i].kind, from->keys.items[g * plan->key_count + i], ids);
        size_t group = group_of(into, keys);
        into->counts.items[group] += from->counts.items[g];
        for (size_t i = 0; i < measures; i++)
            merge_tally(&into->tallies[group * measures + i], &from->tallies[g * measures + i],
                        things, plan->measures[i].needs, plan->fields[plan->key_count + i].kind,
                        ids);
    }
    into->events += from->events;
}

uint64_t fold_add_sums(struct fold *f, size_t group, const struct fold *sums, size_t of,
                       const size_t *measures, uint32_t values) {
    uint64_t count = sums->counts.items[of];
    f->counts.items[group] += count;
    f->events += count;
    for (size_t i = 0; i < f->plan->measure_count; i++) {
        struct fold_tally *tally = tally_of(f, group, i);
        if (measures[i] == SIZE_MAX) tally->count += values >> i & 1 ? count - 1 : 0;
        else
            merge_tally(tally, tally_of(sums, of, measures[i]), NULL, f->plan->measures[i].needs,
                        JFR_COLUMN_INT, NULL);
    }
    return count;
}

/* ==== Answers =============================================================================== */

struct fold_value fold_key_of(const struct fold *f, size_t group, size_t key) {
    const struct fold_field *field = &f->plan->fields[key];
    return (struct fold_value){field->kind, field->unit,
                               f->keys.items[group * f->plan->key_count + key]};
}

static struct fold_value integer(enum jfr_unit unit, __int128 n) {
    int64_t most = INT64_MAX;
    return (struct fold_value){JFR_COLUMN_INT, unit,
                               (uint64_t)(n > most    ? most
                                          : n < -most ? -most
                                                      : (int64_t)n)};
}

static struct fold_value real(enum jfr_unit unit, double n) {
    return (struct fold_value){JFR_COLUMN_REAL, unit, cell_of(n)};
}

/* Of unsigned numbers, whose sums are not below 0. */
static struct fold_value whole(const struct fold_field *field, __int128 n) {
    uint64_t most = UINT64_MAX;
    if (field->kind != JFR_COLUMN_UNSIGNED) return integer(field->unit, n);
    return (struct fold_value){field->kind, field->unit, n > most ? most : (uint64_t)n};
}

static struct fold_value average(const struct fold_tally *tally, const struct fold_field *field) {
    double n = (double)tally->sum / (double)tally->count;
    if (field->kind == JFR_COLUMN_REAL) return real(field->unit, n / REAL_UNIT);
    if (field->unit == JFR_UNIT_NONE) return real(field->unit, n);
    return integer(field->unit, (__int128)floor(n + 0.5));
}

struct fold_value fold_value_of(const struct fold *f, size_t group, size_t show) {
    const struct fold_plan *plan = f->plan;
    size_t measure = plan->measure_of[show];
    if (measure == SIZE_MAX) return integer(JFR_UNIT_NONE, f->counts.items[group]);
    const struct fold_tally *tally = &f->tallies[group * plan->measure_count + measure];
    const struct fold_field *field = &plan->fields[plan->key_count + measure];
    struct fold_value value = {field->kind, field->unit, jfr_null(field->kind)};
    enum fold_function function = plan->shows[show].function;
    if (function == FOLD_COUNT) return integer(JFR_UNIT_NONE, tally->count);
    if (function >= FOLD_UNIQUE)
        return integer(JFR_UNIT_NONE, (__int128)(tally->set ? tally->set->len : tally->texts->len));
    if (!tally->count) return value;
    switch (function) {
    case FOLD_SUM:
        return field->kind == JFR_COLUMN_REAL ? real(field->unit, (double)tally->sum / REAL_UNIT)
                                              : whole(field, tally->sum);
    case FOLD_AVG: return average(tally, field);
    case FOLD_QUANTILE: {
        double n = digest_quantile(tally->digest, plan->shows[show].quantile);
        return field->kind == JFR_COLUMN_REAL ? real(field->unit, n) : whole(field, (__int128)n);
    }
    case FOLD_MIN: value.cell = tally->least; break;
    case FOLD_MAX: value.cell = tally->most; break;
    case FOLD_FIRST: value.cell = tally->first; break;
    default: value.cell = tally->last; break;
    }
    return value;
}

struct ordering {
    const struct fold *fold;
    const struct things *things;
    const struct fold_value *values; /* NULL: by the keys */
    bool descending;
    enum jfr_column_kind kind; /* of a list */
};

static int compare_listed(const void *a, const void *b, void *context) {
    const struct ordering *o = context;
    return fold_compare(o->things, o->kind, *(const uint64_t *)a, *(const uint64_t *)b);
}

uint64_t *fold_list_of(const struct fold *f, const struct things *things, size_t group, size_t show,
                       size_t *len, struct fold_field *field) {
    const struct fold_plan *plan = f->plan;
    size_t measure = plan->measure_of[show];
    const struct map *set = f->tallies[group * plan->measure_count + measure].set;
    *field = plan->fields[plan->key_count + measure];
    uint64_t *list = mem_resize(NULL, set->len, sizeof *list);
    *len = 0;
    for (size_t i = 0; i < set->size; i++)
        if (set->slots[i].value != MAP_EMPTY) list[(*len)++] = set->slots[i].key;
    struct ordering ordering = {.things = things, .kind = field->kind};
    platform_sort(list, *len, sizeof *list, compare_listed, &ordering);
    return list;
}

static int compare_groups(const void *a, const void *b, void *context) {
    const struct ordering *o = context;
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    const struct fold_plan *plan = o->fold->plan;
    if (o->values) {
        const struct fold_value *p = &o->values[x], *q = &o->values[y];
        bool none = is_null(p->kind, p->cell), neither = is_null(q->kind, q->cell);
        if (none != neither) return none - neither;
        int order = fold_compare(o->things, p->kind, p->cell, q->cell);
        if (order) return o->descending ? -order : order;
    }
    for (size_t i = 0; i < plan->key_count; i++) {
        int order = fold_compare(o->things, plan->fields[i].kind,
                                 o->fold->keys.items[x * plan->key_count + i],
                                 o->fold->keys.items[y * plan->key_count + i]);
        if (order) return o->descending && !o->values ? -order : order;
    }
    return 0;
}

uint32_t *fold_order(const struct fold *f, const struct things *things, size_t show,
                     bool descending) {
    size_t len = fold_groups(f);
    uint32_t *order = mem_resize(NULL, len, sizeof *order);
    struct fold_value *values = show == SIZE_MAX ? NULL : mem_resize(NULL, len, sizeof *values);
    for (size_t i = 0; i < len; i++) {
        order[i] = (uint32_t)i;
        if (values) values[i] = fold_value_of(f, i, show);
    }
    struct ordering ordering = {
        .fold = f, .things = things, .values = values, .descending = descending};
    platform_sort(order, len, sizeof *order, compare_groups, &ordering);
    free(values);
    return order;
}
