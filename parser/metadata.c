/* The type model of a chunk, as its metadata event has it.
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
 * An element is made when its children are: they wait on a stack for each kind until it takes them.
 */
#include "parser/metadata.h"
#include "parser/wire.h"

#include <inttypes.h>

#define MAX_ELEMENT_DEPTH 32 /* the format uses 5 */
/* A JVM describes some hundred types with some thousand fields and annotations; a type takes a
 * hundred times the memory of the three bytes that suffice to describe one. */
#define MAX_TYPES 65536
#define MAX_FIELDS 262144
#define MAX_NOTES 1048576 /* annotations and settings */

/* Words that names of elements and keys of attributes are known by. */
enum word {
    OTHER,
    CLASS, /* an element, and a key: the id of a type */
    FIELD,
    SETTING,
    ANNOTATION,
    REGION,
    NAME,
    ID,
    SUPER_TYPE,
    SIMPLE_TYPE,
    CONSTANT_POOL,
    DIMENSION,
    DEFAULT_VALUE,
    LOCALE,
    GMT_OFFSET,
    DST,
    WORDS
};
static const char *const words[WORDS] = {
    [CLASS] = "class",
    [FIELD] = "field",
    [SETTING] = "setting",
    [ANNOTATION] = "annotation",
    [REGION] = "region",
    [NAME] = "name",
    [ID] = "id",
    [SUPER_TYPE] = "superType",
    [SIMPLE_TYPE] = "simpleType",
    [CONSTANT_POOL] = "constantPool",
    [DIMENSION] = "dimension",
    [DEFAULT_VALUE] = "defaultValue",
    [LOCALE] = "locale",
    [GMT_OFFSET] = "gmtOffset",
    [DST] = "dst",
};

struct attribute {
    enum word key;
    uint64_t name, value; /* strings */
};

struct parse {
    const struct jfr_chunk *chunk;
    const uint8_t *at, *end;
    struct jfr_error *error;
    struct jfr_metadata *metadata;
    struct arena *arena;
    const char **strings;
    uint8_t *string_words; /* enum word, by string */
    uint64_t string_count;
    ARRAY(struct jfr_type *) types;
    /* Of elements that are not made yet: attributes and children. */
    ARRAY(struct attribute) attributes;
    ARRAY(struct jfr_field *) fields;
    ARRAY(struct jfr_setting *) settings;
    metadata_annotations annotations;
    metadata_annotations all; /* made so far */
    size_t field_count, note_count;
};

static bool fail(struct parse *parse, const char *expected) {
    error_set(parse->error, JFR_DAMAGED,
              parse->chunk->offset + (uint64_t)(parse->at - parse->chunk->data),
              "the chunk's metadata is damaged: %s", expected);
    return false;
}

/* What is right as far as it goes, and more of it than is read here. */
static bool fail_limit(struct parse *parse, const char *found) {
    error_set(parse->error, JFR_LIMIT,
              parse->chunk->offset + (uint64_t)(parse->at - parse->chunk->data),
              "the chunk's metadata is beyond a limit of this program: %s", found);
    return false;
}

static bool read_int(struct parse *parse, unsigned width, uint64_t *out) {
    if (wire_integer(parse->chunk->encoding, width, &parse->at, parse->end, out)) return true;
    return fail(parse, "it ends in the middle of an element");
}

static bool read_string_index(struct parse *parse, uint64_t *out) {
    if (!read_int(parse, 4, out)) return false;
    return *out < parse->string_count || fail(parse, "a string index is out of range");
}

static enum word word_of(const char *string) {
    for (enum word word = CLASS; word < WORDS; word++)
        if (*string == *words[word] && strcmp(string, words[word]) == 0) return word;
    return OTHER;
}

static bool read_strings(struct parse *parse) {
    uint64_t count;
    if (!read_int(parse, 4, &count)) return false;
    if (count > (uint64_t)(parse->end - parse->at))
        return fail(parse, "it claims more strings than it has bytes");
    parse->strings = arena_alloc(parse->arena, (size_t)count * sizeof *parse->strings);
    parse->string_words = arena_alloc(parse->arena, (size_t)count);
    parse->string_count = count;
    OWNED(text_free) struct text utf8 = {0};
    bool fine = true;
    for (uint64_t i = 0; i < count && fine; i++) {
        struct wire_text text;
        fine = wire_string(parse->chunk->encoding, &parse->at, parse->end, &text);
        if (!fine) break;
        text_clear(&utf8);
        wire_text_utf8(&text, parse->chunk->encoding, parse->end, &utf8);
        parse->strings[i] = arena_copy(parse->arena, text_str(&utf8), utf8.len);
        parse->string_words[i] = (uint8_t)word_of(parse->strings[i]);
    }
    return fine || fail(parse, "a string of its table is not one");
}

/* ==== Elements ============================================================================== */

