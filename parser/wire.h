/* Primitive encodings of the recording format, always checked against an end.
 *
 *   compressed integer: 1..9 bytes, 7 bits each, least significant first, 0x80 = more follows;
 *                       the 9th byte holds 8 bits and has no continuation bit. Padding
 *                       (8x 80 80 00) is legal. Not zig-zag: negative numbers take 9 bytes.
 *   fixed integer:      big endian, 2, 4 or 8 bytes, in chunks without the compressed flag
 *   string:             encoding byte, then by encoding:
 *                         0 null   1 empty   2 key of a String constant   3 length, UTF-8
 *                         4 count, chars (compressed integers)            5 length, Latin-1
 */
#pragma once

#include "parser/jfr.h"
#include "base/text.h"

#include <string.h>

/* What the note of a chunk says that is cut, behind where it begins. */
#define WIRE_IS_CUT "is cut: its header says"

/* No chunk lasts longer than ten years: what says so is damaged. */
#define JFR_LONGEST_NS INT64_C(315360000000000000)

enum wire_string { WIRE_NULL = 0, WIRE_EMPTY, WIRE_CONSTANT, WIRE_UTF8, WIRE_CHARS, WIRE_LATIN1 };

/* Two bytes, the highest first; p need not be aligned. */
static inline uint16_t wire_be16(const uint8_t *p) {
    return (uint16_t)(p[0] << 8 | p[1]);
}
/* Likewise four. */
static inline uint32_t wire_be32(const uint8_t *p) {
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}
/* Likewise eight. */
static inline uint64_t wire_be64(const uint8_t *p) {
    return (uint64_t)wire_be32(p) << 32 | wire_be32(p + 4);
}

#define WIRE_TOP_BITS UINT64_C(0x8080808080808080)

/* Eight bytes, the first of them lowest. */
static inline uint64_t wire_load(const uint8_t *p) {
    uint64_t word;
    memcpy(&word, p, sizeof word);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = __builtin_bswap64(word);
#endif
    return word;
}

/* A compressed integer of at most eight bytes without top bits. */
static inline uint64_t wire_compact(uint64_t x) {
    x = (x & UINT64_C(0x007F007F007F007F)) | (x & UINT64_C(0x7F007F007F007F00)) >> 1;
    x = (x & UINT64_C(0x00003FFF00003FFF)) | (x & UINT64_C(0x3FFF00003FFF0000)) >> 2;
    return (x & UINT64_C(0x000000000FFFFFFF)) | (x & UINT64_C(0x0FFFFFFF00000000)) >> 4;
}

/* A compressed integer of up to eight bytes, of which eight can be read: how many it has. 0: it is
 * longer. */
static inline unsigned wire_short_varint(const uint8_t *at, uint64_t *out) {
    uint64_t word = wire_load(at), ends = ~word & WIRE_TOP_BITS;
    if (!ends) return 0;
    *out = wire_compact(word & (ends ^ (ends - 1)) & ~WIRE_TOP_BITS);
    return (unsigned)__builtin_ctzll(ends) / 8 + 1;
}

/* Compressed integer at *at. False: it runs over end. */
static inline bool wire_varint(const uint8_t **at, const uint8_t *end, uint64_t *out) {
    const uint8_t *p = *at;
    uint64_t value = 0;
    for (unsigned shift = 0; shift < 56; shift += 7) {
        if (p >= end) return false;
        uint8_t byte = *p++;
        value |= (uint64_t)(byte & 0x7F) << shift;
        if (!(byte & 0x80)) {
            *at = p;
            *out = value;
            return true;
        }
    }
    if (p >= end) return false;
    *out = value | (uint64_t)*p++ << 56;
    *at = p;
    return true;
}

/* Behind a compressed integer; NULL: it runs over end. Eight bytes are looked at where the chunk,
 * which ends at limit, has them: what is returned may lie behind end as well. */
static inline __attribute__((always_inline)) const uint8_t *
wire_take(const uint8_t *limit, const uint8_t *at, const uint8_t *end, uint64_t *value) {
    if (__builtin_expect(limit - at >= 8, 1)) {
        if (*at < 0x80) {
            *value = *at;
            return at + 1;
        }
        if (at[1] < 0x80) { /* type ids */
            *value = (uint64_t)at[1] << 7 | (*at & 0x7F);
            return at + 2;
        }
        unsigned len = wire_short_varint(at, value);
        if (__builtin_expect(len != 0, 1)) return at + len;
    }
    return at <= end && wire_varint(&at, end, value) ? at : NULL;
}

/* Whether integers of the chunk are compressed: for what is tuned for those. All else hands the
 * encoding on. */
