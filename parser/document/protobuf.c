#include "parser/document/protobuf.h"

#include <string.h>

#define LONGEST 10 /* bytes of a varint */

bool proto_varint(const uint8_t **at, const uint8_t *end, uint64_t *out) {
    const uint8_t *p = *at;
    uint64_t value = 0;
    for (unsigned shift = 0; shift < 70; shift += 7) {
        if (p >= end) return false;
        uint8_t byte = *p++;
        if (shift == 63 && byte > 1) return false; /* the tenth byte has one bit left */
        value |= (uint64_t)(byte & 0x7F) << shift;
        if (!(byte & 0x80)) {
            *at = p;
            *out = value;
            return true;
        }
    }
    return false;
}

static bool fixed(const uint8_t **at, const uint8_t *end, size_t width, uint64_t *out) {
    if ((size_t)(end - *at) < width) return false;
    *out = 0;
    for (size_t i = width; i--;) *out = *out << 8 | (*at)[i];
    *at += width;
    return true;
}

int proto_next(const uint8_t **at, const uint8_t *end, struct proto_field *field) {
    const uint8_t *p = *at;
    uint64_t tag;
    bool fine;
    if (p >= end) return 0;
    if (!proto_varint(&p, end, &tag) || tag >> 3 == 0 || tag >> 32) return -1;
    *field =
        (struct proto_field){.number = (uint32_t)(tag >> 3), .wire = (enum proto_wire)(tag & 7)};
    switch (field->wire) {
    case PROTO_VARINT: fine = proto_varint(&p, end, &field->value); break;
    case PROTO_FIXED64: fine = fixed(&p, end, 8, &field->value); break;
    case PROTO_FIXED32: fine = fixed(&p, end, 4, &field->value); break;
    case PROTO_BYTES:
        fine = proto_varint(&p, end, &field->value) && field->value <= (uint64_t)(end - p);
        field->bytes = p;
        if (fine) p += field->value;
        break;
    default: fine = false;
    }
    if (!fine) return -1;
    *at = p;
    return 1;
}

bool proto_numbers(const struct proto_field *field, void (*each)(void *context, uint64_t number),
                   void *context) {
    if (field->wire == PROTO_VARINT) {
        each(context, field->value);
        return true;
    }
    if (field->wire != PROTO_BYTES) return false;
    const uint8_t *at = field->bytes, *end = at + field->value;
    while (at < end) {
        uint64_t number;
        if (!proto_varint(&at, end, &number)) return false;
        each(context, number);
    }
    return true;
}

static size_t varint_put(uint8_t *to, uint64_t value) {
    size_t len = 0;
    for (; value >= 0x80; value >>= 7) to[len++] = (uint8_t)(value | 0x80);
    to[len++] = (uint8_t)value;
    return len;
}

/* Most of a profile are small numbers: they are put where they stay. */
void proto_add_varint(struct text *out, uint64_t value) {
    if (out->cap - out->len <= LONGEST) text_reserve(out, LONGEST);
    out->len += varint_put((uint8_t *)out->data + out->len, value);
    out->data[out->len] = 0;
}

void proto_add_number(struct text *out, uint32_t number, uint64_t value) {
    if (value == 0) return;
    proto_add_varint(out, (uint64_t)number << 3 | PROTO_VARINT);
    proto_add_varint(out, value);
}

void proto_add_bytes(struct text *out, uint32_t number, const void *bytes, size_t len) {
    proto_add_varint(out, (uint64_t)number << 3 | PROTO_BYTES);
    proto_add_varint(out, len);
    text_add_bytes(out, bytes, len);
}

size_t proto_begin(struct text *out, uint32_t number) {
    proto_add_varint(out, (uint64_t)number << 3 | PROTO_BYTES);
    return out->len;
}

void proto_end(struct text *out, size_t begin) {
    uint8_t bytes[LONGEST];
    size_t content = out->len - begin, len = varint_put(bytes, content);
    text_add_bytes(out, bytes, len); /* room for the length, which goes in front */
    memmove(out->data + begin + len, out->data + begin, content);
    memcpy(out->data + begin, bytes, len);
}
