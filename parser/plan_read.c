#include "parser/plan.h"
#include "parser/constants.h"
#include "parser/skip.h"
#include "parser/value.h"
#include "parser/wire.h"

#include <string.h>

static bool skip_bytes(const uint8_t **at, const uint8_t *end, uint64_t n) {
    if (n > (uint64_t)(end - *at)) return false;
    *at += n;
    return true;
}

static bool skip_steps(const struct jfr_plan *plan, const struct step *step, size_t count,
                       const uint8_t **at, const uint8_t *end);

static bool skip_array(const struct jfr_plan *plan, const struct step *step, const uint8_t **at,
                       const uint8_t *end) {
    uint64_t count, total;
    if (!wire_integer(plan->encoding, 4, at, end, &count)) return false;
    if (step->op != SKIP_ARRAY && __builtin_mul_overflow(count, (uint64_t)step->n, &total))
        return false;
    if (step->op == SKIP_ARRAY_OF_BYTES) return skip_bytes(at, end, total);
    if (step->op == SKIP_ARRAY_OF_VARINTS) {
        if (total > (uint64_t)(end - *at)) return false;
        *at = skip_varints(*at, end, total);
        return *at != NULL;
    }
    if (count > (uint64_t)(end - *at)) return false;
    for (uint64_t i = 0; i < count; i++) {
        const uint8_t *before = *at;
        if (!skip_steps(plan, step + 1, step->n, at, end)) return false;
        if (*at == before) break; /* elements without bytes: nothing more to step over */
    }
    return true;
}

static bool skip_one(const struct jfr_plan *plan, const struct step *step, const uint8_t **at,
                     const uint8_t *end) {
    struct wire_text text;
    switch (step->op) {
    case SKIP_VARINTS: {
        const uint8_t *next = skip_varints(*at, end, step->n);
        if (next == NULL) return false;
        *at = next;
        return true;
    }
    case SKIP_BYTES: return skip_bytes(at, end, step->n);
    case SKIP_STRING: return wire_string(plan->encoding, at, end, &text);
    default: return skip_array(plan, step, at, end);
    }
}

static bool skip_steps(const struct jfr_plan *plan, const struct step *step, size_t count,
                       const uint8_t **at, const uint8_t *end) {
    for (const struct step *last = step + count; step < last; step++) {
        if (!skip_one(plan, step, at, end)) return false;
        if (step->op == SKIP_ARRAY) step += step->n; /* its element's steps */
    }
    return true;
}

static uint64_t sign_extend(uint64_t value, const struct step *step) {
    if (step->width == 8) return value;
    if (step->width == 4)
        return step->is_unsigned ? (uint32_t)value : (uint64_t)(int64_t)(int32_t)(uint32_t)value;
    return step->is_unsigned ? (uint16_t)value : (uint64_t)(int64_t)(int16_t)(uint16_t)value;
}

static bool take(const struct step *step, const uint8_t *base, const uint8_t **at,
                 const uint8_t *end, uint64_t *value) {
    double real;
    float narrow;
    uint64_t bits;
    uint32_t bits32;
    switch (step->op) {
    case TAKE_VARINT:
        if (!wire_varint(at, end, &bits)) return false;
        *value = sign_extend(bits, step);
        return true;
    case TAKE_FIXED:
        if (!wire_integer(JFR_FIXED, step->width, at, end, &bits)) return false;
        *value = sign_extend(bits, step);
        return true;
    case TAKE_BYTE:
        if (*at >= end) return false;
        *value = step->is_unsigned ? **at : (uint64_t)(int64_t)(int8_t) * *at;
        *at += 1;
        return true;
    case TAKE_FLOAT:
        if (end - *at < 4) return false;
        bits32 = wire_be32(*at);
        memcpy(&narrow, &bits32, 4);
        real = (double)narrow;
        memcpy(value, &real, 8);
        *at += 4;
        return true;
    case TAKE_DOUBLE:
        if (end - *at < 8) return false;
        *value = wire_be64(*at);
        *at += 8;
        return true;
    default: /* strings and arrays have a byte at least */
        if (step->width && *at >= end) return false;
        *value = (uint64_t)(*at - base);
        return true;
    }
}

