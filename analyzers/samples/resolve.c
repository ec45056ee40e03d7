#include "analyzers/samples/resolve.h"
#include "parser/names.h"
#include "parser/value.h"
#include "parser/wire.h"

#include <stdlib.h>
#include <string.h>

#define MAX_FRAMES (1u << 14) /* of one stack, the rest is cut off; the JVM stops at 2048 */
#define MAX_NAME 65535        /* bytes of a name; the JVM has no longer ones */
#define MAX_THREAD_NAME 500
#define MAX_COLUMNS 8 /* integers of a frame that can be read without a plan */

struct method {         /* what a method key stands for */
    struct frame frame; /* by method: the row; else what rows are made of */
    uint64_t includes;  /* bit i: --include regex i matches */
    bool excluded, hidden;
    bool has_row; /* row is its frame whatever the line, bci and type */
    uint32_t row;
};

struct class_names { /* what a class key stands for: string ids */
    uint32_t name, package, module;
};

/* Where a frame's integers are, when it is nothing but integers. */
struct columns {
    unsigned count;              /* 0: use the plan */
    int method, line, bci, type; /* index, -1: not there */
};

enum kind_of_name { NAME_AS_IT_IS, NAME_OF_CLASS, NAME_OF_METHOD, NAME_OF_MODULE, KINDS_OF_NAME };

enum { HOPS = 3 };
struct hop { /* from a constant to the one that a field of it refers to */
    const struct jfr_field *field;
    struct jfr_plan *plan;
    bool looked_up;
};

struct resolver {
    const struct samples_task *task;
    const struct selection *selection; /* of the task */
    const struct jfr_chunk *chunk;
    const struct jfr_metadata *metadata;
    const struct jfr_constants *constants;
    const uint8_t *end; /* of the chunk */
    pcre2_match_data *match;
    struct profile *profile;

    const struct jfr_type *trace_type, *method_type, *class_type, *frame_type_type;
    const struct jfr_field *method_class, *method_name, *method_descriptor, *class_name;
    struct jfr_plan *trace_plan, *frame_plan, *method_plan, *class_plan;
    struct columns columns;
    bool rows_need_frames; /* rows differ by line, bci or type */
    bool method_only;      /* frames are four integers, and only the first is of interest */

    struct hop to_module[HOPS];
    const struct jfr_type *thread_type;
    const struct jfr_field *java_name, *os_name;
    struct jfr_plan *thread_plan;
    struct map method_ids, class_ids, frame_types; /* key -> index / value */
    struct map names[KINDS_OF_NAME];               /* position of a text -> string id */
    ARRAY(struct method) methods;
    ARRAY(struct class_names) classes;
    ARRAY(uint32_t) frames;
    struct text name;
};

/* ==== Names ================================================================================= */

/* Where the text of the field lies, or NULL. value is the field's, from a plan. */
static const uint8_t *text_of(const struct resolver *r, const struct jfr_field *field,
                              uint64_t value) {
    return string_of_field(r->constants, r->metadata, r->chunk, field, value);
}

/* Appends the text of the field, of a longer one the first limit bytes. */
static bool add_text(const struct resolver *r, const struct jfr_field *field, uint64_t value,
                     uint64_t limit, struct text *out) {
    const uint8_t *at = text_of(r, field, value);
    if (at) string_add(r->chunk, at, limit, out);
    return at != NULL;
}

static uint32_t intern(struct resolver *r, const char *s, size_t len) {
    return strings_intern(&r->profile->frames.strings, s, len);
}

static uint32_t normalise(struct resolver *r, enum kind_of_name kind) {
    typedef size_t normaliser(const char *name, size_t len, bool raw, char *out, size_t size);
    static normaliser *const normalisers[KINDS_OF_NAME] = {[NAME_OF_CLASS] = names_class,
                                                           [NAME_OF_METHOD] = names_method,
                                                           [NAME_OF_MODULE] = names_module};
    const char *name = text_str(&r->name);
    if (kind == NAME_AS_IT_IS) return intern(r, name, r->name.len);
    char small[512], *out = small;
    size_t size = r->name.len + 17;
    if (size > sizeof small) out = mem_alloc(size);
    size_t len = normalisers[kind](name, r->name.len, r->selection->raw_names, out, size);
    uint32_t id = intern(r, out, len);
    if (out != small) free(out);
    return id;
}

/* Interned text of the field after normalisation; 0 (the empty string) if there is none. Every
 * text is decoded once, however many methods are called that. */
