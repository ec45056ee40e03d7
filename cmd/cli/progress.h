/* The progress bar: on stderr, on a terminal, for what takes longer than half a second, or a tenth
 * where there is nothing else to look at; a word is there at once then.
 *
 *   [#########...........]  45 %  1.2 GB of 2.6 GB, 890 MB/s, 2 s left
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct progress {
    bool wanted;
    bool shown;
    int64_t appears_ns, start_ns, last_ns; /* monotonic clock */
};

/* hide: the user wants none; soon: somebody waits for a picture. */
void progress_start(struct progress *progress, bool hide, bool soon);
/* Fits struct scan_options: context is the struct progress, counts are bytes, total 0 if unknown.
 * Draws at most ten times a second. */
void progress_update(void *context, uint64_t done, uint64_t total);
/* What a pipe is told instead, from the next progress_start on: one such after the other. */
struct progress_told {
    uint64_t done, total;
};
void progress_tell(int fd); /* progress goes to fd, which stays the caller's */
/* Clears the line, if there is one. */
void progress_end(struct progress *progress);
