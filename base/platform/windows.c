/* Windows 10 and later, and wine. Texts and paths are UTF-8: the manifest says so. */
#define _CRT_RAND_S
#include "base/platform.h"
#include "base/posix.h"

#include "base/mem.h"
#include "base/text.h"

#include <ctype.h>
#include <errno.h>
#include <io.h>
#include <signal.h>
#include <string.h>
#include <windows.h>

extern int _dowildcard; /* of mingw-w64: arguments are expanded, since no shell does it */
int _dowildcard = -1;

/* Of <ws2tcpip.h>, which has a pollfd of its own. */
__declspec(dllimport) int __stdcall inet_pton(int family, const char *text, void *address);
#define IPV6 23

static HANDLE handle_of(int fd) {
    return (HANDLE)_get_osfhandle(fd);
}

static int failure(void) {
    switch (GetLastError()) {
    case ERROR_FILE_NOT_FOUND:
    case ERROR_PATH_NOT_FOUND: return ENOENT;
    case ERROR_ACCESS_DENIED:
    case ERROR_SHARING_VIOLATION:
    case ERROR_LOCK_VIOLATION: return EACCES;
    case ERROR_NOT_ENOUGH_MEMORY:
    case ERROR_OUTOFMEMORY: return ENOMEM;
    case ERROR_DISK_FULL: return ENOSPC;
    case ERROR_ALREADY_EXISTS: return EEXIST;
    case ERROR_FILENAME_EXCED_RANGE: return ENAMETOOLONG;
    case ERROR_DIRECTORY: return ENOTDIR;
    case ERROR_BROKEN_PIPE:
    case ERROR_NO_DATA: return EPIPE;
    default: return EIO;
    }
}

/* Functions of the system that take wide names know long paths; others end at 260 characters. */
static wchar_t *wide(const char *path) {
    int len = MultiByteToWideChar(CP_UTF8, 0, path, -1, NULL, 0);
    wchar_t *name = mem_zero((size_t)len + 1, sizeof *name);
    MultiByteToWideChar(CP_UTF8, 0, path, -1, name, len);
    return name;
}

static int answer(bool good) {
    if (!good) errno = failure();
    return good ? 0 : -1;
}

/* ==== The process ============================================================================ */

static UINT code_page; /* of the console, when we began */

static void console_again(void) {
    SetConsoleOutputCP(code_page);
}

/* Consoles have colours and UTF-8 when they are asked for them. */
static void prepare_console(void) {
    bool any = false;
    for (int fd = 1; fd <= 2; fd++) {
        DWORD mode;
        if (!GetConsoleMode(handle_of(fd), &mode)) continue;
        any = true;
        /* Byte by byte, no character beyond ASCII would come to be one. */
        setvbuf(fd == 1 ? stdout : stderr, NULL, _IOFBF, 1 << 16);
        if (SetConsoleMode(handle_of(fd), mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING) &&
            !getenv("TERM"))
            setenv("TERM", "xterm-256color", 1);
    }
    if (!any) return;
    code_page = GetConsoleOutputCP();
    if (SetConsoleOutputCP(CP_UTF8)) atexit(console_again);
}

static void turn_slashes(char *path) {
    for (; *path; path++)
        if (*path == '\\') *path = '/';
}

/* Of what is there, or is to be made in a folder that is there: else a backslash is one of a
 * pattern or of a statement. */
static void prepare_path(char *argument) {
    struct stat about;
    char *path = argument, *value = strchr(argument, '=');
    if (*argument == '-' && value) path = value + 1;
    char *last = strrchr(path, '\\');
    if (!last) return;
    bool there = stat(path, &about) == 0;
    if (!there && last > path) {
        *last = 0;
        there = stat(path, &about) == 0 && S_ISDIR(about.st_mode);
        *last = '\\';
    }
    if (there) turn_slashes(path);
}

void platform_begin(int argc, char **argv) {
    for (int i = 1; i < argc; i++) prepare_path(argv[i]);
    _fmode = _O_BINARY;
    for (int fd = 0; fd <= 2; fd++) {
        if (_get_osfhandle(fd) < 0 && open("NUL", fd == 0 ? O_WRONLY : O_RDONLY) < 0) _exit(2);
        _setmode(fd, _O_BINARY);
    }
    if (!getenv("LC_ALL") && !getenv("LC_CTYPE") && !getenv("LANG")) setenv("LANG", "C.UTF-8", 1);
    prepare_console();
}

