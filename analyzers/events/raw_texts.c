#include "analyzers/events/raw_texts.h"

#include "base/map.h"
#include "parser/table/code.h"
#include "parser/wire.h"

#include <string.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#define EIGHT 8
#define ONES UINT64_C(0x0101010101010101)
#define TOPS UINT64_C(0x8080808080808080)

#define BLOCK 64 /* bytes that a mask is of */

struct classes { /* bit: the byte is a digit; of a word, or may be */
    uint64_t digits, words;
};

#if defined(__SSE2__)

static struct classes classes_of(const uint8_t *block, size_t len) {
    struct classes out = {0, 0};
    for (unsigned i = 0; i < len; i += 16) {
        __m128i x = _mm_loadu_si128((const __m128i_u *)(block + i));
        __m128i digit = _mm_sub_epi8(x, _mm_set1_epi8('0'));
        __m128i letter = _mm_sub_epi8(_mm_or_si128(x, _mm_set1_epi8(0x20)), _mm_set1_epi8('a'));
        __m128i is_digit = _mm_cmpeq_epi8(_mm_min_epu8(digit, _mm_set1_epi8(9)), digit);
        __m128i is_letter = _mm_cmpeq_epi8(_mm_min_epu8(letter, _mm_set1_epi8(25)), letter);
        __m128i is_other = _mm_or_si128(_mm_cmpeq_epi8(x, _mm_set1_epi8('_')),
                                        _mm_or_si128(_mm_cmpgt_epi8(_mm_set1_epi8(0x20), x),
                                                     _mm_cmpeq_epi8(x, _mm_set1_epi8(0x7F))));
        __m128i is_word = _mm_or_si128(is_digit, _mm_or_si128(is_letter, is_other));
        out.digits |= (uint64_t)(uint32_t)_mm_movemask_epi8(is_digit) << i;
        out.words |= (uint64_t)(uint32_t)_mm_movemask_epi8(is_word) << i;
    }
    return out;
}

#else

static struct classes classes_of(const uint8_t *block, size_t len) {
    struct classes out = {0, 0};
    for (unsigned i = 0; i < len; i++) {
        uint8_t x = block[i], letter = (uint8_t)((x | 0x20) - 'a');
        bool digit = (uint8_t)(x - '0') <= 9;
        bool word = digit || letter <= 25 || x == '_' || x < 0x20 || x >= 0x7F;
        out.digits |= (uint64_t)digit << i;
        out.words |= (uint64_t)word << i;
    }
    return out;
}

#endif

/* The run of bits that ends right below a bit; 0: the bit behind the last. */
static uint64_t run_below(uint64_t bits, uint64_t bit) {
    uint64_t below = bit - 1, gap = ~bits & below;
    if (!gap) return bits & below;
    return below & ~((UINT64_C(2) << (63 - __builtin_clzll(gap))) - 1);
}

/* Digits of words that are nothing but digits. A word at a seam may go on there: it counts as one
 * that has more. */
static uint64_t pure_digits(struct classes c, bool seam_before, bool seam_behind) {
    uint64_t starts = c.digits & ~(c.words << 1 | seam_before);
    uint64_t behind = (c.digits + starts) & ~c.digits; /* carried to the end of their run */
    uint64_t pure = behind - starts;
    for (uint64_t mixed = behind & c.words; mixed; mixed &= mixed - 1)
        pure &= ~run_below(pure, mixed & -mixed);
    return pure >> 63 && seam_behind ? pure & ~run_below(pure, 0) : pure;
}

/* Each bit as a byte of ones. */
static uint64_t bytes_of_bits(uint64_t bits) {
    uint64_t spread = (bits & 0xFF) * ONES & UINT64_C(0x8040201008040201);
    uint64_t tops = (spread | ((spread & ~TOPS) + ~TOPS)) & TOPS;
    return (tops >> 7) * 0xFF;
}

struct hashed {
    uint64_t text, skeleton;
    uint64_t odd; /* its top bits: bytes that are no ASCII, or 0 */
};

static uint64_t word_at(const uint8_t *bytes, size_t left) {
    uint64_t word;
    memcpy(&word, bytes, sizeof word);
    return left < sizeof word ? word & ~(~UINT64_C(0) << 8 * left) : word;
}

