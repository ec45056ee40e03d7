/* What the thread that had the monitor did while others waited for it. */
#include "analyzers/requests/owners.h"

#include "cmd/reports/extras.h"
#include "cmd/write/event_columns.h"
#include "cmd/write/words.h"

static struct cell text_cell(const struct tables *of, uint32_t id) {
    return cell_text(is_missing(id) ? NULL : strings_get(&of->things.texts, id));
}

/* What most of it was, of all that is known of the monitor that most was done with. */
static void add_lead(const struct view *view, struct text *out) {
    const struct tables *read = view->read->tables;
    struct owners owners;
    double all = 0;
    owners_make(read, view->read->window, false, &owners);
    const struct owner_row *first = owners.rows.len ? owners.rows.items : NULL;
    for (size_t i = 0; i < owners.rows.len; i++)
        if (owners.rows.items[i].monitor == first->monitor)
            all += owners_weight(&owners.rows.items[i]);
    if (first && 2 * owners_weight(first) > all)
        words_add(out, "Who had {} while others waited for it mostly {} in {}.\n",
                  text_cell(read, first->monitor), cell_text(first->did),
                  text_cell(read, first->site));
    owners_free(&owners);
}

static void describe(const struct view *view, struct sheet *sheet) {
    const struct tables *read = view->read->tables;
    struct owners owners;
    bool people = sheet_shows(sheet, SHEET_PEOPLE);
    owners_make(read, view->read->window, !people, &owners);
    if (people && owners.rows.len) sheet_group(sheet, (struct sheet_group){.title = view->title});
    sheet_table(sheet, (struct sheet_table){.key = "owners_did", .omit_empty = true});
    sheet_columns(sheet, column_number("time", "total_ns"), column_number("samples", "samples"),
                  column_text("did", "did"), column_text("class", "class"),
                  column_for(SHEET_PROGRAMS, column_text("previous owner", "previous_owner")),
                  column_name("method", "method"));
    size_t shown = 0;
    for (; shown < owners.rows.len && !view_is_full(view, shown, sheet); shown++) {
        const struct owner_row *row = &owners.rows.items[shown];
        sheet_row_of(sheet, row->ns ? cell_ns(row->ns) : cell_blank(),
                     row->samples ? cell_count(row->samples) : cell_blank(), cell_text(row->did),
                     text_cell(read, row->monitor), text_cell(read, row->owner),
                     text_cell(read, row->site));
    }
    sheet_end(sheet);
    event_columns_say_left_out(owners.rows.len - shown, "row", sheet);
    if (people && owners.rows.len) sheet_end(sheet);
    owners_free(&owners);
}

const struct view_kind extra_owners = {
    .wishes = &owners_wishes, .lead = add_lead, .describe = describe};
