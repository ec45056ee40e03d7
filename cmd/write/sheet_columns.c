/* A table of a sheet as aligned columns of text. */
#include "base/utf8.h"
#include "cmd/write/fit.h"
#include "cmd/write/guides.h"
#include "base/safe.h"
#include "cmd/write/sheet_writers.h"
#include "cmd/write/wrap.h"

#include <string.h>

#include "base/order.h"

#define GAP 2            /* blanks between columns */
#define LEAST_COLUMNS 12 /* a flexible column is not cut below this... */
#define FEWEST_COLUMNS 6 /* ...unless the table is too wide even with single blanks */

#define ELLIPSIS "\xE2\x80\xA6" /* … takes one column */

#define BOLD "\x1b[1m"
#define DIM "\x1b[2m"
#define PLAIN SHEET_PLAIN

struct line_cell {
    const char *text; /* made harmless */
    size_t packages;  /* see fit_add */
    size_t tells;     /* see fit_add_telling, + 1: would be cut like another name; 0: not */
    enum cell_mark mark;
    const char *guide; /* lines of a tree in front of it, or NULL */
};

struct lines {
    const struct sheet_grid *grid;
    const struct sheet_style *style;
    struct line_cell *cells; /* the titles, and the rows below them */
    size_t *widths;
    size_t gap;
    struct arena texts;
    struct text *out;
};

/* ==== Cells ================================================================================= */

static const char *harmless(struct lines *lines, const char *text) {
    OWNED(text_free) struct text safe = {0};
    safe_add(&safe, text, strlen(text));
    return arena_copy(&lines->texts, text_str(&safe), safe.len);
}

/* The same of several lines, whose ends stay. */
static const char *harmless_lines(struct lines *lines, const char *text) {
    OWNED(text_free) struct text safe = {0};
    for (;;) {
        size_t len = strcspn(text, "\n");
        safe_add(&safe, text, len);
        text += len;
        if (!*text) break;
        text_add_char(&safe, *text++);
    }
    return arena_copy(&lines->texts, text_str(&safe), safe.len);
}

static void make_cells(struct lines *lines) {
    const struct sheet_grid *grid = lines->grid;
    size_t count = grid->columns.len;
    struct line_cell *cells = lines->cells;
    OWNED(text_free) struct text shown = {0};
    OWNED(mem_release) const char **guides = NULL;
    if (grid->tree)
        guides =
            guides_make(grid->depths.items, grid->depths.len, lines->style->ascii, &lines->texts);
    for (size_t c = 0; c < count; c++)
        cells[c].text = harmless(lines, grid->columns.items[c]->label);
    for (size_t i = 0; i < grid->cells.len; i++) {
        const struct cell *cell = grid->cells.items[i];
        const struct sheet_item *column = grid->columns.items[i % count];
        struct line_cell *to = &cells[count + i];
        text_clear(&shown);
        cell_add(cell, &shown);
        to->text = column->height > 1 ? harmless_lines(lines, text_str(&shown))
                                      : harmless(lines, text_str(&shown));
        to->packages = cell->kind == CELL_NAME ? cell->packages : 0;
        to->mark = (enum cell_mark)cell->mark;
        if (guides && i % count == count - 1) to->guide = guides[i / count];
    }
}

static struct lines lines_open(const struct sheet_grid *grid, const struct sheet_style *style,
                               struct text *out) {
    size_t count = grid->columns.len;
    struct lines lines = {
        .grid = grid,
        .style = style,
        .cells = mem_zero(count * (grid->depths.len + 1), sizeof *lines.cells),
        .widths = mem_zero(count, sizeof *lines.widths),
        .gap = GAP,
        .out = out,
    };
    make_cells(&lines);
    return lines;
}

static void lines_free(struct lines *lines) {
    mem_free(lines->cells, lines->widths);
    arena_free(&lines->texts);
}

