/* jfrtool history: which rate or method changed, and at which build. */
#include "analyzers/compare/change_points.h"
#include "cmd/write/event_columns.h"
#include "cmd/write/words.h"
#include "base/suggest.h"
#include "base/units.h"
#include "base/plural.h"
#include "cmd/cli/message.h"
#include "cmd/fleet/builds.h"
#include "cmd/read/answer.h"
#include "cmd/sheets/diff.h"
#include "cmd/write/bars.h"

#define BARS 40          /* of a sparkline: the latest builds */
#define LEAST_SHARE 0.01 /* of a method, in one build at least */

enum history_order { BY_NAME, BY_TIME };

enum { SHARES_SELF, SHARES_TOTAL };
#include "cmd/history_options.h"

/* ==== Series ================================================================================ */

enum series_unit { IN_PERCENT, IN_BYTES_PER_SECOND, PER_SECOND, IN_THREADS, IN_BYTES };

static const struct {
    const char *id, *name, *unit_name;
    enum series_unit unit;
    double factor;
} rates[BUILD_FIGURES] = {
    [BUILD_CPU] = {"jvm_cpu", "CPU of the JVM", "percent", IN_PERCENT, 100},
    [BUILD_GC_PAUSES] = {"gc_pauses", "GC pauses", "percent", IN_PERCENT, 100},
    [BUILD_ALLOCATION] = {"allocation", "allocation", "bytes_per_second", IN_BYTES_PER_SECOND, 1},
    [BUILD_EXCEPTIONS] = {"throwables", "exceptions and errors", "per_second", PER_SECOND, 1},
    [BUILD_THROTTLED] = {"throttled", "threads throttled by the container's limit", "threads",
                         IN_THREADS, 1},
    [BUILD_HEAP] = {"heap_max", "largest heap in use", "bytes", IN_BYTES, 1},
};

struct history_series {
    const char *id, *name; /* id: NULL of a method */
    const char *unit_name;
    enum series_unit unit;
    double *values;    /* of each build */
    double *variances; /* of methods: what comes from their samples; else NULL */
};

struct history {
    struct builds builds;
    ARRAY(struct history_series) series; /* rates, then methods by name */
    struct change_points points;
    size_t since; /* first build whose changes are shown */
    bool utf8;
};

static void add_series(struct history *history, struct history_series series) {
    const double *known = NULL;
    for (size_t i = 0; i < history->builds.items.len && !known; i++)
        if (is_known(series.values[i])) known = &series.values[i];
    if (known) {
        array_push(&history->series, series);
        return;
    }
    mem_free(series.values, series.variances);
}

/* Samples that follow each other are alike: they say about half of what independent ones would. */
#define DESIGN_EFFECT 2

/* Of shares in percent, by that of all builds together. */
static double *variances_of(const struct builds *builds, const double *shares) {
    double *variances = mem_zero(builds->items.len, sizeof *variances);
    double hits = 0, samples = 0;
    for (size_t i = 0; i < builds->items.len; i++) {
        hits += shares[i] / 100 * builds->items.items[i].samples;
        samples += builds->items.items[i].samples;
    }
    double share = samples > 0 ? fmin(hits / samples, 1) : 0;
    for (size_t i = 0; i < builds->items.len; i++)
        if (builds->items.items[i].samples > 0)
            variances[i] =
                1e4 * DESIGN_EFFECT * share * (1 - share) / builds->items.items[i].samples;
    return variances;
}

static void add_rate(struct history *history, size_t which) {
    size_t len = history->builds.items.len;
    struct history_series series = {rates[which].id,
                                    rates[which].name,
                                    rates[which].unit_name,
                                    rates[which].unit,
                                    mem_resize(NULL, len, sizeof(double)),
                                    NULL};
    for (size_t i = 0; i < len; i++)
        series.values[i] = history->builds.items.items[i].figures[which] * rates[which].factor;
    add_series(history, series);
}

