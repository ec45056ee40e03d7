/* A sheet as text: blocks, and an empty line between them. */
#include "base/utf8.h"
#include "base/safe.h"
#include "cmd/write/sheet_writers.h"
#include "cmd/write/wrap.h"

#include <string.h>

struct writing {
    const struct sheet *sheet;
    const struct sheet_style *style;
    struct text *out;
    size_t labels;        /* columns of the widest label */
    unsigned groups;      /* that have begun */
    bool started, joined; /* something is above; what comes belongs to it */
};

static void begin_block(struct writing *w, bool joined) {
    if (w->started && !w->joined && !joined) text_add_char(w->out, '\n');
    w->started = true;
    w->joined = false;
}

const char *sheet_mark_color(enum cell_mark mark) {
    static const char *const colors[] = {
        [MARK_NONE] = "",         [MARK_PLAIN] = "",           [MARK_OK] = "\x1b[32m",
        [MARK_INFO] = "\x1b[36m", [MARK_WARNING] = "\x1b[33m", [MARK_FAILED] = "\x1b[31m",
    };
    return colors[mark];
}

static void write_heading(struct writing *w, const struct sheet_item *group) {
    OWNED(text_free) struct text lines = {0};
    wrap_add(&lines, group->label, 2, w->style->columns);
    if (w->style->color)
        text_addf(w->out, "\x1b[1m%s", sheet_mark_color((enum cell_mark)group->cell.mark));
    text_add_bytes(w->out, text_str(&lines), lines.len - 1);
    if (w->style->color) text_add(w->out, SHEET_PLAIN);
    text_add_char(w->out, '\n');
    w->joined = true;
}

static void write_picture_line(const char *line, size_t len, void *context) {
    struct writing *w = context;
    safe_add(w->out, line, len);
    text_add_char(w->out, '\n');
}

static void write_line(const char *line, size_t len, void *context) {
    struct writing *w = context;
    size_t indent = w->groups ? 2 : 0;
    OWNED(text_free) struct text copy = {0};
    text_add_bytes(&copy, line, len);
    text_add_blanks(w->out, indent);
    wrap_add(w->out, text_str(&copy), indent, w->style->columns);
}

/* Its first word in its colour. */
static void write_marked(struct writing *w, const struct cell *cell) {
    const char *color = w->style->color ? sheet_mark_color((enum cell_mark)cell->mark) : "";
    struct text *all = w->out, lines = {0};
    w->out = &lines;
    sheet_each_line(cell->text, write_line, w);
    w->out = all;
    size_t from = strspn(text_str(&lines), " ");
    size_t word = *color ? strcspn(text_str(&lines) + from, " ,:\n") : 0;
    text_add_bytes(all, text_str(&lines), from);
    if (word) text_add(all, color);
    text_add_bytes(all, text_str(&lines) + from, word);
    if (word) text_add(all, SHEET_PLAIN);
    text_add(all, text_str(&lines) + from + word);
    text_free(&lines);
}

static void write_table(struct writing *w, size_t *at) {
    OWNED(sheet_grid_free) struct sheet_grid grid;
    sheet_grid_make(w->sheet, at, &grid);
    sheet_grid_write_text(&grid, w->style, w->out);
}

static void write_bullet(struct writing *w, const struct cell *cell) {
    text_add(w->out, "  ");
    wrap_add(w->out, cell->text, 4, w->style->columns);
}

static void write_pair(struct writing *w, const struct sheet_item *pair) {
    OWNED(text_free) struct text value = {0};
    cell_add(&pair->cell, &value);
    text_add(w->out, "  ");
    safe_add(w->out, pair->label, strlen(pair->label));
    size_t blanks = w->labels + 2 - utf8_columns(pair->label, strlen(pair->label));
    while (blanks--) text_add_char(w->out, ' ');
    wrap_add_value(w->out, text_str(&value), w->labels + 4, w->style->columns);
}

static size_t widest_label(const struct sheet *sheet) {
    size_t widest = sheet->labels;
    EACH (const struct sheet_item, item, &sheet->items) {
        if (item->kind != SHEET_PAIR) continue;
        size_t columns = utf8_columns(item->label, strlen(item->label));
        if (columns > widest) widest = columns;
    }
    return widest;
}

void sheet_write_text(const struct sheet *sheet, const struct sheet_style *style,
                      struct text *out) {
    struct writing w = {.sheet = sheet, .style = style, .out = out, .labels = widest_label(sheet)};
    uint8_t last = SHEET_END;
    for (size_t i = 0; i < sheet->items.len; i++) {
        const struct sheet_item *item = &sheet->items.items[i];
        bool list = item->kind == SHEET_PAIR || item->kind == SHEET_BULLET;
        if (item->kind == SHEET_END) {
            w.groups--;
            continue;
        }
        begin_block(&w, item->kind == SHEET_NOTE || (list && item->kind == last));
        switch ((enum sheet_kind)item->kind) {
        case SHEET_GROUP:
            w.groups++;
            write_heading(&w, item);
            break;
        case SHEET_TABLE: write_table(&w, &i); break;
        case SHEET_LINES:
        case SHEET_NOTE: write_marked(&w, &item->cell); break;
        case SHEET_PICTURE:
            if (item->flags & SHEET_COLORED) text_add(out, item->cell.text);
            else sheet_each_line(item->cell.text, write_picture_line, &w);
            break;
        case SHEET_BULLET: write_bullet(&w, &item->cell); break;
        case SHEET_PAIR: write_pair(&w, item); break;
        default: break;
        }
        last = item->kind;
    }
}
