#include "cmd/write/words.h"

#include "base/safe.h"

#include <assert.h>
#include <string.h>

static void cut(struct text *out, size_t len) {
    if (out->len == len) return;
    out->len = len;
    out->data[len] = 0;
}

/* Where the bracket at `at` is closed, or the first '|' or end of what stands in it. */
static const char *end_of(const char *at, const char *to, bool of_choice) {
    int depth = 0;
    for (; at < to; at++) {
        if (*at == ']' && depth-- == 0) return at;
        if (*at == '|' && depth == 0 && of_choice) return at;
        depth += *at == '[';
    }
    return to;
}

static void add_choice(const char *from, const char *to, words_value *value, void *context,
                       struct text *out) {
    for (const char *at = from; at <= to;) {
        const char *end = end_of(at, to, true);
        if (words_fill_part(at, end, value, context, out)) return;
        at = end + 1;
    }
}

bool words_fill_part(const char *from, const char *to, words_value *value, void *context,
                     struct text *out) {
    size_t before = out->len;
    for (const char *at = from; at < to; at++) {
        if (*at == '[') {
            const char *end = end_of(at + 1, to, false);
            add_choice(at + 1, end, value, context, out);
            at = end;
        } else if (*at == '{') {
            size_t len = strcspn(at + 1, "}");
            if (!value(context, at + 1, len, out)) {
                cut(out, before);
                return false;
            }
            at += len + 1;
        } else {
            text_add_char(out, *at);
        }
    }
    return true;
}

bool words_fill(const char *pattern, words_value *value, void *context, struct text *out) {
    return words_fill_part(pattern, pattern + strlen(pattern), value, context, out);
}

bool words_add_cell(const struct cell *cell, const char *noun, size_t len, struct text *out) {
    bool number = cell->kind == CELL_NUMBER && cell->number >= 0;
    bool count = !cell->shown && (number || cell->kind == CELL_COUNT);
    if (cell->kind == CELL_MISSING || cell->kind == CELL_BLANK) return false;
    if (count && len) {
        OWNED(text_free) struct text one = {0};
        text_add_bytes(&one, noun, len);
        text_add_number_of(out, cell->count, text_str(&one));
    } else if (count) {
        text_add_grouped(out, cell->count);
    } else if (cell->kind == CELL_NAME && !cell->shown) {
        safe_add_name(out, cell->text);
    } else {
        cell_add(cell, out);
    }
    return true;
}

struct positional {
    const char *pattern;
    const struct cell *cells;
    size_t count;
};

static bool next_cell(void *context, const char *key, size_t len, struct text *out) {
    const struct positional *p = context;
    size_t index = 0;
    for (const char *at = p->pattern; at < key - 1; at++) index += *at == '{';
    assert(index < p->count);
    return words_add_cell(&p->cells[index], key, len, out);
}

bool words_add_cells(struct text *out, const char *pattern, const struct cell *cells,
                     size_t count) {
    struct positional positional = {pattern, cells, count};
    return words_fill(pattern, next_cell, &positional, out);
}

void words_add_pair(struct sheet *sheet, const char *label, const char *pattern,
                    const struct cell *cells, size_t count) {
    OWNED(text_free) struct text words = {0};
    if (words_add_cells(&words, pattern, cells, count))
        sheet_pair(sheet, NULL, label, cell_text(text_str(&words)));
}

void words_add_to(words_sheet *add, struct sheet *sheet, unsigned formats, const char *pattern,
                  const struct cell *cells, size_t count) {
    OWNED(text_free) struct text words = {0};
    if (words_add_cells(&words, pattern, cells, count)) add(sheet, formats, text_str(&words));
}
