/* A file as it is stored, read in blocks, and the books kept while it is unpacked: how much came
 * out of it, what went wrong first, and the name of what is being read. Layers share it. */
#pragma once

#include "parser/input/archive.h"
#include "parser/input/stream.h"
#include "base/text.h"

struct archive;

struct stored {
    struct unpack_file file;
    struct stream stream; /* the stored bytes */
    uint8_t *buffer;      /* its current block */
    uint64_t at;          /* where the next block begins */
    uint64_t read;        /* bytes read, counted again where they are read again */

    uint64_t unpacked;         /* by all layers together */
    const struct stream *kept; /* what is kept as one piece comes from here; NULL: from nowhere */
    uint64_t kept_bytes;       /* that was unpacked for it */
    bool exceeded;             /* too much: nothing more is unpacked */
    struct jfr_error failure;  /* the first that was not reported yet; code JFR_OK if none */
    struct text name;          /* "ci.zip: build/rec.jfr" */
    struct archive *outermost; /* the layer on the file, which knows how far we are in it */
};

/* The file must outlive stored, and its name is copied; to be closed. */
void stored_open(struct stored *stored, const struct unpack_file *file);
void stored_close(struct stored *stored);
/* Only for seekable files. */
void stored_seek(struct stored *stored, uint64_t position);
/* From now on what this stream has is kept as one piece; NULL: no longer. */
void stored_keep(struct stored *stored, const struct stream *from);
/* Notes bytes that a layer has unpacked for that stream. False: that is more than we stand for. */
bool stored_charge(struct stored *stored, const struct stream *stream, uint64_t bytes);
/* Keeps the error, unless an earlier one waits: what goes wrong in one layer goes wrong in all
 * layers upon it. */
void stored_fail(struct stored *stored, enum jfr_code code, uint64_t offset, const char *format,
                 ...) __attribute__((format(printf, 4, 5)));