void platform_seed(uint64_t seed[2]) {
    unsigned parts[4] = {0};
    for (int i = 0; i < 4; i++)
        if (rand_s(&parts[i]) != 0) parts[i] = GetCurrentProcessId() + (unsigned)clock();
    seed[0] = (uint64_t)parts[0] << 32 | parts[1];
    seed[1] = (uint64_t)parts[2] << 32 | parts[3];
}

static void (*clean_up)(void);

static BOOL WINAPI end(DWORD event) {
    clean_up();
    return FALSE; /* and it goes on as it would have */
}

void platform_on_end(void (*clean)(void)) {
    if (!clean_up) SetConsoleCtrlHandler(end, TRUE);
    clean_up = clean;
}

void platform_host(char *name, size_t size) {
    DWORD len = (DWORD)size;
    if (!GetComputerNameA(name, &len)) *name = 0;
}

bool platform_ipv6(const char *text, uint8_t address[16]) {
    return inet_pton(IPV6, text, address) == 1;
}

size_t platform_processors(void) {
    SYSTEM_INFO info;
    GetSystemInfo(&info);
    return info.dwNumberOfProcessors > 0 ? info.dwNumberOfProcessors : 1;
}

long platform_zone(time_t at) {
    struct tm parts;
    return localtime_r(&at, &parts) ? (long)(timegm(&parts) - at) : 0;
}

/* ==== Files ================================================================================== */

uint8_t *platform_map(int fd, uint64_t offset, uint64_t size, struct platform_map *map) {
    SYSTEM_INFO info;
    GetSystemInfo(&info);
    uint64_t skip = offset % info.dwAllocationGranularity, from = offset - skip;
    HANDLE mapping = CreateFileMappingW(handle_of(fd), NULL, PAGE_READONLY, 0, 0, NULL);
    if (!mapping) return NULL;
    void *base = MapViewOfFile(mapping, FILE_MAP_READ, (DWORD)(from >> 32), (DWORD)from,
                               (size_t)(size + skip));
    CloseHandle(mapping);
    if (!base) return NULL;
    *map = (struct platform_map){base, (size_t)(size + skip)};
    return (uint8_t *)base + skip;
}

void platform_unmap(const struct platform_map *map) {
    UnmapViewOfFile(map->base);
}

static bool file_of(HANDLE handle, struct platform_file *file) {
    BY_HANDLE_FILE_INFORMATION about;
    if (!GetFileInformationByHandle(handle, &about)) return false;
    *file = (struct platform_file){about.dwVolumeSerialNumber,
                                   (uint64_t)about.nFileIndexHigh << 32 | about.nFileIndexLow};
    return true;
}

bool platform_file(int fd, const struct stat *about, struct platform_file *file) {
    return file_of(handle_of(fd), file);
}

bool platform_file_named(const char *path, struct platform_file *file) {
    OWNED(mem_release) wchar_t *name = wide(path);
    HANDLE handle = CreateFileW(name, 0, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE,
                                NULL, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, NULL);
    if (handle == INVALID_HANDLE_VALUE) return false;
    bool found = file_of(handle, file);
    CloseHandle(handle);
    return found;
}

struct timespec platform_written(const struct stat *about) {
    return (struct timespec){.tv_sec = about->st_mtime};
}

unsigned platform_rights(void) {
    return 0666;
}

bool platform_set_rights(int fd, unsigned rights) {
    return true;
}

/* Who has the old one open goes on to read it, where he lets it be renamed; else, where he lets it
 * be written to, what is in it becomes the new. */
bool platform_replace(const char *from, const char *to) {
    size_t len = strlen(from);
    OWNED(mem_release) char *aside = mem_zero(len + 2, 1);
    memcpy(aside, from, len);
    aside[len] = '~';
    OWNED(mem_release) wchar_t *source = wide(from), *target = wide(to), *old = wide(aside);
    if (MoveFileExW(source, target, MOVEFILE_REPLACE_EXISTING)) return true;
    DWORD why = GetLastError();
    if (why == ERROR_ACCESS_DENIED || why == ERROR_SHARING_VIOLATION) {
        if (MoveFileExW(target, old, 0)) {
            if (MoveFileExW(source, target, 0)) return DeleteFileW(old) || true;
            MoveFileExW(old, target, 0);
        } else if (CopyFileW(source, target, FALSE)) return DeleteFileW(source);
    }
    SetLastError(why);
    errno = failure();
    return false;
}

