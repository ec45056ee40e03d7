/* The reading of groups: chunk by chunk by codes, or ranges of chunks side by side.
 *
 *   a chunk   256 rows of codes --conditions--> groups by codes --decoded--> groups by cells
 *   a range   groups by cells of its chunks        each worker has things and names of its own
 *   all       those of the ranges, joined in the order of the files
 *
 * What does not fit into memory side by side is read by one thread, which stops where it is full.
 */
#pragma once

#include "sql/gathered.h"

/* A condition as bounds; null is below them. */
struct bounds {
    uint16_t slot;
    int64_t low, high;
    bool but_one; /* all but this one: */
    int64_t one;
    bool null; /* nothing but null */
};
/* As SQLite compares whole numbers with the value; NULL for conditions without one. */
struct bounds bounds_for(enum comparison comparison, sqlite3_value *value);
bool bounds_pass(const struct bounds *bounds, int64_t value);

struct reading { /* of a range, or of all */
    const struct gathered *gathered;
    const struct bounds *bounds;
    int64_t from_ns, to_ns;
    struct reader reader;
    struct groups *groups;
    ARRAY(struct groups) of_chunk; /* by codes, of each type of the chunk */
    uint64_t rows;                 /* of the chunk, that are in them */
    bool (*may_go_on)(void *context, struct reading *reading);
    void *context;
    bool stopped;
};

/* Of all chunks, with cells of the connection. */
void reading_open(struct reading *reading, const struct gathered *gathered,
                  const struct bounds *bounds, struct groups *groups);
/* Side by side, as far as that pays; a code of SQLite's. *whole: else there are no groups yet. */
int reading_side_by_side(struct reading *reading, bool *whole);
/* The next chunk. False: there is none, or nothing more is to be read. */
bool reading_next(struct reading *reading);
void reading_close(struct reading *reading); /* but the reader */
