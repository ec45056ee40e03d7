#include "base/base64.h"

void base64_add(struct text *out, const void *bytes, size_t len) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const uint8_t *from = bytes;
    text_reserve(out, (len + 2) / 3 * 4);
    char *to = out->data + out->len;
    for (size_t i = 0; i < len; i += 3) {
        size_t some = len - i < 3 ? len - i : 3;
        uint32_t bits = (uint32_t)from[i] << 16;
        if (some > 1) bits |= (uint32_t)from[i + 1] << 8;
        if (some > 2) bits |= from[i + 2];
        for (size_t k = 0; k < 4; k++) *to++ = k <= some ? digits[bits >> (18 - 6 * k) & 63] : '=';
    }
    *to = '\0';
    out->len = (size_t)(to - out->data);
}
