#include "cmd/write/words.h"
#include "cmd/sheets/hot_across.h"

#include "base/safe.h"
#include "base/units.h"
#include "base/utf8.h"
#include "base/plural.h"
#include "cmd/cli/voice.h"
#include "cmd/sheets/diff.h"

#include "cmd/keys/everywhere.counts_shown.h"

#define COLUMNS 6 /* of groups, for people */
#define SHORT 12  /* columns of a terminal: longer values have a number in their place */

static size_t columns_of(const struct hot_across_view *view) {
    size_t len = view->across->groups.len;
    return len < COLUMNS ? len : COLUMNS;
}

static struct cell value_cell(const struct across_group *group) {
    return group->value ? cell_text(group->value) : cell_shown(cell_missing(), "(none)");
}

/* ==== Groups ================================================================================ */

/* What stands above the group's column: its value where that is short, else its number. */
static void add_title(const struct hot_across_view *view, size_t group, struct text *out) {
    const char *value = view->across->groups.items[group].value;
    OWNED(text_free) struct text shown = {0};
    safe_add_name(&shown, value ? value : "(none)");
    if (utf8_columns(text_str(&shown), shown.len) <= SHORT)
        text_addf(out, "%s %%", text_str(&shown));
    else text_addf(out, "(%zu) %%", group + 1);
}

static void add_value_column(const struct hot_across_view *view, struct sheet *sheet) {
    sheet_column(sheet,
                 (struct sheet_column){
                     .title = view->label, .key = "value", .flexible = true, .ending = true});
}

/* ==== Cells ================================================================================= */

/* The row's share of the group, 0..100. */
static double share_of(const struct hot_across_view *view, const struct across_cell *cell,
                       bool total) {
    const struct across_group *group = &view->across->groups.items[cell->group];
    if (view->hot->unit == PROFILE_NO_UNIT)
        return units_percent(total ? cell->total : cell->self, group->samples);
    return units_percent(amount_positive(total ? cell->total_value : cell->self_value),
                         amount_positive(group->worth));
}

static void add_counts(const struct hot_across_view *view, const struct across_cell *cell,
                       struct sheet *sheet) {
    bool valued = view->hot->unit != PROFILE_NO_UNIT;
    uint64_t samples = view->across->groups.items[cell->group].samples;
    counts_fields(cell->self, cell->total, samples, sheet);
    if (!valued) return;
    values_fields(cell->self_value, share_of(view, cell, false), cell->total_value,
                  share_of(view, cell, true), sheet);
}

/* For programs: the groups that have the row, in the order of the groups. */
static void add_by(const struct hot_across_view *view, uint32_t row, struct sheet *sheet) {
    const struct across *across = view->across;
    sheet_array(sheet, "by");
    for (size_t i = across->first[row]; i < across->first[row + 1]; i++) {
        const struct across_cell *cell = &across->cells.items[i];
        sheet_object(sheet, NULL);
        sheet_field(sheet, "value", value_cell(&across->groups.items[cell->group]));
        add_counts(view, cell, sheet);
        sheet_end(sheet);
    }
    sheet_end(sheet);
}

/* For people: a share for each group that has a column; nothing where the row is not. */
static void add_shares(const struct hot_across_view *view, uint32_t row, struct sheet *sheet) {
    const struct across *across = view->across;
    size_t at = across->first[row];
    for (size_t group = 0; group < columns_of(view); group++) {
        bool has = at < across->first[row + 1] && across->cells.items[at].group == group;
        const struct across_cell *cell = has ? &across->cells.items[at++] : NULL;
        bool shown = cell && (view->total || cell->self);
        sheet_cell(sheet, shown ? cell_percent(share_of(view, cell, view->total)) : cell_missing());
    }
}

/* ==== The methods =========================================================================== */

static const struct frames *frames_of(const struct hot_across_view *view) {
    return &view->hot->profile->frames;
}

static void add_titles(const struct hot_across_view *view, struct sheet *sheet) {
    for (size_t i = 0; i < columns_of(view); i++) {
        OWNED(text_free) struct text name = {0};
        add_title(view, i, &name);
        sheet_column(sheet, column_number(text_str(&name), NULL));
    }
}

static void add_name_column(const struct hot_across_view *view, unsigned formats,
                            struct sheet *sheet) {
    const char *title = frame_by_title(view->hot->by);
    sheet_column(sheet, column_for(formats, column_name(title, title)));
}

#include "cmd/keys/hot-methods_shown.h"

static void add_methods(const struct hot_across_view *view, const struct frame_names *names,
                        struct sheet *sheet) {
    sheet_table(sheet,
                (struct sheet_table){.key = "methods", .formats = SHEET_PEOPLE | SHEET_JSON});
    across_method_columns(view, view->hot->unit != PROFILE_NO_UNIT, sheet);
    EACH (const struct hot_row, row, &view->hot->hot->rows)
        across_method_row(view, row, view->total ? row->total : row->self,
                          amount_positive(view->total ? row->total_value : row->self_value), names,
                          sheet);
    sheet_end(sheet);
}

