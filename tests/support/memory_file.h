/* A file that lives in memory; path is what to open. */
#pragma once

#include <stddef.h>

struct memory_file {
    int fd;
    char path[40];
};
struct memory_file memory_file_make(const void *bytes, size_t len);
void memory_file_close(struct memory_file *file);