static inline bool wire_is_compressed(enum jfr_encoding encoding) {
    return encoding == JFR_COMPRESSED;
}
/* As the flags of a chunk's header say it. */
static inline enum jfr_encoding wire_encoding(unsigned flags) {
    return flags & 1 ? JFR_COMPRESSED : JFR_FIXED;
}

/* Bytes of an integer where they are fixed. */
static inline unsigned wire_width(enum jfr_base base) {
    switch (base) {
    case JFR_BOOLEAN:
    case JFR_BYTE: return 1;
    case JFR_CHAR:
    case JFR_SHORT: return 2;
    case JFR_INT: return 4;
    default: return 8;
    }
}

/* An integer of width 2, 4 or 8 in the chunk's encoding; not sign-extended. */
static inline bool wire_integer(enum jfr_encoding encoding, unsigned width, const uint8_t **at,
                                const uint8_t *end, uint64_t *out) {
    if (wire_is_compressed(encoding)) return wire_varint(at, end, out);
    if ((size_t)(end - *at) < width) return false;
    *out = width == 8 ? wire_be64(*at) : width == 4 ? wire_be32(*at) : wire_be16(*at);
    *at += width;
    return true;
}

/* Size and type id of the event at `at`; *payload is behind them. False if the event does not lie
 * within [at, end) or its size is less than its own head. */
static inline bool wire_event(enum jfr_encoding encoding, const uint8_t *at, const uint8_t *end,
                              uint64_t *size, uint64_t *type_id, const uint8_t **payload) {
    const uint8_t *p = at;
    if (!wire_integer(encoding, 4, &p, end, size)) return false;
    if (*size > (uint64_t)(end - at)) return false;
    if (!wire_integer(encoding, 8, &p, end, type_id)) return false;
    if (*size < (uint64_t)(p - at)) return false;
    *payload = p;
    return true;
}

/* A string's parts: encoding, its bytes (UTF-8, Latin-1 or compressed chars) or its constant's
 * key. *at moves behind it. False: runs over end or unknown encoding. */
struct wire_text {
    enum wire_string encoding;
    const uint8_t *bytes;
    uint64_t len; /* bytes; of WIRE_CHARS: number of chars */
    uint64_t key;
};
/* Reads a text and moves at behind it. False: it does not end before end, or is none. */
bool wire_string(enum jfr_encoding encoding, const uint8_t **at, const uint8_t *end,
                 struct wire_text *out);
/* The same without looking at the chars of WIRE_CHARS, which may turn out to run over end: takes no
 * longer for long strings. Nothing is moved. */
bool wire_string_head(enum jfr_encoding encoding, const uint8_t *at, const uint8_t *end,
                      struct wire_text *out);

/* Are all bytes of 1 to 127? */
static inline bool wire_is_ascii(const uint8_t *bytes, size_t len) {
    uint64_t word, odd = 0;
    size_t i = 0;
    for (; len - i >= sizeof word; i += sizeof word) {
        memcpy(&word, bytes + i, sizeof word);
        odd |= word | (word - UINT64_C(0x0101010101010101));
    }
    for (; i < len; i++) odd |= bytes[i] ? bytes[i] : 0x80;
    return !(odd & UINT64_C(0x8080808080808080));
}

/* The head of nearly all texts: bytes or chars, of which there are fewer than 128. False: it is
 * another, or damaged. */
static inline bool wire_short_text(enum jfr_encoding encoding, const uint8_t *at,
                                   const uint8_t *end, struct wire_text *out) {
    if (!wire_is_compressed(encoding) || end - at < 2 || at[0] < WIRE_UTF8 || at[0] > WIRE_LATIN1 ||
        at[1] > 127 || at[1] > end - at - 2)
        return false;
    out->encoding = (enum wire_string)at[0];
    out->bytes = at + 2;
    out->len = at[1];
    return true;
}

/* Appends the string as valid UTF-8. text->bytes must have come from wire_string, end is the same.
 * Null and constant references append nothing. */
void wire_text_utf8(const struct wire_text *text, enum jfr_encoding encoding, const uint8_t *end,
                    struct text *out);

/* Fills error; offset is a byte offset in the recording. Returns false for `return error_set(...)`.
 */
bool error_set(struct jfr_error *error, enum jfr_code code, uint64_t offset, const char *format,
               ...) __attribute__((format(printf, 4, 5)));
/* Hands a note to log, if there is one. */
void log_note(const struct jfr_log *log, enum jfr_note_kind kind, uint64_t offset, uint64_t bytes,
              const char *format, ...) __attribute__((format(printf, 5, 6)));
