/* What systems have under different names, or not at all. Each has a file in base/platform/, of
 * which the Makefile compiles one: linux.c, darwin.c, windows.c or wasm.c; the first two share
 * posix*.c. Nothing else, beside the agent and what talks to a JVM (cmd/attach/, cmd/live/), knows
 * a system: there is no #if on one, and no header of one (base/posix.h has what all have).
 * tests/portable/ holds that.
 */
#pragma once

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

/* Under which name a library is opened: PLATFORM_LIBRARY("archive", "13"). */
#ifdef __APPLE__
#define PLATFORM_LIBRARY(name, version) "lib" name "." version ".dylib"
#define PLATFORM_EDIT_VERSION "3" /* of libedit, which systems count differently */
#else
#define PLATFORM_LIBRARY(name, version) "lib" name ".so." version
#define PLATFORM_EDIT_VERSION "2"
#endif

/* What is said of one that is not there. */
#if defined _WIN32 || defined __EMSCRIPTEN__
#define PLATFORM_LIBRARY_MISSING "is not inside"
#else
#define PLATFORM_LIBRARY_MISSING "is not installed"
#endif

/* The clock that runs since the system was started, also while it sleeps. */
#ifdef __linux__
#define PLATFORM_CLOCK_SINCE_BOOT CLOCK_BOOTTIME
#else
#define PLATFORM_CLOCK_SINCE_BOOT CLOCK_MONOTONIC
#endif

/* ==== The process ============================================================================ */

/* First of all: standard streams that are closed are opened the wrong way round, so that no file
 * gets their numbers; files are bytes, ends of lines too; who reads no more of us ends us; and
 * paths among the arguments have '/' between their folders, as all of this program expects it. */
void platform_begin(int argc, char **argv);

/* 16 bytes that are others in each process; good for hashes, no secret. */
void platform_seed(uint64_t seed[2]);

/* What a chunk took is kept for the next one: given back to the kernel between chunks, each page of
 * it would be faulted in again. Does nothing where the C library cannot be told so. */
void platform_keep_memory(void);

/* This memory, and what lies beside it, is to come in large pages: where those are the processor can
 * remember, and things are looked up anywhere in it. Does nothing where there are none, and in a
 * process of which the memory is not kept, as it may be somebody else's. */
void platform_large_pages(void *memory, size_t size);

/* No more memory than this is had from now on, what is mapped to read files not counted: malloc
 * fails then. Does nothing where that cannot be said of all memory. */
void platform_limit_memory(uint64_t bytes);

/* Is called before a signal, or what a console has in its place, ends the process; only what a
 * handler of signals may do. Does nothing to signals that somebody else handles or ignores. */
void platform_on_end(void (*clean)(void));

/* Is called when a mapped file cannot be read any more: it became shorter, or its disk fails. The
 * path is one as the system has it, and may be changed; NULL: it was no mapped file, and the
 * process ends as it would have. Does nothing where that is no signal. */
void platform_on_lost(void (*lost)(char *path));

/* The name of this machine; empty: it has none. */
void platform_host(char *name, size_t size);

/* Is the text an address of IPv6? */
bool platform_ipv6(const char *text, uint8_t address[16]);

size_t platform_processors(void); /* at least 1 */

/* From now on the local time is that of a zone that the system has by that name. False: it knows
 * its own alone. */
bool platform_take_zone(const char *name);
/* What differs from UTC on this machine at that time, in seconds east. */
long platform_zone(time_t at);

/* ==== Bytes ================================================================================== */

/* qsort with a context. What compares equal comes in any order. */
void platform_sort(void *items, size_t len, size_t size,
                   int (*compare)(const void *a, const void *b, void *context), void *context);

/* The last of these bytes that is the one; NULL: none is. */
const char *platform_last(const char *bytes, char one, size_t len);

/* ==== Files ================================================================================== */

struct platform_map {
    void *base; /* NULL: nothing is mapped */
    size_t size;
};

/* Bytes of a file (at least one), read-only and as they are there: from any offset on, whole pages
 * or not. NULL: this file, or this system, maps nothing. */
uint8_t *platform_map(int fd, uint64_t offset, uint64_t size, struct platform_map *map);
void platform_unmap(const struct platform_map *map);
/* These mapped bytes will hardly be needed again: they give their memory back, and come from the
 * file if they are. */
void platform_forget(const void *bytes, uint64_t size);

/* Which file it is, whatever its name; the same for no two files that are there. */
struct platform_file {
    uint64_t device, number;
};
/* Is it the same file, whatever it is called? */
static inline bool platform_file_same(const struct platform_file *a,
                                      const struct platform_file *b) {
    return a->device == b->device && a->number == b->number;
}
#ifdef _WIN32 /* where <sys/stat.h> calls it so for large files */
#define PLATFORM_STAT struct _stat64
#else
#define PLATFORM_STAT struct stat
#endif
PLATFORM_STAT;
/* Of an open file; about: what fstat says of it. False: it has none. */
bool platform_file(int fd, const PLATFORM_STAT *about, struct platform_file *file);
/* The same by its name, links followed. */
bool platform_file_named(const char *path, struct platform_file *file);
/* When the file was written to. */
struct timespec platform_written(const PLATFORM_STAT *about);

