#include "analyzers/facts/ends.h"

#include "parser/table/cells.h"

struct ends_chunk {              /* the memory is kept */
    ARRAY(struct cells *) cells; /* of each type of event; the index is the tag */
};

static void *open(const void *const *options, size_t count) {
    struct ends *e = mem_zero(1, sizeof *e);
    e->chunk = mem_zero(1, sizeof *e->chunk);
    return e;
}

static void forget_chunk(struct ends *e) {
    for (size_t i = 0; i < e->chunk->cells.len; i++) cells_close(e->chunk->cells.items[i]);
    e->chunk->cells.len = 0;
}

static void close_state(void *state) {
    struct ends *e = state;
    forget_chunk(e);
    array_free(&e->chunk->cells);
    mem_free(e->chunk, e);
}

static void plan(void *state, struct walk *walk) {
    static const char *const paths[] = {"startTime", "duration"};
    struct ends *e = state;
    forget_chunk(e);
    for (uint32_t i = 0; i < walk->metadata->type_count; i++) {
        const struct jfr_type *type = walk->metadata->types[i];
        if (!type->event || !jfr_field_by_name(type, "startTime")) continue;
        struct cells *cells = cells_open(walk->chunk, walk->metadata, type, paths, 2, NULL, false);
        if (cells && walk_want(walk, type, (uint32_t)e->chunk->cells.len))
            array_push(&e->chunk->cells, cells);
        else cells_close(cells);
    }
}

static void add(struct ends *e, int64_t first_ns, int64_t last_ns) {
    bool none = e->first_ns == 0 && e->last_ns == 0;
    if (none || first_ns < e->first_ns) e->first_ns = first_ns;
    if (none || last_ns > e->last_ns) e->last_ns = last_ns;
}

static void event(void *state, const struct walk *walk, uint32_t tag,
                  const struct jfr_event *event) {
    struct ends *e = state;
    uint64_t cells[2];
    if (!cells_read(e->chunk->cells.items[tag], NULL, event, cells)) return;
    int64_t end = (int64_t)cells[0], duration = (int64_t)cells[1], last;
    if (duration > 0 && !__builtin_add_overflow(end, duration, &last)) end = last;
    add(e, end, end);
}

static void merge(void *into, void *from) {
    const struct ends *other = from;
    if (other->first_ns || other->last_ns) add(into, other->first_ns, other->last_ns);
}

const struct reader ends_reader = {
    .open = open, .plan = plan, .event = event, .merge = merge, .close = close_state};