static size_t columns_of(const char *text) {
    size_t widest = 0;
    for (;;) {
        size_t len = strcspn(text, "\n"), columns = utf8_columns(text, len);
        if (columns > widest) widest = columns;
        if (!text[len]) return widest;
        text += len + 1;
    }
}

/* What a column's title takes at least. */
static size_t title_of(const struct lines *lines, size_t c) {
    size_t columns = columns_of(lines->cells[c].text);
    return columns < LEAST_COLUMNS ? columns : LEAST_COLUMNS;
}

/* Flexible columns become narrower, the widest first, the right one of equally wide ones. Returns
 * what is used then. */
static size_t narrow_columns(struct lines *lines, size_t used, size_t fewest) {
    const struct sheet_grid *grid = lines->grid;
    size_t count = grid->columns.len, limit = lines->style->columns;
    while (used > limit) {
        size_t widest = count, second = fewest;
        for (size_t c = 0; c < count; c++) {
            size_t width = lines->widths[c];
            if (!(grid->columns.items[c]->flags & SHEET_FLEXIBLE) || width <= fewest ||
                width <= title_of(lines, c))
                continue;
            if (widest < count && width < lines->widths[widest]) {
                if (width > second) second = width;
            } else {
                if (widest < count && lines->widths[widest] > second)
                    second = lines->widths[widest];
                widest = c;
            }
        }
        if (widest == count) break;
        size_t width = lines->widths[widest], least = second < width ? second : width - 1;
        if (least < title_of(lines, widest)) least = title_of(lines, widest);
        size_t less = width - least < used - limit ? width - least : used - limit;
        lines->widths[widest] -= less;
        used -= less;
    }
    return used;
}

/* With the usual gaps if that does it, else with single ones; what is too wide even so stays as it
 * is, for it is easier to read. */
static void fit_columns(struct lines *lines, size_t used) {
    size_t limit = lines->style->columns, count = lines->grid->columns.len;
    size_t bytes = count * sizeof *lines->widths, tight = used - (count - 1) * (GAP - 1);
    size_t *whole = mem_alloc(2 * bytes), *loose = whole + count;
    memcpy(whole, lines->widths, bytes);
    if (narrow_columns(lines, used, LEAST_COLUMNS) > limit) {
        memcpy(loose, lines->widths, bytes);
        memcpy(lines->widths, whole, bytes);
        tight = narrow_columns(lines, tight, LEAST_COLUMNS);
        if (narrow_columns(lines, tight, FEWEST_COLUMNS) > limit)
            memcpy(lines->widths, loose, bytes);
        else lines->gap = 1;
    }
    free(whole);
}

/* The columns of a line that a column takes if nothing makes it narrower. */
static size_t wanted_of(const struct lines *lines, size_t c) {
    const struct sheet_grid *grid = lines->grid;
    size_t count = grid->columns.len, width = 0;
    for (size_t i = c; i < count + grid->cells.len; i += count) {
        const struct line_cell *cell = &lines->cells[i];
        size_t columns = columns_of(cell->text);
        if (cell->guide) columns += utf8_columns(cell->guide, strlen(cell->guide));
        if (columns > width) width = columns;
    }
    /* A name that would take too much of a line is cut, whatever else is in it. */
    size_t most = grid->columns.items[c]->depth;
    return most && lines->style->columns && width > most ? most : width;
}

static void measure(struct lines *lines) {
    size_t count = lines->grid->columns.len, used = (count - 1) * GAP;
    for (size_t c = 0; c < count; c++) used += lines->widths[c] = wanted_of(lines, c);
    if (lines->style->columns) fit_columns(lines, used);
}

/* ==== Names that are alike ================================================================== */

struct cut_name {
    struct line_cell *cell;
    char *fitted;
};

ORDERED(by_what_is_left, struct cut_name, strcmp(x->fitted, y->fitted),
        strcmp(x->cell->text, y->cell->text))

