/* Read plans: a type's fields compiled to a flat list of steps.
 *
 *   jdk.ExecutionSample, wanted stackTrace and state:
 *       startTime long, sampledThread*, stackTrace*, state*   (* key of a constant)
 *       -> SKIP_VARINTS 2   TAKE slot 0   TAKE slot 1
 *   jdk.types.StackTrace, nothing wanted (stepping over it in a pool):
 *       truncated boolean, frames[] of 4 integers
 *       -> SKIP_BYTES 1   SKIP_ARRAY_OF_VARINTS 4
 *
 * Steps of arrays whose elements are no plain integers: SKIP_ARRAY n, followed by the n steps of
 * one element.
 */
#include "parser/plan.h"
#include "base/array.h"
#include "parser/skip.h"
#include "parser/wire.h"

#include <inttypes.h>

#define MAX_DEPTH 16    /* structs within structs; a chunk of HotSpot has 2 */
#define MAX_FIELDS 2000 /* seen on the way: ten fields of ten fields of ten fields... multiply */

enum op {
    SKIP_VARINTS, /* n integers */
    SKIP_BYTES,   /* n bytes */
    SKIP_STRING,
    SKIP_ARRAY_OF_VARINTS, /* a count, then count * n integers */
    SKIP_ARRAY_OF_BYTES,   /* a count, then count * n bytes */
    SKIP_ARRAY,            /* a count, then count times the next n steps */
    TAKE_VARINT,           /* as width says, sign-extended unless pooled or unsigned */
    TAKE_FIXED,            /* big endian, width bytes */
    TAKE_BYTE,
    TAKE_FLOAT,
    TAKE_DOUBLE,
    TAKE_POSITION, /* of the string or array that follows; no step forward */
};

struct step {
    uint8_t op;
    uint8_t slot;
    uint8_t width; /* of an integer: 2, 4 or 8 bytes */
    bool is_unsigned;
    uint32_t n;
};

struct jfr_plan {
    enum jfr_encoding encoding;
    size_t slots;
    size_t fields_seen; /* while it is compiled */
    size_t join_from;   /* likewise: first step that a skip may be joined with */
    ARRAY(struct step) steps;
};

static unsigned width_of(enum jfr_base base) {
    switch (base) {
    case JFR_CHAR:
    case JFR_SHORT: return 2;
    case JFR_INT: return 4;
    default: return 8;
    }
}

/* What follows must not be joined with what is there: it belongs to an array or is taken. */
static void end_joining(struct jfr_plan *plan) {
    plan->join_from = plan->steps.len;
}

/* Appends a skip, joined with the step before where that is of the same kind. */
static void add_skip(struct jfr_plan *plan, enum op op, uint32_t n) {
    struct step *last =
        plan->steps.len > plan->join_from ? &plan->steps.items[plan->steps.len - 1] : NULL;
    if (last && last->op == op && (op == SKIP_VARINTS || op == SKIP_BYTES)) last->n += n;
    else array_push(&plan->steps, (struct step){.op = (uint8_t)op, .n = n});
}

static bool skip_struct(struct jfr_plan *plan, const struct jfr_type *type, unsigned depth);

/* Steps over one value of the type, not pooled, no array. */
static bool skip_value(struct jfr_plan *plan, const struct jfr_type *type, unsigned depth) {
    switch (type->base) {
    case JFR_BOOLEAN:
    case JFR_BYTE: add_skip(plan, SKIP_BYTES, 1); return true;
    case JFR_FLOAT: add_skip(plan, SKIP_BYTES, 4); return true;
    case JFR_DOUBLE: add_skip(plan, SKIP_BYTES, 8); return true;
    case JFR_STRING: add_skip(plan, SKIP_STRING, 1); return true;
    case JFR_STRUCT: return skip_struct(plan, type, depth);
    default:
        if (wire_is_compressed(plan->encoding)) add_skip(plan, SKIP_VARINTS, 1);
        else add_skip(plan, SKIP_BYTES, width_of(type->base));
        return true;
    }
}

static bool skip_element(struct jfr_plan *plan, const struct jfr_field *field, unsigned depth) {
    if (!field->pooled) return skip_value(plan, field->type, depth);
    if (wire_is_compressed(plan->encoding)) add_skip(plan, SKIP_VARINTS, 1);
    else add_skip(plan, SKIP_BYTES, 8);
    return true;
}

