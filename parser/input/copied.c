#include "parser/input/copied.h"

#include "base/mem.h"
#include "base/posix.h"
#include "parser/input/content.h"
#include "parser/input/segment.h"

#include <errno.h>
#include <string.h>

/* False: *failure is errno, 0 where the file ends before. */
static bool read_all(int fd, uint64_t at, uint8_t *data, uint64_t size, int *failure) {
    for (uint64_t len = 0; len < size;) {
        ssize_t got = pread(fd, data + len, (size_t)(size - len), (off_t)(at + len));
        if (got < 0 && errno == EINTR) continue;
        *failure = got < 0 ? errno : 0;
        if (got <= 0) return false;
        len += (uint64_t)got;
    }
    return true;
}

int copied_next(struct copied *copied, struct jfr_segment *segment, struct jfr_error *error) {
    uint8_t header[JFR_HEADER_SIZE];
    uint64_t left = copied->size - copied->at, size = 0;
    int failure = 0;
    if (left == 0) return 0;
    if (left >= sizeof header && read_all(copied->fd, copied->at, header, sizeof header, &failure))
        size = content_chunk_size(header);
    if (size == 0 || size > left) size = left; /* no known end: the rest is one */
    uint8_t *data = mem_alloc((size_t)size);
    if (!read_all(copied->fd, copied->at, data, size, &failure)) {
        free(data);
        if (failure)
            error_say(error, JFR_IO, copied->at, "cannot read %s at byte %llu: %s",
                      shorten(copied->name).text, (unsigned long long)copied->at,
                      strerror(failure));
        else
            error_say(error, JFR_IO, copied->at,
                      "%s was shortened while it was read: it ends before byte %llu",
                      shorten(copied->name).text, (unsigned long long)(copied->at + size));
        copied->at = copied->size;
        return -1;
    }
    *segment = segment_of_memory(data, size, copied->name);
    segment->offset = copied->at;
    copied->at += size;
    segment->last = copied->at == copied->size;
    return 1;
}
