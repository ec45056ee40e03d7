#include "base/hsperf.h"

#include <stdint.h>
#include <string.h>

#define HEAD_SIZE 32
#define ENTRY_SIZE 20

/* The number at that offset, in the order that the fifth byte says. */
static uint32_t number(const uint8_t *bytes, size_t offset) {
    const uint8_t *p = bytes + offset;
    return bytes[4] == 1 ? (uint32_t)p[3] << 24 | (uint32_t)p[2] << 16 | (uint32_t)p[1] << 8 | p[0]
                         : (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

bool hsperf_is(const void *bytes, size_t size) {
    static const uint8_t magic[] = {0xca, 0xfe, 0xc0, 0xc0};
    return size >= HEAD_SIZE && memcmp(bytes, magic, sizeof magic) == 0 &&
           ((const uint8_t *)bytes)[5] == 2;
}

/* The text of the entry at that offset, of that length, if it is one of that name. */
static const char *text_of(const uint8_t *bytes, size_t at, uint32_t length, const char *name,
                           size_t *len) {
    uint32_t name_at = number(bytes, at + 4), elements = number(bytes, at + 8);
    uint32_t data_at = number(bytes, at + 16);
    size_t name_size = strlen(name) + 1;
    if (bytes[at + 12] != 'B' || name_at >= length || length - name_at < name_size ||
        data_at >= length || memcmp(bytes + at + name_at, name, name_size) != 0)
        return NULL;
    if (elements > length - data_at) elements = length - data_at;
    const char *data = (const char *)bytes + at + data_at;
    *len = strnlen(data, elements);
    return data;
}

const char *hsperf_text(const void *memory, size_t size, const char *name, size_t *len) {
    const uint8_t *bytes = memory;
    if (!hsperf_is(bytes, size)) return NULL;
    size_t at = number(bytes, 24);
    const char *found = NULL;
    for (uint32_t left = number(bytes, 28); left && !found; left--) {
        if (at > size || size - at < ENTRY_SIZE) break;
        uint32_t length = number(bytes, at);
        if (length < ENTRY_SIZE || length > size - at) break;
        found = text_of(bytes, at, length, name, len);
        at += length;
    }
    return found;
}
