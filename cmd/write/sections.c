#include "cmd/write/sections.h"

#include "cmd/write/markdown.h"

#define NAMES_SAID 5 /* of sections that were left out; the others are counted */

void sections_begin(struct sections *s, const char *name) {
    array_push(&s->items, (struct section){name, s->text.len});
}

static size_t end_of(const struct sections *s, size_t count) {
    return count < s->items.len ? s->items.items[count].start : s->text.len;
}

static void say_left_out(const struct sections *s, size_t from, struct text *out) {
    size_t count = s->items.len - from, named = count < NAMES_SAID ? count : NAMES_SAID;
    text_add(out, "\n_Left out, because the document would be too long:");
    for (size_t i = 0; i < named; i++) {
        text_add(out, i ? ", " : " ");
        markdown_add(out, s->items.items[from + i].name);
    }
    if (named < count) text_addf(out, " and %zu more", count - named);
    text_add(out, "._\n");
}

void sections_write(struct sections *s, size_t limit, struct text *out) {
    size_t count = s->items.len;
    OWNED(text_free) struct text said = {0};
    while (limit && count > 1 && end_of(s, count) + said.len > limit) {
        count--;
        text_clear(&said);
        say_left_out(s, count, &said);
    }
    size_t len = end_of(s, count);
    if (limit && len + said.len > limit) { /* the first one alone is too long */
        if (said.len > limit) text_clear(&said);
        len = limit - said.len;
        while (len > 0 && s->text.data[len - 1] != '\n') len--;
    }
    text_add_bytes(out, text_str(&s->text), len);
    text_add_bytes(out, text_str(&said), said.len);
    text_free(&s->text);
    array_free(&s->items);
}
