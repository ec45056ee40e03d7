/* A command whose text and JSON are both wanted reads once: when all is read and the answer is to
 * be described, the process becomes two, of which the copy writes the JSON. Where a process cannot
 * be copied, or a command does not come by here, there is no JSON.
 */
#pragma once

#include <stdbool.h>

/* JSON is wanted too, and goes to this file, which is taken over. */
void twin_want(int fd);
/* All is read, and nothing of the answer was decided or written by its format. True: this is the
 * copy now, whose standard output goes to that file, and which says nothing on standard error. */
bool twin_split(void);
/* Waits for the copy, if there is one: it ends when this process does. */
void twin_end(void);
