#include "parser/table/code.h"

#include "parser/names.h"
#include "parser/plan.h"
#include "parser/value.h"
#include "parser/wire.h"

#define MAX_FRAMES (1u << 14) /* of one stack, the rest is cut off; the JVM stops at 2048 */

struct code code_open(const struct jfr_chunk *chunk, struct things *things, bool raw_names) {
    return (struct code){.chunk = chunk, .things = things, .raw_names = raw_names};
}

void code_close(struct code *c) {
    free_each(jfr_plan_free, c->classes.plan, c->methods.plan, c->traces.plan, c->frames.plan,
              c->stacks.plan, c->tops.plan);
    free_each(map_free, &c->class_ids, &c->method_ids, &c->stack_ids, &c->type_ids, &c->frame_ids,
              &c->wide_frame_ids);
    arrays_free(&c->method_rows, &c->frame_rows, &c->stack);
    text_free(&c->text);
}

/* ==== Parts ================================================================================= */

static struct jfr_plan *plan_of(const struct code *c, struct code_part *part,
                                const struct jfr_type *type, const char *const *paths,
                                size_t count) {
    if (part->type == type) return part->plan;
    jfr_plan_free(part->plan);
    part->type = type;
    bool follow_each_other = part == &c->frames || part == &c->tops;
    part->plan = follow_each_other ? jfr_plan_compile_whole(c->chunk, type, paths, count, NULL)
                                   : jfr_plan_compile(c->chunk, type, paths, count, NULL);
    return part->plan;
}

/* Reads the paths of the struct that lies there or in the constant of this key. */
static bool read_part(const struct code *c, struct code_part *part, const struct jfr_field *field,
                      uint64_t value, const char *const *paths, size_t count, uint64_t *values) {
    if (!field || !field->type || field->array) return false;
    const uint8_t *at = field->pooled ? jfr_constant_find(c->constants, field->type, value)
                                      : c->chunk->data + value;
    const struct jfr_plan *plan = plan_of(c, part, field->type, paths, count);
    return at && plan &&
           jfr_plan_read(plan, c->chunk->data, &at, c->chunk->data + c->chunk->size, values);
}

/* Where what came of the field's key is kept; NULL: it is no key, or that of another type. */
static uint64_t *known(const struct code_part *part, const struct jfr_field *field, uint64_t value,
                       struct map *ids, bool *fresh) {
    *fresh = true;
    if (!field || !field->pooled || (part->type && part->type != field->type)) return NULL;
    return map_put(ids, value, fresh);
}

/* ==== Texts ================================================================================= */

uint32_t code_text(struct code *c, uint64_t position) {
    text_clear(&c->text);
    string_add(c->chunk, c->chunk->data + position, CODE_MAX_TEXT, &c->text);
    return strings_intern(&c->things->texts, text_str(&c->text), c->text.len);
}

typedef size_t normaliser(const char *name, size_t len, bool raw, char *out, size_t size);

/* The text in the slot under its stable name; the empty one if there is none. */
static uint32_t name_of(struct code *c, const struct jfr_plan *plan, size_t slot, uint64_t value,
                        normaliser *normalise) {
    if (jfr_plan_slot(plan, slot) != JFR_SLOT_TEXT ||
        !jfr_plan_resolve_one(plan, c->constants, slot, &value))
        return 0;
    text_clear(&c->text);
    string_add(c->chunk, c->chunk->data + value, CODE_MAX_TEXT, &c->text);
    const char *name = text_str(&c->text);
    if (!normalise) return strings_intern(&c->things->texts, name, c->text.len);
    size_t size = c->text.len + 17;
    char small[512], *out = size > sizeof small ? mem_alloc(size) : small;
    size_t len = normalise(name, c->text.len, c->raw_names, out, size);
    uint32_t id = strings_intern(&c->things->texts, out, len);
    if (out != small) free(out);
    return id;
}

/* ==== Classes, methods, stacks ============================================================== */

uint32_t code_class(struct code *c, const struct jfr_field *field, uint64_t value) {
    static const char *const paths[] = {"name"};
    bool fresh;
    uint64_t name;
    uint64_t *id = known(&c->classes, field, value, &c->class_ids, &fresh);
    if (!fresh) return (uint32_t)*id;
    uint32_t text = read_part(c, &c->classes, field, value, paths, 1, &name)
                        ? name_of(c, c->classes.plan, 0, name, names_class)
                        : THINGS_NONE;
    if (id) *id = text;
    return text;
}

