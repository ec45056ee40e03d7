#include "cmd/write/words.h"
#include "cmd/sheets/hot_table.h"

#include "cmd/cli/voice.h"
#include "cmd/write/fit.h"
#include "base/fill.h"
#include "base/safe.h"
#include "base/units.h"

#include "cmd/keys/everywhere.counts_shown.h"

static size_t rows_of(const struct hot_view *view) {
    size_t len = view->hot->rows.len;
    return view->max_rows && len > view->max_rows ? view->max_rows : len;
}

static const struct frame *frame_of(const struct hot_view *view, const struct hot_row *row) {
    return &view->profile->frames.rows.items[row->frame];
}

/* Samples and their share; with values these and their share, and the samples behind them. */
static void columns(const struct hot_view *view, bool self, struct sheet *sheet) {
    bool value = view->unit != PROFILE_NO_UNIT;
    const char *title = self ? "self" : "total", *percent = self ? "self %" : "total %";
    const unsigned formats = value ? SHEET_TABLES : SHEET_ALL;
    const char *key = value ? self ? "self_value" : "total_value" : title;
    const char *percent_key = value  ? self ? "self_value_percent" : "total_value_percent"
                              : self ? "self_percent"
                                     : "total_percent";
    sheet_column(sheet, (struct sheet_column){title, key, .number = true, .formats = formats});
    sheet_column(sheet,
                 (struct sheet_column){percent, percent_key, .number = true, .formats = formats});
    if (value)
        sheet_column(sheet, (struct sheet_column){"samples", title, .number = true, .wide = true,
                                                  .formats = formats});
}

static void cells(const struct hot_view *view, uint64_t samples, int64_t value,
                  struct sheet *sheet) {
    if (view->unit == PROFILE_NO_UNIT) {
        sheet_cells(sheet, cell_count(samples),
                    cell_percent(units_percent(samples, view->profile->samples)));
        return;
    }
    sheet_cells(
        sheet, amount_of(view->unit, amount_positive(value)),
        cell_percent(units_percent(amount_positive(value), amount_positive(view->profile->value))),
        cell_count(samples));
}

/* With values programs get samples first, as they do without. */
static void value_fields(const struct hot_view *view, const struct hot_row *row,
                         struct sheet *sheet) {
    uint64_t all = view->profile->samples, worth = amount_positive(view->profile->value);
    uint64_t self = amount_positive(row->self_value), total = amount_positive(row->total_value);
    counts_fields(row->self, row->total, all, sheet);
    values_fields(row->self_value, units_percent(self, worth), row->total_value,
                  units_percent(total, worth), sheet);
}

static void name_cell(const struct hot_view *view, const struct frame_names *names, uint32_t frame,
                      struct sheet *sheet) {
    OWNED(text_free) struct text name = {0}, shorter = {0};
    size_t packages = frame_names_add(names, frame, &name);
    struct cell cell = cell_name(text_str(&name), packages);
    if (view->name_columns) {
        fit_add(&shorter, text_str(&name), name.len, packages, view->name_columns);
        cell = cell_text(text_str(&shorter));
    }
    sheet_cell(sheet, cell);
}

void hot_add_columns(const struct hot_view *view, struct sheet *sheet) {
    const char *title = frame_by_title(view->by);
    sheet_table(sheet, (struct sheet_table){.key = "methods"});
    if (view->title) sheet_column(sheet, column_text(view->title, "value"));
    columns(view, true, sheet);
    columns(view, false, sheet);
    if (view->seen_in)
        sheet_column(sheet, (struct sheet_column){"seen in", "recordings", .number = true});
    if (view->frame_type)
        sheet_column(sheet, (struct sheet_column){"type", "frame_type", .formats = SHEET_TABLES});
    sheet_column(sheet,
                 (struct sheet_column){title, title, .flexible = true, .formats = SHEET_TABLES});
}

