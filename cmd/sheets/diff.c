#include "cmd/write/words.h"
#include "cmd/sheets/diff.h"

#include "cmd/cli/voice.h"
#include "cmd/sheets/changes.h"
#include "cmd/write/frame_cells.h"
#include "base/fill.h"
#include "base/safe.h"
#include "base/units.h"
#include "parser/names.h"

/* Fewer samples on a side are worth a sentence. */
#define FEW_SAMPLES 200

/* ==== Rows ================================================================================== */

static const struct diff_measure *measure_of(const struct diff_view *view, uint32_t row) {
    if (view->paths) return &view->diff->nodes.items[row];
    const struct diff_row *r = &view->diff->rows.items[row];
    return view->self ? &r->self : &r->total;
}

/* The rows or paths shown, in their order; to be freed. all: before any is left out. */
static uint32_t *rows_shown(const struct diff_view *view, size_t *len, size_t *all) {
    uint32_t *rows;
    if (view->paths) {
        *all = view->diff->paths.len;
        rows = mem_resize(NULL, *all, sizeof *rows);
        if (*all) memcpy(rows, view->diff->paths.items, *all * sizeof *rows);
    } else {
        rows = diff_order(view->diff, view->self, all);
    }
    size_t by_chance = 0;
    *len = 0;
    for (size_t i = 0; i < *all && (!view->top || *len < view->top); i++) {
        bool changed = measure_of(view, rows[i])->significant;
        if (changed || by_chance < view->by_chance) rows[(*len)++] = rows[i];
        by_chance += !changed;
    }
    return rows;
}

/* ==== Words ================================================================================= */

/* How the sides were made comparable: "Shares of samples". */
static const char *normalization(const struct diff_view *view) {
    bool values = view->options->values;
    switch (view->options->normalize) {
    case DIFF_PER_SECOND: return values ? "Per second recorded" : "Samples per second recorded";
    case DIFF_CPU: return "Processors: shares of the CPU time that the JVM used";
    case DIFF_COUNTS: return values ? "Not normalised" : "Not normalised: numbers of samples";
    default:
        if (!values) return "Normalised by samples: shares of all samples of a side";
        return "Normalised by value: shares of what all samples of a side are worth";
    }
}

/* Were samples recorded, whatever filters leave of them? Profiles name no event. */
static bool is_sampled(const struct diff_view *view, int side) {
    const struct comparison *c = view->comparison;
    bool sampled =
        view->diff->sides[side].samples > 0 ||
        some_of(i, c->inputs.len,
                c->inputs.items[i].side == side && c->recordings.items[i].reading.samples->event);
    return sampled;
}

void diff_add_side(const struct diff_view *view, int side, struct text *out) {
    const struct diff_side *s = &view->diff->sides[side];
    const struct comparison *c = view->comparison;
    if (is_sampled(view, side)) text_add_number_of(out, s->samples, "sample");
    else text_add(out, "no samples");
    const char *event = side == 0 && c->base_event ? c->base_event : c->event;
    if (event && is_sampled(view, side)) text_fill(out, safe_add_name, " of %s", event);
    if (s->seconds > 0) {
        text_add(out, " in ");
        units_add_duration(out, (int64_t)(s->seconds * 1e9));
    }
    if (s->recordings > 1) text_addf(out, ", %u recordings", s->recordings);
}

void diff_add_ratio(double ratio, struct text *out) {
    if (is_missing(ratio)) text_add_char(out, '-');
    else if (isinf(ratio)) text_add(out, "new");
    else if (ratio == 0) text_add(out, "removed");
    else text_addf(out, "%.2fx", ratio);
}

void diff_add_p(double p, struct text *out) {
    if (p < 0.001) text_add(out, "p<0.001");
    else text_addf(out, "p=%.3f", p);
}

void diff_ratio_cell(double ratio, struct sheet *sheet) {
    OWNED(text_free) struct text word = {0};
    diff_add_ratio(ratio, &word);
    sheet_cell(sheet, cell_shown(cell_real(ratio, CELL_SIGNIFICANT), text_str(&word)));
}

void diff_p_cell(double p, struct sheet *sheet) {
    OWNED(text_free) struct text word = {0};
    diff_add_p(p, &word);
    sheet_cell(sheet, cell_shown(cell_real(p, CELL_SIGNIFICANT), text_str(&word)));
}

/* "7.60 percentage points for ", of a method with that share of the base's samples. */
static void add_points(const struct diff_view *view, double share, struct text *out) {
    double points = 100 * diff_detectable(view->diff, view->options, share);
    if (is_missing(points)) text_add(out, "any change for ");
    else text_addf(out, "%.2f percentage points for ", points);
}

