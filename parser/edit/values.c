#include "parser/edit/values.h"

#include "parser/value.h"
#include "parser/wire.h"

#define MAX_DEPTH 16

void values_add_integer(enum jfr_encoding encoding, unsigned width, uint64_t n, struct text *out) {
    if (!wire_is_compressed(encoding)) {
        for (unsigned shift = 8 * width; shift > 0; shift -= 8)
            text_add_char(out, (char)(uint8_t)(n >> (shift - 8)));
        return;
    }
    for (unsigned i = 0; i < 8 && n >= 0x80; i++, n >>= 7)
        text_add_char(out, (char)(uint8_t)(n | 0x80));
    text_add_char(out, (char)(uint8_t)n);
}

void values_free(struct values *values) {
    text_free(&values->decoded);
    text_free(&values->replaced);
}

static bool walk(struct values *v, const struct jfr_type *type, const uint8_t **at,
                 const uint8_t *end, unsigned depth, const struct jfr_type *in,
                 const struct jfr_field *field);

static void refer(struct values *v, const struct jfr_type *type, uint64_t key) {
    if (type && v->reference) v->reference(v->context, type, key);
}

/* Puts what was replaced in the place of the bytes from `from` on. */
static void replace(struct values *v, const uint8_t *from, const uint8_t *behind) {
    if (!v->out) return;
    enum jfr_encoding encoding = v->chunk->chunk->encoding;
    text_add_bytes(v->out, v->copied, (size_t)(from - v->copied));
    text_add_char(v->out, v->replaced.len ? WIRE_UTF8 : WIRE_EMPTY);
    if (v->replaced.len) values_add_integer(encoding, 4, v->replaced.len, v->out);
    text_add_bytes(v->out, text_str(&v->replaced), v->replaced.len);
    v->copied = behind;
}

/* A text, or the key of one. What is replaced does not refer to anything. */
static bool walk_text(struct values *v, const uint8_t **at, const uint8_t *end,
                      const struct jfr_type *in, const struct jfr_field *field) {
    const struct jfr_chunk *chunk = v->chunk->chunk;
    const uint8_t *from = *at, *found = from, *found_end = end;
    struct wire_text text;
    if (!wire_string(chunk->encoding, at, end, &text)) return false;
    uint64_t key = text.key;
    bool constant = text.encoding == WIRE_CONSTANT;
    if (v->text && text.encoding != WIRE_NULL) {
        if (constant) {
            found = v->chunk->constants ? string_find(v->chunk->constants, from) : NULL;
            found_end = chunk->data + chunk->size;
        }
        text_clear(&v->decoded);
        text_clear(&v->replaced);
        if (found && wire_string_head(chunk->encoding, found, found_end, &text))
            wire_text_utf8(&text, chunk->encoding, found_end, &v->decoded);
        if (v->text(v->text_context, in, field, text_str(&v->decoded), v->decoded.len,
                    &v->replaced)) {
            replace(v, from, *at);
            return true;
        }
    }
    if (constant) refer(v, v->strings, key);
    return true;
}

static bool skip(const struct jfr_type *type, enum jfr_encoding encoding, const uint8_t **at,
                 const uint8_t *end) {
    uint64_t ignored;
    unsigned width = type->base == JFR_FLOAT    ? 4
                     : type->base == JFR_DOUBLE ? 8
                                                : wire_width(type->base);
    bool plain = type->base == JFR_FLOAT || type->base == JFR_DOUBLE || width == 1;
    if (!plain) return wire_integer(encoding, width, at, end, &ignored);
    if ((size_t)(end - *at) < width) return false;
    *at += width;
    return true;
}

static bool walk_value(struct values *v, const struct jfr_type *in, const struct jfr_field *field,
                       const uint8_t **at, const uint8_t *end, unsigned depth) {
    uint64_t key;
    if (!field->pooled) return walk(v, field->type, at, end, depth, in, field);
    if (!wire_integer(v->chunk->chunk->encoding, 8, at, end, &key)) return false;
    refer(v, field->type, key);
    return true;
}

static bool walk_field(struct values *v, const struct jfr_type *in, const struct jfr_field *field,
                       const uint8_t **at, const uint8_t *end, unsigned depth) {
    uint64_t count;
    if (!field->array) return walk_value(v, in, field, at, end, depth);
    if (!jfr_plan_count(v->chunk->chunk, at, end, &count)) return false;
    for (uint64_t i = 0; i < count; i++)
        if (!walk_value(v, in, field, at, end, depth)) return false;
    return true;
}

static bool walk(struct values *v, const struct jfr_type *type, const uint8_t **at,
                 const uint8_t *end, unsigned depth, const struct jfr_type *in,
                 const struct jfr_field *field) {
    if (!type || depth > MAX_DEPTH) return false;
    if (type->base == JFR_STRING) return walk_text(v, at, end, in, field);
    if (type->base != JFR_STRUCT) return skip(type, v->chunk->chunk->encoding, at, end);
    for (uint32_t i = 0; i < type->field_count; i++)
        if (!walk_field(v, type, type->fields[i], at, end, depth + 1)) return false;
    return true;
}

bool values_walk(struct values *values, const struct jfr_type *type, const uint8_t **at,
                 const uint8_t *end) {
    return walk(values, type, at, end, 0, type, NULL);
}
