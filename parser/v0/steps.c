/* Stepping over values of format 0.9: by a plan, or by the structure itself where some of its
 * values are wanted. */
#include "parser/v0/types.h"
#include "parser/wire.h"

static const uint8_t *skip_steps(const struct v0_step *steps, uint32_t count, const uint8_t *at,
                                 const uint8_t *end);

/* Number of elements at *at, which moves behind it. False: it cannot be. */
static bool read_count(const uint8_t **at, const uint8_t *end, uint64_t *count) {
    if (end - *at < 4) return false;
    *count = wire_be32(*at);
    *at += 4;
    return *count <= INT32_MAX;
}

static const uint8_t *skip_array(const struct v0_step *array, const uint8_t *at,
                                 const uint8_t *end) {
    const struct v0_step *element = array + 1;
    uint64_t count;
    if (!read_count(&at, end, &count)) return NULL;
    if (array->n > 0 && element->op == V0_FIXED && element->n + 1 == array->n)
        return count * element->in > (uint64_t)(end - at) ? NULL : at + count * element->in;
    for (; count > 0 && at; count--) {
        const uint8_t *next = skip_steps(element, array->n, at, end);
        if (next == at) break; /* of no bytes: there are none */
        at = next;
    }
    return at;
}

static const uint8_t *skip_text(const struct v0_step *step, const uint8_t *at, const uint8_t *end) {
    bool utf = step->op == V0_TAKE_UTF;
    if (end - at < (utf ? 2 : 4)) return NULL;
    uint64_t bytes = utf ? 2 + (uint64_t)wire_be16(at) : 4 + 2 * (uint64_t)wire_be32(at);
    return bytes > (uint64_t)(end - at) ? NULL : at + bytes;
}

static const uint8_t *skip_steps(const struct v0_step *steps, uint32_t count, const uint8_t *at,
                                 const uint8_t *end) {
    for (uint32_t i = 0; i < count && at; i++) {
        const struct v0_step *step = &steps[i];
        switch ((enum v0_op)step->op) {
        case V0_FIXED:
            if (step->in > (uint64_t)(end - at)) return NULL;
            at += step->in;
            i += step->n;
            break;
        case V0_TAKE_ARRAY:
            at = skip_array(step, at, end);
            i += step->n;
            break;
        default: at = skip_text(step, at, end); break;
        }
    }
    return at;
}

const uint8_t *v0_plan_skip(const struct v0_types *types, const struct v0_plan *plan,
                            const uint8_t *at, const uint8_t *end) {
    if (plan->broken) return NULL;
    return plan->count ? skip_steps(&types->steps.items[plan->first], plan->count, at, end) : at;
}

static const uint8_t *skip_value(const struct v0_metadata *m, const struct v0_value *value,
                                 const uint8_t *at, const uint8_t *end);

static const uint8_t *skip_structure(const struct v0_metadata *m, uint32_t structure,
                                     const uint8_t *at, const uint8_t *end) {
    const struct v0_structure *s = &m->structures.items[structure];
    for (uint32_t i = 0; i < s->count && at; i++)
        at = skip_value(m, &m->values.items[s->first + i], at, end);
    return at;
}

static const uint8_t *skip_plain(enum v0_data data, const uint8_t *at, const uint8_t *end) {
    struct v0_step text = {.op = data == V0_UTF8 ? V0_TAKE_UTF : V0_TAKE_STRING};
    if (data == V0_UTF8 || data == V0_STRING) return skip_text(&text, at, end);
    return (uint64_t)(end - at) < v0_width(data) ? NULL : at + v0_width(data);
}

static const uint8_t *skip_value(const struct v0_metadata *m, const struct v0_value *value,
                                 const uint8_t *at, const uint8_t *end) {
    uint64_t count;
    if (value->data == V0_STRUCT) return skip_structure(m, value->index, at, end);
    if (value->data < V0_ARRAY) return skip_plain(value->data, at, end);
    if (!read_count(&at, end, &count)) return NULL;
    for (; count > 0 && at; count--) {
        const uint8_t *next = value->data == V0_ARRAY
                                  ? skip_plain((enum v0_data)value->index, at, end)
                                  : skip_structure(m, value->index, at, end);
        if (next == at) break;
        at = next;
    }
    return at;
}

bool v0_values_find(const struct v0_metadata *metadata, uint32_t structure, const uint8_t *at,
                    const uint8_t *end, const char *const *ids, size_t count,
                    const struct v0_value **values, const uint8_t **positions) {
    const struct v0_structure *s = &metadata->structures.items[structure];
    for (size_t i = 0; i < count; i++) positions[i] = NULL;
    for (uint32_t v = 0; v < s->count; v++) {
        const struct v0_value *value = &metadata->values.items[s->first + v];
        for (size_t i = 0; i < count; i++) {
            if (strcmp(value->id, ids[i]) != 0) continue;
            values[i] = value;
            positions[i] = at;
        }
        at = skip_value(metadata, value, at, end);
        if (!at) return false;
    }
    return true;
}

uint64_t v0_value_number(const struct v0_value *value, const uint8_t *at) {
    if (!at || value->data >= V0_FLOAT) return 0;
    switch (v0_width(value->data)) {
    case 1: return *at;
    case 2: return wire_be16(at);
    case 4: return wire_be32(at);
    default: return wire_be64(at);
    }
}

bool v0_types_fit(const struct v0_types *types, const uint8_t *record, uint64_t size) {
    return types && size >= types->size &&
           memcmp(record + V0_RECORD_HEAD, types->bytes + V0_RECORD_HEAD,
                  types->size - V0_RECORD_HEAD) == 0;
}

uint32_t v0_event_of_path(const struct v0_types *types, const char *path) {
    const uint64_t *index = map_get(&types->event_by_path, hash_stable(path, strlen(path)));
    if (!index || strcmp(types->metadata.events.items[*index].path, path) != 0) return V0_NONE;
    return (uint32_t)*index;
}

void v0_types_free(struct v0_types *types) {
    if (!types) return;
    v0_metadata_free(&types->metadata);
    arrays_free(&types->steps, &types->events, &types->pools);
    free_each(map_free, &types->event_by_number, &types->event_by_path);
    text_free(&types->later);
    mem_free(types->bytes, types);
}
