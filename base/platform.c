#include "base/platform.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ==== Linux ================================================================================= */

#ifdef __linux__

#include <sys/auxv.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

void platform_seed(uint64_t seed[2]) {
    /* 16 random bytes that the kernel gives every process: no call, which a sandbox could forbid.
     */
    const void *given = (const void *)(uintptr_t)getauxval(AT_RANDOM);
    seed[0] = (uintptr_t)seed;
    seed[1] = (uintptr_t)&platform_seed;
    if (given) memcpy(seed, given, 2 * sizeof *seed);
}

void platform_sort(void *items, size_t len, size_t size,
                   int (*compare)(const void *a, const void *b, void *context), void *context) {
    if (len > 1) qsort_r(items, len, size, compare, context);
}

const char *platform_last(const char *bytes, char one, size_t len) {
    return memrchr(bytes, one, len);
}

void platform_keep_memory(void) {
#ifdef M_TRIM_THRESHOLD /* limits that are set do not move */
    mallopt(M_TRIM_THRESHOLD, 64 << 20);
    mallopt(M_MMAP_THRESHOLD, 32 << 20);
#endif
}

bool platform_pipe(int ends[2]) {
    return pipe2(ends, O_CLOEXEC) == 0;
}

static void path_of(int fd, char path[PLATFORM_PATH_MAX]) {
    snprintf(path, PLATFORM_PATH_MAX, "/proc/self/fd/%d", fd);
}

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

int platform_process(int pid) {
#ifdef SYS_pidfd_open
    return (int)syscall(SYS_pidfd_open, pid, 0);
#else
    return -1;
#endif
}

bool platform_end_with(int parent) {
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) return false;
    if (getppid() != parent) _exit(1); /* it ended before that was said */
    return true;
}

struct timespec platform_written(const struct stat *about) {
    return about->st_mtim;
}

/* Not RLIMIT_AS: recordings are mapped. */
void platform_limit_memory(uint64_t bytes) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_DATA, &limit) != 0) return;
    if (limit.rlim_max == RLIM_INFINITY || limit.rlim_max > bytes) limit.rlim_max = bytes;
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_DATA, &limit);
}

int platform_poll(struct pollfd *files, size_t len, const struct timespec *time,
                  const sigset_t *mask) {
    return ppoll(files, len, time, mask);
}

/* ==== Others ================================================================================ */

#else

#include "base/mem.h"

#include <sys/random.h>
#include <time.h>

void platform_seed(uint64_t seed[2]) {
    if (getentropy(seed, 2 * sizeof *seed) == 0) return;
    seed[0] = (uintptr_t)seed;
    seed[1] = (uintptr_t)time(NULL) << 20 ^ (uintptr_t)getpid();
}

/* The order of arguments is the one of FreeBSD there, and qsort_r of POSIX has no other name: so it
 * is none of the system's, but a sort of halves. */
struct sorting {
    char *aside;
    size_t size;
    int (*compare)(const void *a, const void *b, void *context);
    void *context;
};

static void sort_part(const struct sorting *s, char *items, size_t len) {
    if (len < 2) return;
    size_t half = len / 2, left = 0, right = half, out = 0;
    sort_part(s, items, half);
    sort_part(s, items + half * s->size, len - half);
    memcpy(s->aside, items, len * s->size);
    while (left < half || right < len) {
        bool first = right == len ||
                     (left < half && s->compare(s->aside + left * s->size,
                                                s->aside + right * s->size, s->context) <= 0);
        memcpy(items + out++ * s->size, s->aside + (first ? left++ : right++) * s->size, s->size);
    }
}

void platform_sort(void *items, size_t len, size_t size,
                   int (*compare)(const void *a, const void *b, void *context), void *context) {
    if (len < 2) return;
    struct sorting sorting = {mem_resize(NULL, len, size), size, compare, context};
    sort_part(&sorting, items, len);
    free(sorting.aside);
}

const char *platform_last(const char *bytes, char one, size_t len) {
    while (len > 0)
        if (bytes[--len] == one) return bytes + len;
    return NULL;
}

void platform_keep_memory(void) {
}

bool platform_pipe(int ends[2]) {
    if (pipe(ends) != 0) return false;
    for (int i = 0; i < 2; i++) fcntl(ends[i], F_SETFD, FD_CLOEXEC);
    return true;
}

int platform_scratch(const char *label, char path[PLATFORM_PATH_MAX]) {
    char name[4096];
    const char *folder = getenv("TMPDIR");
    snprintf(name, sizeof name, "%s/%s.XXXXXX", folder && *folder ? folder : "/tmp", label);
    int fd = mkstemp(name);
    if (fd < 0) return -1;
    fcntl(fd, F_SETFD, FD_CLOEXEC);
    unlink(name);
    snprintf(path, PLATFORM_PATH_MAX, "/dev/fd/%d", fd);
    return fd;
}

int platform_nameless(const char *folder) {
    return -1;
}

bool platform_name(int fd, const char *name) {
    errno = ENOTSUP;
    return false;
}

int platform_process(int pid) {
    return -1;
}

bool platform_end_with(int parent) {
    return false;
}

struct timespec platform_written(const struct stat *about) {
#ifdef __APPLE__
    return about->st_mtimespec;
#else
    return about->st_mtim;
#endif
}

void platform_limit_memory(uint64_t bytes) {
}

int platform_poll(struct pollfd *files, size_t len, const struct timespec *time,
                  const sigset_t *mask) {
    fd_set ready;
    int last = -1;
    FD_ZERO(&ready);
    for (size_t i = 0; i < len; i++) {
        files[i].revents = 0;
        if (files[i].fd < 0) continue;
        FD_SET(files[i].fd, &ready);
        if (files[i].fd > last) last = files[i].fd;
    }
    int found = pselect(last + 1, &ready, NULL, NULL, time, mask);
    for (size_t i = 0; found > 0 && i < len; i++)
        if (files[i].fd >= 0 && FD_ISSET(files[i].fd, &ready)) files[i].revents = POLLIN;
    return found;
}

#endif
