/* safepoints: how long threads were stopped, and for what. */
#include "analyzers/jvm/safepoints.h"

#include "cmd/reports/extras.h"
#include "cmd/sheets/lengths.h"

static const char *thread_name(const struct view *view, uint32_t id) {
    const struct things *things = &view->read->tables->things;
    return id == THINGS_NONE ? NULL : strings_get(&things->texts, things->threads.items[id].name);
}

static void add_words(const struct lengths *lengths, const char *label, int64_t recorded_ns,
                      struct sheet *sheet) {
    OWNED(text_free) struct text text = {0};
    if (!lengths->items.len) return;
    lengths_add_words(lengths, recorded_ns, &text);
    sheet_pair(sheet, NULL, label, cell_text(text_str(&text)));
}

#include "cmd/keys/safepoints_shown.h"

static void describe(const struct view *view, struct sheet *sheet) {
    OWNED(safepoints_free) struct safepoints safepoints;
    safepoints_make(view->read->tables, &view->read->window, &safepoints);
    safepoints_fields(view, &safepoints, sheet);
}

const struct view_kind extra_safepoints = {
    .wishes = &safepoints_wishes, .main = 2, .describe = describe};
