#include "parser/whole/plan.h"
#include "parser/skip.h"
#include "parser/whole/stops.h"

#define MOST_DEPTH 16
#define MOST_STEPS 2000

struct making {
    struct whole_plan *plan;
    bool compressed;
    size_t join_from, seen;
};

static void add(struct making *m, enum whole_op op, uint32_t n) {
    struct whole_step *last =
        m->plan->steps.len > m->join_from ? &m->plan->steps.items[m->plan->steps.len - 1] : NULL;
    if (last && last->op == op && (op == WHOLE_VARINTS || op == WHOLE_BYTES)) last->n += n;
    else array_push(&m->plan->steps, (struct whole_step){op, n});
}

static bool add_fields(struct making *m, const struct jfr_type *type, unsigned depth);

static bool add_value(struct making *m, const struct jfr_field *field, unsigned depth) {
    if (field->pooled && field->type) {
        add(m, WHOLE_KEY, field->type->index);
        return true;
    }
    switch (field->pooled ? JFR_LONG : field->type->base) {
    case JFR_BOOLEAN:
    case JFR_BYTE: add(m, WHOLE_BYTES, 1); return true;
    case JFR_FLOAT: add(m, WHOLE_BYTES, 4); return true;
    case JFR_DOUBLE: add(m, WHOLE_BYTES, 8); return true;
    case JFR_STRING: add(m, WHOLE_STRING, 1); return true;
    case JFR_STRUCT: return add_fields(m, field->type, depth);
    default:
        if (m->compressed) add(m, WHOLE_VARINTS, 1);
        else add(m, WHOLE_BYTES, field->pooled ? 8 : wire_width(field->type->base));
        return true;
    }
}

static bool add_fields(struct making *m, const struct jfr_type *type, unsigned depth) {
    if (depth >= MOST_DEPTH) return false;
    for (uint32_t i = 0; i < type->field_count; i++) {
        const struct jfr_field *field = type->fields[i];
        if ((!field->pooled && !field->type) || ++m->seen > MOST_STEPS) return false;
        size_t array = m->plan->steps.len;
        if (field->array) {
            array_push(&m->plan->steps, (struct whole_step){WHOLE_ARRAY, 0});
            m->join_from = m->plan->steps.len;
        }
        if (!add_value(m, field, depth + 1)) return false;
        if (!field->array) continue;
        m->plan->steps.items[array].n = (uint32_t)(m->plan->steps.len - array - 1);
        m->join_from = m->plan->steps.len;
    }
    return true;
}

void whole_plan_make(struct whole_plan *plan, const struct jfr_chunk *chunk,
                     const struct jfr_type *type) {
    struct making m = {.plan = plan, .compressed = wire_is_compressed(chunk->encoding)};
    struct jfr_field self = {.name = "", .type_id = type->id, .type = type};
    plan->made = true;
    plan->strange = !add_value(&m, &self, 0);
    if (plan->strange) array_free(&plan->steps);
    else if (m.compressed) whole_stops_make(&plan->stops, plan->steps.items, plan->steps.len);
}

#define ALWAYS static inline __attribute__((always_inline))

ALWAYS const uint8_t *step_over(const struct whole_run *run, const uint8_t *at, const uint8_t *end,
                                uint32_t n) {
    if (n > 8) return skip_varints(at, end, n);
    while (n > 0) {
        uint64_t ignored, last;
        if (run->limit - at >= 8 && (last = ~wire_load(at) & WIRE_TOP_BITS) != 0) {
            for (; n > 1 && (last & (last - 1)); n--) last &= last - 1;
            at += (__builtin_ctzll(last) >> 3) + 1;
        } else if (at > end || !wire_varint(&at, end, &ignored)) return NULL;
        n--;
    }
    return at;
}

ALWAYS const uint8_t *take_key(struct whole_run *run, const uint8_t *at, const uint8_t *end,
                               uint32_t type) {
    uint64_t key;
    const uint8_t *next;
    if (wire_is_compressed(run->encoding)) {
        next = wire_take(run->limit, at, end, &key);
    } else {
        if (end - at < 8) return NULL;
        key = wire_be64(at);
        next = at + 8;
    }
    if (__builtin_expect(run->meet != NULL, 0)) run->meet(run->context, at, type, next ? key : 0);
    else if (next) keys_add(&run->want[type], key);
    return next;
}