static uint32_t intern_name(struct resolver *r, const struct jfr_field *field, uint64_t value,
                            enum kind_of_name kind) {
    bool fresh;
    const uint8_t *at = text_of(r, field, value);
    if (at == NULL) return 0;
    uint64_t *id = map_put(&r->names[kind], (uint64_t)(at - r->chunk->data), &fresh);
    if (!fresh) return (uint32_t)*id;
    text_clear(&r->name);
    string_add(r->chunk, at, MAX_NAME, &r->name);
    return (uint32_t)(*id = normalise(r, kind));
}

/* Class.package -> Package.module -> Module.name */
static uint32_t module_of_class(struct resolver *r, uint64_t class_key) {
    static const char *const path[HOPS] = {"package", "module", "name"};
    const struct jfr_type *type = r->class_type;
    uint64_t value = class_key;
    for (size_t i = 0; i < HOPS; i++) {
        struct hop *hop = &r->to_module[i];
        const uint8_t *at = jfr_constant_find(r->constants, type, value);
        if (at == NULL) return 0;
        if (!hop->looked_up) {
            hop->looked_up = true;
            hop->field = jfr_field_by_name(type, path[i]);
            hop->plan = jfr_plan_compile(r->chunk, type, &path[i], 1, NULL, NULL);
        }
        if (hop->field == NULL || hop->plan == NULL ||
            !jfr_plan_read(hop->plan, r->chunk->data, &at, r->end, &value))
            return 0;
        if (i + 1 == HOPS) break;
        if (!hop->field->pooled || hop->field->array) return 0;
        type = hop->field->type;
    }
    return intern_name(r, r->to_module[HOPS - 1].field, value, NAME_OF_MODULE);
}

/* What was lost with its constant pool is not in the unnamed package or module. */
static void lost_class(struct resolver *r, uint32_t *package, uint32_t *module) {
    *package = intern(r, "[unknown package]", 17);
    if (r->task->modules) *module = intern(r, "[unknown module]", 16);
}

static struct class_names class_of(struct resolver *r, uint64_t key) {
    bool fresh;
    uint64_t *index = map_put(&r->class_ids, key, &fresh);
    if (!fresh) return r->classes.items[*index];
    *index = r->classes.len;
    struct class_names names = {0};
    uint64_t value;
    const uint8_t *at = jfr_constant_find(r->constants, r->class_type, key);
    bool read =
        at && r->class_plan && jfr_plan_read(r->class_plan, r->chunk->data, &at, r->end, &value);
    if (key && (!read || !text_of(r, r->class_name, value))) {
        lost_class(r, &names.package, &names.module);
    } else if (read) {
        names.name = intern_name(r, r->class_name, value, NAME_OF_CLASS);
        const char *name = strings_get(&r->profile->frames.strings, names.name);
        size_t len = strings_len(&r->profile->frames.strings, names.name);
        names.package = intern(r, name, names_package_len(name, len));
    }
    if (r->task->modules && names.module == 0) names.module = module_of_class(r, key);
    array_push(&r->classes, names);
    return names;
}

/* ==== Methods =============================================================================== */

/* Regexes look at "class.method", as shown. */
static void apply_regexes(struct resolver *r, struct method *m, uint32_t method_name) {
    size_t includes = r->selection->include.len, excludes = r->selection->exclude.len;
    if (includes + excludes == 0 || m->hidden) return;
    const struct strings *strings = &r->profile->frames.strings;
    const struct selection_regexes *regexes = r->selection->regexes;
    text_clear(&r->name);
    text_add(&r->name, strings_get(strings, m->frame.class_name));
    if (r->name.len) text_add_char(&r->name, '.');
    text_add(&r->name, strings_get(strings, method_name));
    for (size_t i = 0; i < includes; i++)
        if (selection_matches(regexes->include[i], r->match, text_str(&r->name), r->name.len))
            m->includes |= UINT64_C(1) << i;
    for (size_t i = 0; i < excludes && !m->excluded; i++)
        m->excluded =
            selection_matches(regexes->exclude[i], r->match, text_str(&r->name), r->name.len);
}

