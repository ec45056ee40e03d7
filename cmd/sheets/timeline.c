#include "cmd/sheets/timeline.h"

#include "analyzers/time/load.h"
#include "base/plural.h"
#include "base/units.h"
#include "cmd/read/moment.h"
#include "cmd/write/amount.h"
#include "cmd/write/bars.h"
#include "cmd/write/frame_cells.h"
#include "cmd/write/words.h"

/* ==== For people: a table whose one column is the time axis ================================= */

#define NUMBERS 27 /* columns of three numbers and the gaps around the chart */
#define LEAST_NAMES 24
#define USUAL_COLUMNS 120
#define LEAST_CHART 10
#define CAUSES 3        /* of collections that are named */
#define TOTAL_LINES 4   /* height of the chart of all samples */
#define LEAD_SAMPLES 20 /* at least, for a sentence about where most of them are */

size_t timeline_chart_columns(size_t columns) {
    if (columns == 0) columns = USUAL_COLUMNS;
    size_t room = columns > NUMBERS ? columns - NUMBERS : 0;
    size_t names = room / 4 > LEAST_NAMES ? room / 4 : LEAST_NAMES;
    size_t chart = room > names ? room - names : 0;
    return chart < LEAST_CHART ? LEAST_CHART : chart;
}

/* ==== Names ================================================================================= */

/* The name of the row's method, with its parameters if another row shown is called the same. */
static size_t add_method(const struct timeline_view *view, uint32_t id, struct text *out) {
    OWNED(frame_names_free) struct frame_names names;
    frame_names_open(&view->profile->frames, (enum frame_by)view->by, &names);
    for (size_t i = 0; i < view->timeline->rows.len; i++)
        if (view->timeline->rows.items[i].kind == TIMELINE_ROW)
            frame_names_see(&names, view->timeline->rows.items[i].id);
    return frame_names_add(&names, id, out);
}

