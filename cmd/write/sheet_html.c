/* A sheet as a page: no script, nothing from elsewhere. */
#include "cmd/write/guides.h"
#include "cmd/write/sheet_writers.h"
#include "cmd/write/xml.h"
#include "parser/jfr.h"

#include "cmd/assets/sheet.css.h"

#include <ctype.h>
#include <string.h>

/* Made visible and escaped. */
static void add(struct text *out, const char *bytes, size_t len) {
    OWNED(text_free) struct text visible = {0};
    visible_add(&visible, bytes, len, SIZE_MAX);
    xml_add(out, text_str(&visible), visible.len);
}

/* A file's name as part of a link: what is not plain is percent-encoded. */
static void begin_link(struct text *out, const char *name) {
    text_add(out, "<a href=\"");
    for (const unsigned char *c = (const unsigned char *)name; *c; c++) {
        if (isalnum(*c) || strchr("-._~", *c)) text_add_char(out, (char)*c);
        else text_addf(out, "%%%02X", *c);
    }
    text_add(out, "\">");
}

void sheet_html_add_cell(struct text *out, const struct cell *cell) {
    static const char *const marks[] = {
        [MARK_NONE] = "",     [MARK_PLAIN] = "plain",     [MARK_OK] = "ok",
        [MARK_INFO] = "info", [MARK_WARNING] = "warning", [MARK_FAILED] = "failed",
    };
    OWNED(text_free) struct text value = {0};
    cell_add(cell, &value);
    if (cell->mark) text_addf(out, "<span class=\"mark %s\">", marks[cell->mark]);
    if (cell->link) begin_link(out, cell->link);
    add(out, text_str(&value), value.len);
    if (cell->link) text_add(out, "</a>");
    if (cell->mark) text_add(out, "</span>");
}

static const char *style_of(const struct sheet_item *column) {
    return column->flags & SHEET_NUMBER     ? " class=\"n\""
           : column->flags & SHEET_CHART    ? " class=\"chart\""
           : column->flags & SHEET_WRAPPED  ? " class=\"long\""
           : column->flags & SHEET_FLEXIBLE ? " class=\"name\""
                                            : "";
}

static void write_table(const struct sheet *sheet, size_t *at, struct text *out) {
    OWNED(sheet_grid_free) struct sheet_grid grid;
    OWNED(arena_free) struct arena texts = {0};
    sheet_grid_make(sheet, at, &grid);
    const char **guides =
        grid.tree ? guides_make(grid.depths.items, grid.depths.len, false, &texts) : NULL;
    text_add(out, "<div class=\"wide\"><table>\n<tr>");
    for (size_t c = 0; c < grid.columns.len; c++) {
        const struct sheet_item *column = grid.columns.items[c];
        text_addf(out, "<th%s>", style_of(column));
        add(out, column->label, strlen(column->label));
        text_add(out, "</th>");
    }
    text_add(out, "</tr>\n");
    for (size_t r = 0; r < grid.depths.len; r++) {
        text_add(out, "<tr>");
        for (size_t c = 0; c < grid.columns.len; c++) {
            bool drawn = guides && c + 1 == grid.columns.len;
            text_addf(out, "<td%s", drawn ? " class=\"tree\"" : style_of(grid.columns.items[c]));
            const struct cell *cell = sheet_grid_cell(&grid, r, c);
            if (cell->mark == MARK_NONE && cell->link == NULL) {
                text_add(out, " data-is=\""); /* on a phone, where rows are cards */
                add(out, grid.columns.items[c]->label, strlen(grid.columns.items[c]->label));
                text_add_char(out, '"');
            }
            text_add_char(out, '>');
            if (drawn) text_add(out, guides[r]);
            sheet_html_add_cell(out, cell);
            if (cell->below) text_add(out, "<br>");
            if (cell->below) add(out, cell->below, strlen(cell->below));
            text_add(out, "</td>");
        }
        text_add(out, "</tr>\n");
    }
    text_add(out, "</table></div>\n");
    free(guides);
}

