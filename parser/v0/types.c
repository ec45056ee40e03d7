#include "parser/v0/types.h"
#include "parser/v0/names.h"
#include "base/strings.h"
#include "parser/wire.h"
#include "parser/writer.h"

#include <stdio.h>

/* What a structure may come to, structs within it taken apart. */
#define MOST_VALUES 4096
#define MOST_DEPTH 16
#define MOST_EVENT_TYPES 16384
#define MOST_POOLS 4096
#define FIRST_EVENT_ID 3 /* as there are few, most are of one byte */

#define STRING "java.lang.String"
#define THREAD "java.lang.Thread"
#define LOADER "jdk.types.ClassLoader"
#define PACKAGE "jdk.types.Package"
#define FRAME "jdk.types.StackFrame"

typedef ARRAY(struct writer_field) field_list;

struct build {
    struct v0_types *types;
    const struct v0_metadata *m;
    struct arena arena;
    struct strings names;           /* of types, each once */
    const char **pool_names;        /* by content type */
    const char **struct_names;      /* by structure, NULL until it is met */
    ARRAY(struct writer_type) list; /* what the metadata will say */
    uint64_t next_id;
    size_t fields_left; /* what the record justifies */
    uint32_t frames;    /* the structure of frames, or V0_NONE */
    uint32_t taken;     /* of the reserved names, a bit each */
    /* Of the plan at hand: */
    size_t visited;
    size_t fixed; /* the open FIXED, or SIZE_MAX */
    const char *event, *content;
    struct v0_plan *plan;
};

/* ==== Steps ================================================================================= */

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

static void add_step(struct build *b, enum v0_op op, unsigned width, uint32_t n) {
    struct v0_types *t = b->types;
    if (b->fixed == SIZE_MAX) {
        b->fixed = t->steps.len;
        array_push(&t->steps, (struct v0_step){.op = V0_FIXED});
    }
    array_push(&t->steps, (struct v0_step){.op = (uint8_t)op,
                                           .width = (uint8_t)width,
                                           .n = n,
                                           .in = t->steps.items[b->fixed].in});
    struct v0_step *fixed = &t->steps.items[b->fixed];
    fixed->n++;
    fixed->in += op >= V0_ADD_UNKNOWN ? 0 : width;
    fixed->out += longest(op, width);
}

/* A step that is not of fixed width; its index. */
static size_t add_other(struct build *b, enum v0_op op) {
    b->fixed = SIZE_MAX;
    b->plan->out = V0_NONE;
    array_push(&b->types->steps, (struct v0_step){.op = (uint8_t)op});
    return b->types->steps.len - 1;
}

static bool is(const char *a, const char *b) {
    return a && strcmp(a, b) == 0;
}

/* The pool that a value of this type has a key of, or V0_NONE. */
static uint32_t pool_of(const struct build *b, enum v0_data data, int32_t content) {
    if (data < V0_BYTE || data > V0_U8) return V0_NONE;
    if ((content >= V0_PLAIN && content <= V0_ADDRESS) || content == V0_PERCENT) return V0_NONE;
    uint32_t pool = v0_content_find(b->m, content);
    return pool < b->types->pools.len && b->pool_names[pool] ? pool : V0_NONE;
}

static bool is_loader(const struct build *b, const struct v0_value *value) {
    if (is(b->content, "Class")) return is(value->id, "loaderClass");
    if (!b->event || strncmp(b->event, "Class", 5) != 0) {
        if (!b->event || strncmp(b->event, "Metaspace", 9) != 0) return false;
        return is(value->id, "classLoader");
    }
    return is(value->id, "definingClassLoader") || is(value->id, "initiatingClassLoader");
}

static void add_key(struct build *b, const struct v0_value *value, uint32_t pool, unsigned width) {
    enum v0_op op = V0_TAKE_KEY;
    b->plan->has_keys = true;
    if (pool == b->types->threads) op = is(value->id, "notifier") ? V0_TAKE_KNOWN : V0_TAKE_THREAD;
    else if (pool == b->types->java_threads) op = V0_TAKE_JAVA;
    else if (is_loader(b, value)) op = V0_TAKE_LOADER;
    add_step(b, op, width, pool);
}

