/* Help, man page and completions: all written from the tables of commands and options. */
#pragma once

#include "cmd/cli/command.h"

/* Where to begin, to stderr, for who typed no command. EXIT_USAGE. */
int help_start(void);
/* The help of a command (NULL: of the program) to standard output: its own options and the names of
 * those it shares, or all there is to say; of the program what people look for, or all commands.
 * Returns the exit code. */
int help_show(const struct command *command, bool all);

void help_add_man(struct text *out); /* the manual page, troff */
/* The page jfrtool-COMMAND(1): everything that holds for this command, shared options too. */
void help_add_man_of(struct text *out, const struct command *command);
void help_add_bash(struct text *out);
void help_add_zsh(struct text *out);
void help_add_fish(struct text *out);

struct exit_code_row {
    int code;
    const char *meaning;
};

/* Ends with a meaning of NULL. */
extern const struct exit_code_row exit_code_rows[];
