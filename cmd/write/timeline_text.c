/* The timeline as a chart of characters: a table whose one column is the time axis. */
#include "cmd/read/moment.h"
#include "cmd/write/bars.h"
#include "cmd/write/frame_cells.h"
#include "cmd/write/table.h"
#include "cmd/write/timeline_view.h"
#include "base/units.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NUMBERS 19 /* columns of two numbers and the gaps around the chart */
#define USUAL_COLUMNS 120
#define LEAST_CHART 10
#define TOTAL_LINES 4 /* height of the chart of all samples */

size_t timeline_chart_columns(size_t columns) {
    if (columns == 0) columns = USUAL_COLUMNS;
    size_t chart = columns > NUMBERS ? (columns - NUMBERS) * 3 / 5 : 0;
    return chart < LEAST_CHART ? LEAST_CHART : chart;
}

/* ==== Names ================================================================================= */

/* The name of the row's method, with its parameters if another row shown is called the same. */
static size_t add_method(const struct timeline_view *view, uint32_t id, struct text *out) {
    struct frame_names names;
    frame_names_open(&view->profile->frames, (enum frame_by)view->by, &names);
    for (size_t i = 0; i < view->timeline->rows.len; i++)
        if (view->timeline->rows.items[i].kind == TIMELINE_ROW)
            frame_names_see(&names, view->timeline->rows.items[i].id);
    size_t packages = frame_names_add(&names, id, out);
    frame_names_free(&names);
    return packages;
}

void timeline_row_name(const struct timeline_view *view, const struct timeline_row *row,
                       struct text *out, size_t *packages) {
    static const char *const unknown[] = {"(no stack)", "(unknown thread)", "(no state)", ""};
    const struct frames *frames = &view->profile->frames;
    *packages = 0;
    if (row->kind == TIMELINE_UNKNOWN) {
        text_add(out, unknown[view->split]);
    } else if (row->kind == TIMELINE_OTHERS) {
        text_add_char(out, '(');
        text_add_grouped(out, row->members);
        text_addf(out, " other%s)", row->members == 1 ? "" : "s");
    } else if (view->split == TIMELINE_BY_METHOD) {
        const char *type = frame_type_name((enum frame_type)frames->rows.items[row->id].type);
        *packages = add_method(view, row->id, out);
        if (view->frame_types && *type) text_addf(out, " (%s)", type);
    } else {
        const char *name = strings_get(&frames->strings, row->id);
        text_add(out, *name ? name : "(no name)");
    }
}

/* ==== Charts ================================================================================ */

struct chart {
    const struct timeline_view *view;
    unsigned times; /* columns a bucket takes */
    bool utf8;
    struct table samples, facts;
};

static double share(double part, double whole) {
    return whole > 0 ? part / whole : 0;
}

static void counts_cell(struct chart *c, const uint64_t *counts, uint64_t most, unsigned line,
                        unsigned lines) {
    struct text cell = {0};
    for (size_t i = 0; i < c->view->timeline->buckets; i++)
        bars_add(&cell, share((double)counts[i], (double)most), line, lines, c->utf8, c->times);
    table_text(&c->samples, text_str(&cell));
    text_free(&cell);
}

static uint64_t most_of(const uint64_t *counts, size_t count) {
    uint64_t most = 0;
    for (size_t i = 0; i < count; i++)
        if (counts[i] > most) most = counts[i];
    return most;
}

static void columns(struct table *table, const char *first, const char *second, const char *axis,
                    const char *last) {
    table_column(table, (struct table_column){.title = first, .number = true});
    table_column(table, (struct table_column){.title = second, .number = true});
    table_column(table, (struct table_column){.title = axis});
    table_column(table, (struct table_column){.title = last, .flexible = true});
}

