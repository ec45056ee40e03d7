#include "cmd/write/xml.h"

#include <stdbool.h>
#include <string.h>

#define REPLACEMENT 0xFFFDu

size_t utf8_len(const char *bytes) {
    unsigned char c = (unsigned char)*bytes;
    return c < 0x80 ? 1 : c < 0xE0 ? 2 : c < 0xF0 ? 3 : 4;
}

/* The character at *at; moves *at behind it. A byte that starts no well-formed character (stray,
 * overlong, surrogate, beyond U+10FFFF, cut off) is one U+FFFD. */
static uint32_t decode(const unsigned char **at, const unsigned char *end) {
    const unsigned char *p = *at;
    uint32_t c = *p;
    size_t more = c < 0x80 ? 0 : c < 0xC2 ? 4 : c < 0xE0 ? 1 : c < 0xF0 ? 2 : c < 0xF5 ? 3 : 4;
    *at = p + 1;
    if (more == 0) return c;
    if (more == 4 || (size_t)(end - p) <= more) return REPLACEMENT;
    c &= 0x3Fu >> more;
    for (size_t i = 1; i <= more; i++) {
        if ((p[i] & 0xC0) != 0x80) return REPLACEMENT;
        c = c << 6 | (p[i] & 0x3Fu);
    }
    if ((more == 2 && c < 0x800) || (more == 3 && c < 0x10000)) return REPLACEMENT;
    if ((c >= 0xD800 && c < 0xE000) || c > 0x10FFFF) return REPLACEMENT;
    *at = p + 1 + more;
    return c;
}

/* No shape of their own, or they move what stands beside them: a name with one of these looks like
 * another name. */
static bool is_invisible(uint32_t c) {
    return c == 0xAD || c == 0x34F || c == 0x61C || c == 0x115F || c == 0x1160 || c == 0x17B4 ||
           c == 0x17B5 || (c >= 0x180B && c <= 0x180F) || (c >= 0x200B && c <= 0x200F) ||
           (c >= 0x2028 && c <= 0x202E) || (c >= 0x2060 && c <= 0x206F) || c == 0x3164 ||
           (c >= 0xFE00 && c <= 0xFE0F) || c == 0xFEFF || c == 0xFFA0 ||
           (c >= 0xFFF0 && c <= 0xFFFB) || (c >= 0xE0000 && c <= 0xE0FFF);
}

void visible_add(struct text *out, const char *bytes, size_t len, size_t max_chars) {
    const unsigned char *at = (const unsigned char *)bytes, *end = at + len;
    while (at < end) {
        const unsigned char *start = at;
        uint32_t c = decode(&at, end);
        if (max_chars == 0) {
            text_add(out, "…");
            return;
        }
        size_t chars = 1;
        bool replaced = c == REPLACEMENT || (c & 0xFFFE) == 0xFFFE;
        if (c < 0x20 || (c >= 0x7F && c < 0xA0)) {
            text_addf(out, "\\x%02X", (unsigned)c);
            chars = 4;
        } else if (replaced) {
            text_add(out, "\xEF\xBF\xBD");
        } else if (is_invisible(c)) {
            text_addf(out, "\\u%04X", (unsigned)c);
            chars = c > 0xFFFF ? 7 : 6;
        } else {
            text_add_bytes(out, start, (size_t)(at - start));
        }
        max_chars -= chars < max_chars ? chars : max_chars;
    }
}

void xml_add(struct text *out, const char *bytes, size_t len) {
    size_t done = 0;
    for (size_t i = 0; i < len; i++) {
        const char *escape = bytes[i] == '&'   ? "&amp;"
                             : bytes[i] == '<' ? "&lt;"
                             : bytes[i] == '>' ? "&gt;"
                             : bytes[i] == '"' ? "&quot;"
                                               : NULL;
        if (escape == NULL) continue;
        text_add_bytes(out, bytes + done, i - done);
        text_add(out, escape);
        done = i + 1;
    }
    text_add_bytes(out, bytes + done, len - done);
}
