/* How many events of each type there are. */
#include "parser/table/tables.h"

#include "base/strings.h"

struct counting {
    struct strings names;
    ARRAY(size_t) tables; /* by the number of their name; SIZE_MAX: none */
    const struct jfr_metadata *metadata;
    struct jfr_tally *tallies;
};

static void add(void *context, uint64_t type_id, struct jfr_tally tally) {
    const struct counting *c = context;
    const struct jfr_type *type = jfr_type_by_id(c->metadata, type_id);
    if (!type || !type->event) return;
    const char *name = schema_name(type);
    uint32_t number = strings_find(&c->names, name, strlen(name));
    size_t index = number == UINT32_MAX ? SIZE_MAX : c->tables.items[number];
    if (index == SIZE_MAX) return;
    c->tallies[index].count += tally.count;
    c->tallies[index].bytes += tally.bytes;
}

void jfr_tables_tally(const struct jfr_tables *tables, struct jfr_tally *tallies) {
    struct counting counting = {.tallies = tallies};
    strings_intern(&counting.names, "", 0);
    array_push(&counting.tables, SIZE_MAX);
    for (size_t i = 0; i < tables->items.len; i++) {
        const char *name = tables->items.items[i]->name;
        tallies[i] = (struct jfr_tally){0};
        uint32_t number = strings_add(&counting.names, name);
        if (number == counting.tables.len) array_push(&counting.tables, i);
        else counting.tables.items[number] = i;
    }
    struct jfr_chunks *chunks = jfr_chunks_open(tables);
    for (const struct jfr_chunk *chunk; (chunk = jfr_chunks_next(chunks)) != NULL;) {
        struct jfr_event event;
        counting.metadata = jfr_chunks_metadata(chunks);
        if (!counting.metadata) continue;
        struct jfr_cursor *cursor = jfr_cursor_open(chunk, counting.metadata, NULL);
        jfr_cursor_any_order(cursor);
        jfr_cursor_count_bytes(cursor);
        while (jfr_cursor_next(cursor, &event)) continue;
        jfr_cursor_tallies(cursor, add, &counting);
        jfr_cursor_close(cursor);
    }
    jfr_chunks_close(chunks);
    strings_free(&counting.names);
    array_free(&counting.tables);
}
