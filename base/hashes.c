#include "base/hashes.h"

#include "base/mem.h"

#include <stdlib.h>

void hashes_grow(struct hashes *h) {
    struct hashes larger = {.size = h->size ? h->size * 2 : 8};
    larger.slots = mem_zero(larger.size, sizeof *larger.slots);
    hashes_merge(&larger, h);
    free(h->slots);
    *h = larger;
}

void hashes_free(struct hashes *h) {
    free(h->slots);
    *h = (struct hashes){0};
}

void hashes_merge(struct hashes *into, const struct hashes *from) {
    for (size_t i = 0; i < from->size; i++)
        if (from->slots[i]) hashes_put(into, from->slots[i]);
}
