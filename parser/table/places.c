#include "parser/table/places.h"

#include "parser/wire.h"

void places_expect(struct places *p, const struct jfr_table *table) {
    for (size_t i = 0; i < p->expected.len; i++)
        if (p->expected.items[i] == table) return;
    array_push(&p->expected, table);
}

static const struct places *whole_of(const struct places *p) {
    return p->known ? p->known : p;
}

bool places_are_several(const struct places *p) {
    return whole_of(p)->expected.len > 1;
}

static void free_chunk(struct places_chunk *chunk) {
    for (size_t i = 0; i < chunk->tables.len; i++) array_free(&chunk->tables.items[i].offsets);
    array_free(&chunk->tables);
    array_free(&chunk->checkpoints);
}

void places_forget(struct places *p) {
    for (size_t i = 0; i < p->chunks.len; i++) free_chunk(&p->chunks.items[i]);
    p->chunks.len = p->expected.len = 0;
    p->bytes = 0;
    map_clear(&p->by_place);
}

void places_free(struct places *p) {
    places_forget(p);
    array_free(&p->chunks);
    array_free(&p->expected);
    map_free(&p->by_place);
}

/* ==== Parts ================================================================================= */

struct places places_part(const struct places *p, size_t parts) {
    uint64_t left = p->bytes < p->most ? p->most - p->bytes : 0;
    return (struct places){.known = p, .most = left / parts};
}

static void add_chunk(struct places *p, const struct places_chunk *chunk) {
    bool fresh;
    *map_put(&p->by_place, chunk->place, &fresh) = p->chunks.len;
    array_push(&p->chunks, *chunk);
}

void places_join(struct places *p, struct places *part) {
    for (size_t i = 0; i < part->chunks.len; i++) add_chunk(p, &part->chunks.items[i]);
    p->bytes += part->bytes;
    part->chunks.len = 0;
    places_free(part);
}

/* ==== Going by it =========================================================================== */

const struct places_chunk *places_chunk(const struct places *p, const struct jfr_chunk *chunk) {
    const struct places *whole = whole_of(p);
    const uint64_t *index = map_get(&whole->by_place, tables_place(chunk));
    return index ? &array_at(&whole->chunks, *index) : NULL;
}

const struct places_table *places_table(const struct places_chunk *noted,
                                        const struct jfr_table *table) {
    for (size_t i = 0; noted && i < noted->tables.len; i++)
        if (noted->tables.items[i].table == table) return &noted->tables.items[i];
    return NULL;
}

struct jfr_event places_event(const struct jfr_chunk *chunk, uint32_t offset) {
    struct jfr_event event = {.offset = offset};
    const uint8_t *at = chunk->data + offset;
    uint64_t size = 0;
    wire_event(chunk->encoding, at, chunk->data + chunk->size, &size, &event.type_id,
               &event.payload);
    event.end = at + size;
    return event;
}

/* The size that a checkpoint at the end of a cut chunk claims is not the one it has. */
struct jfr_event places_checkpoint(const struct jfr_chunk *chunk, const struct jfr_event *noted) {
    struct jfr_event event = *noted;
    event.payload = chunk->data + noted->offset + (noted->reserved & UINT32_MAX);
    event.end = chunk->data + noted->offset + (noted->reserved >> 32);
    return event;
}

/* ==== Noting ================================================================================ */

static void want_table(struct noting *n, const struct jfr_table *table,
                       const struct jfr_metadata *metadata, struct jfr_cursor *cursor) {
    bool fresh;
    array_push(&n->found.tables, (struct places_table){.table = table});
    for (uint32_t i = 0; i < metadata->type_count; i++) {
        const struct jfr_type *type = metadata->types[i];
        if (!schema_is_of(table, type) || jfr_type_by_id(metadata, type->id) != type) continue;
        *map_put(&n->by_type, type->id, &fresh) = n->found.tables.len - 1;
        jfr_cursor_want(cursor, type->id);
    }
}

void noting_begin(struct noting *n, struct places *places, const struct jfr_table *but,
                  const struct jfr_chunk *chunk, const struct jfr_metadata *metadata,
                  struct jfr_cursor *cursor) {
    *n = (struct noting){.chunk = chunk, .last_type = UINT64_MAX};
    if (!places || chunk->size > UINT32_MAX || places->bytes > places->most ||
        places_chunk(places, chunk))
        return;
    const struct places *whole = whole_of(places);
    for (size_t i = 0; i < whole->expected.len; i++)
        if (whole->expected.items[i] != but)
            want_table(n, whole->expected.items[i], metadata, cursor);
    if (!n->found.tables.len) return;
    n->places = places;
    n->most = places->most - places->bytes;
    jfr_cursor_want(cursor, JFR_CHECKPOINT_EVENT);
}

void noting_drop(struct noting *n) {
    free_chunk(&n->found);
    map_free(&n->by_type);
    n->places = NULL;
}

void noting_add(struct noting *n, const struct jfr_event *event) {
    if (!n->places) return;
    if (event->type_id == JFR_CHECKPOINT_EVENT) {
        struct jfr_event noted = *event;
        const uint8_t *start = n->chunk->data + event->offset;
        noted.reserved = (uint64_t)(event->payload - start) | (uint64_t)(event->end - start) << 32;
        noted.payload = noted.end = NULL;
        array_push(&n->found.checkpoints, noted);
        n->bytes += sizeof noted;
    } else {
        if (event->type_id != n->last_type) {
            const uint64_t *index = map_get(&n->by_type, event->type_id);
            n->last_type = event->type_id;
            n->last = index ? *index : UINT64_MAX;
        }
        if (n->last == UINT64_MAX) return;
        array_push(&n->found.tables.items[n->last].offsets, (uint32_t)event->offset);
        n->bytes += sizeof(uint32_t);
    }
    if (n->bytes > n->most) noting_drop(n);
}

void noting_end(struct noting *n) {
    if (n->places) {
        n->found.place = tables_place(n->chunk);
        add_chunk(n->places, &n->found);
        n->places->bytes += n->bytes;
        n->found = (struct places_chunk){0};
    }
    noting_drop(n);
}
