/* Files, lines and numbers as /proc has them. Header only. */
#pragma once

#include "base/posix.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* How the file begins, as a text that ends within size; false: there is nothing in it. */
static inline bool numbers_file(const char *path, char *text, size_t size) {
    int file = open(path, O_RDONLY | O_CLOEXEC);
    size_t len = 0;
    if (file < 0) return false;
    for (ssize_t n; len + 1 < size && (n = read(file, text + len, size - 1 - len)) > 0;)
        len += (size_t)n;
    close(file);
    text[len] = 0;
    return len > 0;
}

/* The value of a line "name value" or "name : value"; NULL: there is none. */
static inline const char *numbers_value(const char *text, const char *name) {
    size_t len = strlen(name);
    for (const char *p = text; p && *p; p = strchr(p, '\n')) {
        if (*p == '\n') p++;
        if (strncmp(p, name, len) == 0 && p[len] && strchr(" \t:", p[len]))
            return p + len + strspn(p + len, " \t:");
    }
    return NULL;
}

/* Decimal numbers with white space between, as many as there are and there is room for; negative
 * ones wrap around. Returns how many. */
static inline size_t numbers_read(const char *text, uint64_t *numbers, size_t room) {
    size_t count = 0;
    for (char *end; count < room; text = end, count++) {
        numbers[count] = strtoull(text, &end, 10);
        if (end == text) break;
    }
    return count;
}

/* Those of a line of /proc/PID/stat that follow the state, the first is the parent's id. What is
 * before the state is the command's name: anything, blanks and parentheses included. */
static inline size_t numbers_of_stat(const char *line, uint64_t *numbers, size_t room) {
    const char *end_of_name = NULL;
    for (const char *p = line; *p; p++)
        if (*p == ')') end_of_name = p;
    if (!end_of_name || end_of_name[1] != ' ' || !end_of_name[2]) return 0;
    return numbers_read(end_of_name + 3, numbers, room);
}

/* From when the machine began to when the process of that line did, in clock ticks; 0: not known.
 */
static inline uint64_t numbers_start(const char *line) {
    enum { START = 18, TAKEN };
    uint64_t numbers[TAKEN];
    return numbers_of_stat(line, numbers, TAKEN) < TAKEN ? 0 : numbers[START];
}
