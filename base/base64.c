#include "base/base64.h"

#include <stdint.h>

void base64_add(struct text *out, const void *bytes, size_t len) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const uint8_t *from = bytes;
    for (size_t i = 0; i < len; i += 3) {
        uint32_t bits = 0;
        for (size_t k = 0; k < 3; k++) bits = bits << 8 | (i + k < len ? from[i + k] : 0);
        for (size_t k = 0; k < 4; k++)
            text_add_char(out, i + k <= len ? digits[bits >> (18 - 6 * k) & 63] : '=');
    }
}
