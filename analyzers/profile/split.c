#include "analyzers/profile/split.h"

#include "analyzers/profile/labels.h"

#define NONE UINT32_MAX

struct splitting {
    const struct profile *from;
    struct profile_parts *parts;
    uint32_t *part_of; /* thread -> part; NONE: it has no such label */
    uint32_t **frames; /* of each part: from's frames -> its own, or NONE */
    uint32_t *buffer;  /* of a stack */
};

ORDERED(by_text, char *const, strcmp(*x, *y))

/* Values of the label, each once, in order; to be freed. */
static const char **values_of(const struct profile *from, const char *key, size_t *len) {
    const char **values = mem_zero(from->threads.len, sizeof *values);
    size_t all = 0;
    *len = 0;
    for (size_t i = 0; i < from->threads.len; i++) {
        const char *value = profile_labels_value(from, from->threads.items[i].labels, key);
        if (value) values[all++] = value;
    }
    if (all) qsort(values, all, sizeof *values, by_text);
    for (size_t i = 0; i < all; i++)
        if (!i || strcmp(values[i], values[i - 1]) != 0) values[(*len)++] = values[i];
    return values;
}

static void assign_threads(struct splitting *s, const char *key, const char **values, size_t len) {
    for (size_t i = 0; i < s->from->threads.len; i++) {
        const char *value = profile_labels_value(s->from, s->from->threads.items[i].labels, key);
        s->part_of[i] = NONE;
        for (size_t k = 0; value && k < len && s->part_of[i] == NONE; k++)
            if (strcmp(values[k], value) == 0) s->part_of[i] = (uint32_t)k;
    }
}

static uint32_t text_in(struct profile *into, const struct profile *from, uint32_t id) {
    return strings_take(&into->frames.strings, &from->frames.strings, id);
}

static uint32_t frame_in(struct splitting *s, size_t part, uint32_t id) {
    struct profile *into = &s->parts->items.items[part];
    uint32_t *known = &s->frames[part][id];
    if (*known != NONE) return *known;
    struct frame frame = s->from->frames.rows.items[id];
    frame.class_name = text_in(into, s->from, frame.class_name);
    frame.method = text_in(into, s->from, frame.method);
    frame.descriptor = text_in(into, s->from, frame.descriptor);
    frame.package = text_in(into, s->from, frame.package);
    frame.module = text_in(into, s->from, frame.module);
    return *known = frames_intern(&into->frames, &frame);
}

static void add_sample(struct splitting *s, size_t part, const struct profile_sample *sample) {
    struct profile *into = &s->parts->items.items[part];
    size_t depth = 0;
    if (sample->stack != PROFILE_NONE) {
        const struct profile_stack *stack = &s->from->stacks.items[sample->stack];
        for (; depth < stack->depth; depth++)
            s->buffer[depth] = frame_in(s, part, s->from->stack_frames.items[stack->first + depth]);
    }
    const struct profile_weight weight = {.samples = sample->count, .value = sample->value};
    struct profile_sample own = *sample;
    own.stack = profile_add_stack(into, s->buffer, depth, weight);
    own.thread = PROFILE_NONE;
    own.state = 0;
    profile_add_sample(into, &own);
}

void profile_split(const struct profile *from, const char *key, struct profile_parts *parts) {
    struct splitting s = {.from = from, .parts = parts};
    size_t len, deepest = 0;
    OWNED(mem_release) const char **values = values_of(from, key, &len);
    *parts = (struct profile_parts){.items = {0}};
    if (len >= 2) {
        size_t count = len + 1;
        s.part_of = mem_resize(NULL, from->threads.len, sizeof *s.part_of);
        s.frames = mem_zero(count, sizeof *s.frames);
        assign_threads(&s, key, values, len);
        for (size_t i = 0; i < from->stacks.len; i++)
            if (from->stacks.items[i].depth > deepest) deepest = from->stacks.items[i].depth;
        s.buffer = mem_resize(NULL, deepest, sizeof *s.buffer);
        for (size_t i = 0; i < count; i++) {
            const struct profile part = {
                .keep = from->keep, .time_grain = from->time_grain, .unit = from->unit};
            array_push(&parts->items, part);
            s.frames[i] = mem_resize(NULL, from->frames.rows.len, sizeof **s.frames);
            memset(s.frames[i], 0xff, from->frames.rows.len * sizeof **s.frames);
        }
        for (size_t i = 0; i < from->moments.len; i++) {
            const struct profile_sample sample = profile_sample(from, i);
            uint32_t part = sample.thread == PROFILE_NONE ? NONE : s.part_of[sample.thread];
            add_sample(&s, part == NONE ? len : part, &sample);
        }
        if (!parts->items.items[len].samples) profile_free(&parts->items.items[--parts->items.len]);
        for (size_t i = 0; i < count; i++) free(s.frames[i]);
        mem_free(s.frames, s.part_of, s.buffer);
    }
}

void profile_parts_free(struct profile_parts *parts) {
    for (size_t i = 0; i < parts->items.len; i++) profile_free(&parts->items.items[i]);
    array_free(&parts->items);
}
