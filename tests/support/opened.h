/* A chunk of a recording made by a test, opened step by step; all that was noted on the way is at
 * hand as text. The bytes are copied to where nothing may be read behind them. */
#pragma once

#include "parser/jfr.h"
#include "base/text.h"
#include "tests/support/recording.h"

struct opened {
    uint8_t *bytes;
    struct jfr_segment segment;
    uint64_t position;
    struct jfr_log log; /* gathers in notes */
    struct text notes;  /* one line a note: "lost 12 at 345: text" */
    struct jfr_error error;
    struct jfr_chunk chunk; /* of the last open_next that returned 1 */
    struct jfr_metadata *metadata;
};

/* Opens nothing yet. */
void open_bytes(struct opened *o, const void *bytes, size_t len);
/* jfr_chunk_next: 1, 0 or -1. */
int open_next(struct opened *o);
/* open_bytes, the first chunk, its metadata; fails the test if there is none. */
void open_first(struct opened *o, const struct recording *r);
void opened_close(struct opened *o);

bool opened_noted(const struct opened *o, const char *words);
/* The value that the path leads to from the event. */
struct jfr_value value_of_path(const struct jfr_constants *constants, const struct jfr_chunk *chunk,
                               const struct jfr_type *type, const struct jfr_event *event,
                               const char *path, char *buffer, size_t size);
const struct jfr_type *opened_type(const struct opened *o, const char *name);
