/* What of POSIX, and of what C libraries call GNU, mingw-w64 has not; windows.c has it. Every
 * source is compiled with this (Makefile), since most of it belongs into <string.h> and <stdlib.h>.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>
#include <time.h>

#define O_CLOEXEC 0x80 /* _O_NOINHERIT */
#define O_NONBLOCK 0
#define O_NOCTTY 0
#define S_ISLNK(mode) 0
#define lstat stat
#define isatty windows_isatty
int windows_isatty(int fd); /* the console, and not the null device as well */

/* As of POSIX, where the file is read or written at a place, at most 1 GiB at once; it stays
 * where it was. */
ssize_t pread(int fd, void *into, size_t len, int64_t at);
ssize_t pwrite(int fd, const void *from, size_t len, int64_t at);
/* With slashes, whether it is there or not; into NULL: to be freed, else of 4,096 bytes. NULL:
 * errno. */
char *realpath(const char *path, char *into);
#define mkostemp(name, flags) mkstemp(name) /* which no child has */

/* As of GNU and of POSIX: what is returned of strndup, and *line of getdelim, is to be freed. */
char *strcasestr(const char *in, const char *what);
void *memmem(const void *in, size_t len, const void *what, size_t what_len);
char *strndup(const char *text, size_t len);
char *stpcpy(char *to, const char *from);
char *strsep(char **at, const char *ends);
ssize_t getdelim(char **line, size_t *size, int end, FILE *file);
ssize_t getline(char **line, size_t *size, FILE *file);
int setenv(const char *name, const char *value, int replace);

/* As of POSIX. NULL, or -1: there is no such time. */
time_t timegm(struct tm *parts);
struct tm *gmtime_r(const time_t *time, struct tm *parts);
struct tm *localtime_r(const time_t *time, struct tm *parts);

#define FNM_CASEFOLD 16
/* 0: it matches. *, ? and sets; of flags FNM_CASEFOLD alone. */
int fnmatch(const char *pattern, const char *text, int flags);

struct pollfd {
    int fd;
    short events, revents;
};
#define POLLIN 1
#define POLLOUT 4
#define POLLERR 8
#define POLLHUP 16
/* How many are ready, asked for again and again; ms negative: waits until one is. 0: the time is
 * up. */
int poll(struct pollfd *files, size_t len, int ms);
