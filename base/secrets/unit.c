#include "base/secrets/unit.h"

#include <string.h>

#define MOST_ESCAPES 64 /* JSON six deep has as many before a quote */

static int hex_of(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

/* The character of two hexadecimal digits, if it is one of ASCII. */
static bool pair_of(const char *s, size_t len, char *c) {
    if (len < 2 || hex_of(s[0]) < 0 || hex_of(s[1]) < 0) return false;
    int value = hex_of(s[0]) * 16 + hex_of(s[1]);
    *c = (char)value;
    return value > 0 && value < 0x80;
}

/* \" \n \u0022, and the same with more backslashes. */
static struct unit escaped(const char *s, size_t len) {
    size_t n = 1;
    while (n < len && n < MOST_ESCAPES && s[n] == '\\') n++;
    struct unit unit = {'\\', 1};
    if (n >= len) return unit;
    switch (s[n]) {
    case '"':
    case '\'':
    case '/':
    case '=':
    case ':': return (struct unit){s[n], n + 1};
    case 'n':
    case 'r': return (struct unit){'\n', n + 1};
    case 't': return (struct unit){' ', n + 1};
    case 'u':
        if (len - n > 4 && s[n + 1] == '0' && s[n + 2] == '0' && pair_of(s + n + 3, 2, &unit.c))
            unit.size = n + 5;
        return unit;
    default: return unit;
    }
}

/* %22, and %2522 where it was encoded twice. */
static struct unit percent(const char *s, size_t len) {
    size_t n = 1;
    while (len - n >= 4 && n < MOST_ESCAPES && s[n] == '2' && s[n + 1] == '5') n += 2;
    struct unit unit = {'%', 1};
    if (pair_of(s + n, len - n, &unit.c)) unit.size = n + 2;
    else unit.c = '%';
    return unit;
}

static struct unit entity(const char *s, size_t len) {
    static const struct {
        const char *name;
        char c;
    } all[] = {{"&quot;", '"'}, {"&#34;", '"'}, {"&apos;", '\''}, {"&#39;", '\''},
               {"&lt;", '<'},   {"&gt;", '>'},  {"&#61;", '='},   {"&amp;", '&'}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        size_t n = strlen(all[i].name);
        if (len >= n && memcmp(s, all[i].name, n) == 0) return (struct unit){all[i].c, n};
    }
    return (struct unit){'&', 1};
}

struct unit unit_at(const char *s, size_t len) {
    if (!len) return (struct unit){0, 0};
    if (*s == '\\') return escaped(s, len);
    if (*s == '%') return percent(s, len);
    if (*s == '&') return entity(s, len);
    return (struct unit){*s, 1};
}
