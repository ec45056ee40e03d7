/* The timeline for people: a chart of characters, a table whose one column is the time axis. */
#include "cmd/read/moment.h"
#include "cmd/write/bars.h"
#include "cmd/write/frame_cells.h"
#include "cmd/sheets/timeline.h"
#include "base/safe.h"
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
    struct sheet *sheet;
    unsigned times; /* columns a bucket takes */
    unsigned lines; /* height of the chart of all samples */
    bool utf8;
};

static double share(double part, double whole) {
    return whole > 0 ? part / whole : 0;
}

static void counts_cell(const struct chart *c, const uint64_t *counts, uint64_t most, unsigned line,
                        unsigned lines) {
    struct text cell = {0};
    for (size_t i = 0; i < c->view->timeline->buckets; i++)
        bars_add(&cell, share((double)counts[i], (double)most), line, lines, c->utf8, c->times);
    sheet_cell(c->sheet, cell_text(text_str(&cell)));
    text_free(&cell);
}

static uint64_t most_of(const uint64_t *counts, size_t count) {
    uint64_t most = 0;
    for (size_t i = 0; i < count; i++)
        if (counts[i] > most) most = counts[i];
    return most;
}

static void columns(struct sheet *sheet, const char *first, const char *second, const char *axis,
                    const char *last) {
    sheet_number_column(sheet, SHEET_ALL, first, NULL);
    sheet_number_column(sheet, SHEET_ALL, second, NULL);
    sheet_column(sheet, (struct sheet_column){.title = axis, .chart = true});
    sheet_column(sheet, (struct sheet_column){.title = last, .flexible = true});
}

static void sample_rows(const struct chart *c) {
    const struct timeline *t = c->view->timeline;
    uint64_t most = most_of(t->total, t->buckets), most_in_rows = 0, all = c->view->range->samples;
    for (unsigned line = c->lines; line-- > 0;) {
        sheet_row(c->sheet);
        sheet_cell(c->sheet, line ? cell_missing() : cell_count(all));
        sheet_cell(c->sheet, line ? cell_missing() : cell_percent(all ? 100 : 0));
        counts_cell(c, t->total, most, line, c->lines);
        sheet_cell(c->sheet, cell_text(line ? "" : "all"));
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
        sheet_row(c->sheet);
        sheet_cell(c->sheet, cell_count(row->samples));
        sheet_cell(c->sheet, cell_percent(100 * share((double)row->samples, (double)all)));
        counts_cell(c, row->counts, most_in_rows, 0, 1);
        sheet_cell(c->sheet, cell_name(text_str(&name), packages));
        text_free(&name);
    }
}

/* values in units of whole, which is 100 %; the bars are as high as highest of them. */
static void fact_row(const struct chart *c, const double *values, double whole, const char *name) {
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
    sheet_row(c->sheet);
    sheet_cell(c->sheet, cell_percent(100 * sum / (double)known));
    sheet_cell(c->sheet, cell_percent(100 * most));
    sheet_cell(c->sheet, cell_text(text_str(&cell)));
    sheet_cell(c->sheet, cell_text(name));
    text_free(&cell);
}

static void fact_rows(const struct chart *c) {
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

/* The clock below the offsets of the title. */
static void clock_row(const struct chart *c, const struct moment_axis *marks) {
    struct text clock = {0}, name = {0};
    moment_add_clock_axis(&clock, marks, &c->view->zone);
    text_add(&name, "clock, ");
    zone_add_name(&c->view->zone, &name);
    sheet_row(c->sheet);
    sheet_cell(c->sheet, cell_missing());
    sheet_cell(c->sheet, cell_missing());
    sheet_cell(c->sheet, cell_text(text_str(&clock)));
    sheet_cell(c->sheet, cell_text(text_str(&name)));
    text_free(&clock);
    text_free(&name);
}

static void add_charts(const struct chart *c) {
    static const char *const titles[] = {"method", "thread", "state", ""};
    static const char *const wide[] = {"method", "line", "class", "package", "module", "bci"};
    const struct timeline_view *view = c->view;
    const struct timeline *t = view->timeline;
    struct text axis = {0}, first = {0}, count = {0};
    const struct moment_axis marks = {t->start_ns, t->bucket_ns, view->origin_ns, t->buckets,
                                      c->times};
    moment_add_axis(&axis, &marks);
    /* Both tables have their charts in the same columns: the numbers get the same width. */
    text_add_u64(&count, view->range->samples);
    text_addf(&first, "%*s", count.len > 7 ? (int)count.len : 7, "mean %");
    sheet_table(c->sheet, (struct sheet_table){.formats = SHEET_PEOPLE});
    columns(c->sheet, "samples", "     %", text_str(&axis),
            view->split == TIMELINE_BY_METHOD ? wide[view->by] : titles[view->split]);
    clock_row(c, &marks);
    sample_rows(c);
    sheet_end(c->sheet);
    sheet_table(c->sheet, (struct sheet_table){.formats = SHEET_PEOPLE, .omit_empty = true});
    columns(c->sheet, text_str(&first), "most %", text_str(&axis), "what else happened");
    fact_rows(c);
    sheet_end(c->sheet);
    text_free(&axis);
    text_free(&first);
    text_free(&count);
}

/* ==== Sentences ============================================================================= */

/* How long was recorded; where the axis is another length (recordings that lie apart, samples from
 * before the first chunk), that, too. */
static void add_length(const struct timeline_view *view, struct text *out) {
    int64_t axis = view->range->end_ns - view->range->start_ns, apart = axis - view->recorded_ns;
    text_add(out, " in ");
    units_add_duration(out, view->recorded_ns > 0 ? view->recorded_ns : axis);
    if (view->recorded_ns <= 0 || (apart < axis / 50 && apart > -axis / 50)) return;
    text_add(out, " recorded, over ");
    units_add_duration(out, axis);
}

static void add_head(const struct timeline_view *view, struct text *out) {
    const struct timeline *t = view->timeline;
    text_add_number_of(out, view->range->samples, "sample");
    if (view->event) {
        text_add(out, " of ");
        safe_add_name(out, view->event);
    }
    add_length(view, out);
    text_add(out, ", in steps of ");
    units_add_exact(out, t->bucket_ns);
    text_add(out, ", at most ");
    text_add_grouped(out, most_of(t->total, t->buckets));
    text_add(out, " in one\n");
    moment_add_span(out, view->range, &view->zone);
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

void timeline_add_chart(const struct timeline_view *view, struct sheet *sheet) {
    bool text = sheet_shows(sheet, SHEET_TEXT);
    size_t room = timeline_chart_columns(view->columns) / view->timeline->buckets;
    const struct chart chart = {.view = view,
                                .sheet = sheet,
                                .times = text && room > 1 ? (unsigned)room : 1,
                                .lines = text ? TOTAL_LINES : 1,
                                .utf8 = !text || view->utf8};
    struct text lines = {0};
    add_head(view, &lines);
    sheet_lines(sheet, SHEET_PEOPLE, text_str(&lines));
    add_charts(&chart);
    text_clear(&lines);
    add_foot(view, &lines);
    if (lines.len || text) sheet_lines(sheet, SHEET_PEOPLE, text_str(&lines));
    text_free(&lines);
}
