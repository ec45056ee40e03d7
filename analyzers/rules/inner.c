#include "analyzers/rules/inner.h"

#include "base/missing.h"

static struct inner *inner_of(struct inners *all, uint32_t name) {
    while (all->of_names.len <= name) array_push(&all->of_names, 0);
    uint32_t *at = &all->of_names.items[name];
    if (!*at) {
        array_push(&all->items, (struct inner){.name = name, .seen = MISSING_ID});
        *at = (uint32_t)all->items.len;
    }
    return &array_at(&all->items, *at - 1);
}

void inners_add(struct inners *all, uint32_t name, uint32_t stack, uint32_t depth, double samples) {
    struct inner *inner = inner_of(all, name);
    if (inner->seen == stack) return;
    inner->seen = stack;
    inner->samples += samples;
    inner->depths += samples * (double)depth;
}

const struct inner *inners_deepest(const struct inners *all, double least) {
    const struct inner *most = NULL;
    EACH (const struct inner, inner, &all->items)
        if (inner->samples >= least &&
            (!most || inner->depths / inner->samples > most->depths / most->samples))
            most = inner;
    return most;
}

void inners_free(struct inners *all) {
    arrays_free(&all->items, &all->of_names);
}