/* What waits on the stack from the mark on, for the element that is made. */
#define TAKE(parse, stack, mark) \
    take((parse)->arena, (stack)->items, mark, &(stack)->len, sizeof *(stack)->items)

static void *take(struct arena *arena, const void *items, size_t mark, size_t *len, size_t size) {
    size_t count = *len - mark;
    *len = mark;
    if (count == 0) return NULL;
    const char *from = (const char *)items + mark * size;
    return memcpy(arena_alloc(arena, count * size), from, count * size);
}

/* The attributes of an element: the end of the stack, from first on. */
static bool read_attributes(struct parse *parse) {
    uint64_t count;
    if (!read_int(parse, 4, &count)) return false;
    for (uint64_t i = 0; i < count; i++) {
        struct attribute a;
        if (!read_string_index(parse, &a.name) || !read_string_index(parse, &a.value)) return false;
        a.key = parse->string_words[a.name];
        array_push(&parse->attributes, a);
    }
    return true;
}

/* The value of the element's last attribute with this key, or NULL. */
static const char *value_of(const struct parse *parse, size_t first, enum word key) {
    for (size_t i = parse->attributes.len; i-- > first;) {
        const struct attribute *a = &parse->attributes.items[i];
        if (a->key == key) return parse->strings[a->value];
    }
    return NULL;
}

static uint64_t id_of(const struct parse *parse, size_t first, enum word key) {
    const char *value = value_of(parse, first, key);
    return value ? strtoull(value, NULL, 10) : 0;
}

static bool is_true(const char *value) {
    return value && strcmp(value, "true") == 0;
}

static const char *name_of(const struct parse *parse, size_t first) {
    const char *name = value_of(parse, first, NAME);
    return name ? name : "";
}

/* Where on the stacks what belongs to the element begins. */
struct marks {
    size_t attributes, fields, settings, annotations;
};

static bool add_class(struct parse *parse, const struct marks *marks) {
    if (parse->types.len == MAX_TYPES)
        return fail_limit(parse, "it describes more than 65536 types");
    struct jfr_type *type = arena_alloc(parse->arena, sizeof *type);
    *type = (struct jfr_type){.id = id_of(parse, marks->attributes, ID),
                              .name = name_of(parse, marks->attributes),
                              .super = value_of(parse, marks->attributes, SUPER_TYPE),
                              .simple = is_true(value_of(parse, marks->attributes, SIMPLE_TYPE)),
                              .field_count = (uint32_t)(parse->fields.len - marks->fields),
                              .setting_count = (uint32_t)(parse->settings.len - marks->settings),
                              .annotation_count =
                                  (uint32_t)(parse->annotations.len - marks->annotations)};
    type->fields = TAKE(parse, &parse->fields, marks->fields);
    type->settings = TAKE(parse, &parse->settings, marks->settings);
    type->annotations = TAKE(parse, &parse->annotations, marks->annotations);
    array_push(&parse->types, type);
    return true;
}

static bool add_field(struct parse *parse, const struct marks *marks) {
    if (parse->field_count++ == MAX_FIELDS)
        return fail_limit(parse, "it describes more than 262144 fields");
    struct jfr_field *field = arena_alloc(parse->arena, sizeof *field);
    const char *dimension = value_of(parse, marks->attributes, DIMENSION);
    *field = (struct jfr_field){
        .name = name_of(parse, marks->attributes),
        .type_id = id_of(parse, marks->attributes, CLASS),
        .pooled = is_true(value_of(parse, marks->attributes, CONSTANT_POOL)),
        .array = dimension && strcmp(dimension, "0") != 0,
        .annotation_count = (uint32_t)(parse->annotations.len - marks->annotations)};
    field->annotations = TAKE(parse, &parse->annotations, marks->annotations);
    array_push(&parse->fields, field);
    return true;
}

static bool add_setting(struct parse *parse, const struct marks *marks) {
    struct jfr_setting *setting = arena_alloc(parse->arena, sizeof *setting);
    *setting = (struct jfr_setting){.name = name_of(parse, marks->attributes),
                                    .type_id = id_of(parse, marks->attributes, CLASS),
                                    .value = value_of(parse, marks->attributes, DEFAULT_VALUE),
                                    .annotation_count =
                                        (uint32_t)(parse->annotations.len - marks->annotations)};
    setting->annotations = TAKE(parse, &parse->annotations, marks->annotations);
    array_push(&parse->settings, setting);
    return true;
}

static bool add_annotation(struct parse *parse, const struct marks *marks) {
    struct jfr_annotation *annotation = arena_alloc(parse->arena, sizeof *annotation);
    size_t count = parse->attributes.len - marks->attributes;
    struct jfr_attribute *values = arena_alloc(parse->arena, count * sizeof *values);
    *annotation = (struct jfr_annotation){.type_id = id_of(parse, marks->attributes, CLASS),
                                          .values = values};
    for (size_t i = 0; i < count; i++) {
        const struct attribute *a = &parse->attributes.items[marks->attributes + i];
        if (a->key == CLASS) continue;
        values[annotation->value_count++] =
            (struct jfr_attribute){parse->strings[a->name], parse->strings[a->value]};
    }
    array_push(&parse->annotations, annotation);
    array_push(&parse->all, annotation);
    return true;
}

