/* What is in the cells of the contrast: sums of a series, or of samples, of all inputs. */
#include "analyzers/rules/contrast_parts.h"

#include "analyzers/rules/sites.h"
#include "analyzers/samples/selection.h"
#include "base/units.h"

/* ==== Things ================================================================================ */

static void add_thing(struct contrast_things *things, const char *text, double amount, int side) {
    uint32_t id = strings_add(&things->names, text);
    while (things->texts.len <= id) {
        array_push(&things->texts, (const char *)"");
        for (int i = 0; i < 2; i++) array_push(&things->sums[i], 0.0);
    }
    things->texts.items[id] = text;
    things->sums[side].items[id] += amount;
}

void contrast_things_free(struct contrast_things *things) {
    strings_free(&things->names);
    arrays_free(&things->texts, &things->sums[0], &things->sums[1]);
}

/* By the number of the text first, of which there are few. */
static void add_things(const struct series *series, const struct tallies side[2],
                       struct contrast_things *things) {
    for (int i = 0; i < 2; i++)
        for (size_t k = 0; k < side[i].len; k++)
            add_thing(things,
                      strings_get(&series->tables->things.texts, (uint32_t)side[i].items[k].key),
                      side[i].items[k].sum, i);
}

/* ==== Series ================================================================================ */

static bool cell_value(const struct series *series, size_t column, size_t row, double *out) {
    enum jfr_column_kind kind = series->table->columns[column].kind;
    if (kind == JFR_COLUMN_REAL) {
        *out = series_real(series, column, row);
        return isfinite(*out);
    }
    int64_t value = series_int(series, column, row);
    *out = (double)value;
    return value != JFR_NULL_INT;
}

static bool is_after_gc(const struct series *series, size_t row) {
    const char *when = series_text(series, HEAP_WHEN, row);
    return when && strcmp(when, "After GC") == 0;
}

struct counter { /* the last that was said */
    double value;
    int64_t ns;
};

static void add_counter(struct contrast_spread *s, struct counter *before, int64_t time,
                        double value, double factor) {
    if (before->ns >= 0 && time > before->ns && value >= before->value) {
        /* What is known of the time, too. */
        contrast_spread_over(s, before->ns, time, (double)(time - before->ns) / 1e9,
                             s->cells->weight);
        contrast_spread_over(s, before->ns, time, (value - before->value) * factor, s->cells->sum);
    }
    *before = (struct counter){value, time};
}

static void add_level(struct contrast_spread *s, int64_t time, double value) {
    size_t cell = contrast_cell_at(s, time);
    if (cell == SIZE_MAX) return;
    s->cells->sum[cell] += value;
    s->cells->weight[cell]++;
}

static bool collect_series(const struct rule_input *input, const struct contrast_source *source,
                           struct contrast_cells *cells, struct contrast_things *things) {
    struct series series = contrast_series(input, source);
    struct contrast_spread s = contrast_spread_of(cells, input);
    OWNED(sites_free) struct sites sites = {0};
    struct tallies about[2] = {{0}};
    struct counter counter = {.ns = -1};
    double factor = source->factor != 0 ? source->factor : 1;
    bool any = false;
    for (size_t row = 0; row < series.rows; row++) {
        int64_t start = series_start(&series, row), duration = series_duration(&series, row);
        double value = 1;
        if (source->how >= CONTRAST_BY_SUM && !cell_value(&series, source->column, row, &value))
            continue;
        if (source->series == SERIES_PARK && sites_idle(&sites, &series, PARK_STACK, row)) continue;
        if (source->series == SERIES_HEAP && !is_after_gc(&series, row)) continue;
        any = true;
        switch (source->how) {
        case CONTRAST_BY_COUNTER: add_counter(&s, &counter, start, value, factor); continue;
        case CONTRAST_BY_LEVEL: add_level(&s, start, value * factor); continue;
        case CONTRAST_BY_SPAN:
            contrast_spread_over(&s, start, start + duration, (double)duration / 1e9 * factor,
                                 cells->sum);
            break;
        default: contrast_spread_over(&s, start, start, value * factor, cells->sum);
        }
        uint64_t thing = source->thing ? series_id(&series, source->thing, row) : JFR_NULL_ID;
        for (int i = 0; i < 2 && thing != JFR_NULL_ID; i++)
            if (s.side[i] > 0) tallies_add(&about[i], thing, s.side[i]);
    }
    if (any) add_things(&series, about, things);
    free_each(tallies_free, &about[0], &about[1]);
    return any;
}

