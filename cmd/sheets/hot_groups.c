#include "cmd/write/words.h"
#include "cmd/sheets/hot_groups.h"
#include "cmd/cli/voice.h"

#include "base/safe.h"
#include "base/units.h"

#define SHOWN 10 /* groups, to people, unless they ask for all */

static uint64_t positive(int64_t value) {
    return value > 0 ? (uint64_t)value : 0;
}

static double share_of(const struct hot_groups_view *view, const struct hot_group *group) {
    const struct profile *all = view->groups->profile;
    return view->of.unit == PROFILE_NO_UNIT
               ? units_percent(group->samples, all->samples)
               : units_percent(positive(group->value), positive(all->value));
}

static void add_title(const struct hot_groups_view *view, const struct hot_group *group,
                      struct text *out) {
    bool value = view->of.unit != PROFILE_NO_UNIT;
    safe_add_name(out, group->name);
    text_add(out, ": ");
    amount_add(out, view->of.unit, value ? positive(group->value) : group->samples);
    text_addf(out, ", %.2f %%", share_of(view, group));
    if (!value) return;
    text_add(out, ", ");
    text_add_number_of(out, group->samples, "sample");
}

static void add_fields(const struct hot_groups_view *view, const struct hot_group *group,
                       struct sheet *sheet) {
    sheet_fields(sheet, {"value", cell_text(group->name)}, {"samples", cell_count(group->samples)},
                 {"samples_percent",
                  cell_percent(units_percent(group->samples, view->groups->profile->samples))});
    if (view->of.unit == PROFILE_NO_UNIT) return;
    sheet_fields(sheet, {"worth", cell_number(group->value)},
                 {"worth_percent", cell_percent(share_of(view, group))});
}

/* False: not all of its rows are shown. */
static bool add_group(const struct hot_groups_view *view, size_t index, struct sheet *sheet) {
    const struct hot_group *group = &view->groups->items.items[index];
    struct profile part = hot_groups_part(view->groups, index);
    OWNED(hot_methods_free) struct hot_methods hot;
    struct hot_view table = view->of;
    OWNED(text_free) struct text title = {0};
    hot_methods_compute(&part, view->sort, table.unit != PROFILE_NO_UNIT, view->top, &hot);
    table.profile = &part;
    table.hot = &hot;
    add_title(view, group, &title);
    sheet_object(sheet, NULL);
    add_fields(view, group, sheet);
    sheet_group(sheet, (struct sheet_group){.title = text_str(&title)});
    hot_add(&table, sheet);
    sheet_end(sheet);
    sheet_end(sheet);
    bool all = hot.rows.len == hot.all_rows;
    hot_groups_part_free(&part);
    return all;
}

/* One table: programs have no use for a table for each. */
static void add_csv(const struct hot_groups_view *view, struct sheet *sheet) {
    struct hot_view table = view->of;
    table.title = view->what;
    hot_add_columns(&table, sheet);
    for (size_t i = 0; i < view->groups->items.len; i++) {
        struct profile part = hot_groups_part(view->groups, i);
        OWNED(hot_methods_free) struct hot_methods hot;
        hot_methods_compute(&part, view->sort, table.unit != PROFILE_NO_UNIT, view->top, &hot);
        table.profile = &part;
        table.hot = &hot;
        table.group = view->groups->items.items[i].name;
        hot_add_rows(&table, sheet);
        hot_groups_part_free(&part);
    }
    sheet_end(sheet);
}

void hot_groups_add(const struct hot_groups_view *view, struct sheet *sheet) {
    size_t len = view->groups->items.len, shown = len;
    if (sheet_shows(sheet, SHEET_ROWS)) {
        add_csv(view, sheet);
        return;
    }
    if (view->top && len > SHOWN && sheet_shows(sheet, SHEET_PEOPLE)) shown = SHOWN;
    sheet_array(sheet, "groups");
    bool whole = shown == len;
    for (size_t i = 0; i < shown; i++) whole = add_group(view, i, sheet) && whole;
    sheet_end(sheet);
    if (whole) return;
    OWNED(text_free) struct text line = {0};
    words_add(&line, "{} of {value} shown, of each the first rows; {}\n", cell_count(shown),
              cell_count(len), cell_text(voice_all_rows()));
    sheet_lines(sheet, SHEET_PEOPLE, text_str(&line));
}
