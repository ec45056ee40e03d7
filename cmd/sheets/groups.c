#include "cmd/sheets/groups.h"

#include "cmd/sheets/lengths.h"

static struct cell cell_of(const struct view *view, enum group_cell kind, uint64_t cell,
                           struct text *name) {
    int64_t number = (int64_t)cell;
    switch (kind) {
    case GROUP_TEXT: return cell_text(view_text(view, cell));
    case GROUP_NUMBER: return cell_number(number);
    case GROUP_THREAD:
        if ((uint32_t)cell == JFR_NULL_ID) return cell_missing();
        text_clear(name);
        things_add_thread_name(&view->read->tables->things, (uint32_t)cell, name);
        return cell_text(name->data);
    }
    return cell_missing();
}

static void columns(const struct group_table *table, size_t keys, struct sheet *sheet) {
    if (table->lengths) lengths_columns(sheet, table->count);
    else sheet_number_column(sheet, SHEET_ALL, table->count, "count");
    if (table->sum) sheet_number_column(sheet, SHEET_ALL, table->sum, table->sum_key);
    for (size_t i = 0; i < keys; i++)
        sheet_column(sheet,
                     (struct sheet_column){.title = table->columns[i].title,
                                           .key = table->columns[i].key,
                                           .number = table->columns[i].kind == GROUP_NUMBER,
                                           .flexible = table->columns[i].kind != GROUP_NUMBER});
}

void groups_describe(const struct view *view, const struct grouping *grouping,
                     const struct group_table *table, struct sheet *sheet) {
    struct grouped groups = grouped_make(view->read->tables, grouping, &view->read->window);
    sheet_group(sheet, (struct sheet_group){.title = table->title});
    sheet_table(sheet, (struct sheet_table){.key = table->key, .omit_empty = true});
    columns(table, grouping->key_count, sheet);
    struct text name = {0};
    for (size_t i = 0; i < groups.rows.len && !view_is_full(view, i, sheet); i++) {
        const struct grouped_row *row = &groups.rows.items[i];
        sheet_row(sheet);
        if (table->lengths) lengths_cells(&row->lengths, sheet);
        else sheet_cell(sheet, cell_count(row->lengths.items.len));
        if (table->sum) sheet_cell(sheet, cell_bytes((uint64_t)row->sum));
        for (size_t k = 0; k < grouping->key_count; k++)
            sheet_cell(sheet, cell_of(view, table->columns[k].kind, row->keys[k], &name));
    }
    text_free(&name);
    sheet_end(sheet);
    sheet_end(sheet);
    grouped_free(&groups);
}
