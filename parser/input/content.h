/* What bytes are, told by how they begin. Names of files mean nothing here: recordings lie about as
 * rec.jfr that are gzip, and as upload.bin that are none.
 *
 *   FLR\0 ..........  recording      1f 8b 08 ......  gzip       50 4b 03 04 ....  zip    ...
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum content {
    CONTENT_OTHER = 0,
    CONTENT_RECORDING,
    CONTENT_PROFILE,       /* of pprof, see parser/document/document.h */
    CONTENT_OTHER_PROFILE, /* a document of another format */
    CONTENT_GZIP,          /* compressed: one thing inside */
    CONTENT_ZSTD,
    CONTENT_LZ4,
    CONTENT_XZ,
    CONTENT_BZIP2,
    CONTENT_ZIP, /* archive: members with names inside */
    CONTENT_TAR,
};

#define CONTENT_LOOK 4096 /* bytes that content_of wants to see: a page says late what it is */

/* By the bytes that a file begins with; len may be less than CONTENT_LOOK. */
enum content content_of(const uint8_t *data, size_t len);
const char *content_name(enum content content); /* "gzip" */

/* Are there members in it? */
static inline bool content_is_archive(enum content content) {
    return content >= CONTENT_ZIP;
}

/* Size of the finished chunk whose header (68 bytes) this is. 0 if it is none, is not finished, or
 * is of format 0.9, which has another header. */
uint64_t content_chunk_size(const uint8_t *header);
/* Bytes of a chunk of format 0.9, whose header (16 bytes) this is, up to its metadata record, the
 * last of it. 0 if it is none, or not finished. */
uint64_t content_old_body(const uint8_t *header);
/* True if something that looks like the header of a chunk lies anywhere in the bytes. */
bool content_holds_chunk(const uint8_t *data, size_t len);

/* Is a file of this name meant to be a recording, whatever it is packed in? */
bool content_is_named_so(const char *path);

/* "starts with 7f 45 4c 46 (an ELF program)", for the error that says why this is no recording. */
void content_describe(const uint8_t *data, size_t len, char *text, size_t size);
