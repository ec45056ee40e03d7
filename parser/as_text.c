#include "parser/as_text.h"

#include "base/utf8.h"

#include <string.h>

#define LOOK (UINT64_C(1) << 20) /* bytes that are looked at: of the whole it is the same */
#define LEAST 8                  /* such places: fewer may be chance */

#define ANEW "; transfer the recording again, as binary"

struct counts {
    uint64_t feeds, returns, pairs; /* 0A, 0D, 0D 0A */
    uint64_t replaced, high;        /* EF BF BD, other sequences of UTF-8 that are not ASCII */
    bool utf8;
};

static struct counts count(const uint8_t *data, uint64_t size) {
    struct counts c = {.utf8 = true};
    for (uint64_t i = 0; i < size; i++) {
        c.returns += data[i] == '\r';
        if (data[i] != '\n') continue;
        c.feeds++;
        c.pairs += i > 0 && data[i - 1] == '\r';
    }
    size_t len;
    for (uint64_t i = 0; i < size; i += len) {
        uint32_t point = utf8_next((const char *)data + i, (size_t)(size - i), &len);
        if (point == UTF8_BAD && size - i > 3) { /* else the end may cut it off */
            c.utf8 = false;
            break;
        }
        if (point == UTF8_REPLACEMENT) c.replaced++;
        else if (point != UTF8_BAD && point >= 0x80) c.high++;
    }
    return c;
}

/* Every second byte of the magic is 0, behind a mark of the order of bytes or none. */
static bool is_utf16(const uint8_t *data, uint64_t size) {
    if (size >= 2 && (memcmp(data, "\xFF\xFE", 2) == 0 || memcmp(data, "\xFE\xFF", 2) == 0))
        data += 2, size -= 2;
    return size >= 8 &&
           (memcmp(data, "F\0L\0R\0\0\0", 8) == 0 || memcmp(data, "\0F\0L\0R\0\0", 8) == 0);
}

const char *as_text_damage(const uint8_t *data, uint64_t size, int64_t missing) {
    if (is_utf16(data, size)) return AS_TEXT "it is in UTF-16, two bytes for each" ANEW;
    struct counts c = count(data, size < LOOK ? size : LOOK);
    if (c.utf8 && c.replaced >= LEAST)
        return AS_TEXT "it was read as UTF-8, and EF BF BD stands for every byte that was none. "
                       "What they were is lost" ANEW;
    if (c.utf8 && c.high >= LEAST)
        return AS_TEXT "its bytes were read as characters and written as UTF-8" ANEW;
    if (c.feeds >= LEAST && c.pairs == c.feeds && missing <= 0)
        return AS_TEXT "every line feed (LF) became CR LF" ANEW;
    bool none = c.feeds >= LEAST && c.pairs == 0;
    if (none && missing > 0 && (uint64_t)missing <= c.feeds * (size / LOOK + 1))
        return AS_TEXT "every CR LF became LF. Where carriage returns were is lost" ANEW;
    return NULL;
}
