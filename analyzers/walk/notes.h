/* Notes of a scan on their way to its report: of the thread that reads input and chunk headers, and
 * of workers, each at its chunk. What is damaged everywhere need not be told everywhere: a chunk
 * has fifty notes at most, the report a thousand, and the last says how many more there were.
 *
 * Bytes that were lost are bytes of the file: those that are missing from it are none, and of a
 * chunk no more can be lost than it has, whatever its parts say of themselves and of each other. */
#pragma once

#include "analyzers/walk/scan.h"
#include "base/posix.h"

struct notes {
    struct scan_report *report; /* its sources, notes, losses, failures */
    pthread_mutex_t lock;       /* guards the report */
    size_t told, untold;        /* by the reading thread */
    uint32_t bad_profiles;
    bool silent; /* another process reads the same, and tells */
};

/* report must outlive notes. */
void notes_open(struct notes *notes, struct scan_report *report);
/* Puts them in order, leaves out those that are too many, and takes profiles that could not be read
 * from those that were. */
void notes_close(struct notes *notes);

/* ==== The reading thread ==================================================================== */

/* The name, owned by the report. */
const char *notes_source(struct notes *notes, const char *name);
void notes_tell(struct notes *notes, const char *source, uint64_t recording,
                const struct jfr_note *note);
/* A chunk, a member or a path could not be read: counts as failed. */
void notes_fail(struct notes *notes, const char *source, uint64_t recording,
                const struct jfr_error *error);

/* From here on the notes are those of one of several processes (crew.h), without what is there. */
void notes_apart(struct notes *notes, bool silent);
/* Adds those of another one, whose report has them. */
void notes_join(struct notes *notes, const struct notes *others);

/* ==== Workers =============================================================================== */

struct chunk_notes { /* of the chunk that a worker has at hand */
    struct notes *notes;
    const struct jfr_chunk *chunk;
    bool shared; /* others read stretches of it */
    size_t told;
    uint64_t untold, untold_bytes, untold_offset;
    uint64_t lost; /* so far, of the chunk's bytes: no byte is lost twice */
};

/* For jfr_log.note; the context is a struct chunk_notes. */
void notes_of_chunk(void *context, const struct jfr_note *note);
/* The chunk is through: sums up what was too much. */
void notes_end_chunk(struct chunk_notes *of);
/* The profile at hand could not be read. */
void notes_fail_profile(struct chunk_notes *of, const struct jfr_error *error);
