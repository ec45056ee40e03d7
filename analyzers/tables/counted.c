#include "analyzers/tables/counted.h"
#include "parser/plan.h"

#define NEAR 64    /* groups that are found without a search */
#define FEW 4096   /* stacks of so many cost less than reading the constants again */
#define FINEST 100 /* ticks in a ns that are believed */

enum { TIME, KEY, BRIEF, STACK = BRIEF, SLOTS };

struct counted {
    const struct jfr_chunk *chunk;
    struct jfr_plan *plan, *brief; /* brief: without the stack, which most do not need */
    struct map index;              /* key -> group */
    ARRAY(struct counted_group) groups;
    uint32_t near[NEAR]; /* by their key: one more than the group */
    size_t events;
};

static bool is_key(const struct jfr_plan *plan, size_t slot) {
    const struct jfr_field *field = jfr_plan_field(plan, slot);
    return jfr_plan_slot(plan, slot) == JFR_SLOT_STRUCT && field->pooled && !field->array;
}

static bool is_ticks(const struct jfr_chunk *chunk, const struct jfr_plan *plan) {
    if (jfr_plan_slot(plan, TIME) != JFR_SLOT_INTEGER || chunk->ticks_per_ns > FINEST) return false;
    enum jfr_unit unit = jfr_plan_field(plan, TIME)->unit;
    return unit == JFR_UNIT_TICKS_TIME || unit == JFR_UNIT_NONE;
}

/* Does the stack lie before the key? Then what can be read up to the key has both. */
static bool is_behind_stack(const struct jfr_type *type, const struct jfr_plan *plan) {
    const struct jfr_field *key = jfr_plan_field(plan, KEY), *stack = jfr_plan_field(plan, STACK);
    uint32_t i = 0;
    while (i < type->field_count && type->fields[i] != key && type->fields[i] != stack) i++;
    return key != stack && i < type->field_count && type->fields[i] == stack;
}

struct counted *counted_open(const struct walk *walk, const struct jfr_type *type,
                             const struct wish *wish, const struct wish_only *only) {
    const char *paths[SLOTS] = {wish->fields[0], wish->fields[only->by],
                                wish->fields[only->column]};
    struct jfr_plan *plan = jfr_plan_compile(walk->chunk, type, paths, SLOTS, NULL);
    if (!plan) return NULL;
    if (walk->chunk->size > UINT32_MAX || !is_ticks(walk->chunk, plan) || !is_key(plan, KEY) ||
        !is_key(plan, STACK)) {
        jfr_plan_free(plan);
        return NULL;
    }
    struct counted *c = mem_zero(1, sizeof *c);
    c->chunk = walk->chunk;
    c->plan = plan;
    c->brief = jfr_plan_compile(walk->chunk, type, paths,
                                is_behind_stack(type, plan) ? BRIEF : SLOTS, NULL);
    return c;
}

void counted_close(struct counted *c) {
    if (!c) return;
    for (size_t i = 0; i < c->groups.len; i++)
        arrays_free(&c->groups.items[i].events, &c->groups.items[i].first);
    array_free(&c->groups);
    map_free(&c->index);
    free_each(jfr_plan_free, c->plan, c->brief);
    free(c);
}

static bool read_event(const struct counted *c, const uint8_t *at, const uint8_t *end,
                       uint64_t *values) {
    return plan_read(c->plan, c->chunk->data, &at, end, c->chunk->data + c->chunk->size, values);
}

static struct counted_group *group_of(struct counted *c, uint64_t key) {
    uint32_t *near = &c->near[key % NEAR];
    if (*near && array_at(&c->groups, *near - 1).key == key) return &c->groups.items[*near - 1];
    size_t index = map_number(&c->index, key, c->groups.len);
    if (index == c->groups.len)
        array_push(&c->groups, (struct counted_group){.key = key, .limit = INT64_MAX});
    *near = (uint32_t)index + 1;
    return &array_at(&c->groups, index);
}

/* Ticks may be finer than ns, in which the rows are ordered. */
static int64_t last_of(const struct jfr_chunk *chunk, int64_t ticks, int64_t ns) {
    for (int i = 0; i < FINEST && ticks < INT64_MAX - 1; i++, ticks++)
        if (jfr_chunk_time(chunk, ticks + 1) != ns) break;
    return ticks;
}

/* The event is the group's newest: it may be one of the first. */
static void judge_first(const struct counted *c, struct counted_group *group, int64_t ticks,
                        bool stacked) {
    int64_t ns = jfr_chunk_time(c->chunk, ticks);
    if (group->first.len && group->stacked && !stacked) return;
    if (group->first.len && group->stacked == stacked && ns > group->ns) return;
    if (group->stacked != stacked || ns < group->ns) group->first.len = 0;
    if (!group->first.len) group->limit = last_of(c->chunk, ticks, ns);
    group->stacked = stacked;
    group->ns = ns;
    array_push(&group->first, group->events.len - 1);
}

static void take(struct counted *c, const struct jfr_event *event, const uint64_t *brief) {
    struct counted_group *group = group_of(c, brief[KEY]);
    uint64_t values[SLOTS];
    bool first = (int64_t)brief[TIME] <= group->limit;
    array_push(&group->events, (uint32_t)event->offset);
    c->events++;
    if ((!first && group->stacked) || !read_event(c, event->payload, event->end, values)) return;
    if (first || values[STACK]) judge_first(c, group, (int64_t)values[TIME], values[STACK] != 0);
}

void counted_add(struct counted *c, const struct jfr_event *events, size_t count) {
    uint64_t values[PLAN_MANY][SLOTS];
    for (size_t most; count; events += most, count -= most) {
        most = count < PLAN_MANY ? count : PLAN_MANY;
        uint64_t unread =
            plan_read_many(c->brief, c->chunk, PLAN_BATCH(events, most), *values, SLOTS);
        for (size_t i = 0; i < most; i++)
            if (!(unread >> i & 1)) take(c, &events[i], values[i]);
    }
}

size_t counted_groups(const struct counted *c) {
    return c->groups.len;
}

struct counted_group *counted_group(struct counted *c, size_t i) {
    return &c->groups.items[i];
}

struct jfr_event counted_event(const struct counted *c, const struct counted_group *group,
                               size_t i) {
    const uint8_t *data = c->chunk->data, *at = data + group->events.items[i];
    struct jfr_event event = {.offset = group->events.items[i], .payload = at, .end = at};
    uint64_t size;
    if (wire_event(c->chunk->encoding, at, data + c->chunk->size, &size, &event.type_id,
                   &event.payload))
        event.end = at + size;
    return event;
}

static void ask_stack(const struct counted *c, const struct counted_group *group, size_t i,
                      struct walk *walk) {
    uint64_t values[SLOTS];
    struct jfr_event event = counted_event(c, group, i);
    if (read_event(c, event.payload, event.end, values)) walk_ask_stack(walk, values[STACK]);
}

void counted_ask_all(struct counted *c, struct counted_group *group, struct walk *walk) {
    bool there = walk_ask_stacks(walk, group->events.len);
    for (size_t i = 0; i < group->events.len && !there; i++) ask_stack(c, group, i, walk);
    group->all = true;
}

void counted_ask(struct counted *c, struct walk *walk) {
    EACH (struct counted_group, group, &c->groups) {
        if (c->events <= FEW) counted_ask_all(c, group, walk);
        for (size_t k = 0; k < group->first.len; k++)
            ask_stack(c, group, group->first.items[k], walk);
    }
}
