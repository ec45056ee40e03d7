#include "cmd/write/guides.h"

#include "base/array.h"
#include "base/text.h"

struct lines {
    const char *branch, *last, *through, *blank;
};

static const struct lines box = {"├─ ", "└─ ", "│  ", "   "};
static const struct lines ascii_box = {"|- ", "`- ", "|  ", "   "};

/* For each row: does a sibling follow it, does one stand before it? */
static void find_siblings(const uint32_t *depths, size_t rows, bool *before, bool *after) {
    ARRAY(size_t) open = {0}; /* by depth: the last row; SIZE_MAX: none below its parent yet */
    for (size_t i = 0; i < rows; i++) {
        while (open.len <= depths[i]) array_push(&open, SIZE_MAX);
        open.len = depths[i] + 1;
        size_t last = open.items[depths[i]];
        before[i] = last != SIZE_MAX;
        if (before[i]) after[last] = true;
        open.items[depths[i]] = i;
    }
    array_free(&open);
}

const char **guides_make(const uint32_t *depths, size_t rows, bool ascii, struct arena *texts) {
    const struct lines *lines = ascii ? &ascii_box : &box;
    const char **guides = mem_zero(rows, sizeof *guides);
    OWNED(mem_release) bool *before = mem_zero(rows, 1), *after = mem_zero(rows, 1);
    find_siblings(depths, rows, before, after);
    ARRAY(bool) open = {0};        /* of each indent: does its line go on? */
    ARRAY(uint32_t) indents = {0}; /* of the row's ancestors, by depth */
    for (size_t i = 0; i < rows; i++) {
        indents.len = depths[i] < indents.len ? depths[i] : indents.len;
        uint32_t above = indents.len ? indents.items[indents.len - 1] : 0;
        bool forks = before[i] || after[i];
        OWNED(text_free) struct text guide = {0};
        for (uint32_t k = 0; k < above; k++)
            text_add(&guide, array_at(&open, k) ? lines->through : lines->blank);
        if (forks) {
            text_add(&guide, after[i] ? lines->branch : lines->last);
            open.len = above;
            array_push(&open, after[i]);
        }
        array_push(&indents, above + forks);
        guides[i] = arena_copy(texts, text_str(&guide), guide.len);
    }
    arrays_free(&open, &indents);
    return guides;
}