__attribute__((noinline)) static const uint8_t *take_string(struct whole_run *run,
                                                            const uint8_t *at, const uint8_t *end) {
    struct wire_text text;
    const uint8_t *begin = at;
    if (at >= end || !wire_string(run->encoding, &at, end, &text)) return NULL;
    if (text.encoding == WIRE_CONSTANT && run->strings != UINT32_MAX) {
        if (run->meet) run->meet(run->context, begin, run->strings, text.key);
        else keys_add(&run->want[run->strings], text.key);
    }
    return at;
}

static const uint8_t *run_steps(struct whole_run *run, const struct whole_step *steps,
                                uint32_t count, const uint8_t *at, const uint8_t *end);

/* A frame of eight bytes or less, in one word: its length, 0 if it is longer. */
ALWAYS unsigned run_short_frame(struct whole_run *run, const struct whole_step *element,
                                const uint8_t *at) {
    uint64_t word = wire_load(at), ends = ~word & WIRE_TOP_BITS, first = ends & -ends;
    uint64_t rest = ends & (ends - 1);
    for (uint32_t n = element[1].n; n > 1 && rest; n--) rest &= rest - 1;
    if (__builtin_expect((rest & (rest - 1)) == 0, 0)) return 0; /* the second key's end, too */
    unsigned begin = (unsigned)__builtin_ctzll(rest) + 1;
    rest &= rest - 1;
    uint64_t key = word & (first ^ (first - 1)) & ~WIRE_TOP_BITS;
    uint64_t last = (word & (rest ^ (rest - 1)) & ~WIRE_TOP_BITS) >> begin;
    keys_add(&run->want[element[0].n], wire_compact(key));
    keys_add(&run->want[element[2].n], wire_compact(last));
    return ((unsigned)__builtin_ctzll(rest) >> 3) + 1;
}

/* { KEY, VARINTS, KEY }: frames, which are most of many recordings. */
static const uint8_t *run_frames(struct whole_run *run, const struct whole_step *element,
                                 uint64_t count, const uint8_t *at, const uint8_t *end) {
    bool quick = wire_is_compressed(run->encoding) && !run->meet;
    for (; count > 0 && at && at <= end; count--) {
        unsigned len;
        if (quick && run->limit - at >= 8 && (len = run_short_frame(run, element, at)) != 0) {
            at += len;
            continue;
        }
        at = take_key(run, at, end, element[0].n);
        if (at) at = step_over(run, at, end, element[1].n);
        if (at) at = take_key(run, at, end, element[2].n);
    }
    return at;
}

static const uint8_t *run_array(struct whole_run *run, const struct whole_step *array,
                                const uint8_t *at, const uint8_t *end) {
    const struct whole_step *element = array + 1;
    uint64_t count;
    if (at > end || !wire_integer(run->encoding, 4, &at, end, &count)) return NULL;
    if (array->n == 0) return at;
    if (count > (uint64_t)(end - at)) return NULL;
    if (array->n == 1 && element->op == WHOLE_VARINTS)
        return count > UINT64_MAX / element->n ? NULL : skip_varints(at, end, count * element->n);
    if (array->n == 1 && element->op == WHOLE_BYTES)
        return count > (uint64_t)(end - at) / element->n ? NULL : at + count * element->n;
    if (array->n == 3 && element[0].op == WHOLE_KEY && element[1].op == WHOLE_VARINTS &&
        element[2].op == WHOLE_KEY)
        return run_frames(run, element, count, at, end);
    for (; count > 0 && at; count--) at = run_steps(run, element, array->n, at, end);
    return at;
}

static const uint8_t *run_steps(struct whole_run *run, const struct whole_step *steps,
                                uint32_t count, const uint8_t *at, const uint8_t *end) {
    for (uint32_t i = 0; i < count; i++) {
        const struct whole_step *step = &steps[i];
        switch (step->op) {
        case WHOLE_VARINTS: at = step_over(run, at, end, step->n); break;
        case WHOLE_BYTES: at = (uint64_t)(end - at) < step->n ? NULL : at + step->n; break;
        case WHOLE_KEY: at = take_key(run, at, end, step->n); break;
        case WHOLE_STRING: at = take_string(run, at, end); break;
        case WHOLE_ARRAY:
            at = run_array(run, step, at, end);
            i += step->n;
            break;
        }
        if (!at || at > end) return NULL;
    }
    return at;
}

const uint8_t *whole_plan_run(struct whole_run *run, const struct whole_plan *plan,
                              const uint8_t *at, const uint8_t *end) {
    return plan->strange ? NULL
                         : run_steps(run, plan->steps.items, (uint32_t)plan->steps.len, at, end);
}
