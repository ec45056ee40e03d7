#include "cmd/read/moment.h"

#include "cmd/cli/message.h"

#include <string.h>
#include <time.h>

#define SECOND INT64_C(1000000000)
#define MARK_COLUMNS 11 /* a mark of an axis and the blanks up to the next one */

/* ".25" of 250000000; nothing of 0. */
static void add_fraction(struct text *out, int64_t ns) {
    if (ns == 0) return;
    text_addf(out, ".%09lld", (long long)ns);
    while (out->data[out->len - 1] == '0') out->data[--out->len] = 0;
}

static void add_absolute(struct text *out, int64_t time_ns) {
    int64_t fraction = time_ns % SECOND;
    if (fraction < 0) fraction += SECOND;
    time_t seconds = (time_t)((time_ns - fraction) / SECOND);
    struct tm utc;
    char date[40];
    if (gmtime_r(&seconds, &utc) == NULL) return;
    strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%S", &utc);
    text_add(out, date);
    add_fraction(out, fraction);
    text_add_char(out, 'Z');
}

void moment_add(struct text *out, int64_t time_ns, int64_t origin_ns) {
    int64_t offset;
    if (__builtin_sub_overflow(time_ns, origin_ns, &offset) || offset < 0) {
        add_absolute(out, time_ns);
        return;
    }
    text_addf(out, "%lld", (long long)(offset / SECOND));
    add_fraction(out, offset % SECOND);
    text_add_char(out, 's');
}

void moment_add_selection(struct text *out, int64_t from_ns, int64_t to_ns, int64_t origin_ns) {
    text_add(out, "--from ");
    moment_add(out, from_ns, origin_ns);
    text_add(out, " --to ");
    moment_add(out, to_ns, origin_ns);
}

void moment_add_mark(struct text *out, int64_t offset_ns, int64_t step_ns) {
    if (offset_ns < 0) {
        text_add_char(out, '-');
        offset_ns = -offset_ns;
    }
    int64_t s = offset_ns / SECOND, fraction = offset_ns % SECOND;
    if (step_ns % SECOND == 0 && s >= 3600)
        text_addf(out, "%lld:%02lld:%02lld", (long long)(s / 3600), (long long)(s / 60 % 60),
                  (long long)(s % 60));
    else if (step_ns % SECOND == 0 && s >= 60)
        text_addf(out, "%lld:%02lld", (long long)(s / 60), (long long)(s % 60));
    else {
        text_addf(out, "%lld", (long long)s);
        add_fraction(out, fraction);
        text_add(out, " s");
    }
}

void moment_add_axis(struct text *out, int64_t offset_ns, int64_t cell_ns, size_t count,
                     unsigned times) {
    size_t columns = count * times, done = 0;
    size_t marks = columns / MARK_COLUMNS ? columns / MARK_COLUMNS : 1;
    struct time_range shown = {.start_ns = offset_ns,
                               .end_ns = offset_ns + (int64_t)count * cell_ns};
    int64_t step = time_range_step(&shown, marks, cell_ns);
    struct text mark = {0};
    for (size_t i = 0; i < count; i++) {
        int64_t at = offset_ns + (int64_t)i * cell_ns;
        size_t column = i * times;
        if ((at % step && i > 0) || column < done) continue;
        text_clear(&mark);
        moment_add_mark(&mark, at, step);
        if (column + mark.len > columns && i > 0) break;
        for (; done < column; done++) text_add_char(out, ' ');
        text_addf(out, "%s ", mark.data);
        done += mark.len + 1;
    }
    text_free(&mark);
}

void moment_add_length(struct text *out, int64_t ns) {
    static const struct {
        int64_t ns;
        const char *name;
    } units[] = {{3600 * SECOND, "h"}, {60 * SECOND, "min"}, {SECOND, "s"},
                 {1000000, "ms"},      {1000, "us"},         {1, "ns"}};
    size_t unit = ns ? 0 : 3; /* "0 ms" */
    while (unit < 5 && ns && ns < units[unit].ns) unit++;
    if (unit < 2 && ns % units[unit].ns) unit = 2; /* 90 s rather than 1.5 min */
    struct text digits = {0};
    text_addf(&digits, "%.3f", (double)ns / (double)units[unit].ns);
    while (digits.data[digits.len - 1] == '0') digits.data[--digits.len] = 0;
    if (digits.data[digits.len - 1] == '.') digits.data[--digits.len] = 0;
    text_addf(out, "%s %s", digits.data, units[unit].name);
    text_free(&digits);
}

void moment_add_left_out(struct text *out, const struct time_range *range) {
    if (range->outside) {
        text_add_number_of(out, range->outside, "sample");
        text_add(out, " at times far from the recording's left out\n");
    }
    if (range->untimed) {
        text_add_number_of(out, range->untimed, "sample");
        text_add(out, " without a time left out\n");
    }
}

bool moment_parse_length(const char *text, void *field) {
    struct time_point point;
    if (!time_point_parse(text, &point) || point.kind != TIME_FROM_START || point.ns <= 0)
        return false;
    memcpy(field, &point.ns, sizeof point.ns);
    return true;
}
