/* What a statement answers, written: rows for programs as they come, for people as a sheet. */
#pragma once

#include "cmd/cli/output.h"
#include "cmd/query/connection.h"
#include "cmd/write/sheet.h"

/* Parses a number of rows, 0 for all, into a uint64_t: one more, so that 0 is "not given". */
bool result_parse_rows(const char *text, void *field);
#define RESULT_FORMATS FORMATS_OF_SHEETS " ndjson"

#define RESULT_ROWS_SHOWN 10000 /* to people */

struct result_shape {
    const char *title; /* or NULL */
    bool form;         /* a row is shown as lines "label  value" */
    const enum sql_unit *units;
    size_t units_len;
    bool masked;         /* texts are without their secrets */
    bool keys;           /* programs see "total_pause_time" for "Total Pause Time" */
    bool quiet_if_empty; /* people see nothing where there are no rows */
    size_t width;        /* 0: as wide as the output is */
    enum { RESULT_CUT_NAMES, RESULT_CUT_BEGINNING, RESULT_CUT_END } cut; /* of what is too long */
    uint8_t height; /* lines of a cell of text; 0: one */
};

/* JSON, or rows for programs: written as they come, all of them. */
bool result_is_for_programs(enum format format);
/* Steps the statement to its end. False: error is filled; what is written is half of it. rows: how
 * many there were; *more: and there were others, beyond max_rows. */
bool result_write(struct sql_statement *statement, enum format format, uint64_t max_rows,
                  const struct result_shape *shape, struct output *output, uint64_t *rows,
                  bool *more, struct sql_error *error);
