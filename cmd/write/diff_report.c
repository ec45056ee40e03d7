#include "cmd/write/diff_report.h"

#include "cmd/write/frame_cells.h"
#include "base/units.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Fewer samples on a side are worth a sentence. */
#define FEW_SAMPLES 200

/* ==== Rows ================================================================================== */

uint32_t *diff_view_rows(const struct diff_view *view, size_t *len, size_t *all) {
    uint32_t *rows;
    if (view->paths) {
        *all = view->diff->paths.len;
        rows = mem_resize(NULL, *all + 1, sizeof *rows);
        if (*all) memcpy(rows, view->diff->paths.items, *all * sizeof *rows);
    } else {
        rows = diff_order(view->diff, view->self, all);
    }
    *len = view->top && *all > view->top ? view->top : *all;
    return rows;
}

const struct diff_measure *diff_view_measure(const struct diff_view *view, uint32_t row) {
    if (view->paths) return &view->diff->nodes.items[row];
    const struct diff_row *r = &view->diff->rows.items[row];
    return view->self ? &r->self : &r->total;
}

/* ==== Words ================================================================================= */

const char *diff_normalization(const struct diff_view *view) {
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

void diff_add_side(const struct diff_view *view, int side, struct text *out) {
    const struct diff_side *s = &view->diff->sides[side];
    text_add_number_of(out, s->samples, "sample");
    if (view->comparison->event) text_addf(out, " of %s", view->comparison->event);
    if (s->seconds > 0) {
        text_add(out, " in ");
        units_add_duration(out, (int64_t)(s->seconds * 1e9));
    }
    if (s->recordings > 1) text_addf(out, ", %u recordings", s->recordings);
}

void diff_add_ratio(double ratio, struct text *out) {
    if (isnan(ratio)) text_add_char(out, '-');
    else if (isinf(ratio)) text_add(out, "new");
    else if (ratio == 0) text_add(out, "removed");
    else text_addf(out, "%.2fx", ratio);
}

void diff_add_p(double p, struct text *out) {
    if (p < 0.001) text_add(out, "p<0.001");
    else text_addf(out, "p=%.3f", p);
}

static void add_points(const struct diff_view *view, double share, struct text *out) {
    double points = 100 * diff_detectable(view->diff, view->options, share);
    if (isnan(points)) text_add(out, "more than there is");
    else text_addf(out, "%.2f points", points);
}

void diff_add_power(const struct diff_view *view, struct text *out) {
    const struct diff *diff = view->diff;
    const struct diff_side *sides = diff->sides;
    text_add(out, "The smallest change these samples could show (4 times in 5, all rows allowed "
                  "for): of a method at 10 % ");
    add_points(view, 0.1, out);
    text_add(out, ", at 1 % ");
    add_points(view, 0.01, out);
    text_add(out, ", of a new one ");
    add_points(view, 0, out);
    const char *by =
        diff->test == DIFF_BY_RECORDINGS ? "the recordings of a side" : "the seconds of a thread";
    if (diff->test == DIFF_BY_CELLS && sides[0].cells + sides[1].cells == 0)
        text_add(out, ". Profiles do not say how samples depend on each other: they count as "
                      "independent, so small changes may be chance.\n");
    else if (diff->design_effect > 1.05)
        text_addf(out, ". %.1f samples say as much as one independent one (judged by %s).\n",
                  diff->design_effect, by);
    else text_addf(out, ". Samples count as independent (judged by %s).\n", by);
    uint64_t least = sides[sides[0].samples > sides[1].samples].samples;
    if (least >= FEW_SAMPLES) return;
    text_add(out, "A quiet diff of ");
    text_add_number_of(out, least, "sample");
    text_add(out, " proves little: record longer, or several times.\n");
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
    default: return (struct columns){{"base %", "new %", "points"}, 100, "%.2f"};
    }
}

static void add_number(struct table *table, double n, const char *format, bool sign) {
    char people[64], programs[64];
    char with_sign[16] = "%+";
    snprintf(with_sign + 2, sizeof with_sign - 2, "%s", format + 1);
    snprintf(people, sizeof people, sign ? with_sign : format, n);
    snprintf(programs, sizeof programs, "%.6g", n);
    table_number(table, people, programs);
}

static void add_name(const struct frame_names *names, uint32_t row, struct table *table) {
    struct text name = {0};
    size_t packages = frame_names_add(names, row, &name);
    table_name(table, text_str(&name), packages);
    text_free(&name);
}

static void add_path(const struct diff_view *view, const struct frame_names *names, uint32_t node,
                     struct table *table) {
    const struct calltree_node *nodes = view->diff->tree.nodes;
    ARRAY(uint32_t) path = {0};
    struct text text = {0};
    for (uint32_t at = node; at != 0 && at != CALLTREE_NONE; at = nodes[at].parent)
        array_push(&path, nodes[at].frame);
    for (size_t i = path.len; i-- > 0;) {
        frame_names_add(names, path.items[i], &text);
        if (i) text_add(&text, " > ");
    }
    table_text(table, text_str(&text));
    text_free(&text);
    array_free(&path);
}

