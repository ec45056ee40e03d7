/* What the thread that had the monitor did while others waited for it. */
#include "analyzers/requests/owners.h"

#include "cmd/reports/extras.h"
#include "cmd/write/event_columns.h"
#include "cmd/write/words.h"

static struct cell text_cell(const struct tables *of, uint32_t id) {
    return cell_text(is_missing(id) ? NULL : strings_get(&of->things.texts, id));
}

#define LEAST 1e8 /* ten samples, or as long: less says little */

/* What most of it was, of all that is known of the monitor that most was done with. */
static void add_lead(const struct view *view, struct text *out) {
    const struct tables *read = view->read->tables;
    OWNED(owners_free) struct owners owners;
    double all = 0;
    owners_make(read, view->read->window, false, &owners);
    const struct owner_row *first = owners.rows.len ? owners.rows.items : NULL;
    for (size_t i = 0; i < owners.rows.len; i++)
        if (owners.rows.items[i].monitor == first->monitor)
            all += owners_weight(&owners.rows.items[i]);
    if (first && owners_weight(first) >= LEAST && 2 * owners_weight(first) > all)
        words_add(out, "While others waited for {}, its holder mostly {} in {}.\n",
                  text_cell(read, first->monitor), cell_text(first->did),
                  text_cell(read, first->site));
}

#include "cmd/keys/owners_shown.h"

static void describe(const struct view *view, struct sheet *sheet) {
    const struct tables *read = view->read->tables;
    OWNED(owners_free) struct owners owners;
    owners_make(read, view->read->window, !sheet_shows(sheet, SHEET_PEOPLE), &owners);
    owners_did(view, read, &owners, sheet);
}

const struct view_kind extra_owners = {
    .wishes = &owners_wishes, .lead = add_lead, .describe = describe};
