/* The timeline for programs: fields of JSON, and CSV with one line per bucket. */
#include "analyzers/time/load.h"
#include "cmd/read/moment.h"
#include "cmd/write/amount.h"
#include "cmd/write/frame_cells.h"
#include "cmd/sheets/timeline.h"

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

static void add_cpu(const struct timeline_view *view, struct sheet *sheet) {
    const struct timeline *t = view->timeline;
    int64_t processors = load_processors(view->facts);
    if (t->machine) {
        sheet_object(sheet, "cpu");
        add_shares(sheet, "jvm_user_percent", t->jvm_user, t->buckets);
        add_shares(sheet, "jvm_system_percent", t->jvm_system, t->buckets);
        add_shares(sheet, "machine_percent", t->machine, t->buckets);
        sheet_end(sheet);
    } else {
        sheet_field(sheet, "cpu", cell_missing());
    }
    sheet_field(sheet, "processors", cell_number(processors));
    sheet_array(sheet, "thread_cpu");
    EACH (const struct timeline_thread, thread, &t->threads) {
        double ns = thread->cpu_ns * whole_real(processors);
        sheet_object(sheet, NULL);
        sheet_fields(sheet, {"thread", cell_text(strings_get(&view->facts->strings, thread->name))},
                     {"cpu_ns", cell_real(ns, 0)});
        add_shares(sheet, "percent", thread->load, t->buckets);
        sheet_end(sheet);
    }
    sheet_end(sheet);
}

static void add_container(const struct timeline_view *view, struct sheet *sheet) {
    const struct timeline *t = view->timeline;
    if (!t->container_cpus && !t->throttled) {
        sheet_field(sheet, "container", cell_missing());
        return;
    }
    sheet_object(sheet, "container");
    if (t->container_cpus) add_reals(sheet, "cpus", t->container_cpus, t->buckets, 6);
    if (t->throttled) {
        add_shares(sheet, "throttled_slices_percent", t->throttled, t->buckets);
        add_reals(sheet, "throttled_ns", t->throttled_ns, t->buckets, 0);
    }
    sheet_end(sheet);
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
    add_cpu(view, sheet);
    add_container(view, sheet);
    timeline_pauses(view, t, sheet);
}

/* ==== CSV =================================================================================== */

static void column(struct sheet *sheet, const char *key) {
    sheet_column(sheet, column_for(SHEET_ROWS, column_number(NULL, key)));
}

static void add_columns(const struct timeline_view *view, struct sheet *sheet) {
    const struct timeline *t = view->timeline;
    OWNED(text_free) struct text name = {0};
    column(sheet, "from_ns");
    column(sheet, "seconds");
    column(sheet, "samples");
    for (size_t i = 0; i < t->rows.len; i++) {
        size_t packages;
        text_clear(&name);
        timeline_row_name(view, &t->rows.items[i], &name, &packages);
        column(sheet, text_str(&name));
    }
    if (t->machine) {
        column(sheet, "jvm_user_percent");
        column(sheet, "jvm_system_percent");
        column(sheet, "machine_percent");
    }
    if (t->container_cpus) column(sheet, "container_cpus");
    if (t->throttled) column(sheet, "throttled_percent");
    if (t->has_pauses) column(sheet, "gc_paused_ns");
}

static void add_table(const struct timeline_view *view, struct sheet *sheet) {
    const struct timeline *t = view->timeline;
    sheet_table(sheet, (struct sheet_table){.formats = SHEET_ROWS});
    add_columns(view, sheet);
    for (size_t i = 0; i < t->buckets; i++) {
        int64_t from = t->start_ns + (int64_t)i * t->bucket_ns;
        sheet_row_of(sheet, cell_time(from), cell_real((double)(from - view->origin_ns) / 1e9, 9),
                     amount_sampled(view->event, t->total[i]));
        for (size_t k = 0; k < t->rows.len; k++)
            sheet_cell(sheet, cell_count(t->rows.items[k].counts[i]));
        if (t->machine) {
            sheet_cells(sheet, cell_percent(100 * t->jvm_user[i]),
                        cell_percent(100 * t->jvm_system[i]), cell_percent(100 * t->machine[i]));
        }
        if (t->container_cpus) sheet_cell(sheet, cell_real(t->container_cpus[i], 6));
        if (t->throttled) sheet_cell(sheet, cell_percent(100 * t->throttled[i]));
        if (t->has_pauses) sheet_cell(sheet, cell_real(t->paused_ns[i], 0));
    }
    sheet_end(sheet);
}

void timeline_describe(const struct timeline_view *view, struct sheet *sheet) {
    if (sheet_shows(sheet, SHEET_JSON)) add_fields(view, sheet);
    if (sheet_shows(sheet, SHEET_ROWS)) add_table(view, sheet);
    if (sheet_shows(sheet, SHEET_PEOPLE)) timeline_add_chart(view, sheet);
}