/* Where the method is kept; NULL: it is in no constant, and so in *method alone. */
static struct code_method *method_of(struct code *c, const struct jfr_field *field, uint64_t value,
                                     struct code_method *found) {
    enum { CLASS, NAME, DESCRIPTOR, HIDDEN, SLOTS };
    static const char *const paths[SLOTS] = {"type", "name", "descriptor", "hidden"};
    bool fresh;
    uint64_t values[SLOTS];
    uint64_t *index = known(&c->methods, field, value, &c->method_ids, &fresh);
    if (!fresh) return &c->method_rows.items[*index];
    struct code_method method = {0};
    if (index) *index = c->method_rows.len; /* before other constants move it */
    if (read_part(c, &c->methods, field, value, paths, SLOTS, values)) {
        const struct jfr_plan *plan = c->methods.plan;
        jfr_plan_resolve_one(plan, c->constants, CLASS, &values[CLASS]);
        if (jfr_plan_slot(plan, CLASS) == JFR_SLOT_TEXT)
            method.class_name = name_of(c, plan, CLASS, values[CLASS], names_class);
        else method.class_name = code_class(c, jfr_plan_field(plan, CLASS), values[CLASS]);
        if (method.class_name == THINGS_NONE) method.class_name = 0;
        method.method = name_of(c, plan, NAME, values[NAME], names_method);
        method.descriptor = name_of(c, plan, DESCRIPTOR, values[DESCRIPTOR], NULL);
        method.hidden = values[HIDDEN] != 0;
    }
    *found = method;
    if (!index) return NULL;
    array_push(&c->method_rows, method);
    return &c->method_rows.items[c->method_rows.len - 1];
}

struct code_method code_method_of(struct code *c, const struct jfr_field *field, uint64_t value) {
    struct code_method found;
    const struct code_method *kept = method_of(c, field, value, &found);
    return kept ? *kept : found;
}

/* "JIT compiled" */
static uint32_t type_of(struct code *c, const struct jfr_plan *plan, size_t slot, uint64_t value) {
    bool fresh;
    uint64_t *id = map_put(&c->type_ids, value, &fresh);
    if (fresh) *id = name_of(c, plan, slot, value, NULL);
    return (uint32_t)*id;
}

enum { FRAME_METHOD, FRAME_LINE, FRAME_BCI, FRAME_TYPE, FRAME_SLOTS };

/* THINGS_NONE: hidden. */
static uint32_t new_frame(struct code *c, const struct jfr_plan *plan, const uint64_t *values) {
    struct code_method method =
        code_method_of(c, jfr_plan_field(plan, FRAME_METHOD), values[FRAME_METHOD]);
    if (method.hidden && !c->raw_names) return THINGS_NONE;
    bool lines = jfr_plan_slot(plan, FRAME_LINE) == JFR_SLOT_INTEGER,
         bcis = jfr_plan_slot(plan, FRAME_BCI) == JFR_SLOT_INTEGER;
    struct things_frame frame = {.class_name = method.class_name,
                                 .method = method.method,
                                 .descriptor = method.descriptor,
                                 .line = lines ? (int32_t)values[FRAME_LINE] : -1,
                                 .bci = bcis ? (int32_t)values[FRAME_BCI] : -1,
                                 .type = type_of(c, plan, FRAME_TYPE, values[FRAME_TYPE])};
    return things_add_frame(c->things, &frame);
}

/* A frame in one number, as nearly all are: 4 bits of type, 12 of bytecode index, 14 of line, 34 of
 * the method's key. 0: it has more. */
static uint64_t packed(const uint64_t *values) {
    uint64_t type = values[FRAME_TYPE] + 1, bci = values[FRAME_BCI] + 1,
             line = values[FRAME_LINE] + 1, method = values[FRAME_METHOD];
    if (type >> 4 || bci >> 12 || line >> 14 || method >> 34) return 0;
    return type | bci << 4 | line << 16 | method << 30;
}

static bool is_row(const void *row, const void *content) {
    const struct code_frame *a = row, *b = content;
    return a->method == b->method && a->line == b->line && a->bci == b->bci && a->type == b->type;
}

