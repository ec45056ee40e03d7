#include "parser/seen.h"

#include <string.h>

/* What tells a chunk from another. Content is compared only where start and size are equal. */
struct seen_chunk {
    struct jfr_segment
        segment;         /* retained if mapped: its bytes stay at hand without private memory */
    const uint8_t *data; /* NULL: is not mapped, only its hash is left */
    uint64_t size, hash;
    bool hashed; /* hash is that of the content */
};

static uint64_t hash_of(struct seen_chunk *chunk) {
    if (!chunk->hashed) chunk->hash = hash_bytes(chunk->data, (size_t)chunk->size);
    chunk->hashed = true;
    return chunk->hash;
}

static void remember(struct seen *seen, const struct jfr_segment *segment,
                     struct seen_chunk *chunk) {
    bool known = seen->last && seen->last == segment->owner;
    if (segment->mapped && (known || seen->mappings < SEEN_MAPPINGS)) {
        seen->mappings += !known;
        seen->last = segment->owner;
        jfr_segment_retain(segment);
        chunk->segment = *segment;
    } else {
        hash_of(chunk);
        chunk->data = NULL;
    }
    array_push(&seen->chunks, *chunk);
}

/* A chunk whose start and size nobody shares costs one look. Those of equal start and size are told
 * apart by a hash of their content, however many there are. */
size_t seen_find(struct seen *seen, const struct jfr_segment *segment,
                 const struct jfr_chunk *chunk) {
    struct seen_chunk now = {.data = chunk->data, .size = chunk->size};
    uint64_t key = map_mix(map_mix((uint64_t)chunk->start_ns) ^ chunk->size);
    bool fresh;
    uint64_t *index = map_put(&seen->by_start, key, &fresh);
    if (fresh) {
        *index = seen->chunks.len;
        remember(seen, segment, &now);
        return SEEN_NEVER;
    }
    size_t first = (size_t)*index;
    index = map_put(&seen->by_content, key ^ hash_of(&seen->chunks.items[first]), &fresh);
    if (fresh) *index = first;
    index = map_put(&seen->by_content, key ^ hash_of(&now), &fresh);
    if (fresh) {
        *index = seen->chunks.len;
        remember(seen, segment, &now);
        return SEEN_NEVER;
    }
    const struct seen_chunk *old = &seen->chunks.items[*index];
    bool same = old->size == now.size &&
                (old->data == NULL || memcmp(old->data, now.data, (size_t)now.size) == 0);
    return same ? (size_t)*index : SEEN_NEVER;
}

bool seen_before(struct seen *seen, const struct jfr_segment *segment,
                 const struct jfr_chunk *chunk) {
    return seen_find(seen, segment, chunk) != SEEN_NEVER;
}

void seen_free(struct seen *seen) {
    for (size_t i = 0; i < seen->chunks.len; i++)
        if (seen->chunks.items[i].data) jfr_segment_release(&seen->chunks.items[i].segment);
    array_free(&seen->chunks);
    free_each(map_free, &seen->by_start, &seen->by_content, &seen->chunk_ids, &seen->profile_ids);
}
