/* The type model of a chunk.
 *
 *   metadata event:  size, type 0, start, duration, metadata id,
 *                    string count, strings,
 *                    element = name, attribute count, (key, value)*, child count, element*
 *
 *   root -> metadata -> class -> field -> annotation
 *        -> region            -> setting -> annotation
 *                             -> annotation
 *
 * All names and values are indices into the strings. Elements that are not known are stepped over.
 */
#include "base/array.h"
#include "base/map.h"
#include "parser/wire.h"

#include <inttypes.h>
#include <stdlib.h>

#define MAX_ELEMENT_DEPTH 32 /* the format uses 5 */
/* A JVM describes some hundred types with some thousand fields; a type takes a hundred times the
 * memory of the three bytes that suffice to describe one. */
#define MAX_TYPES 65536
#define MAX_FIELDS 262144

struct annotation {
    uint64_t type_id;
    const char *value; /* "value" or "value-0", NULL without one */
};

struct raw_field {
    struct jfr_field field;
    ARRAY(struct annotation) annotations;
};

struct raw_type {
    struct jfr_type type;
    ARRAY(struct raw_field) fields;
    ARRAY(struct annotation) annotations;
};

struct jfr_metadata_private {
    struct arena arena;
    struct map by_id;   /* type id -> index */
    struct map by_name; /* hash of the name -> index */
    uint8_t *bytes;     /* copy of the event behind its times, to recognise it again */
    size_t size;
    enum jfr_encoding encoding;
};

struct parse {
    const struct jfr_chunk *chunk;
    const uint8_t *at, *end;
    struct jfr_error *error;
    struct arena *arena;
    const char **strings;
    uint64_t string_count;
    ARRAY(struct raw_type) types;
    size_t field_count; /* of all types */
};

static bool fail(struct parse *parse, const char *expected) {
    error_set(parse->error, JFR_DAMAGED,
              parse->chunk->offset + (uint64_t)(parse->at - parse->chunk->data),
              "the chunk's metadata is damaged: %s", expected);
    return false;
}

static bool read_int(struct parse *parse, unsigned width, uint64_t *out) {
    if (wire_integer(parse->chunk->encoding, width, &parse->at, parse->end, out)) return true;
    return fail(parse, "it ends in the middle of an element");
}

static bool read_string_index(struct parse *parse, const char **out) {
    uint64_t index = 0;
    if (!read_int(parse, 4, &index)) return false;
    if (index >= parse->string_count) return fail(parse, "a string index is out of range");
    *out = parse->strings[index];
    return true;
}

static bool read_strings(struct parse *parse) {
    uint64_t count;
    if (!read_int(parse, 4, &count)) return false;
    if (count > (uint64_t)(parse->end - parse->at))
        return fail(parse, "it claims more strings than it has bytes");
    parse->strings = arena_alloc(parse->arena, (size_t)count * sizeof *parse->strings);
    parse->string_count = count;
    struct text utf8 = {0};
    for (uint64_t i = 0; i < count; i++) {
        struct wire_text text;
        if (!wire_string(parse->chunk->encoding, &parse->at, parse->end, &text)) {
            text_free(&utf8);
            return fail(parse, "a string of its table is not one");
        }
        text_clear(&utf8);
        wire_text_utf8(&text, parse->chunk->encoding, parse->end, &utf8);
        parse->strings[i] = arena_copy(parse->arena, text_str(&utf8), utf8.len);
    }
    text_free(&utf8);
    return true;
}

static bool is(const char *a, const char *b) {
    return strcmp(a, b) == 0;
}

enum element { ELEMENT_OTHER, ELEMENT_CLASS, ELEMENT_FIELD, ELEMENT_SETTING, ELEMENT_ANNOTATION };

static enum element element_kind(const char *name) {
    return is(name, "class")        ? ELEMENT_CLASS
           : is(name, "field")      ? ELEMENT_FIELD
           : is(name, "setting")    ? ELEMENT_SETTING
           : is(name, "annotation") ? ELEMENT_ANNOTATION
                                    : ELEMENT_OTHER;
}

/* The element's attributes, of any kind of element. */
struct attributes {
    const char *name, *super, *value;
    uint64_t id, class_id;
    bool simple, pooled, array;
};

