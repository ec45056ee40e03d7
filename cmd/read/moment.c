#include "cmd/read/moment.h"

#include "base/units.h"

#define MARK_COLUMNS 11 /* a mark of an axis and the blanks up to the next one */

/* ".25" of 250000000; nothing of 0. */
static void add_fraction(struct text *out, int64_t ns) {
    if (ns == 0) return;
    text_addf(out, ".%09lld", (long long)ns);
    while (out->data[out->len - 1] == '0') out->data[--out->len] = 0;
}

static void add_absolute(struct text *out, int64_t time_ns) {
    int64_t fraction = time_ns % NS_PER_S;
    if (fraction < 0) fraction += NS_PER_S;
    if (!units_add_date(out, time_ns, "%Y-%m-%dT%H:%M:%S")) return;
    add_fraction(out, fraction);
    text_add_char(out, 'Z');
}

void moment_add(struct text *out, int64_t time_ns, int64_t origin_ns) {
    int64_t offset;
    if (__builtin_sub_overflow(time_ns, origin_ns, &offset) || offset < 0) {
        add_absolute(out, time_ns);
        return;
    }
    text_addf(out, "%lld", (long long)(offset / NS_PER_S));
    add_fraction(out, offset % NS_PER_S);
    text_add_char(out, 's');
}

static int64_t behind(int64_t ns) {
    return ns < INT64_MAX ? ns + 1 : ns;
}

void moment_add_selection(struct text *out, int64_t from_ns, int64_t to_ns, int64_t origin_ns) {
    text_add(out, "--from ");
    moment_add(out, from_ns, origin_ns);
    text_add(out, " --to ");
    moment_add(out, behind(to_ns), origin_ns);
}

void moment_add_fields(struct sheet *sheet, int64_t from_ns, int64_t to_ns, int64_t origin_ns) {
    OWNED(text_free) struct text from = {0}, to = {0};
    moment_add(&from, from_ns, origin_ns);
    moment_add(&to, behind(to_ns), origin_ns);
    sheet_fields(sheet, {"from_ns", cell_time(from_ns)}, {"to_ns", cell_time(to_ns)},
                 {"from", cell_text(text_str(&from))}, {"to", cell_text(text_str(&to))});
}

void moment_add_mark(struct text *out, int64_t offset_ns, int64_t step_ns) {
    if (offset_ns < 0) {
        text_add_char(out, '-');
        offset_ns = -offset_ns;
    }
    int64_t s = offset_ns / NS_PER_S, fraction = offset_ns % NS_PER_S;
    if (step_ns % NS_PER_S == 0 && s >= 3600)
        text_addf(out, "%lld:%02lld:%02lld", (long long)(s / 3600), (long long)(s / 60 % 60),
                  (long long)(s % 60));
    else if (step_ns % NS_PER_S == 0 && s >= 60)
        text_addf(out, "%lld:%02lld", (long long)(s / 60), (long long)(s % 60));
    else {
        text_addf(out, "%lld", (long long)s);
        add_fraction(out, fraction);
        text_add(out, " s");
    }
}

void moment_add_clock(struct text *out, int64_t time_ns, int64_t step_ns, const struct zone *zone) {
    const int64_t minute = 60 * NS_PER_S, day = 1440 * minute;
    int64_t wall = zone_to_wall(zone, time_ns), fraction = wall % NS_PER_S;
    const char *format = step_ns >= day ? "%m-%d" : step_ns >= minute ? "%H:%M" : "%H:%M:%S";
    if (!units_add_date(out, wall, format) || step_ns >= NS_PER_S) return;
    if (fraction < 0) fraction += NS_PER_S;
    text_addf(out, ".%03d", (int)(fraction / NS_PER_MS));
}

/* zone NULL: since the origin. */
static void add_marks(struct text *out, const struct moment_axis *axis, const struct zone *zone) {
    size_t columns = axis->count * axis->times, done = 0;
    size_t marks = columns / MARK_COLUMNS ? columns / MARK_COLUMNS : 1;
    int64_t offset_ns = axis->start_ns - axis->origin_ns;
    struct time_range shown = {.start_ns = offset_ns,
                               .end_ns = offset_ns + (int64_t)axis->count * axis->cell_ns};
    int64_t step = time_range_step(&shown, marks, axis->cell_ns);
    for (size_t i = 0; i < axis->count; i++) {
        int64_t at = offset_ns + (int64_t)i * axis->cell_ns;
        size_t column = i * axis->times;
        if ((at % step && i > 0) || column < done) continue;
        OWNED(text_free) struct text mark = {0};
        if (zone) moment_add_clock(&mark, axis->origin_ns + at, step, zone);
        else moment_add_mark(&mark, at, step);
        if (column + mark.len > columns && i > 0) break;
        for (; done < column; done++) text_add_char(out, ' ');
        text_addf(out, "%s ", text_str(&mark));
        done += mark.len + 1;
    }
}

void moment_add_axis(struct text *out, const struct moment_axis *axis) {
    add_marks(out, axis, NULL);
}

void moment_add_clock_axis(struct text *out, const struct moment_axis *axis,
                           const struct zone *zone) {
    add_marks(out, axis, zone);
}

void moment_add_span(struct text *out, const struct time_range *range, const struct zone *zone) {
    text_add(out, "From ");
    zone_add_time(zone, range->start_ns, out);
    text_add(out, " to ");
    zone_add_time(zone, range->end_ns, out);
    text_add(out, ", ");
    zone_add_name(zone, out);
    text_add_char(out, '\n');
}

void moment_add_zone(struct sheet *sheet, const struct zone *zone) {
    OWNED(text_free) struct text name = {0};
    zone_add_name(zone, &name);
    sheet_field(sheet, "zone", cell_text(text_str(&name)));
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
    int64_t ns;
    if (!units_parse_duration(text, &ns) || ns == 0) return false;
    memcpy(field, &ns, sizeof ns);
    return true;
}

bool moment_parse_timeout(const char *text, void *field) {
    char *end;
    double seconds = strtod(text, &end);
    if (end == text || *end) return moment_parse_length(text, field);
    if (!(seconds > 0 && seconds < 1e9)) return false;
    *(int64_t *)field = (int64_t)(seconds * 1e9);
    return true;
}
