#include "analyzers/samples/resolve.h"
#include "parser/waits.h"
#include "parser/names.h"
#include "parser/plan.h"
#include "parser/value.h"

#define MAX_NAME 65535 /* bytes of a name; the JVM has no longer ones */
#define MAX_THREAD_NAME 500
#define TOGETHER 32 /* frames that are read at once */
#define FAR 8192    /* slots: a map of more lies in memory that is not near */

struct method {         /* what a method key stands for */
    struct frame frame; /* by method: the row; else what rows are made of */
    uint64_t includes;  /* bit i: --include regex i matches */
    bool excluded;
    uint32_t waits; /* waits_row, if it is asked for */
    enum passed { PASSED_NOT, PASSED_ON_TOP, PASSED_ALWAYS } passed; /* hidden: always */
    bool has_row; /* row is its frame whatever the line, bci and type */
    uint32_t row;
};

struct class_names { /* what a class key stands for: string ids */
    uint32_t name, package, module;
};

enum kind_of_name { NAME_AS_IT_IS, NAME_OF_CLASS, NAME_OF_METHOD, NAME_OF_MODULE, KINDS_OF_NAME };

/* Slots of the plans. */
enum { FRAME_METHOD, FRAME_LINE, FRAME_BCI, FRAME_TYPE, FRAME_SLOTS };
enum { METHOD_CLASS, METHOD_NAME, METHOD_DESCRIPTOR, METHOD_HIDDEN, METHOD_SLOTS };
enum { CLASS_NAME, CLASS_MODULE, CLASS_SLOTS };
enum { JAVA_NAME, OS_NAME, OS_ID, JAVA_ID, GROUP_NAME, IS_VIRTUAL, THREAD_SLOTS };

struct resolver {
    const struct samples_task *task;
    const struct selection *selection; /* of the task */
    const struct jfr_chunk *chunk;
    const struct jfr_metadata *metadata;
    struct jfr_constants *constants;
    const uint8_t *end; /* of the chunk */
    struct regex_matcher *matcher;
    struct profile *profile;

    const struct jfr_type *trace_type, *frame_type, *method_type, *class_type, *thread_type;
    struct jfr_plan *trace_plan, *frame_plan, *method_plan, *class_plan, *thread_plan;
    samples_step_over *steps_over;
    bool leaves_idle;
    bool rows_need_frames;      /* rows differ by line, bci or type */
    bool frames_pooled;         /* a stack has keys of frames */
    bool method_inline;         /* a frame has its method in it, not the key of one */
    bool method_only;           /* frames are four integers, and only the first is of interest */
    uint64_t told[FRAME_SLOTS]; /* all bits of what rows tell apart */

    struct map method_ids, class_ids, frame_types; /* key -> index / value */
    struct map known;                /* what rows tell apart in one number -> what_of */
    struct map names[KINDS_OF_NAME]; /* position of a text -> string id */
    ARRAY(struct method) methods;
    ARRAY(struct class_names) classes;
    ARRAY(uint32_t) frames;
    struct text name;
};

/* ==== Names ================================================================================= */

