/* A pull stream: bytes that come block by block, with a look at what is ahead.
 *
 *             at           then
 *   taken ....[left.......][then_left......] | more() |
 *             ^ next byte   (only after a look that had to join two blocks)
 *
 * The source keeps its block valid until it is asked for the next one.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The next block of bytes: its length, 0 at the end, -1 on failure (which the source remembers). */
typedef int64_t stream_source(void *context, const uint8_t **block);

struct stream {
    stream_source *more;
    void *context;
    const uint8_t *at, *then;
    size_t left, then_left;
    uint8_t *joined; /* blocks put together for a look */
    size_t joined_size;
    uint64_t taken; /* position of *at */
    bool ended;     /* no more blocks; failed says whether that is how it should be */
    bool failed;
};

/* Starts over with another source; memory is kept. A zeroed struct will do for the first time. */
void stream_start(struct stream *stream, stream_source *more, void *context);
/* Forgets what is at hand: the source stands at this position now. */
void stream_moved(struct stream *stream, uint64_t position);
void stream_free(struct stream *stream);

/* The next bytes without taking them, want of them in one piece; fewer only at the end. */
size_t stream_peek(struct stream *stream, size_t want, const uint8_t **data);
/* Takes what is at hand, at least a byte, in place. 0 at the end. Valid until the next call. */
size_t stream_take(struct stream *stream, const uint8_t **data);
/* Takes up to want bytes into memory of their own, which grows with what really comes. Returns
 * their number; *data is to be freed, NULL if there were none. */
uint64_t stream_read(struct stream *stream, uint64_t want, uint8_t **data);
