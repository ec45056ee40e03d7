#include "agent/recording/file.h"

#include "parser/jfr.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define STEP (UINT64_C(1) << 20) /* the file grows by this */
#define PAGE UINT64_C(4096)      /* or several of them */

/* ==== Writing ================================================================================ */

/* A file is locked by who writes it: two JVMs that were given the same name, such as one with %p in
 * containers, where each is process 1, would take it from each other. */
static bool is_written(const char *path) {
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (fd < 0) return false;
    bool busy = flock(fd, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    close(fd);
    return busy;
}

int recording_create(const char *path) {
    if (is_written(path)) {
        errno = EBUSY;
        return -1;
    }
    unlink(path);
    int fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0666);
    if (fd >= 0) (void)flock(fd, LOCK_EX | LOCK_NB); /* not every file system has locks */
    return fd;
}

/* A child between fork() and exec() has the file open as well, and with it the lock. */
static void close_and_unlock(int fd) {
    (void)flock(fd, LOCK_UN);
    close(fd);
}

int recording_write(int fd, const void *bytes, size_t len, uint64_t offset) {
    const char *p = bytes;
    while (len) {
        ssize_t n = pwrite(fd, p, len, (off_t)offset);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return n < 0 ? errno : ENOSPC;
        p += n;
        len -= (size_t)n;
        offset += (uint64_t)n;
    }
    return 0;
}

int recording_copy(int from, uint64_t from_offset, int to, uint64_t to_offset, uint64_t len) {
    enum { BUFFER = 1 << 16 };
    char *buffer = mem_alloc(BUFFER);
    int failed = 0;
    while (len && !failed) {
        ssize_t n = pread(from, buffer, len < BUFFER ? (size_t)len : BUFFER, (off_t)from_offset);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) {
            failed = n < 0 ? errno : EIO;
            break;
        }
        failed = recording_write(to, buffer, (size_t)n, to_offset);
        from_offset += (uint64_t)n;
        to_offset += (uint64_t)n;
        len -= (uint64_t)n;
    }
    free(buffer);
    return failed;
}

/* size 4, type, start, duration, delta, mask, no pools */
static void put_filler(uint8_t out[RECORDING_FILLER], uint64_t size) {
    memset(out, 0, RECORDING_FILLER);
    for (int i = 0; i < 4; i++) out[i] = (uint8_t)((size >> (7 * i) & 0x7F) | (i < 3 ? 0x80 : 0));
    out[4] = JFR_CHECKPOINT_EVENT;
}

void recording_add_filler(struct text *out) {
    uint8_t filler[RECORDING_FILLER];
    put_filler(filler, sizeof filler);
    text_add_bytes(out, filler, sizeof filler);
}

/* The filler that follows, and what is appended over it next, have their heads within a page. */
static void end_within_page(struct text *bytes, uint64_t begin) {
    if ((begin + bytes->len) % PAGE > PAGE - RECORDING_FILLER) recording_add_filler(bytes);
}

static int write_filler(struct recording_file *file, uint64_t offset, uint64_t size) {
    uint8_t filler[RECORDING_FILLER];
    put_filler(filler, size);
    return recording_write(file->fd, filler, sizeof filler, offset);
}

static int write_header(int fd, uint64_t begin, const struct writer_header *header) {
    uint8_t bytes[WRITER_HEADER_SIZE];
    writer_put_header(bytes, header);
    return recording_write(fd, bytes, sizeof bytes, begin);
}

static uint64_t room_for(uint64_t end) {
    return (end + RECORDING_FILLER + STEP - 1) / STEP * STEP;
}

/* Makes the file reach at least to `end` and a filler. */
static int make_room(struct recording_file *file, uint64_t end) {
    if (end + RECORDING_FILLER <= file->length) return 0;
    uint64_t length = room_for(end);
    struct writer_header longer = file->header;
    longer.size = length - file->begin;
    int failed = write_filler(file, file->end, length - file->end);
    if (!failed && ftruncate(file->fd, (off_t)length) < 0) failed = errno;
    if (!failed) failed = write_header(file->fd, file->begin, &longer);
    if (failed) { /* overwriting what is there already: fails only if the disk does */
        (void)!ftruncate(file->fd, (off_t)file->length);
        (void)!write_header(file->fd, file->begin, &file->header);
        (void)!write_filler(file, file->end, file->length - file->end);
        return failed;
    }
    file->length = length;
    file->header = longer;
    return 0;
}

/* ==== Opening ================================================================================ */

/* Opens a new file beside the path; *name is freed by the caller. -1: errno. */
static int open_beside(const char *path, char **name) {
    struct text beside = {0};
    text_addf(&beside, "%s.new", path);
    *name = text_take(&beside);
    return recording_create(*name);
}

/* The file that the path leads to; a link's owner could replace the file itself. NULL: errno. */
static char *follow(const char *path) {
    struct stat status;
    if (lstat(path, &status) != 0 || !S_ISLNK(status.st_mode)) return mem_copy_text(path);
    if (status.st_uid != geteuid() && status.st_uid != 0) {
        errno = ELOOP;
        return NULL;
    }
    char *target = realpath(path, NULL);
    return target ? target : mem_copy_text(path); /* replaced, if it leads nowhere */
}

