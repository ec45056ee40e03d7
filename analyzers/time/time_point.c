#include "analyzers/time/time_point.h"

#include "base/missing.h"
#include "base/units.h"

#include <ctype.h>

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

/* "21:31", "21:31:05.5": ns since midnight. */
static bool read_time_of_day(const char **text, int64_t *ns) {
    int minutes;
    long double second = 0;
    if (!read_clock(text, 23, &minutes)) return false;
    if (**text == ':' && (*text = units_read_number(*text + 1, &second)) == NULL) return false;
    if (second >= 61) return false;
    *ns = minutes * 60 * NS_PER_S + (int64_t)(second * 1e9L + 0.5L);
    return true;
}

/* "Z", "+01:00"; nothing: *said is false. */
static bool read_zone(const char **text, bool *said, int64_t *offset_ns) {
    int minutes = 0;
    *said = **text != 0;
    if (**text == '+' || **text == '-') {
        bool east = *(*text)++ == '+';
        if (!read_clock(text, 18, &minutes)) return false;
        if (!east) minutes = -minutes;
    } else {
        read_char(text, 'Z');
    }
    *offset_ns = minutes * 60 * NS_PER_S;
    return **text == 0;
}

static bool parse_iso(const char *p, struct time_point *out) {
    int year, month, day;
    int64_t in_day = 0, offset;
    bool zone;
    *out = (struct time_point){.kind = TIME_WALL};
    if (!read_digits(&p, 4, 1970, 2200, &year) || !read_char(&p, '-') ||
        !read_digits(&p, 2, 1, 12, &month) || !read_char(&p, '-') ||
        !read_digits(&p, 2, 1, 31, &day))
        return false;
    out->whole_day = *p != 'T' && *p != ' ';
    if (!out->whole_day) {
        p++;
        if (!read_time_of_day(&p, &in_day)) return false;
    }
    if (!read_zone(&p, &zone, &offset)) return false;
    int64_t days;
    if (!units_days(year, month, day, &days)) return false;
    out->ns = days * 24 * 3600 * NS_PER_S + in_day - offset;
    if (zone) out->kind = TIME_ABSOLUTE;
    return true;
}

static bool parse_clock(const char *p, struct time_point *out) {
    *out = (struct time_point){.kind = TIME_CLOCK};
    return read_time_of_day(&p, &out->ns) && *p == 0;
}

bool time_point_parse(const char *text, struct time_point *out) {
    if (parse_iso(text, out) || parse_clock(text, out)) return true;
    bool from_end = *text == '-';
    *out = (struct time_point){.kind = from_end ? TIME_FROM_END : TIME_FROM_START};
    return units_parse_duration(text + from_end, &out->ns);
}

/* The clock's time on the day of start, or on the next one if it lies before start and the next one
 * is in the recording. */
static int64_t clock_after(int64_t in_day, int64_t start_ns, int64_t end_ns,
                           const struct zone *zone) {
    const int64_t day = 86400 * NS_PER_S;
    int64_t wall = zone_to_wall(zone, start_ns), into = wall % day;
    int64_t midnight = whole_clamped(wall, -(into < 0 ? into + day : into));
    int64_t time = zone_to_ns(zone, whole_clamped(midnight, in_day));
    int64_t next = zone_to_ns(zone, whole_clamped(whole_clamped(midnight, day), in_day));
    return time < start_ns && next <= end_ns ? next : time;
}

static int64_t resolve(const struct time_point *point, int64_t start_ns, int64_t end_ns,
                       const struct zone *zone, int64_t otherwise) {
    switch (point->kind) {
    case TIME_FROM_START: return whole_clamped(start_ns, point->ns);
    case TIME_FROM_END: return whole_clamped(end_ns, -point->ns);
    case TIME_ABSOLUTE: return point->ns;
    case TIME_WALL: return zone_to_ns(zone, point->ns);
    case TIME_CLOCK: return clock_after(point->ns, start_ns, end_ns, zone);
    default: return otherwise;
    }
}

struct time_window time_window_of(const struct time_point *from, const struct time_point *to,
                                  int64_t start_ns, int64_t end_ns, const struct zone *zone) {
    struct time_window window = {resolve(from, start_ns, end_ns, zone, INT64_MIN), INT64_MAX};
    struct time_point until = *to;
    if (to->kind == TIME_NONE) return window;
    if (to->whole_day) until.ns += 86400 * NS_PER_S;
    bool after_from = to->kind == TIME_CLOCK && window.from_ns > start_ns;
    window.to_ns =
        whole_clamped(resolve(&until, after_from ? window.from_ns : start_ns, end_ns, zone, 0), -1);
    return window;
}

bool time_point_is_relative(const struct time_point *point, const struct zone *zone) {
    if (point->kind == TIME_WALL) return zone->kind == ZONE_UNSAID;
    return point->kind != TIME_NONE && point->kind != TIME_ABSOLUTE;
}