/* ==== Samples =============================================================================== */

/* Those of a second may say that they are of its beginning, when nothing was recorded yet. */
static int64_t since_recorded(const struct contrast_spread *s, int64_t time) {
    if (contrast_cell_at(s, time) != SIZE_MAX) return time;
    for (size_t i = s->begin; i < s->end; i++) {
        int64_t from = s->cells->stretches.items[i].part.from_ns;
        if (time < from && from - time < NS_PER_S) return from;
    }
    return time;
}

static bool is_running(const struct profile *profile, const struct profile_who *who) {
    const char *state = strings_get(&profile->frames.strings, who->state);
    return !*state || strcmp(state, "STATE_DEFAULT") == 0 ||
           selection_state_matches("runnable", state);
}

static bool collect_samples(const struct rule_input *input, bool running,
                            struct contrast_cells *cells) {
    struct contrast_spread s = contrast_spread_of(cells, input);
    const struct profile *profile = input->profile;
    bool any = false;
    if (!profile) return false;
    bool *runs = mem_zero(profile->whos.len, sizeof *runs); /* by who */
    for (size_t i = 0; i < profile->whos.len; i++)
        runs[i] = is_running(profile, &profile->whos.items[i]);
    for (size_t i = 0; i < profile->moments.len; i++) {
        const struct moment *moment = &profile->moments.items[i];
        if (moment->time_ns == PROFILE_NO_TIME || runs[moment->who] != running) continue;
        int64_t time = since_recorded(&s, moment->time_ns);
        double count = (double)moments_count(&profile->moments, i);
        contrast_spread_over(&s, time, time, count, cells->sum);
        any = true;
    }
    free(runs);
    return any;
}

/* ==== All inputs ============================================================================ */

static bool is_next_of(const struct contrast_cells *cells, size_t i) {
    return i && cells->stretches.items[i].part.input == cells->stretches.items[i - 1].part.input;
}

bool contrast_collect(const struct contrast_source *source, struct contrast_cells *cells,
                      struct contrast_things *things) {
    bool any = false;
    contrast_cells_clear(cells,
                         source->how != CONTRAST_BY_LEVEL && source->how != CONTRAST_BY_COUNTER);
    for (size_t i = 0; i < cells->stretches.len; i++) {
        const struct rule_input *input = cells->stretches.items[i].part.input;
        if (is_next_of(cells, i)) continue;
        any |= source->how == CONTRAST_BY_SAMPLES
                   ? collect_samples(input, source->column == 0, cells)
                   : collect_series(input, source, cells, things);
    }
    return any;
}

bool contrast_is_known(const struct contrast_source *source, const struct contrast_cells *cells,
                       int side) {
    for (size_t i = 0; i < cells->stretches.len; i++) {
        const struct contrast_part *part = &cells->stretches.items[i].part;
        if (part->side != side) continue; /* of an input's parts, some may be of the other side */
        if (source->how == CONTRAST_BY_SAMPLES) {
            if (part->input->profile && part->input->profile->moments.len) return true;
        } else if (contrast_series(part->input, source).rows ||
                   (part->input->facts &&
                    rule_enabled(part->input->facts, series_rows[source->series].event))) {
            return true;
        }
    }
    return false;
}

/* ==== Settings ============================================================================== */

const char *contrast_other_setting(const struct contrast_source *source,
                                   const struct contrast_cells *cells) {
    const char *name = source->how == CONTRAST_BY_SPAN    ? "threshold"
                       : source->how == CONTRAST_BY_COUNT ? "throttle"
                                                          : NULL;
    const char *said = NULL;
    for (size_t i = 0; name && i < cells->stretches.len; i++) {
        const struct rule_input *input = cells->stretches.items[i].part.input;
        const char *here =
            is_next_of(cells, i)
                ? NULL
                : judge_setting(input->facts, series_rows[source->series].event, name);
        if (said && here && strcmp(said, here) != 0) return name;
        if (here) said = here;
    }
    return NULL;
}
