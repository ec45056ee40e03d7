/* jfrtool: reads Flight Recorder recordings and shows what is in them. This file finds the command,
 * parses its options and runs it. */
#include "cmd/cli/command.h"
#include "cmd/cli/emergency.h"
#include "cmd/cli/habits.h"
#include "cmd/cli/help.h"
#include "cmd/cli/message.h"
#include "base/platform.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A standard stream that is closed would otherwise be given to the next file opened: a recording
 * could become standard output. Opened the wrong way round, using it still fails. */
static void keep_standard_streams(void) {
    for (int fd = 0; fd <= 2; fd++)
        if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY) < 0)
            _exit(EXIT_USAGE);
}

int main(int argc, char **argv) {
    platform_keep_memory();
    keep_standard_streams();
    signal(SIGPIPE, SIG_DFL); /* whoever started us may ignore it: then we would go on writing */
    emergency_prepare();
    if (argc < 2) return help_start();
    const char *name = argv[1];
    if (strcmp(name, "-h") == 0) return help_show(NULL, false);
    if (strcmp(name, "--help") == 0) name = "help";
    if (strcmp(name, "--version") == 0 || strcmp(name, "-V") == 0) name = "version";
    const struct command *command = command_find(name);
    if (!command && !habit_instead_of(name) && access(name, F_OK) == 0)
        return command_run(command_find("overview"), argc - 1, argv + 1); /* a recording */
    if (!command) return command_unknown(name);
    return command_run(command, argc - 2, argv + 2);
}
