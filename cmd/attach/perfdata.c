#include "cmd/attach/perfdata.h"

#include "base/mem.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAGIC 0xCAFEC0C0u
#define HEAD_SIZE 32
#define ENTRY_SIZE 20
#define LARGEST (1 << 20) /* HotSpot's default is 32 kB */

struct view {
    const uint8_t *bytes;
    size_t size;
    bool little;
};

/* The number at offset, which is within the bytes. */
static uint32_t number(const struct view *v, size_t offset) {
    const uint8_t *p = v->bytes + offset;
    return v->little ? (uint32_t)p[3] << 24 | (uint32_t)p[2] << 16 | (uint32_t)p[1] << 8 | p[0]
                     : (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

static void keep_text(char **field, const uint8_t *bytes, size_t len) {
    len = strnlen((const char *)bytes, len);
    free(*field);
    *field = mem_alloc(len + 1);
    memcpy(*field, bytes, len);
    (*field)[len] = 0;
}

static void take_entry(const struct view *v, size_t at, uint32_t length, struct perfdata *out) {
    uint32_t name_at = number(v, at + 4), elements = number(v, at + 8);
    uint32_t data_at = number(v, at + 16);
    if (v->bytes[at + 12] != 'B' || name_at >= length || data_at >= length) return;
    if (elements > length - data_at) elements = length - data_at;
    const char *name = (const char *)v->bytes + at + name_at;
    if (!memchr(name, 0, length - name_at)) return;
    const uint8_t *data = v->bytes + at + data_at;
    if (strcmp(name, "sun.rt.javaCommand") == 0) keep_text(&out->command, data, elements);
    else if (strcmp(name, "java.property.java.version") == 0)
        keep_text(&out->version, data, elements);
    else if (strcmp(name, "java.property.java.vm.name") == 0)
        keep_text(&out->vm_name, data, elements);
    else if (strcmp(name, "sun.rt.jvmCapabilities") == 0)
        keep_text(&out->capabilities, data, elements);
}

bool perfdata_parse(const void *bytes, size_t size, struct perfdata *out) {
    struct view v = {bytes, size, false};
    *out = (struct perfdata){0};
    if (size < HEAD_SIZE || number(&v, 0) != MAGIC || v.bytes[5] != 2) return false;
    v.little = v.bytes[4] == 1;
    size_t at = number(&v, 24);
    for (uint32_t left = number(&v, 28); left; left--) {
        if (at > size || size - at < ENTRY_SIZE) break;
        uint32_t length = number(&v, at);
        if (length < ENTRY_SIZE || length > size - at) break;
        take_entry(&v, at, length, out);
        at += length;
    }
    if (!out->command) out->command = mem_copy_text("");
    return true;
}

bool perfdata_read(const char *path, struct perfdata *out) {
    struct stat status;
    /* Nobody but the owner may be able to put something else there: no links, no pipes. */
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (fd < 0) return false;
    bool good = fstat(fd, &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0 &&
                status.st_size <= LARGEST;
    uint8_t *bytes = good ? mem_alloc((size_t)status.st_size) : NULL;
    /* Read, not mapped: the JVM may cut the file off at any time. */
    ssize_t n = good ? read(fd, bytes, (size_t)status.st_size) : -1;
    close(fd);
    good = n > 0 && perfdata_parse(bytes, (size_t)n, out);
    free(bytes);
    return good;
}

void perfdata_free(struct perfdata *data) {
    free(data->command);
    free(data->version);
    free(data->vm_name);
    free(data->capabilities);
    *data = (struct perfdata){0};
}