/* A line for each row and group that has it. */
static void add_lines(const struct hot_across_view *view, const struct frame_names *names,
                      struct sheet *sheet) {
    static const char *const counts[] = {"self", "self_percent", "total", "total_percent"};
    static const char *const values[] = {"self_value", "self_value_percent", "total_value",
                                         "total_value_percent"};
    const struct across *across = view->across;
    const char *title = frame_by_title(view->hot->by);
    bool valued = view->hot->unit != PROFILE_NO_UNIT;
    sheet_table(sheet, (struct sheet_table){.key = "cells", .formats = SHEET_ROWS});
    sheet_columns(sheet, column_for(SHEET_ROWS, column_text("value", "value")),
                  column_for(SHEET_ROWS, column_number("group_samples", "group_samples")));
    for (size_t i = 0; i < 4; i++)
        sheet_column(sheet, column_for(SHEET_ROWS, column_number(counts[i], counts[i])));
    for (size_t i = 0; i < 4 && valued; i++)
        sheet_column(sheet, column_for(SHEET_ROWS, column_number(values[i], values[i])));
    sheet_column(sheet, column_for(SHEET_ROWS, column_text(title, title)));
    for (size_t i = 0; i < view->hot->hot->rows.len; i++) {
        uint32_t row = view->hot->hot->rows.items[i].frame;
        for (size_t k = across->first[row]; k < across->first[row + 1]; k++) {
            const struct across_cell *cell = &across->cells.items[k];
            const struct across_group *group = &across->groups.items[cell->group];
            sheet_row_of(
                sheet, cell_text(group->value), cell_count(group->samples), cell_count(cell->self),
                cell_percent(units_percent(cell->self, group->samples)), cell_count(cell->total),
                cell_percent(units_percent(cell->total, group->samples)));
            if (valued) {
                sheet_cells(
                    sheet, cell_number(cell->self_value), cell_percent(share_of(view, cell, false)),
                    cell_number(cell->total_value), cell_percent(share_of(view, cell, true)));
            }
            frame_add_name_cell(names, row, sheet);
        }
    }
    sheet_end(sheet);
}

void hot_across_add(const struct hot_across_view *view, struct sheet *sheet) {
    OWNED(frame_names_free) struct frame_names names;
    frame_names_open(frames_of(view), view->hot->by, &names);
    for (size_t i = 0; i < view->hot->hot->rows.len; i++)
        frame_names_see(&names, view->hot->hot->rows.items[i].frame);
    across_groups(view, view->across, view->hot->unit != PROFILE_NO_UNIT, sheet);
    if (sheet_shows(sheet, SHEET_ROWS)) add_lines(view, &names, sheet);
    else add_methods(view, &names, sheet);
}

void hot_across_add_shown(const struct hot_across_view *view, struct text *out) {
    size_t shown = columns_of(view), all = view->across->groups.len;
    text_addf(out, "By %s: %s %%, of the group's samples", view->label,
              view->total ? "total" : "self");
    if (shown < all) {
        text_addf(out, "; the %zu largest of ", shown);
        text_add_grouped(out, all);
        text_add(out, voice_is_of_tools() ? " groups" : " groups (--format json and csv have all)");
    }
    text_add_char(out, '\n');
}

/* ==== Outliers ============================================================================== */

static void add_verdict(const struct hot_across_view *view, const struct outliers *outliers,
                        struct text *out) {
    size_t groups = view->across->groups.len, differ = 0;
    OWNED(mem_release) bool *has = mem_zero(groups, sizeof *has);
    for (size_t i = 0; i < outliers->items.len; i++) {
        uint32_t group = outliers->items.items[i].group;
        differ += !has[group];
        has[group] = true;
    }
    bool recordings = strcmp(view->label, "recording") == 0;
    words_add(out,
              "[{}|None] of {} [values of {}|recordings] differ{} from the others by more than "
              "chance.\n",
              cell_if_any(differ), cell_count(groups), words_name(recordings ? NULL : view->label),
              cell_text(plural(differ, "s", "")));
}

void hot_outliers_add(const struct hot_across_view *view, const struct outliers *outliers,
                      size_t top, struct sheet *sheet) {
    size_t len = outliers->items.len;
    bool cut = top && top < len && sheet_shows(sheet, SHEET_PEOPLE);
    OWNED(text_free) struct text line = {0};
    OWNED(frame_names_free) struct frame_names names;
    add_verdict(view, outliers, &line);
    sheet_lines(sheet, SHEET_PEOPLE, text_str(&line));
    text_clear(&line);
    across_outliers(view, outliers, sheet);
    sheet_table(sheet, (struct sheet_table){.key = "outliers", .omit_empty = true});
    across_outlier_columns(view, sheet);
    frame_names_open(frames_of(view), view->hot->by, &names);
    for (size_t i = 0; i < len; i++) frame_names_see(&names, outliers->items.items[i].row);
    for (size_t i = 0; i < len && (!cut || i < top); i++)
        across_outlier_row(view, &outliers->items.items[i], &names, sheet);
    sheet_end(sheet);
    if (cut) text_addf(&line, "%zu of %zu shown; %s\n", top, len, voice_all_rows());
    words_add(&line,
              "Others: all groups but this one together; chance: of such a difference, given how "
              "the others differ from each other, adjusted for {comparison}\n",
              cell_count(outliers->tested));
    sheet_lines(sheet, SHEET_PEOPLE, text_str(&line));
}