static void sample_rows(struct chart *c, unsigned total_lines) {
    const struct timeline *t = c->view->timeline;
    uint64_t most = most_of(t->total, t->buckets), most_in_rows = 0, all = c->view->range->samples;
    for (unsigned line = total_lines; line-- > 0;) {
        if (line == 0) {
            table_count(&c->samples, all);
            table_percent(&c->samples, all ? 100 : 0);
        } else {
            table_text(&c->samples, "");
            table_text(&c->samples, "");
        }
        counts_cell(c, t->total, most, line, total_lines);
        table_text(&c->samples, line ? "" : "all");
    }
    for (size_t i = 0; i < t->rows.len; i++) {
        uint64_t highest = most_of(t->rows.items[i].counts, t->buckets);
        if (highest > most_in_rows) most_in_rows = highest;
    }
    for (size_t i = 0; i < t->rows.len; i++) {
        const struct timeline_row *row = &t->rows.items[i];
        struct text name = {0};
        size_t packages;
        timeline_row_name(c->view, row, &name, &packages);
        table_count(&c->samples, row->samples);
        table_percent(&c->samples, 100 * share((double)row->samples, (double)all));
        counts_cell(c, row->counts, most_in_rows, 0, 1);
        table_name(&c->samples, text_str(&name), packages);
        text_free(&name);
    }
}

/* values in units of whole, which is 100 %; the bars are as high as highest of them. */
static void fact_row(struct chart *c, const double *values, double whole, const char *name) {
    size_t known = 0;
    double sum = 0, most = 0;
    struct text cell = {0};
    for (size_t i = 0; i < c->view->timeline->buckets; i++) {
        if (isnan(values[i])) continue;
        known++;
        sum += values[i] / whole;
        if (values[i] / whole > most) most = values[i] / whole;
    }
    if (known == 0) return;
    for (size_t i = 0; i < c->view->timeline->buckets; i++)
        bars_add(&cell, values[i] / whole / (most > 1 ? most : 1), 0, 1, c->utf8, c->times);
    table_percent(&c->facts, 100 * sum / (double)known);
    table_percent(&c->facts, 100 * most);
    table_text(&c->facts, text_str(&cell));
    table_text(&c->facts, name);
    text_free(&cell);
}

static void fact_rows(struct chart *c) {
    const struct timeline *t = c->view->timeline;
    if (t->machine) {
        fact_row(c, t->machine, 1, "CPU, machine");
        double *jvm = mem_alloc((t->buckets + 1) * sizeof *jvm);
        for (size_t i = 0; i < t->buckets; i++) jvm[i] = t->jvm_user[i] + t->jvm_system[i];
        fact_row(c, jvm, 1, "CPU, JVM");
        fact_row(c, t->jvm_system, 1, "CPU, JVM in the kernel");
        free(jvm);
    }
    for (size_t i = 0; i < t->threads.len; i++) {
        const char *thread = strings_get(&c->view->facts->strings, t->threads.items[i].name);
        struct text name = {0};
        text_addf(&name, "CPU of %s", *thread ? thread : "(no name)");
        fact_row(c, t->threads.items[i].load, 1, name.data);
        text_free(&name);
    }
    if (t->container_cpus)
        fact_row(c, t->container_cpus, 1, "CPU, container (100 % is one processor)");
    if (t->throttled) fact_row(c, t->throttled, 1, "CPU slices cut short by the quota");
    if (t->has_pauses) fact_row(c, t->paused_ns, (double)t->bucket_ns, "GC pauses");
}

static void make_chart(struct chart *c, unsigned total_lines) {
    struct text axis = {0}, first = {0}, count = {0};
    text_add_u64(&count, c->view->range->samples);
    const struct timeline *t = c->view->timeline;
    moment_add_axis(&axis, t->start_ns - c->view->origin_ns, t->bucket_ns, t->buckets, c->times);
    /* Both tables have their charts in the same columns: the numbers get the same width. */
    size_t width = count.len > 7 ? count.len : 7;
    text_addf(&first, "%*s", (int)width, "mean %");
    static const char *const titles[] = {"method", "thread", "state", ""};
    static const char *const wide[] = {"method", "line", "class", "package", "module", "bci"};
    const char *title =
        c->view->split == TIMELINE_BY_METHOD ? wide[c->view->by] : titles[c->view->split];
    columns(&c->samples, "samples", "     %", text_str(&axis), title);
    columns(&c->facts, text_str(&first), "most %", text_str(&axis), "what else happened");
    sample_rows(c, total_lines);
    fact_rows(c);
    /* The titles are used by the writers below. */
    c->samples.columns.items[2].title = arena_copy(&c->samples.texts, text_str(&axis), axis.len);
    c->facts.columns.items[2].title = arena_copy(&c->facts.texts, text_str(&axis), axis.len);
    c->facts.columns.items[0].title = arena_copy(&c->facts.texts, text_str(&first), first.len);
    text_free(&axis);
    text_free(&first);
    text_free(&count);
}

