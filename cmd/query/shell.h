/* Statements and commands with a dot, from the command line, a pipe or a terminal. */
#pragma once

#include "cmd/query/result.h"

struct shell {
    struct connection *connection;
    struct output output;
    enum format format;
    uint64_t max_rows; /* UINT64_MAX: what suits the format */
    bool over;         /* .quit */
};

/* Is it one of ours: ".tables"? */
bool shell_knows(const char *command);
/* Runs all of the text; the first that fails ends it. An exit code. */
int shell_run(struct shell *shell, const char *text);
/* Likewise statements alone, at least one: what begins with a dot is wrong SQL. */
int shell_query(struct shell *shell, const char *text);
/* A conversation on the terminal. */
int shell_talk(struct shell *shell);
