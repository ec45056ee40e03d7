#include "analyzers/tables/chosen.h"

/* A copy that owns its texts. */
static const struct wish *copy(const struct wish *wish) {
    struct wish *own = mem_zero(1, sizeof *own);
    own->event = mem_copy_text(wish->event);
    for (size_t i = 0; i < WISH_FIELDS && wish->fields[i]; i++)
        own->fields[i] = mem_copy_text(wish->fields[i]);
    return own;
}

void chosen_free(const struct wish *wish) {
    for (size_t i = 0; i < WISH_FIELDS; i++) free((void *)(uintptr_t)wish->fields[i]);
    mem_free((void *)(uintptr_t)wish->event, (void *)(uintptr_t)wish);
}

static struct event_table *open_table(struct tables *tables, const struct wish *wish,
                                      wish_chooser chooser, uint64_t max_bytes) {
    const struct event_table *found = tables_find(tables, wish);
    size_t fields = 0;
    if (found) return &tables->items[found - tables->items];
    while (fields < WISH_FIELDS && wish->fields[fields]) fields++;
    if (tables->len == tables->cap) {
        tables->cap = mem_grown(tables->cap, 4, tables->len + 1);
        tables->items = mem_resize(tables->items, tables->cap, sizeof *tables->items);
    }
    struct event_table *table = &tables->items[tables->len++];
    *table = (struct event_table){.wish = copy(wish),
                                  .column_count = fields,
                                  .max_bytes = max_bytes ? max_bytes : TABLE_MAX_BYTES,
                                  .chosen = chooser};
    return table;
}

struct event_table *chosen_again(struct tables *tables, const struct event_table *other) {
    return open_table(tables, other->wish, other->chosen, other->max_bytes);
}

void chosen_of_types(struct tables *tables, const struct jfr_metadata *metadata) {
    for (size_t i = 0; i < tables->choosers.len; i++) {
        const struct wishes *by = tables->choosers.items[i];
        for (uint32_t k = 0; k < metadata->type_count; k++) {
            struct wish wish = {metadata->types[k]->name, {NULL}};
            if (metadata->types[k]->event && by->choose(metadata->types[k], wish.fields))
                open_table(tables, &wish, by->choose, by->max_bytes);
        }
    }
}
