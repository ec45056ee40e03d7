/* What the parts of the type model mean: types found by id and name, units, labels, categories. */
#include "parser/metadata.h"

#include <string.h>

/* ==== Finding =============================================================================== */

static bool is(const char *a, const char *b) {
    return strcmp(a, b) == 0;
}

const struct jfr_type *jfr_type_by_id(const struct jfr_metadata *metadata, uint64_t id) {
    const uint64_t *index = map_get(&metadata_own(metadata)->by_id, id);
    return index ? metadata->types[*index] : NULL;
}

static bool is_called(const void *type, const void *name) {
    return is((*(const struct jfr_type *const *)type)->name, name);
}

const struct jfr_type *jfr_type_by_name(const struct jfr_metadata *metadata, const char *name) {
    const uint64_t *index =
        map_get_equal(&metadata_own(metadata)->by_name, hash_bytes(name, strlen(name)), is_called,
                      metadata->types, sizeof *metadata->types, name);
    return index ? metadata->types[*index] : NULL;
}

const struct jfr_field *jfr_field_by_name(const struct jfr_type *type, const char *name) {
    for (uint32_t i = 0; type && i < type->field_count; i++)
        if (is(type->fields[i]->name, name)) return type->fields[i];
    return NULL;
}

const struct jfr_annotation *jfr_annotation_by_name(const struct jfr_annotation *const *annotations,
                                                    uint32_t count, const char *name) {
    for (uint32_t i = 0; i < count; i++)
        if (annotations[i]->type && is(annotations[i]->type->name, name)) return annotations[i];
    return NULL;
}

/* The value of an annotation that has one; of several, as of an array, the first. */
static const char *first_value(const struct jfr_annotation *annotation) {
    for (uint32_t i = 0; i < annotation->value_count; i++) {
        const struct jfr_attribute *value = &annotation->values[i];
        if (is(value->name, "value") || is(value->name, "value-0")) return value->value;
    }
    return NULL;
}

/* ==== Names ================================================================================= */

/* com.oracle.jdk.X and com.oracle.jfr.types.X of JDK 9 and 10 go by their later names. */
static void rename_old(struct jfr_metadata *m, struct jfr_type *type) {
    static const char *const renames[][2] = {{"com.oracle.jdk.", "jdk."},
                                             {"com.oracle.jfr.types.", "jdk.types."}};
    for (size_t i = 0; i < sizeof renames / sizeof *renames; i++) {
        size_t old = strlen(renames[i][0]), later = strlen(renames[i][1]);
        if (strncmp(type->name, renames[i][0], old) != 0) continue;
        size_t rest = strlen(type->name + old);
        char *name = arena_alloc(&metadata_own(m)->arena, later + rest + 1);
        memcpy(name, renames[i][1], later);
        memcpy(name + later, type->name + old, rest + 1);
        type->name = name;
        return;
    }
}

/* last: of each first type of a name, the last one so far. */
static void map_name(struct jfr_metadata *m, uint32_t index, uint32_t *last) {
    const char *name = m->types[index]->name;
    bool fresh;
    uint64_t *first = map_put_equal(&metadata_own(m)->by_name, hash_bytes(name, strlen(name)),
                                    is_called, m->types, sizeof *m->types, name, &fresh);
    if (fresh) *first = index;
    else type_at(m, last[*first])->next = m->types[index];
    last[*first] = index;
}

/* ==== What annotations mean ================================================================= */

enum meaning {
    MEANS_NOTHING,
    LABEL,
    DESCRIPTION,
    CATEGORY,
    EXPERIMENTAL,
    UNSIGNED,
    CONTENT_TYPE, /* annotates annotations: they say what a value is */
    TIMESPAN,     /* from here on, by annotation and value, units */
    TIMESTAMP,
    DATA_AMOUNT,
    MEMORY_AMOUNT,
    PERCENTAGE,
    MEMORY_ADDRESS,
    FREQUENCY,
    MEANINGS
};

static enum meaning meaning_of(const char *name) {
    static const char *const names[MEANINGS] = {"",
                                                "Label",
                                                "Description",
                                                "Category",
                                                "Experimental",
                                                "Unsigned",
                                                "ContentType",
                                                "Timespan",
                                                "Timestamp",
                                                "DataAmount",
                                                "MemoryAmount",
                                                "Percentage",
                                                "MemoryAddress",
                                                "Frequency"};
    /* JDK 9 and 10 had com.oracle.jfr for what became jdk.jfr */
    if (strncmp(name, "jdk.jfr.", 8) != 0 && strncmp(name, "com.oracle.jfr.", 15) != 0)
        return MEANS_NOTHING;
    const char *last = strrchr(name, '.') + 1;
    enum meaning meaning = LABEL;
    while (meaning < MEANINGS && !is(names[meaning], last)) meaning++;
    return meaning < MEANINGS ? meaning : MEANS_NOTHING;
}

