/* What systems have under different names, or not at all: the one file of the program, beside its
 * agent and cmd/attach/, that knows Linux from others. All else keeps to POSIX of 2008 and to what
 * Linux and macOS share; tests/portable/ holds that.
 */
#ifndef BASE_PLATFORM_H
#define BASE_PLATFORM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/select.h> /* sigset_t; signal.h has more names than sources may want */

#include <time.h>

struct pollfd;

/* Under which name a library is opened: PLATFORM_LIBRARY("archive", "13"). */
#ifdef __APPLE__
#define PLATFORM_LIBRARY(name, version) "lib" name "." version ".dylib"
#define PLATFORM_EDIT_VERSION "3" /* of libedit, which systems count differently */
#else
#define PLATFORM_LIBRARY(name, version) "lib" name ".so." version
#define PLATFORM_EDIT_VERSION "2"
#endif

/* The clock that runs since the system was started, also while it sleeps. */
#ifdef __linux__
#define PLATFORM_CLOCK_SINCE_BOOT CLOCK_BOOTTIME
#else
#define PLATFORM_CLOCK_SINCE_BOOT CLOCK_MONOTONIC
#endif

/* 16 bytes that are others in each process; good for hashes, no secret. */
void platform_seed(uint64_t seed[2]);

/* qsort with a context. What compares equal comes in any order. */
void platform_sort(void *items, size_t len, size_t size,
                   int (*compare)(const void *a, const void *b, void *context), void *context);

/* The last of these bytes that is the one; NULL: none is. */
const char *platform_last(const char *bytes, char one, size_t len);

/* What a chunk took is kept for the next one: given back to the kernel between chunks, each page of
 * it would be faulted in again. Does nothing where the C library cannot be told so. */
void platform_keep_memory(void);

/* pipe() whose ends no program that is started has. */
bool platform_pipe(int ends[2]);

/* A file to write and read that has no name, or soon has none; path is how to open it a second
 * time, as long as it is open. -1: errno. */
enum { PLATFORM_PATH_MAX = 64 };
int platform_scratch(const char *label, char path[PLATFORM_PATH_MAX]);

/* A file in the folder that has no name yet and can get one; -1: there are none such here. */
int platform_nameless(const char *folder);
/* Gives it a name that nothing has. False: errno. */
bool platform_name(int fd, const char *name);

/* A process as such, and not its number, which another may get: ready to be read when it has ended.
 * -1: this system has none. */
int platform_process(int pid);

/* In a child, right behind fork(): it is ended when its parent is, however that ends, be it in
 * between. False: this system has no such thing. */
bool platform_end_with(int parent);

/* No more memory than this is had from now on, what is mapped to read files not counted: malloc
 * fails then. Does nothing where that cannot be said of all memory. */
void platform_limit_memory(uint64_t bytes);

struct stat;
/* When the file was written to. */
struct timespec platform_written(const struct stat *about);

/* poll() with these signals blocked meanwhile, as ppoll() of Linux. */
int platform_poll(struct pollfd *files, size_t len, const struct timespec *time,
                  const sigset_t *mask);

#endif
