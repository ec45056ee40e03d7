/* One layer of packing, taken off by libarchive: a compressed stream has one member, without a
 * name; an archive has any number.
 *
 *   from (stored bytes, or a member of the layer below) --> [layer] --> member, member, ...
 */
#pragma once

#include "parser/input/stored.h"

struct layer_counts {
    uint64_t recordings, others, empty, failures;
    uint64_t encrypted;
};

struct layer {
    enum content content;
    struct stored *stored;
    struct stream *from;
    const struct libarchive *la; /* its functions */
    struct archive *archive;
    struct stream member; /* the current one */
    size_t name_len;      /* of stored->name, without our member */
    bool seekable;        /* lies on a regular file */
    bool dead;            /* libarchive gave up on it */
    unsigned revived;     /* how often it was opened anew behind a broken member */
    uint64_t headers;     /* members met so far, of any kind */
    uint64_t position;    /* in the member as libarchive counts it */
    uint64_t gap;         /* bytes of a hole still to deliver, before: */
    const uint8_t *behind_gap;
    size_t behind_gap_len;
    struct layer_counts counts;
};

/* False: failed, stored->failure says why. layer_close releases it either way. */
bool layer_open(struct layer *layer, enum content content, struct stream *from,
                struct stored *stored);
/* Goes to the next member that is a file. False at the end and on failure. */
bool layer_next(struct layer *layer);
void layer_close(struct layer *layer);
