/* What can be saved of a chunk, as a chunk that every reader takes.
 *
 *   events       whose fields end where they do and whose type is described: copied as they are
 *   checkpoints  their pools as far as they can be read; the chain leads to all of them
 *   metadata     as it is; or that of another chunk of the recording
 *   header       sizes, offsets and times of what was written; finished
 */
#pragma once

#include "parser/jfr.h"
#include "base/text.h"

struct repair_counts {
    uint64_t chunks, events, constants; /* written */
    uint64_t bad_events;                /* dropped: cut, or of no known type */
    uint64_t lost_bytes;                /* that were no event, or constants that cannot be read */
    uint64_t lent;                      /* chunks that have another chunk's metadata */
};

struct repair; /* of a recording, whose chunks come in their order */
/* To be closed with repair_close. */
struct repair *repair_open(void);
/* Keeps the chunk's metadata for chunks that lack one. False: it has none. */
bool repair_learn(struct repair *repair, const struct jfr_chunk *chunk);
/* Appends the chunk to out. False, and nothing appended: it has no metadata, or what is kept does
 * not fit most of its events, or what came of it cannot be read; *why says which. */
bool repair_chunk(struct repair *repair, const struct jfr_chunk *chunk, struct text *out,
                  struct repair_counts *counts, const char **why);
void repair_close(struct repair *repair);
