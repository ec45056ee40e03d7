/* A sheet as Markdown: as GitHub takes it for summaries and comments. */
#include "base/safe.h"
#include "cmd/write/sections.h"
#include "cmd/write/sheet_writers.h"
#include "cmd/write/markdown.h"
#include "cmd/write/xml.h"

#include <string.h>

#define TREE_COLUMNS 110 /* what fits into a block of code without scrolling */
#define SUMMARY_CHARS 600

struct writing {
    const struct sheet *sheet;
    struct text *out;
    unsigned folded; /* groups that have begun */
    unsigned groups; /* others */
    bool started;    /* something is above */
};

static void begin_block(struct writing *w, bool joined) {
    if (w->started && !joined) text_add_char(w->out, '\n');
    w->started = true;
}

static void add(struct text *out, const char *bytes, size_t len) {
    OWNED(text_free) struct text copy = {0};
    text_add_bytes(&copy, bytes, len);
    markdown_add(out, text_str(&copy));
}

/* A block of code, between fences that are longer than any in it. */
static void add_code(struct text *out, const struct text *code) {
    size_t run = 0, fence = 3;
    for (size_t i = 0; i < code->len; i++) {
        run = code->data[i] == '`' ? run + 1 : 0;
        if (run >= fence) fence = run + 1;
    }
    for (int end = 0; end < 2; end++) {
        for (size_t i = 0; i < fence; i++) text_add_char(out, '`');
        text_add_char(out, '\n');
        if (!end) text_add_bytes(out, text_str(code), code->len);
    }
}

static void add_grid(const struct sheet_grid *grid, struct text *out) {
    size_t count = grid->columns.len;
    OWNED(text_free) struct text cell = {0};
    for (size_t c = 0; c < count; c++) {
        text_add(out, c ? " " : "| ");
        markdown_add(out, grid->columns.items[c]->label);
        text_add(out, " |");
    }
    text_add(out, "\n|");
    for (size_t c = 0; c < count; c++)
        text_add(out, grid->columns.items[c]->flags & SHEET_NUMBER ? "---:|" : "---|");
    text_add_char(out, '\n');
    for (size_t r = 0; r < grid->depths.len; r++) {
        for (size_t c = 0; c < count; c++) {
            text_clear(&cell);
            const struct cell *value = sheet_grid_cell(grid, r, c);
            cell_add(value, &cell);
            text_add(out, c ? " " : "| ");
            markdown_add(out, text_str(&cell));
            if (value->below) text_add(out, "<br>");
            if (value->below) markdown_add(out, value->below);
            text_add(out, " |");
        }
        text_add_char(out, '\n');
    }
}

static void write_table(struct writing *w, size_t *at) {
    const struct sheet_style style = {.columns = TREE_COLUMNS};
    OWNED(sheet_grid_free) struct sheet_grid grid;
    sheet_grid_make(w->sheet, at, &grid);
    if (grid.tree) {
        OWNED(text_free) struct text drawn = {0};
        sheet_grid_write_text(&grid, &style, &drawn);
        add_code(w->out, &drawn);
    } else {
        add_grid(&grid, w->out);
    }
}

/* Each is a paragraph of its own. */
static void write_line(const char *line, size_t len, void *context) {
    struct writing *w = context;
    begin_block(w, false);
    if (len && strchr("#+-=", *line)) text_add_char(w->out, '\\'); /* no heading, no list */
    add(w->out, line, len);
    text_add_char(w->out, '\n');
}

static void write_picture_line(const char *line, size_t len, void *context) {
    safe_add(context, line, len);
    text_add_char(context, '\n');
}

static void write_picture(struct writing *w, const char *lines) {
    OWNED(text_free) struct text drawn = {0};
    sheet_each_line(lines, write_picture_line, &drawn);
    add_code(w->out, &drawn);
}

/* Words of ours, which are the same in Markdown and HTML. */
static void add_mark(const struct cell *mark, struct text *out) {
    if (mark->kind == CELL_BLANK) return;
    text_add(out, " (");
    cell_add(mark, out);
    text_add_char(out, ')');
}

/* Markdown is not interpreted between the tags of a summary: it is HTML. */
static void begin_group(struct writing *w, const struct sheet_item *group) {
    begin_block(w, false);
    if (group->flags & SHEET_FOLDED) {
        text_add(w->out, "<details><summary>");
        xml_add_visible(w->out, group->label, SUMMARY_CHARS);
        add_mark(&group->cell, w->out);
        text_add(w->out, "</summary>\n");
        w->folded++;
    } else {
        text_add(w->out, w->groups == 0 ? "### " : w->groups == 1 ? "#### " : "##### ");
        w->groups++;
        markdown_add(w->out, group->label);
        add_mark(&group->cell, w->out);
        text_add_char(w->out, '\n');
    }
}

static void end_group(struct writing *w, const struct sheet_item *end) {
    if (end->ends == SHEET_GROUP && !(end->flags & SHEET_FOLDED)) w->groups--;
    if (!(end->flags & SHEET_FOLDED)) return;
    begin_block(w, false);
    text_add(w->out, "</details>\n");
    w->folded--;
}

static void write_pair(struct writing *w, const struct sheet_item *pair) {
    OWNED(text_free) struct text value = {0};
    const char *mark = w->folded ? "" : "**";
    cell_add(&pair->cell, &value);
    text_add(w->out, *pair->label || w->folded ? "- " : "  - ");
    if (*pair->label) {
        text_add(w->out, mark);
        markdown_add(w->out, pair->label);
        text_addf(w->out, "%s: ", mark);
    }
    markdown_add(w->out, text_str(&value));
    text_add_char(w->out, '\n');
}

static void write_bullet(struct writing *w, const struct cell *cell) {
    text_add(w->out, "- ");
    markdown_add(w->out, cell->text);
    text_add_char(w->out, '\n');
}

static void write_items(const struct sheet *sheet, struct sections *sections) {
    struct writing w = {.sheet = sheet, .out = &sections->text};
    uint8_t last = SHEET_END;
    for (size_t i = 0; i < sheet->items.len; i++) {
        const struct sheet_item *item = &sheet->items.items[i];
        bool list = item->kind == SHEET_PAIR || item->kind == SHEET_BULLET;
        if (list || item->kind == SHEET_TABLE || item->kind == SHEET_PICTURE)
            begin_block(&w, list && item->kind == last);
        switch ((enum sheet_kind)item->kind) {
        case SHEET_GROUP: begin_group(&w, item); break;
        case SHEET_END: end_group(&w, item); break;
        case SHEET_TABLE: write_table(&w, &i); break;
        case SHEET_LINES:
        case SHEET_NOTE:
            if (!*item->cell.text) begin_block(&w, false);
            sheet_each_line(item->cell.text, write_line, &w);
            break;
        case SHEET_PICTURE: write_picture(&w, item->cell.text); break;
        case SHEET_BULLET: write_bullet(&w, &item->cell); break;
        case SHEET_PAIR: write_pair(&w, item); break;
        case SHEET_SECTION: sections_begin(sections, item->cell.text); break;
        default: break;
        }
        last = item->kind;
    }
}

void sheet_write_markdown(const struct sheet *sheet, const struct sheet_style *style,
                          struct text *out) {
    struct sections sections = {0};
    write_items(sheet, &sections);
    sections_write(&sections, sheet->limit, out);
}
