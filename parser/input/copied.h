/* A file that is a recording, read chunk by chunk into memory: for processes that are not ours, in
 * which a mapping would mean SIGBUS as soon as somebody shortens the file.
 *
 *   file:  |chunk|chunk|chunk that is not finished, garbage...|   -->   segments: chunk, chunk,
 * rest
 */
#pragma once

#include "parser/jfr.h"

struct copied { /* a zeroed one is at its end */
    int fd;     /* the caller's */
    uint64_t at, size;
    const char *name; /* likewise */
};

/* 1: *segment has name, data, offset and last; the rest is the caller's to fill. 0: no more. -1:
 * the file has become shorter or cannot be read, *error says so; there is no more. */
int copied_next(struct copied *copied, struct jfr_segment *segment, struct jfr_error *error);
