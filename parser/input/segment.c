#include "parser/input/segment.h"
#include "base/mem.h"
#include "base/platform.h"
#include "base/posix.h"

#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

struct jfr_segment_owner {
    atomic_uint count;
    struct platform_map map; /* base NULL: memory of its own, */
    void *memory;            /* which is this */
    char name[];
};

static struct jfr_segment make(uint8_t *data, uint64_t size, const struct platform_map *map,
                               const char *name) {
    size_t len = strlen(name) + 1;
    struct jfr_segment_owner *owner = mem_alloc(sizeof *owner + len);
    atomic_init(&owner->count, 1);
    owner->map = map ? *map : (struct platform_map){0};
    owner->memory = data;
    memcpy(owner->name, name, len);
    return (struct jfr_segment){
        .name = owner->name, .data = data, .size = size, .mapped = map != NULL, .owner = owner};
}

struct jfr_segment segment_of_memory(uint8_t *data, uint64_t size, const char *name) {
    return make(data, size, NULL, name);
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
    struct platform_map map;
    uint8_t *data = platform_map(fd, offset, size, &map);
    if (data) *segment = make(data, size, &map, name);
    return data != NULL;
}

void segment_forget(const struct jfr_segment *segment, const uint8_t *data, uint64_t size) {
    if (segment->mapped) platform_forget(data, size);
}

void jfr_segment_retain(const struct jfr_segment *segment) {
    if (segment->owner) atomic_fetch_add_explicit(&segment->owner->count, 1, memory_order_relaxed);
}

void jfr_segment_release(const struct jfr_segment *segment) {
    struct jfr_segment_owner *owner = segment->owner;
    if (owner == NULL) return;
    if (atomic_fetch_sub_explicit(&owner->count, 1, memory_order_acq_rel) != 1) return;
    if (owner->map.base) platform_unmap(&owner->map);
    else free(owner->memory);
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