/* The first byte in which two names differ, where its character begins. */
static size_t differ_at(const char *a, const char *b) {
    size_t at = 0;
    while (a[at] && a[at] == b[at]) at++;
    while (at && ((unsigned char)a[at] & 0xC0) == 0x80) at--;
    return at;
}

/* Different names of a column of which the same would be left are cut where they differ. */
static void tell_apart(struct lines *lines, size_t c) {
    const struct sheet_grid *grid = lines->grid;
    const struct sheet_item *column = grid->columns.items[c];
    size_t count = grid->columns.len, width = lines->widths[c];
    ARRAY(struct cut_name) cut = {0};
    bool name = column->flags & SHEET_FLEXIBLE && column->height <= 1 &&
                !(column->flags & (SHEET_SENTENCE | SHEET_ENDING | SHEET_WRAPPED));
    for (size_t i = count + c; name && i < count + grid->cells.len; i += count) {
        struct line_cell *cell = &lines->cells[i];
        struct text fitted = {0};
        if (cell->guide || cell->packages || columns_of(cell->text) <= width) continue;
        fit_add(&fitted, cell->text, strlen(cell->text), 0, width);
        array_push(&cut, ((struct cut_name){cell, text_take(&fitted)}));
    }
    if (cut.len) array_sort(&cut, by_what_is_left);
    for (size_t i = 1; i < cut.len; i++) {
        struct line_cell *a = cut.items[i - 1].cell, *b = cut.items[i].cell;
        if (strcmp(cut.items[i - 1].fitted, cut.items[i].fitted) != 0) continue;
        size_t at = differ_at(a->text, b->text);
        bool same = strcmp(a->text, b->text) == 0;
        b->tells = same ? a->tells : at + 1;
        if (!same && at >= a->tells) a->tells = at + 1;
    }
    for (size_t i = cut.len; i-- > 1;)
        if (strcmp(cut.items[i - 1].cell->text, cut.items[i].cell->text) == 0)
            cut.items[i - 1].cell->tells = cut.items[i].cell->tells;
    for (size_t i = 0; i < cut.len; i++) free(cut.items[i].fitted);
    array_free(&cut);
}

/* ==== Lines ================================================================================= */

static void drop_last(struct text *out) {
    out->data[--out->len] = 0;
}

static void drop_blanks(struct text *out) {
    while (out->len && out->data[out->len - 1] == ' ') drop_last(out);
}

/* Packages are dimmed, so that the eye finds class and method; as far as they were not cut. */
static void add_name(struct lines *lines, const struct text *name, const struct line_cell *cell) {
    struct text *out = lines->out;
    size_t packages = cell->packages;
    if (lines->style->color && cell->mark) {
        text_addf(out, "%s%s" PLAIN, sheet_mark_color(cell->mark), text_str(name));
        return;
    }
    if (!lines->style->color || !packages || name->len < packages ||
        memcmp(name->data, cell->text, packages) != 0) {
        text_add_bytes(out, name->data, name->len);
        return;
    }
    text_add(out, DIM);
    text_add_bytes(out, name->data, packages);
    text_add(out, PLAIN);
    text_add_bytes(out, name->data + packages, name->len - packages);
}

/* The lines of a tree, of which the end counts where there is no room for all. Returns the columns
 * they take; as many as the name needs, but no more than LEAST_COLUMNS, are left for it. */
static size_t add_guide(struct text *out, const char *guide, size_t name, size_t width) {
    size_t columns = utf8_columns(guide, strlen(guide)), size;
    size_t least = name < LEAST_COLUMNS ? name : LEAST_COLUMNS;
    size_t room = width > least ? width - least : 0;
    if (columns > room && room) {
        text_add(out, ELLIPSIS);
        for (columns++; columns > room; guide += size)
            columns -= (size_t)utf8_width(utf8_next(guide, strlen(guide), &size));
    } else if (!room) {
        return 0;
    }
    text_add(out, guide);
    return columns;
}

