#include "base/units.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

/* ==== The units ============================================================================= */

struct unit {
    const char *name;
    int64_t factor;
};

static const struct unit durations[] = {
    {"ns", 1},
    {"us", NS_PER_US},
    {"µs", NS_PER_US},
    {"ms", NS_PER_MS},
    {"s", NS_PER_S},
    {"m", 60 * NS_PER_S},
    {"min", 60 * NS_PER_S},
    {"h", 3600 * NS_PER_S},
    {"d", 86400 * NS_PER_S},
    {NULL, 0},
};

#define KI INT64_C(1024)
static const struct unit sizes[] = {
    {"", 1},
    {"B", 1},
    {"K", KI},
    {"KB", KI},
    {"KiB", KI},
    {"M", KI *KI},
    {"MB", KI *KI},
    {"MiB", KI *KI},
    {"G", KI *KI *KI},
    {"GB", KI *KI *KI},
    {"GiB", KI *KI *KI},
    {"T", KI *KI *KI *KI},
    {"TB", KI *KI *KI *KI},
    {"TiB", KI *KI *KI *KI},
    {NULL, 0},
};

/* 0: there is no such unit. */
static int64_t factor_of(const struct unit *units, const char *name, size_t len) {
    for (; units->name; units++)
        if (strlen(units->name) == len && strncasecmp(units->name, name, len) == 0)
            return units->factor;
    return 0;
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/* ==== Reading =============================================================================== */

static bool parse_strict(const struct unit *units, const char *text, int64_t *out) {
    int64_t n = 0;
    if (!is_digit(*text)) return false;
    for (; is_digit(*text); text++)
        if (__builtin_mul_overflow(n, 10, &n) || __builtin_add_overflow(n, *text - '0', &n))
            return false;
    while (*text == ' ') text++;
    int64_t factor = !*text && n == 0 ? 1 : factor_of(units, text, strlen(text));
    if (!factor || __builtin_mul_overflow(n, factor, &n)) return false;
    *out = n;
    return true;
}

bool units_parse_period(const char *text, int64_t *ns) {
    return parse_strict(durations, text, ns);
}

bool units_parse_size(const char *text, int64_t *bytes) {
    return parse_strict(sizes, text, bytes);
}

const char *units_read_number(const char *text, long double *out) {
    long double value = 0, place = 1;
    const char *p = text;
    for (; is_digit(*p); p++) value = value * 10 + (*p - '0');
    if (*p == '.' && p > text)
        for (p++; is_digit(*p); p++) value += (*p - '0') * (place /= 10);
    *out = value;
    return p == text ? NULL : p;
}

bool units_parse_duration(const char *text, int64_t *ns) {
    long double total = 0;
    if (!*text) return false;
    while (*text) {
        long double value;
        text = units_read_number(text, &value);
        if (!text) return false;
        size_t len = strcspn(text, "0123456789. ");
        int64_t factor = *text ? factor_of(durations, text, len) : NS_PER_S;
        if (!factor) return false;
        total += value * (long double)factor;
        text += len;
    }
    if (total > 9e18L) return false;
    *ns = (int64_t)(total + 0.5L);
    return true;
}
