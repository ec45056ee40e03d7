#include "parser/table/places.h"

#include "parser/wire.h"

#include <string.h>

/* Which of the expected has the name; *key: of its place in by_name, whether it is there or not. */
static const struct jfr_table *find_expected(const struct places *p, const char *name,
                                             uint64_t *key) {
    const uint64_t hash = hash_bytes(name, strlen(name));
    for (*key = map_first_key(hash);; *key = map_next_key(*key, hash)) {
        const uint64_t *index = map_get(&p->by_name, *key);
        if (!index) return NULL;
        const struct jfr_table *table = array_at(&p->expected, *index);
        if (strcmp(table->name, name) == 0) return table;
    }
}

void places_expect(struct places *p, const struct jfr_table *table) {
    bool fresh;
    uint64_t key;
    if (find_expected(p, table->name, &key)) return;
    *map_put(&p->by_name, key, &fresh) = p->expected.len;
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
    map_free(&chunk->by_table);
    array_free(&chunk->checkpoints);
}

void places_forget(struct places *p) {
    for (size_t i = 0; i < p->chunks.len; i++) free_chunk(&p->chunks.items[i]);
    p->chunks.len = p->expected.len = 0;
    p->bytes = 0;
    map_clear(&p->by_place);
    map_clear(&p->by_name);
}

void places_free(struct places *p) {
    places_forget(p);
    arrays_free(&p->chunks, &p->expected);
    free_each(map_free, &p->by_place, &p->by_name);
}

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

const struct places_chunk *places_chunk(const struct places *p, const struct jfr_chunk *chunk) {
    const struct places *whole = whole_of(p);
    const uint64_t *index = map_get(&whole->by_place, tables_place(chunk));
    return index ? &array_at(&whole->chunks, *index) : NULL;
}

const struct places_table *places_table(const struct places_chunk *noted,
                                        const struct jfr_table *table) {
    const uint64_t *index = noted ? map_get(&noted->by_table, (uintptr_t)table) : NULL;
    return index ? &array_at(&noted->tables, *index) : NULL;
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

void noting_begin(struct noting *n, struct places *places, const struct jfr_table *but,
                  const struct jfr_chunk *chunk, const struct jfr_metadata *metadata,
                  struct jfr_cursor *cursor) {
    bool fresh;
    uint64_t key;
    *n = (struct noting){.chunk = chunk, .last_type = UINT64_MAX};
    if (!places || chunk->size > UINT32_MAX || places->bytes > places->most ||
        places_chunk(places, chunk))
        return;
    const struct places *whole = whole_of(places);
    for (size_t i = 0; i < whole->expected.len; i++) {
        const struct jfr_table *table = whole->expected.items[i];
        if (table == but) continue;
        *map_put(&n->found.by_table, (uintptr_t)table, &fresh) = n->found.tables.len;
        array_push(&n->found.tables, (struct places_table){.table = table});
    }
    for (uint32_t i = 0; i < metadata->type_count; i++) {
        const struct jfr_type *type = metadata->types[i];
        if (!type->event || jfr_type_by_id(metadata, type->id) != type) continue;
        const struct jfr_table *table = find_expected(whole, schema_name(type), &key);
        if (!table || table == but) continue;
        *map_put(&n->by_type, type->id, &fresh) = *map_get(&n->found.by_table, (uintptr_t)table);
        jfr_cursor_want(cursor, type->id);
    }
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