static const struct method *new_method(struct resolver *r, uint64_t key) {
    bool fresh;
    *map_put(&r->method_ids, key, &fresh) = r->methods.len;
    struct method m = {.frame = {.line = -1, .bci = -1}};
    uint64_t values[4]; /* type, name, descriptor, hidden */
    const uint8_t *at = jfr_constant_find(r->constants, r->method_type, key);
    if (at && r->method_plan &&
        jfr_plan_read(r->method_plan, r->chunk->data, &at, r->end, values)) {
        struct class_names class_names = class_of(r, values[0]);
        m.frame.class_name = class_names.name;
        m.frame.package = class_names.package;
        m.frame.module = class_names.module;
        m.frame.method = intern_name(r, r->method_name, values[1], NAME_OF_METHOD);
        m.frame.descriptor = intern_name(r, r->method_descriptor, values[2], NAME_AS_IT_IS);
        m.hidden = values[3] != 0 && !r->selection->hidden;
    } else {
        lost_class(r, &m.frame.package, &m.frame.module);
    }
    if (m.frame.class_name == 0 && m.frame.package != 0 && r->task->by == BY_CLASS)
        m.frame.class_name = intern(r, "[unknown class]", 15);
    if (m.frame.method == 0 && m.frame.class_name == 0)
        m.frame.method = intern(r, "[unknown method]", 16); /* lost with its constant pool */
    apply_regexes(r, &m, m.frame.method);
    enum frame_by by = r->task->by;
    if (r->task->modules && m.frame.module == 0) m.frame.module = intern(r, "(unnamed module)", 16);
    frame_narrow(&m.frame, by, false);
    if (!r->rows_need_frames) {
        m.has_row = true;
        m.row = frames_intern(&r->profile->frames, &m.frame);
    }
    array_push(&r->methods, m);
    return &r->methods.items[r->methods.len - 1];
}

static uint32_t frame_type_of(struct resolver *r, uint64_t key) {
    bool fresh;
    uint64_t *type = map_put(&r->frame_types, key, &fresh);
    if (!fresh) return (uint32_t)*type;
    char name[64] = "";
    const struct jfr_field as_type = {.type = r->frame_type_type, .pooled = true};
    const uint8_t *at = text_of(r, &as_type, key);
    if (at) string_copy(r->chunk, at, name, sizeof name);
    *type = frame_type_parse(name);
    return (uint32_t)*type;
}

/* ==== Stacks ================================================================================ */

static bool read_columns(const struct resolver *r, const uint8_t **at, uint64_t *values) {
    uint64_t raw[MAX_COLUMNS];
    const struct columns *c = &r->columns;
    for (unsigned i = 0; i < c->count; i++)
        if (!wire_varint(at, r->end, &raw[i])) return false;
    values[0] = raw[c->method]; // cppcheck-suppress uninitvar ; method < count
    values[1] = c->line >= 0 ? raw[c->line] : 0;
    values[2] = c->bci >= 0 ? raw[c->bci] : 0;
    values[3] = c->type >= 0 ? raw[c->type] : 0;
    return true;
}

/* A frame of four integers, method first, in eight bytes or fewer, of which only the method is
 * wanted: its key, or UINT64_MAX if the frame is not so. At least eight bytes are readable. */
static inline uint64_t read_method_only(const uint8_t **at) {
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    uint64_t word;
    memcpy(&word, *at, 8);
    uint64_t last = ~word & UINT64_C(0x8080808080808080); /* last bytes of integers */
    uint64_t fourth = last & (last - 1);
    fourth &= fourth - 1;
    fourth &= fourth - 1;
    if (fourth == 0) return UINT64_MAX;
    *at += (__builtin_ctzll(fourth) >> 3) + 1;
    uint64_t first = last & -last;
    word &= first | (first - 1); /* the bytes of the first integer */
    return (word & 0x7F) | (word >> 1 & 0x3F80) | (word >> 2 & 0x1FC000) | (word >> 3 & 0xFE00000) |
           (word >> 4 & UINT64_C(0x7F0000000));
#else
    (void)at;
    return UINT64_MAX;
#endif
}

static bool read_frame(const struct resolver *r, const uint8_t **at, uint64_t *values) {
    if (r->columns.count) return read_columns(r, at, values);
    return jfr_plan_read(r->frame_plan, r->chunk->data, at, r->end, values);
}

static uint32_t row_of(struct resolver *r, const struct method *m, const uint64_t *values) {
    struct frame frame = m->frame;
    enum frame_by by = r->task->by;
    if (by == BY_LINE || by == BY_BCI) frame.line = (int32_t)values[1];
    if (by == BY_BCI) frame.bci = (int32_t)values[2];
    if (r->task->frame_type) frame.type = frame_type_of(r, values[3]);
    return frames_intern(&r->profile->frames, &frame);
}

