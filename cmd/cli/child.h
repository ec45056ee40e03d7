/* Commands run in a child of this process: what goes wrong there is an answer here. */
#pragma once

#include "base/text.h"
#include "cmd/cli/progress.h"

struct child_limits {
    size_t out, err;  /* bytes that are kept of standard output and error */
    size_t json;      /* of the same as JSON, which is wanted too, see twin.h; 0: it is not */
    unsigned seconds; /* by the clock; what takes longer is ended; 0: as long as it takes */
    int columns;      /* of a terminal, for tables */
    uint64_t memory;  /* bytes that it may have beside mapped files; 0: as the system allows */
    bool progress;    /* it tells how far it is */
    bool tools;       /* its sentences are for whoever calls tools, see voice.h */
};

struct child_result {
    struct text out, err, json;
    bool cut; /* there was more output, and the command was ended, unless its JSON is wanted */
    bool json_cut;
    bool timed_out;
    int code;   /* exit code, if it has one: */
    int signal; /* that ended it; 0: none */
};

struct child {
    intptr_t pid;         /* 0: none */
    int out, err, json;   /* what it writes to; -1: that has ended */
    int progress;         /* likewise; not waited for */
    uint64_t done, total; /* bytes that were read, of how many (0: unknown); done only grows */
    uint64_t before;      /* what was read in ways that are over */
    struct progress_told told;
    int64_t end_ns;
    struct child_limits limits;
    struct child_result result; /* so far */
};

/* What runs a command by its name, argv[0]: said once by whoever knows them all, so that who runs
 * one from within another does without their table. */
void child_runs(int (*command)(int argc, char *const *argv));
/* First of all: is this process the child of one that has no copies of itself (Windows)? It speaks
 * as that one asked it to. */
void child_prepare(void);
/* argv[0] is the name of a command. False: no child could be made, errno says why. The child ends
 * when this process does, however that ends. */
bool child_start(int argc, char *const *argv, const struct child_limits *limits,
                 struct child *child);
/* Takes what it has written, waiting for it at most so long; -1: until there is something. False:
 * there will be no more. */
bool child_take(struct child *child, int64_t ns);
/* How long what waits for it may do so, in ms: until its limit; -1: it has none. */
int child_wait(const struct child *child);
/* Ends it, if it goes on. The texts are the caller's to free. */
void child_end(struct child *child, struct child_result *result);
/* All of it at once. */
bool child_run(int argc, char *const *argv, const struct child_limits *limits,
               struct child_result *result);
