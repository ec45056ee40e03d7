#include "parser/v0/types.h"
#include "parser/v0/names.h"
#include "parser/v0/plans.h"
#include "base/strings.h"
#include "parser/wire.h"
#include "parser/writer.h"

#include <stdio.h>

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
    struct v0_planner p;
    struct arena arena;
    struct strings names;           /* of types, each once */
    const char **struct_names;      /* by structure, NULL until it is met */
    ARRAY(struct writer_type) list; /* what the metadata will say */
    uint64_t next_id;
    size_t fields_left; /* what the record justifies */
    uint32_t taken;     /* of the reserved names, a bit each */
};

/* ==== What the later metadata says ========================================================== */

/* The name, or one made of it that no type has yet. */
static const char *name_once(struct build *b, const char *name) {
    const char *once = name;
    char other[300];
    for (unsigned n = 2; strings_find(&b->names, once, strlen(once)) != UINT32_MAX; n++) {
        snprintf(other, sizeof other, "%.250s_%u", name, n);
        once = other;
    }
    return strings_get(&b->names, strings_add(&b->names, once));
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
    for (size_t i = 0; i < RESERVED; i++) strings_add(&b->names, reserved[i]);
}

/* The later name of a pool, for the first that has it. */
static const char *later_once(struct build *b, const char *later) {
    size_t i = 0;
    while (i < RESERVED && !v0_is(reserved[i], later)) i++;
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
    uint32_t pool = v0_plan_pool(&b->p, data, value->content);
    field->type = names[data];
    if (pool != V0_NONE) {
        field->pooled = true;
        field->type = pool == b->p.types->java_threads ? THREAD
                      : v0_is_loader(&b->p, value)     ? LOADER
                                                       : b->p.pool_names[pool];
        return;
    }
    bool is_unsigned = data == V0_U1 || data == V0_U2 || data == V0_U4 || data == V0_U8;
    if (v0_is(value->id, "modifiers") && data == V0_SHORT) field->type = "int";
    if (data != V0_BOOLEAN && data < V0_UTF8) add_unit(field, value->content);
    if (is_unsigned) note(field->annotations, "jdk.jfr.Unsigned", NULL);
}

/* A value's field; false: there is too much. */
static bool add_field(struct build *b, const struct v0_value *value, const char *content,
                      size_t head, field_list *fields) {
    if (v0_is(content, "Method") && v0_is(value->id, "hidden")) return true;
    if (b->fields_left == 0) return false;
    b->fields_left--;
    struct writer_field field = {.name = value->id};
    if (content) field.name = v0_content_field(content, value->id);
    else field.name = v0_event_field(b->p.event, value->id);
    for (size_t h = 0; h < head; h++)
        if (v0_is(fields->items[h].name, field.name)) {
            char other[300];
            snprintf(other, sizeof other, "%.250s2", field.name);
            field.name = arena_copy_text(&b->arena, other);
        }
    if (*value->name) note(field.annotations, "jdk.jfr.Label", value->name);
    if (*value->description) note(field.annotations, "jdk.jfr.Description", value->description);
    field.array = value->data == V0_ARRAY || value->data == V0_STRUCTARRAY;
    if (value->data == V0_STRUCT || value->data == V0_STRUCTARRAY)
        field.type = struct_name(b, value->index, value->id);
    else set_type(b, &field, value, field.array ? (enum v0_data)value->index : value->data);
    if (!field.type) return false;
    array_push(fields, field);
    if (v0_is(content, "Class") && v0_is(value->id, "name"))
        array_push(fields,
                   (struct writer_field){.name = "package", .type = PACKAGE, .pooled = true});
    return true;
}