static void add_scalar(struct build *b, const struct v0_value *value, enum v0_data data) {
    uint32_t pool = pool_of(b, data, value->content);
    unsigned width = v0_width(data);
    if (data == V0_UTF8) add_other(b, V0_TAKE_UTF);
    else if (data == V0_STRING) add_other(b, V0_TAKE_STRING);
    else if (pool != V0_NONE) add_key(b, value, pool, width);
    else if (width == 1 || data == V0_FLOAT || data == V0_DOUBLE)
        add_step(b, V0_TAKE_BYTES, width, 0);
    else if (is(b->event, "CodeCacheStatistics") && is(value->id, "unallocatedCapacity"))
        add_step(b, V0_TAKE_KILO, width, 0); /* is said in KiB, and declared as bytes */
    else add_step(b, V0_TAKE_NUMBER, width, 0);
}

static bool add_structure(struct build *b, uint32_t structure, unsigned depth);

static bool add_value(struct build *b, const struct v0_value *value, unsigned depth) {
    if (++b->visited > MOST_VALUES) return false;
    if (value->data == V0_STRUCT) return add_structure(b, value->index, depth);
    if (value->data != V0_ARRAY && value->data != V0_STRUCTARRAY) {
        if (is(b->content, "Method") && is(value->id, "hidden"))
            add_step(b, V0_DROP_BYTES, v0_width(value->data), 0);
        else add_scalar(b, value, value->data);
        /* Later classes have a package behind their name, and some readers know no other order. */
        if (is(b->content, "Class") && is(value->id, "name")) add_step(b, V0_ADD_NONE, 0, 0);
        return true;
    }
    if (value->index == V0_NONE) return false;
    size_t array = add_other(b, V0_TAKE_ARRAY);
    if (value->data == V0_ARRAY) add_scalar(b, value, (enum v0_data)value->index);
    else if (!add_structure(b, value->index, depth)) return false;
    b->types->steps.items[array].n = (uint32_t)(b->types->steps.len - array - 1);
    b->fixed = SIZE_MAX;
    return true;
}

static bool has_value(const struct v0_metadata *m, uint32_t structure, const char *id) {
    if (structure == V0_NONE) return false;
    const struct v0_structure *s = &m->structures.items[structure];
    for (uint32_t i = 0; i < s->count; i++)
        if (is(m->values.items[s->first + i].id, id)) return true;
    return false;
}

/* The structure of the frames of stack traces, whatever else they have but a method. */
static uint32_t find_frames(const struct v0_metadata *m) {
    uint32_t stacks = v0_content_find(m, V0_STACK_TRACE);
    uint32_t of = stacks == V0_NONE ? V0_NONE : m->contents.items[stacks].structure;
    for (uint32_t i = 0; of != V0_NONE && i < m->structures.items[of].count; i++) {
        const struct v0_value *value = &m->values.items[m->structures.items[of].first + i];
        if (value->data == V0_STRUCTARRAY && has_value(m, value->index, "method"))
            return value->index;
    }
    return V0_NONE;
}

static bool is_frame(const struct build *b, uint32_t structure) {
    return structure != V0_NONE && structure == b->frames;
}

/* A value in its later place; or a number that is missing here and is not in later formats: -1. */
struct place {
    const struct v0_value *value;
    const char *missing;
    uint32_t offset; /* in the structure, where all values have fixed widths */
};
typedef ARRAY(struct place) place_list;

/* The ids of what has the same order in all later formats, which some readers rely on; NULL: any.
 */
static const char *const *later_order(const struct build *b, uint32_t structure) {
    static const char *const frame[] = {"method", "line", "bci", "type", NULL},
                             *const classes[] = {"loaderClass", "name", "modifiers", NULL},
                             *const method[] = {"class", "name", "signature", "modifiers", NULL};
    const struct v0_structure *s = &b->m->structures.items[structure];
    for (uint32_t i = 0; i < s->count; i++)
        if (v0_width(b->m->values.items[s->first + i].data) == 0) return NULL;
    if (is_frame(b, structure)) return frame;
    return is(b->content, "Class") ? classes : is(b->content, "Method") ? method : NULL;
}