/* Percent of the samples; what is not among the hot methods of a build has none of note. */
static void add_methods(struct history *history, bool total) {
    size_t len = history->builds.items.len, names = history->builds.methods.entries.len;
    OWNED(mem_release) double *shares = mem_zero(names * len, sizeof *shares);
    for (size_t i = 0; i < len; i++) {
        const struct build *build = &history->builds.items.items[i];
        for (size_t k = 0; k < build->methods.len && build->samples > 0; k++) {
            const struct build_method *method = &build->methods.items[k];
            shares[method->name * len + i] +=
                100 * (total ? method->total : method->self) / build->samples;
        }
    }
    for (size_t name = 1; name < names; name++) {
        struct history_series series = {
            NULL,      strings_get(&history->builds.methods, (uint32_t)name),
            "percent", IN_PERCENT,
            NULL,      NULL};
        double most = 0;
        for (size_t i = 0; i < len; i++) most = fmax(most, shares[name * len + i]);
        if (most < 100 * LEAST_SHARE) continue;
        series.values = mem_resize(NULL, len, sizeof(double));
        for (size_t i = 0; i < len; i++)
            series.values[i] =
                history->builds.items.items[i].samples > 0 ? shares[name * len + i] : MISSING_REAL;
        series.variances = variances_of(&history->builds, shares + name * len);
        add_series(history, series);
    }
}

static void find_changes(struct history *history, const struct history_options *options) {
    OWNED(array_release) ARRAY(struct change_series) all = {0};
    for (size_t i = 0; i < BUILD_FIGURES; i++) add_rate(history, i);
    add_methods(history, options->sort == SHARES_TOTAL);
    for (size_t i = 0; i < history->series.len; i++)
        array_push(&all, (struct change_series){history->series.items[i].values,
                                                history->series.items[i].variances,
                                                history->builds.items.len});
    change_points_find(all.items, all.len, options->alpha, &history->points);
}

static void history_free(struct history *history) {
    for (size_t i = 0; i < history->series.len; i++)
        mem_free(history->series.items[i].values, history->series.items[i].variances);
    array_free(&history->series);
    change_points_free(&history->points);
    builds_free(&history->builds);
}

/* ==== Cells ================================================================================= */

static void add_value(const struct history_series *series, double value, struct text *out) {
    if (is_missing(value)) {
        text_add_char(out, '-');
        return;
    }
    switch (series->unit) {
    case IN_PERCENT: text_addf(out, "%.2f %%", value); break;
    case IN_BYTES_PER_SECOND:
        units_add_bytes(out, value);
        text_add(out, "/s");
        break;
    case PER_SECOND: text_addf(out, "%.2f /s", value); break;
    case IN_THREADS: text_addf(out, "%.2f threads", value); break;
    case IN_BYTES: units_add_bytes(out, value); break;
    }
}

static void add_value_cell(struct sheet *sheet, const struct history_series *series, double value) {
    OWNED(text_free) struct text text = {0};
    add_value(series, value, &text);
    sheet_cell(sheet, cell_shown(cell_real(value, CELL_SIGNIFICANT), text_str(&text)));
}

/* Of the latest builds; the highest is the whole height. */
static void add_sparkline(const struct history *history, const struct history_series *series,
                          struct sheet *sheet) {
    size_t len = history->builds.items.len, first = len > BARS ? len - BARS : 0;
    OWNED(text_free) struct text line = {0};
    double most = 0;
    for (size_t i = first; i < len; i++)
        if (is_known(series->values[i])) most = fmax(most, series->values[i]);
    for (size_t i = first; i < len; i++) {
        double value = series->values[i];
        bars_add(&line,
                 is_missing(value) ? MISSING_REAL
                 : most > 0        ? value / most
                                   : 0,
                 0, 1, history->utf8, 1);
    }
    sheet_take_cell(sheet, &line);
}

/* ==== Tables ================================================================================ */

static void add_rates(const struct history *history, struct sheet *sheet) {
    sheet_group(sheet, (struct sheet_group){.title = "Rates"});
    sheet_table(sheet, (struct sheet_table){.formats = SHEET_PEOPLE, .omit_empty = true});
    sheet_columns(sheet, column_text("what", NULL), column_number("first", NULL),
                  column_number("last", NULL), column_text("builds", NULL));
    EACH (const struct history_series, series, &history->series) {
        if (!series->id) continue;
        sheet_row_of(sheet, cell_text(series->name));
        add_value_cell(sheet, series, series->values[0]);
        add_value_cell(sheet, series, series->values[history->builds.items.len - 1]);
        add_sparkline(history, series, sheet);
    }
    sheet_end(sheet);
    sheet_end(sheet);
}

static double size_of(const struct change_point *point) {
    double small = fmin(point->before, point->after), large = fmax(point->before, point->after);
    return small > 0 ? large / small : INFINITY;
}

ORDERED(latest_first, struct change_point *const, ORDER((*y)->at, (*x)->at),
        ORDER(size_of(*y), size_of(*x)), ORDER((*x)->series, (*y)->series))