static bool add_fields(struct build *b, uint32_t structure, field_list *fields) {
    const char *content = v0_is_frame(&b->p, structure) ? "StackFrame" : b->p.content;
    size_t head = fields->len;
    OWNED(array_release) v0_place_list places = {0};
    bool fine = true;
    v0_places_add(&b->p, structure, &places);
    for (size_t i = 0; i < places.len && fine; i++) {
        const struct v0_place *place = &places.items[i];
        if (place->missing)
            array_push(fields, (struct writer_field){.name = place->missing, .type = "int"});
        else fine = add_field(b, place->value, content, head, fields);
    }
    if (fine && v0_is(content, "Method"))
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
        if (v0_has_value(m, structure, known[i][0]) && v0_has_value(m, structure, known[i][1]))
            return known[i][2];
    return NULL;
}

/* "heapSpace" -> jdk.types.HeapSpace */
static const char *type_of_field(struct build *b, const char *field) {
    OWNED(mem_release) char *java = v0_java_name("", field);
    OWNED(text_free) struct text name = {0};
    if (*java >= 'a' && *java <= 'z') *java = (char)(*java - 'a' + 'A');
    text_add(&name, "jdk.types.");
    text_add(&name, java);
    return arena_copy_text(&b->arena, text_str(&name));
}

/* The type of a struct, which is made when the first field has it; NULL: there is too much. */
static const char *struct_name(struct build *b, uint32_t structure, const char *field) {
    if (b->struct_names[structure]) return b->struct_names[structure];
    const char *name = v0_is_frame(&b->p, structure) ? FRAME : known_struct(b->p.m, structure);
    if (!v0_is_frame(&b->p, structure)) name = name_once(b, name ? name : type_of_field(b, field));
    b->struct_names[structure] = name;
    field_list fields = {0};
    const char *event = b->p.event, *content = b->p.content;
    b->p.event = b->p.content = NULL;
    bool fine = add_fields(b, structure, &fields);
    b->p.event = event;
    b->p.content = content;
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
            if (v0_is(word, words[i][0])) category.values[n] = words[i][1];
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
    if (event->has_stack && b->p.types->stacks != V0_NONE) {
        struct writer_field stack = {
            .name = "stackTrace", .type = b->p.pool_names[b->p.types->stacks], .pooled = true};
        note(stack.annotations, "jdk.jfr.Label", "Stack Trace");
        array_push(fields, stack);
    }
}

static void add_event(struct build *b, size_t index) {
    const struct v0_event_type *event = &b->p.m->events.items[index];
    struct v0_target target = {.later = v0_event_name(event->uri, event->path)};
    field_list fields = {0};
    b->p.event = target.later;
    b->p.content = NULL;
    v0_plan_make(&b->p, event->structure, &target.plan);
    target.is_setting = v0_is(target.later, "ActiveSetting") && !target.plan.broken;
    static const char *const parts[] = {"id", "enabled", "stacktrace", "threshold", "period"};
    for (size_t i = 0; i < 5; i++)
        target.is_setting = target.is_setting && v0_has_value(b->p.m, event->structure, parts[i]);
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
    array_push(&b->p.types->events, target);
}

/* ---- Pools ---- */

static bool usable_key(enum v0_data key) {
    return key >= V0_BYTE && key <= V0_DOUBLE;
}

/* Texts that are numbered by the writer, from 0 on in later formats, too. */
static bool is_enumeration(const struct v0_metadata *m, const struct v0_content_type *content) {
    const struct v0_structure *s = &m->structures.items[content->structure];
    enum v0_data data = s->count == 1 ? m->values.items[s->first].data : V0_BYTE;
    return (data == V0_UTF8 || data == V0_STRING) && !v0_is(content->name, "UTFConstant");
}

static const char *pool_name(struct build *b, const struct v0_content_type *content,
                             enum v0_pool_kind kind) {
    const char *later = v0_content_name(content->name);
    if (kind == V0_POOL_THREAD || kind == V0_POOL_JAVA) return THREAD;
    if (later) return later_once(b, later);
    OWNED(mem_release) char *other = v0_java_name("", content->name);
    return name_once(b, other);
}

