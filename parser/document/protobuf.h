/* Protocol Buffers as they are on the wire, as far as profiles need them.
 *
 *   message: (tag, value) (tag, value) ...        tag = number << 3 | wire type, a varint
 *   value:   0 varint | 1 eight bytes | 2 length, that many bytes | 5 four bytes
 *   varint:  1..10 bytes, 7 bits each, least significant first, 0x80 = more follows
 *
 * Every read is checked against the end of the message it is in. Groups (wire types 3 and 4), which
 * no schema of today has, are not read.
 */
#pragma once

#include "base/text.h"

enum proto_wire { PROTO_VARINT = 0, PROTO_FIXED64 = 1, PROTO_BYTES = 2, PROTO_FIXED32 = 5 };

/* ==== Reading =============================================================================== */

struct proto_field {
    uint32_t number;
    enum proto_wire wire;
    uint64_t value;       /* of numbers; the length of bytes */
    const uint8_t *bytes; /* of PROTO_BYTES */
};

/* Varint at *at, which moves behind it. False: it runs over end, or over 64 bits. */
bool proto_varint(const uint8_t **at, const uint8_t *end, uint64_t *out);
/* The next field of the message; *at moves behind it. 1: field. 0: the message ends here. -1: what
 * is here is no field, or runs over end; *at stays. */
int proto_next(const uint8_t **at, const uint8_t *end, struct proto_field *field);
/* Numbers of a repeated field, which come packed (several in bytes) or one by one: calls each for
 * every one. False: the bytes are not varints. */
bool proto_numbers(const struct proto_field *field, void (*each)(void *context, uint64_t number),
                   void *context);

/* ==== Writing =============================================================================== */

/* Seven bits a byte, the lowest first. */
void proto_add_varint(struct text *out, uint64_t value);
/* Numbers of value 0 are what a reader assumes of fields that are not there: nothing is written. */
void proto_add_number(struct text *out, uint32_t number, uint64_t value);
void proto_add_bytes(struct text *out, uint32_t number, const void *bytes, size_t len);
/* A message within: what is added between begin and end. */
size_t proto_begin(struct text *out, uint32_t number);
void proto_end(struct text *out, size_t begin);
