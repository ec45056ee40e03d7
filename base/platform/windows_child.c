/* Children, pipes and who waits for them, on Windows: a process is not copied, but started anew. */
#include "base/platform.h"
#include "base/posix.h"

#include "base/text.h"

#include <errno.h>
#include <io.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

#define ROLE "JFRTOOL_ROLE"

bool platform_pipe(int ends[2]) {
    return _pipe(ends, 1 << 16, _O_BINARY | _O_NOINHERIT) == 0;
}

/* ==== Children =============================================================================== */

/* As programs take a line apart: quotes around it, and backslashes before quotes twice. */
static void add_argument(struct text *line, const char *argument) {
    if (line->len) text_add_char(line, ' ');
    text_add_char(line, '"');
    for (size_t slashes = 0;; argument++) {
        if (*argument == '\\') {
            slashes++;
            continue;
        }
        for (size_t i = 0; i < (*argument && *argument != '"' ? slashes : 2 * slashes); i++)
            text_add_char(line, '\\');
        slashes = 0;
        if (!*argument) break;
        if (*argument == '"') text_add_char(line, '\\');
        text_add_char(line, *argument);
    }
    text_add_char(line, '"');
}

static HANDLE inherited(HANDLE handle) {
    HANDLE copy = NULL, us = GetCurrentProcess();
    DuplicateHandle(us, handle, us, &copy, 0, TRUE, DUPLICATE_SAME_ACCESS);
    return copy;
}

/* What is in it ends when we do, since only we hold it. */
static HANDLE job(void) {
    static HANDLE made;
    if (made) return made;
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits = {0};
    limits.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE;
    made = CreateJobObjectA(NULL, NULL);
    SetInformationJobObject(made, JobObjectExtendedLimitInformation, &limits, sizeof limits);
    return made;
}

intptr_t platform_start(const struct platform_start *start) {
    char program[MAX_PATH * 4], columns[16], role[16];
    struct text line = {0};
    PROCESS_INFORMATION process = {0};
    SECURITY_ATTRIBUTES inherit = {sizeof inherit, NULL, TRUE};
    STARTUPINFOA how = {.cb = sizeof how, .dwFlags = STARTF_USESTDHANDLES};
    GetModuleFileNameA(NULL, program, sizeof program);
    add_argument(&line, program);
    for (int i = 0; i < start->argc; i++) add_argument(&line, start->argv[i]);
    how.hStdInput = CreateFileA("NUL", GENERIC_READ, 0, &inherit, OPEN_EXISTING, 0, NULL);
    how.hStdOutput = inherited((HANDLE)_get_osfhandle(start->out));
    how.hStdError = inherited((HANDLE)_get_osfhandle(start->err));
    snprintf(columns, sizeof columns, "%d", start->columns);
    SetEnvironmentVariableA("COLUMNS", columns);
    SetEnvironmentVariableA("NO_COLOR", "1");
    snprintf(role, sizeof role, "%d", start->role);
    SetEnvironmentVariableA(ROLE, role);
    bool started = CreateProcessA(program, (char *)(uintptr_t)text_str(&line), NULL, NULL, TRUE,
                                  CREATE_SUSPENDED, NULL, NULL, &how, &process);
    SetEnvironmentVariableA("COLUMNS", getenv("COLUMNS")); /* the C library has its own */
    SetEnvironmentVariableA("NO_COLOR", getenv("NO_COLOR"));
    SetEnvironmentVariableA(ROLE, NULL);
    CloseHandle(how.hStdInput);
    CloseHandle(how.hStdOutput);
    CloseHandle(how.hStdError);
    text_free(&line);
    if (!started) {
        errno = EAGAIN;
        return 0;
    }
    AssignProcessToJobObject(job(), process.hProcess);
    ResumeThread(process.hThread);
    CloseHandle(process.hThread);
    return (intptr_t)process.hProcess;
}

int platform_role(void) {
    const char *role = getenv(ROLE);
    int is = role ? atoi(role) : 0;
    if (role) _putenv_s(ROLE, ""); /* not that of its own children */
    return is;
}

void platform_kill(intptr_t child) {
    TerminateProcess((HANDLE)child, 1);
}

int platform_wait(intptr_t child, int *signal) {
    DWORD code = 0;
    WaitForSingleObject((HANDLE)child, INFINITE);
    GetExitCodeProcess((HANDLE)child, &code);
    CloseHandle((HANDLE)child);
    *signal = code >= 0xC0000000 ? (int)(code & 0xFFFF) : 0; /* an exception ended it */
    return *signal ? 0 : (int)code;
}

bool platform_live_while(int fd) {
    return false;
}

/* ==== Waiting ================================================================================ */

static short ready(const struct pollfd *file) {
    HANDLE handle = (HANDLE)_get_osfhandle(file->fd);
    short can = file->events & POLLOUT;
    DWORD there = 0;
    if (!(file->events & POLLIN)) return can;
    switch (GetFileType(handle)) {
    case FILE_TYPE_PIPE:
        if (!PeekNamedPipe(handle, NULL, 0, NULL, &there, NULL)) return can | POLLIN | POLLHUP;
        return there ? can | POLLIN : can;
    case FILE_TYPE_CHAR:
        return WaitForSingleObject(handle, 0) == WAIT_OBJECT_0 ? can | POLLIN : can;
    default: return can | POLLIN;
    }
}

/* Nothing waits for several pipes here, so they are looked at in turn. */
int poll(struct pollfd *files, size_t len, int ms) {
    ULONGLONG end = GetTickCount64() + (ULONGLONG)(ms > 0 ? ms : 0);
    for (DWORD pause = 1;; pause = pause < 16 ? pause * 2 : 16) {
        int found = 0;
        for (size_t i = 0; i < len; i++) {
            files[i].revents = files[i].fd >= 0 ? ready(&files[i]) : 0;
            found += files[i].revents != 0;
        }
        if (found || (ms >= 0 && GetTickCount64() >= end)) return found;
        Sleep(pause);
    }
}
