/* A report's text as lines, and those of a table as cells. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#define LINE_FIELDS 24

struct line { /* or a part of one */
    const char *at;
    size_t len;
    size_t begin, end; /* of a field: its columns */
};

struct line line_of(const char *text, size_t number); /* empty behind the end */
struct line line_after(struct line line);             /* likewise */
bool line_is_blank(struct line line);                 /* has it nothing but blanks? */
/* What stands between two blanks or more. Returns how many. */
size_t line_fields(struct line line, struct line fields[LINE_FIELDS]);
/* The field of the row below a heading: they begin in the same column, or end there; of the last
 * heading also what begins behind it. Without a length: there is none. */
struct line line_cell(const struct line *heads, size_t count, size_t heading, struct line row);
