#include "base/units.h"

#include <math.h>
#include <string.h>
#include <strings.h>
#include <time.h>

/* ==== The units ============================================================================= */

struct unit {
    const char *name;
    int64_t factor;
};

enum { NS, US, MU, MS, S, M, MIN, H, D };

static const struct unit durations[] = {
    [NS] = {"ns", 1},
    [US] = {"us", NS_PER_US},
    [MU] = {"µs", NS_PER_US},
    [MS] = {"ms", NS_PER_MS},
    [S] = {"s", NS_PER_S},
    [M] = {"m", 60 * NS_PER_S},
    [MIN] = {"min", 60 * NS_PER_S},
    [H] = {"h", 3600 * NS_PER_S},
    [D] = {"d", 86400 * NS_PER_S},
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

/* ==== Writing =============================================================================== */

/* Three digits that matter, all of them: 4.20, 99.7, 1000 (and not 1e+03). */
static void add_significant(struct text *out, double x) {
    text_addf(out, "%.*f", x < 9.995 ? 2 : x < 99.95 ? 1 : 0, x);
}

void units_add_duration(struct text *out, int64_t ns) {
    double n = (double)ns;
    if (ns <= 0) {
        text_add(out, "0 s");
    } else if (ns < NS_PER_US) {
        text_addf(out, "%d ns", (int)ns);
    } else if (n < 99.95e9) {
        const struct unit *unit = &durations[n < 999.5e3 ? MU : n < 999.5e6 ? MS : S];
        add_significant(out, n / (double)unit->factor);
        text_addf(out, " %s", unit->name);
    } else if (ns / NS_PER_S < 3600) {
        text_addf(out, "%d min %d s", (int)(ns / NS_PER_S / 60), (int)(ns / NS_PER_S % 60));
    } else {
        text_addf(out, "%lld h %d min", (long long)(ns / NS_PER_S / 3600),
                  (int)(ns / NS_PER_S / 60 % 60));
    }
}

void units_add_exact(struct text *out, int64_t ns) {
    static const unsigned char written[] = {H, MIN, S, MS, MU, NS};
    size_t i = ns ? 0 : 3; /* "0 ms" */
    while (i < 5 && ns && ns < durations[written[i]].factor) i++;
    if (i < 2 && ns % durations[written[i]].factor) i = 2; /* 90 s rather than 1.5 min */
    const struct unit *unit = &durations[written[i]];
    text_addf(out, "%.3f", (double)ns / (double)unit->factor);
    while (out->data[out->len - 1] == '0') out->len--;
    if (out->data[out->len - 1] == '.') out->len--;
    text_addf(out, " %s", unit->name);
}

void units_add_period(struct text *out, int64_t ns) {
    static const unsigned char written[] = {S, MS, US, NS};
    size_t i = 0;
    while (i < 3 && (ns == 0 || ns % durations[written[i]].factor)) i++;
    const struct unit *unit = &durations[written[i]];
    text_addf(out, "%lld %s", (long long)(ns / unit->factor), unit->name);
}

const char *units_no_number(double n) {
    return isnan(n) ? "NaN" : !isinf(n) ? NULL : n > 0 ? "Infinity" : "-Infinity";
}

#define STEPS 7 /* powers of 1,024, from 0 on */

/* Adds the digits; returns which power of 1,024 they are of. */
static size_t add_in_steps(struct text *out, double n) {
    size_t step = 0;
    if (n < 0) {
        text_add_char(out, '-');
        n = -n;
    }
    for (; n >= 1023.5 && step + 1 < STEPS; step++) n /= 1024;
    if (step == 0 && n == (double)(int)n) text_addf(out, "%d", (int)n);
    else add_significant(out, n);
    return step;
}

void units_add_percent(struct text *out, double percent, int digits) {
    if (percent < 1000) text_addf(out, "%.*f %%", digits, percent);
    else text_addf(out, "%.*fx", percent < 10000 ? 1 : 0, percent / 100);
}

void units_add_bytes(struct text *out, double bytes) {
    static const char *const names[STEPS] = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    text_addf(out, " %s", names[add_in_steps(out, bytes)]);
}

void units_add_bits(struct text *out, double bits, const char *unit) {
    static const char *const names[STEPS] = {"", "k", "M", "G", "T", "P", "E"};
    text_addf(out, " %s%s", names[add_in_steps(out, bits)], unit);
}

bool units_days(int year, int month, int day, int64_t *days) {
    static const int8_t lengths[] = {31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    if (year < 1 || month < 1 || month > 12 || day < 1) return false;
    if (day > lengths[month - 1] || (month == 2 && day == 29 && !leap)) return false;
    int64_t before = year - 1, in_year = day - 1;
    for (int m = 1; m < month; m++) in_year += m == 2 && !leap ? 28 : lengths[m - 1];
    *days = before * 365 + before / 4 - before / 100 + before / 400 + in_year - 719162;
    return true;
}

bool units_add_date(struct text *out, int64_t ns, const char *format) {
    time_t seconds = (time_t)(ns / NS_PER_S - (ns % NS_PER_S < 0));
    struct tm utc;
    char date[64];
    if (!gmtime_r(&seconds, &utc) || !strftime(date, sizeof date, format, &utc)) return false;
    text_add(out, date);
    return true;
}

void units_add_utc(struct text *out, int64_t ns) {
    int64_t fraction = ns % NS_PER_S + (ns % NS_PER_S < 0 ? NS_PER_S : 0);
    if (units_add_date(out, ns, "%Y-%m-%d %H:%M:%S"))
        text_addf(out, ".%03d UTC", (int)(fraction / NS_PER_MS));
}

/* Is what came so far a number and blanks behind it, or the end of a line? */
static bool ends_with_number(const char *text, size_t len) {
    size_t end = len;
    while (end && (text[end - 1] == ' ' || text[end - 1] == '\n')) end--;
    return end && end < len && is_digit(text[end - 1]);
}

void units_to_ascii(struct text *text) {
    static const char micro[] = "µs";
    size_t len = sizeof micro - 1, kept = 0;
    for (size_t at = 0; at < text->len;) {
        bool found = text->len - at >= len && memcmp(text->data + at, micro, len) == 0 &&
                     ends_with_number(text->data, kept);
        memmove(text->data + kept, found ? "us" : text->data + at, found ? 2 : 1);
        kept += found ? 2 : 1;
        at += found ? len : 1;
    }
    if (text->len) text->data[text->len = kept] = 0;
}
