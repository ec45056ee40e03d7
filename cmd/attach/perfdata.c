#include "cmd/attach/perfdata.h"

#include "base/hsperf.h"
#include "base/mem.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define LARGEST (1 << 20) /* HotSpot's default is 32 kB */

/* malloc'ed; NULL: there is none. */
static char *text_of(const void *bytes, size_t size, const char *name) {
    size_t len;
    const char *text = hsperf_text(bytes, size, name, &len);
    if (!text) return NULL;
    char *copy = mem_alloc(len + 1);
    memcpy(copy, text, len);
    copy[len] = 0;
    return copy;
}

bool perfdata_parse(const void *bytes, size_t size, struct perfdata *out) {
    *out = (struct perfdata){0};
    if (!hsperf_is(bytes, size)) return false;
    out->command = text_of(bytes, size, "sun.rt.javaCommand");
    out->version = text_of(bytes, size, "java.property.java.version");
    out->vm_name = text_of(bytes, size, "java.property.java.vm.name");
    out->capabilities = text_of(bytes, size, "sun.rt.jvmCapabilities");
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
    OWNED(mem_release) uint8_t *bytes = good ? mem_alloc((size_t)status.st_size) : NULL;
    /* Read, not mapped: the JVM may cut the file off at any time. */
    ssize_t n = good ? read(fd, bytes, (size_t)status.st_size) : -1;
    close(fd);
    good = n > 0 && perfdata_parse(bytes, (size_t)n, out);
    return good;
}

void perfdata_free(struct perfdata *data) {
    mem_free(data->command, data->version, data->vm_name, data->capabilities);
    *data = (struct perfdata){0};
}
