#include "parser/input/stored.h"
#include "base/mem.h"
#include "base/posix.h"
#include "parser/input/segment.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#define BLOCK ((size_t)256 << 10)

/* What one file may unpack to: 64 MiB, and 250 times its size on top.
 *
 * Real recordings shrink to between a half (gzip) and a tenth (xz -9). Deflate reaches 1:1032 at
 * most, the others more, with files made to burst their reader. 250 lies well between; the 64 MiB
 * keep small honest files, which may be anything, out of it. */
#define UNPACK_FREE (UINT64_C(64) << 20)
#define UNPACK_RATIO 250

/* And what it may have us keep at once: a chunk, or what has no end that is known, such as a chunk
 * that was not finished. JVMs end chunks at 12 MB unless told otherwise. */
#define KEPT_RATIO 32

static int64_t next_block(void *context, const uint8_t **block) {
    struct stored *stored = context;
    if (stored->buffer == NULL) stored->buffer = mem_alloc(BLOCK);
    ssize_t n;
    do {
        if (stored->file.seekable)
            n = pread(stored->file.fd, stored->buffer, BLOCK,
                      (off_t)(stored->file.start + stored->at));
        else n = read(stored->file.fd, stored->buffer, BLOCK);
    } while (n < 0 && errno == EINTR);
    if (n < 0) {
        stored_fail(stored, JFR_IO, stored->at, "cannot read %s at byte %llu: %s",
                    shorten(stored->file.name).text, (unsigned long long)stored->at,
                    strerror(errno));
        return -1;
    }
    stored->at += (uint64_t)n;
    stored->read += (uint64_t)n;
    *block = stored->buffer;
    return n;
}

void stored_open(struct stored *stored, const struct unpack_file *file) {
    *stored = (struct stored){.file = *file};
    stream_start(&stored->stream, next_block, stored);
    text_add(&stored->name, file->name);
}

void stored_close(struct stored *stored) {
    stream_free(&stored->stream);
    free(stored->buffer);
    text_free(&stored->name);
}

void stored_seek(struct stored *stored, uint64_t position) {
    stored->at = position;
    stream_moved(&stored->stream, position);
}

void stored_keep(struct stored *stored, const struct stream *from) {
    stored->kept = from;
    stored->kept_bytes = 0;
}

static bool is_within(uint64_t bytes, uint64_t ratio, uint64_t size) {
    return bytes <= UNPACK_FREE || (bytes - UNPACK_FREE) / ratio < size;
}

bool stored_charge(struct stored *stored, const struct stream *stream, uint64_t bytes) {
    uint64_t size = stored->file.size ? stored->file.size : stored->read;
    stored->unpacked += bytes;
    if (stored->kept == stream) stored->kept_bytes += bytes;
    struct short_name name = shorten(text_str(&stored->name));
    if (!is_within(stored->unpacked, UNPACK_RATIO, size))
        stored_fail(stored, JFR_LIMIT, 0,
                    "%s unpacks to more than %llu bytes from %llu: no recording compresses that "
                    "well, so the rest is not read (the limit is 64 MiB and %d times the size)",
                    name.text, (unsigned long long)stored->unpacked, (unsigned long long)size,
                    UNPACK_RATIO);
    else if (!is_within(stored->kept_bytes, KEPT_RATIO, size))
        stored_fail(stored, JFR_LIMIT, 0,
                    "%s: a chunk, or what is none, unpacks to more than %llu bytes from %llu, and "
                    "the rest is not read (what is kept at once is limited to 64 MiB and %d times "
                    "the size); unpack the file first",
                    name.text, (unsigned long long)stored->kept_bytes, (unsigned long long)size,
                    KEPT_RATIO);
    else return true;
    stored->exceeded = true;
    return false;
}

void stored_fail(struct stored *stored, enum jfr_code code, uint64_t offset, const char *format,
                 ...) {
    if (stored->failure.code != JFR_OK) return;
    stored->failure.code = code;
    stored->failure.offset = offset;
    va_list args;
    va_start(args, format);
    vsnprintf(stored->failure.text, sizeof stored->failure.text, format, args);
    va_end(args);
}
