#include "cmd/cli/emergency.h"

#include "cmd/cli/command.h"
#include "cmd/cli/message.h"
#include "cmd/cli/output.h"
#include "parser/jfr.h"

#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

static void out_of_memory(size_t size) {
    message_error("out of memory: %zu bytes could not be had", size);
    output_abandon();
    _exit(EXIT_USAGE);
}

/* ==== Mapped files ==========================================================================

 * Reading a page of a mapped file that is not in the file any more, or that the disk does not give,
 * raises SIGBUS. Which file it was stands in /proc/self/maps; what follows uses only what a
 signal's
 * handler may use. */

#define LINE_MAX_LEN 4400 /* of maps: numbers and a path */

static const char *hex(const char *at, uintptr_t *number) {
    *number = 0;
    for (;; at++) {
        int digit = *at >= '0' && *at <= '9'   ? *at - '0'
                    : *at >= 'a' && *at <= 'f' ? *at - 'W'
                                               : -1;
        if (digit < 0) return at;
        *number = *number << 4 | (uintptr_t)digit;
    }
}

/* The path in a line "from-to rights offset device inode   /path", if the address is in it. */
static const char *path_in(const char *line, uintptr_t address) {
    uintptr_t from, to;
    const char *at = hex(line, &from);
    if (*at != '-') return NULL;
    hex(at + 1, &to);
    return address >= from && address < to ? strchr(line, '/') : NULL;
}

/* Puts the path of the file that is mapped at the address into line; NULL: none is. */
static const char *mapped_at(uintptr_t address, char line[LINE_MAX_LEN]) {
    char block[1024];
    size_t len = 0;
    int fd = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
    for (ssize_t got; fd >= 0 && (got = read(fd, block, sizeof block)) > 0;) {
        for (ssize_t i = 0; i < got; i++) {
            if (block[i] != '\n') {
                if (len < LINE_MAX_LEN - 1) line[len++] = block[i];
                continue;
            }
            line[len] = 0;
            len = 0;
            const char *path = path_in(line, address);
            if (!path) continue;
            close(fd);
            return path;
        }
    }
    if (fd >= 0) close(fd);
    return NULL;
}

static void say(const char *words) {
    if (write(STDERR_FILENO, words, strlen(words)) < 0) return; /* there is nobody to tell */
}

static void end_of_mapping(int signal_number, siginfo_t *info, void *context) {
    char line[LINE_MAX_LEN];
    const char *path = mapped_at((uintptr_t)info->si_addr, line);
    output_abandon();
    if (!path) { /* no file: a fault of ours, which ends us as it would have */
        signal(signal_number, SIG_DFL);
        raise(signal_number);
        return;
    }
    for (char *c = line; *c; c++)
        if (*c > 0 && (*c < ' ' || *c == 0x7F)) *c = '?';
    if (isatty(STDERR_FILENO)) say("\r\x1b[K"); /* the progress bar */
    say("jfrtool: ");
    say(path);
    say(" cannot be read to its end: it became shorter while it was read, or its disk fails; "
        "nothing "
        "more was written\n");
    _exit(EXIT_USAGE);
}

void emergency_prepare(void) {
    struct sigaction action = {.sa_sigaction = end_of_mapping, .sa_flags = SA_SIGINFO};
    jfr_on_out_of_memory(out_of_memory);
    sigaction(SIGBUS, &action, NULL);
}
