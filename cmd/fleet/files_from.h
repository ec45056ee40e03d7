/* --files-from: names of recordings from a file, for commands that read any number of them. */
#pragma once

#include "cmd/cli/options.h"

struct files_from {
    const char *path; /* NULL: not asked for; "-": standard input */
    bool null;        /* names end with a 0 byte, not a line */
};

extern const struct option_group options_files_from;

/* Adds the names to the operands, which own them. False: the sentence has been said. */
bool files_from_read(const struct files_from *from, struct text_list *operands);
