/* What another command prints, as text: run in a child process, so that nothing of it stays. */
#ifndef CMD_TUI_CHILD_H
#define CMD_TUI_CHILD_H

#include "base/text.h"

#include <stdbool.h>

/* Runs the command with these arguments (without its name), ended by NULL; what it writes to
 * standard output, and then to standard error, is appended, at most limit bytes of each. columns:
 * of its output. False: it could not be run. */
bool child_read(const char *command, char *const *arguments, int columns, size_t limit,
                struct text *out);

#endif
