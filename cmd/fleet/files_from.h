/* --files-from: names of recordings from a file, for commands that read any number of them. */
#pragma once

#include "cmd/cli/command.h"
#include "cmd/cli/options.h"
#include "parser/input/part.h"

struct files_from {
    const char *path; /* NULL: not asked for; "-": standard input */
    bool null;        /* names end with a 0 byte, not a line */
};

extern const struct option_group options_files_from;

/* Adds the names to the operands, which own them, and looks whether they will do: that there are
 * any, unless none is fine, and with a share that their sizes are known. EXIT_OK, or the exit code
 * to end with; the sentence has been said. */
int files_from_fill(const struct command *command, const struct files_from *from,
                    struct input_share share, bool none_is_fine, struct text_list *operands);
