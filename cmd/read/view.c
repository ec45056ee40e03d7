#include "cmd/read/view.h"

#include "cmd/cli/message.h"

void view_join(struct walk_run *run, const struct view_kind *kind) {
    tables_read_join(run, kind->wishes);
}

struct view view_of(const struct tables_read *read, uint64_t top, const void *options) {
    return (struct view){.read = read,
                         .range = read->range,
                         .top = top ? (size_t)top : SIZE_MAX,
                         .options = options};
}

bool view_is_there(const struct view *view, const struct view_kind *kind) {
    const struct tables_read *read = view->read;
    if (kind->is_there) return kind->is_there(read);
    for (size_t i = 0; i < kind->main; i++) {
        const struct event_table *table = tables_find(read->tables, &kind->wishes->rows[i]);
        for (size_t row = 0; row < table->rows; row++)
            if (tables_read_has(read, event_table_int(table, 0, row))) return true;
    }
    return false;
}

int view_answer(struct answer *answer, const struct view_kind *kind,
                const struct window_options *window, uint64_t top) {
    struct tables_read read = {0};
    int code = tables_read_open(&read, &answer->reading, window, kind->wishes);
    if (code == EXIT_OK) {
        const struct view view = view_of(&read, top, answer->options);
        if (view_is_there(&view, kind) || answer->reading.messages->allow_empty) {
            kind->describe(&view, answer_sheet(answer, NULL));
        } else {
            message_error("%s", kind->nothing);
            code = EXIT_NOTHING;
        }
    }
    tables_read_close(&read);
    return code;
}

const char *view_text(const struct view *view, uint64_t cell) {
    return (uint32_t)cell == JFR_NULL_ID
               ? NULL
               : strings_get(&view->read->tables->things.texts, (uint32_t)cell);
}

bool view_is_full(const struct view *view, size_t shown, const struct sheet *sheet) {
    return shown >= view->top && sheet_shows(sheet, SHEET_PEOPLE);
}

bool view_leaves_out(const struct view *view, const char *title, const struct sheet *sheet) {
    if (view->all || !view->left_out || !sheet_shows(sheet, SHEET_PEOPLE)) return false;
    text_addf(view->left_out, "%s%s", view->left_out->len ? "; " : "", title);
    return true;
}
