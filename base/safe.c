#include "base/safe.h"

#include "base/utf8.h"

#include <string.h>

static bool acts_on_text_direction(uint32_t c) {
    return c == 0x061C || c == 0x200E || c == 0x200F || (c >= 0x2028 && c <= 0x202E) ||
           (c >= 0x2066 && c <= 0x2069);
}

bool safe_shows(uint32_t c) {
    if (c == UTF8_BAD || c < 0x20) return false;
    if (c < 0x7F) return true;
    return c >= 0xA0 && c != 0xFEFF && !acts_on_text_direction(c);
}

void safe_add(struct text *out, const char *s, size_t len) {
    size_t copied = 0; /* bytes before this are in out already */
    for (size_t at = 0, size; at < len; at += size) {
        uint32_t c = utf8_next(s + at, len - at, &size);
        if (safe_shows(c)) continue;
        text_add_bytes(out, s + copied, at - copied);
        if (c == UTF8_BAD) text_addf(out, "\\x%02x", (unsigned char)s[at]);
        else text_addf(out, c < 0x100 ? "\\x%02x" : "\\u%04x", (unsigned)c);
        copied = at + size;
    }
    text_add_bytes(out, s + copied, len - copied);
}

void safe_add_name(struct text *out, const char *name) {
    safe_add(out, name, strlen(name));
}