/* Appends the text that was read for the slot, of a longer one the beginning. */
static void add_text(const struct resolver *r, const struct jfr_plan *plan, size_t slot,
                     const uint64_t *values, struct text *out) {
    const uint8_t *at = string_of_slot(plan, r->constants, slot, values[slot]);
    if (at) string_add(r->chunk, at, MAX_THREAD_NAME, out);
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

/* Interned text of the slot after normalisation; 0 (the empty string) if there is none. Every
 * text is decoded once, however many methods are called that. */
static uint32_t intern_name(struct resolver *r, const struct jfr_plan *plan, size_t slot,
                            const uint64_t *values, enum kind_of_name kind) {
    bool fresh;
    const uint8_t *at = string_of_slot(plan, r->constants, slot, values[slot]);
    if (!at) return 0;
    uint64_t *id = map_put(&r->names[kind], (uint64_t)(at - r->chunk->data), &fresh);
    if (!fresh) return (uint32_t)*id;
    text_clear(&r->name);
    string_add(r->chunk, at, MAX_NAME, &r->name);
    return (uint32_t)(*id = normalise(r, kind));
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
    uint64_t values[CLASS_SLOTS] = {0};
    const uint8_t *at = jfr_constant_find(r->constants, r->class_type, key);
    bool read =
        at && r->class_plan && jfr_plan_read(r->class_plan, r->chunk->data, &at, r->end, values);
    if (key &&
        (!read || !string_of_slot(r->class_plan, r->constants, CLASS_NAME, values[CLASS_NAME]))) {
        lost_class(r, &names.package, &names.module);
    } else if (read) {
        names.name = intern_name(r, r->class_plan, CLASS_NAME, values, NAME_OF_CLASS);
        const char *name = strings_get(&r->profile->frames.strings, names.name);
        size_t len = strings_len(&r->profile->frames.strings, names.name);
        names.package = intern(r, name, names_package_len(name, len));
    }
    if (r->task->modules && read && names.module == 0)
        names.module = intern_name(r, r->class_plan, CLASS_MODULE, values, NAME_OF_MODULE);
    array_push(&r->classes, names);
    return names;
}

/* The key of what was read for the slot: what lies in place gets one. */
static uint64_t key_of(struct resolver *r, const struct jfr_plan *plan, size_t slot,
                       const uint64_t *values) {
    if (!jfr_plan_is_position(plan, slot)) return values[slot];
    return jfr_constants_place(r->constants, jfr_plan_field(plan, slot)->type, values[slot]);
}

/* ==== Methods =============================================================================== */

/* Regexes look at "class.method", as shown. */
static void apply_regexes(struct resolver *r, struct method *m, uint32_t method_name) {
    size_t includes = r->selection->include.len, excludes = r->selection->exclude.len;
    if (includes + excludes == 0 || m->passed == PASSED_ALWAYS) return;
    const struct strings *strings = &r->profile->frames.strings;
    const struct selection_regexes *regexes = r->selection->regexes;
    text_clear(&r->name);
    text_add(&r->name, strings_get(strings, m->frame.class_name));
    if (r->name.len) text_add_char(&r->name, '.');
    text_add(&r->name, strings_get(strings, method_name));
    for (size_t i = 0; i < includes; i++)
        if (regex_matches(regexes->include[i], r->matcher, text_str(&r->name), r->name.len))
            m->includes |= UINT64_C(1) << i;
    for (size_t i = 0; i < excludes && !m->excluded; i++)
        m->excluded =
            regex_matches(regexes->exclude[i], r->matcher, text_str(&r->name), r->name.len);
}

void resolver_leave_idle(struct resolver *r) {
    r->leaves_idle = true;
}

static const struct method *new_method(struct resolver *r, uint64_t key) {
    bool fresh;
    *map_put(&r->method_ids, key, &fresh) = r->methods.len;
    struct method m = {.frame = {.line = -1, .bci = -1}};
    uint64_t values[METHOD_SLOTS];
    const uint8_t *at = jfr_constant_find(r->constants, r->method_type, key);
    if (at && r->method_plan &&
        jfr_plan_read(r->method_plan, r->chunk->data, &at, r->end, values)) {
        struct class_names class_names =
            class_of(r, key_of(r, r->method_plan, METHOD_CLASS, values));
        m.frame.class_name = class_names.name;
        m.frame.package = class_names.package;
        m.frame.module = class_names.module;
        m.frame.method = intern_name(r, r->method_plan, METHOD_NAME, values, NAME_OF_METHOD);
        m.frame.descriptor =
            intern_name(r, r->method_plan, METHOD_DESCRIPTOR, values, NAME_AS_IT_IS);
        const char *name = strings_get(&r->profile->frames.strings, m.frame.method);
        if (r->steps_over && r->steps_over(name)) m.passed = PASSED_ON_TOP;
        if (values[METHOD_HIDDEN] != 0 && !r->selection->hidden) m.passed = PASSED_ALWAYS;
    } else {
        lost_class(r, &m.frame.package, &m.frame.module);
    }
    if (m.frame.class_name == 0 && m.frame.package != 0 && r->task->by == BY_CLASS)
        m.frame.class_name = intern(r, "[unknown class]", 15);
    if (m.frame.method == 0 && m.frame.class_name == 0)
        m.frame.method =
            intern(r, FRAME_LOST, strlen(FRAME_LOST)); /* lost with its constant pool */
    apply_regexes(r, &m, m.frame.method);
    if (r->leaves_idle)
        m.waits = waits_row(strings_get(&r->profile->frames.strings, m.frame.class_name),
                            strings_get(&r->profile->frames.strings, m.frame.method));
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
    const uint8_t *at = string_of_slot(r->frame_plan, r->constants, FRAME_TYPE, key);
    if (at) string_copy(r->chunk, at, name, sizeof name);
    *type = frame_type_parse(name);
    return (uint32_t)*type;
}

/* ==== Stacks ================================================================================ */

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

/* Frames of a stack, up to so many; returns how many could be read. */
static size_t read_frames(struct resolver *r, const uint8_t **at, size_t count,
                          uint64_t (*values)[FRAME_SLOTS]) {
    uint64_t key;
    size_t read = 0;
    if (r->method_only) {
        while (read < count && r->end - *at >= 8) {
            values[read][FRAME_METHOD] = read_method_only(at);
            if (values[read][FRAME_METHOD] == UINT64_MAX) break;
            read++;
        }
        if (read) return read;
        count = 1;
    }
    if (!r->frames_pooled) {
        read = plan_read_rows(r->frame_plan, r->chunk, at, count, *values);
    } else if (wire_integer(r->chunk->encoding, 8, at, r->end, &key)) {
        const uint8_t *frame = jfr_constant_find(r->constants, r->frame_type, key);
        /* one that is not there: no method, no line */
        if (!frame || !jfr_plan_read(r->frame_plan, r->chunk->data, &frame, r->end, *values))
            memset(*values, 0, sizeof *values);
        read = 1;
    }
    for (size_t i = 0; i < read && r->method_inline; i++)
        values[i][FRAME_METHOD] = key_of(r, r->frame_plan, FRAME_METHOD, values[i]);
    return read;
}

static uint32_t row_of(struct resolver *r, const struct method *m, const uint64_t *values) {
    enum frame_by by = r->task->by;
    struct frame frame = m->frame;
    if (m->has_row) return m->row;
    if (by == BY_LINE || by == BY_BCI) frame.line = (int32_t)values[FRAME_LINE];
    if (by == BY_BCI) frame.bci = (int32_t)values[FRAME_BCI];
    if (r->task->frame_type) frame.type = frame_type_of(r, values[FRAME_TYPE]);
    return frames_intern(&r->profile->frames, &frame);
}

/* What rows tell apart in a frame in one number, as nearly all are: 4 bits of type, 12 of bytecode
 * index, 14 of line, 34 of the method's key. 0: it has more, or none of it. */
static inline uint64_t key_of_frame(const struct resolver *r, const uint64_t *values) {
    uint64_t method = values[FRAME_METHOD], type = r->told[FRAME_TYPE] & (values[FRAME_TYPE] + 1),
             bci = r->told[FRAME_BCI] & (values[FRAME_BCI] + 1),
             line = r->told[FRAME_LINE] & (values[FRAME_LINE] + 1);
    if (type >> 4 || bci >> 12 || line >> 14 || method >> 34) return 0;
    return type | bci << 4 | line << 16 | method << 30;
}

/* Where rows are methods. */
static inline uint64_t key_of_method(const uint64_t *values) {
    return values[FRAME_METHOD] >> 34 ? 0 : values[FRAME_METHOD] << 30;
}

/* Its row, above it the method's index, and whether there is more to be asked of the method. */
#define ASKS_MORE (UINT64_C(1) << 62)
static uint64_t what_of(struct resolver *r, const uint64_t *values, uint64_t key) {
    const uint64_t *index = map_get(&r->method_ids, values[FRAME_METHOD]);
    const struct method *m =
        index ? &r->methods.items[*index] : new_method(r, values[FRAME_METHOD]);
    bool out = m->passed == PASSED_ALWAYS || m->excluded, fresh;
    uint64_t what = (uint64_t)(m - r->methods.items) << 32 | (out ? 0 : row_of(r, m, values));
    if (out || m->passed || m->includes || r->leaves_idle) what |= ASKS_MORE;
    if (key) *map_put(&r->known, key, &fresh) = what;
    return what;
}

enum stack_verdict resolver_stack(struct resolver *r, uint64_t key, uint32_t root,
                                  struct stack *stack) {
    *stack = (struct stack){0};
    const uint8_t *at = jfr_constant_find(r->constants, r->trace_type, key);
    uint64_t trace[2]; /* truncated, position of frames */
    if (at == NULL || r->trace_plan == NULL || r->frame_plan == NULL ||
        !jfr_plan_read(r->trace_plan, r->chunk->data, &at, r->end, trace))
        return STACK_NONE;
    stack->found = true;
    stack->truncated = trace[0] != 0;
    at = r->chunk->data + trace[1];
    uint64_t frames[TOGETHER][FRAME_SLOTS], keys[TOGETHER];
    size_t read = 0, taken = 0;
    uint64_t count = 0, includes = 0;
    struct waits_stack waits = {0};
    if (!jfr_plan_count(r->chunk, &at, r->end, &count)) count = 0;
    if (count > PROFILE_MOST_FRAMES) {
        count = PROFILE_MOST_FRAMES;
        stack->shortened = !stack->truncated;
        stack->truncated = true;
    }
    array_reserve(&r->frames, (size_t)count + !count);
    uint32_t *rows = r->frames.items;
    size_t depth = 0;
    bool constructor = false;
    for (uint64_t i = 0; i < count; i++, taken++) {
        if (taken == read) {
            taken = 0;
            read = read_frames(r, &at, count - i < TOGETHER ? count - i : TOGETHER, frames);
            if (!read) break;
            for (size_t k = 0; k < read; k++)
                keys[k] = r->method_only ? key_of_method(frames[k]) : key_of_frame(r, frames[k]);
            for (size_t k = 0; k < read && r->known.size > FAR; k++)
                map_prefetch(&r->known, keys[k]);
        }
        const uint64_t *known = map_get(&r->known, keys[taken]);
        uint64_t what = known ? *known : what_of(r, frames[taken], keys[taken]);
        if (depth == 0 && !r->method_only)
            stack->interpreted = frame_type_of(r, frames[taken][FRAME_TYPE]) == FRAME_INTERPRETED;
        rows[depth] = (uint32_t)what;
        if (!(what & ASKS_MORE)) {
            depth++;
            continue;
        }
        const struct method *m = &r->methods.items[(what & ~ASKS_MORE) >> 32];
        if (m->passed == PASSED_ALWAYS) continue;
        if (m->excluded) return STACK_FILTERED;
        if (r->leaves_idle) waits_add(&waits, m->waits);
        includes |= m->includes;
        if (m->passed == PASSED_ON_TOP && depth == 0) constructor = true;
        else depth++;
    }
    if (depth == 0 && constructor) depth++; /* which is there still */
    r->frames.len = depth;
    size_t wanted = r->selection->include.len;
    if (wanted && includes != (wanted == 64 ? UINT64_MAX : (UINT64_C(1) << wanted) - 1))
        return STACK_FILTERED;
    if (waits_idle(&waits)) return STACK_IDLE;
    if (r->frames.len == 0) return STACK_NONE;
    if (root != UINT32_MAX) array_push(&r->frames, root);
    stack->frames = r->frames.items;
    stack->depth = r->frames.len;
    return STACK_OK;
}

/* ==== Threads and states ==================================================================== */

bool resolver_thread(struct resolver *r, uint64_t key, struct text *name,
                     struct profile_thread *thread) {
    uint64_t values[THREAD_SLOTS];
    const uint8_t *at = jfr_constant_find(r->constants, r->thread_type, key);
    if (at == NULL || r->thread_plan == NULL ||
        !jfr_plan_read(r->thread_plan, r->chunk->data, &at, r->end, values))
        return false;
    size_t before = name->len;
    add_text(r, r->thread_plan, JAVA_NAME, values, name);
    if (name->len == before) add_text(r, r->thread_plan, OS_NAME, values, name);
    if (thread) {
        *thread = (struct profile_thread){.os_id = values[OS_ID],
                                          .java_id = values[JAVA_ID],
                                          .is_virtual = values[IS_VIRTUAL] != 0};
        thread->name = intern(r, text_str(name) + before, name->len - before);
        OWNED(text_free) struct text group = {0};
        add_text(r, r->thread_plan, GROUP_NAME, values, &group);
        thread->group = intern(r, text_str(&group), group.len);
    }
    return true;
}

void resolver_class(struct resolver *r, uint64_t key, struct text *name) {
    if (!r->class_plan) return;
    uint32_t id = class_of(r, key).name;
    const struct strings *strings = &r->profile->frames.strings;
    text_add_bytes(name, strings_get(strings, id), strings_len(strings, id));
}

/* ==== Opening =============================================================================== */

/* Nothing but four integers, of which the first is the method? */
static bool is_four_integers(const struct jfr_chunk *chunk, const struct jfr_type *frame) {
    if (!wire_is_compressed(chunk->encoding) || frame->field_count != 4) return false;
    for (uint32_t i = 0; i < frame->field_count; i++) {
        const struct jfr_field *field = frame->fields[i];
        enum jfr_base base = field->type ? field->type->base : JFR_BOOLEAN;
        if ((!field->pooled && base != JFR_INT && base != JFR_LONG) || field->array) return false;
    }
    return strcmp(frame->fields[0]->name, "method") == 0;
}

struct resolver *resolver_open(const struct samples_task *task, const struct jfr_chunk *chunk,
                               const struct jfr_metadata *metadata, struct jfr_constants *constants,
                               struct regex_matcher *matcher, struct profile *profile,
                               samples_step_over *steps_over) {
    struct resolver *r = mem_zero(1, sizeof *r);
    r->task = task;
    r->selection = task->selection;
    r->chunk = chunk;
    r->metadata = metadata;
    r->constants = constants;
    r->end = chunk->data + chunk->size;
    r->matcher = matcher;
    r->profile = profile;
    r->steps_over = steps_over;
    static const char *const trace_fields[] = {"truncated", "frames"};
    static const char *const frame_fields[FRAME_SLOTS] = {"method.", "lineNumber", "bytecodeIndex",
                                                          "type"};
    static const char *const method_fields[METHOD_SLOTS] = {"type.", "name", "descriptor",
                                                            "hidden"};
    const char *const class_fields[CLASS_SLOTS] = {"name",
                                                   r->task->modules ? "package.module.name" : NULL};
    static const char *const thread_fields[THREAD_SLOTS] = {
        "javaName", "osName", "osThreadId", "javaThreadId", "group.name", "virtual"};
    r->thread_type = jfr_type_by_name(metadata, "java.lang.Thread");
    if (r->thread_type)
        r->thread_plan = jfr_plan_compile(chunk, r->thread_type, thread_fields, THREAD_SLOTS, NULL);
    r->trace_type = jfr_type_by_name(metadata, "jdk.types.StackTrace");
    const struct jfr_field *frames = jfr_field_by_name(r->trace_type, "frames");
    const struct jfr_type *frame = frames && frames->array ? frames->type : NULL;
    const struct jfr_field *method = jfr_field_by_name(frame, "method");
    if (!frame || !method || !method->type) return r;
    r->frame_type = frame;
    r->frames_pooled = frames->pooled;
    r->trace_plan = jfr_plan_compile(chunk, r->trace_type, trace_fields, 2, NULL);
    r->rows_need_frames = r->task->by == BY_LINE || r->task->by == BY_BCI || r->task->frame_type;
    r->method_only = !r->rows_need_frames && !r->frames_pooled && is_four_integers(chunk, frame);
    r->told[FRAME_LINE] = r->task->by == BY_LINE || r->task->by == BY_BCI ? UINT64_MAX : 0;
    r->told[FRAME_BCI] = r->task->by == BY_BCI ? UINT64_MAX : 0;
    r->told[FRAME_TYPE] = r->task->frame_type ? UINT64_MAX : 0;
    r->frame_plan = jfr_plan_compile_whole(chunk, frame, frame_fields, FRAME_SLOTS, NULL);
    r->method_inline = r->frame_plan && jfr_plan_is_position(r->frame_plan, FRAME_METHOD);
    r->method_type = method->type;
    r->method_plan = jfr_plan_compile(chunk, r->method_type, method_fields, METHOD_SLOTS, NULL);
    const struct jfr_field *method_class = jfr_field_by_name(r->method_type, "type");
    if (method_class) r->class_type = method_class->type;
    if (r->class_type)
        r->class_plan = jfr_plan_compile(chunk, r->class_type, class_fields, CLASS_SLOTS, NULL);
    return r;
}

void resolver_close(struct resolver *r) {
    if (r == NULL) return;
    free_each(jfr_plan_free, r->trace_plan, r->frame_plan, r->method_plan, r->class_plan,
              r->thread_plan);
    for (size_t i = 0; i < KINDS_OF_NAME; i++) map_free(&r->names[i]);
    free_each(map_free, &r->method_ids, &r->class_ids, &r->known, &r->frame_types);
    arrays_free(&r->methods, &r->classes, &r->frames);
    text_free(&r->name);
    free(r);
}
