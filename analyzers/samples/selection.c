#include "analyzers/samples/selection.h"
#include "analyzers/tables/kinds.h"
#include "parser/wire.h"

#include <ctype.h>
#include <strings.h>

/* ==== Event types that are samples ========================================================== */

static void add_to_group(struct lane *lane, size_t rank, const char *event) {
    size_t t = 0;
    while (t + 1 < GROUP_TYPES && lane->groups[rank - 1][t]) t++;
    lane->groups[rank - 1][t] = event;
    if (lane->group_count < rank) lane->group_count = rank;
}

static struct lane lane_of_group(enum kind_group group) {
    struct lane lane = {.group_count = 0};
    for (size_t i = 0; i < KINDS; i++)
        if (kinds[i].group == group) add_to_group(&lane, kinds[i].rank, kinds[i].event);
    return lane;
}

static struct lane default_lane(void) {
    struct lane lane = {.group_count = 0};
    for (size_t i = 0; i < KINDS; i++)
        if (kinds[i].usual) add_to_group(&lane, kinds[i].usual, kinds[i].event);
    add_to_group(&lane, lane.group_count + 1, OTHER_PROFILE);
    return lane;
}

static void add_lane(struct selection *q, const char *event) {
    struct lane lane = {.groups = {{event}}, .group_count = 1};
    enum kind_group group = kind_group_named(event);
    if (group) lane = lane_of_group(group);
    for (size_t i = 0; i < q->lane_count; i++)
        if (strcmp(q->lanes[i].groups[0][0], lane.groups[0][0]) == 0) return; /* said twice */
    q->lanes[q->lane_count++] = lane;
}

/* ==== Regexes =============================================================================== */

static pcre2_code *compile(const char *option, const char *pattern, struct jfr_error *error) {
    int code;
    PCRE2_SIZE at;

    pcre2_code *regex =
        pcre2_compile((PCRE2_SPTR)pattern, PCRE2_ZERO_TERMINATED, PCRE2_UTF, &code, &at, NULL);
    if (regex == NULL) {
        PCRE2_UCHAR text[160];
        pcre2_get_error_message(code, text, sizeof text);
        error_set(error, JFR_IO, at, "%s: '%.150s' is not a regular expression: %s at position %zu",
                  option, pattern, (const char *)text, (size_t)at);
        return NULL;
    }
    pcre2_jit_compile(regex, PCRE2_JIT_COMPLETE); /* without JIT it is interpreted: slower, equal */
    return regex;
}

static bool compile_all(const char *option, const char *const *patterns, size_t count,
                        pcre2_code **out, struct jfr_error *error) {
    if (count > MAX_REGEXES)
        return error_set(error, JFR_LIMIT, 0, "%s: at most %d can be given, there are %zu", option,
                         MAX_REGEXES, count);
    for (size_t i = 0; i < count; i++)
        if ((out[i] = compile(option, patterns[i], error)) == NULL) return false;
    return true;
}

bool selection_matches(const pcre2_code *code, pcre2_match_data *data, const char *text,
                       size_t len) {
    return pcre2_match(code, (PCRE2_SPTR)text, len, 0, PCRE2_NO_UTF_CHECK, data, NULL) >= 0;
}

bool selection_state_matches(const char *wanted, const char *state) {
    if (strcasecmp(wanted, state) == 0) return true;
    return strncasecmp(state, "STATE_", 6) == 0 && strcasecmp(wanted, state + 6) == 0;
}

/* ==== Time ================================================================================== */

/* long double: a nanosecond is still seen after years. */
static const char *read_number(const char *p, long double *out) {
    long double value = 0, place = 1;
    const char *start = p;
    for (; isdigit((unsigned char)*p); p++) value = value * 10 + (*p - '0');
    if (*p == '.' && p > start)
        for (p++; isdigit((unsigned char)*p); p++) value += (*p - '0') * (place /= 10);
    *out = value;
    return p == start ? NULL : p;
}

/* "1h30m", "1.5s", "500ms"; a bare number is seconds. */
static bool parse_span(const char *p, int64_t *ns) {
    static const struct {
        const char *unit;
        long double ns;
    } units[] = {{"ns", 1},     {"us", 1e3}, {"ms", 1e6},   {"s", 1e9},
                 {"min", 60e9}, {"m", 60e9}, {"h", 3600e9}, {"d", 86400e9}};
    long double total = 0;
    if (*p == 0) return false;
    while (*p) {
        long double value, unit_ns = 0;
        p = read_number(p, &value);
        if (p == NULL) return false;
        if (*p == 0) unit_ns = 1e9;
        for (size_t i = 0; i < sizeof units / sizeof *units && unit_ns == 0; i++) {
            size_t len = strlen(units[i].unit);
            if (strncmp(p, units[i].unit, len) != 0 || isalpha((unsigned char)p[len])) continue;
            unit_ns = units[i].ns;
            p += len;
        }
        if (unit_ns == 0) return false;
        total += value * unit_ns;
    }
    if (total > 9e18) return false;
    *ns = (int64_t)(total + 0.5L);
    return true;
}