static bool skip_array_field(struct jfr_plan *plan, const struct jfr_field *field, unsigned depth) {
    size_t at = plan->steps.len;
    array_push(&plan->steps, (struct step){.op = SKIP_ARRAY});
    end_joining(plan);
    if (!skip_element(plan, field, depth)) return false;
    struct step *array = &plan->steps.items[at];
    array->n = (uint32_t)(plan->steps.len - at - 1);
    if (array->n == 0) { /* elements that take no bytes: however many, only their count is there */
        *array = wire_is_compressed(plan->encoding) ? (struct step){SKIP_VARINTS, .n = 1}
                                                    : (struct step){SKIP_BYTES, .n = 4};
    } else if (array->n == 1) { /* elements of one kind: one step for the whole array */
        struct step element = array[1];
        if (element.op == SKIP_VARINTS)
            *array = (struct step){SKIP_ARRAY_OF_VARINTS, .n = element.n};
        if (element.op == SKIP_BYTES) *array = (struct step){SKIP_ARRAY_OF_BYTES, .n = element.n};
        if (array->op != SKIP_ARRAY) plan->steps.len = at + 1;
    }
    end_joining(plan);
    return true;
}

static bool skip_field(struct jfr_plan *plan, const struct jfr_field *field, unsigned depth) {
    if (!field->pooled && field->type == NULL) return false;
    if (++plan->fields_seen > MAX_FIELDS) return false;
    return field->array ? skip_array_field(plan, field, depth) : skip_element(plan, field, depth);
}

static bool skip_struct(struct jfr_plan *plan, const struct jfr_type *type, unsigned depth) {
    if (depth >= MAX_DEPTH) return false;
    for (uint32_t i = 0; i < type->field_count; i++)
        if (!skip_field(plan, &type->fields[i], depth + 1)) return false;
    return true;
}

const struct jfr_type *plan_number_type(const struct jfr_field *field) {
    if (field->pooled) return NULL;
    for (int depth = 0; depth < MAX_DEPTH; depth++) {
        const struct jfr_type *type = field->type;
        if (field->array || type == NULL || type->base == JFR_STRING) return NULL;
        if (type->base != JFR_STRUCT) return type;
        if (type->field_count != 1 || type->fields[0].pooled) return NULL;
        field = &type->fields[0];
    }
    return NULL;
}

static void take_field(struct jfr_plan *plan, const struct jfr_field *field, uint8_t slot) {
    struct step step = {.slot = slot, .n = 1, .is_unsigned = field->is_unsigned};
    const struct jfr_type *type = plan_number_type(field);
    if (field->pooled && !field->array) {
        step.op = wire_is_compressed(plan->encoding) ? TAKE_VARINT : TAKE_FIXED;
        step.width = 8;
    } else if (type == NULL) {
        step.op = TAKE_POSITION;
    } else if (type->base == JFR_BOOLEAN || type->base == JFR_BYTE) {
        step.op = TAKE_BYTE;
        if (type->base == JFR_BOOLEAN) step.is_unsigned = true;
    } else if (type->base == JFR_FLOAT || type->base == JFR_DOUBLE) {
        step.op = type->base == JFR_FLOAT ? TAKE_FLOAT : TAKE_DOUBLE;
    } else {
        step.op = wire_is_compressed(plan->encoding) ? TAKE_VARINT : TAKE_FIXED;
        step.width = (uint8_t)width_of(type->base);
        if (type->base == JFR_CHAR) step.is_unsigned = true;
    }
    array_push(&plan->steps, step);
}

/* Is the field one of the alternatives in "sampledThread|eventThread"? */
static bool name_matches(const char *wanted, const char *name) {
    size_t len = strlen(name);
    while (*wanted) {
        const char *bar = strchr(wanted, '|');
        size_t part = bar ? (size_t)(bar - wanted) : strlen(wanted);
        if (part == len && memcmp(wanted, name, len) == 0) return true;
        wanted += part + (bar != NULL);
    }
    return false;
}

