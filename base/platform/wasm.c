/* WebAssembly, in a browser or in node: files, one thread and a clock. Its C library has the names
 * of POSIX for the rest, too, but what stands behind them fails, or (dlopen) ends the program: so
 * it is not called. */
#include "base/platform.h"
#include "base/posix.h"

#include <arpa/inet.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

/* ==== The process ============================================================================ */

void platform_begin(int argc, char **argv) {
}

void platform_seed(uint64_t seed[2]) {
    if (getentropy(seed, 2 * sizeof *seed) == 0) return;
    seed[0] = (uint64_t)time(NULL) << 20;
    seed[1] = (uintptr_t)seed;
}

void platform_on_end(void (*clean)(void)) {
}

void platform_on_lost(void (*lost)(char *path)) {
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

bool platform_take_zone(const char *name) {
    return false;
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

void platform_forget(const void *bytes, uint64_t size) {
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

int platform_scratch(const char *label, char path[PLATFORM_PATH_MAX]) {
    errno = ENOSYS;
    return -1;
}

bool platform_name(int fd, const char *name) {
    errno = ENOSYS;
    return false;
}

bool platform_is_foreign_link(const char *path) {
    return false;
}

unsigned platform_rights(void) {
    return 0644;
}

unsigned platform_only_owner(void) {
    return 0;
}

void platform_rights_again(unsigned before) {
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

void platform_never_wait(int fd) {
}

void platform_utf8_begin(void) { /* it is what the C library has */
}

void platform_utf8_end(void) {
}

/* ==== Libraries, threads, children =========================================================== */

void *platform_library(const char *name) {
    return NULL;
}

void *platform_function(void *library, const char *name) {
    return NULL;
}

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

void platform_kill(intptr_t child) {
}

int platform_wait(intptr_t child, int *signal) {
    *signal = 0;
    return 0;
}

bool platform_live_while(int fd) {
    return false;
}