bool plan_read(const struct jfr_plan *plan, const uint8_t *chunk_data, const uint8_t **at,
               const uint8_t *end, const uint8_t *limit, uint64_t *values) {
    if (plan->quick.read && limit - *at >= QUICK_ROOM &&
        plan->quick.read(plan, chunk_data, at, end, limit, values))
        return true;
    for (uint32_t i = 0; i < plan->slot_count; i++) values[i] = 0;
    for (size_t i = 0; i < plan->steps.len; i++) {
        const struct step *step = &plan->steps.items[i];
        if (step->op >= TAKE_VARINT) {
            if (step->op == TAKE_AGAIN) values[step->n] = values[step[-1].n];
            else if (!take(step, chunk_data, at, end, &values[step->n])) return false;
        } else {
            if (!skip_one(plan, step, at, end)) return false;
            if (step->op == SKIP_ARRAY) i += step->n; /* its element's steps */
        }
    }
    return true;
}

uint64_t plan_read_many(const struct jfr_plan *plan, const struct jfr_chunk *chunk,
                        struct plan_batch batch, uint64_t *values, size_t width) {
    const uint8_t *limit = chunk->data + chunk->size;
    bool quick = plan->quick.read_many && chunk->size >= plan->quick.most;
    uint64_t odd = batch.count == 0 ? 0 : ~UINT64_C(0) >> (PLAN_MANY - batch.count), unread = 0;
    if (quick) odd = plan->quick.read_many(plan, chunk, batch, values, width);
    for (; odd; odd &= odd - 1) {
        size_t i = (size_t)__builtin_ctzll(odd);
        const uint8_t *at = batch.first[i * batch.step], *end = batch.first[i * batch.step + 1];
        if (!plan_read(plan, chunk->data, &at, end, limit, values + i * width))
            unread |= UINT64_C(1) << i;
    }
    return unread;
}

size_t plan_read_rows(const struct jfr_plan *plan, const struct jfr_chunk *chunk,
                      const uint8_t **at, size_t count, uint64_t *values) {
    const uint8_t *end = chunk->data + chunk->size;
    size_t rows = 0;
    if (plan->quick.read_rows) rows = plan->quick.read_rows(plan, at, end, count, values);
    while (rows < count &&
           plan_read(plan, chunk->data, at, end, end, values + rows * plan->slot_count))
        rows++;
    return rows;
}

bool jfr_plan_read(const struct jfr_plan *plan, const uint8_t *chunk_data, const uint8_t **at,
                   const uint8_t *end, uint64_t *values) {
    return plan_read(plan, chunk_data, at, end, end, values);
}

bool jfr_plan_count(const struct jfr_chunk *chunk, const uint8_t **at, const uint8_t *end,
                    uint64_t *count) {
    return wire_integer(chunk->encoding, 4, at, end, count) && *count <= (uint64_t)(end - *at);
}

static bool resolve(const struct slot *slot, const struct jfr_constants *constants,
                    uint64_t *value) {
    const struct jfr_chunk *chunk = constants_chunk(constants);
    const uint8_t *at;
    if (slot->pool) {
        at = jfr_constant_find(constants, slot->pool, *value);
        return at &&
               jfr_plan_read(slot->rest, chunk->data, &at, chunk->data + chunk->size, value) &&
               resolve(slot->rest->slots, constants, value);
    }
    switch (slot->kind) {
    case JFR_SLOT_NONE: return false;
    case JFR_SLOT_TEXT:
        at = string_find(constants, chunk->data + *value);
        if (at) *value = (uint64_t)(at - chunk->data);
        return at;
    case JFR_SLOT_STRUCT:
        return !slot->field->pooled || jfr_constant_find(constants, slot->field->type, *value);
    default: return true;
    }
}

bool jfr_plan_resolve_one(const struct jfr_plan *plan, const struct jfr_constants *constants,
                          size_t slot, uint64_t *value) {
    bool there = resolve(&plan->slots[slot], constants, value);
    if (!there) *value = 0;
    return there;
}

void jfr_plan_resolve(const struct jfr_plan *plan, const struct jfr_constants *constants,
                      uint64_t *values) {
    for (uint32_t i = 0; i < plan->slot_count; i++)
        jfr_plan_resolve_one(plan, constants, i, &values[i]);
}