/* What the counts could have missed, and a sentence more where that is much. */
static void add_power(const struct diff_view *view, struct text *out) {
    const struct diff *diff = view->diff;
    const struct diff_side *sides = diff->sides;
    const uint64_t samples = sides[0].samples + sides[1].samples;
    bool cells = diff->test == DIFF_BY_CELLS;
    text_add(out, "Changes that are smaller than these may go unnoticed: ");
    add_points(view, 0.1, out);
    text_add(out, "a method with 10 % of the samples, ");
    add_points(view, 0.01, out);
    text_add(out, "one with 1 %, ");
    add_points(view, 0, out);
    text_add(out, "a new one. (Four out of five changes of that size are found.)\n");
    if (cells && sides[0].cells + sides[1].cells == 0)
        text_add(out, "Profiles do not say how samples depend on each other: they count as "
                      "independent, so small changes may be chance.\n");
    else if (diff->design_effect > 1.05)
        words_add(out,
                  "Samples of {} are alike, so all {sample} count as {} (the effective sample "
                  "size).\n",
                  cell_text(cells ? "a thread within a second" : "a recording"),
                  cell_count(samples),
                  cell_count((uint64_t)((double)samples / diff->design_effect)));
    uint64_t least = sides[sides[0].samples > sides[1].samples].samples;
    if (least >= FEW_SAMPLES) return;
    words_add(out,
              "With {sample} on a side, a diff without changes proves little: record longer, or "
              "several times.\n",
              cell_count(least));
}

/* ==== Table ================================================================================= */

struct columns {
    const char *titles[3]; /* base, new, change */
    double scale;
    const char *format; /* as people read it */
};

static struct columns columns_of(const struct diff_view *view) {
    switch (view->options->normalize) {
    case DIFF_PER_SECOND: return (struct columns){{"base /s", "new /s", "change"}, 1, "%.2f"};
    case DIFF_CPU: return (struct columns){{"base cpus", "new cpus", "change"}, 1, "%.3f"};
    case DIFF_COUNTS: return (struct columns){{"base", "new", "change"}, 1, "%.0f"};
    default: return (struct columns){{"base %", "new %", "change"}, 100, "%.2f"};
    }
}

/* People see few digits, programs those that matter. */
static void add_number(struct sheet *sheet, double n, const char *format, bool sign) {
    char people[64];
    char with_sign[16] = "%+";
    snprintf(with_sign + 2, sizeof with_sign - 2, "%s", format + 1);
    snprintf(people, sizeof people, sign ? with_sign : format, n);
    sheet_cell(sheet, cell_shown(cell_real(n, CELL_SIGNIFICANT), people));
}

static void add_path(const struct diff_view *view, const struct frame_names *names, uint32_t node,
                     struct sheet *sheet) {
    const struct calltree_node *nodes = view->diff->tree.nodes;
    ARRAY(uint32_t) path = {0};
    OWNED(text_free) struct text text = {0};
    for (uint32_t at = node; at != 0 && at != CALLTREE_NONE; at = nodes[at].parent)
        array_push(&path, nodes[at].frame);
    for (size_t i = path.len; i-- > 0;) {
        frame_names_add(names, path.items[i], &text);
        if (i) text_add(&text, " > ");
    }
    sheet_cell(sheet, cell_text(text_str(&text)));
    array_free(&path);
}

static void add_cells(const struct diff_view *view, const struct columns *columns,
                      const struct frame_names *names, uint32_t row, struct sheet *sheet) {
    const struct diff_measure *m = measure_of(view, row);
    OWNED(text_free) struct text word = {0};
    for (int side = 0; side < 2; side++)
        add_number(sheet, m->shown[side] * columns->scale, columns->format, false);
    add_number(sheet, m->change * columns->scale, columns->format, true);
    diff_ratio_cell(m->ratio, sheet);
    if (m->significant) diff_add_p(m->adjusted, &word);
    else text_add_char(&word, '~');
    double adjusted = m->tested ? m->adjusted : MISSING_REAL;
    sheet_cell(sheet, cell_shown(cell_real(adjusted, CELL_SIGNIFICANT), text_str(&word)));
    if (view->paths) add_path(view, names, row, sheet);
    else frame_add_name_cell(names, row, sheet);
}

/* ==== For programs ========================================================================== */

static const char *unit_of(const struct diff_view *view) {
    switch (view->options->normalize) {
    case DIFF_PER_SECOND: return view->options->values ? "value_per_second" : "samples_per_second";
    case DIFF_CPU: return "processors";
    case DIFF_COUNTS: return view->options->values ? "value" : "samples";
    default: return "percent";
    }
}

static struct cell count_if(bool known, uint64_t n) {
    return known ? cell_count(n) : cell_missing();
}