/* Up to 64 bytes, behind which EIGHT more may be looked at. */
static void add_block(struct hashed *h, const uint8_t *block, size_t len, uint64_t pure) {
    for (size_t i = 0; i < len; i += EIGHT) {
        uint64_t word = word_at(block + i, len - i), digits = pure >> i & 0xFF;
        uint64_t none = len - i < EIGHT ? ONES << 8 * (len - i) : 0;
        h->odd |= word | ((word | none) - ONES);
        h->text = map_fold(h->text ^ word, map_seed[1]);
        h->skeleton =
            map_fold(h->skeleton ^ (digits ? word & ~bytes_of_bits(digits) : word), map_seed[1]);
    }
    h->skeleton = map_mix(h->skeleton ^ pure);
}

static uint64_t begin_hash(size_t len) {
    return map_mix(len * UINT64_C(0xA0761D6478BD642F));
}

static uint64_t end_hash(uint64_t hash) {
    hash = map_mix(hash);
    return hash ? hash : 1;
}

uint64_t raw_text_hash(const char *text, size_t len) {
    uint64_t hash = begin_hash(len);
    for (size_t i = 0; i < len; i += EIGHT) {
        uint64_t word = 0;
        memcpy(&word, text + i, len - i < EIGHT ? len - i : EIGHT);
        hash = map_fold(hash ^ word, map_seed[1]);
    }
    return end_hash(hash);
}

/* Bytes of which each is a character, or, with the top bit set, a part of one or no ASCII. */
static struct hashed look_at_bytes(const uint8_t *bytes, size_t len, const uint8_t *end) {
    struct hashed h = {.text = begin_hash(len), .skeleton = begin_hash(len)};
    uint8_t copy[BLOCK + EIGHT];
    for (size_t at = 0; at < len; at += BLOCK) {
        const uint8_t *block = bytes + at;
        size_t left = len - at < BLOCK ? len - at : BLOCK;
        if (end - block < BLOCK + EIGHT) {
            memset(copy, 0, sizeof copy);
            memcpy(copy, block, left);
            block = copy;
        }
        struct classes c = classes_of(block, left);
        if (left < BLOCK) {
            c.digits &= (UINT64_C(1) << left) - 1;
            c.words &= (UINT64_C(1) << left) - 1;
        }
        add_block(&h, block, left, c.digits ? pure_digits(c, at > 0, len - at > BLOCK) : 0);
    }
    return h;
}

static struct hashed look_at_words(const uint8_t *bytes, size_t len, const uint8_t *end) {
    struct hashed h = {.text = begin_hash(len)};
    for (size_t i = 0; i < len; i += EIGHT) {
        size_t left = len - i;
        uint64_t word = 0, none = left < EIGHT ? ONES << 8 * left : 0;
        if (end - bytes - (ptrdiff_t)i >= EIGHT) word = word_at(bytes + i, left);
        else memcpy(&word, bytes + i, left);
        h.odd |= word | ((word | none) - ONES);
        h.text = map_fold(h.text ^ word, map_seed[1]);
    }
    return h;
}

struct raw_text raw_text_look(const struct jfr_chunk *chunk, uint64_t position, bool skeletons) {
    const uint8_t *at = chunk->data + position, *end = chunk->data + chunk->size, *behind = at + 1;
    struct wire_text text;
    if (*at == WIRE_CONSTANT && wire_integer(chunk->encoding, 8, &behind, end, &text.key))
        return (struct raw_text){map_mix(text.key ^ UINT64_C(0xE7037ED1A0B428DB)), 0, true};
    behind = at;
    bool there = wire_short_text(chunk->encoding, at, end, &text) ||
                 wire_string_head(chunk->encoding, at, end, &text);
    bool chars = there && text.encoding == WIRE_CHARS;
    if ((there && (text.encoding == WIRE_UTF8 || text.encoding == WIRE_LATIN1)) ||
        (chars && wire_is_compressed(chunk->encoding))) {
        size_t len = (size_t)text.len;
        struct hashed h =
            skeletons ? look_at_bytes(text.bytes, len, end) : look_at_words(text.bytes, len, end);
        bool plain = !(h.odd & TOPS) && len <= CODE_MAX_TEXT;
        if (plain || !chars)
            return (struct raw_text){h.skeleton ^ *at, plain ? end_hash(h.text) : 0, false};
    }
    if (!wire_string(chunk->encoding, &behind, end, &text)) behind = at + 1;
    return (struct raw_text){hash_bytes(at, (size_t)(behind - at)), 0, false};
}
