/* Values as a person reads them: strings as UTF-8, any field of an event by its path. */
#include "parser/value.h"
#include "parser/constants.h"
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
static bool follow(const struct jfr_constants *constants, const struct jfr_chunk *chunk,
                   const uint8_t **at, const uint8_t **end) {
    struct wire_text text;
    for (int i = 0; i < MAX_REFERENCES; i++) {
        if (!*at || !wire_string_head(chunk->encoding, *at, *end, &text)) return false;
        if (text.encoding == WIRE_NULL) return false;
        if (text.encoding != WIRE_CONSTANT) return true;
        if (!constants) return false;
        *at = constants_string(constants, text.key);
        *end = chunk->data + chunk->size;
    }
    return false;
}

const uint8_t *string_find(const struct jfr_constants *constants, const uint8_t *at) {
    const struct jfr_chunk *chunk = constants_chunk(constants);
    const uint8_t *end = chunk->data + chunk->size;
    return follow(constants, chunk, &at, &end) ? at : NULL;
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
    OWNED(text_free) struct text utf8 = {0};
    add_text(chunk, at, end, limit, &utf8);
    return copy_out(&utf8, buffer, size);
}

int64_t jfr_string_at(const struct jfr_constants *constants, const struct jfr_metadata *metadata,
                      const struct jfr_chunk *chunk, const uint8_t *at, const uint8_t *end,
                      char *buffer, size_t size) {
    if (size) buffer[0] = 0;
    if (!follow(constants, chunk, &at, &end)) return -1;
    return copy_text(chunk, at, end, UINT64_MAX, buffer, size);
}

const uint8_t *string_of_slot(const struct jfr_plan *plan, const struct jfr_constants *constants,
                              size_t slot, uint64_t value) {
    bool text = jfr_plan_slot(plan, slot) == JFR_SLOT_TEXT &&
                jfr_plan_resolve_one(plan, constants, slot, &value);
    return text ? constants_chunk(constants)->data + value : NULL;
}

void string_add(const struct jfr_chunk *chunk, const uint8_t *at, uint64_t limit,
                struct text *out) {
    add_text(chunk, at, chunk->data + chunk->size, limit, out);
}

/* Three bytes of UTF-8 become two at worst (surrogates), so twice as many as fit will do. */
void string_copy(const struct jfr_chunk *chunk, const uint8_t *at, char *buffer, size_t size) {
    copy_text(chunk, at, chunk->data + chunk->size, 2 * (uint64_t)size, buffer, size);
}

struct jfr_value jfr_plan_value(const struct jfr_plan *plan, const struct jfr_constants *constants,
                                size_t slot, uint64_t value, char *buffer, size_t size) {
    struct jfr_value out = {.kind = JFR_VALUE_NULL, .field = jfr_plan_field(plan, slot)};
    if (size) buffer[0] = 0;
    if (!jfr_plan_resolve_one(plan, constants, slot, &value)) return out;
    switch (jfr_plan_slot(plan, slot)) {
    case JFR_SLOT_INTEGER:
        out.kind = JFR_VALUE_NUMBER;
        out.number = (int64_t)value;
        break;
    case JFR_SLOT_REAL:
        out.kind = JFR_VALUE_REAL;
        memcpy(&out.real, &value, sizeof out.real);
        break;
    case JFR_SLOT_TEXT:
        out.kind = JFR_VALUE_TEXT;
        string_copy(constants_chunk(constants), constants_chunk(constants)->data + value, buffer,
                    size);
        out.text = buffer;
        break;
    case JFR_SLOT_STRUCT: out.kind = JFR_VALUE_STRUCT; break;
    default: break;
    }
    return out;
}