static bool read_attributes(struct parse *parse, struct attributes *out) {
    uint64_t count;
    if (!read_int(parse, 4, &count)) return false;
    *out = (struct attributes){.name = ""};
    for (uint64_t i = 0; i < count; i++) {
        const char *key, *value;
        if (!read_string_index(parse, &key) || !read_string_index(parse, &value)) return false;
        if (is(key, "name")) out->name = value;
        else if (is(key, "id")) out->id = strtoull(value, NULL, 10);
        else if (is(key, "class")) out->class_id = strtoull(value, NULL, 10);
        else if (is(key, "superType")) out->super = value;
        else if (is(key, "simpleType")) out->simple = is(value, "true");
        else if (is(key, "constantPool")) out->pooled = is(value, "true");
        else if (is(key, "dimension")) out->array = !is(value, "0");
        else if (is(key, "value") || is(key, "value-0")) out->value = value;
    }
    return true;
}

static bool add_class(struct parse *parse, const struct attributes *a) {
    if (parse->types.len == MAX_TYPES) return fail(parse, "it describes more than 65536 types");
    struct raw_type type = {
        .type = {.id = a->id, .name = a->name, .super = a->super, .simple = a->simple}};
    array_push(&parse->types, type);
    return true;
}

static bool add_field(struct parse *parse, const struct attributes *a) {
    if (parse->field_count++ == MAX_FIELDS)
        return fail(parse, "it describes more than 262144 fields");
    struct raw_type *type = &parse->types.items[parse->types.len - 1];
    struct raw_field field = {
        .field = {.name = a->name, .type_id = a->class_id, .pooled = a->pooled, .array = a->array}};
    array_push(&type->fields, field);
    return true;
}

/* An annotation belongs to the class or field that holds it; settings' are of no interest. */
static void add_annotation(struct parse *parse, const struct attributes *a, enum element parent) {
    struct annotation annotation = {a->class_id, a->value};
    if (parse->types.len == 0) return;
    struct raw_type *type = &parse->types.items[parse->types.len - 1];
    if (parent == ELEMENT_CLASS) array_push(&type->annotations, annotation);
    if (parent == ELEMENT_FIELD && type->fields.len)
        array_push(&type->fields.items[type->fields.len - 1].annotations, annotation);
}

static bool read_element(struct parse *parse, enum element parent, unsigned depth) {
    if (depth > MAX_ELEMENT_DEPTH)
        return fail(parse, "its elements nest more than 32 deep, where the format has 5 levels");
    const char *name;
    struct attributes attributes;
    uint64_t children;
    if (!read_string_index(parse, &name) || !read_attributes(parse, &attributes)) return false;
    enum element kind = element_kind(name);
    if (kind == ELEMENT_CLASS && !add_class(parse, &attributes)) return false;
    if (kind == ELEMENT_FIELD && parent == ELEMENT_CLASS && !add_field(parse, &attributes))
        return false;
    if (kind == ELEMENT_ANNOTATION) add_annotation(parse, &attributes, parent);
    if (!read_int(parse, 4, &children)) return false;
    for (uint64_t i = 0; i < children; i++)
        if (!read_element(parse, kind, depth + 1)) return false;
    return true;
}

/* ==== From what was read to the model ======================================================= */

static enum jfr_base base_of(const char *name, bool has_fields) {
    static const struct {
        const char *name;
        enum jfr_base base;
    } bases[] = {
        {"boolean", JFR_BOOLEAN}, {"byte", JFR_BYTE},     {"char", JFR_CHAR},
        {"short", JFR_SHORT},     {"int", JFR_INT},       {"long", JFR_LONG},
        {"float", JFR_FLOAT},     {"double", JFR_DOUBLE}, {"java.lang.String", JFR_STRING}};
    for (size_t i = 0; i < sizeof bases / sizeof *bases; i++)
        if (is(bases[i].name, name) && !has_fields) return bases[i].base;
    return JFR_STRUCT;
}

/* last: of each first type of a name, the last one so far. */
static void map_name(struct jfr_metadata *m, size_t index, uint32_t *last) {
    const char *name = m->types[index].name;
    uint64_t key = hash_bytes(name, strlen(name));
    for (;; key = map_next_key(key)) {
        bool fresh;
        uint64_t *first = map_put(&m->priv->by_name, key, &fresh);
        if (fresh) *first = index;
        if (!fresh && !is(m->types[*first].name, name)) continue;
        if (!fresh) m->types[last[*first]].next = &m->types[index];
        last[*first] = (uint32_t)index;
        return;
    }
}

const struct jfr_type *jfr_type_by_id(const struct jfr_metadata *metadata, uint64_t id) {
    const uint64_t *index = map_get(&metadata->priv->by_id, id);
    return index ? &metadata->types[*index] : NULL;
}

const struct jfr_type *jfr_type_by_name(const struct jfr_metadata *metadata, const char *name) {
    uint64_t key = hash_bytes(name, strlen(name));
    for (;; key = map_next_key(key)) {
        const uint64_t *index = map_get(&metadata->priv->by_name, key);
        if (index == NULL) return NULL;
        if (is(metadata->types[*index].name, name)) return &metadata->types[*index];
    }
}

