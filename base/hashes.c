#include "base/hashes.h"

#include "base/mem.h"

static void put_all(struct hashes *into, const struct hashes *from) {
    for (size_t i = 0; i < from->size; i++)
        if (from->slots[i]) hashes_put(into, from->slots[i]);
}

static void grow_to(struct hashes *h, size_t size) {
    struct hashes larger = {.size = size, .slots = mem_zero(size, sizeof *larger.slots)};
    put_all(&larger, h);
    free(h->slots);
    *h = larger;
}

void hashes_grow(struct hashes *h) {
    grow_to(h, h->size ? h->size * 2 : 8);
}

void hashes_free(struct hashes *h) {
    free(h->slots);
    *h = (struct hashes){0};
}

/* They come in the order of their places: without room for all, the first would fill those there
 * are at the beginning, and be looked for through all of them. */
void hashes_merge(struct hashes *into, const struct hashes *from) {
    size_t size = into->size ? into->size : 8;
    while ((into->len + from->len) * 4 >= size * 3) size *= 2;
    if (size > into->size) grow_to(into, size);
    put_all(into, from);
}
