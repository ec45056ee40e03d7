#include "analyzers/events/raw_texts.h"

#include "base/lanes.h"
#include "base/map.h"
#include "parser/table/code.h"
#include "parser/wire.h"

#define EIGHT 8
#define ONES UINT64_C(0x0101010101010101)
#define TOPS UINT64_C(0x8080808080808080)

#define BLOCK 64 /* bytes that a mask is of */

struct classes { /* bit: the byte is a digit; of a word, or may be */
    uint64_t digits, words;
};

static struct classes classes_of(const uint8_t *block, size_t len) {
    struct classes out = {0, 0};
    for (unsigned i = 0; i < len; i += LANES) {
        lanes x = lanes_at(block + i), digit = x - '0', letter = (x | 0x20) - 'a';
        lanes is_digit = (lanes)(digit <= 9);
        lanes is_word = is_digit | (lanes)(letter <= 25) | (lanes)(x == '_') | (lanes)(x < 0x20) |
                        (lanes)(x >= 0x7F);
        out.digits |= (uint64_t)lanes_tops(is_digit) << i;
        out.words |= (uint64_t)lanes_tops(is_word) << i;
    }
    return out;
}

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
        h->text = map_stir(h->text ^ word, map_seed[1]);
        h->skeleton =
            map_stir(h->skeleton ^ (digits ? word & ~bytes_of_bits(digits) : word), map_seed[1]);
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
        hash = map_stir(hash ^ word, map_seed[1]);
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
        h.text = map_stir(h.text ^ word, map_seed[1]);
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