static bool is_leap(int year) {
    return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

static int days_of_month(int year, int month) {
    static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    return days[month - 1] + (month == 2 && is_leap(year));
}

/* Days since 1970-01-01 of a date of the Gregorian calendar, by counting leap years. */
static int64_t days_since_epoch(int year, int month, int day) {
    int64_t y = year - 1;
    int64_t days = y * 365 + y / 4 - y / 100 + y / 400 + day - 1;
    for (int m = 1; m < month; m++) days += days_of_month(year, m);
    return days - 719162; /* of 1970-01-01 by the same count */
}

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
        !read_digits(&p, 2, 1, days_of_month(year, month), &day))
        return false;
    if (*p == 'T' || *p == ' ') {
        p++;
        if (!read_clock(&p, 23, &minutes)) return false;
        if (*p == ':' && (p = read_number(p + 1, &second)) == NULL) return false;
        if (second >= 61) return false;
    }
    if (*p == '+' || *p == '-') {
        bool east = *p++ == '+';
        if (!read_clock(&p, 18, &offset)) return false;
        if (!east) offset = -offset;
    } else {
        read_char(&p, 'Z');
    }
    if (*p != 0) return false;
    int64_t since = days_since_epoch(year, month, day) * 1440 + minutes - offset;
    *ns = since * INT64_C(60000000000) + (int64_t)(second * 1e9L + 0.5L);
    return true;
}

bool time_point_parse(const char *text, struct time_point *out) {
    if (parse_iso(text, &out->ns)) {
        out->kind = TIME_ABSOLUTE;
        return true;
    }
    bool from_end = *text == '-';
    if (!parse_span(text + from_end, &out->ns)) return false;
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

void selection_set_window(void *context, int64_t start_ns, int64_t end_ns) {
    struct selection *q = context;
    q->from_ns = time_point_resolve(&q->options->from, start_ns, end_ns, INT64_MIN);
    q->to_ns = time_point_resolve(&q->options->to, start_ns, end_ns, INT64_MAX);
}

static bool relative(const struct time_point *point) {
    return point->kind == TIME_FROM_START || point->kind == TIME_FROM_END;
}

bool selection_needs_span(const struct selection *q) {
    return relative(&q->options->from) || relative(&q->options->to);
}

/* ==== Opening =============================================================================== */

bool selection_open(const struct samples_options *options, struct selection *q,
                    struct jfr_error *error) {
    *q = (struct selection){.options = options};
    if (options->event_count > MAX_LANES)
        return error_set(error, JFR_LIMIT, 0, "--event: at most %d can be given, there are %zu",
                         MAX_LANES, options->event_count);
    for (size_t i = 0; i < options->event_count; i++) add_lane(q, options->events[i]);
    if (options->event_count == 0) q->lanes[q->lane_count++] = default_lane();
    if (options->thread && (q->thread = compile("--thread", options->thread, error)) == NULL)
        return false;
    if (!compile_all("--include", options->include, options->include_count, q->include, error) ||
        !compile_all("--exclude", options->exclude, options->exclude_count, q->exclude, error))
        return false;
    q->has_window = options->from.kind != TIME_NONE || options->to.kind != TIME_NONE;
    selection_set_window(q, 0, 0);
    q->needs_context = options->thread || options->state_count || options->thread_roots ||
                       options->clusters || options->keep & PROFILE_SAMPLES;
    q->needs_time = q->has_window || options->clusters ||
                    (options->keep & PROFILE_SAMPLES && options->time_grain != SAMPLES_NO_TIMES);
    return true;
}

void selection_free(struct selection *q) {
    pcre2_code_free(q->thread);
    for (size_t i = 0; i < MAX_REGEXES; i++) {
        pcre2_code_free(q->include[i]);
        pcre2_code_free(q->exclude[i]);
    }
}

bool samples_check(const struct samples_options *options, struct jfr_error *error) {
    struct selection selection;
    bool ok = selection_open(options, &selection, error);
    selection_free(&selection);
    return ok;
}
