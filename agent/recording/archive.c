#include "agent/recording/archive.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define LEVEL 3 /* zstd's own default: 1 s of CPU for some hundred MB */

static bool load(struct recording_archive *archive) {
    archive->library = dlopen("libzstd.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!archive->library) return false;
    /* The way POSIX shows to get a function from dlsym. */
    *(void **)&archive->bound = dlsym(archive->library, "ZSTD_compressBound");
    *(void **)&archive->compress = dlsym(archive->library, "ZSTD_compress");
    *(void **)&archive->is_error = dlsym(archive->library, "ZSTD_isError");
    return archive->bound && archive->compress && archive->is_error;
}

bool recording_archive_open(struct recording_archive *archive, const char *path, char *error,
                            size_t error_size) {
    *archive = (struct recording_archive){.fd = -1};
    if (!load(archive)) {
        snprintf(error, error_size, "libzstd.so.1 cannot be loaded, chunks stay uncompressed");
        recording_archive_close(archive);
        return false;
    }
    struct text name = {0};
    text_addf(&name, "%s.zst", path);
    archive->path = text_take(&name);
    archive->fd = recording_create(archive->path);
    if (archive->fd < 0) {
        snprintf(error, error_size, "cannot write %s: %s", archive->path, strerror(errno));
        recording_archive_close(archive);
        return false;
    }
    return true;
}

int recording_archive_add(struct recording_archive *archive, int fd, uint64_t offset, uint64_t size,
                          int64_t ended) {
    if (size == 0) return 0;
    size_t room = archive->bound((size_t)size), len = 0;
    void *chunk = mem_alloc((size_t)size), *frame = mem_alloc(room);
    int failed = recording_read(fd, chunk, (size_t)size, offset);
    if (!failed) len = archive->compress(frame, room, chunk, (size_t)size, LEVEL);
    if (!failed && archive->is_error(len)) failed = EIO;
    if (!failed) failed = recording_write(archive->fd, frame, len, archive->length);
    free(chunk);
    free(frame);
    if (failed) { /* half a frame would spoil those that follow */
        (void)!ftruncate(archive->fd, (off_t)archive->length);
        return failed;
    }
    array_push(&archive->ended, (struct recording_span){archive->length, len, ended});
    archive->length += len;
    return 0;
}

int recording_archive_drop(struct recording_archive *archive, uint64_t open_bytes,
                           uint64_t max_bytes, int64_t before) {
    size_t drop = recording_spans_to_drop(archive->ended.items, archive->ended.len, open_bytes,
                                          max_bytes, before);
    if (!drop) return 0;
    uint64_t cut = archive->ended.items[drop - 1].offset + archive->ended.items[drop - 1].size;
    struct text name = {0};
    text_addf(&name, "%s.new", archive->path);
    int fd = recording_create(name.data);
    int failed = fd < 0 ? errno : 0;
    if (!failed) failed = recording_copy(archive->fd, cut, fd, 0, archive->length - cut);
    if (!failed && rename(name.data, archive->path) < 0) failed = errno;
    if (failed && fd >= 0) {
        unlink(name.data);
        close(fd);
    }
    text_free(&name);
    if (failed) return failed;
    close(archive->fd);
    archive->fd = fd;
    archive->length -= cut;
    archive->ended.len -= drop;
    memmove(archive->ended.items, archive->ended.items + drop,
            archive->ended.len * sizeof *archive->ended.items);
    for (size_t i = 0; i < archive->ended.len; i++) archive->ended.items[i].offset -= cut;
    return 0;
}

void recording_archive_close(struct recording_archive *archive) {
    if (archive->fd >= 0) close(archive->fd);
    if (archive->library) dlclose(archive->library);
    free(archive->path);
    array_free(&archive->ended);
    *archive = (struct recording_archive){.fd = -1};
}
