/* As much of it as tests/support/guarded.h needs: pages, and one behind them that nobody may read;
 * of no file. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#define PROT_NONE 0
#define PROT_READ 1
#define PROT_WRITE 2
#define MAP_PRIVATE 2
#define MAP_ANONYMOUS 32
#define MAP_FAILED ((void *)-1)
#define _SC_PAGESIZE 30

long sysconf(int what);
void *mmap(void *at, size_t len, int may, int flags, int fd, int64_t offset);
int munmap(void *at, size_t len);
int mprotect(void *at, size_t len, int may);