/* Those of builds that are asked for; to be freed. */
static const struct change_point **changes_shown(const struct history *history, size_t *len) {
    const struct change_point **shown = mem_zero(history->points.items.len, sizeof *shown);
    *len = 0;
    for (size_t i = 0; i < history->points.items.len; i++)
        if (history->points.items.items[i].at >= history->since)
            shown[(*len)++] = &history->points.items.items[i];
    if (*len) qsort(shown, *len, sizeof *shown, latest_first);
    return shown;
}

static void add_values(const struct history *history, const struct history_series *series,
                       struct sheet *sheet) {
    sheet_array(sheet, "values");
    for (size_t k = 0; k < history->builds.items.len; k++)
        sheet_field(sheet, NULL, cell_real(series->values[k], CELL_SIGNIFICANT));
    sheet_end(sheet);
}

#include "cmd/keys/history_shown.h"

static void add_changes(const struct history *history, size_t top, struct sheet *sheet) {
    size_t len;
    OWNED(mem_release) const struct change_point **shown = changes_shown(history, &len);
    const bool people = sheet_shows(sheet, SHEET_PEOPLE);
    size_t cut = people && top && len > top ? top : len;
    sheet_group(sheet, (struct sheet_group){.title = "Changes, the latest first"});
    sheet_table(sheet, (struct sheet_table){.key = "changes", .omit_empty = true});
    history_change_columns(sheet);
    for (size_t i = 0; i < cut; i++) history_change_row(history, shown[i], sheet);
    sheet_end(sheet);
    event_columns_say_left_out(len - cut, "row", sheet);
    sheet_end(sheet);
}

/* ==== The answer ============================================================================ */

static void add_lines(const struct history *history, const struct history_options *options,
                      struct text *out) {
    size_t builds = history->builds.items.len, len;
    free(changes_shown(history, &len));
    text_add_number_of(out, len, "change");
    text_addf(out, "%s in %zu series over ", options->since ? " since then" : "",
              history->series.len);
    words_add(out, "{build}, from {} to {}.\n", cell_count(builds),
              cell_text(history->builds.items.items[0].label),
              cell_text(history->builds.items.items[builds - 1].label));
    double least = change_least_p(builds);
    if (least > options->alpha * 0.35) {
        if (builds == 1) text_add(out, "One build has nothing to be compared with.");
        else
            text_addf(out, "%zu builds are too few: any change could be chance (p=%.2f).", builds,
                      least);
        text_add(out, " With 9 or more, the change of a single rate can be significant.\n");
    }
    if (history->builds.left_out.len) {
        text_add_number_of(out, history->builds.left_out.len, "input");
        text_add(out,
                 plural(history->builds.left_out.len, " was left out.\n", " were left out.\n"));
    }
}

/* False: there is no such build; it has been said. */
static bool find_since(const struct history_options *options, struct history *history) {
    struct suggest near = suggest_for(options->since ? options->since : "");
    OWNED(text_free) struct text line = {0};
    if (!options->since) return true;
    for (size_t i = 0; i < history->builds.items.len; i++) {
        history->since = i;
        if (strcmp(history->builds.items.items[i].label, options->since) == 0) return true;
        suggest_offer(&near, history->builds.items.items[i].label);
    }
    text_addf(&line, "--since: there is no build %s", options->since);
    if (near.best) text_addf(&line, "; did you mean %s?", near.best);
    message_error("%s", text_str(&line));
    return false;
}

static int make_answer(struct answer *answer) {
    const struct history_options *options = answer->options;
    OWNED(history_free)
    struct history history = {.utf8 = answer->output.utf8 || answer->format != FORMAT_TEXT};
    int code = EXIT_OK;
    if (options->alpha <= 0 || options->alpha >= 1)
        return message_misused(answer->command,
                               "--alpha: expected a share between 0 and 1, such as 0.05");
    if (!builds_read(&options->base.operands, options->order == BY_TIME, &history.builds))
        code = EXIT_USAGE;
    else if (!history.builds.items.len) {
        message_error("there is no build: expected recordings, profiles or lines of jfrtool facts, "
                      "at least one for each build");
        code = EXIT_NOTHING;
    } else if (!find_since(options, &history)) code = EXIT_USAGE;
    if (code == EXIT_OK) {
        OWNED(text_free) struct text lines = {0};
        struct sheet *sheet = answer_sheet(answer, "History");
        find_changes(&history, options);
        history_fields(&history, options->alpha, sheet);
        add_lines(&history, options, &lines);
        sheet_lines(sheet, SHEET_PEOPLE, text_str(&lines));
        add_changes(&history, (size_t)options->top, sheet);
        add_rates(&history, sheet);
        answer->partial = history.builds.left_out.len > 0;
    }
    return code;
}