/* Names first: types of pools name each other. */
static void name_pools(struct build *b) {
    struct v0_types *t = b->p.types;
    size_t count = b->p.m->contents.len < MOST_POOLS ? b->p.m->contents.len : MOST_POOLS;
    t->threads = t->java_threads = t->stacks = V0_NONE;
    for (uint32_t i = 0; i < count; i++) {
        const struct v0_content_type *content = &b->p.m->contents.items[i];
        struct v0_pool_target pool = {.key_width = (uint8_t)v0_width(content->key)};
        bool last = v0_content_find(b->p.m, content->number) == i;
        b->p.pool_names[i] = NULL;
        if (last && usable_key(content->key) && content->structure != V0_NONE) {
            bool thread = v0_has_value(b->p.m, content->structure, "thread");
            if (content->number == V0_THREAD && v0_has_value(b->p.m, content->structure, "name")) {
                pool.kind = V0_POOL_THREAD;
                t->threads = i;
            } else if (content->number == V0_JAVA_THREAD && thread) {
                pool.kind = V0_POOL_JAVA;
                t->java_threads = i;
            } else if (v0_is(content->name, "Method")) pool.kind = V0_POOL_METHOD;
            if (content->number == V0_STACK_TRACE) t->stacks = i;
            if (v0_is(content->name, "ThreadGroup")) t->has_groups = true;
            pool.has_zero = is_enumeration(b->p.m, content);
            b->p.pool_names[i] = pool_name(b, content, pool.kind);
        }
        array_push(&t->pools, pool);
    }
    if (t->threads == V0_NONE) t->java_threads = V0_NONE;
}

static void add_pools(struct build *b) {
    struct v0_types *t = b->p.types;
    for (uint32_t i = 0; i < t->pools.len; i++) {
        const struct v0_content_type *content = &b->p.m->contents.items[i];
        struct v0_pool_target *pool = &t->pools.items[i];
        if (!b->p.pool_names[i]) {
            pool->plan.broken = true;
            continue;
        }
        b->p.event = NULL;
        b->p.content = content->name;
        v0_plan_make(&b->p, content->structure, &pool->plan);
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
        bool simple =
            fields.len == 1 && v0_is(fields.items[0].type, STRING) && !fields.items[0].array;
        struct writer_type *type = add_type(b, b->p.pool_names[i], NULL, &fields);
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
    for (size_t i = 0; i < b->p.types->pools.len; i++)
        if (b->p.pool_names[i] && v0_is(b->p.m->contents.items[i].name, name))
            return b->p.pool_names[i];
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
    b->p.types->has_groups = groups != NULL;
    if (groups)
        array_push(&thread, (struct writer_field){.name = "group", .type = groups, .pooled = true});
    b->p.types->thread_id = add_type(b, THREAD, NULL, &thread)->id;
    if (classes)
        array_push(&loader, (struct writer_field){.name = "type", .type = classes, .pooled = true});
    array_push(&loader, (struct writer_field){
                            .name = "name", .type = symbols ? symbols : "long", .pooled = symbols});
    struct writer_type *type = add_type(b, LOADER, NULL, &loader);
    b->p.types->loader_id = classes ? type->id : 0;
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
    b->p.types->data_loss_id = type->id;
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
    struct build b = {.p = {.types = t, .m = m}, .next_id = FIRST_EVENT_ID + events};
    b.fields_left = 4 * m->values.len + 256;
    b.p.pool_names = mem_zero(m->contents.len, sizeof *b.p.pool_names);
    b.struct_names = mem_zero(m->structures.len, sizeof *b.struct_names);
    b.p.frames = v0_frames_find(m);
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
    t->bytes = memcpy(mem_alloc(t->size), record, t->size);
    array_push(&b.list, (struct writer_type){.id = 0});
    const char *missing = NULL;
    uint64_t id = hash_stable(record + V0_RECORD_HEAD, t->size - V0_RECORD_HEAD) >> 2 | 1;
    writer_add_metadata(&t->later, b.list.items, m->start_ticks, id, &missing);
    array_free(&b.list);
    mem_free(b.p.pool_names, b.struct_names);
    strings_free(&b.names);
    arena_free(&b.arena);
    return t;
}
