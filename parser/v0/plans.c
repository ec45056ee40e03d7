#include "parser/v0/plans.h"

/* What a structure may come to, structs within it taken apart. */
#define MOST_VALUES 4096
#define MOST_DEPTH 16

static unsigned longest(enum v0_op op, unsigned width) {
    switch (op) {
    case V0_TAKE_BYTES: return width;
    case V0_DROP_BYTES: return 0;
    case V0_ADD_UNKNOWN: return 5;
    case V0_ADD_NONE:
    case V0_ADD_HIDDEN: return 1;
    case V0_TAKE_NUMBER: return width == 2 ? 3 : width == 4 ? 5 : 9;
    default: return 9; /* a key may become another one */
    }
}

static void add_step(struct v0_planner *p, enum v0_op op, unsigned width, uint32_t n) {
    struct v0_types *t = p->types;
    if (p->fixed == SIZE_MAX) {
        p->fixed = t->steps.len;
        array_push(&t->steps, (struct v0_step){.op = V0_FIXED});
    }
    array_push(&t->steps, (struct v0_step){.op = (uint8_t)op,
                                           .width = (uint8_t)width,
                                           .n = n,
                                           .in = t->steps.items[p->fixed].in});
    struct v0_step *fixed = &t->steps.items[p->fixed];
    fixed->n++;
    fixed->in += op >= V0_ADD_UNKNOWN ? 0 : width;
    fixed->out += longest(op, width);
}

/* A step that is not of fixed width; its index. */
static size_t add_other(struct v0_planner *p, enum v0_op op) {
    p->fixed = SIZE_MAX;
    p->plan->out = V0_NONE;
    array_push(&p->types->steps, (struct v0_step){.op = (uint8_t)op});
    return p->types->steps.len - 1;
}

uint32_t v0_plan_pool(const struct v0_planner *p, enum v0_data data, int32_t content) {
    if (data < V0_BYTE || data > V0_U8) return V0_NONE;
    if ((content >= V0_PLAIN && content <= V0_ADDRESS) || content == V0_PERCENT) return V0_NONE;
    uint32_t pool = v0_content_find(p->m, content);
    return pool < p->types->pools.len && p->pool_names[pool] ? pool : V0_NONE;
}

bool v0_is_loader(const struct v0_planner *p, const struct v0_value *value) {
    if (v0_is(p->content, "Class")) return v0_is(value->id, "loaderClass");
    if (!p->event) return false;
    if (strncmp(p->event, "Metaspace", 9) == 0) return v0_is(value->id, "classLoader");
    return strncmp(p->event, "Class", 5) == 0 &&
           (v0_is(value->id, "definingClassLoader") || v0_is(value->id, "initiatingClassLoader"));
}

static void add_key(struct v0_planner *p, const struct v0_value *value, uint32_t pool,
                    unsigned width) {
    enum v0_op op = V0_TAKE_KEY;
    p->plan->has_keys = true;
    if (pool == p->types->threads)
        op = v0_is(value->id, "notifier") ? V0_TAKE_KNOWN : V0_TAKE_THREAD;
    else if (pool == p->types->java_threads) op = V0_TAKE_JAVA;
    else if (v0_is_loader(p, value)) op = V0_TAKE_LOADER;
    add_step(p, op, width, pool);
}

static void add_scalar(struct v0_planner *p, const struct v0_value *value, enum v0_data data) {
    uint32_t pool = v0_plan_pool(p, data, value->content);
    unsigned width = v0_width(data);
    if (data == V0_UTF8) add_other(p, V0_TAKE_UTF);
    else if (data == V0_STRING) add_other(p, V0_TAKE_STRING);
    else if (pool != V0_NONE) add_key(p, value, pool, width);
    else if (width == 1 || data == V0_FLOAT || data == V0_DOUBLE)
        add_step(p, V0_TAKE_BYTES, width, 0);
    else if (v0_is(p->event, "CodeCacheStatistics") && v0_is(value->id, "unallocatedCapacity"))
        add_step(p, V0_TAKE_KILO, width, 0); /* is said in KiB, and declared as bytes */
    else add_step(p, V0_TAKE_NUMBER, width, 0);
}

static bool add_structure(struct v0_planner *p, uint32_t structure, unsigned depth);

static bool add_value(struct v0_planner *p, const struct v0_value *value, unsigned depth) {
    if (++p->visited > MOST_VALUES) return false;
    if (value->data == V0_STRUCT) return add_structure(p, value->index, depth);
    if (value->data != V0_ARRAY && value->data != V0_STRUCTARRAY) {
        if (v0_is(p->content, "Method") && v0_is(value->id, "hidden"))
            add_step(p, V0_DROP_BYTES, v0_width(value->data), 0);
        else add_scalar(p, value, value->data);
        /* Later classes have a package behind their name, and some readers know no other order. */
        if (v0_is(p->content, "Class") && v0_is(value->id, "name")) add_step(p, V0_ADD_NONE, 0, 0);
        return true;
    }
    if (value->index == V0_NONE) return false;
    size_t array = add_other(p, V0_TAKE_ARRAY);
    if (value->data == V0_ARRAY) add_scalar(p, value, (enum v0_data)value->index);
    else if (!add_structure(p, value->index, depth)) return false;
    p->types->steps.items[array].n = (uint32_t)(p->types->steps.len - array - 1);
    p->fixed = SIZE_MAX;
    return true;
}

