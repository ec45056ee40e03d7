#include "parser/input/identity.h"

#include "base/posix.h"

#include "parser/jfr.h"

#include <stdio.h>
#include <string.h>

/* Of a header (see jfr.h) these do not change while the chunk is written: magic and format, start,
 * start in ticks and their frequency. */
static bool read_beginning(int fd, uint8_t *begins) {
    uint8_t header[JFR_HEADER_SIZE];
    if (pread(fd, header, sizeof header, 0) != (ssize_t)sizeof header) return false;
    if (memcmp(header, "FLR", 4) != 0) return false;
    memcpy(begins, header, 8);
    memcpy(begins + 8, header + 32, 8);
    memcpy(begins + 16, header + 48, 16);
    return true;
}

struct identity identity_of(int fd, const struct stat *about) {
    struct identity found = {.known = S_ISREG(about->st_mode),
                             .size = (uint64_t)about->st_size,
                             .written = platform_written(about)};
    platform_file(fd, about, &found.file);
    found.recording = found.known && read_beginning(fd, found.begins);
    return found;
}

static bool same_time(struct timespec a, struct timespec b) {
    return a.tv_sec == b.tv_sec && a.tv_nsec == b.tv_nsec;
}

bool identity_holds(const struct identity *known, int fd, const struct stat *about, char *change,
                    size_t size) {
    uint64_t now = (uint64_t)about->st_size;
    uint8_t begins[sizeof known->begins];
    struct platform_file file = {0};
    platform_file(fd, about, &file);
    if (!platform_file_same(&file, &known->file) ||
        !S_ISREG(about->st_mode)) { /* a number is given to the next file */
        snprintf(change, size, "was replaced by another file");
        return false;
    }
    if (now < known->size) {
        snprintf(change, size, "was shortened from %llu to %llu bytes",
                 (unsigned long long)known->size, (unsigned long long)now);
        return false;
    }
    if (now == known->size && same_time(platform_written(about), known->written)) return true;
    if (known->recording && read_beginning(fd, begins) &&
        memcmp(begins, known->begins, sizeof begins) == 0)
        return true;
    snprintf(change, size, "was overwritten");
    return false;
}
