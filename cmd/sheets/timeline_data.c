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

static void add_row_columns(const struct timeline_view *view, struct sheet *sheet) {
    EACH (const struct timeline_row, row, &view->timeline->rows) {
        size_t packages;
        OWNED(text_free) struct text name = {0};
        timeline_row_name(view, row, &name, &packages);
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
    if (sheet_shows(sheet, SHEET_PEOPLE)) timeline_add_chart(view, sheet);
}
