/* The compressed file of a recording: finished chunks, each a zstd frame of its own, one after the
 * other. libzstd is loaded if it is there; the agent must not drag it into a JVM otherwise. */
#ifndef AGENT_RECORDING_ARCHIVE_H
#define AGENT_RECORDING_ARCHIVE_H

#include "agent/recording/file.h"

struct recording_archive {
    char *path; /* NULL: not in use */
    int fd;
    uint64_t length;
    ARRAY(struct recording_span) ended; /* frames */
    void *library;
    size_t (*bound)(size_t size);
    size_t (*compress)(void *to, size_t room, const void *from, size_t size, int level);
    unsigned (*is_error)(size_t code);
};

/* path: of the recording; ".zst" is appended. False: libzstd could not be loaded or the file could
 * not be made; *error says it. */
bool recording_archive_open(struct recording_archive *archive, const char *path, char *error,
                            size_t error_size);
/* Appends the chunk at offset of fd, which is read, not mapped: what the disk does not give must
 * not be a SIGBUS in the JVM. 0 or an errno. ended: monotonic ns. */
int recording_archive_add(struct recording_archive *archive, int fd, uint64_t offset, uint64_t size,
                          int64_t ended);
/* As recording_file_drop. open_bytes: of the recording outside the archive. */
int recording_archive_drop(struct recording_archive *archive, uint64_t open_bytes,
                           uint64_t max_bytes, int64_t before);
void recording_archive_close(struct recording_archive *archive);

#endif
