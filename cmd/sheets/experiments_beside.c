#include "cmd/sheets/experiments_beside.h"

#include "analyzers/whatif/differences.h"
#include "base/fill.h"
#include "base/safe.h"

static const char *const keys[] = {
    [WHATIF_UNSURE_CHANGE] = "unknown", [WHATIF_SAME] = "same", [WHATIF_DIFFERS] = "differs"};
static const char *const words[] = {[WHATIF_UNSURE_CHANGE] = "not sure yet",
                                    [WHATIF_SAME] = "no difference",
                                    [WHATIF_DIFFERS] = "differs by more than chance"};
static const struct whatif_estimate none = {
    .gain = MISSING_REAL, .low = MISSING_REAL, .high = MISSING_REAL};

/* A row of both, by name. */
struct pair {
    const char *name;
    struct whatif_estimate gains[2];
};
typedef ARRAY(struct pair) pairs;

static struct whatif_estimate gain_of(const struct experiments *e, uint32_t method,
                                      uint32_t speed) {
    const struct whatif_gain *gain = experiments_gain(e, method, WHATIF_VIRTUAL, speed);
    return gain && e->answer.refusal == WHATIF_ANSWERED ? gain->estimate : none;
}

static struct pair *pair_of(pairs *all, const char *name) {
    for (size_t i = 0; i < all->len; i++)
        if (strcmp(all->items[i].name, name) == 0) return &all->items[i];
    array_push(all, ((struct pair){name, {none, none}}));
    return &all->items[all->len - 1];
}

/* The methods of the new side by gain, then those that only the base has. */
static pairs pairs_of(const struct experiments_side sides[2], uint32_t speed) {
    pairs all = {0};
    for (int side = 1; side >= 0; side--) {
        const struct experiments *e = &sides[side].experiments;
        OWNED(mem_release) uint32_t *ranked = mem_zero(e->methods.len, sizeof *ranked);
        experiments_rank(e, speed, ranked);
        for (size_t i = 0; i < e->methods.len; i++)
            pair_of(&all, e->methods.items[ranked[i]].name)->gains[side] =
                gain_of(e, ranked[i], speed);
    }
    return all;
}

static void add_side(const struct experiments_side *side, const char *key, struct sheet *sheet,
                     struct text *lines) {
    const struct experiments *e = &side->experiments;
    const struct whatif_reason *why = &whatif_reasons[e->answer.refusal];
    sheet_object_of(sheet, key, {"recordings", cell_text(side->name)},
                    {"refused", cell_text_if_any(why->key)}, {"progress", cell_text(e->point)},
                    {"progress_per_second", cell_of_real(CELL_REAL, e->answer.rate, 3)});
    text_fill(lines, safe_add_name, "%s: %s", key, side->name);
    if (why->sentence) text_addf(lines, ": no answer: %s", why->sentence);
    text_add_char(lines, '\n');
}

/* "+12.1 [+9.0, +15.2]", or nothing. */
static void add_gain(struct sheet *sheet, double gain, double low, double high) {
    OWNED(text_free) struct text shown = {0};
    if (is_known(gain)) {
        experiments_add_gain(&shown, gain);
        text_add_char(&shown, ' ');
        experiments_add_interval(&shown, &(struct whatif_estimate){.low = low, .high = high});
    }
    sheet_cells(sheet, is_known(gain) ? cell_text(text_str(&shown)) : cell_blank(),
                cell_percent(gain), cell_percent(low), cell_percent(high));
}

static void add_columns(struct sheet *sheet, const char *title, const char *gain, const char *low,
                        const char *high) {
    sheet_columns(sheet, column_for(SHEET_PEOPLE, column_text(title, NULL)),
                  column_for(SHEET_PROGRAMS, column_number(gain, gain)),
                  column_for(SHEET_PROGRAMS, column_number(low, low)),
                  column_for(SHEET_PROGRAMS, column_number(high, high)));
}

static void add_table(const pairs *all, const struct whatif_difference *differences,
                      struct sheet *sheet) {
    sheet_table(sheet, (struct sheet_table){.key = "methods"});
    sheet_column(sheet, column_name("method", "method"));
    add_columns(sheet, "base", "base_gain_percent", "base_low", "base_high");
    add_columns(sheet, "new", "new_gain_percent", "new_low", "new_high");
    add_columns(sheet, "difference", "difference_points", "difference_low", "difference_high");
    sheet_columns(sheet, column_for(SHEET_PROGRAMS, column_number("adjusted p", "adjusted_p")),
                  column_for(SHEET_PROGRAMS, column_text("change", "change")),
                  column_for(SHEET_PEOPLE, column_words("note", NULL)));
    for (size_t i = 0; i < all->len; i++) {
        const struct pair *pair = &all->items[i];
        const struct whatif_difference *d = &differences[i];
        OWNED(text_free) struct text safe = {0};
        safe_add_name(&safe, pair->name);
        sheet_row_of(sheet, cell_text(text_str(&safe)));
        for (int side = 0; side < 2; side++)
            add_gain(sheet, pair->gains[side].gain, pair->gains[side].low, pair->gains[side].high);
        add_gain(sheet, d->points, d->low, d->high);
        sheet_cells(sheet, cell_of_real(CELL_REAL, is_known(d->points) ? d->p : MISSING_REAL, 6),
                    cell_text(keys[d->change]),
                    cell_text(is_known(d->points) ? words[d->change] : ""));
    }
    sheet_end(sheet);
}

/* together: what is above is of both. */
static void add_notes(const struct whatif_difference *differences, size_t len, bool same,
                      bool together, struct sheet *sheet) {
    bool differ = some_of(i, len, differences[i].change == WHATIF_DIFFERS);
    if (!same)
        sheet_lines(sheet, SHEET_PEOPLE,
                    "They count different progress, so their gains are not compared.\n");
    else if (differ && together)
        sheet_lines(sheet, SHEET_PEOPLE,
                    "They differ, so the figures of both together, above, are those of neither.\n");
}

void experiments_compare(const struct experiments_side sides[2], uint32_t percent, bool together,
                         struct sheet *sheet) {
    uint32_t speed = experiments_speed(&sides[1].experiments, percent);
    const char *points[] = {sides[0].experiments.point, sides[1].experiments.point};
    OWNED(array_release) pairs all = pairs_of(sides, speed);
    OWNED(text_free) struct text lines = {0};
    bool same = !points[0] || !points[1] || strcmp(points[0], points[1]) == 0;
    ARRAY(struct whatif_estimate) gains[2] = {{0}, {0}};
    for (size_t i = 0; i < all.len; i++)
        for (int side = 0; side < 2; side++)
            array_push(&gains[side], same ? all.items[i].gains[side] : none);
    OWNED(mem_release)
    struct whatif_difference *differences = mem_zero(all.len, sizeof *differences);
    whatif_differences(gains[0].items, gains[1].items, all.len, differences);
    sheet_group(sheet, (struct sheet_group){.title = "Comparison", .key = "comparison"});
    add_side(&sides[0], "base", sheet, &lines);
    add_side(&sides[1], "new", sheet, &lines);
    sheet_lines(sheet, SHEET_PEOPLE, text_str(&lines));
    add_table(&all, differences, sheet);
    add_notes(differences, all.len, same, together, sheet);
    sheet_end(sheet);
    arrays_free(&gains[0], &gains[1]);
}