int unlink(const char *path) {
    OWNED(mem_release) wchar_t *name = wide(path);
    return answer(DeleteFileW(name));
}

static int wide_stat(const char *path, struct _stat64 *about) {
    OWNED(mem_release) wchar_t *name = wide(path);
    return _wstat64(name, about);
}
/* What <sys/stat.h> makes of a call of stat, in the place of the C library's. */
int (*const __imp__stat64)(const char *path, struct _stat64 *about) = wide_stat;

int(mkdir)(const char *path) {
    OWNED(mem_release) wchar_t *name = wide(path);
    return answer(CreateDirectoryW(name, NULL));
}

/* ---- Folders --------------------------------------------------------------------------------- */

static bool take(DIR *folder, const WIN32_FIND_DATAW *found) {
    char *name = folder->dd_dir.d_name;
    return WideCharToMultiByte(CP_UTF8, 0, found->cFileName, -1, name, FILENAME_MAX, NULL, NULL) >
           0;
}

DIR *opendir(const char *path) {
    OWNED(text_free) struct text pattern = {0};
    WIN32_FIND_DATAW found;
    text_addf(&pattern, "%s/*", path);
    OWNED(mem_release) wchar_t *name = wide(text_str(&pattern));
    HANDLE handle = FindFirstFileW(name, &found);
    if (answer(handle != INVALID_HANDLE_VALUE) < 0) return NULL;
    DIR *folder = mem_zero(1, sizeof *folder);
    folder->dd_handle = (intptr_t)handle;
    folder->dd_stat = take(folder, &found); /* it is at the first, which is still to be given */
    return folder;
}

struct dirent *readdir(DIR *folder) {
    WIN32_FIND_DATAW found;
    while (!folder->dd_stat && FindNextFileW((HANDLE)folder->dd_handle, &found))
        folder->dd_stat = take(folder, &found);
    bool any = folder->dd_stat;
    folder->dd_stat = 0;
    return any ? &folder->dd_dir : NULL;
}

int closedir(DIR *folder) {
    FindClose((HANDLE)folder->dd_handle);
    free(folder);
    return 0;
}

static ssize_t transferred(bool good, DWORD len) {
    if (good) return len;
    if (GetLastError() == ERROR_HANDLE_EOF) return 0;
    errno = failure();
    return -1;
}

/* Reading and writing somewhere moves to there, which POSIX does not: whoever goes on from where
 * he was is brought back. */
ssize_t pread(int fd, void *into, size_t len, int64_t at) {
    OVERLAPPED place = {.Offset = (DWORD)at, .OffsetHigh = (DWORD)(at >> 32)};
    int64_t before = _lseeki64(fd, 0, SEEK_CUR);
    DWORD got = 0;
    bool good =
        ReadFile(handle_of(fd), into, (DWORD)(len < 1u << 30 ? len : 1u << 30), &got, &place);
    ssize_t read = transferred(good, got);
    if (before >= 0) _lseeki64(fd, before, SEEK_SET);
    return read;
}

ssize_t pwrite(int fd, const void *from, size_t len, int64_t at) {
    OVERLAPPED place = {.Offset = (DWORD)at, .OffsetHigh = (DWORD)(at >> 32)};
    int64_t before = _lseeki64(fd, 0, SEEK_CUR);
    DWORD put = 0;
    bool good =
        WriteFile(handle_of(fd), from, (DWORD)(len < 1u << 30 ? len : 1u << 30), &put, &place);
    ssize_t written = transferred(good, put);
    if (before >= 0) _lseeki64(fd, before, SEEK_SET);
    return written;
}

char *realpath(const char *path, char *into) {
    char *full = _fullpath(into, path, into ? 4096 : 0);
    if (full) turn_slashes(full);
    return full;
}

/* ==== The terminal =========================================================================== */

int windows_isatty(int fd) {
    DWORD mode;
    return GetConsoleMode(handle_of(fd), &mode) != 0;
}

int platform_columns(int fd, int *lines) {
    CONSOLE_SCREEN_BUFFER_INFO info;
    bool known = GetConsoleScreenBufferInfo(handle_of(fd), &info);
    if (lines) *lines = known ? info.srWindow.Bottom - info.srWindow.Top + 1 : 0;
    return known ? info.srWindow.Right - info.srWindow.Left + 1 : 0;
}

/* ==== Libraries and threads ================================================================== */

bool platform_thread(pthread_t *thread, void *(*run)(void *argument), void *argument) {
    return pthread_create(thread, NULL, run, argument) == 0;
}

