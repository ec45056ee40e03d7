#include "cmd/attach/copy.h"

#include <errno.h>
#include <stddef.h>
#include <sys/types.h>
#include <unistd.h>

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