const char *jfr_unit_name(enum jfr_unit unit) {
    static const char *const names[] = {[JFR_UNIT_TICKS_SPAN] = "ticks",
                                        [JFR_UNIT_NS_SPAN] = "ns",
                                        [JFR_UNIT_US_SPAN] = "us",
                                        [JFR_UNIT_MS_SPAN] = "ms",
                                        [JFR_UNIT_S_SPAN] = "s",
                                        [JFR_UNIT_TICKS_TIME] = "ticks",
                                        [JFR_UNIT_NS_TIME] = "ns",
                                        [JFR_UNIT_MS_TIME] = "ms",
                                        [JFR_UNIT_S_TIME] = "s",
                                        [JFR_UNIT_BYTES] = "bytes",
                                        [JFR_UNIT_BITS] = "bits",
                                        [JFR_UNIT_PERCENT] = "share",
                                        [JFR_UNIT_ADDRESS] = "address",
                                        [JFR_UNIT_HERTZ] = "hertz",
                                        [JFR_UNIT_BYTES_PER_S] = "bytes/s",
                                        [JFR_UNIT_BITS_PER_S] = "bits/s"};
    return (size_t)unit < sizeof names / sizeof *names ? names[unit] : NULL;
}

static enum jfr_unit unit_of(enum meaning meaning, const char *value) {
    static const struct {
        const char *value; /* NULL: any */
        enum meaning meaning;
        enum jfr_unit unit;
    } units[] = {
        {"TICKS", TIMESPAN, JFR_UNIT_TICKS_SPAN},
        {"NANOSECONDS", TIMESPAN, JFR_UNIT_NS_SPAN},
        {"MICROSECONDS", TIMESPAN, JFR_UNIT_US_SPAN},
        {"MILLISECONDS", TIMESPAN, JFR_UNIT_MS_SPAN},
        {"SECONDS", TIMESPAN, JFR_UNIT_S_SPAN},
        {"TICKS", TIMESTAMP, JFR_UNIT_TICKS_TIME},
        {"NANOSECONDS_SINCE_EPOCH", TIMESTAMP, JFR_UNIT_NS_TIME},
        {"MILLISECONDS_SINCE_EPOCH", TIMESTAMP, JFR_UNIT_MS_TIME},
        {"SECONDS_SINCE_EPOCH", TIMESTAMP, JFR_UNIT_S_TIME},
        {"BITS", DATA_AMOUNT, JFR_UNIT_BITS},
        {NULL, DATA_AMOUNT, JFR_UNIT_BYTES},
        {NULL, MEMORY_AMOUNT, JFR_UNIT_BYTES},
        {NULL, PERCENTAGE, JFR_UNIT_PERCENT},
        {NULL, MEMORY_ADDRESS, JFR_UNIT_ADDRESS},
    };
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (units[i].meaning == meaning &&
            (!units[i].value || (value && is(units[i].value, value))))
            return units[i].unit;
    return JFR_UNIT_NONE;
}

/* The meanings of all types, by index. */
static uint8_t *meanings_of(const struct jfr_metadata *m) {
    uint8_t *meanings = mem_alloc(m->type_count);
    for (uint32_t i = 0; i < m->type_count; i++)
        meanings[i] = (uint8_t)meaning_of(m->types[i]->name);
    return meanings;
}

static enum meaning meaning_at(const uint8_t *meanings, const struct jfr_type *type) {
    return type ? (enum meaning)meanings[type->index] : MEANS_NOTHING;
}

static bool is_content_type(const uint8_t *meanings, const struct jfr_type *type) {
    if (meaning_at(meanings, type) >= TIMESPAN) return true;
    if (!type || meaning_at(meanings, type) == UNSIGNED) return false;
    return some_of(i, type->annotation_count,
                   meaning_at(meanings, type->annotations[i]->type) == CONTENT_TYPE);
}

/* A field may have several annotations of this kind. As the JDK does: time first, then shares, then
 * amounts, of which a frequency makes rates, then addresses; a frequency alone is last. */
