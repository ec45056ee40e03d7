#include "tests/support/memory_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef __linux__
#include <sys/mman.h>
#endif
#include <unistd.h>

struct memory_file memory_file_make(const void *bytes, size_t len) {
    struct memory_file file;
    const char *p = bytes;
#ifdef __linux__
    file.fd = memfd_create("recording.jfr", 0);
    snprintf(file.path, sizeof file.path, "/proc/self/fd/%d", file.fd);
#else /* in the folder that the test runs in */
    strcpy(file.path, "memory-XXXXXX");
    file.fd = mkstemp(file.path);
#endif
    while (len) {
        ssize_t n = write(file.fd, p, len);
        if (n <= 0) abort();
        p += n;
        len -= (size_t)n;
    }
    return file;
}

void memory_file_close(struct memory_file *file) {
    close(file->fd);
#ifndef __linux__
    unlink(file->path);
#endif
}
