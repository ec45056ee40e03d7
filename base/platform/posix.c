/* What Linux and macOS do alike, and WebAssembly's C library as far as it can. */
#include "base/platform/posix.h"
#include "base/posix.h"

#include <arpa/inet.h>
#include <dlfcn.h>
#include <errno.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>

/* ==== The process ============================================================================ */

/* A standard stream that is closed would otherwise be given to the next file opened: a recording
 * could become standard output. Opened the wrong way round, using it still fails. */
void platform_begin(int argc, char **argv) {
    for (int fd = 0; fd <= 2; fd++)
        if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY) < 0)
            _exit(2);
    signal(SIGPIPE, SIG_DFL); /* whoever started us may ignore it: then we would go on writing */
}

static void (*clean_up)(void);

static void end(int signal_number) {
    clean_up();
    raise(signal_number); /* SA_RESETHAND: now it ends us as it would have */
}

void platform_on_end(void (*clean)(void)) {
    struct sigaction action = {.sa_handler = end, .sa_flags = (int)(SA_RESETHAND | SA_NODEFER)};
    const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    clean_up = clean;
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
        struct sigaction old;
        if (sigaction(signals[i], NULL, &old) == 0 && old.sa_handler == SIG_DFL)
            sigaction(signals[i], &action, NULL);
    }
}

static void (*lost_file)(char *path);

/* Reading a page of a mapped file that is not in the file any more, or that the disk does not give,
 * raises SIGBUS. */
static void lose(int signal_number, siginfo_t *info, void *context) {
    char room[POSIX_MAPPED_MAX];
    lost_file(posix_mapped_at((uintptr_t)info->si_addr, room));
    signal(signal_number, SIG_DFL); /* no file: a fault of ours, which ends us as it would have */
    raise(signal_number);
}

void platform_on_lost(void (*lost)(char *path)) {
    struct sigaction action = {.sa_sigaction = lose, .sa_flags = SA_SIGINFO};
    lost_file = lost;
    sigaction(SIGBUS, &action, NULL);
}

void platform_host(char *name, size_t size) {
    if (gethostname(name, size - 1) != 0) *name = 0;
    name[size - 1] = 0;
}

bool platform_ipv6(const char *text, uint8_t address[16]) {
    return inet_pton(AF_INET6, text, address) == 1;
}

size_t platform_processors(void) {
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count > 0 ? (size_t)count : 1;
}

bool platform_take_zone(const char *name) {
    return setenv("TZ", name, 1) == 0;
}

long platform_zone(time_t at) {
    struct tm parts;
    return localtime_r(&at, &parts) ? parts.tm_gmtoff : 0;
}

/* ==== Files ================================================================================== */

uint8_t *platform_map(int fd, uint64_t offset, uint64_t size, struct platform_map *map) {
    /* Standard input may stand anywhere in its file; mappings begin at pages. */
    uint64_t skip = offset & (uint64_t)(sysconf(_SC_PAGESIZE) - 1);
    void *base = mmap(NULL, size + skip, PROT_READ, MAP_PRIVATE, fd, (off_t)(offset - skip));
    if (base == MAP_FAILED) return NULL;
    *map = (struct platform_map){base, size + skip};
    return (uint8_t *)base + skip;
}

void platform_unmap(const struct platform_map *map) {
    munmap(map->base, map->size);
}

void platform_forget(const void *bytes, uint64_t size) {
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), begin = (uintptr_t)bytes;
    uintptr_t from = (begin + page - 1) & ~(page - 1), to = (begin + size) & ~(page - 1);
    if (from < to) madvise((void *)from, to - from, MADV_DONTNEED);
}

bool platform_file(int fd, const struct stat *about, struct platform_file *file) {
    *file = (struct platform_file){(uint64_t)about->st_dev, (uint64_t)about->st_ino};
    return true;
}

bool platform_file_named(const char *path, struct platform_file *file) {
    struct stat about;
    return stat(path, &about) == 0 && platform_file(-1, &about, file);
}

/* As Linux's protected_symlinks has it, but in every folder: whoever made it chooses what is
 * overwritten with our rights. */
bool platform_is_foreign_link(const char *path) {
    struct stat link;
    return lstat(path, &link) == 0 && S_ISLNK(link.st_mode) && link.st_uid != geteuid() &&
           link.st_uid != 0;
}

unsigned platform_rights(void) {
    mode_t mask = umask(0);
    umask(mask);
    return 0666u & ~(unsigned)mask;
}

unsigned platform_only_owner(void) {
    return (unsigned)umask(077);
}

void platform_rights_again(unsigned before) {
    umask((mode_t)before);
}

bool platform_set_rights(int fd, unsigned rights) {
    return fchmod(fd, (mode_t)rights) == 0;
}

bool platform_replace(const char *from, const char *to) {
    return rename(from, to) == 0;
}

/* ==== The terminal =========================================================================== */

int platform_columns(int fd, int *lines) {
    struct winsize size = {0};
    if (ioctl(fd, TIOCGWINSZ, &size) != 0) size = (struct winsize){0};
    if (lines) *lines = size.ws_row;
    return size.ws_col;
}

void platform_never_wait(int fd) {
    fcntl(fd, F_SETFL, O_NONBLOCK);
}

static locale_t utf8; /* 0: there is none */
static _Thread_local locale_t before;

static void make_utf8(void) {
    utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
}

void platform_utf8_begin(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, make_utf8);
    before = utf8 ? uselocale(utf8) : (locale_t)0;
}

void platform_utf8_end(void) {
    if (before) uselocale(before);
    before = (locale_t)0;
}

/* ==== Libraries ============================================================================== */

void *platform_library(const char *name) {
    return dlopen(name, RTLD_NOW | RTLD_LOCAL);
}

void *platform_function(void *library, const char *name) {
    return dlsym(library, name);
}

/* ==== Threads ================================================================================ */

bool platform_thread(pthread_t *thread, void *(*run)(void *argument), void *argument) {
    sigset_t others, before_us;
    sigfillset(&others);
    const int own[] = {SIGBUS, SIGSEGV, SIGFPE, SIGILL};
    for (size_t i = 0; i < sizeof own / sizeof *own; i++) sigdelset(&others, own[i]);
    pthread_sigmask(SIG_SETMASK, &others, &before_us);
    bool started = pthread_create(thread, NULL, run, argument) == 0;
    pthread_sigmask(SIG_SETMASK, &before_us, NULL);
    return started;
}