/* The values of a structure in the order of later formats. The caller frees the list. */
static void add_places(const struct build *b, uint32_t structure, place_list *places) {
    static const char *const frame_numbers[][2] = {{"line", "lineNumber"},
                                                   {"bci", "bytecodeIndex"}};
    const char *const *ids = later_order(b, structure);
    const struct v0_structure *s = &b->m->structures.items[structure];
    const struct v0_value *values = b->m->values.items + s->first;
    for (size_t id = 0; ids && ids[id]; id++) {
        uint32_t offset = 0, i = 0;
        for (; i < s->count && !is(values[i].id, ids[id]); i++) offset += v0_width(values[i].data);
        if (i < s->count) array_push(places, (struct place){.value = &values[i], .offset = offset});
        for (size_t n = 0; i == s->count && n < 2; n++)
            if (is(ids[id], frame_numbers[n][0]))
                array_push(places, (struct place){.missing = frame_numbers[n][1]});
    }
    size_t first = places->len;
    for (uint32_t offset = 0, i = 0; i < s->count; offset += v0_width(values[i].data), i++) {
        bool placed = false;
        for (size_t k = 0; k < first; k++) placed = placed || places->items[k].value == &values[i];
        if (!placed) array_push(places, (struct place){.value = &values[i], .offset = offset});
    }
}

/* The steps from `first` on, of a value of this place. */
static void set_offset(struct v0_types *t, size_t first, uint32_t offset) {
    for (; first < t->steps.len; first++)
        if (t->steps.items[first].op < V0_FIXED) t->steps.items[first].in = offset;
}

static bool add_structure(struct build *b, uint32_t structure, unsigned depth) {
    if (structure == V0_NONE || depth == MOST_DEPTH || ++b->visited > MOST_VALUES) return false;
    const char *event = b->event, *content = b->content;
    if (depth > 0) b->event = b->content = NULL; /* what goes by name is in the outermost */
    bool fine = true, ordered = later_order(b, structure) != NULL;
    place_list places = {0};
    uint32_t base = b->fixed == SIZE_MAX ? 0 : b->types->steps.items[b->fixed].in;
    add_places(b, structure, &places);
    for (size_t i = 0; i < places.len && fine; i++) {
        const struct place *place = &places.items[i];
        size_t first = b->types->steps.len;
        if (place->missing) add_step(b, V0_ADD_UNKNOWN, 0, 0);
        else fine = add_value(b, place->value, depth + 1);
        if (ordered) set_offset(b->types, first, base + place->offset);
    }
    array_free(&places);
    b->event = event;
    b->content = content;
    return fine;
}

/* The plan of a structure. What it begins with was added by the caller, from step first on. */
static void make_plan(struct build *b, uint32_t structure, struct v0_plan *plan) {
    plan->out = 0;
    b->plan = plan;
    b->visited = 0;
    b->fixed = SIZE_MAX;
    size_t first = b->types->steps.len;
    plan->first = (uint32_t)first;
    plan->broken = !add_structure(b, structure, 0);
    if (!plan->broken && is(b->content, "Method")) add_step(b, V0_ADD_HIDDEN, 0, 0);
    if (plan->broken) b->types->steps.len = first;
    plan->count = (uint32_t)(b->types->steps.len - first);
    if (plan->count > 0 && plan->out != V0_NONE) plan->out = b->types->steps.items[first].out;
}

/* ==== What the later metadata says ========================================================== */

static const char *copy(struct build *b, const char *text) {
    return arena_copy(&b->arena, text, strlen(text));
}

/* The name, or one made of it that no type has yet. */
static const char *name_once(struct build *b, const char *name) {
    char other[300];
    for (unsigned n = 2; strings_find(&b->names, name, strlen(name)) != UINT32_MAX; n++) {
        snprintf(other, sizeof other, "%.250s_%u", name, n);
        name = other;
    }
    return strings_get(&b->names, strings_intern(&b->names, name, strlen(name)));
}

/* Names by which readers take a type for what they know: for those that are, and for no other. */
static const char *const reserved[] = {THREAD,
                                       LOADER,
                                       PACKAGE,
                                       FRAME,
                                       "java.lang.Class",
                                       "jdk.types.StackTrace",
                                       "jdk.types.Method",
                                       "jdk.types.ThreadGroup",
                                       "jdk.types.Symbol",
                                       "jdk.jfr.Event",
                                       "jdk.jfr.SettingControl",
                                       "java.lang.annotation.Annotation",
                                       "java.lang.Object",
                                       "com.oracle.jfr.types.StackFrame",
                                       "com.oracle.jfr.types.StackTrace",
                                       "com.oracle.jfr.types.Method",
                                       "com.oracle.jfr.types.ThreadGroup",
                                       "com.oracle.jfr.types.ClassLoader"};
