/* WebAssembly, in a browser or in node: files, one thread and a clock. Its C library has the names
 * of POSIX for the rest, too, but what stands behind them fails, or (dlopen) ends the program: so
 * it is not called. */
#include "base/platform.h"
#include "base/posix.h"

#include <arpa/inet.h>
#include <emscripten.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

/* ==== The process ============================================================================ */

void platform_begin(int argc, char **argv) {
}

/* Those that read together have the same. */
EM_JS(void, share_seed, (uint64_t * seed), {
    HEAPU8.set(Module.share ? Module.share.seed : crypto.getRandomValues(new Uint8Array(16)), seed);
})

void platform_seed(uint64_t seed[2]) {
    share_seed(seed);
}

void platform_host(char *name, size_t size) {
    *name = 0;
}

bool platform_ipv6(const char *text, uint8_t address[16]) {
    return inet_pton(AF_INET6, text, address) == 1;
}

size_t platform_processors(void) {
    return 1;
}

long platform_zone(time_t at) {
    struct tm parts;
    return localtime_r(&at, &parts) ? parts.tm_gmtoff : 0;
}

/* ==== Files ================================================================================== */

/* It would be copied whole: reading it block by block, or chunk by chunk, takes less memory. */
uint8_t *platform_map(int fd, uint64_t offset, uint64_t size, struct platform_map *map) {
    return NULL;
}

void platform_unmap(const struct platform_map *map) {
}

bool platform_file(int fd, const struct stat *about, struct platform_file *file) {
    *file = (struct platform_file){(uint64_t)about->st_dev, (uint64_t)about->st_ino};
    return true;
}

bool platform_file_named(const char *path, struct platform_file *file) {
    struct stat about;
    return stat(path, &about) == 0 && platform_file(-1, &about, file);
}

struct timespec platform_written(const struct stat *about) {
    return about->st_mtim;
}

unsigned platform_rights(void) {
    return 0644;
}

bool platform_set_rights(int fd, unsigned rights) {
    return fchmod(fd, (mode_t)rights) == 0;
}

bool platform_replace(const char *from, const char *to) {
    return rename(from, to) == 0;
}

/* ==== The terminal =========================================================================== */

int platform_columns(int fd, int *lines) {
    if (lines) *lines = 0;
    return 0;
}

/* ==== Libraries, threads, children =========================================================== */

bool platform_thread(pthread_t *thread, void *(*run)(void *argument), void *argument) {
    return false;
}

bool platform_pipe(int ends[2]) {
    errno = ENOSYS;
    return false;
}

intptr_t platform_start(const struct platform_start *start) {
    errno = ENOSYS;
    return 0;
}

int platform_role(void) {
    return 0;
}

void platform_kill(intptr_t child) {
}

int platform_wait(intptr_t child, int *signal) {
    *signal = 0;
    return 0;
}

bool platform_live_while(int fd) {
    return false;
}
