#include "analyzers/rules/census.h"

#include "parser/table/cells.h"

#include <stdlib.h>
#include <string.h>

struct counted { /* an event type of the chunk; its index is the tag */
    const struct jfr_type *type;
    struct cells *times;
    struct jfr_plan *stack; /* NULL: it has none */
    struct map keys;        /* of stacks -> events */
    uint32_t index;         /* in census.types */
    bool is_pause, has_thread;
};

struct census_at { /* the memory is kept */
    ARRAY(struct counted) counted;
};

static void *open(const void *const *options, size_t count) {
    struct census *c = mem_zero(1, sizeof *c);
    c->at = mem_zero(1, sizeof *c->at);
    for (size_t i = 0; i < count; i++)
        if (((const struct census_options *)options[i])->all) c->all = true;
    return c;
}

static void forget_chunk(struct census *c) {
    for (size_t i = 0; i < c->at->counted.len; i++) {
        cells_close(c->at->counted.items[i].times);
        jfr_plan_free(c->at->counted.items[i].stack);
        map_free(&c->at->counted.items[i].keys);
    }
    c->at->counted.len = 0;
}

static void close(void *state) {
    struct census *c = state;
    forget_chunk(c);
    array_free(&c->at->counted);
    free(c->at);
    array_free(&c->types);
    array_free(&c->chunks);
    array_free(&c->pauses);
    map_free(&c->index);
    strings_free(&c->names);
    free(c);
}

static uint32_t index_of(struct census *c, const char *name, size_t len) {
    bool fresh;
    uint32_t id = strings_intern(&c->names, name, len);
    uint64_t *index = map_put(&c->index, id, &fresh);
    if (fresh) {
        *index = c->types.len;
        array_push(&c->types, (struct census_type){.name = id});
    }
    return (uint32_t)*index;
}

static void count_all(struct census *c, struct walk *walk, const struct jfr_type *type) {
    static const char *const times[] = {"startTime", "duration"};
    static const char *const stack[] = {"stackTrace.truncated"};
    struct counted counted = {.type = type};
    const struct jfr_field *field = jfr_field_by_name(type, "stackTrace");
    counted.index = index_of(c, type->name, strlen(type->name));
    counted.is_pause = strcmp(type->name, "jdk.GCPhasePause") == 0;
    counted.has_thread = jfr_field_by_name(type, "eventThread") ||
                         jfr_field_by_name(type, "sampledThread") ||
                         jfr_field_by_name(type, "thread");
    counted.times = cells_open(walk->chunk, walk->metadata, type, times, 2, NULL, false);
    if (!counted.times) return;
    if (field && field->pooled) counted.stack = jfr_plan_compile(walk->chunk, type, stack, 1, NULL);
    if (walk_want(walk, type, (uint32_t)c->at->counted.len)) {
        array_push(&c->at->counted, counted);
    } else {
        cells_close(counted.times);
        jfr_plan_free(counted.stack);
    }
}

static void plan(void *state, struct walk *walk) {
    struct census *c = state;
    forget_chunk(c);
    const struct jfr_chunk *chunk = walk->chunk;
    array_push(&c->chunks,
               (struct census_chunk){chunk->start_ns, chunk->duration_ns, chunk->start_ticks,
                                     chunk->ticks_per_ns, chunk->recording});
    for (uint32_t i = 0; i < walk->metadata->type_count; i++) {
        const struct jfr_type *type = walk->metadata->types[i];
        if (!type->event) continue;
        index_of(c, type->name, strlen(type->name));
        if (c->all && jfr_field_by_name(type, "startTime")) count_all(c, walk, type);
    }
}

static void add_times(struct census_span *span, const struct census_span *more) {
    bool none = span->first_start_ns == 0 && span->last_end_ns == 0;
    if (none || more->first_start_ns < span->first_start_ns)
        span->first_start_ns = more->first_start_ns;
    if (none || more->first_end_ns < span->first_end_ns) span->first_end_ns = more->first_end_ns;
    if (none || more->last_end_ns > span->last_end_ns) span->last_end_ns = more->last_end_ns;
}

static void event(void *state, const struct walk *walk, uint32_t tag,
                  const struct jfr_event *event) {
    struct census *c = state;
    struct counted *counted = &c->at->counted.items[tag];
    uint64_t cells[2], key;
    if (!cells_read(counted->times, NULL, event, cells)) return;
    int64_t start = (int64_t)cells[0], end = start, duration = (int64_t)cells[1], last;
    if (duration > 0 && !__builtin_add_overflow(start, duration, &last)) end = last;
    const struct census_span span = {start, end, end};
    add_times(&c->events, &span);
    if (counted->has_thread) add_times(&c->of_threads, &span);
    if (counted->is_pause)
        array_push(&c->pauses,
                   (struct census_pause){walk->chunk->start_ns, event->offset, start, end});
    const uint8_t *at = event->payload;
    bool fresh;
    if (counted->stack && jfr_plan_read(counted->stack, walk->chunk->data, &at, event->end, &key))
        ++*map_put(&counted->keys, key, &fresh);
}

