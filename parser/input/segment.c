#include "parser/input/segment.h"
#include "base/mem.h"

#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

struct jfr_segment_owner {
    atomic_uint count;
    bool mapped;
    void *base;
    size_t size;
    char name[];
};

static struct jfr_segment make(void *base, size_t size, bool mapped, const char *name) {
    size_t len = strlen(name) + 1;
    struct jfr_segment_owner *owner = mem_alloc(sizeof *owner + len);
    atomic_init(&owner->count, 1);
    owner->mapped = mapped;
    owner->base = base;
    owner->size = size;
    memcpy(owner->name, name, len);
    return (struct jfr_segment){
        .name = owner->name, .data = base, .size = size, .mapped = mapped, .owner = owner};
}

struct jfr_segment segment_of_memory(uint8_t *data, uint64_t size, const char *name) {
    return make(data, size, false, name);
}

bool segment_read(struct jfr_segment *segment, int fd, uint64_t offset, uint64_t size,
                  const char *name) {
    uint8_t *data = mem_alloc((size_t)size);
    uint64_t len = 0;
    for (ssize_t got = 1; len < size && got > 0; len += got > 0 ? (uint64_t)got : 0)
        got = pread(fd, data + len, (size_t)(size - len), (off_t)(offset + len));
    if (len > 0) *segment = segment_of_memory(data, len, name);
    else free(data);
    return len > 0;
}

bool segment_map(struct jfr_segment *segment, int fd, uint64_t offset, uint64_t size,
                 const char *name) {
    /* Standard input may stand anywhere in its file; mappings begin at pages. */
    uint64_t skip = offset & (uint64_t)(sysconf(_SC_PAGESIZE) - 1);
    void *base = mmap(NULL, size + skip, PROT_READ, MAP_PRIVATE, fd, (off_t)(offset - skip));
    if (base == MAP_FAILED) return false;
    *segment = make(base, size + skip, true, name);
    segment->data += skip;
    segment->size -= skip;
    return true;
}

void segment_forget(const struct jfr_segment *segment, const uint8_t *data, uint64_t size) {
    if (!segment->mapped) return;
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), begin = (uintptr_t)data;
    uintptr_t from = (begin + page - 1) & ~(page - 1), to = (begin + size) & ~(page - 1);
    if (from < to) madvise((void *)from, to - from, MADV_DONTNEED);
}

void jfr_segment_retain(const struct jfr_segment *segment) {
    if (segment->owner) atomic_fetch_add_explicit(&segment->owner->count, 1, memory_order_relaxed);
}

void jfr_segment_release(const struct jfr_segment *segment) {
    struct jfr_segment_owner *owner = segment->owner;
    if (owner == NULL) return;
    if (atomic_fetch_sub_explicit(&owner->count, 1, memory_order_acq_rel) != 1) return;
    if (owner->mapped) munmap(owner->base, owner->size);
    else free(owner->base);
    free(owner);
}

void error_say(struct jfr_error *error, enum jfr_code code, uint64_t offset, const char *format,
               ...) {
    va_list args;
    va_start(args, format);
    error->code = code;
    error->offset = offset;
    vsnprintf(error->text, sizeof error->text, format, args);
    va_end(args);
}

struct short_name shorten(const char *name) {
    struct short_name s;
    size_t len = strlen(name), room = sizeof s.text - 1;
    if (len <= room) {
        memcpy(s.text, name, len + 1);
        return s;
    }
    const char *end = name + len - (room - 3);
    while (((unsigned char)*end & 0xc0) == 0x80) end++; /* not within a UTF-8 character */
    snprintf(s.text, sizeof s.text, "...%s", end);
    return s;
}
