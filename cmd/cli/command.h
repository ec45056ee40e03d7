/* Commands: one table says which there are; dispatch, help, man page and completions walk it.
 *
 * A command is a struct of constants in its own file, and a text of its words:
 * commands/NAME.command, or the report that it is. Its run function gets the parsed options
 * (options_size bytes that start with struct option_base) and returns an exit code.
 */
#pragma once

#include "cmd/cli/options.h"

enum exit_code {
    EXIT_OK = 0,
    EXIT_GATE = 1,    /* a rule of the gate was broken, a difference found */
    EXIT_USAGE = 2,   /* wrong options, or input or output failed */
    EXIT_NOT_JFR = 3, /* nothing of the input could be read as a recording */
    EXIT_NOTHING = 4, /* readable, but nothing to report */
    EXIT_PARTIAL = 5, /* --strict, and something was lost */
};

struct answer; /* cmd/read/answer.h */
struct needs;
struct report; /* analyzers/reports/definition.h */

struct command {
    const char *name;
    const char *operands;            /* "RECORDING...", "[COMMAND]" or NULL: takes none */
    const struct option_use *groups; /* options: ends with a group of NULL */
    size_t options_size;
    const char *writes; /* formats, the usual one first, see cmd/write/format.h; NULL: text */
    bool hidden;        /* left out of help and completion */
    bool operand_needed;
    const struct report *report; /* that the command is all about; NULL: it is one of its own */
    int (*run)(const struct command *command, struct option_base *options);
    /* For answer_run. */
    int (*needs)(struct answer *answer, struct needs *needs);
    int (*answer)(struct answer *answer);
};

#define GROUP(title)
#define REPORT(name)
#define REPORTS
#define COMMAND(name) extern const struct command command_##name;
#include "cmd/cli/commands.h"
#undef GROUP
#undef REPORT
#undef REPORTS
#undef COMMAND

/* All commands in the order of the help; ends with NULL. Reports among them are parsed for it. What
 * asks for it stands above all commands, so rooms that these are made of do without. */
const struct command *const *commands_all(void);

/* Commands that are reports (cmd/reports/command.c). NULL: no more, or none of the name. */
const struct command *command_of_report(size_t index);
const struct command *command_of_report_named(const char *name);

/* Its summary (without a full stop), description and examples, parsed when first asked for. */
const struct report *command_words(const struct command *command);
/* What people look for it under; NULL: it is only in the list of all. */
const char *command_group(const struct command *command);
/* NULL if there is none of that name. */
const struct command *command_find(const char *name);
/* The command of that name, or the only one whose name begins so; or NULL. */
const struct command *command_beginning(const char *beginning);
/* How many commands that are not hidden have the options of the group. */
unsigned command_users_of(const struct option_group *group);
/* Parses the arguments, which begin behind the command's name, and runs it. Its exit code. */
int command_run(const struct command *command, int argc, char *const *argv);
/* The same of what argv[0] names, or of its part that an argument asks for (cmd/cli/ways.h). */
int command_run_named(int argc, char *const *argv);
/* Says that there is no such command, and what may be meant. Returns EXIT_USAGE. */
int command_unknown(const char *name);