static void add_row(const struct diff_view *view, const struct columns *columns,
                    const struct frame_names *names, uint32_t row, struct table *table) {
    const struct diff_measure *m = diff_view_measure(view, row);
    struct text word = {0};
    for (int side = 0; side < 2; side++)
        add_number(table, m->shown[side] * columns->scale, columns->format, false);
    add_number(table, m->change * columns->scale, columns->format, true);
    diff_add_ratio(m->ratio, &word);
    char exact[64];
    snprintf(exact, sizeof exact, "%.6g", m->ratio);
    table_number(table, text_str(&word), isfinite(m->ratio) ? exact : "");
    text_clear(&word);
    if (m->significant) diff_add_p(m->adjusted, &word);
    else text_add_char(&word, '~');
    snprintf(exact, sizeof exact, "%.6g", m->adjusted);
    table_number(table, text_str(&word), m->tested ? exact : "");
    text_free(&word);
    if (view->paths) add_path(view, names, row, table);
    else add_name(names, row, table);
}

static void build_table(const struct diff_view *view, struct table *table, size_t *shown,
                        size_t *all) {
    uint32_t *rows = diff_view_rows(view, shown, all);
    struct columns columns = columns_of(view);
    const char *keys[] = {"base", "new", "change"};
    for (int i = 0; i < 3; i++)
        table_column(table, (struct table_column){
                                .title = columns.titles[i], .key = keys[i], .number = true});
    table_column(table, (struct table_column){.title = "ratio", .key = "ratio", .number = true});
    table_column(table,
                 (struct table_column){.title = "chance", .key = "adjusted_p", .number = true});
    enum frame_by by = view->selection->by;
    const char *title = view->paths ? "path" : frame_by_title(by);
    table_column(table, (struct table_column){.title = title, .key = title, .flexible = true});
    struct frame_names names;
    frame_names_open(&view->diff->joined.frames, by, &names);
    for (size_t i = 0; i < *shown && !view->paths; i++) frame_names_see(&names, rows[i]);
    for (size_t i = 0; i < *shown; i++) add_row(view, &columns, &names, rows[i], table);
    frame_names_free(&names);
    free(rows);
}

/* ==== Around it ============================================================================= */

static void add_header(const struct diff_view *view, struct text *out) {
    static const char *const sides[] = {"base", "new "};
    for (int side = 0; side < 2; side++) {
        text_addf(out, "%s  ", sides[side]);
        comparison_add_name(view->comparison, side, out);
        text_add(out, ": ");
        diff_add_side(view, side, out);
        text_add_char(out, '\n');
    }
    text_addf(out, "%s, %s\n", diff_normalization(view),
              view->paths  ? "paths whose change their callers do not explain"
              : view->self ? "on top of the stack (self)"
                           : "anywhere on the stack (total)");
}

static void add_footer(const struct diff_view *view, size_t shown, size_t all, struct text *out) {
    const struct diff *diff = view->diff;
    size_t significant = 0, len, unused;
    struct diff_view whole = *view;
    whole.top = 0;
    uint32_t *rows = diff_view_rows(&whole, &len, &unused);
    for (size_t i = 0; i < len; i++) significant += diff_view_measure(view, rows[i])->significant;
    free(rows);
    text_add_grouped(out, shown);
    text_add(out, " of ");
    text_add_grouped(out, all);
    text_addf(out, " %s shown", view->paths ? "paths" : frame_by_noun(view->selection->by));
    if (shown < all) text_add(out, "; --top 0 shows all");
    text_addf(out, ". %zu changed by more than chance", significant);
    if (!view->paths) text_add(out, "; ~ is what chance alone can do");
    text_add(out, ".\n");
    if (diff->dispersion > 1.005)
        text_addf(out, "Recordings of a side differ %.1f times as much as their samples explain.\n",
                  sqrt(diff->dispersion));
    diff_add_power(view, out);
}

void diff_add_text(const struct diff_view *view, const struct table_style *style,
                   struct text *out) {
    struct table table = {0};
    size_t shown, all;
    add_header(view, out);
    text_add_char(out, '\n');
    build_table(view, &table, &shown, &all);
    if (shown) {
        table_write_text(&table, style, out);
        text_add_char(out, '\n');
    }
    add_footer(view, shown, all, out);
    table_free(&table);
}

void diff_add_markdown(const struct diff_view *view, struct text *out) {
    struct table table = {0};
    struct text lines = {0};
    size_t shown, all;
    add_header(view, &lines);
    for (size_t i = 0; i < view->comparison->warnings.len; i++)
        text_addf(&lines, "Warning: %s\n", view->comparison->warnings.items[i]);
    markdown_add_lines(out, text_str(&lines));
    build_table(view, &table, &shown, &all);
    if (shown) {
        text_add_char(out, '\n');
        table_write_markdown(&table, out);
    }
    text_clear(&lines);
    add_footer(view, shown, all, &lines);
    markdown_add_lines(out, text_str(&lines));
    text_free(&lines);
    table_free(&table);
}

