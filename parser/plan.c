/* Read plans: paths become fields, fields a flat list of steps (plan.h has the picture). */
#include "parser/plan.h"
#include "parser/path.h"
#include "parser/wire.h"

#include <inttypes.h>

#define MAX_DEPTH 16    /* structs within structs; a chunk of HotSpot has 2 */
#define MAX_FIELDS 2000 /* seen on the way: ten fields of ten fields of ten fields... multiply */

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
        else add_skip(plan, SKIP_BYTES, wire_width(type->base));
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
    return all_of(i, type->field_count, skip_field(plan, type->fields[i], depth + 1));
}

/* ==== Taking ================================================================================ */

/* The value of the type that lies here, not pooled, no array. False: it is handed out as a position
 * and still to be stepped over. */
static bool take_value(struct jfr_plan *plan, const struct jfr_type *type, bool is_unsigned,
                       uint32_t slot) {
    struct step step = {.op = TAKE_POSITION, .n = slot, .is_unsigned = is_unsigned};
    switch (type ? type->base : JFR_STRUCT) {
    case JFR_STRUCT: break;
    case JFR_STRING: step.width = 1; break;
    case JFR_BOOLEAN: step.is_unsigned = true; __attribute__((fallthrough));
    case JFR_BYTE: step.op = TAKE_BYTE; break;
    case JFR_FLOAT: step.op = TAKE_FLOAT; break;
    case JFR_DOUBLE: step.op = TAKE_DOUBLE; break;
    case JFR_CHAR: step.is_unsigned = true; __attribute__((fallthrough));
    default:
        step.op = wire_is_compressed(plan->encoding) ? TAKE_VARINT : TAKE_FIXED;
        step.width = (uint8_t)wire_width(type->base);
    }
    array_push(&plan->steps, step);
    end_joining(plan);
    return step.op != TAKE_POSITION;
}

static bool take_field(struct jfr_plan *plan, const struct jfr_field *field, bool is_unsigned,
                       uint32_t slot) {
    if (!field->pooled && !field->array) return take_value(plan, field->type, is_unsigned, slot);
    struct step step = {.op = TAKE_POSITION, .n = slot, .width = 1};
    if (!field->array) {
        step.op = wire_is_compressed(plan->encoding) ? TAKE_VARINT : TAKE_FIXED;
        step.width = 8;
    }
    array_push(&plan->steps, step);
    end_joining(plan);
    return !field->array;
}

/* ==== From paths to steps =================================================================== */

/* What is asked for, while it is compiled. */
struct wanted {
    struct path *paths; /* by slot */
    uint32_t count;
    const struct jfr_field *trail[PATH_MAX_FIELDS]; /* fields of structs gone into */
};

/* The last field of the path that lies in the value itself: behind it come constants or elements.
 */
static unsigned last_inline(const struct path *path) {
    unsigned i = 0;
    while (i + 1 < path->len && !path->fields[i]->pooled && !path->fields[i]->array) i++;
    return i;
}

/* Does the slot's path lead along the trail to this field? */
static bool leads_to(const struct wanted *wanted, uint32_t slot, unsigned depth,
                     const struct jfr_field *field) {
    const struct path *path = &wanted->paths[slot];
    if (path->len <= depth || path->fields[depth] != field) return false;
    for (unsigned i = 0; i < depth; i++)
        if (path->fields[i] != wanted->trail[i]) return false;
    return depth <= last_inline(path);
}

static bool take_struct(struct jfr_plan *plan, struct wanted *wanted, const struct jfr_type *type,
                        unsigned depth, bool to_the_end);

/* Takes what is wanted of the field and gets behind it, if anything follows. */
static bool take_or_skip(struct jfr_plan *plan, struct wanted *wanted,
                         const struct jfr_field *field, unsigned depth, bool more_follows) {
    bool behind = false, enter = false;
    size_t taken = 0;
    for (uint32_t slot = 0; slot < wanted->count; slot++) {
        if (!leads_to(wanted, slot, depth, field)) continue;
        const struct path *path = &wanted->paths[slot];
        if (last_inline(path) > depth) {
            enter = true;
        } else if (behind) {
            array_push(&plan->steps, (struct step){.op = TAKE_AGAIN, .n = slot});
        } else {
            behind = take_field(plan, field, path->fields[path->named - 1]->is_unsigned, slot);
        }
        taken++;
    }
    if (taken) end_joining(plan);
    if (behind) return true;
    if (enter && ++plan->fields_seen > MAX_FIELDS) return false;
    if (enter) {
        wanted->trail[depth] = field;
        return take_struct(plan, wanted, field->type, depth + 1, more_follows);
    }
    return (taken && !more_follows) || skip_field(plan, field, depth);
}

static bool take_struct(struct jfr_plan *plan, struct wanted *wanted, const struct jfr_type *type,
                        unsigned depth, bool to_the_end) {
    uint32_t end = to_the_end ? type->field_count : 0;
    for (uint32_t i = end; i < type->field_count; i++)
        for (uint32_t slot = 0; slot < wanted->count; slot++)
            if (leads_to(wanted, slot, depth, type->fields[i])) end = i + 1;
    return all_of(i, end,
                  take_or_skip(plan, wanted, type->fields[i], depth, to_the_end || i + 1 < end));
}

static void plan_constant(struct slot *slot, const struct jfr_chunk *chunk,
                          const struct path *path);

