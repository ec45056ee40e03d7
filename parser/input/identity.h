/* Which file it was that was opened, so that who opens it again by its name notices that it is
 * another one, or is not what it was.
 *
 *   device, inode       another file by the same name: replaced, a folder mounted over it
 *   size                shorter: cut since
 *   size, time written  the same: nothing was written
 *                       else: written to. A recording that begins as it began has grown, which is
 *                       what JVM and agent do; anything else was overwritten
 */
#pragma once

#include "base/platform.h"
#include "base/posix.h"

struct identity {
    bool known; /* false: none was taken */
    struct platform_file file;
    uint64_t size;
    struct timespec written;
    bool recording;     /* as it lies there, not packed: */
    uint8_t begins[32]; /* what of its first header stays: format, start, clock */
};

/* known is false where fd is no regular file. */
struct identity identity_of(int fd, const struct stat *about);
/* Is the file behind fd the one that it was? False: change says, "was replaced by another file". */
bool identity_holds(const struct identity *known, int fd, const struct stat *about, char *change,
                    size_t size);
