#include "cmd/attach/copy.h"

#include "parser/wire.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#define BEING_CHANGED 255 /* byte 64 of a chunk's header while its writer is at it */
#define TRIES 1000

bool copy_chunk_at(int fd, uint64_t begin, struct copy_chunk *out) {
    uint8_t *header = out->header;
    /* A writer that has died in the middle leaves the rest of the header as it was. */
    for (int i = 0; i < TRIES && (i == 0 || header[64] == BEING_CHANGED); i++)
        if (pread(fd, header, JFR_HEADER_SIZE, (off_t)begin) != JFR_HEADER_SIZE ||
            memcmp(header, "FLR\0", 4) != 0)
            return false;
    out->size = wire_be64(header + 8);
    out->checkpoint = wire_be64(header + 16);
    out->metadata = wire_be64(header + 24);
    out->start_ns = (int64_t)wire_be64(header + 32);
    out->duration_ns = (int64_t)wire_be64(header + 40);
    out->start_ticks = (int64_t)wire_be64(header + 48);
    out->ticks_per_second = (int64_t)wire_be64(header + 56);
    return true;
}

bool copy_chunk(int from, uint64_t begin, uint64_t least, int to, uint64_t *at) {
    struct copy_chunk chunk, after;
    if (!copy_chunk_at(from, begin, &chunk)) return false;
    for (int i = 0; i < TRIES; i++, chunk = after) {
        if (chunk.size < least || !copy_spans(from, begin, chunk.size, to, *at)) return false;
        if (!copy_chunk_at(from, begin, &after)) return false;
        if (memcmp(chunk.header, after.header, JFR_HEADER_SIZE) == 0) break;
    }
    chunk.header[64] = 0; /* what was flushed is complete, and the JDK 25 reads no other */
    if (pwrite(to, chunk.header, JFR_HEADER_SIZE, (off_t)*at) != JFR_HEADER_SIZE) return false;
    *at += chunk.size;
    return true;
}

void copy_names(int folder, const char *ending, folder_names *out) {
    int again = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (again >= 0) folder_take(fdopendir(again), ending, out);
}

static bool copy_data(int from, uint64_t at, uint64_t end, int to, uint64_t to_at) {
    char buffer[65536];
    while (at < end) {
        size_t want = end - at < sizeof buffer ? (size_t)(end - at) : sizeof buffer;
        ssize_t n = pread(from, buffer, want, (off_t)at);
        if (n <= 0) return n == 0; /* it became shorter */
        for (ssize_t done = 0, written; done < n; done += written)
            if ((written = pwrite(to, buffer + done, (size_t)(n - done),
                                  (off_t)(to_at + (uint64_t)done))) < 0)
                return false;
        at += (uint64_t)n;
        to_at += (uint64_t)n;
    }
    return true;
}

bool copy_spans(int from, uint64_t at, uint64_t len, int to, uint64_t to_at) {
    uint64_t end = at + len;
    while (at < end) {
        off_t data = lseek(from, (off_t)at, SEEK_DATA);
        if (data < 0 && errno == ENXIO) break; /* a hole up to the end */
        if (data < 0) data = (off_t)at;        /* this file system does not know its holes */
        if ((uint64_t)data >= end) break;
        off_t hole = lseek(from, data, SEEK_HOLE);
        uint64_t stop = hole < data || (uint64_t)hole > end ? end : (uint64_t)hole;
        to_at += (uint64_t)data - at;
        if (!copy_data(from, (uint64_t)data, stop, to, to_at)) return false;
        to_at += stop - (uint64_t)data;
        at = stop;
    }
    return at >= end || ftruncate(to, (off_t)(to_at + (end - at))) == 0;
}