/* Plans the paths of a type, which are cut to what lies in it. NULL: it cannot be walked. */
static struct jfr_plan *compile(const struct jfr_chunk *chunk, const struct jfr_type *type,
                                struct path *paths, size_t count, bool to_the_end) {
    struct jfr_plan *plan = mem_zero(1, sizeof *plan);
    struct wanted wanted = {.paths = paths, .count = (uint32_t)count};
    plan->encoding = chunk->encoding;
    plan->slot_count = (uint32_t)count;
    plan->slots = mem_zero(count, sizeof *plan->slots);
    for (size_t i = 0; i < count; i++)
        if (paths[i].len) plan_constant(&plan->slots[i], chunk, &paths[i]);
    bool whole = type->base == JFR_STRUCT ? take_struct(plan, &wanted, type, 0, to_the_end)
                                          : skip_value(plan, type, 0);
    if (whole) {
        plan_quick_make(plan);
        return plan;
    }
    jfr_plan_free(plan);
    return NULL;
}

/* ==== Slots ================================================================================= */

static enum jfr_slot kind_of(const struct path *path) {
    const struct jfr_field *field = path->fields[path->len - 1];
    if (field->array) return JFR_SLOT_ARRAY;
    switch (field->type ? field->type->base : JFR_STRUCT) {
    case JFR_STRUCT: return JFR_SLOT_STRUCT;
    case JFR_STRING: return JFR_SLOT_TEXT;
    case JFR_FLOAT:
    case JFR_DOUBLE: return JFR_SLOT_REAL;
    default: return JFR_SLOT_INTEGER;
    }
}

/* A plan for the one value that a constant of a primitive type is. */
static struct jfr_plan *plan_primitive(const struct jfr_chunk *chunk, const struct jfr_type *type,
                                       enum jfr_slot kind) {
    struct jfr_plan *plan = mem_zero(1, sizeof *plan);
    plan->encoding = chunk->encoding;
    plan->slot_count = 1;
    plan->slots = mem_zero(1, sizeof *plan->slots);
    plan->slots->kind = kind;
    take_value(plan, type, false, 0);
    return plan;
}

/* Fills the slot: what the path comes to, and how it goes on where it leaves the value. */
static void plan_constant(struct slot *slot, const struct jfr_chunk *chunk,
                          const struct path *path) {
    unsigned i = last_inline(path);
    const struct jfr_field *field = path->fields[i];
    slot->field = path->fields[path->named - 1];
    slot->kind = kind_of(path);
    bool at_the_end = i + 1 == path->len;
    if (!field->pooled || field->array || !field->type) return;
    if (at_the_end && slot->kind == JFR_SLOT_STRUCT) return; /* the key is what is wanted */
    slot->pool = field->type;
    if (at_the_end) {
        slot->rest = plan_primitive(chunk, field->type, slot->kind);
    } else {
        struct path rest = {.len = path->len - i - 1};
        memcpy(rest.fields, path->fields + i + 1, rest.len * sizeof *rest.fields);
        rest.named = path->named > i + 1 ? path->named - i - 1 : 1;
        slot->rest = compile(chunk, field->type, &rest, 1, false);
    }
    if (!slot->rest) *slot = (struct slot){.kind = JFR_SLOT_NONE};
}

static struct jfr_plan *compile_names(const struct jfr_chunk *chunk, const struct jfr_type *type,
                                      const char *const *names, size_t count, bool to_the_end,
                                      struct jfr_error *error) {
    OWNED(mem_release) struct path *paths = mem_zero(count, sizeof *paths);
    for (size_t i = 0; i < count; i++) path_find(type, names[i], &paths[i]);
    struct jfr_plan *plan = compile(chunk, type, paths, count, to_the_end || count == 0);
    if (!plan)
        error_set(error, JFR_DAMAGED, chunk->offset + chunk->metadata_offset,
                  "the metadata does not describe all fields of %s (or nests them too deep)",
                  type->name);
    return plan;
}

struct jfr_plan *jfr_plan_compile(const struct jfr_chunk *chunk, const struct jfr_type *type,
                                  const char *const *paths, size_t count, struct jfr_error *error) {
    return compile_names(chunk, type, paths, count, false, error);
}

struct jfr_plan *jfr_plan_compile_whole(const struct jfr_chunk *chunk, const struct jfr_type *type,
                                        const char *const *paths, size_t count,
                                        struct jfr_error *error) {
    return compile_names(chunk, type, paths, count, true, error);
}

enum jfr_slot jfr_plan_slot(const struct jfr_plan *plan, size_t slot) {
    return plan->slots[slot].kind;
}

const struct jfr_field *jfr_plan_field(const struct jfr_plan *plan, size_t slot) {
    return plan->slots[slot].field;
}

void jfr_plan_free(struct jfr_plan *plan) {
    if (plan == NULL) return;
    for (uint32_t i = 0; i < plan->slot_count; i++) jfr_plan_free(plan->slots[i].rest);
    free(plan->slots);
    array_free(&plan->steps);
    free(plan);
}

bool jfr_plan_is_position(const struct jfr_plan *plan, size_t i) {
    const struct slot *slot = &plan->slots[i];
    if (slot->pool) return false;
    return slot->kind == JFR_SLOT_TEXT || slot->kind == JFR_SLOT_ARRAY ||
           (slot->kind == JFR_SLOT_STRUCT && !slot->field->pooled);
}
