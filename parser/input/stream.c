#include "parser/input/stream.h"
#include "base/mem.h"

#include <string.h>

void stream_start(struct stream *stream, stream_source *more, void *context) {
    stream->more = more;
    stream->context = context;
    stream->failed = false;
    stream_moved(stream, 0);
}

void stream_moved(struct stream *stream, uint64_t position) {
    stream->left = stream->then_left = 0;
    stream->taken = position;
    stream->ended = false;
}

void stream_free(struct stream *stream) {
    free(stream->joined);
    stream->joined = NULL;
    stream->joined_size = 0;
    stream_moved(stream, 0);
}

static size_t pull(struct stream *stream, const uint8_t **block) {
    if (stream->ended) return 0;
    int64_t len = stream->more(stream->context, block);
    if (len > 0) return (size_t)len;
    stream->ended = true;
    stream->failed = len < 0;
    return 0;
}

/* Sees to it that something is at hand, if there is anything left. */
static void refill(struct stream *stream) {
    if (stream->left > 0) return;
    if (stream->then_left > 0) {
        stream->at = stream->then;
        stream->left = stream->then_left;
        stream->then_left = 0;
    } else {
        stream->left = pull(stream, &stream->at);
    }
}

/* Moves what is at hand into joined, with room for want bytes. */
static void move_to_joined(struct stream *stream, size_t want) {
    uint8_t *old = stream->joined;
    if (stream->joined_size < want) {
        stream->joined = mem_alloc(want);
        stream->joined_size = want;
    }
    memmove(stream->joined, stream->at, stream->left);
    stream->at = stream->joined;
    if (old != stream->joined) free(old);
}

size_t stream_peek(struct stream *stream, size_t want, const uint8_t **data) {
    refill(stream);
    if (stream->left > 0 && stream->left < want) move_to_joined(stream, want);
    while (stream->left > 0 && stream->left < want) {
        if (stream->then_left == 0) stream->then_left = pull(stream, &stream->then);
        if (stream->then_left == 0) break;
        size_t n = want - stream->left;
        if (n > stream->then_left) n = stream->then_left;
        memcpy(stream->joined + stream->left, stream->then, n);
        stream->left += n;
        stream->then += n;
        stream->then_left -= n;
    }
    *data = stream->at;
    return stream->left;
}

static void advance(struct stream *stream, size_t n) {
    stream->at += n;
    stream->left -= n;
    stream->taken += n;
}

size_t stream_take(struct stream *stream, const uint8_t **data) {
    refill(stream);
    size_t n = stream->left;
    *data = stream->at;
    if (n > 0) advance(stream, n);
    return n;
}

uint64_t stream_read(struct stream *stream, uint64_t want, uint8_t **data) {
    uint8_t *bytes = NULL;
    size_t len = 0, cap = 0;
    while (len < want) {
        refill(stream);
        if (stream->left == 0) break;
        if (len == cap) {
            /* Doubled as bytes come: a header that claims 2^60 gets what it has, not more. */
            size_t room = cap ? cap * 2 : (size_t)1 << 20;
            cap = room < want ? room : (size_t)want;
            bytes = mem_resize(bytes, cap, 1);
        }
        size_t n = stream->left < cap - len ? stream->left : cap - len;
        memcpy(bytes + len, stream->at, n);
        len += n;
        advance(stream, n);
    }
    *data = bytes;
    return len;
}