enum stack_verdict resolver_stack(struct resolver *r, uint64_t key, uint32_t root,
                                  struct stack *stack) {
    *stack = (struct stack){0};
    const uint8_t *at = jfr_constant_find(r->constants, r->trace_type, key);
    uint64_t values[4]; /* truncated, position of frames */
    if (at == NULL || r->trace_plan == NULL || r->frame_plan == NULL ||
        !jfr_plan_read(r->trace_plan, r->chunk->data, &at, r->end, values))
        return STACK_NONE;
    stack->found = true;
    stack->truncated = values[0] != 0;
    at = r->chunk->data + values[1];
    uint64_t count = 0, includes = 0;
    if (!jfr_plan_count(r->chunk, &at, r->end, &count)) count = 0;
    if (count > MAX_FRAMES) {
        count = MAX_FRAMES;
        stack->truncated = true;
    }
    array_reserve(&r->frames, (size_t)count + 1);
    uint32_t *rows = r->frames.items;
    size_t depth = 0;
    for (uint64_t i = 0; i < count; i++) {
        uint64_t method_key =
            r->method_only && r->end - at >= 8 ? read_method_only(&at) : UINT64_MAX;
        if (method_key == UINT64_MAX) {
            if (!read_frame(r, &at, values)) break;
            method_key = values[0];
        }
        const uint64_t *index = map_get(&r->method_ids, method_key);
        const struct method *m = index ? &r->methods.items[*index] : new_method(r, method_key);
        if (m->hidden) continue;
        if (m->excluded) return STACK_FILTERED;
        includes |= m->includes;
        rows[depth++] = m->has_row ? m->row : row_of(r, m, values);
    }
    r->frames.len = depth;
    size_t wanted = r->selection->include.len;
    if (wanted && includes != (wanted == 64 ? UINT64_MAX : (UINT64_C(1) << wanted) - 1))
        return STACK_FILTERED;
    if (r->frames.len == 0) return STACK_NONE;
    if (root != UINT32_MAX) array_push(&r->frames, root);
    stack->frames = r->frames.items;
    stack->depth = r->frames.len;
    return STACK_OK;
}

/* ==== Threads and states ==================================================================== */

/* Name of the ThreadGroup constant; its type's field is "name" or, in async-profiler's, missing. */
static uint32_t group_name(struct resolver *r, uint64_t key) {
    static const char *const fields[] = {"name"};
    const struct jfr_field *group = jfr_field_by_name(r->thread_type, "group");
    const struct jfr_field *name = group ? jfr_field_by_name(group->type, "name") : NULL;
    const uint8_t *at =
        name && group->pooled ? jfr_constant_find(r->constants, group->type, key) : NULL;
    if (at == NULL) return 0;
    struct jfr_plan *plan = jfr_plan_compile(r->chunk, group->type, fields, 1, NULL, NULL);
    uint64_t value;
    uint32_t id = 0;
    struct text text = {0};
    if (plan && jfr_plan_read(plan, r->chunk->data, &at, r->end, &value) &&
        add_text(r, name, value, MAX_THREAD_NAME, &text))
        id = intern(r, text_str(&text), text.len);
    text_free(&text);
    jfr_plan_free(plan);
    return id;
}

bool resolver_thread(struct resolver *r, uint64_t key, struct text *name,
                     struct profile_thread *thread) {
    uint64_t values[6];
    const uint8_t *at = jfr_constant_find(r->constants, r->thread_type, key);
    if (at == NULL || r->thread_plan == NULL ||
        !jfr_plan_read(r->thread_plan, r->chunk->data, &at, r->end, values))
        return false;
    size_t before = name->len;
    add_text(r, r->java_name, values[0], MAX_THREAD_NAME, name);
    if (name->len == before) add_text(r, r->os_name, values[1], MAX_THREAD_NAME, name);
    if (thread) {
        *thread = (struct profile_thread){
            .os_id = values[2], .java_id = values[3], .is_virtual = values[5] != 0};
        thread->name = intern(r, text_str(name) + before, name->len - before);
        thread->group = group_name(r, values[4]);
    }
    return true;
}

bool resolver_state(struct resolver *r, uint64_t key, struct text *name) {
    const struct jfr_type *type = jfr_type_by_name(r->metadata, "jdk.types.ThreadState");
    const struct jfr_field as_state = {.name = "state", .type = type, .pooled = true};
    return type && add_text(r, &as_state, key, MAX_THREAD_NAME, name);
}

/* ==== Opening =============================================================================== */

static int column_of(const struct jfr_type *type, const char *name) {
    for (uint32_t i = 0; i < type->field_count; i++)
        if (strcmp(type->fields[i].name, name) == 0) return (int)i;
    return -1;
}

