/* Points of time as a user reads and writes them, relative to the recording's start (origin). */
#pragma once

#include "analyzers/time/time_range.h"
#include "cmd/write/sheet.h"

/* As --from takes it, exact: "3.215s"; before the origin "2026-11-20T21:31:00.5Z". */
void moment_add(struct text *out, int64_t time_ns, int64_t origin_ns);
/* "--from 3.215s --to 4.015s", of which --to is just behind to_ns. */
void moment_add_selection(struct text *out, int64_t from_ns, int64_t to_ns, int64_t origin_ns);
/* For programs: from_ns and to_ns, both inclusive, and from and to as the options take them. */
void moment_add_fields(struct sheet *sheet, int64_t from_ns, int64_t to_ns, int64_t origin_ns);
/* For an axis whose marks are step_ns apart: "3 s", "3.25 s", "2:05", "1:02:05"; "-" before 0. */
void moment_add_mark(struct text *out, int64_t offset_ns, int64_t step_ns);
/* What the zone's clocks show at such a mark: "22:24:48", "22:24", "11-20"; with ms where marks are
 * less than a second apart. */
void moment_add_clock(struct text *out, int64_t time_ns, int64_t step_ns, const struct zone *zone);
struct moment_axis { /* cells of a chart, of times columns each */
    int64_t start_ns, cell_ns, origin_ns;
    size_t count;
    unsigned times;
};
/* A line of such marks. Never wider than the cells, but for the first mark. */
void moment_add_axis(struct text *out, const struct moment_axis *axis);
/* The clock at the same marks, as far as there is room. */
void moment_add_clock_axis(struct text *out, const struct moment_axis *axis,
                           const struct zone *zone);
/* "From 2026-11-20 22:24:48.163 to 2026-11-20 22:24:56.296, UTC": of what is shown. */
void moment_add_span(struct text *out, const struct time_range *range, const struct zone *zone);
/* For programs: the field zone. */
void moment_add_zone(struct sheet *sheet, const struct zone *zone);
/* A line for samples outside of the range, a line for those without a time, if there are any. */
void moment_add_left_out(struct text *out, const struct time_range *range);
/* For OPTION_PARSED with a field of int64_t: "10s", "500ms", "1.5s", more than 0. */
bool moment_parse_length(const char *text, void *field);
/* Likewise; a number without a unit is seconds. */
bool moment_parse_timeout(const char *text, void *field);