#define RESERVED (sizeof reserved / sizeof *reserved)

static void reserve_names(struct build *b) {
    for (size_t i = 0; i < RESERVED; i++)
        strings_intern(&b->names, reserved[i], strlen(reserved[i]));
}

/* The later name of a pool, for the first that has it. */
static const char *later_once(struct build *b, const char *later) {
    size_t i = 0;
    while (i < RESERVED && !is(reserved[i], later)) i++;
    if (i == RESERVED || b->taken >> i & 1) return name_once(b, later);
    b->taken |= 1u << i;
    return reserved[i];
}

static void note(struct writer_annotation *annotations, const char *type, const char *value) {
    unsigned i = 0;
    while (i < WRITER_ANNOTATIONS && annotations[i].type) i++;
    if (i == WRITER_ANNOTATIONS) return;
    annotations[i].type = type;
    annotations[i].values[0] = value;
}

static void add_unit(struct writer_field *field, int32_t content) {
    static const struct {
        const char *type, *value;
    } units[] = {
        [V0_BYTES] = {"jdk.jfr.DataAmount", "BYTES"},
        [V0_EPOCH_MS] = {"jdk.jfr.Timestamp", "MILLISECONDS_SINCE_EPOCH"},
        [V0_SPAN_MS] = {"jdk.jfr.Timespan", "MILLISECONDS"},
        [V0_SPAN_NS] = {"jdk.jfr.Timespan", "NANOSECONDS"},
        [V0_SPAN_TICKS] = {"jdk.jfr.Timespan", "TICKS"},
        [V0_ADDRESS] = {"jdk.jfr.MemoryAddress", NULL},
    };
    if (content == V0_PERCENT) note(field->annotations, "jdk.jfr.Percentage", NULL);
    else if (content > V0_PLAIN && content <= V0_ADDRESS)
        note(field->annotations, units[content].type, units[content].value);
}

static const char *struct_name(struct build *b, uint32_t structure, const char *field);

static void set_type(struct build *b, struct writer_field *field, const struct v0_value *value,
                     enum v0_data data) {
    static const char *const names[] = {"boolean", "byte", "byte",  "short",  "short", "int", "int",
                                        "long",    "long", "float", "double", STRING,  STRING};
    uint32_t pool = pool_of(b, data, value->content);
    field->type = names[data];
    if (pool != V0_NONE) {
        field->pooled = true;
        field->type = pool == b->types->java_threads ? THREAD
                      : is_loader(b, value)          ? LOADER
                                                     : b->pool_names[pool];
        return;
    }
    bool is_unsigned = data == V0_U1 || data == V0_U2 || data == V0_U4 || data == V0_U8;
    if (is(value->id, "modifiers") && data == V0_SHORT) field->type = "int";
    if (data != V0_BOOLEAN && data < V0_UTF8) add_unit(field, value->content);
    if (is_unsigned) note(field->annotations, "jdk.jfr.Unsigned", NULL);
}

/* A value's field; false: there is too much. */
static bool add_field(struct build *b, const struct v0_value *value, const char *content,
                      size_t head, field_list *fields) {
    if (is(content, "Method") && is(value->id, "hidden")) return true;
    if (b->fields_left == 0) return false;
    b->fields_left--;
    struct writer_field field = {.name = value->id};
    if (content) field.name = v0_content_field(content, value->id);
    else field.name = v0_event_field(b->event, value->id);
    for (size_t h = 0; h < head; h++)
        if (is(fields->items[h].name, field.name)) {
            char other[300];
            snprintf(other, sizeof other, "%.250s2", field.name);
            field.name = copy(b, other);
        }
    if (*value->name) note(field.annotations, "jdk.jfr.Label", value->name);
    if (*value->description) note(field.annotations, "jdk.jfr.Description", value->description);
    field.array = value->data == V0_ARRAY || value->data == V0_STRUCTARRAY;
    if (value->data == V0_STRUCT || value->data == V0_STRUCTARRAY)
        field.type = struct_name(b, value->index, value->id);
    else set_type(b, &field, value, field.array ? (enum v0_data)value->index : value->data);
    if (!field.type) return false;
    array_push(fields, field);
    if (is(content, "Class") && is(value->id, "name"))
        array_push(fields,
                   (struct writer_field){.name = "package", .type = PACKAGE, .pooled = true});
    return true;
}