bool v0_has_value(const struct v0_metadata *m, uint32_t structure, const char *id) {
    if (structure == V0_NONE) return false;
    const struct v0_structure *s = &m->structures.items[structure];
    return some_of(i, s->count, v0_is(m->values.items[s->first + i].id, id));
}

uint32_t v0_frames_find(const struct v0_metadata *m) {
    uint32_t stacks = v0_content_find(m, V0_STACK_TRACE);
    uint32_t of = stacks == V0_NONE ? V0_NONE : m->contents.items[stacks].structure;
    for (uint32_t i = 0; of != V0_NONE && i < m->structures.items[of].count; i++) {
        const struct v0_value *value = &m->values.items[m->structures.items[of].first + i];
        if (value->data == V0_STRUCTARRAY && v0_has_value(m, value->index, "method"))
            return value->index;
    }
    return V0_NONE;
}

bool v0_is_frame(const struct v0_planner *p, uint32_t structure) {
    return structure != V0_NONE && structure == p->frames;
}

/* Ids of what has one order in all later formats, on which some readers rely; NULL: any. */
static const char *const *later_order(const struct v0_planner *p, uint32_t structure) {
    static const char *const frame[] = {"method", "line", "bci", "type", NULL},
                             *const classes[] = {"loaderClass", "name", "modifiers", NULL},
                             *const method[] = {"class", "name", "signature", "modifiers", NULL};
    const struct v0_structure *s = &p->m->structures.items[structure];
    for (uint32_t i = 0; i < s->count; i++)
        if (v0_width(p->m->values.items[s->first + i].data) == 0) return NULL;
    if (v0_is_frame(p, structure)) return frame;
    return v0_is(p->content, "Class") ? classes : v0_is(p->content, "Method") ? method : NULL;
}

void v0_places_add(const struct v0_planner *p, uint32_t structure, v0_place_list *places) {
    static const char *const frame_numbers[][2] = {{"line", "lineNumber"},
                                                   {"bci", "bytecodeIndex"}};
    const char *const *ids = later_order(p, structure);
    const struct v0_structure *s = &p->m->structures.items[structure];
    const struct v0_value *values = p->m->values.items + s->first;
    for (size_t id = 0; ids && ids[id]; id++) {
        uint32_t offset = 0, i = 0;
        for (; i < s->count && !v0_is(values[i].id, ids[id]); i++)
            offset += v0_width(values[i].data);
        if (i < s->count)
            array_push(places, (struct v0_place){.value = &values[i], .offset = offset});
        for (size_t n = 0; i == s->count && n < 2; n++)
            if (v0_is(ids[id], frame_numbers[n][0]))
                array_push(places, (struct v0_place){.missing = frame_numbers[n][1]});
    }
    size_t first = places->len;
    for (uint32_t offset = 0, i = 0; i < s->count; offset += v0_width(values[i].data), i++) {
        bool placed = some_of(k, first, places->items[k].value == &values[i]);
        if (!placed) array_push(places, (struct v0_place){.value = &values[i], .offset = offset});
    }
}

/* The steps from `first` on, of a value of this place. */
static void set_offset(struct v0_types *t, size_t first, uint32_t offset) {
    for (; first < t->steps.len; first++)
        if (t->steps.items[first].op < V0_FIXED) t->steps.items[first].in = offset;
}

static bool add_structure(struct v0_planner *p, uint32_t structure, unsigned depth) {
    if (structure == V0_NONE || depth == MOST_DEPTH || ++p->visited > MOST_VALUES) return false;
    const char *event = p->event, *content = p->content;
    if (depth > 0) p->event = p->content = NULL; /* what goes by name is in the outermost */
    bool fine = true, ordered = later_order(p, structure) != NULL;
    OWNED(array_release) v0_place_list places = {0};
    uint32_t base = p->fixed == SIZE_MAX ? 0 : p->types->steps.items[p->fixed].in;
    v0_places_add(p, structure, &places);
    for (size_t i = 0; i < places.len && fine; i++) {
        const struct v0_place *place = &places.items[i];
        size_t first = p->types->steps.len;
        if (place->missing) add_step(p, V0_ADD_UNKNOWN, 0, 0);
        else fine = add_value(p, place->value, depth + 1);
        if (ordered) set_offset(p->types, first, base + place->offset);
    }
    p->event = event;
    p->content = content;
    return fine;
}

/* The plan of a structure. What it begins with was added by the caller, from step first on. */
void v0_plan_make(struct v0_planner *p, uint32_t structure, struct v0_plan *plan) {
    plan->out = 0;
    p->plan = plan;
    p->visited = 0;
    p->fixed = SIZE_MAX;
    size_t first = p->types->steps.len;
    plan->first = (uint32_t)first;
    plan->broken = !add_structure(p, structure, 0);
    if (!plan->broken && v0_is(p->content, "Method")) add_step(p, V0_ADD_HIDDEN, 0, 0);
    if (plan->broken) p->types->steps.len = first;
    plan->count = (uint32_t)(p->types->steps.len - first);
    if (plan->count > 0 && plan->out != V0_NONE) plan->out = p->types->steps.items[first].out;
}