static uint32_t wide_frame_of(struct code *c, const struct jfr_plan *plan, const uint64_t *values) {
    struct code_frame row = {values[FRAME_METHOD], values[FRAME_LINE], values[FRAME_BCI],
                             values[FRAME_TYPE], THINGS_NONE};
    uint64_t key = map_mix(row.method ^ map_mix(row.line << 32 ^ row.bci ^ row.type << 56));
    bool fresh;
    uint64_t *index = map_enter(&c->wide_frame_ids, key, is_row, &c->frame_rows, &row, &fresh);
    if (!fresh) return c->frame_rows.items[*index].id;
    *index = c->frame_rows.len;
    row.id = new_frame(c, plan, values);
    array_push(&c->frame_rows, row);
    return row.id;
}

/* Frames recur far more often than there are different ones. */
static uint32_t frame_of(struct code *c, const struct jfr_plan *plan, const uint64_t *values,
                         uint64_t key) {
    bool fresh;
    if (!key) return wide_frame_of(c, plan, values);
    uint64_t *id = map_put(&c->frame_ids, key, &fresh);
    if (fresh) *id = new_frame(c, plan, values);
    return (uint32_t)*id;
}

#define TOGETHER 32 /* frames that are asked for before the first is needed */

struct frames_read {
    uint64_t values[TOGETHER][FRAME_SLOTS], keys[TOGETHER];
    size_t len;
};

/* What was read becomes things. Where frames are many, each would be waited for on its own. */
static void take_frames(struct code *c, const struct jfr_plan *plan, struct frames_read *read) {
    const struct jfr_field *method = jfr_plan_field(plan, FRAME_METHOD);
    bool kept = method && method->pooled;
    for (size_t i = 0; i < read->len && kept; i++) {
        read->keys[i] = packed(read->values[i]);
        map_prefetch(&c->frame_ids, read->keys[i]);
    }
    for (size_t i = 0; i < read->len; i++) {
        uint32_t frame = kept ? frame_of(c, plan, read->values[i], read->keys[i])
                              : new_frame(c, plan, read->values[i]);
        if (frame != THINGS_NONE) array_push(&c->stack, frame);
    }
    read->len = 0;
}

/* The frames at `at`, a count and the frames or their keys, to c->stack. False: some are cut off.
 */
static bool read_frames(struct code *c, const struct jfr_field *frames, const uint8_t *at) {
    static const char *const paths[FRAME_SLOTS] = {"method", "lineNumber", "bytecodeIndex", "type"};
    const uint8_t *end = c->chunk->data + c->chunk->size;
    struct frames_read read;
    uint64_t count, key;
    bool whole = true;
    c->stack.len = read.len = 0;
    if (!jfr_plan_count(c->chunk, &at, end, &count)) return false;
    const struct jfr_plan *plan = plan_of(c, &c->frames, frames->type, paths, FRAME_SLOTS);
    if (!plan) return count == 0;
    const uint64_t most = count < MAX_FRAMES ? count : MAX_FRAMES;
    for (uint64_t i = 0; i < most && whole && frames->pooled; i++) {
        whole = wire_integer(c->chunk->encoding, 8, &at, end, &key);
        const uint8_t *frame = whole ? jfr_constant_find(c->constants, frames->type, key) : NULL;
        if (!frame) continue;
        whole = jfr_plan_read(plan, c->chunk->data, &frame, end, *read.values);
        read.len = whole;
        take_frames(c, plan, &read);
    }
    for (uint64_t i = 0, some; i < most && whole && !frames->pooled; i += some) {
        some = most - i < TOGETHER ? most - i : TOGETHER;
        read.len = plan_read_rows(plan, c->chunk, &at, some, *read.values);
        whole = read.len == some;
        take_frames(c, plan, &read);
    }
    return whole && most == count;
}

uint32_t code_stack(struct code *c, const struct jfr_field *field, uint64_t value) {
    static const char *const paths[] = {"truncated", "frames"};
    bool fresh;
    uint64_t values[2];
    uint64_t *id = known(&c->traces, field, value, &c->stack_ids, &fresh);
    if (!fresh) return (uint32_t)*id;
    uint32_t stack = THINGS_NONE;
    if (read_part(c, &c->traces, field, value, paths, 2, values) &&
        jfr_plan_slot(c->traces.plan, 1) == JFR_SLOT_ARRAY) {
        bool whole = read_frames(c, jfr_plan_field(c->traces.plan, 1), c->chunk->data + values[1]);
        stack = things_add_stack(c->things, c->stack.items, c->stack.len, values[0] || !whole);
    }
    if (id) *id = stack;
    return stack;
}

