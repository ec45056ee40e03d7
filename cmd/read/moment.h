/* Points of time as a user reads and writes them, relative to the start of the recording (origin).
 */
#ifndef CMD_READ_MOMENT_H
#define CMD_READ_MOMENT_H

#include "analyzers/time/time_range.h"
#include "cmd/write/sheet.h"

#include <stdbool.h>

/* As --from takes it, exact: "3.215s"; before the origin "2026-11-20T21:31:00.5Z". */
void moment_add(struct text *out, int64_t time_ns, int64_t origin_ns);
/* "--from 3.215s --to 4.015s": both inclusive. */
void moment_add_selection(struct text *out, int64_t from_ns, int64_t to_ns, int64_t origin_ns);
/* The same for programs: the fields from_ns, to_ns, from and to. */
void moment_add_fields(struct sheet *sheet, int64_t from_ns, int64_t to_ns, int64_t origin_ns);
/* For an axis whose marks are step_ns apart: "3 s", "3.25 s", "2:05", "1:02:05"; "-" before 0. */
void moment_add_mark(struct text *out, int64_t offset_ns, int64_t step_ns);
/* A line of such marks over count cells of cell_ns, the first at offset_ns, times columns each.
 * Never wider than the cells, but for the first mark. */
void moment_add_axis(struct text *out, int64_t offset_ns, int64_t cell_ns, size_t count,
                     unsigned times);
/* A line for samples outside of the range, a line for those without a time, if there are any. */
void moment_add_left_out(struct text *out, const struct time_range *range);
/* For OPTION_PARSED with a field of int64_t: "10s", "500ms", "1.5s", more than 0. */
bool moment_parse_length(const char *text, void *field);

#endif
