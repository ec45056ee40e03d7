/* Values of events as cells of reports: units, booleans, times with their zone, threads and stacks
 * as people and programs read them. */
#pragma once

#include "analyzers/events/events.h"
#include "analyzers/time/zone.h"
#include "cmd/write/cell.h"
#include "parser/jfr.h"
#include "parser/table/things.h"

struct event_values {
    struct zone zone;
    bool clocks;        /* people see of times that of day alone */
    size_t frames;      /* of a stack, in one cell */
    struct arena texts; /* of cells; the owner frees it when they are written */
    int64_t second;     /* that date says */
    struct text date;
};

/* cell: of that kind, numbers of things. */
struct cell event_values_cell(struct event_values *values, const struct things *things,
                              enum jfr_column_kind kind, enum jfr_unit unit, uint64_t cell);
/* "2026-11-20T21:31:00.5+01:00"; nothing if no calendar has it. */
void event_values_add_iso(struct event_values *values, int64_t ns, struct text *out);
/* As JSON: threads and stacks are objects; of a stack at most frames of it (SIZE_MAX: all). */
void event_values_write_json(struct event_values *values, const struct things *things,
                             enum jfr_column_kind kind, enum jfr_unit unit, uint64_t cell,
                             const char *key, size_t frames, struct json *json);
/* An element of "frames". */
void event_values_write_frame(const struct things *things, const struct things_frame *frame,
                              struct json *json);
/* "/slow, 200": the row's fields from first on, those that are not null, behind what is there. */
void event_values_add_group(struct event_values *values, const struct event_row *row, size_t first,
                            struct text *out);
void event_values_free(struct event_values *values);
bool event_values_is_null(enum jfr_column_kind kind, uint64_t cell);
/* Is it right-aligned? */
bool event_values_is_number(enum jfr_column_kind kind, enum jfr_unit unit);