/* ==== One frame ============================================================================= */

/* Of stacks that are nearly all different, each has few methods: what a method is called and
 * whether it is such a frame is found once. */
static void judge(struct code *c, struct code_method *method) {
    method->judged = true;
    method->fits[CODE_FIRST] = method->fits[CODE_SECOND] = true;
    method->fits[CODE_APPLICATION] =
        !names_is_of_jdk(strings_get(&c->things->texts, method->class_name));
    method->fits[CODE_NOT_INIT] =
        strcmp(strings_get(&c->things->texts, method->method), "<init>") != 0;
    method->fits[CODE_THROWER] = method->fits[CODE_APPLICATION] && method->fits[CODE_NOT_INIT];
    text_clear(&c->text);
    things_add_method(c->things, method->class_name, method->method, &c->text);
    method->text = strings_intern(&c->things->texts, text_str(&c->text), c->text.len);
}

/* Of a trace whose frames begin behind single bytes: how many. */
static size_t head_of(const struct jfr_plan *plan) {
    size_t bytes = 0;
    EACH (const struct step, step, &plan->steps) {
        if (step->op == TAKE_POSITION) return bytes;
        if (step->op != SKIP_BYTES) break;
        bytes += step->n;
    }
    return SIZE_MAX;
}

/* Where the frames of the trace begin; NULL: it has none. */
static const uint8_t *frames_at(struct code *c, const struct jfr_field *field, uint64_t value) {
    static const char *const paths[] = {"frames"};
    const uint8_t *end = c->chunk->data + c->chunk->size;
    uint64_t position;
    if (field && field->pooled && c->stacks.type && c->stacks.type == field->type &&
        c->head != SIZE_MAX && !field->array) {
        const uint8_t *at = jfr_constant_find(c->constants, field->type, value);
        return at && c->head < (size_t)(end - at) ? at + c->head : NULL;
    }
    bool there = read_part(c, &c->stacks, field, value, paths, 1, &position);
    /* Also if this trace is not there: the next one may be. */
    bool array = c->stacks.plan && jfr_plan_slot(c->stacks.plan, 0) == JFR_SLOT_ARRAY;
    c->head = array ? head_of(c->stacks.plan) : SIZE_MAX;
    return there && array ? c->chunk->data + position : NULL;
}

uint32_t code_frame_of(struct code *c, const struct jfr_field *field, uint64_t value,
                       enum code_which which) {
    static const char *const paths[] = {"method"};
    const uint8_t *end = c->chunk->data + c->chunk->size, *at = frames_at(c, field, value);
    uint64_t count, key, method_key;
    if (!at || !jfr_plan_count(c->chunk, &at, end, &count)) return THINGS_NONE;
    const struct jfr_field *frames = jfr_plan_field(c->stacks.plan, 0);
    const struct jfr_plan *plan = plan_of(c, &c->tops, frames->type, paths, 1);
    bool behind = which != CODE_SECOND;
    for (uint64_t i = 0; i < count && i < MAX_FRAMES && plan; i++) {
        const uint8_t **from = &at, *constant;
        if (frames->pooled) {
            if (!wire_integer(c->chunk->encoding, 8, &at, end, &key)) break;
            constant = jfr_constant_find(c->constants, frames->type, key);
            if (!constant) continue;
            from = &constant;
        }
        if (!jfr_plan_read(plan, c->chunk->data, from, end, &method_key)) break;
        struct code_method found;
        struct code_method *method = method_of(c, jfr_plan_field(plan, 0), method_key, &found);
        if (!method) method = &found;
        /* NOLINTNEXTLINE(clang-analyzer-core.uninitialized.Branch): method_of fills it */
        if (method->hidden && !c->raw_names) continue;
        if (!method->judged) judge(c, method);
        if (behind && method->fits[which]) return method->text;
        behind = true;
    }
    return THINGS_NONE;
}
