/* Bytes right before a page that may not be touched: to read one too many ends the test, however it
 * was built. */
#pragma once

#include <check.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static inline size_t guarded_room(size_t len) {
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    return (len + page - 1) / page * page;
}

/* So much memory, all nought. */
static inline uint8_t *guarded_make(size_t len) {
    size_t room = guarded_room(len), page = (size_t)sysconf(_SC_PAGESIZE);
    uint8_t *base =
        mmap(NULL, room + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    ck_assert_ptr_ne(base, MAP_FAILED);
    ck_assert_int_eq(mprotect(base + room, page, PROT_NONE), 0);
    return base + room - len;
}

static inline uint8_t *guarded_copy(const void *bytes, size_t len) {
    uint8_t *copy = guarded_make(len);
    if (len) memcpy(copy, bytes, len);
    return copy;
}

static inline void guarded_free(const uint8_t *copy, size_t len) {
    if (copy)
        munmap((void *)(uintptr_t)(copy + len - guarded_room(len)),
               guarded_room(len) + (size_t)sysconf(_SC_PAGESIZE));
}
