/* Values as a person reads them: strings as UTF-8, any field of an event by its path. */
#include "parser/value.h"
#include "parser/plan.h"
#include "parser/wire.h"

#define MAX_REFERENCES 8 /* a String constant that refers to a String constant that ... */

static int64_t copy_out(const struct text *text, char *buffer, size_t size) {
    if (size) {
        size_t len = text->len < size - 1 ? text->len : size - 1;
        /* Do not cut a character in two. */
        while (len < text->len && len > 0 && ((unsigned char)text->data[len] & 0xC0) == 0x80) len--;
        if (len) memcpy(buffer, text->data, len);
        buffer[len] = 0;
    }
    return (int64_t)text->len;
}

/* A string's text may be the key of a constant, which may be the key of another. Moves *at (an
 * encoding byte; *end with it) to the one that has the text. False: null, or cannot be read. */
static bool follow(const struct jfr_constants *constants, const struct jfr_metadata *metadata,
                   const struct jfr_chunk *chunk, const uint8_t **at, const uint8_t **end) {
    struct wire_text text;
    for (int i = 0; i < MAX_REFERENCES; i++) {
        if (*at == NULL || !wire_string_head(chunk->encoding, *at, *end, &text)) return false;
        if (text.encoding == WIRE_NULL) return false;
        if (text.encoding != WIRE_CONSTANT) return true;
        if (constants == NULL || metadata == NULL) return false;
        *at =
            jfr_constant_find(constants, jfr_type_by_name(metadata, "java.lang.String"), text.key);
        *end = chunk->data + chunk->size;
    }
    return false;
}

static void add_text(const struct jfr_chunk *chunk, const uint8_t *at, const uint8_t *end,
                     uint64_t limit, struct text *out) {
    struct wire_text text;
    if (!wire_string_head(chunk->encoding, at, end, &text)) return;
    if (text.len > limit) text.len = limit;
    wire_text_utf8(&text, chunk->encoding, end, out);
}

static int64_t copy_text(const struct jfr_chunk *chunk, const uint8_t *at, const uint8_t *end,
                         uint64_t limit, char *buffer, size_t size) {
    struct text utf8 = {0};
    add_text(chunk, at, end, limit, &utf8);
    int64_t len = copy_out(&utf8, buffer, size);
    text_free(&utf8);
    return len;
}

int64_t jfr_string_at(const struct jfr_constants *constants, const struct jfr_metadata *metadata,
                      const struct jfr_chunk *chunk, const uint8_t *at, const uint8_t *end,
                      char *buffer, size_t size) {
    if (size) buffer[0] = 0;
    if (!follow(constants, metadata, chunk, &at, &end)) return -1;
    return copy_text(chunk, at, end, UINT64_MAX, buffer, size);
}

const uint8_t *string_of_field(const struct jfr_constants *constants,
                               const struct jfr_metadata *metadata, const struct jfr_chunk *chunk,
                               const struct jfr_field *field, uint64_t value) {
    if (field == NULL || field->type == NULL || field->array || plan_number_type(field))
        return NULL;
    const struct jfr_type *type = field->type;
    const uint8_t *end = chunk->data + chunk->size;
    const uint8_t *at =
        field->pooled ? jfr_constant_find(constants, type, value) : chunk->data + value;
    if (at == NULL) return NULL;
    if (type->base != JFR_STRING) {
        const struct jfr_field *inner = type->field_count ? &type->fields[0] : NULL;
        uint64_t key;
        if (inner == NULL || inner->type == NULL || inner->type->base != JFR_STRING || inner->array)
            return NULL;
        if (inner->pooled)
            return wire_integer(chunk->encoding, 8, &at, end, &key)
                       ? string_of_field(constants, metadata, chunk, inner, key)
                       : NULL;
    }
    return follow(constants, metadata, chunk, &at, &end) ? at : NULL;
}

void string_add(const struct jfr_chunk *chunk, const uint8_t *at, uint64_t limit,
                struct text *out) {
    add_text(chunk, at, chunk->data + chunk->size, limit, out);
}

/* Three bytes of UTF-8 become two at worst (surrogates), so twice as many as fit will do. */
static void copy_what_fits(const struct jfr_chunk *chunk, const uint8_t *at, const uint8_t *end,
                           char *buffer, size_t size) {
    copy_text(chunk, at, end, 2 * (uint64_t)size, buffer, size);
}

void string_copy(const struct jfr_chunk *chunk, const uint8_t *at, char *buffer, size_t size) {
    copy_what_fits(chunk, at, chunk->data + chunk->size, buffer, size);
}

/* The field of the value at `at`; its text goes to buffer. */
static struct jfr_value read_field(const struct jfr_constants *constants,
                                   const struct jfr_metadata *metadata,
                                   const struct jfr_chunk *chunk, const struct jfr_type *type,
                                   const uint8_t *at, const uint8_t *end, const char *path,
                                   char *buffer, size_t size, int depth) {
    struct jfr_value value = {.kind = JFR_VALUE_NULL};
    const char *dot = strchr(path, '.');
    size_t len = dot ? (size_t)(dot - path) : strlen(path);
    char name[128];
    if (len >= sizeof name || depth > MAX_REFERENCES) return value;
    memcpy(name, path, len);
    name[len] = 0;
    const struct jfr_field *field = jfr_field_by_name(type, name);
    if (field == NULL) return value;
    value.field = field;
    uint64_t raw;
    const char *names[1] = {name};
    struct jfr_plan *plan = jfr_plan_compile(chunk, type, names, 1, NULL, NULL);
    bool ok = plan && jfr_plan_read(plan, chunk->data, &at, end, &raw);
    jfr_plan_free(plan);
    if (!ok || field->type == NULL || field->array) return value;
    const struct jfr_type *held = field->type, *number = plan_number_type(field);
    if (number) {
        value.number = (int64_t)raw;
        value.kind = JFR_VALUE_NUMBER;
        if (number->base == JFR_FLOAT || number->base == JFR_DOUBLE) {
            memcpy(&value.real, &raw, 8);
            value.kind = JFR_VALUE_REAL;
        }
        return value;
    }
    const uint8_t *inner, *inner_end = end;
    if (field->pooled) {
        inner = jfr_constant_find(constants, held, raw);
        inner_end = chunk->data + chunk->size;
        if (inner == NULL) return value;
    } else {
        inner = chunk->data + raw; /* a position that the plan has handed out */
    }
    if (held->base == JFR_STRING) {
        if (follow(constants, metadata, chunk, &inner, &inner_end)) {
            copy_what_fits(chunk, inner, inner_end, buffer, size);
            value.kind = JFR_VALUE_TEXT;
            value.text = buffer;
        }
        return value;
    }
    if (held->base != JFR_STRUCT) return value;
    /* A struct of one field is that field: jdk.types.Symbol, jdk.types.GCCause, ... */
    const char *rest = dot ? dot + 1 : held->field_count == 1 ? held->fields[0].name : NULL;
    if (rest)
        return read_field(constants, metadata, chunk, held, inner, inner_end, rest, buffer, size,
                          depth + 1);
    value.kind = JFR_VALUE_STRUCT;
    return value;
}

struct jfr_value jfr_event_value(const struct jfr_constants *constants,
                                 const struct jfr_metadata *metadata, const struct jfr_chunk *chunk,
                                 const struct jfr_type *type, const struct jfr_event *event,
                                 const char *path, char *buffer, size_t size) {
    if (size) buffer[0] = 0;
    return read_field(constants, metadata, chunk, type, event->payload, event->end, path, buffer,
                      size, 0);
}