const struct jfr_field *jfr_field_by_name(const struct jfr_type *type, const char *name) {
    for (uint32_t i = 0; type && i < type->field_count; i++)
        if (is(type->fields[i].name, name)) return &type->fields[i];
    return NULL;
}

static const char *annotation_name(const struct jfr_metadata *m, uint64_t type_id) {
    const struct jfr_type *type = jfr_type_by_id(m, type_id);
    if (type == NULL) return "";
    /* JDK 9 and 10 had com.oracle.jfr for what became jdk.jfr */
    const char *dot = strrchr(type->name, '.');
    bool ours =
        strncmp(type->name, "jdk.jfr.", 8) == 0 || strncmp(type->name, "com.oracle.jfr.", 15) == 0;
    return ours && dot ? dot + 1 : "";
}

static enum jfr_unit unit_of(const char *annotation, const char *value) {
    static const struct {
        const char *annotation, *value;
        enum jfr_unit unit;
    } units[] = {
        {"Timespan", "TICKS", JFR_UNIT_TICKS_SPAN},
        {"Timespan", "NANOSECONDS", JFR_UNIT_NS_SPAN},
        {"Timespan", "MICROSECONDS", JFR_UNIT_US_SPAN},
        {"Timespan", "MILLISECONDS", JFR_UNIT_MS_SPAN},
        {"Timespan", "SECONDS", JFR_UNIT_S_SPAN},
        {"Timestamp", "TICKS", JFR_UNIT_TICKS_TIME},
        {"Timestamp", "NANOSECONDS_SINCE_EPOCH", JFR_UNIT_NS_TIME},
        {"Timestamp", "MILLISECONDS_SINCE_EPOCH", JFR_UNIT_MS_TIME},
        {"Timestamp", "SECONDS_SINCE_EPOCH", JFR_UNIT_S_TIME},
        {"DataAmount", "BITS", JFR_UNIT_BITS},
        {"DataAmount", NULL, JFR_UNIT_BYTES},
        {"MemoryAmount", NULL, JFR_UNIT_BYTES},
        {"Percentage", NULL, JFR_UNIT_PERCENT},
        {"MemoryAddress", NULL, JFR_UNIT_ADDRESS},
        {"Frequency", NULL, JFR_UNIT_HERTZ},
    };
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (is(units[i].annotation, annotation) &&
            (units[i].value == NULL || (value && is(units[i].value, value))))
            return units[i].unit;
    return JFR_UNIT_NONE;
}

static void annotate_field(const struct jfr_metadata *m, const struct raw_field *raw,
                           struct jfr_field *field) {
    for (size_t i = 0; i < raw->annotations.len; i++) {
        const char *name = annotation_name(m, raw->annotations.items[i].type_id);
        enum jfr_unit unit = unit_of(name, raw->annotations.items[i].value);
        if (unit != JFR_UNIT_NONE) field->unit = unit;
        if (is(name, "Unsigned")) field->is_unsigned = true;
    }
}

/* com.oracle.jdk.X and com.oracle.jfr.types.X of JDK 9 and 10 go by their later names. */
static void rename_old(struct jfr_metadata *m, size_t index) {
    const char *name = m->types[index].name;
    char later[200];
    static const char *const renames[][2] = {{"com.oracle.jdk.", "jdk."},
                                             {"com.oracle.jfr.types.", "jdk.types."}};
    for (size_t i = 0; i < 2; i++) {
        size_t len = strlen(renames[i][0]);
        if (strncmp(name, renames[i][0], len) != 0) continue;
        size_t size = strlen(renames[i][1]) + strlen(name + len) + 1;
        if (size > sizeof later) return;
        memcpy(later, renames[i][1], strlen(renames[i][1]));
        memcpy(later + strlen(renames[i][1]), name + len, strlen(name + len) + 1);
        m->types[index].name = arena_copy(&m->priv->arena, later, size - 1);
    }
}