static void write_line(const char *line, size_t len, void *context) {
    struct text *out = context;
    text_add(out, "<p>");
    add(out, line, len);
    text_add(out, "</p>\n");
}

static void write_picture_line(const char *line, size_t len, void *context) {
    add(context, line, len);
    text_add_char(context, '\n');
}

static void write_pair(const struct sheet_item *pair, struct text *out) {
    text_add(out, "<tr><th>");
    add(out, pair->label, strlen(pair->label));
    text_add(out, "</th><td>");
    sheet_html_add_cell(out, &pair->cell);
    text_add(out, "</td></tr>\n");
}

/* Groups are h2, those within them boxes of their own. */
static void begin_group(const struct sheet_item *group, unsigned depth, struct text *out) {
    bool folded = group->flags & SHEET_FOLDED;
    text_add(out, folded ? "<details><summary>" : depth ? "<section><h3>" : "<h2>");
    add(out, group->label, strlen(group->label));
    if (group->cell.kind != CELL_BLANK) text_add_char(out, ' ');
    sheet_html_add_cell(out, &group->cell);
    text_add(out, folded ? "</summary>\n" : depth ? "</h3>\n" : "</h2>\n");
}

static void end_group(const struct sheet_item *group, unsigned depth, struct text *out) {
    if (group->flags & SHEET_FOLDED) text_add(out, "</details>\n");
    else if (depth) text_add(out, "</section>\n");
}

/* Lists and pairs are elements around several items. */
static void write_around(uint8_t last, uint8_t kind, struct text *out) {
    if (last == kind) return;
    if (last == SHEET_PAIR) text_add(out, "</table>\n");
    if (last == SHEET_BULLET) text_add(out, "</ul>\n");
    if (kind == SHEET_PAIR) text_add(out, "<table class=\"pairs\">\n");
    if (kind == SHEET_BULLET) text_add(out, "<ul>\n");
}

void sheet_html_add_items(const struct sheet *sheet, struct text *out) {
    uint8_t last = SHEET_END;
    unsigned depth = 0;
    for (size_t i = 0; i < sheet->items.len; i++) {
        const struct sheet_item *item = &sheet->items.items[i];
        write_around(last, item->kind, out);
        last = item->kind;
        switch ((enum sheet_kind)item->kind) {
        case SHEET_GROUP: begin_group(item, depth++, out); break;
        case SHEET_END:
            if (item->ends == SHEET_GROUP) end_group(item, --depth, out);
            break;
        case SHEET_TABLE: write_table(sheet, &i, out); break;
        case SHEET_LINES:
        case SHEET_NOTE: sheet_each_line(item->cell.text, write_line, out); break;
        case SHEET_PICTURE:
            text_add(out, "<pre>");
            sheet_each_line(item->cell.text, write_picture_line, out);
            text_add(out, "</pre>\n");
            break;
        case SHEET_BULLET:
            text_add(out, "<li>");
            sheet_html_add_cell(out, &item->cell);
            text_add(out, "</li>\n");
            break;
        case SHEET_PAIR: write_pair(item, out); break;
        default: break;
        }
    }
    write_around(last, SHEET_END, out);
}

void sheet_write_html(const struct sheet *sheet, const struct sheet_style *style,
                      struct text *out) {
    const char *title = sheet->title ? sheet->title : "jfrtool";
    text_add(out, "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
                  "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                  "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
                  "style-src 'unsafe-inline'\">\n<title>");
    add(out, title, strlen(title));
    text_addf(out, "</title>\n<style>\n%s</style></head><body>\n<h1>", asset_sheet_css);
    add(out, title, strlen(title));
    text_add(out, "</h1>\n");
    sheet_html_add_items(sheet, out);
    text_addf(out, "<footer>jfrtool %s</footer>\n</body></html>\n", JFR_VERSION);
}
