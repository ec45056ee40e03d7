#include "cmd/write/xml.h"

#include "base/utf8.h"

#include <string.h>

/* Without a shape, or moving what is beside them: a name with one looks like another name. */
static bool is_invisible(uint32_t c) {
    return c == 0xAD || c == 0x34F || c == 0x61C || c == 0x115F || c == 0x1160 || c == 0x17B4 ||
           c == 0x17B5 || (c >= 0x180B && c <= 0x180F) || (c >= 0x200B && c <= 0x200F) ||
           (c >= 0x2028 && c <= 0x202E) || (c >= 0x2060 && c <= 0x206F) || c == 0x3164 ||
           (c >= 0xFE00 && c <= 0xFE0F) || c == 0xFEFF || c == 0xFFA0 ||
           (c >= 0xFFF0 && c <= 0xFFFB) || (c >= 0xE0000 && c <= 0xE0FFF);
}

void visible_add(struct text *out, const char *bytes, size_t len, size_t max_chars) {
    for (size_t at = 0, size; at < len; at += size) {
        uint32_t c = utf8_next(bytes + at, len - at, &size);
        if (max_chars == 0) {
            text_add(out, "…");
            return;
        }
        size_t chars = 1;
        bool replaced = c == UTF8_BAD || (c & 0xFFFE) == 0xFFFE;
        if (c < 0x20 || (c >= 0x7F && c < 0xA0)) {
            text_addf(out, "\\x%02X", (unsigned)c);
            chars = 4;
        } else if (replaced) {
            text_add(out, "\xEF\xBF\xBD");
        } else if (is_invisible(c)) {
            text_addf(out, "\\u%04X", (unsigned)c);
            chars = c > 0xFFFF ? 7 : 6;
        } else {
            text_add_bytes(out, bytes + at, size);
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

void xml_add_visible(struct text *out, const char *text, size_t max_chars) {
    OWNED(text_free) struct text visible = {0};
    visible_add(&visible, text, strlen(text), max_chars);
    xml_add(out, text_str(&visible), visible.len);
}