/* As people read it, not made safe; packages as in fit_add. */
static void row_name(const struct timeline_view *view, const struct timeline_row *row,
                     struct text *out, size_t *packages) {
    static const char *const unknown[] = {"(no stack)", "(unknown thread)", "(no state)", "",
                                          "(no stack)"};
    const struct frames *frames = &view->profile->frames;
    *packages = 0;
    if (row->kind == TIMELINE_UNKNOWN) {
        text_add(out, unknown[view->split]);
    } else if (row->kind == TIMELINE_OTHERS) {
        words_add(out, "({} other{})", cell_count(row->members),
                  cell_text(plural(row->members, "", "s")));
    } else if (view->split == TIMELINE_BY_METHOD) {
        const char *type = frame_type_name((enum frame_type)frames->rows.items[row->id].type);
        *packages = add_method(view, row->id, out);
        if (view->frame_types && *type) text_addf(out, " (%s)", type);
    } else {
        uint32_t id =
            view->split == TIMELINE_BY_FIELD ? frames->rows.items[row->id].class_name : row->id;
        const char *name = strings_get(&frames->strings, id);
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

/* MISSING_REAL of what is not known. */
static double share(double part, double whole) {
    return whole > 0 || is_missing(part) ? part / whole : 0;
}

static void counts_cell(const struct chart *c, const uint64_t *counts, uint64_t most, unsigned line,
                        unsigned lines) {
    OWNED(text_free) struct text cell = {0};
    for (size_t i = 0; i < c->view->timeline->buckets; i++)
        bars_add(&cell, share((double)counts[i], (double)most), line, lines, c->utf8, c->times);
    sheet_cell(c->sheet, cell_text(text_str(&cell)));
}

static uint64_t most_of(const uint64_t *counts, size_t count) {
    uint64_t most = 0;
    for (size_t i = 0; i < count; i++)
        if (counts[i] > most) most = counts[i];
    return most;
}

static void chart_columns(struct sheet *sheet, const char *axis, const char *last) {
    sheet_column(sheet, (struct sheet_column){.title = axis, .chart = true});
    sheet_column(sheet, column_name(last, NULL));
}

/* Each row is as high as its own highest step, which it says. */
static void sample_rows(const struct chart *c) {
    const struct timeline *t = c->view->timeline;
    uint64_t most = most_of(t->total, t->buckets), all = c->view->range->samples;
    for (unsigned line = c->lines; line-- > 0;) {
        sheet_row_of(c->sheet, line ? cell_blank() : cell_count(all),
                     line ? cell_blank() : cell_percent(all ? 100 : 0),
                     line ? cell_blank() : cell_count(most));
        counts_cell(c, t->total, most, line, c->lines);
        sheet_cell(c->sheet, cell_text(line ? "" : "all"));
    }
    EACH (const struct timeline_row, row, &t->rows) {
        uint64_t highest = most_of(row->counts, t->buckets);
        OWNED(text_free) struct text name = {0};
        size_t packages;
        row_name(c->view, row, &name, &packages);
        sheet_row_of(c->sheet, cell_count(row->samples),
                     cell_percent(100 * share((double)row->samples, (double)all)),
                     cell_count(highest));
        counts_cell(c, row->counts, highest, 0, 1);
        sheet_cell(c->sheet, cell_name(text_str(&name), packages));
    }
}

/* values in units of whole, which is 100 %; the bars are as high as the highest of them. */
static void fact_row(const struct chart *c, const double *values, double whole, const char *name) {
    size_t known = 0;
    double sum = 0, most = 0;
    OWNED(text_free) struct text cell = {0};
    for (size_t i = 0; i < c->view->timeline->buckets; i++) {
        if (is_missing(values[i])) continue;
        known++;
        sum += values[i] / whole;
        if (values[i] / whole > most) most = values[i] / whole;
    }
    if (known == 0) return;
    for (size_t i = 0; i < c->view->timeline->buckets; i++)
        bars_add(&cell, share(values[i] / whole, most), 0, 1, c->utf8, c->times);
    sheet_row_of(c->sheet, cell_percent(100 * sum / (double)known), cell_percent(100 * most),
                 cell_text(text_str(&cell)), cell_text(name));
}

static void fact_rows(const struct chart *c) {
    const struct timeline *t = c->view->timeline;
    if (t->machine) {
        fact_row(c, t->machine, 1, "CPU, machine");
        OWNED(mem_release) double *jvm = mem_resize(NULL, t->buckets, sizeof *jvm);
        for (size_t i = 0; i < t->buckets; i++) jvm[i] = t->jvm_user[i] + t->jvm_system[i];
        fact_row(c, jvm, 1, "CPU, JVM");
        fact_row(c, t->jvm_system, 1, "CPU, JVM in the kernel");
    }
    for (size_t i = 0; i < t->threads.len; i++) {
        const char *thread = strings_get(&c->view->facts->strings, t->threads.items[i].name);
        OWNED(text_free) struct text name = {0};
        text_addf(&name, "CPU of %s", *thread ? thread : "(no name)");
        fact_row(c, t->threads.items[i].load, 1, name.data);
    }
    if (t->container_cpus)
        fact_row(c, t->container_cpus, 1, "CPU, container (100 % is one processor)");
    if (t->throttled) fact_row(c, t->throttled, 1, "CPU slices cut short by the quota");
    if (t->has_pauses) fact_row(c, t->paused_ns, (double)t->bucket_ns, "GC pauses");
}

/* The clock below the offsets of the title, behind so many numbers. */
static void clock_row(const struct chart *c, const struct moment_axis *marks, int numbers) {
    OWNED(text_free) struct text clock = {0}, name = {0};
    moment_add_clock_axis(&clock, marks, &c->view->zone);
    text_add(&name, "clock, ");
    zone_add_name(&c->view->zone, &name);
    sheet_row(c->sheet);
    for (int i = 0; i < numbers; i++) sheet_cell(c->sheet, cell_blank());
    sheet_cells(c->sheet, cell_text(text_str(&clock)), cell_text(text_str(&name)));
}

static void add_samples(const struct chart *c, const struct moment_axis *marks, const char *axis) {
    static const char *const titles[] = {"method", "thread", "state", ""};
    static const char *const wide[] = {"method", "line", "class", "package", "module", "bci"};
    const struct timeline_view *view = c->view;
    sheet_table(c->sheet, (struct sheet_table){.formats = SHEET_PEOPLE});
    sheet_columns(c->sheet, column_number("samples", NULL), column_number("     %", NULL),
                  column_number("  most", NULL));
    chart_columns(c->sheet, axis,
                  view->split == TIMELINE_BY_METHOD  ? wide[view->by]
                  : view->split == TIMELINE_BY_FIELD ? view->field
                                                     : titles[view->split]);
    clock_row(c, marks, 3);
    sample_rows(c);
    sheet_end(c->sheet);
}

/* In the same columns as the chart of samples: numbers of both have the same width. */
static void add_facts(const struct chart *c, const struct moment_axis *marks, const char *axis) {
    OWNED(text_free) struct text first = {0}, count = {0};
    text_add_u64(&count, c->view->range->samples);
    text_addf(&first, "%*s", (count.len > 7 ? (int)count.len : 7) + 8, "mean %");
    sheet_table(c->sheet, (struct sheet_table){.formats = SHEET_PEOPLE, .omit_empty = true});
    sheet_columns(c->sheet, column_number(text_str(&first), NULL), column_number("most %", NULL));
    chart_columns(c->sheet, axis, c->view->event ? "what else happened" : "what happened");
    if (!c->view->event) clock_row(c, marks, 2);
    fact_rows(c);
    sheet_end(c->sheet);
}

static void add_charts(const struct chart *c) {
    const struct timeline *t = c->view->timeline;
    const struct moment_axis marks = {t->start_ns, t->bucket_ns, c->view->origin_ns, t->buckets,
                                      c->times};
    OWNED(text_free) struct text axis = {0};
    moment_add_axis(&axis, &marks);
    if (c->view->event) add_samples(c, &marks, text_str(&axis));
    add_facts(c, &marks, text_str(&axis));
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
    amount_add_sampled(out, view->event, view->range->samples);
    add_length(view, out);
    text_add(out, ", in steps of ");
    units_add_exact(out, t->bucket_ns);
    if (view->event)
        words_add(out, ", at most {} in one", cell_count(most_of(t->total, t->buckets)));
    text_add_char(out, '\n');
    moment_add_span(out, view->range, &view->zone);
}

static void add_pauses(const struct timeline_view *view, struct text *out) {
    const struct timeline *t = view->timeline;
    int64_t axis = t->end_ns - t->start_ns;
    double part =
        share((double)t->all_pauses_ns, (double)(view->recorded_ns > 0 ? view->recorded_ns : axis));
    words_add(out, "{GC pause}[, together {} ({} %): p50 {}, p99 {}, the longest {}]",
              cell_count(t->pauses), t->pauses ? cell_ns(t->all_pauses_ns) : cell_missing(),
              cell_real(100 * part, 2), cell_ns(t->median_pause_ns), cell_ns(t->p99_pause_ns),
              cell_ns(t->longest_pause_ns));
    for (size_t i = 0; i < t->causes.len && i < CAUSES; i++) {
        const struct timeline_cause *cause = &t->causes.items[i];
        text_addf(out, "%s%s ", i ? ", " : "; collections for: ",
                  strings_get(&view->facts->strings, cause->name));
        text_add_grouped(out, cause->collections);
    }
    if (t->causes.len > CAUSES) text_addf(out, " and %zu more causes", t->causes.len - CAUSES);
    text_add_char(out, '\n');
}

/* When most happened, and how long the program was paused. */
static void add_lead(const struct timeline_view *view, struct text *out) {
    const struct timeline *t = view->timeline;
    if (t->window.samples && view->range->samples >= LEAD_SAMPLES) {
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
    if (t->has_pauses) add_pauses(view, out);
}

static void add_chart(const struct timeline_view *view, struct sheet *sheet) {
    bool text = sheet_shows(sheet, SHEET_TEXT);
    size_t room = timeline_chart_columns(view->columns) / view->timeline->buckets;
    const struct chart chart = {.view = view,
                                .sheet = sheet,
                                .times = text && room > 1 ? (unsigned)room : 1,
                                .lines = text ? TOTAL_LINES : 1,
                                .utf8 = !text || view->utf8};
    OWNED(text_free) struct text lines = {0};
    add_lead(view, &lines);
    if (lines.len) sheet_lines(sheet, SHEET_PEOPLE, text_str(&lines));
    text_clear(&lines);
    add_head(view, &lines);
    sheet_lines(sheet, SHEET_PEOPLE, text_str(&lines));
    add_charts(&chart);
    text_clear(&lines);
    moment_add_left_out(&lines, view->range);
    if (lines.len) sheet_lines(sheet, SHEET_PEOPLE, text_str(&lines));
}

/* ==== JSON ================================================================================== */

static void add_counts(struct sheet *sheet, const char *key, const uint64_t *counts, size_t count) {
    sheet_array(sheet, key);
    for (size_t i = 0; i < count; i++) sheet_field(sheet, NULL, cell_count(counts[i]));
    sheet_end(sheet);
}

static void add_reals(struct sheet *sheet, const char *key, const double *values, size_t count,
                      int decimals) {
    sheet_array(sheet, key);
    for (size_t i = 0; i < count; i++) sheet_field(sheet, NULL, cell_real(values[i], decimals));
    sheet_end(sheet);
}

static void add_shares(struct sheet *sheet, const char *key, const double *shares, size_t count) {
    sheet_array(sheet, key);
    for (size_t i = 0; i < count; i++) sheet_field(sheet, NULL, cell_percent(100 * shares[i]));
    sheet_end(sheet);
}

static void add_row(const struct timeline_view *view, const struct timeline_row *row,
                    struct sheet *sheet) {
    static const char *const kinds[] = {"row", "unknown", "others"};
    const struct frames *frames = &view->profile->frames;
    double all = (double)view->range->samples;
    double percent = all > 0 ? 100 * (double)row->samples / all : 0;
    sheet_object(sheet, NULL);
    sheet_field(sheet, "kind", cell_text(kinds[row->kind]));
    if (row->kind == TIMELINE_OTHERS) sheet_field(sheet, "members", cell_count(row->members));
    bool by_frame = view->split == TIMELINE_BY_METHOD || view->split == TIMELINE_BY_FIELD;
    if (row->kind == TIMELINE_ROW && by_frame)
        frame_add_fields(frames, row->id, (enum frame_by)view->by, view->frame_types, sheet);
    else if (row->kind == TIMELINE_ROW)
        sheet_field(sheet, view->split == TIMELINE_BY_THREAD ? "thread" : "state",
                    cell_text(strings_get(&frames->strings, row->id)));
    sheet_fields(sheet, {"samples", cell_count(row->samples)},
                 {"samples_percent", cell_percent(percent)});
    add_counts(sheet, "counts", row->counts, view->timeline->buckets);
    sheet_end(sheet);
}

static void add_row_columns(const struct timeline_view *view, struct sheet *sheet) {
    EACH (const struct timeline_row, row, &view->timeline->rows) {
        size_t packages;
        OWNED(text_free) struct text name = {0};
        row_name(view, row, &name, &packages);
        sheet_column(sheet, column_for(SHEET_ROWS, column_number(NULL, text_str(&name))));
    }
}

static void add_cells(const struct timeline *t, size_t step, struct sheet *sheet) {
    EACH (const struct timeline_row, row, &t->rows)
        sheet_cell(sheet, cell_count(row->counts[step]));
}

#include "cmd/keys/timeline_shown.h"

static void add_fields(const struct timeline_view *view, struct sheet *sheet) {
    static const char *const splits[] = {"method", "thread", "state", "none", "field"};
    const struct timeline *t = view->timeline;
    timeline_axis(view, t, sheet);
    if (view->event) add_counts(sheet, "counts", t->total, t->buckets);
    else sheet_field(sheet, "counts", cell_missing());
    sheet_field(sheet, "split", cell_text(splits[view->split]));
    if (view->split == TIMELINE_BY_FIELD) sheet_field(sheet, "by", cell_text(view->field));
    sheet_array(sheet, "rows");
    for (size_t i = 0; i < t->rows.len; i++) add_row(view, &t->rows.items[i], sheet);
    sheet_end(sheet);
    timeline_below(view, t, load_processors(view->facts), sheet);
}

/* ==== CSV =================================================================================== */

static void add_table(const struct timeline_view *view, struct sheet *sheet) {
    const struct timeline *t = view->timeline;
    sheet_table(sheet, (struct sheet_table){.formats = SHEET_ROWS});
    timeline_step_columns(view, t, sheet);
    for (size_t i = 0; i < t->buckets; i++) timeline_step_row(view, t, i, sheet);
    sheet_end(sheet);
}

void timeline_describe(const struct timeline_view *view, struct sheet *sheet) {
    if (sheet_shows(sheet, SHEET_JSON)) add_fields(view, sheet);
    if (sheet_shows(sheet, SHEET_ROWS)) add_table(view, sheet);
    if (sheet_shows(sheet, SHEET_PEOPLE)) add_chart(view, sheet);
}
