#include "base/utf8.h"

#include <stdlib.h>
#include <string.h>

/* ==== Reading =============================================================================== */

uint32_t utf8_next_unit(const char *s, size_t len, size_t *size) {
    static const uint32_t lowest[] = {0, 0, 0x80, 0x800, 0x10000};
    const unsigned char *p = (const unsigned char *)s;
    *size = 1;
    if (p[0] < 0x80) return p[0];
    size_t need = p[0] >= 0xF0 ? 4 : p[0] >= 0xE0 ? 3 : 2;
    if (p[0] < 0xC2 || p[0] > 0xF4 || len < need) return UTF8_BAD;
    uint32_t c = p[0] & (0x7Fu >> need);
    for (size_t i = 1; i < need; i++) {
        if ((p[i] & 0xC0) != 0x80) return UTF8_BAD;
        c = c << 6 | (p[i] & 0x3Fu);
    }
    if (c < lowest[need] || c > 0x10FFFF) return UTF8_BAD;
    *size = need;
    return c;
}

static bool is_high(uint32_t c) {
    return c >= 0xD800 && c < 0xDC00;
}

static bool is_low(uint32_t c) {
    return c >= 0xDC00 && c < 0xE000;
}

uint32_t utf8_next(const char *s, size_t len, size_t *size) {
    uint32_t c = utf8_next_unit(s, len, size);
    if (!is_high(c) && !is_low(c)) return c;
    *size = 1;
    return UTF8_BAD;
}

/* ==== Writing =============================================================================== */

static void add_code_point(struct text *out, uint32_t c) {
    unsigned char bytes[4];
    size_t len = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    for (size_t i = len; i-- > 1; c >>= 6) bytes[i] = (unsigned char)(0x80 | (c & 0x3F));
    static const unsigned char heads[] = {0, 0, 0xC0, 0xE0, 0xF0};
    bytes[0] = (unsigned char)(heads[len] | c);
    text_add_bytes(out, bytes, len);
}

void utf8_add_unit(struct text *out, uint32_t unit, uint32_t *pending) {
    if (*pending) {
        uint32_t high = *pending;
        *pending = 0;
        if (is_low(unit)) {
            add_code_point(out, 0x10000 + ((high - 0xD800) << 10) + (unit - 0xDC00));
            return;
        }
        add_code_point(out, UTF8_REPLACEMENT);
    }
    if (is_high(unit)) *pending = unit;
    else add_code_point(out, !unit || unit == UTF8_BAD || is_low(unit) ? UTF8_REPLACEMENT : unit);
}

void utf8_add_end(struct text *out, uint32_t *pending) {
    if (*pending) add_code_point(out, UTF8_REPLACEMENT);
    *pending = 0;
}

size_t utf8_add_ascii(struct text *out, const void *bytes, size_t len) {
    const unsigned char *p = bytes;
    size_t plain = 0;
    for (uint64_t eight; len - plain >= sizeof eight; plain += sizeof eight) {
        memcpy(&eight, p + plain, sizeof eight);
        /* a byte of 0x80 or more, or, as there is none, a 0 from which 1 is taken */
        if ((eight | (eight - UINT64_C(0x0101010101010101))) & UINT64_C(0x8080808080808080)) break;
    }
    while (plain < len && p[plain] < 0x80 && p[plain]) plain++;
    if (plain) text_add_bytes(out, p, plain);
    return plain;
}

void utf8_add_valid(struct text *out, const void *bytes, size_t len) {
    const char *p = bytes;
    uint32_t pending = 0;
    for (size_t at = 0, size; at < len; at += size) {
        if (!pending) at += utf8_add_ascii(out, p + at, len - at);
        if (at == len) break;
        utf8_add_unit(out, utf8_next_unit(p + at, len - at, &size), &pending);
    }
    utf8_add_end(out, &pending);
}

/* ==== Widths ================================================================================ */

struct range {
    uint32_t first, last;
};

static const struct range combining[] = {
    {0x0300, 0x036F}, {0x0483, 0x0489},   {0x0591, 0x05BD}, {0x0610, 0x061A}, {0x064B, 0x065F},
    {0x06D6, 0x06DC}, {0x0730, 0x074A},   {0x0900, 0x0902}, {0x093C, 0x093C}, {0x0941, 0x0948},
    {0x0E31, 0x0E31}, {0x0E34, 0x0E3A},   {0x0E47, 0x0E4E}, {0x1AB0, 0x1AFF}, {0x1DC0, 0x1DFF},
    {0x200B, 0x200F}, {0x2060, 0x2064},   {0x20D0, 0x20FF}, {0xFE00, 0xFE0F}, {0xFE20, 0xFE2F},
    {0xFEFF, 0xFEFF}, {0xE0100, 0xE01EF},
};

static const struct range wide[] = {
    {0x1100, 0x115F},   {0x231A, 0x231B},   {0x23E9, 0x23EC},   {0x2614, 0x2615},
    {0x267F, 0x267F},   {0x26A1, 0x26A1},   {0x2705, 0x2705},   {0x274C, 0x274C},
    {0x2753, 0x2755},   {0x2795, 0x2797},   {0x2B1B, 0x2B1C},   {0x2B50, 0x2B50},
    {0x2E80, 0x303E},   {0x3041, 0x33FF},   {0x3400, 0x4DBF},   {0x4E00, 0x9FFF},
    {0xA000, 0xA4CF},   {0xA960, 0xA97F},   {0xAC00, 0xD7A3},   {0xF900, 0xFAFF},
    {0xFE30, 0xFE6F},   {0xFF01, 0xFF60},   {0xFFE0, 0xFFE6},   {0x1F300, 0x1F64F},
    {0x1F680, 0x1F6FF}, {0x1F900, 0x1F9FF}, {0x20000, 0x3FFFD},
};

static bool in_ranges(const struct range *ranges, size_t count, uint32_t c) {
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (c > ranges[middle].last) low = middle + 1;
        else if (c < ranges[middle].first) high = middle;
        else return true;
    }
    return false;
}

int utf8_width(uint32_t c) {
    if (c < 0x300) return 1;
    if (in_ranges(combining, sizeof combining / sizeof *combining, c)) return 0;
    return in_ranges(wide, sizeof wide / sizeof *wide, c) ? 2 : 1;
}

size_t utf8_columns(const char *s, size_t len) {
    size_t columns = 0;
    for (size_t at = 0, size; at < len; at += size)
        columns += (size_t)utf8_width(utf8_next(s + at, len - at, &size));
    return columns;
}

/* The first of these that is set decides, as everywhere. */
bool utf8_is_locale(void) {
    static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *value = getenv(names[i]);
        if (value && *value) return strcasestr(value, "utf-8") || strcasestr(value, "utf8");
    }
    return false;
}