/* A file to write and read that has no name, or soon has none; path is how to open it a second
 * time, as long as it is open. -1: errno. */
enum { PLATFORM_PATH_MAX = 64 };
/* label: a part of its name as long as it has one. The caller closes it. */
int platform_scratch(const char *label, char path[PLATFORM_PATH_MAX]);

/* Can a file that is open lose its name, and be read and written all the same? */
extern const bool platform_keeps_nameless;

/* A file in the folder that has no name yet and can get one; -1: there are none such here. */
int platform_nameless(const char *folder);
/* Gives it a name that nothing has. False: errno. */
bool platform_name(int fd, const char *name);

/* Is the path a link that neither we nor the administrator made? */
bool platform_is_foreign_link(const char *path);
/* Which rights files get that are made here: as umask says. */
unsigned platform_rights(void);
/* Files that are made from now on are their owner's alone; gives back what to say to undo it. */
unsigned platform_only_owner(void);
void platform_rights_again(unsigned before);
/* False: errno. */
bool platform_set_rights(int fd, unsigned rights);
/* The file by the one name takes the place of that by the other. False: errno. */
bool platform_replace(const char *from, const char *to);

/* ==== The terminal =========================================================================== */

/* How wide it is, and how high if lines is not NULL; 0: that is not known, or it is none. */
int platform_columns(int fd, int *lines);
/* Writing there never waits: what does not fit is not written. */
void platform_never_wait(int fd);
/* Names of members of archives are UTF-8 while they are read, whatever the locale is. */
void platform_utf8_begin(void);
void platform_utf8_end(void);

/* ==== Libraries ============================================================================== */

/* NULL: it is not there. It stays open. */
void *platform_library(const char *name);
/* NULL: the library has no such function. */
void *platform_function(void *library, const char *name);

/* ==== Threads and children =================================================================== */

/* A thread that no signal comes to, but what it does wrong itself. False: there can be none. */
bool platform_thread(pthread_t *thread, void *(*run)(void *argument), void *argument);

/* pipe() whose ends no program that is started has. */
bool platform_pipe(int ends[2]);

/* A child of this process, which ends when this one does. Where the system can copy a process it
 * runs body, and ends with what that returns; else it is this program anew, with the arguments.
 * Nothing is there to be read for it. */
struct platform_start {
    int out, err; /* what it writes to */
    int alive[2]; /* a pipe that nobody writes to: when its end is gone, so is this process */
    int argc;
    char *const *argv;
    int columns; /* what COLUMNS says there */
    int role;    /* what platform_role says there, if it is this program anew */
    int (*body)(void *context);
    void *context;
};
/* What it is; 0: errno says why there is none. */
intptr_t platform_start(const struct platform_start *start);
/* A copy of this process, which ends when this one does, reads nothing, writes to that file, and
 * says nothing beside. What it is; -1: this is it; 0: there can be none. */
intptr_t platform_copy(int out);
/* What this program was started anew as; 0: by somebody else. */
int platform_role(void);
void platform_kill(intptr_t child);
/* Waits for its end. Its exit code; *signal is what ended it otherwise, 0: none did. */
int platform_wait(intptr_t child, int *signal);
/* In a child, right behind its beginning: it is ended when its parent is, however that ends, be it
 * in between. False: this system has no such thing. */
bool platform_end_with(int parent);
/* This process ends as soon as the other end of the pipe is closed. False: there can be no thread
 * that looks. */
bool platform_live_while(int fd);

/* A process as such, and not its number, which another may get: ready to be read when it has ended.
 * -1: this system has none. */
int platform_process(int pid);

/* ==== Processes that read together =========================================================== */

enum { PLATFORM_READERS_MOST = 16 };
/* Where threads have no memory in common, several processes run one command, and read shares of the
 * same input; another one joins what they made. 0: this one is alone. Else how many read; *number
 * is which of them this is, from 0 on, or as many as there are: it joins them, and need not read.
 * Up to here all did the same, and have the same at the same addresses; what is changed of that
 * from here on, none gets from another. Asked again, it is 0: there is one such reading. */
#ifdef __EMSCRIPTEN__
size_t platform_readers(size_t *number);
/* A reader's end: what it made goes to who joins; NULL: nothing does, and one reads alone then. */
_Noreturn void platform_hand_over(const void *made);
/* What a reader made, at its addresses; it is there until the end, whoever frees it. */
const void *platform_handed(size_t number);
#else
static inline size_t platform_readers(size_t *number) {
    return 0;
}
/* Here one reads alone, and has nobody to hand anything to. */
static inline void platform_hand_over(const void *made) {
}
/* Nor does anything come from others. */
static inline const void *platform_handed(size_t number) {
    return NULL;
}
#endif
