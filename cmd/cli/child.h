/* Commands run in a child of this process: what goes wrong there is an answer here, and nothing of
 * it stays. */
#ifndef CMD_CLI_CHILD_H
#define CMD_CLI_CHILD_H

#include "base/text.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

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

struct child {
    pid_t pid;    /* 0: none */
    int out, err; /* what it writes to; -1: that has ended */
    int64_t end_ns;
    struct child_limits limits;
    struct child_result result; /* so far */
};

/* argv[0] is the name of a command. False: no child could be made, errno says why. */
bool child_start(int argc, char *const *argv, const struct child_limits *limits,
                 struct child *child);
/* Takes what it has written, waiting for it at most so long; -1: until there is something. False:
 * there will be no more. */
bool child_take(struct child *child, int64_t ns);
/* Ends it, if it goes on. The texts are the caller's to free. */
void child_end(struct child *child, struct child_result *result);
/* All of it at once. */
bool child_run(int argc, char *const *argv, const struct child_limits *limits,
               struct child_result *result);

#endif
