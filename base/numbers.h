/* Numbers out of lines as /proc has them. Header only. */
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

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
