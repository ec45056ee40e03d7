/* jfrtool: finds the command, parses its options and runs it. */
#include "cmd/cli/child.h"
#include "cmd/cli/command.h"
#include "cmd/cli/emergency.h"
#include "cmd/cli/habits.h"
#include "cmd/cli/help.h"
#include "cmd/cli/message.h"
#include "cmd/cli/ways.h"
#include "base/platform.h"
#include "base/posix.h"

#include <string.h>

static bool is_recording(const char *argument) {
    return strcmp(argument, "-") == 0 ||
           (!command_find(argument) && !habit_instead_of(argument) && access(argument, F_OK) == 0);
}

/* No command is named. Options before a recording are those of what is shown of it by itself. */
static int without_command(int argc, char *const *argv) {
    const struct command *overview = &command_overview;
    int at = options_first_operand(overview->groups, argc, argv);
    const char *operand = at < argc ? argv[at] : NULL;
    if (operand && is_recording(operand)) return command_run(overview, argc, argv);
    if (at == 0) return command_unknown(operand);
    if (operand && command_find(operand))
        message_error("options come after the command: jfrtool %s %s", operand, argv[0]);
    else if (operand) return command_unknown(operand);
    else
        message_error("%s is an option of a command, and a recording is missing: jfrtool RECORDING "
                      "%s, or jfrtool COMMAND %s RECORDING",
                      argv[0], argv[0], argv[0]);
    return message_misuse(NULL);
}

int main(int argc, char **argv) {
    platform_begin(argc, argv);
    platform_keep_memory();
    emergency_prepare();
    child_runs(command_run_named);
    child_prepare();
    if (argc < 2) return help_start();
    const char *name = argv[1];
    if (strcmp(name, "-h") == 0 || strcmp(name, "--help") == 0) name = "help";
    if (strcmp(name, "--version") == 0 || strcmp(name, "-V") == 0) name = "version";
    argc -= 2;
    const struct command *command = way_take(name, &argc, argv + 2);
    return command ? command_run(command, argc, argv + 2) : without_command(argc + 1, argv + 1);
}