/* The slot that waits for a field of this name, or count. */
static size_t slot_of(const char *name, const char *const *names, size_t count, uint32_t found) {
    size_t slot = 0;
    while (slot < count && (found & 1u << slot || !name_matches(names[slot], name))) slot++;
    return slot;
}

/* Number of fields up to the last wanted one. */
static uint32_t last_wanted(const struct jfr_type *type, const char *const *names, size_t count,
                            uint32_t *found) {
    uint32_t end = 0;
    *found = 0;
    for (uint32_t i = 0; i < type->field_count; i++) {
        size_t slot = slot_of(type->fields[i].name, names, count, *found);
        if (slot == count) continue;
        *found |= 1u << slot;
        end = i + 1;
    }
    return end;
}

static struct jfr_plan *compile(const struct jfr_chunk *chunk, const struct jfr_type *type,
                                const char *const *names, size_t count, bool to_the_end,
                                uint32_t *present, struct jfr_error *error) {
    struct jfr_plan *plan = mem_zero(1, sizeof *plan);
    plan->encoding = chunk->encoding;
    plan->slots = count < JFR_PLAN_MAX ? count : JFR_PLAN_MAX;
    uint32_t all, found = 0;
    uint32_t end = last_wanted(type, names, plan->slots, &all);
    if (count == 0 || to_the_end) end = type->field_count;
    if (present) *present = all;
    bool whole = true;
    if (type->base != JFR_STRUCT) whole = skip_value(plan, type, 0);
    for (uint32_t i = 0; i < end && whole; i++) {
        const struct jfr_field *field = &type->fields[i];
        size_t slot = slot_of(field->name, names, plan->slots, found);
        if (slot < plan->slots) {
            found |= 1u << slot;
            take_field(plan, field, (uint8_t)slot);
            end_joining(plan);
            /* What is handed out as a position is still to be stepped over, unless it is the last.
             */
            if (plan->steps.items[plan->steps.len - 1].op != TAKE_POSITION) continue;
            if (i + 1 == end && !to_the_end) break;
        }
        whole = skip_field(plan, field, 0);
    }
    if (!whole) {
        error_set(error, JFR_DAMAGED, chunk->offset + chunk->metadata_offset,
                  "the metadata does not describe all fields of %s (or nests them too deep)",
                  type->name);
        jfr_plan_free(plan);
        return NULL;
    }
    return plan;
}

struct jfr_plan *jfr_plan_compile(const struct jfr_chunk *chunk, const struct jfr_type *type,
                                  const char *const *names, size_t count, uint32_t *present,
                                  struct jfr_error *error) {
    return compile(chunk, type, names, count, false, present, error);
}

struct jfr_plan *jfr_plan_compile_whole(const struct jfr_chunk *chunk, const struct jfr_type *type,
                                        const char *const *names, size_t count, uint32_t *present,
                                        struct jfr_error *error) {
    return compile(chunk, type, names, count, true, present, error);
}

bool jfr_plan_count(const struct jfr_chunk *chunk, const uint8_t **at, const uint8_t *end,
                    uint64_t *count) {
    return wire_integer(chunk->encoding, 4, at, end, count) && *count <= (uint64_t)(end - *at);
}

void jfr_plan_free(struct jfr_plan *plan) {
    if (plan == NULL) return;
    array_free(&plan->steps);
    free(plan);
}

/* ==== Execution ============================================================================= */

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

static bool take(const struct jfr_plan *plan, const struct step *step, const uint8_t *base,
                 const uint8_t **at, const uint8_t *end, uint64_t *value) {
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
    default: *value = (uint64_t)(*at - base); return true;
    }
}

bool jfr_plan_read(const struct jfr_plan *plan, const uint8_t *chunk_data, const uint8_t **at,
                   const uint8_t *end, uint64_t *values) {
    for (size_t i = 0; i < plan->slots; i++) values[i] = 0;
    for (size_t i = 0; i < plan->steps.len; i++) {
        const struct step *step = &plan->steps.items[i];
        if (step->op >= TAKE_VARINT) {
            if (!take(plan, step, chunk_data, at, end, &values[step->slot])) return false;
        } else {
            if (!skip_one(plan, step, at, end)) return false;
            if (step->op == SKIP_ARRAY) i += step->n; /* its element's steps */
        }
    }
    return true;
}
