/* Ways: a command of which another is a part. `jfrtool gc --safepoints` is answered by the command
 * safepoints, `jfrtool file repair` by repair, each with its own options and under its own name as
 * well. So the list of commands stays short, and nothing is written twice: a way is one line.
 */
#pragma once

#include "cmd/cli/command.h"

struct way {
    const char *from; /* the command; NULL ends the table */
    const char *word; /* "--safepoints", "--as jfr"; without a dash it stands first: "repair"; in
                         capitals it is what is no recording, in front of one: "METHOD" */
    const char *to;   /* the command that answers */
};

const struct way *ways_all(void); /* ended by one without a name */
/* The first that leads to the command; NULL: none does, its name is what people call it by. */
const struct way *way_to(const struct command *command);
/* What people write for the command: "gc --safepoints", "overview". */
void way_add_call(struct text *out, const struct command *command);
/* The way that such a call begins with; NULL: with none. */
const struct way *way_of_call(const char *call);
/* The command of that name with these arguments behind it, which lose the word of a way that is
 * taken. NULL: there is none of that name. */
const struct command *way_take(const char *name, int *argc, char **argv);
