#include "base/java.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ==== Shortest digits ======================================================================= */

struct digits {
    char text[20]; /* "12345", without a point; no trailing zeros */
    int len;
    int exponent; /* of the first digit: 1 is 10^0 */
};

/* What snprintf's "%.*e" wrote. */
static struct digits split(const char *written) {
    struct digits out = {.len = 0};
    const char *e = strchr(written, 'e');
    for (const char *p = written; p < e; p++)
        if (*p >= '0' && *p <= '9' && out.len < (int)sizeof out.text - 1) out.text[out.len++] = *p;
    while (out.len > 1 && out.text[out.len - 1] == '0') out.len--;
    out.text[out.len] = 0;
    out.exponent = (int)strtol(e + 1, NULL, 10);
    return out;
}

static bool reads_as(const char *written, double n, bool narrow) {
    return narrow ? strtof(written, NULL) == (float)n : strtod(written, NULL) == n;
}

/* The next number of as many digits, away from 0: "9.99e5" -> "1.00e6". */
static void count_up(char *written) {
    char *e = strchr(written, 'e');
    char *p = e - 1;
    for (; p >= written; p--) {
        if (*p == '.') continue;
        if (*p != '9') {
            (*p)++;
            return;
        }
        *p = '0';
    }
    int exponent = (int)strtol(e + 1, NULL, 10) + 1;
    written[0] = '1';
    snprintf(e, 16, "e%d", exponent);
}

/* n > 0 and finite. At least two digits are tried: of one digit the nearest of two is taken. What
 * is a power of two has more room above than below, so the nearest may not do where the next above
 * does. */
static struct digits shortest(double n, bool narrow) {
    char written[48];
    int most = narrow ? 9 : 17;
    for (int count = 2; count <= most; count++) {
        snprintf(written, sizeof written, "%.*e", count - 1, n);
        if (reads_as(written, n, narrow)) break;
        count_up(written);
        if (count < most && reads_as(written, n, narrow)) break;
    }
    return split(written);
}

/* Where whole numbers are small, digits need no search. */
static bool add_whole(struct text *out, double n) {
    if (!(n >= 1 && n < 1e7) || n != floor(n)) return false;
    text_add_u64(out, (uint64_t)n);
    text_add_bytes(out, ".0", 2);
    return true;
}

static void add_plain(struct text *out, const struct digits *d) {
    int point = d->exponent + 1; /* digits before it */
    if (point <= 0) {
        text_add(out, "0.");
        for (int i = point; i < 0; i++) text_add_char(out, '0');
        text_add(out, d->text);
        return;
    }
    for (int i = 0; i < point; i++) text_add_char(out, i < d->len ? d->text[i] : '0');
    text_add_char(out, '.');
    if (point >= d->len) text_add_char(out, '0');
    else text_add(out, d->text + point);
}

static void add_real(struct text *out, double n, bool narrow) {
    if (isnan(n)) {
        text_add(out, "NaN");
        return;
    }
    if (signbit(n)) text_add_char(out, '-');
    n = fabs(n);
    if (isinf(n)) {
        text_add(out, "Infinity");
        return;
    }
    if (n == 0) {
        text_add(out, "0.0");
        return;
    }
    if (add_whole(out, n)) return;
    struct digits d = shortest(n, narrow);
    if (d.exponent >= -3 && d.exponent < 7) {
        add_plain(out, &d);
        return;
    }
    text_add_char(out, d.text[0]);
    text_add_char(out, '.');
    text_add(out, d.len > 1 ? d.text + 1 : "0");
    text_addf(out, "E%d", d.exponent);
}

void java_add_double(struct text *out, double n) {
    add_real(out, n, false);
}

void java_add_float(struct text *out, float n) {
    add_real(out, (double)n, true);
}

/* Digits of the number times 10^decimals, rounded; fixed is large enough for any double. */
void java_add_fixed(struct text *out, double n, int decimals) {
    char fixed[360];
    if (signbit(n)) text_add_char(out, '-');
    n = fabs(n);
    struct digits d = {.text = "0", .len = 1, .exponent = 0};
    if (n > 0) d = shortest(n, false);
    int before = d.exponent + 1, keep = before + decimals; /* digits of d that are shown */
    int len = 0;
    for (int i = before < 0 ? before : 0; i < keep; i++)
        fixed[len++] = i < 0 || i >= d.len ? '0' : d.text[i];
    if (keep < 0) len = 0;
    bool up = keep >= 0 && keep < d.len && d.text[keep] >= '5';
    while (len < decimals + 1) { /* what is below 1 has a 0 before its point */
        memmove(fixed + 1, fixed, (size_t)len++);
        fixed[0] = '0';
    }
    for (int i = len - 1; up && i >= 0; i--) {
        up = fixed[i] == '9';
        fixed[i] = up ? '0' : (char)(fixed[i] + 1);
    }
    if (up) text_add_char(out, '1');
    int whole = len - decimals, from = 0;
    /* NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult): whole <= len are filled */
    while (!up && from < whole - 1 && fixed[from] == '0') from++;
    text_add_bytes(out, fixed + from, (size_t)(whole - from));
    if (!decimals) return;
    text_add_char(out, '.');
    text_add_bytes(out, fixed + whole, (size_t)decimals);
}