int recording_file_create(struct recording_file *file, const char *path, struct text *chunk,
                          struct writer_header *header) {
    struct stat status;
    /* Renaming over a device or a pipe would replace it. */
    if (stat(path, &status) == 0 && !S_ISREG(status.st_mode))
        return S_ISDIR(status.st_mode) ? EISDIR : EEXIST;
    char *name, *target = follow(path);
    if (!target) return errno;
    *file = (struct recording_file){.path = target};
    file->fd = open_beside(file->path, &name);
    int failed = file->fd < 0 ? errno : 0;
    /* Asked when the other name is ours: whoever had it before us is done with it. */
    if (!failed && is_written(file->path)) failed = EBUSY;
    end_within_page(chunk, 0);
    file->end = chunk->len;
    file->length = room_for(file->end);
    header->size = file->length;
    if (!failed) failed = recording_write(file->fd, chunk->data, chunk->len, 0);
    if (!failed) failed = write_header(file->fd, 0, header);
    if (!failed) failed = write_filler(file, file->end, file->length - file->end);
    if (!failed && ftruncate(file->fd, (off_t)file->length) < 0) failed = errno;
    if (!failed && rename(name, file->path) < 0) failed = errno;
    if (failed && file->fd >= 0) unlink(name);
    free(name);
    file->header = *header;
    if (failed) recording_file_close(file);
    return failed;
}

void recording_file_close(struct recording_file *file) {
    if (file->fd >= 0) close_and_unlock(file->fd);
    free(file->path);
    array_free(&file->ended);
    *file = (struct recording_file){.fd = -1};
}

/* ==== Appending ============================================================================== */

int recording_file_append(struct recording_file *file, struct text *bytes,
                          struct writer_header *header) {
    if (bytes->len) end_within_page(bytes, file->end);
    uint64_t end = file->end + bytes->len;
    int failed = make_room(file, end);
    header->size = file->length - file->begin;
    size_t first = bytes->len ? RECORDING_FILLER : 0;
    if (!failed && bytes->len) failed = write_filler(file, end, file->length - end);
    if (!failed && bytes->len > first)
        failed =
            recording_write(file->fd, bytes->data + first, bytes->len - first, file->end + first);
    if (!failed) failed = write_header(file->fd, file->begin, header);
    if (!failed) file->header = *header;
    if (!failed && first) failed = recording_write(file->fd, bytes->data, first, file->end);
    if (!failed) file->end = end;
    return failed;
}

int recording_file_next(struct recording_file *file, struct writer_header *ended, int64_t now,
                        struct text *chunk, struct writer_header *header) {
    /* The last filler of the chunk that ends stays: what begins behind it must have been inside. */
    uint64_t begin = (file->end + RECORDING_FILLER + PAGE - 1) / PAGE * PAGE;
    end_within_page(chunk, begin);
    uint64_t end = begin + chunk->len;
    int failed = make_room(file, end);
    if (failed) return failed;
    header->size = file->length - begin;
    ended->size = begin - file->begin;
    failed = recording_write(file->fd, chunk->data, chunk->len, begin);
    if (!failed) failed = write_header(file->fd, begin, header);
    if (!failed) failed = write_filler(file, end, file->length - end);
    if (!failed) failed = write_header(file->fd, file->begin, ended);
    if (!failed) failed = write_filler(file, file->end, begin - file->end);
    if (failed) return failed;
    array_push(&file->ended, (struct recording_span){file->begin, ended->size, now});
    file->begin = begin;
    file->end = end;
    file->header = *header;
    return 0;
}

int recording_file_finish(struct recording_file *file, struct writer_header *header) {
    header->size = file->end - file->begin;
    int failed = write_header(file->fd, file->begin, header);
    if (!failed && ftruncate(file->fd, (off_t)file->end) < 0) failed = errno;
    if (!failed) file->length = file->end;
    file->header = *header;
    return failed;
}

/* ==== Dropping =============================================================================== */

size_t recording_spans_to_drop(const struct recording_span *spans, size_t count,
                               uint64_t open_bytes, uint64_t max_bytes, int64_t before) {
    size_t drop = 0;
    uint64_t bytes = open_bytes;
    for (size_t i = 0; i < count; i++) bytes += spans[i].size;
    while (before && drop < count && spans[drop].ended < before) bytes -= spans[drop++].size;
    if (!max_bytes || bytes <= max_bytes) return drop;
    /* Copying is the price: not down to the limit, or it were paid every time. The last one stays,
     * however large. */
    while (drop + 1 < count && bytes > max_bytes / 4 * 3) bytes -= spans[drop++].size;
    return drop;
}

int recording_file_drop(struct recording_file *file, uint64_t max_bytes, int64_t before) {
    size_t drop = recording_spans_to_drop(file->ended.items, file->ended.len,
                                          file->end - file->begin, max_bytes, before);
    if (!drop) return 0;
    uint64_t cut = file->ended.items[drop - 1].offset + file->ended.items[drop - 1].size;
    char *name;
    int fd = open_beside(file->path, &name);
    int failed = fd < 0 ? errno : 0;
    if (!failed) failed = recording_copy(file->fd, cut, fd, 0, file->end + RECORDING_FILLER - cut);
    if (!failed && ftruncate(fd, (off_t)(file->length - cut)) < 0) failed = errno;
    if (!failed && rename(name, file->path) < 0) failed = errno;
    if (failed && fd >= 0) {
        unlink(name);
        close(fd);
    }
    free(name);
    if (failed) return failed;
    close_and_unlock(file->fd);
    file->fd = fd;
    file->begin -= cut;
    file->end -= cut;
    file->length -= cut;
    file->ended.len -= drop;
    memmove(file->ended.items, file->ended.items + drop,
            file->ended.len * sizeof *file->ended.items);
    for (size_t i = 0; i < file->ended.len; i++) file->ended.items[i].offset -= cut;
    return 0;
}