/* Words of the cell, the last of its line, in as many lines as they take; a word that is wider than
 * the column is a name and becomes shorter. */
static void add_wrapped(struct lines *lines, const struct line_cell *cell, size_t width) {
    size_t indent = 0;
    OWNED(text_free) struct text words = {0};
    for (size_t c = 0; c + 1 < lines->grid->columns.len; c++)
        indent += lines->widths[c] + lines->gap;
    for (const char *s = cell->text; *s;) {
        size_t len = strcspn(s, " "), blanks = strspn(s + len, " ");
        fit_add(&words, s, len, 0, width);
        text_add_bytes(&words, s + len, blanks);
        s += len + blanks;
    }
    wrap_add(lines->out, text_str(&words), indent, indent + width);
    drop_last(lines->out); /* the end of the line is not the cell's */
}

/* Bytes of the first line of a cell: up to its line break, or as many as are as wide. */
static size_t first_line(const char *text, size_t width) {
    size_t len = strcspn(text, "\n"), at = 0, used = 0, size;
    for (; at < len; at += size) {
        used += (size_t)utf8_width(utf8_next(text + at, len - at, &size));
        if (used > width && at) break;
    }
    return at;
}

static const char *behind(const char *text, size_t len) {
    return text + len + (text[len] == '\n');
}

static size_t lines_of(const char *text, size_t width) {
    size_t count = 1;
    for (text = behind(text, first_line(text, width)); *text; count++)
        text = behind(text, first_line(text, width));
    return count;
}

/* The line of a cell of several; what has too many lines loses the last ones, or the first. */
static void add_cell_line(struct text *out, const char *text, size_t width,
                          const struct sheet_item *column, size_t line) {
    size_t count = lines_of(text, width), height = column->height;
    bool ending = column->flags & SHEET_ENDING, cut = count > height;
    if (cut && ending) line += count - height;
    if (line >= count) return;
    bool marked = cut && (ending ? line == count - height : line == height - 1);
    for (; line > 0; line--) text = behind(text, first_line(text, width));
    size_t len = first_line(text, width), rest = width > 1 ? width - 1 : 0;
    if (!marked) {
        text_add_bytes(out, text, len);
    } else if (ending) {
        size_t from = 0, size;
        while (from < len && utf8_columns(text + from, len - from) > rest) {
            utf8_next(text + from, len - from, &size);
            from += size;
        }
        text_add(out, ELLIPSIS);
        text_add_bytes(out, text + from, len - from);
    } else {
        if (utf8_columns(text, len) > rest) len = rest ? first_line(text, rest) : 0;
        text_add_bytes(out, text, len);
        text_add(out, ELLIPSIS);
    }
}

static void add_cell(struct lines *lines, const struct line_cell *cell, size_t c, size_t line,
                     bool title) {
    const struct sheet_item *column = lines->grid->columns.items[c];
    uint8_t flags = column->flags;
    bool right = flags & SHEET_NUMBER, last = c + 1 == lines->grid->columns.len;
    size_t width = lines->widths[c], len = strlen(cell->text);
    if (flags & SHEET_WRAPPED && !title && lines->style->columns) {
        add_wrapped(lines, cell, width);
        return;
    }
    OWNED(text_free) struct text fitted = {0};
    if (cell->guide)
        width -= add_guide(lines->out, cell->guide, utf8_columns(cell->text, len), width);
    bool sentence = flags & SHEET_SENTENCE && !(flags & SHEET_ENDING) && column->height <= 1;
    if (title || (sentence && line == 0)) fit_add_beginning(&fitted, cell->text, len, width);
    else if (column->height > 1) add_cell_line(&fitted, cell->text, width, column, line);
    else if (line > 0) text_clear(&fitted);
    else if (flags & SHEET_ENDING) fit_add_end(&fitted, cell->text, len, width);
    else if (cell->tells) fit_add_telling(&fitted, cell->text, len, cell->tells - 1, width);
    else fit_add(&fitted, cell->text, len, cell->packages, width);
    size_t columns = utf8_columns(text_str(&fitted), fitted.len);
    size_t blanks = width > columns ? width - columns : 0;
    if (right) text_add_blanks(lines->out, blanks);
    if (fitted.len) add_name(lines, &fitted, cell);
    if (!right && !last) text_add_blanks(lines->out, blanks);
    if (!last) text_add_blanks(lines->out, lines->gap);
}