void hot_add_rows(const struct hot_view *view, struct sheet *sheet) {
    OWNED(frame_names_free) struct frame_names names;
    frame_names_open(&view->profile->frames, view->by, &names);
    size_t len = rows_of(view);
    for (size_t i = 0; i < len; i++) frame_names_see(&names, view->hot->rows.items[i].frame);
    for (size_t i = 0; i < len; i++) {
        const struct hot_row *row = &view->hot->rows.items[i];
        sheet_row(sheet);
        if (view->title) sheet_cell(sheet, cell_text(view->group));
        frame_add_fields(&view->profile->frames, row->frame, view->by, view->frame_type, sheet);
        if (view->unit != PROFILE_NO_UNIT) value_fields(view, row, sheet);
        cells(view, row->self, row->self_value, sheet);
        cells(view, row->total, row->total_value, sheet);
        if (view->seen_in) sheet_cell(sheet, cell_count(view->seen_in[row->frame]));
        if (view->frame_type)
            sheet_cell(sheet,
                       cell_text(frame_type_name((enum frame_type)frame_of(view, row)->type)));
        name_cell(view, &names, row->frame, sheet);
    }
}

void hot_add(const struct hot_view *view, struct sheet *sheet) {
    hot_add_columns(view, sheet);
    hot_add_rows(view, sheet);
    sheet_end(sheet);
}

#define LEAD_SAMPLES 20 /* at least, for a sentence about shares of them */
#define MANY_BARE 10    /* one in so many has no stack, so that shares of all say too little */

static double share_of(const struct hot_view *view, const struct hot_row *row, bool self) {
    if (view->unit == PROFILE_NO_UNIT)
        return units_percent(self ? row->self : row->total, view->profile->samples);
    return units_percent(amount_positive(self ? row->self_value : row->total_value),
                         amount_positive(view->profile->value));
}

/* "40 % of the samples are in A.a"; said before: "40 % are in A.a". */
static void add_clause(const struct hot_view *view, const struct hot_row *row, bool self,
                       struct text *out) {
    const bool mass = view->unit == PROFILE_NS; /* time is one, bytes and samples are many */
    OWNED(frame_names_free) struct frame_names names;
    OWNED(text_free) struct text name = {0};
    frame_names_open(&view->profile->frames, view->by, &names);
    frame_names_add(&names, row->frame, &name);
    text_addf(out, "%.0f %% ", share_of(view, row, self));
    if (self) text_addf(out, "of the %s ", amount_title(view->unit));
    text_fill(out, safe_add_name, mass ? "is in %s" : "are in %s", text_str(&name));
}

void hot_add_lead(const struct hot_view *view, struct text *out) {
    const bool by_value = view->unit != PROFILE_NO_UNIT;
    struct hot_row own;
    if (view->profile->samples < LEAD_SAMPLES) return;
    OWNED(hot_methods_free) struct hot_methods top;
    hot_methods_compute(view->profile, HOT_BY_SELF, by_value, 1, &top);
    if (!top.rows.len) return;
    const struct hot_row *first = &top.rows.items[0];
    add_clause(view, first, true, out);
    if (!by_value && view->profile->without_stack * MANY_BARE >= view->profile->samples)
        text_addf(
            out, " (%.0f %% of those with a stack)",
            units_percent(first->self, view->profile->samples - view->profile->without_stack));
    if (hot_methods_own(view->profile, by_value, &own) &&
        share_of(view, &own, false) > share_of(view, first, true)) {
        text_add(out, "; ");
        add_clause(view, &own, false, out);
        text_add(out, " and what it calls");
    }
    text_add(out, ".\n");
}

void hot_add_shown(const struct hot_view *view, struct text *out) {
    size_t len = rows_of(view);
    words_add(out, "{} of {} {} shown{}{}\n", cell_count(len), cell_count(view->hot->all_rows),
              cell_text(frame_by_noun(view->by)), cell_text(len < view->hot->all_rows ? "; " : ""),
              cell_text(len < view->hot->all_rows ? voice_all_rows() : ""));
}