static void count(void *context, uint64_t type_id, struct jfr_tally tally) {
    struct walk *walk = ((void **)context)[1];
    struct census *c = ((void **)context)[0];
    const struct jfr_type *type = jfr_type_by_id(walk->metadata, type_id);
    if (!type || !type->event) return;
    uint32_t index = index_of(c, type->name, strlen(type->name));
    array_at(&c->types, index).count += tally.count;
}

static void walked(void *state, struct walk *walk) {
    struct census *c = state;
    void *context[] = {c, walk};
    walk_tallies(walk, count, context);
    for (size_t i = 0; i < c->at->counted.len; i++) {
        const struct map *keys = &c->at->counted.items[i].keys;
        if (keys->len) walk_ask(walk, false);
        for (size_t k = 0; k < keys->size; k++)
            if (keys->slots[k].value != MAP_EMPTY) walk_ask_stack(walk, keys->slots[k].key);
    }
}

static void chunk(void *state, const struct walk *walk) {
    struct census *c = state;
    for (size_t i = 0; i < c->at->counted.len; i++) {
        const struct counted *counted = &c->at->counted.items[i];
        struct census_type *type = &c->types.items[counted->index];
        for (size_t k = 0; k < counted->keys.size; k++) {
            const struct map_slot *slot = &counted->keys.slots[k];
            uint64_t truncated = slot->key;
            if (slot->value == MAP_EMPTY) continue;
            type->stacks += slot->value;
            if (jfr_plan_resolve_one(counted->stack, walk->constants, 0, &truncated) && truncated)
                type->truncated += slot->value;
        }
    }
}

static void merge(void *into, void *from) {
    struct census *c = into;
    const struct census *other = from;
    for (size_t i = 0; i < other->types.len; i++) {
        const struct census_type *type = &other->types.items[i];
        uint32_t index = index_of(c, strings_get(&other->names, type->name),
                                  strings_len(&other->names, type->name));
        struct census_type *own = &array_at(&c->types, index);
        own->count += type->count;
        own->stacks += type->stacks;
        own->truncated += type->truncated;
    }
    for (size_t i = 0; i < other->chunks.len; i++) array_push(&c->chunks, other->chunks.items[i]);
    for (size_t i = 0; i < other->pauses.len; i++) array_push(&c->pauses, other->pauses.items[i]);
    if (other->events.last_end_ns) add_times(&c->events, &other->events);
    if (other->of_threads.last_end_ns) add_times(&c->of_threads, &other->of_threads);
}

static int compare_pauses(const void *a, const void *b) {
    const struct census_pause *x = a, *y = b;
    if (x->chunk_ns != y->chunk_ns) return x->chunk_ns < y->chunk_ns ? -1 : 1;
    return (x->offset > y->offset) - (x->offset < y->offset);
}

static int compare_chunks(const void *a, const void *b) {
    const struct census_chunk *x = a, *y = b;
    if (x->recording != y->recording) return x->recording < y->recording ? -1 : 1;
    return (x->start_ticks > y->start_ticks) - (x->start_ticks < y->start_ticks);
}

static void finish(void *state, struct scan_report *report) {
    struct census *c = state;
    if (c->pauses.len)
        qsort(c->pauses.items, c->pauses.len, sizeof *c->pauses.items, compare_pauses);
    if (c->chunks.len)
        qsort(c->chunks.items, c->chunks.len, sizeof *c->chunks.items, compare_chunks);
}

const struct census_type *census_find(const struct census *census, const char *event) {
    uint32_t id = strings_find(&census->names, event, strlen(event));
    const uint64_t *index = id == UINT32_MAX ? NULL : map_get(&census->index, id);
    return index ? &census->types.items[*index] : NULL;
}

uint64_t census_count(const struct census *census, const char *event) {
    const struct census_type *type = census ? census_find(census, event) : NULL;
    return type ? type->count : 0;
}

const struct reader census_reader = {.open = open,
                                     .plan = plan,
                                     .event = event,
                                     .walked = walked,
                                     .chunk = chunk,
                                     .merge = merge,
                                     .finish = finish,
                                     .close = close};