static size_t height_of(const struct lines *lines, size_t number) {
    size_t count = lines->grid->columns.len, most = 1;
    for (size_t c = 0; c < count && number > 0; c++) {
        size_t limit = lines->grid->columns.items[c]->height;
        if (limit <= most) continue;
        size_t height = lines_of(lines->cells[number * count + c].text, lines->widths[c]);
        if (height > limit) height = limit;
        if (height > most) most = height;
    }
    return most;
}

static void add_line(struct lines *lines, size_t number) {
    size_t count = lines->grid->columns.len, height = height_of(lines, number);
    bool title = number == 0, bold = title && lines->style->color;
    for (size_t line = 0; line < height; line++) {
        if (bold) text_add(lines->out, BOLD);
        for (size_t c = 0; c < count; c++)
            add_cell(lines, &lines->cells[number * count + c], c, line, title);
        if (bold) text_add(lines->out, PLAIN);
        else drop_blanks(lines->out); /* of empty cells at its end */
        text_add_char(lines->out, '\n');
    }
}

/* ==== Which columns ========================================================================== */

/* The grid without a column. */
static void leave_out(struct sheet_grid *grid, size_t column) {
    size_t count = grid->columns.len, kept = 0;
    for (size_t i = 0; i < grid->cells.len; i++)
        if (i % count != column) grid->cells.items[kept++] = grid->cells.items[i];
    grid->cells.len = kept;
    for (size_t c = column; c + 1 < count; c++) grid->columns.items[c] = grid->columns.items[c + 1];
    grid->columns.len--;
}

/* Is nothing known in any row? */
static bool says_nothing(const struct sheet_grid *grid, size_t column) {
    size_t rows = grid->depths.len;
    for (size_t r = 0; r < rows; r++) {
        const struct cell *cell = sheet_grid_cell(grid, r, column);
        if (cell->kind != CELL_MISSING || cell->shown) return false;
    }
    return rows > 0;
}

static size_t width_of(const struct sheet_grid *grid, const struct sheet_style *style) {
    size_t count = grid->columns.len, used = count ? (count - 1) * GAP : 0;
    OWNED(lines_free) struct lines lines = lines_open(grid, style, NULL);
    for (size_t c = 0; c < count; c++) used += wanted_of(&lines, c);
    return used;
}

/* What is not needed is left out where it says nothing; then, the right column first, where there
 * is no room for it. */
static void choose_columns(struct sheet_grid *grid, const struct sheet_style *style) {
    for (int narrow = 0; narrow < 2; narrow++)
        for (size_t c = grid->columns.len; c-- > 0;) {
            uint8_t flags = grid->columns.items[c]->flags;
            if (narrow
                    ? flags & SHEET_WIDE && style->columns && width_of(grid, style) > style->columns
                    : flags & (SHEET_WIDE | SHEET_KNOWN) && says_nothing(grid, c))
                leave_out(grid, c);
        }
}

/* ==== The table ============================================================================== */

void sheet_grid_write_text(struct sheet_grid *grid, const struct sheet_style *style,
                           struct text *out) {
    choose_columns(grid, style);
    size_t count = grid->columns.len, rows = grid->depths.len;
    if (!count) return;
    OWNED(lines_free) struct lines lines = lines_open(grid, style, out);
    measure(&lines);
    for (size_t c = 0; c < count && style->columns; c++) tell_apart(&lines, c);
    for (size_t i = 0; i <= rows; i++) add_line(&lines, i);
}