static struct cell ns_if(bool known, int64_t ns) {
    return known ? cell_ns(ns) : cell_missing();
}

static struct cell real_if(bool known, double n, int decimals) {
    return known ? cell_real(n, decimals) : cell_missing();
}

/* Nothing is tested where a side has no samples. */
static bool is_compared(const struct diff_view *view) {
    return is_sampled(view, 0) && is_sampled(view, 1);
}

static struct cell detectable(const struct diff_view *view, double share) {
    return cell_real(100 * diff_detectable(view->diff, view->options, share), 3);
}

#include "cmd/keys/diff_shown.h"

static void measure_object(const struct diff_view *view, const struct diff_measure *m,
                           const char *key, struct sheet *sheet) {
    sheet_object(sheet, key);
    measure_fields(m, view->options->normalize == DIFF_SHARES ? 100 : 1, sheet);
    sheet_end(sheet);
}

static void row_fields(const struct diff_view *view, uint32_t row, struct sheet *sheet) {
    const struct frames *frames = &view->diff->joined.frames;
    enum frame_by by = view->selection->by;
    bool type = view->selection->frame_type;
    if (!view->paths) {
        frame_add_fields(frames, row, by, type, sheet);
        measure_object(view, &view->diff->rows.items[row].self, "self", sheet);
        measure_object(view, &view->diff->rows.items[row].total, "total", sheet);
        return;
    }
    const struct calltree_node *nodes = view->diff->tree.nodes;
    sheet_array(sheet, "frames"); /* leaf first, as it is walked */
    for (uint32_t at = row; at != 0; at = nodes[at].parent) {
        sheet_object(sheet, NULL);
        frame_add_fields(frames, nodes[at].frame, by, type, sheet);
        sheet_end(sheet);
    }
    sheet_end(sheet);
    measure_object(view, &view->diff->nodes.items[row], "total", sheet);
}

static void side_fields(const struct diff_view *view, int side, struct sheet *sheet) {
    const struct diff_side *s = &view->diff->sides[side];
    bool sampled = is_sampled(view, side);
    sheet_object(sheet, side ? "new" : "base");
    sheet_array(sheet, "recordings");
    for (size_t i = 0; i < view->comparison->inputs.len; i++)
        if (view->comparison->inputs.items[i].side == side)
            sheet_field(sheet, NULL, cell_text(view->comparison->recordings.items[i].path));
    sheet_end(sheet);
    diff_side_fields(view, s, sampled, sheet);
    sheet_end(sheet);
}

static void fields(const struct diff_view *view, struct sheet *sheet) {
    diff_head(view, sheet);
    for (int side = 0; side < 2; side++) side_fields(view, side, sheet);
    comparison_add_warnings(view->comparison, sheet);
    diff_test(view, view->diff, is_compared(view), sheet);
}

/* ==== Around it ============================================================================= */

static size_t count_significant(const struct diff_view *view, size_t *all) {
    size_t significant = 0, len, unused;
    struct diff_view whole = *view;
    whole.top = 0;
    whole.by_chance = SIZE_MAX;
    OWNED(mem_release) uint32_t *rows = rows_shown(&whole, &len, &unused);
    for (size_t i = 0; i < len; i++) significant += measure_of(view, rows[i])->significant;
    *all = len;
    return significant;
}

/* The answer in a line: people read it first. */
static void add_verdict(const struct diff_view *view, size_t significant, size_t all,
                        struct text *out) {
    const char *noun = view->paths ? "paths" : frame_by_noun(view->selection->by);
    if (significant)
        text_addf(out, "%zu of %zu %s changed by more than chance.\n", significant, all, noun);
    else text_addf(out, "No change by more than chance in %zu %s.\n", all, noun);
}

/* What changed most with all that it calls, of the program's own methods: what is on top of stacks
 * is often the JDK's, or stands for many callers. */
static void add_whole(const struct diff_view *view, struct text *out) {
    const struct frames *frames = &view->diff->joined.frames;
    size_t len;
    OWNED(mem_release) uint32_t *rows = diff_order(view->diff, false, &len);
    for (size_t i = 0; i < len; i++) {
        const struct diff_measure *m = &view->diff->rows.items[rows[i]].total;
        if (!m->significant) break;
        if (names_is_of_jdk(strings_get(&frames->strings, frames->rows.items[rows[i]].class_name)))
            continue;
        OWNED(frame_names_free) struct frame_names names;
        frame_names_open(frames, view->selection->by, &names);
        text_add(out, "Largest change, callees included: ");
        frame_names_add(&names, rows[i], out);
        text_addf(out, ", %.2f %% -> %.2f %% of the samples.\n", 100 * m->shown[0],
                  100 * m->shown[1]);
        break;
    }
}