static bool add_fields(struct build *b, uint32_t structure, field_list *fields) {
    const char *content = is_frame(b, structure) ? "StackFrame" : b->content;
    size_t head = fields->len;
    place_list places = {0};
    bool fine = true;
    add_places(b, structure, &places);
    for (size_t i = 0; i < places.len && fine; i++) {
        const struct place *place = &places.items[i];
        if (place->missing)
            array_push(fields, (struct writer_field){.name = place->missing, .type = "int"});
        else fine = add_field(b, place->value, content, head, fields);
    }
    array_free(&places);
    if (fine && is(content, "Method"))
        array_push(fields, (struct writer_field){.name = "hidden", .type = "boolean"});
    return fine;
}

/* Adds a type, with these fields, which are freed. */
static struct writer_type *add_type(struct build *b, const char *name, const char *super,
                                    field_list *fields) {
    struct writer_type type = {.id = b->next_id++, .name = name, .super = super};
    if (fields && fields->len > 0) {
        size_t bytes = (fields->len + 1) * sizeof *fields->items;
        struct writer_field *all = memset(arena_alloc(&b->arena, bytes), 0, bytes);
        memcpy(all, fields->items, bytes - sizeof *fields->items);
        type.fields = all;
    }
    if (fields) array_free(fields);
    array_push(&b->list, type);
    return &b->list.items[b->list.len - 1];
}

