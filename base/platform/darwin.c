#include "base/platform/posix.h"
#include "base/posix.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/random.h>
#include <sys/select.h>

void platform_seed(uint64_t seed[2]) {
    if (getentropy(seed, 2 * sizeof *seed) == 0) return;
    seed[0] = (uintptr_t)seed;
    seed[1] = (uintptr_t)time(NULL) << 20 ^ (uintptr_t)getpid();
}

char *posix_mapped_at(uintptr_t address, char room[POSIX_MAPPED_MAX]) {
    return NULL;
}

struct timespec platform_written(const struct stat *about) {
#ifdef __APPLE__ /* else it is a test of this file */
    return about->st_mtimespec;
#else
    return about->st_mtim;
#endif
}

bool platform_pipe(int ends[2]) {
    if (pipe(ends) != 0) return false;
    for (int i = 0; i < 2; i++) fcntl(ends[i], F_SETFD, FD_CLOEXEC);
    return true;
}

const bool platform_keeps_nameless = true;

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

bool platform_name(int fd, const char *name) {
    errno = ENOTSUP;
    return false;
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