/* A frame of compressed integers only is read column by column. */
static struct columns columns_of(const struct jfr_chunk *chunk, const struct jfr_type *frame) {
    struct columns c = {0};
    if (!wire_is_compressed(chunk->encoding) || frame->field_count > MAX_COLUMNS) return c;
    for (uint32_t i = 0; i < frame->field_count; i++) {
        const struct jfr_field *field = &frame->fields[i];
        bool integer =
            field->pooled ||
            (field->type && (field->type->base == JFR_INT || field->type->base == JFR_LONG));
        if (!integer || field->array) return c;
    }
    c.method = column_of(frame, "method");
    c.line = column_of(frame, "lineNumber");
    c.bci = column_of(frame, "bytecodeIndex");
    c.type = column_of(frame, "type");
    if (c.method >= 0) c.count = frame->field_count;
    return c;
}

struct resolver *resolver_open(const struct samples_task *task, const struct jfr_chunk *chunk,
                               const struct jfr_metadata *metadata,
                               const struct jfr_constants *constants, pcre2_match_data *data,
                               struct profile *profile) {
    struct resolver *r = mem_zero(1, sizeof *r);
    r->task = task;
    r->selection = task->selection;
    r->chunk = chunk;
    r->metadata = metadata;
    r->constants = constants;
    r->end = chunk->data + chunk->size;
    r->match = data;
    r->profile = profile;
    static const char *const trace_fields[] = {"truncated", "frames"};
    static const char *const frame_fields[] = {"method", "lineNumber", "bytecodeIndex", "type"};
    static const char *const method_fields[] = {"type", "name", "descriptor", "hidden"};
    static const char *const class_fields[] = {"name"};
    static const char *const thread_fields[] = {"javaName",     "osName", "osThreadId",
                                                "javaThreadId", "group",  "virtual"};
    uint32_t present;
    r->thread_type = jfr_type_by_name(metadata, "java.lang.Thread");
    if (r->thread_type) {
        r->thread_plan = jfr_plan_compile(chunk, r->thread_type, thread_fields, 6, NULL, NULL);
        r->java_name = jfr_field_by_name(r->thread_type, "javaName");
        r->os_name = jfr_field_by_name(r->thread_type, "osName");
    }
    r->trace_type = jfr_type_by_name(metadata, "jdk.types.StackTrace");
    const struct jfr_field *frames = jfr_field_by_name(r->trace_type, "frames");
    const struct jfr_type *frame = frames && frames->array && !frames->pooled ? frames->type : NULL;
    const struct jfr_field *method = jfr_field_by_name(frame, "method");
    if (frame == NULL || method == NULL || !method->pooled || method->type == NULL) return r;
    r->trace_plan = jfr_plan_compile(chunk, r->trace_type, trace_fields, 2, NULL, NULL);
    /* All fields are read to get to the next frame, so behind the last wanted there may be none:
     * frames with more fields go by a plan that skips them. */
    r->columns = columns_of(chunk, frame);
    r->rows_need_frames = r->task->by == BY_LINE || r->task->by == BY_BCI || r->task->frame_type;
    r->method_only = !r->rows_need_frames && r->columns.count == 4 && r->columns.method == 0;
    r->frame_plan = jfr_plan_compile_whole(chunk, frame, frame_fields, 4, &present, NULL);
    r->frame_type_type =
        jfr_field_by_name(frame, "type") ? jfr_field_by_name(frame, "type")->type : NULL;
    r->method_type = method->type;
    r->method_plan = jfr_plan_compile(chunk, r->method_type, method_fields, 4, NULL, NULL);
    r->method_class = jfr_field_by_name(r->method_type, "type");
    r->method_name = jfr_field_by_name(r->method_type, "name");
    r->method_descriptor = jfr_field_by_name(r->method_type, "descriptor");
    if (r->method_class && r->method_class->pooled) r->class_type = r->method_class->type;
    if (r->class_type) {
        r->class_plan = jfr_plan_compile(chunk, r->class_type, class_fields, 1, NULL, NULL);
        r->class_name = jfr_field_by_name(r->class_type, "name");
    }
    return r;
}

void resolver_close(struct resolver *r) {
    if (r == NULL) return;
    jfr_plan_free(r->trace_plan);
    jfr_plan_free(r->frame_plan);
    jfr_plan_free(r->method_plan);
    jfr_plan_free(r->class_plan);
    jfr_plan_free(r->thread_plan);
    for (size_t i = 0; i < HOPS; i++) jfr_plan_free(r->to_module[i].plan);
    for (size_t i = 0; i < KINDS_OF_NAME; i++) map_free(&r->names[i]);
    map_free(&r->method_ids);
    map_free(&r->class_ids);
    map_free(&r->frame_types);
    array_free(&r->methods);
    array_free(&r->classes);
    array_free(&r->frames);
    text_free(&r->name);
    free(r);
}