/* What later formats call structs, told by what is in them. */
static const char *known_struct(const struct v0_metadata *m, uint32_t structure) {
    static const char *const known[][3] = {
        {"committedEnd", "reservedSize", "jdk.types.VirtualSpace"},
        {"end", "used", "jdk.types.ObjectSpace"},
        {"reserved", "used", "jdk.types.MetaspaceSizes"},
        {"objectCount", "firstSize", "jdk.types.CopyFailed"},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (has_value(m, structure, known[i][0]) && has_value(m, structure, known[i][1]))
            return known[i][2];
    return NULL;
}

/* "heapSpace" -> jdk.types.HeapSpace */
static const char *type_of_field(struct build *b, const char *field) {
    char *java = v0_java_name("", field);
    struct text name = {0};
    if (*java >= 'a' && *java <= 'z') *java = (char)(*java - 'a' + 'A');
    text_add(&name, "jdk.types.");
    text_add(&name, java);
    const char *kept = copy(b, text_str(&name));
    text_free(&name);
    free(java);
    return kept;
}

/* The type of a struct, which is made when the first field has it; NULL: there is too much. */
static const char *struct_name(struct build *b, uint32_t structure, const char *field) {
    if (b->struct_names[structure]) return b->struct_names[structure];
    const char *name = is_frame(b, structure) ? FRAME : known_struct(b->m, structure);
    if (!is_frame(b, structure)) name = name_once(b, name ? name : type_of_field(b, field));
    b->struct_names[structure] = name;
    field_list fields = {0};
    const char *event = b->event, *content = b->content;
    b->event = b->content = NULL;
    bool fine = add_fields(b, structure, &fields);
    b->event = event;
    b->content = content;
    if (!fine) b->fields_left = 0;
    add_type(b, name, NULL, &fields);
    return fine ? name : NULL;
}

/* The path's folders, as people read them. */
static void add_category(struct build *b, struct writer_annotation *annotations, const char *path) {
    static const char *const words[][2] = {
        {"java", "Java Application"},      {"os", "Operating System"},
        {"vm", "Java Virtual Machine"},    {"gc", "GC"},
        {"class", "Class Loading"},        {"prof", "Profiling"},
        {"recordings", "Flight Recorder"}, {"wls", "WebLogic Server"}};
    struct writer_annotation category = {.type = "jdk.jfr.Category"};
    for (unsigned n = 0; n < 3; n++) {
        const char *slash = strchr(path, '/');
        if (!slash) break;
        char *word = arena_copy(&b->arena, path, (size_t)(slash - path));
        category.values[n] = word;
        for (size_t i = 0; i < sizeof words / sizeof *words; i++)
            if (is(word, words[i][0])) category.values[n] = words[i][1];
        if (category.values[n] == word) {
            for (char *c = word; *c; c++) {
                if (*c == '_') *c = ' ';
                if ((c == word || c[-1] == ' ') && *c >= 'a' && *c <= 'z')
                    *c = (char)(*c - 'a' + 'A');
            }
        }
        path = slash + 1;
    }
    if (!category.values[0]) return;
    unsigned i = 0;
    while (i < WRITER_ANNOTATIONS - 1 && annotations[i].type) i++;
    annotations[i] = category;
}

static void add_head(struct build *b, const struct v0_event_type *event, field_list *fields) {
    struct writer_field start = {.name = "startTime", .type = "long"};
    note(start.annotations, "jdk.jfr.Label", "Start Time");
    note(start.annotations, "jdk.jfr.Timestamp", "TICKS");
    array_push(fields, start);
    if (event->has_start) {
        struct writer_field duration = {.name = "duration", .type = "long"};
        note(duration.annotations, "jdk.jfr.Label", "Duration");
        note(duration.annotations, "jdk.jfr.Timespan", "TICKS");
        array_push(fields, duration);
    }
    if (event->has_thread) {
        struct writer_field thread = {.name = "eventThread", .type = THREAD, .pooled = true};
        note(thread.annotations, "jdk.jfr.Label", "Event Thread");
        array_push(fields, thread);
    }
    if (event->has_stack && b->types->stacks != V0_NONE) {
        struct writer_field stack = {
            .name = "stackTrace", .type = b->pool_names[b->types->stacks], .pooled = true};
        note(stack.annotations, "jdk.jfr.Label", "Stack Trace");
        array_push(fields, stack);
    }
}

static void add_event(struct build *b, size_t index) {
    const struct v0_event_type *event = &b->m->events.items[index];
    struct v0_target target = {.later = v0_event_name(event->uri, event->path)};
    field_list fields = {0};
    b->event = target.later;
    b->content = NULL;
    make_plan(b, event->structure, &target.plan);
    target.is_setting = is(target.later, "ActiveSetting") && !target.plan.broken;
    static const char *const parts[] = {"id", "enabled", "stacktrace", "threshold", "period"};
    for (size_t i = 0; i < 5; i++)
        target.is_setting = target.is_setting && has_value(b->m, event->structure, parts[i]);
    add_head(b, event, &fields);
    size_t head = fields.len;
    if (target.is_setting) {
        array_push(&fields, (struct writer_field){.name = "id", .type = "long"});
        array_push(&fields, (struct writer_field){.name = "name", .type = STRING});
        array_push(&fields, (struct writer_field){.name = "value", .type = STRING});
    } else if (!target.plan.broken && !add_fields(b, event->structure, &fields)) {
        fields.len = head;
        target.plan.broken = true;
    }
    char later[64], *other = target.later ? NULL : v0_java_name(event->uri, event->path);
    snprintf(later, sizeof later, "jdk.%s", target.later ? target.later : "");
    struct writer_type *type =
        add_type(b, name_once(b, other ? other : later), "jdk.jfr.Event", &fields);
    free(other);
    type->id = target.id = FIRST_EVENT_ID + index;
    b->next_id--;
    if (*event->name) note(type->annotations, "jdk.jfr.Label", event->name);
    if (*event->description) note(type->annotations, "jdk.jfr.Description", event->description);
    add_category(b, type->annotations, event->path);
    array_push(&b->types->events, target);
}

/* ---- Pools ---- */

static bool usable_key(enum v0_data key) {
    return key >= V0_BYTE && key <= V0_DOUBLE;
}

/* Texts that are numbered by the writer, from 0 on in later formats, too. */
static bool is_enumeration(const struct v0_metadata *m, const struct v0_content_type *content) {
    const struct v0_structure *s = &m->structures.items[content->structure];
    enum v0_data data = s->count == 1 ? m->values.items[s->first].data : V0_BYTE;
    return (data == V0_UTF8 || data == V0_STRING) && !is(content->name, "UTFConstant");
}

static const char *pool_name(struct build *b, const struct v0_content_type *content,
                             enum v0_pool_kind kind) {
    const char *later = v0_content_name(content->name);
    if (kind == V0_POOL_THREAD || kind == V0_POOL_JAVA) return THREAD;
    if (later) return later_once(b, later);
    char *other = v0_java_name("", content->name);
    const char *name = name_once(b, other);
    free(other);
    return name;
}

/* Names first: types of pools name each other. */
static void name_pools(struct build *b) {
    struct v0_types *t = b->types;
    size_t count = b->m->contents.len < MOST_POOLS ? b->m->contents.len : MOST_POOLS;
    t->threads = t->java_threads = t->stacks = V0_NONE;
    for (uint32_t i = 0; i < count; i++) {
        const struct v0_content_type *content = &b->m->contents.items[i];
        struct v0_pool_target pool = {.key_width = (uint8_t)v0_width(content->key)};
        bool last = v0_content_find(b->m, content->number) == i;
        b->pool_names[i] = NULL;
        if (last && usable_key(content->key) && content->structure != V0_NONE) {
            bool thread = has_value(b->m, content->structure, "thread");
            if (content->number == V0_THREAD && has_value(b->m, content->structure, "name")) {
                pool.kind = V0_POOL_THREAD;
                t->threads = i;
            } else if (content->number == V0_JAVA_THREAD && thread) {
                pool.kind = V0_POOL_JAVA;
                t->java_threads = i;
            } else if (is(content->name, "Method")) pool.kind = V0_POOL_METHOD;
            if (content->number == V0_STACK_TRACE) t->stacks = i;
            if (is(content->name, "ThreadGroup")) t->has_groups = true;
            pool.has_zero = is_enumeration(b->m, content);
            b->pool_names[i] = pool_name(b, content, pool.kind);
        }
        array_push(&t->pools, pool);
    }
    if (t->threads == V0_NONE) t->java_threads = V0_NONE;
}

static void add_pools(struct build *b) {
    struct v0_types *t = b->types;
    for (uint32_t i = 0; i < t->pools.len; i++) {
        const struct v0_content_type *content = &b->m->contents.items[i];
        struct v0_pool_target *pool = &t->pools.items[i];
        if (!b->pool_names[i]) {
            pool->plan.broken = true;
            continue;
        }
        b->event = NULL;
        b->content = content->name;
        make_plan(b, content->structure, &pool->plan);
        if (pool->kind == V0_POOL_THREAD || pool->kind == V0_POOL_JAVA) {
            pool->id = t->thread_id;
            continue;
        }
        field_list fields = {0};
        if (!pool->plan.broken && !add_fields(b, content->structure, &fields)) {
            fields.len = 0;
            pool->plan.broken = true;
        }
        /* Of a text alone: some readers take every simple type for one. */
        bool simple = fields.len == 1 && is(fields.items[0].type, STRING) && !fields.items[0].array;
        struct writer_type *type = add_type(b, b->pool_names[i], NULL, &fields);
        type->simple = simple;
        pool->id = type->id;
    }
}

static void add_known_types(struct build *b) {
    static const char *const plain[] = {"boolean", "byte",  "short",  "int",
                                        "long",    "float", "double", STRING};
    static const struct writer_field text[] = {{.name = "value", .type = STRING}, {.name = NULL}};
    static const struct writer_field texts[] = {{.name = "value", .type = STRING, .array = true},
                                                {.name = NULL}};
    static const struct {
        const char *name;
        const struct writer_field *fields;
    } notes[] = {
        {"jdk.jfr.Label", text},      {"jdk.jfr.Description", text},
        {"jdk.jfr.Category", texts},  {"jdk.jfr.ContentType", NULL},
        {"jdk.jfr.Timespan", text},   {"jdk.jfr.Timestamp", text},
        {"jdk.jfr.DataAmount", text}, {"jdk.jfr.Unsigned", NULL},
        {"jdk.jfr.Percentage", NULL}, {"jdk.jfr.MemoryAddress", NULL},
    };
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        add_type(b, name_once(b, plain[i]), NULL, NULL);
    for (size_t i = 0; i < sizeof notes / sizeof *notes; i++) {
        struct writer_type *type =
            add_type(b, name_once(b, notes[i].name), "java.lang.annotation.Annotation", NULL);
        type->fields = notes[i].fields;
        if (i > 3) note(type->annotations, "jdk.jfr.ContentType", NULL);
    }
}

static const char *class_name(const struct build *b, const char *name) {
    for (size_t i = 0; i < b->types->pools.len; i++)
        if (b->pool_names[i] && is(b->m->contents.items[i].name, name)) return b->pool_names[i];
    return NULL;
}

static void add_made_types(struct build *b) {
    const char *classes = class_name(b, "Class"), *symbols = class_name(b, "UTFConstant"),
               *groups = class_name(b, "ThreadGroup");
    field_list thread = {0}, loader = {0}, loss = {0};
    array_push(&thread, (struct writer_field){.name = "osName", .type = STRING});
    array_push(&thread, (struct writer_field){.name = "osThreadId", .type = "long"});
    array_push(&thread, (struct writer_field){.name = "javaName", .type = STRING});
    array_push(&thread, (struct writer_field){.name = "javaThreadId", .type = "long"});
    b->types->has_groups = groups != NULL;
    if (groups)
        array_push(&thread, (struct writer_field){.name = "group", .type = groups, .pooled = true});
    b->types->thread_id = add_type(b, THREAD, NULL, &thread)->id;
    if (classes)
        array_push(&loader, (struct writer_field){.name = "type", .type = classes, .pooled = true});
    array_push(&loader, (struct writer_field){
                            .name = "name", .type = symbols ? symbols : "long", .pooled = symbols});
    struct writer_type *type = add_type(b, LOADER, NULL, &loader);
    b->types->loader_id = classes ? type->id : 0;
    field_list package = {0};
    array_push(&package, (struct writer_field){.name = "name",
                                               .type = symbols ? symbols : "long",
                                               .pooled = symbols});
    add_type(b, PACKAGE, NULL, &package);
    struct v0_event_type head = {.has_thread = true};
    add_head(b, &head, &loss);
    struct writer_field amount = {.name = "amount", .type = "long"};
    note(amount.annotations, "jdk.jfr.DataAmount", "BYTES");
    array_push(&loss, amount);
    type = add_type(b, name_once(b, "jdk.DataLoss"), "jdk.jfr.Event", &loss);
    note(type->annotations, "jdk.jfr.Label", "Data Loss");
    b->types->data_loss_id = type->id;
}

static void number_events(struct v0_types *t) {
    for (size_t i = 0; i < t->events.len; i++) {
        int32_t number = t->metadata.events.items[i].number;
        bool fresh;
        if (number >= 0 && number < 4096) t->near[number] = (uint32_t)i + 1;
        else *map_put(&t->event_by_number, (uint64_t)(int64_t)number, &fresh) = i;
        const char *path = t->metadata.events.items[i].path;
        uint64_t *first = map_put(&t->event_by_path, hash_stable(path, strlen(path)), &fresh);
        if (fresh) *first = i;
    }
}

struct v0_types *v0_types_make(const uint8_t *record, uint64_t size, const char **why) {
    struct v0_types *t = mem_zero(1, sizeof *t);
    if (!v0_metadata_read(&t->metadata, record, size, why)) {
        v0_types_free(t);
        return NULL;
    }
    struct v0_metadata *m = &t->metadata;
    size_t events = m->events.len < MOST_EVENT_TYPES ? m->events.len : MOST_EVENT_TYPES;
    struct build b = {.types = t, .m = m, .next_id = FIRST_EVENT_ID + events};
    b.fields_left = 4 * m->values.len + 256;
    b.pool_names = mem_zero(m->contents.len + 1, sizeof *b.pool_names);
    b.struct_names = mem_zero(m->structures.len + 1, sizeof *b.struct_names);
    b.frames = find_frames(m);
    reserve_names(&b);
    strings_intern(&b.names, "", 0);
    add_known_types(&b);
    name_pools(&b);
    add_made_types(&b);
    add_pools(&b);
    for (size_t i = 0; i < events; i++) add_event(&b, i);
    number_events(t);
    t->first_free = b.next_id;
    t->size = m->model_size;
    t->bytes = memcpy(mem_alloc(t->size + 1), record, t->size);
    array_push(&b.list, (struct writer_type){.id = 0});
    const char *missing = NULL;
    uint64_t id = hash_stable(record + V0_RECORD_HEAD, t->size - V0_RECORD_HEAD) >> 2 | 1;
    writer_add_metadata(&t->later, b.list.items, m->start_ticks, id, &missing);
    array_free(&b.list);
    free(b.pool_names);
    free(b.struct_names);
    strings_free(&b.names);
    arena_free(&b.arena);
    return t;
}
