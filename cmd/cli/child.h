/* Commands run in a child of this process: what goes wrong there is an answer here, and nothing of
 * it stays. */
#ifndef CMD_CLI_CHILD_H
#define CMD_CLI_CHILD_H

#include "base/text.h"

#include <stdbool.h>
#include <stddef.h>

struct child_limits {
    size_t out, err;  /* bytes that are kept of standard output and error */
    unsigned seconds; /* by the clock; what takes longer is ended; 0: as long as it takes */
    int columns;      /* of a terminal, for tables */
};

struct child_result {
    struct text out, err;
    bool cut; /* there was more output, and the command was ended */
    bool timed_out;
    int code;   /* exit code, if it has one: */
    int signal; /* that ended it; 0: none */
};

/* argv[0] is the name of a command. False: no child could be made, errno says why. The texts are
 * the caller's to free. */
bool child_run(int argc, char *const *argv, const struct child_limits *limits,
               struct child_result *result);

#endif
