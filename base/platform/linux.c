#include "base/platform/posix.h"
#include "base/posix.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

/* ==== The process ============================================================================ */

void platform_seed(uint64_t seed[2]) {
    /* 16 random bytes that the kernel gives every process: no call, which a sandbox could forbid.
     */
    const void *given = (const void *)(uintptr_t)getauxval(AT_RANDOM);
    seed[0] = (uintptr_t)seed;
    seed[1] = (uintptr_t)&platform_seed;
    if (given) memcpy(seed, given, 2 * sizeof *seed);
}

static bool is_ours; /* the process, and so its memory */

void platform_keep_memory(void) {
    is_ours = true;
#ifdef M_TRIM_THRESHOLD /* limits that are set do not move */
    mallopt(M_TRIM_THRESHOLD, 64 << 20);
    mallopt(M_MMAP_THRESHOLD, 32 << 20);
#endif
}

/* Of nearly all processors; of others it is a part of one. */
#define LARGE_PAGE ((uintptr_t)2 << 20)

void platform_large_pages(void *memory, size_t size) {
    uintptr_t from = (uintptr_t)memory & ~(LARGE_PAGE - 1);
    uintptr_t to = ((uintptr_t)memory + size + LARGE_PAGE - 1) & ~(LARGE_PAGE - 1);
    int before = errno; /* not all of it need be there */
    if (is_ours) madvise((void *)from, to - from, MADV_HUGEPAGE);
    errno = before;
}

/* Not RLIMIT_AS: recordings are mapped. */
void platform_limit_memory(uint64_t bytes) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_DATA, &limit) != 0) return;
    if (limit.rlim_max == RLIM_INFINITY || limit.rlim_max > bytes) limit.rlim_max = bytes;
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_DATA, &limit);
}

/* ---- Which file is mapped stands in /proc/self/maps ---- */

static const char *hex(const char *at, uintptr_t *number) {
    *number = 0;
    for (;; at++) {
        int digit = *at >= '0' && *at <= '9'   ? *at - '0'
                    : *at >= 'a' && *at <= 'f' ? *at - 'W'
                                               : -1;
        if (digit < 0) return at;
        *number = *number << 4 | (uintptr_t)digit;
    }
}

/* The path in a line "from-to rights offset device inode   /path", if the address is in it. */
static char *path_in(char *line, uintptr_t address) {
    uintptr_t from, to;
    const char *at = hex(line, &from);
    if (*at != '-') return NULL;
    hex(at + 1, &to);
    return address >= from && address < to ? strchr(line, '/') : NULL;
}

char *posix_mapped_at(uintptr_t address, char line[POSIX_MAPPED_MAX]) {
    char block[1024];
    size_t len = 0;
    int fd = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
    for (ssize_t got; fd >= 0 && (got = read(fd, block, sizeof block)) > 0;) {
        for (ssize_t i = 0; i < got; i++) {
            if (block[i] != '\n') {
                if (len < POSIX_MAPPED_MAX - 1) line[len++] = block[i];
                continue;
            }
            line[len] = 0;
            len = 0;
            char *path = path_in(line, address);
            if (!path) continue;
            close(fd);
            return path;
        }
    }
    if (fd >= 0) close(fd);
    return NULL;
}

/* ==== Bytes ================================================================================== */

void platform_sort(void *items, size_t len, size_t size,
                   int (*compare)(const void *a, const void *b, void *context), void *context) {
    if (len > 1) qsort_r(items, len, size, compare, context);
}

const char *platform_last(const char *bytes, char one, size_t len) {
    return memrchr(bytes, one, len);
}

/* ==== Files ================================================================================== */

struct timespec platform_written(const struct stat *about) {
    return about->st_mtim;
}

static void path_of(int fd, char path[PLATFORM_PATH_MAX]) {
    snprintf(path, PLATFORM_PATH_MAX, "/proc/self/fd/%d", fd);
}

const bool platform_keeps_nameless = true;

int platform_scratch(const char *label, char path[PLATFORM_PATH_MAX]) {
    int fd = memfd_create(label, MFD_CLOEXEC);
    path_of(fd, path);
    return fd;
}

int platform_nameless(const char *folder) {
    char path[PLATFORM_PATH_MAX];
    int fd = open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    path_of(fd, path); /* what it gets its name by */
    if (fd >= 0 && access(path, F_OK) != 0) {
        close(fd);
        fd = -1;
    }
    return fd;
}

bool platform_name(int fd, const char *name) {
    char path[PLATFORM_PATH_MAX];
    path_of(fd, path);
    return linkat(AT_FDCWD, path, AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0;
}

/* ==== Processes ============================================================================== */

bool platform_pipe(int ends[2]) {
    return pipe2(ends, O_CLOEXEC) == 0;
}

bool platform_end_with(int parent) {
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) return false;
    if (getppid() != parent) _exit(1); /* it ended before that was said */
    return true;
}

int platform_process(int pid) {
#ifdef SYS_pidfd_open
    return (int)syscall(SYS_pidfd_open, pid, 0);
#else
    return -1;
#endif
}

int platform_poll(struct pollfd *files, size_t len, const struct timespec *time,
                  const sigset_t *mask) {
    return ppoll(files, len, time, mask);
}
