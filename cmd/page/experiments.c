#include "cmd/page/experiments.h"
#include "analyzers/whatif/experiments_wishes.h"

#include "cmd/sheets/experiments.h"

static bool is_there(const struct tables_read *read) {
    const struct event_table *table =
        tables_find(read->tables, &experiments_wishes.rows[EXPERIMENTS_WINDOWS]);
    return table && table->rows > 0;
}

static void describe(const struct view *view, struct sheet *sheet) {
    OWNED(experiments_free) struct experiments e;
    experiments_make(&view->read->tables, 1, &e);
    experiments_describe(&e, 0, sheet);
}

/* The picture without what begins a file. */
static void draw(const struct view *view, struct text *markup) {
    OWNED(text_free) struct text svg = {0};
    OWNED(experiments_free) struct experiments e;
    experiments_make(&view->read->tables, 1, &e);
    experiments_write_svg(&e, 0, false, &svg);
    text_addf(markup,
              "<div style=\"overflow-x:auto\" tabindex=\"0\" role=\"group\" "
              "aria-label=\"Gains as a picture\">%s</div>\n",
              strstr(text_str(&svg), "<svg"));
}

const struct view_kind page_experiments = {
    .wishes = &experiments_wishes, .is_there = is_there, .describe = describe, .draw = draw};
