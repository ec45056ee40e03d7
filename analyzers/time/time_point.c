#include "analyzers/time/time_point.h"

#include "base/units.h"

#include <ctype.h>
#include <time.h>

/* One or two digits (four of a year) from lowest to highest; *text moves behind them. */
static bool read_digits(const char **text, int most, int lowest, int highest, int *out) {
    int len = 0;
    for (*out = 0; len < most && isdigit((unsigned char)**text); len++)
        *out = *out * 10 + (*(*text)++ - '0');
    return len >= most / 2 && *out >= lowest && *out <= highest;
}

static bool read_char(const char **text, char c) {
    if (**text != c) return false;
    *text += 1;
    return true;
}

/* "21:31", of an hour up to the last. */
static bool read_clock(const char **text, int last_hour, int *minutes) {
    int hour, minute;
    if (!read_digits(text, 2, 0, last_hour, &hour) || !read_char(text, ':') ||
        !read_digits(text, 2, 0, 59, &minute))
        return false;
    *minutes = hour * 60 + minute;
    return true;
}

static bool parse_iso(const char *p, int64_t *ns) {
    int year, month, day, minutes = 0, offset = 0;
    long double second = 0;
    if (!read_digits(&p, 4, 1970, 2200, &year) || !read_char(&p, '-') ||
        !read_digits(&p, 2, 1, 12, &month) || !read_char(&p, '-') ||
        !read_digits(&p, 2, 1, 31, &day))
        return false;
    if (*p == 'T' || *p == ' ') {
        p++;
        if (!read_clock(&p, 23, &minutes)) return false;
        if (*p == ':' && (p = units_read_number(p + 1, &second)) == NULL) return false;
        if (second >= 61) return false;
    }
    if (*p == '+' || *p == '-') {
        bool east = *p++ == '+';
        if (!read_clock(&p, 18, &offset)) return false;
        if (!east) offset = -offset;
    } else {
        read_char(&p, 'Z');
    }
    if (*p) return false;
    struct tm date = {.tm_year = year - 1900, .tm_mon = month - 1, .tm_mday = day};
    int64_t midnight = timegm(&date);
    if (date.tm_mday != day) return false; /* timegm went on into the next month */
    *ns = (midnight + (minutes - offset) * 60) * NS_PER_S + (int64_t)(second * 1e9L + 0.5L);
    return true;
}

bool time_point_parse(const char *text, struct time_point *out) {
    if (parse_iso(text, &out->ns)) {
        out->kind = TIME_ABSOLUTE;
        return true;
    }
    bool from_end = *text == '-';
    if (!units_parse_duration(text + from_end, &out->ns)) return false;
    out->kind = from_end ? TIME_FROM_END : TIME_FROM_START;
    return true;
}

int64_t time_point_resolve(const struct time_point *point, int64_t start, int64_t end,
                           int64_t otherwise) {
    int64_t sum; /* beyond what 64 bits hold only if the recording's clock is nonsense */
    switch (point->kind) {
    case TIME_FROM_START: return __builtin_add_overflow(start, point->ns, &sum) ? INT64_MAX : sum;
    case TIME_FROM_END: return __builtin_sub_overflow(end, point->ns, &sum) ? INT64_MIN : sum;
    case TIME_ABSOLUTE: return point->ns;
    default: return otherwise;
    }
}

bool time_point_is_relative(const struct time_point *point) {
    return point->kind == TIME_FROM_START || point->kind == TIME_FROM_END;
}