static void add_sides(const struct diff_view *view, struct text *out) {
    static const char *const sides[] = {"base", "new "};
    for (int side = 0; side < 2; side++) {
        text_addf(out, "%s  ", sides[side]);
        comparison_add_name(view->comparison, side, out);
        text_add(out, ": ");
        diff_add_side(view, side, out);
        text_add_char(out, '\n');
    }
}

static void add_how(const struct diff_view *view, struct text *out) {
    text_addf(out, "%s, %s\n", normalization(view),
              view->paths  ? "paths whose change their callers do not explain"
              : view->self ? "on top of the stack (self)"
                           : "anywhere on the stack (total)");
}

static void add_footer(const struct diff_view *view, size_t shown, size_t all, struct text *out) {
    const struct diff *diff = view->diff;
    words_add(out, "{} of {} {} shown", cell_count(shown), cell_count(all),
              cell_text(view->paths ? "paths" : frame_by_noun(view->selection->by)));
    if (shown < all) text_addf(out, "; %s", voice_all_rows());
    if (!view->paths) text_add(out, ". ~ is not significant: chance alone can do that");
    text_add(out, ".\n");
    if (diff->dispersion > 1.005)
        text_addf(out, "Recordings of a side differ %.1f times as much as their samples explain.\n",
                  sqrt(diff->dispersion));
    add_power(view, out);
}

static void add_table(const struct diff_view *view, size_t *shown, size_t *all, bool people,
                      struct sheet *sheet) {
    OWNED(mem_release) uint32_t *rows = rows_shown(view, shown, all);
    const struct columns columns = columns_of(view);
    static const char *const keys[] = {"base", "new", "change"};
    enum frame_by by = view->selection->by;
    const char *title = view->paths ? "path" : frame_by_title(by);
    sheet_table(sheet, (struct sheet_table){.key = view->paths ? "paths" : "rows",
                                            .formats = people ? 0 : SHEET_PROGRAMS,
                                            .omit_empty = true});
    for (int i = 0; i < 3; i++)
        sheet_column(sheet, column_for(SHEET_TABLES, column_number(columns.titles[i], keys[i])));
    sheet_columns(sheet, column_for(SHEET_TABLES, column_number("ratio", "ratio")),
                  column_for(SHEET_TABLES, column_number("chance", "adjusted_p")),
                  column_for(SHEET_TABLES, column_name(title, title)));
    OWNED(frame_names_free) struct frame_names names;
    frame_names_open(&view->diff->joined.frames, by, &names);
    for (size_t i = 0; i < *shown && !view->paths; i++) frame_names_see(&names, rows[i]);
    for (size_t i = 0; i < *shown; i++) {
        sheet_row(sheet);
        row_fields(view, rows[i], sheet);
        add_cells(view, &columns, &names, rows[i], sheet);
    }
    sheet_end(sheet);
}

void diff_describe(const struct diff_view *view, struct sheet *sheet) {
    OWNED(text_free) struct text lines = {0};
    size_t shown, all, significant = count_significant(view, &all);
    struct diff_view shows = *view;
    const bool besides = view->changes->has_rates;
    const bool samples = view->diff->sides[0].samples && view->diff->sides[1].samples;
    bool few = sheet_shows(sheet, SHEET_TEXT | SHEET_MARKDOWN) && view->top == DIFF_USUAL_ROWS;
    shows.by_chance = few ? DIFF_CHANCE_ROWS : SIZE_MAX;
    fields(view, sheet);
    changes_add_lines(view->changes, &lines);
    if (samples) add_verdict(view, significant, all, &lines);
    if (samples && view->self && !view->paths && view->selection->by == BY_METHOD &&
        view->options->normalize == DIFF_SHARES)
        add_whole(view, &lines);
    add_sides(view, &lines);
    if (samples && !besides) add_how(view, &lines);
    sheet_lines(sheet, SHEET_MARKDOWN, ""); /* what is above it in a document is apart from it */
    if (!sheet_shows(sheet, SHEET_TEXT))    /* they are on stderr as well */
        comparison_add_warning_lines(view->comparison, &lines);
    sheet_lines(sheet, SHEET_PEOPLE, text_str(&lines));
    changes_describe(view->changes, sheet);
    text_clear(&lines);
    sheet_group(sheet, (struct sheet_group){.title = "Profile", .formats = SHEET_HTML});
    if (samples && besides) {
        add_how(view, &lines);
        sheet_lines(sheet, SHEET_PEOPLE, text_str(&lines));
        text_clear(&lines);
    }
    add_table(&shows, &shown, &all, samples, sheet);
    if (samples) add_footer(view, shown, all, &lines);
    sheet_lines(sheet, SHEET_PEOPLE, text_str(&lines));
    sheet_end(sheet);
}
