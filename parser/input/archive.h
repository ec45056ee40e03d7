/* What cannot be mapped: compressed files, archives, pipes. Layers lie on one another until a
 * recording shows, which then comes out chunk by chunk: memory holds chunks, not recordings.
 *
 *   file --> [zip] --member--> [gzip] --> FLR\0...          layers: libarchive, one format each
 *                                         |chunk|chunk|...  segments
 *
 * Every layer is told by its first bytes; libarchive is not left to guess, so that gzip within gzip
 * within gzip is counted here, not unwrapped where nobody counts.
 */
#pragma once

#include "parser/input/content.h"
#include "parser/input/input.h"
#include "parser/jfr.h"

struct unpack;

struct unpack_file {
    int fd;
    const char *name; /* to show */
    bool seekable;    /* a regular file: */
    uint64_t start;   /*   where in it the content begins */
    uint64_t size;    /*   bytes from there on; 0 for a file that does not know, as in /proc */
    const char *only; /* NULL, or: see jfr_input_only */
    bool parts;       /* only is the first of several that will be asked for */
    bool apart;       /* what is called like a recording and is none is a failure */
    bool named;       /* by the caller, not found in a folder */
    bool documents;   /* see input_take_documents */
    const struct input_others *others;
};

/* Whether what has this name may be, or hold, what is asked for: see jfr_input_only. */
bool unpack_wanted(const char *only, const char *name);

struct unpack_result {
    uint64_t recordings;
    uint64_t others; /* members that are no recordings */
    uint64_t empty;  /* of these: of 0 bytes */
    uint64_t failures;
    enum content outer;          /* what the file itself is */
    bool archive;                /* a zip or tar was in it: there are members */
    uint8_t first[CONTENT_LOOK]; /* how the first of the others begins */
    size_t first_len;
};

/* The descriptor stays the caller's. recordings counts those of all files. */
struct unpack *unpack_open(const struct unpack_file *file, uint32_t *recordings);
/* As jfr_input_next: 1 segment, 0 end (of it all, or of a part), -1 error (call again). */
int unpack_next(struct unpack *unpack, struct jfr_segment *segment, struct jfr_error *error);
/* Something follows that is not of the part asked for; it is looked at again for the next part. */
bool unpack_waits(const struct unpack *unpack);
/* What was met on the way to the end of the part that is no recording, and begins to count anew. */
struct unpack_result unpack_end_part(struct unpack *unpack);
void unpack_part(struct unpack *unpack, const char *only);
/* What is being read, or was when it failed: "ci.zip: build/rec.jfr". */
const char *unpack_name(const struct unpack *unpack);
/* The number of the recording that the last -1 of unpack_next was about, of which segments came;
 * UINT32_MAX: it was about something else. */
uint32_t unpack_failed_in(const struct unpack *unpack);
/* Bytes of the file read so far; never more than its size. */
uint64_t unpack_progress(const struct unpack *unpack);
/* Valid when unpack_next has returned 0. */
const struct unpack_result *unpack_result(const struct unpack *unpack);
void unpack_close(struct unpack *unpack);