/* ==== Spans ================================================================================= */

void java_add_digits(struct text *out, uint32_t n, unsigned count) {
    char digits[10];
    for (unsigned i = count; i-- > 0; n /= 10) digits[i] = (char)('0' + n % 10);
    text_add_bytes(out, digits, count);
}

/* ".5", ".000000001": without zeros at the end. */
static void add_fraction(struct text *out, uint32_t ns) {
    unsigned count = 9;
    for (; ns % 10 == 0; ns /= 10) count--;
    text_add_char(out, '.');
    java_add_digits(out, ns, count);
}

static void add_signed(struct text *out, int64_t n) {
    if (n < 0) text_add_char(out, '-');
    text_add_u64(out, n < 0 ? 0 - (uint64_t)n : (uint64_t)n);
}

/* Each part has the sign of the whole. */
void java_add_span(struct text *out, struct java_instant span) {
    int64_t seconds = span.seconds;
    if (seconds == 0 && span.ns == 0) {
        text_add(out, "PT0S");
        return;
    }
    bool negative = seconds < 0;
    if (negative && span.ns > 0) seconds++; /* towards 0 */
    int64_t hours = seconds / 3600, minutes = seconds % 3600 / 60, rest = seconds % 60;
    text_add(out, "PT");
    if (hours) {
        add_signed(out, hours);
        text_add_char(out, 'H');
    }
    if (minutes) {
        add_signed(out, minutes);
        text_add_char(out, 'M');
    }
    if (!rest && !span.ns) return;
    if (!rest && negative) text_add_char(out, '-');
    add_signed(out, rest);
    if (span.ns) add_fraction(out, (uint32_t)(negative ? 1000000000 - span.ns : span.ns));
    text_add_char(out, 'S');
}

/* ==== Points of time ======================================================================== */

/* Howard Hinnant's days to civil: years begin in March, eras have 400 of them. */
struct java_date java_date_of(int64_t days) {
    days += 719468;
    int64_t era = (days >= 0 ? days : days - 146096) / 146097;
    unsigned of_era = (unsigned)(days - era * 146097);
    unsigned year = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
    unsigned of_year = of_era - (365 * year + year / 4 - year / 100);
    unsigned month = (5 * of_year + 2) / 153; /* 0: March */
    return (struct java_date){.year = (int64_t)year + era * 400 + (month >= 10),
                              .month = month < 10 ? month + 3 : month - 9,
                              .day = of_year - (153 * month + 2) / 5 + 1};
}

void java_add_date(struct text *out, struct java_date date) {
    uint64_t year = date.year < 0 ? 0 - (uint64_t)date.year : (uint64_t)date.year;
    if (date.year < 0) text_add_char(out, '-');
    else if (year > 9999) text_add_char(out, '+');
    if (year > 9999) text_add_u64(out, year);
    else java_add_digits(out, (uint32_t)year, 4);
    text_add_char(out, '-');
    java_add_digits(out, date.month, 2);
    text_add_char(out, '-');
    java_add_digits(out, date.day, 2);
}

static void add_offset(struct text *out, int32_t offset_s) {
    uint32_t ahead = (uint32_t)(offset_s < 0 ? -offset_s : offset_s);
    if (!ahead) {
        text_add_char(out, 'Z');
        return;
    }
    text_add_char(out, offset_s < 0 ? '-' : '+');
    java_add_digits(out, ahead / 3600, 2);
    text_add_char(out, ':');
    java_add_digits(out, ahead / 60 % 60, 2);
    if (ahead % 60 == 0) return;
    text_add_char(out, ':');
    java_add_digits(out, ahead % 60, 2);
}

/* Seconds are left out with their fraction if both are 0; a fraction has 3, 6 or 9 digits. */
void java_add_time(struct text *out, struct java_instant time, int32_t offset_s) {
    int64_t wall = time.seconds + offset_s;
    int64_t days = wall / 86400, left = wall % 86400;
    if (left < 0) {
        days--;
        left += 86400;
    }
    uint32_t of_day = (uint32_t)left, ns = (uint32_t)time.ns;
    java_add_date(out, java_date_of(days));
    text_add_char(out, 'T');
    java_add_digits(out, of_day / 3600, 2);
    text_add_char(out, ':');
    java_add_digits(out, of_day / 60 % 60, 2);
    if (of_day % 60 || ns) {
        text_add_char(out, ':');
        java_add_digits(out, of_day % 60, 2);
    }
    if (ns) {
        unsigned count = ns % 1000000 == 0 ? 3 : ns % 1000 == 0 ? 6 : 9;
        text_add_char(out, '.');
        java_add_digits(out, ns / (count == 3 ? 1000000 : count == 6 ? 1000 : 1), count);
    }
    add_offset(out, offset_s);
}
