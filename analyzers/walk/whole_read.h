/* Whether recordings are whole: parser/whole/ for each chunk, and what was noted on the way to it.
 *
 *   scan --chunk--> whole_check      problems with their place, those of all workers, sorted
 *        --notes--> cut, unfinished, unreadable: problems, too
 *
 * Causes come first: what only follows from a chunk's being cut stands behind all else of its
 * recording.
 */
#pragma once

#include "analyzers/walk/scan.h"
#include "parser/whole/whole.h"

struct whole_found {
    const char *source; /* name of the recording: of the report's, or of a note */
    uint64_t order;     /* of the recording */
    uint64_t chunk;     /* where its chunk begins, bytes in the recording */
    uint64_t offset;    /* likewise, of what is wrong */
    bool follows;       /* from the cut, which is a problem of its own */
    bool noted;         /* not of the chunk's contents: no kind */
    enum whole_kind kind;
    uint64_t count; /* of what it stands for, 1 mostly */
    char *what;
};

struct whole_answer {
    ARRAY(struct whole_found) problems; /* in the order of recordings and places */
    struct whole_counts counts;
    struct strings names;
};

/* report is filled as by any scan, and stays the caller's. */
void whole_read(const struct scan_options *options, struct scan_report *report,
                struct whole_answer *answer);
void whole_answer_free(struct whole_answer *answer);
