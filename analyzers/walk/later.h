/* Chunks and profiles whose turn comes when all of the input was looked at, because only then is
 * known what of them is wanted. Bytes that cost memory are kept as long as there are few of them,
 * or where they come only once; the others are read again.
 *
 *   segment --later_keeps--> yes: it stays with who has it
 *                            no:  released, and --later_bring--> a segment with the same bytes
 */
#pragma once

#include "parser/jfr.h"

#include <stdbool.h>
#include <stdint.h>

struct later {
    uint64_t kept;              /* bytes, in memory of their own */
    bool lets_go;               /* there were more */
    struct jfr_input *input;    /* read again; NULL: nothing was so far */
    struct jfr_segment segment; /* of it, the last one; owner NULL: none */
    uint64_t done;              /* of the bytes of it, when it was closed */
    uint64_t lost;              /* 1 + number of the recording that could not be read again */
};

#define LATER_KEPT ((uint64_t)64 << 20)

/* Is the segment, which the input gave, to be kept? */
bool later_keeps(struct later *later, const struct jfr_input *input,
                 const struct jfr_segment *segment);
/* Finds the bytes of a chunk, or of a profile as a whole, in the files of an input that was read to
 * its end: *segment, to be released, data and name of the chunk. To be called in the order in which
 * the input gave them. False: the recording is not what it was, which error says; code JFR_OK: it
 * was said before. */
bool later_bring(struct later *later, const struct jfr_input *input, struct jfr_segment *segment,
                 struct jfr_chunk *chunk, struct jfr_error *error);
/* Adds to what was read of the input, and is there of it, what is read again. */
void later_progress(const struct later *later, uint64_t *done, uint64_t *total);
void later_close(struct later *later);