static void build_types(struct parse *parse, struct jfr_metadata *m) {
    struct arena *arena = &m->priv->arena;
    uint32_t *last = mem_alloc(parse->types.len * sizeof *last);
    m->type_count = (uint32_t)parse->types.len;
    m->types = arena_alloc(arena, parse->types.len * sizeof *m->types);
    for (size_t i = 0; i < parse->types.len; i++) {
        struct raw_type *raw = &parse->types.items[i];
        struct jfr_type *type = &m->types[i];
        *type = raw->type;
        type->index = (uint32_t)i;
        type->event = type->super &&
                      (is(type->super, "jdk.jfr.Event") || is(type->super, "com.oracle.jfr.Event"));
        type->base = base_of(type->name, raw->fields.len > 0);
        type->field_count = (uint32_t)raw->fields.len;
        type->simple = type->simple && type->field_count == 1;
        type->fields = arena_alloc(arena, raw->fields.len * sizeof *type->fields);
        for (size_t f = 0; f < raw->fields.len; f++) type->fields[f] = raw->fields.items[f].field;
        if (type->id > m->max_id) m->max_id = type->id;
        bool fresh;
        uint64_t *index = map_put(&m->priv->by_id, type->id, &fresh);
        if (fresh) *index = i;
    }
    for (size_t i = 0; i < parse->types.len; i++) {
        struct raw_type *raw = &parse->types.items[i];
        struct jfr_type *type = &m->types[i];
        rename_old(m, i);
        map_name(m, i, last);
        for (size_t a = 0; a < raw->annotations.len; a++)
            if (is(annotation_name(m, raw->annotations.items[a].type_id), "Label"))
                type->label = raw->annotations.items[a].value;
        for (uint32_t f = 0; f < type->field_count; f++) {
            type->fields[f].type = jfr_type_by_id(m, type->fields[f].type_id);
            annotate_field(m, &raw->fields.items[f], &type->fields[f]);
        }
    }
    free(last);
}

static void free_parse(struct parse *parse) {
    for (size_t i = 0; i < parse->types.len; i++) {
        struct raw_type *type = &parse->types.items[i];
        for (size_t f = 0; f < type->fields.len; f++)
            array_free(&type->fields.items[f].annotations);
        array_free(&type->fields);
        array_free(&type->annotations);
    }
    array_free(&parse->types);
}

/* The metadata event behind its size, type, start and duration: what does not change while the
 * type model does not. */
static bool metadata_bytes(const struct jfr_chunk *chunk, const uint8_t **at, const uint8_t **end) {
    uint64_t size, type_id, ignored;
    const uint8_t *p, *event;
    if (chunk->metadata_offset < JFR_HEADER_SIZE || chunk->metadata_offset >= chunk->size)
        return false;
    event = chunk->data + chunk->metadata_offset;
    if (!wire_event(chunk->encoding, event, chunk->data + chunk->size, &size, &type_id, &p) ||
        type_id != JFR_METADATA_EVENT)
        return false;
    *end = event + size;
    for (int i = 0; i < 2; i++) /* start, duration */
        if (!wire_integer(chunk->encoding, 8, &p, *end, &ignored)) return false;
    *at = p;
    return true;
}

struct jfr_metadata *jfr_metadata_read(const struct jfr_chunk *chunk, struct jfr_error *error) {
    const uint8_t *at, *end;
    if (!metadata_bytes(chunk, &at, &end)) {
        error_set(error, JFR_DAMAGED, chunk->offset + chunk->metadata_offset,
                  "the chunk at byte %" PRIu64
                  " has no metadata that can be read, so its events cannot be understood",
                  chunk->offset);
        return NULL;
    }
    struct jfr_metadata *m = mem_zero(1, sizeof *m);
    m->priv = mem_zero(1, sizeof *m->priv);
    struct parse parse = {
        .chunk = chunk, .at = at, .end = end, .error = error, .arena = &m->priv->arena};
    uint64_t metadata_id;
    bool ok = read_int(&parse, 8, &metadata_id) && read_strings(&parse) &&
              read_element(&parse, ELEMENT_OTHER, 0);
    if (ok) {
        build_types(&parse, m);
        m->priv->size = (size_t)(end - at);
        m->priv->bytes = arena_alloc(&m->priv->arena, m->priv->size);
        memcpy(m->priv->bytes, at, m->priv->size);
        m->priv->encoding = chunk->encoding;
    }
    free_parse(&parse);
    if (ok) return m;
    jfr_metadata_free(m);
    return NULL;
}

bool jfr_metadata_matches(const struct jfr_metadata *metadata, const struct jfr_chunk *chunk) {
    const uint8_t *at, *end;
    return metadata && metadata_bytes(chunk, &at, &end) &&
           metadata->priv->encoding == chunk->encoding &&
           (size_t)(end - at) == metadata->priv->size &&
           memcmp(at, metadata->priv->bytes, metadata->priv->size) == 0;
}

void jfr_metadata_free(struct jfr_metadata *metadata) {
    if (metadata == NULL) return;
    map_free(&metadata->priv->by_id);
    map_free(&metadata->priv->by_name);
    arena_free(&metadata->priv->arena);
    free(metadata->priv);
    free(metadata);
}