static enum jfr_unit unit_of_both(enum jfr_unit a, enum jfr_unit b) {
    static const uint8_t ranks[] = {
        [JFR_UNIT_NONE] = 0,       [JFR_UNIT_HERTZ] = 1,      [JFR_UNIT_ADDRESS] = 2,
        [JFR_UNIT_BYTES] = 3,      [JFR_UNIT_BITS] = 3,       [JFR_UNIT_BYTES_PER_S] = 3,
        [JFR_UNIT_BITS_PER_S] = 3, [JFR_UNIT_PERCENT] = 4,    [JFR_UNIT_TICKS_SPAN] = 5,
        [JFR_UNIT_NS_SPAN] = 5,    [JFR_UNIT_US_SPAN] = 5,    [JFR_UNIT_MS_SPAN] = 5,
        [JFR_UNIT_S_SPAN] = 5,     [JFR_UNIT_TICKS_TIME] = 5, [JFR_UNIT_NS_TIME] = 5,
        [JFR_UNIT_MS_TIME] = 5,    [JFR_UNIT_S_TIME] = 5};
    enum jfr_unit first = ranks[b] > ranks[a] ? b : a, other = first == a ? b : a;
    if (other != JFR_UNIT_HERTZ) return first;
    return first == JFR_UNIT_BYTES  ? JFR_UNIT_BYTES_PER_S
           : first == JFR_UNIT_BITS ? JFR_UNIT_BITS_PER_S
                                    : first;
}

static void annotate_field(const uint8_t *meanings, struct jfr_field *field) {
    bool frequency = false;
    for (uint32_t i = 0; i < field->annotation_count; i++) {
        const struct jfr_annotation *annotation = field->annotations[i];
        const char *value = first_value(annotation);
        enum meaning meaning = meaning_at(meanings, annotation->type);
        frequency |= meaning == FREQUENCY;
        if (meaning != FREQUENCY) field->unit = unit_of_both(field->unit, unit_of(meaning, value));
        if (!field->content_type && is_content_type(meanings, annotation->type))
            field->content_type = annotation;
        switch (meaning) {
        case LABEL: field->label = value; break;
        case DESCRIPTION: field->description = value; break;
        case EXPERIMENTAL: field->experimental = true; break;
        case UNSIGNED: field->is_unsigned = true; break;
        default: break;
        }
    }
    if (frequency) field->unit = unit_of_both(field->unit, JFR_UNIT_HERTZ);
}

static void annotate_type(const uint8_t *meanings, struct jfr_type *type) {
    for (uint32_t i = 0; i < type->annotation_count; i++) {
        const struct jfr_annotation *annotation = type->annotations[i];
        switch (meaning_at(meanings, annotation->type)) {
        case LABEL: type->label = first_value(annotation); break;
        case DESCRIPTION: type->description = first_value(annotation); break;
        case EXPERIMENTAL: type->experimental = true; break;
        case CATEGORY: type->category = annotation; break;
        default: break;
        }
    }
}

/* ==== Linking =============================================================================== */

static enum jfr_base base_of(const struct jfr_type *type) {
    static const char *const names[] = {
        [JFR_BOOLEAN] = "boolean", [JFR_BYTE] = "byte",     [JFR_CHAR] = "char",
        [JFR_SHORT] = "short",     [JFR_INT] = "int",       [JFR_LONG] = "long",
        [JFR_FLOAT] = "float",     [JFR_DOUBLE] = "double", [JFR_STRING] = "java.lang.String"};
    for (enum jfr_base base = JFR_BOOLEAN; base <= JFR_STRING && type->field_count == 0; base++)
        if (is(names[base], type->name)) return base;
    return JFR_STRUCT;
}

static void know_type(struct jfr_metadata *m, struct jfr_type *type) {
    type->event = type->super &&
                  (is(type->super, "jdk.jfr.Event") || is(type->super, "com.oracle.jfr.Event"));
    type->base = base_of(type);
    type->simple = type->simple && type->field_count == 1;
    if (type->id > m->max_id) m->max_id = type->id;
    bool fresh;
    uint64_t *index = map_put(&metadata_own(m)->by_id, type->id, &fresh);
    if (fresh) *index = type->index;
}

void model_link(struct jfr_metadata *m, const metadata_annotations *all) {
    OWNED(mem_release) uint32_t *last = mem_alloc(m->type_count * sizeof *last);
    for (uint32_t i = 0; i < m->type_count; i++) know_type(m, type_at(m, i));
    for (uint32_t i = 0; i < m->type_count; i++) {
        rename_old(m, type_at(m, i));
        map_name(m, i, last);
    }
    for (size_t i = 0; i < all->len; i++)
        all->items[i]->type = jfr_type_by_id(m, all->items[i]->type_id);
    OWNED(mem_release) uint8_t *meanings = meanings_of(m);
    for (uint32_t i = 0; i < m->type_count; i++) {
        struct jfr_type *type = type_at(m, i);
        annotate_type(meanings, type);
        for (uint32_t f = 0; f < type->field_count; f++) {
            struct jfr_field *field = (struct jfr_field *)(uintptr_t)type->fields[f];
            field->type = jfr_type_by_id(m, field->type_id);
            annotate_field(meanings, field);
        }
        for (uint32_t s = 0; s < type->setting_count; s++) {
            struct jfr_setting *setting = (struct jfr_setting *)(uintptr_t)type->settings[s];
            setting->type = jfr_type_by_id(m, setting->type_id);
        }
    }
}