static bool add_region(struct parse *parse, const struct marks *marks) {
    if (parse->metadata->locale) return true; /* the first counts */
    const char *offset = value_of(parse, marks->attributes, GMT_OFFSET),
               *dst = value_of(parse, marks->attributes, DST);
    parse->metadata->locale = value_of(parse, marks->attributes, LOCALE);
    parse->metadata->gmt_offset_ms = offset ? strtoll(offset, NULL, 10) : 0;
    parse->metadata->dst_ms = dst ? strtoll(dst, NULL, 10) : 0;
    return true;
}

/* Makes the element, if it may stand below its parent. Its children are off the stacks then. */
static bool add_element(struct parse *parse, enum word kind, enum word parent,
                        const struct marks *marks) {
    bool owner = parent == CLASS || parent == FIELD || parent == SETTING;
    bool note = (kind == SETTING && parent == CLASS) || (kind == ANNOTATION && owner);
    if (note && parse->note_count++ == MAX_NOTES)
        return fail_limit(parse, "it describes more than 1048576 annotations and settings");
    bool fine = true;
    if (kind == CLASS) fine = add_class(parse, marks);
    else if (kind == FIELD && parent == CLASS) fine = add_field(parse, marks);
    else if (kind == SETTING && parent == CLASS) fine = add_setting(parse, marks);
    else if (kind == REGION) fine = add_region(parse, marks);
    else {
        parse->fields.len = marks->fields;
        parse->settings.len = marks->settings;
        parse->annotations.len = marks->annotations;
        if (kind == ANNOTATION && owner) fine = add_annotation(parse, marks);
    }
    return fine;
}

static bool read_element(struct parse *parse, enum word parent, unsigned depth);

static bool read_children(struct parse *parse, enum word kind, unsigned depth) {
    uint64_t children;
    if (!read_int(parse, 4, &children)) return false;
    return all_of(i, children, read_element(parse, kind, depth + 1));
}

static bool read_element(struct parse *parse, enum word parent, unsigned depth) {
    if (depth > MAX_ELEMENT_DEPTH)
        return fail_limit(parse,
                          "its elements nest more than 32 deep, where the format has 5 levels");
    uint64_t name;
    struct marks marks = {parse->attributes.len, parse->fields.len, parse->settings.len,
                          parse->annotations.len};
    if (!read_string_index(parse, &name) || !read_attributes(parse)) return false;
    enum word kind = (enum word)parse->string_words[name];
    if (!read_children(parse, kind, depth) || !add_element(parse, kind, parent, &marks))
        return false;
    parse->attributes.len = marks.attributes;
    return true;
}

/* ==== The event ============================================================================= */

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

static void keep_types(struct parse *parse) {
    struct jfr_metadata *m = parse->metadata;
    m->type_count = (uint32_t)parse->types.len;
    for (uint32_t i = 0; i < m->type_count; i++) parse->types.items[i]->index = i;
    m->types = TAKE(parse, &parse->types, 0);
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
    struct jfr_metadata_private *own = mem_zero(1, sizeof *own);
    struct parse parse = {.chunk = chunk,
                          .at = at,
                          .end = end,
                          .error = error,
                          .metadata = &own->model,
                          .arena = &own->arena};
    uint64_t metadata_id;
    bool ok =
        read_int(&parse, 8, &metadata_id) && read_strings(&parse) && read_element(&parse, OTHER, 0);
    if (ok) {
        keep_types(&parse);
        model_link(&own->model, &parse.all);
        own->size = (size_t)(end - at);
        own->bytes = arena_alloc(&own->arena, own->size);
        memcpy(own->bytes, at, own->size);
        own->encoding = chunk->encoding;
    }
    arrays_free(&parse.types, &parse.attributes, &parse.fields, &parse.settings, &parse.annotations,
                &parse.all);
    if (ok) return &own->model;
    jfr_metadata_free(&own->model);
    return NULL;
}

bool jfr_metadata_matches(const struct jfr_metadata *metadata, const struct jfr_chunk *chunk) {
    const uint8_t *at, *end;
    if (!metadata || !metadata_bytes(chunk, &at, &end)) return false;
    const struct jfr_metadata_private *own = metadata_own(metadata);
    return own->encoding == chunk->encoding && (size_t)(end - at) == own->size &&
           memcmp(at, own->bytes, own->size) == 0;
}

void jfr_metadata_free(struct jfr_metadata *metadata) {
    if (!metadata) return;
    OWNED(mem_release) struct jfr_metadata_private *own = metadata_own(metadata);
    free_each(map_free, &own->by_id, &own->by_name);
    arena_free(&own->arena);
}