/* ==== Sentences ============================================================================= */

static void add_head(const struct timeline_view *view, struct text *out) {
    const struct timeline *t = view->timeline;
    text_add_number_of(out, view->range->samples, "sample");
    if (view->event) text_addf(out, " of %s", view->event);
    text_add(out, " in ");
    units_add_duration(out, view->range->end_ns - view->range->start_ns);
    text_add(out, ", in steps of ");
    units_add_exact(out, t->bucket_ns);
    text_add(out, ", at most ");
    text_add_grouped(out, most_of(t->total, t->buckets));
    text_add(out, " in one\n");
}

static void add_foot(const struct timeline_view *view, struct text *out) {
    const struct timeline *t = view->timeline;
    if (t->has_pauses) {
        text_add_number_of(out, t->pauses, "GC pause");
        if (t->pauses) {
            text_add(out, ", the longest ");
            units_add_duration(out, t->longest_pause_ns);
        }
        text_add_char(out, '\n');
    }
    if (t->window.samples) {
        double all = (double)view->range->samples;
        double part =
            (double)view->window_ns / (double)(view->range->end_ns - view->range->start_ns + 1);
        double mean = part < 1 ? all * part : all;
        text_add(out, "The busiest ");
        units_add_exact(out, view->window_ns);
        text_add(out, " hold ");
        text_add_number_of(out, t->window.samples, "sample");
        text_addf(out,
                  " (%.2f %%, %.1f times the mean): ", 100 * share((double)t->window.samples, all),
                  share((double)t->window.samples, mean));
        moment_add_selection(out, t->window.from_ns, t->window.to_ns, view->origin_ns);
        text_add_char(out, '\n');
    }
    moment_add_left_out(out, view->range);
}

/* Rows of a chart end in blanks where nothing happened. */
static void drop_trailing_blanks(struct text *out) {
    size_t to = 0;
    for (size_t i = 0; i < out->len; i++) {
        if (out->data[i] == '\n')
            while (to && out->data[to - 1] == ' ') to--;
        out->data[to++] = out->data[i];
    }
    if (to < out->len) out->data[to] = 0;
    out->len = to;
}

void timeline_write_text(const struct timeline_view *view, struct text *out) {
    struct chart c = {.view = view, .utf8 = view->utf8, .times = 1};
    struct table_style style = {.columns = view->columns, .color = view->color};
    size_t room = timeline_chart_columns(view->columns) / view->timeline->buckets;
    if (room > 1) c.times = (unsigned)room;
    make_chart(&c, TOTAL_LINES);
    add_head(view, out);
    text_add_char(out, '\n');
    table_write_text(&c.samples, &style, out);
    if (table_rows(&c.facts)) {
        text_add_char(out, '\n');
        table_write_text(&c.facts, &style, out);
    }
    text_add_char(out, '\n');
    add_foot(view, out);
    drop_trailing_blanks(out);
    table_free(&c.samples);
    table_free(&c.facts);
}

static void add_paragraph(struct text *out, const struct text *lines) {
    const char *at = text_str(lines);
    while (*at) {
        size_t len = strcspn(at, "\n");
        struct text line = {0};
        text_add_bytes(&line, at, len);
        markdown_add(out, text_str(&line));
        text_add(out, "\n\n");
        text_free(&line);
        at += len + (at[len] == '\n');
    }
}

void timeline_write_markdown(const struct timeline_view *view, struct text *out) {
    struct chart c = {.view = view, .utf8 = true, .times = 1};
    struct text lines = {0};
    make_chart(&c, 1);
    add_head(view, &lines);
    add_paragraph(out, &lines);
    table_write_markdown(&c.samples, out);
    text_add_char(out, '\n');
    if (table_rows(&c.facts)) {
        table_write_markdown(&c.facts, out);
        text_add_char(out, '\n');
    }
    text_clear(&lines);
    add_foot(view, &lines);
    add_paragraph(out, &lines);
    if (out->len && out->data[out->len - 1] == '\n') out->data[--out->len] = 0;
    table_free(&c.samples);
    table_free(&c.facts);
    text_free(&lines);
}
