#include "cmd/write/sections.h"

#include "base/few.h"

#include "cmd/write/markdown.h"

#define NAMES_SAID 5 /* of sections that were left out; the others are counted */

void sections_begin(struct sections *s, const char *name) {
    array_push(&s->items, (struct section){name, s->text.len});
}

static size_t end_of(const struct sections *s, size_t count) {
    return count < s->items.len ? s->items.items[count].start : s->text.len;
}

static void say_left_out(const struct sections *s, size_t from, struct text *out) {
    struct few few = {out, NAMES_SAID, 0};
    text_add(out, "\n_Left out, because the document would be too long: ");
    for (size_t i = from; i < s->items.len; i++)
        if (few_takes(&few)) markdown_add(out, s->items.items[i].name);
    few_end(&few);
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