void diff_add_csv(const struct diff_view *view, struct text *out) {
    struct table table = {0};
    size_t shown, all;
    build_table(view, &table, &shown, &all);
    table_write_csv(&table, out);
    table_free(&table);
}

/* ==== JSON ================================================================================== */

static const char *unit_of(const struct diff_view *view) {
    switch (view->options->normalize) {
    case DIFF_PER_SECOND: return view->options->values ? "value_per_second" : "samples_per_second";
    case DIFF_CPU: return "processors";
    case DIFF_COUNTS: return view->options->values ? "value" : "samples";
    default: return "percent";
    }
}

static void add_json_measure(const struct diff_view *view, const struct diff_measure *m,
                             const char *key, cJSON *to) {
    double scale = view->options->normalize == DIFF_SHARES ? 100 : 1;
    cJSON *object = json_add_object(to, key);
    json_add_real(object, "base", m->shown[0] * scale, 6);
    json_add_real(object, "new", m->shown[1] * scale, 6);
    json_add_real(object, "change", m->change * scale, 6);
    json_add_real(object, "ratio", m->ratio, 4);
    json_add_real(object, "low", m->low * scale, 6);
    json_add_real(object, "high", m->high * scale, 6);
    json_add_real(object, "base_count", m->count[0], 0);
    json_add_real(object, "new_count", m->count[1], 0);
    json_add_real(object, "p", m->tested ? m->p : NAN, 9);
    json_add_real(object, "adjusted_p", m->tested ? m->adjusted : NAN, 9);
    json_add_real(object, "rank_p", m->rank_p, 9);
    json_add_bool(object, "significant", m->significant);
}

static void add_json_side(const struct diff_view *view, int side, cJSON *root) {
    const struct diff_side *s = &view->diff->sides[side];
    cJSON *object = json_add_object(root, side ? "new" : "base");
    cJSON *paths = json_add_array(object, "recordings");
    for (size_t i = 0; i < view->comparison->inputs.len; i++)
        if (view->comparison->inputs.items[i].side == side)
            json_add_text(paths, NULL, view->comparison->recordings.items[i].path);
    json_add_count(object, "samples", s->samples);
    json_add_count(object, "samples_without_stack", s->without_stack);
    json_add_count(object, "threads", s->threads);
    json_add_number(object, "duration_ns", (int64_t)llround(s->seconds * 1e9));
    json_add_real(object, "cpu_seconds", s->cpu_seconds > 0 ? s->cpu_seconds : NAN, 3);
    json_add_real(object, "effective_samples", s->effective, 1);
}

static void add_json_rows(const struct diff_view *view, cJSON *root) {
    size_t len, all;
    uint32_t *rows = diff_view_rows(view, &len, &all);
    const struct frames *frames = &view->diff->joined.frames;
    enum frame_by by = view->selection->by;
    bool type = view->selection->frame_type;
    cJSON *array = json_add_array(root, view->paths ? "paths" : "rows");
    for (size_t i = 0; i < len; i++) {
        cJSON *object = json_add_object(array, NULL);
        if (!view->paths) {
            frame_add_json(frames, rows[i], by, type, object);
            add_json_measure(view, &view->diff->rows.items[rows[i]].self, "self", object);
            add_json_measure(view, &view->diff->rows.items[rows[i]].total, "total", object);
            continue;
        }
        const struct calltree_node *nodes = view->diff->tree.nodes;
        cJSON *path = json_add_array(object, "frames"); /* leaf first, as it is walked */
        for (uint32_t at = rows[i]; at != 0; at = nodes[at].parent)
            frame_add_json(frames, nodes[at].frame, by, type, json_add_object(path, NULL));
        add_json_measure(view, &view->diff->nodes.items[rows[i]], "total", object);
    }
    free(rows);
}

void diff_add_json(const struct diff_view *view, struct text *out) {
    const struct diff *diff = view->diff;
    cJSON *root = cJSON_CreateObject();
    json_add_text(root, "event", view->comparison->event);
    json_add_text(root, "unit", unit_of(view));
    for (int side = 0; side < 2; side++) add_json_side(view, side, root);
    cJSON *warnings = json_add_array(root, "warnings");
    for (size_t i = 0; i < view->comparison->warnings.len; i++)
        json_add_text(warnings, NULL, view->comparison->warnings.items[i]);
    cJSON *test = json_add_object(root, "test");
    json_add_text(test, "clusters",
                  diff->test == DIFF_BY_RECORDINGS ? "recordings" : "thread seconds");
    json_add_real(test, "alpha", view->options->alpha, 6);
    json_add_count(test, "rows_tested", diff->tested);
    json_add_real(test, "design_effect", diff->design_effect, 3);
    json_add_real(test, "dispersion", diff->dispersion, 3);
    cJSON *power = json_add_object(root, "detectable_points");
    json_add_real(power, "at_10_percent", 100 * diff_detectable(diff, view->options, 0.1), 3);
    json_add_real(power, "at_1_percent", 100 * diff_detectable(diff, view->options, 0.01), 3);
    json_add_real(power, "new", 100 * diff_detectable(diff, view->options, 0), 3);
    add_json_rows(view, root);
    json_write(root, true, out);
}
