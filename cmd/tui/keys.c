#include "cmd/tui/keys.h"

#include <string.h>

#define ESCAPE '\x1b'

static const struct {
    const char *bytes; /* behind ESC [ or ESC O */
    int key;
} sequences[] = {{"A", KEY_UP},       {"B", KEY_DOWN}, {"C", KEY_RIGHT},    {"D", KEY_LEFT},
                 {"H", KEY_HOME},     {"F", KEY_END},  {"1~", KEY_HOME},    {"4~", KEY_END},
                 {"7~", KEY_HOME},    {"8~", KEY_END}, {"5~", KEY_PAGE_UP}, {"6~", KEY_PAGE_DOWN},
                 {"Z", KEY_BACK_TAB}, {"P", KEY_F1},   {"11~", KEY_F1}};

/* "0;12;5M": button, column and line from 1, M pressed or moved, m let go. */
static int mouse(const char *bytes, size_t len, struct key_press *out) {
    int numbers[3] = {0}, which = 0;
    char last = bytes[len - 1];
    for (size_t i = 0; i + 1 < len; i++) {
        if (bytes[i] == ';') which++;
        else if (bytes[i] >= '0' && bytes[i] <= '9' && which < 3 && numbers[which] < 100000)
            numbers[which] = numbers[which] * 10 + (bytes[i] - '0');
        if (which > 2) return KEY_NONE;
    }
    out->column = numbers[1] - 1;
    out->line = numbers[2] - 1;
    switch (numbers[0]) {
    case 0: return last == 'M' ? KEY_PRESS : KEY_RELEASE;
    case 32: return KEY_DRAG;
    case 64: return KEY_WHEEL_UP;
    case 65: return KEY_WHEEL_DOWN;
    default: return KEY_NONE;
    }
}

size_t keys_take(const char *bytes, size_t len, struct key_press *out) {
    *out = (struct key_press){.key = (unsigned char)bytes[0]};
    if (bytes[0] != ESCAPE) return 1;
    out->key = KEY_ESCAPE;
    if (len < 3 || (bytes[1] != '[' && bytes[1] != 'O')) return 1;
    size_t end = 2; /* of the sequence: a letter or ~ */
    while (end < len && !(bytes[end] >= '@' && bytes[end] <= '~')) end++;
    out->key = KEY_NONE;
    if (end == len) return len;
    size_t body = end - 1;
    if (bytes[2] == '<') {
        out->key = mouse(bytes + 3, end - 2, out);
        return end + 1;
    }
    for (size_t i = 0; i < sizeof sequences / sizeof *sequences; i++)
        if (strlen(sequences[i].bytes) == body && memcmp(bytes + 2, sequences[i].bytes, body) == 0)
            out->key = sequences[i].key;
    return end + 1;
}