/* ==== The C library ========================================================================== */

char *strcasestr(const char *in, const char *what) {
    size_t len = strlen(what);
    for (;; in++) {
        if (_strnicmp(in, what, len) == 0) return (char *)(uintptr_t)in;
        if (!*in) return NULL;
    }
}

void *memmem(const void *in, size_t len, const void *what, size_t what_len) {
    const char *at = in, *first = what;
    if (what_len == 0) return (void *)(uintptr_t)in;
    for (; len >= what_len; at++, len--) {
        const char *next = memchr(at, *first, len - what_len + 1);
        if (!next) return NULL;
        len -= (size_t)(next - at);
        at = next;
        if (memcmp(at, what, what_len) == 0) return (void *)(uintptr_t)at;
    }
    return NULL;
}

char *strndup(const char *text, size_t len) {
    len = strnlen(text, len);
    char *copy = malloc(len + 1);
    if (!copy) return NULL;
    memcpy(copy, text, len);
    copy[len] = 0;
    return copy;
}

char *stpcpy(char *to, const char *from) {
    size_t len = strlen(from);
    memcpy(to, from, len + 1);
    return to + len;
}

char *strsep(char **at, const char *ends) {
    char *from = *at;
    if (!from) return NULL;
    size_t len = strcspn(from, ends);
    *at = from[len] ? from + len + 1 : NULL;
    from[len] = 0;
    return from;
}

ssize_t getdelim(char **line, size_t *size, int end, FILE *file) {
    size_t len = 0;
    for (int c; (c = getc(file)) != EOF;) {
        if (!*line || len + 2 > *size) {
            size_t room = *line && *size ? *size * 2 : 256;
            char *more = realloc(*line, room);
            if (!more) return -1;
            *line = more;
            *size = room;
        }
        (*line)[len++] = (char)c;
        if (c == end) break;
    }
    if (len == 0) return -1;
    (*line)[len] = 0;
    return (ssize_t)len;
}

ssize_t getline(char **line, size_t *size, FILE *file) {
    return getdelim(line, size, '\n', file);
}

int setenv(const char *name, const char *value, int replace) {
    return !replace && getenv(name) ? 0 : _putenv_s(name, value);
}

time_t timegm(struct tm *parts) {
    return _mkgmtime64(parts);
}

struct tm *gmtime_r(const time_t *time, struct tm *parts) {
    return _gmtime64_s(parts, time) == 0 ? parts : NULL;
}

struct tm *localtime_r(const time_t *time, struct tm *parts) {
    return _localtime64_s(parts, time) == 0 ? parts : NULL;
}

static int folded(char c, int flags) {
    return flags & FNM_CASEFOLD ? tolower((unsigned char)c) : (unsigned char)c;
}

/* Behind a set "[a-z]" or "[!abc]", whether the character is in it; NULL: it has no end, and '[' is
 * a character as any other. */
static const char *in_set(const char *pattern, char c, int flags, bool *in) {
    const char *p = pattern + 1;
    bool not = *p == '!' || *p == '^';
    int one = folded(c, flags);
    p += not ;
    *in = false;
    for (bool first = true; first || *p != ']'; first = false, p++) {
        if (!*p) return NULL;
        if (*p == '\\' && p[1]) p++;
        int from = folded(*p, flags), to = from;
        if (p[1] == '-' && p[2] && p[2] != ']') {
            p += 2;
            if (*p == '\\' && p[1]) p++;
            to = folded(*p, flags);
        }
        *in |= one >= from && one <= to;
    }
    *in ^= not ;
    return p + 1;
}

int fnmatch(const char *pattern, const char *text, int flags) {
    const char *star = NULL, *from = NULL;
    for (;;) {
        bool in = false;
        const char *behind = *pattern == '[' && *text ? in_set(pattern, *text, flags, &in) : NULL;
        if (*pattern == '*') {
            star = pattern++;
            from = text;
            continue;
        }
        if (!*text && !*pattern) return 0;
        if (behind ? in : *pattern == '?' && *text) {
            pattern = behind ? behind : pattern + 1;
            text++;
            continue;
        }
        const char *one = !behind && *pattern == '\\' && pattern[1] ? pattern + 1 : pattern;
        if (!behind && *text && *one && folded(*one, flags) == folded(*text, flags)) {
            pattern = one + 1;
            text++;
            continue;
        }
        if (!star || !*from) return 1;
        pattern = star + 1;
        text = ++from;
    }
}
