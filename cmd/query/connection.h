/* Recordings as tables for SQL: what was lost is said, and decides the exit code. */
#pragma once

#include "base/map.h"
#include "cmd/cli/command.h"
#include "sql/sql.h"

struct connection_options {
    double timeout_s;    /* of a statement; 0: none */
    int64_t index_bytes; /* 0: the usual */
    int64_t memory_bytes;
    uint64_t jobs; /* 0: one per processor */
    bool strict, raw_names, row_by_row;
    struct input_share share;
    bool quiet;      /* set by the command: notes are not seen */
    bool once;       /* likewise: nobody waits for files to grow */
    bool held_spans; /* likewise: statements reckon, and do not show events as they are */
};
extern const struct option_group options_connection; /* of struct connection_options */

struct connection {
    struct sql *sql;
    struct map said; /* notes, by a hash of what they say: each is said once */
    size_t notes, untold;
    uint64_t skipped; /* hash of why the last input was skipped, which a note has said */
    bool strict, lost, quiet;
    bool named; /* an input of which nothing can be read was */
};

/* EXIT_OK, or the code to end with; what it is has been said. */
int connection_open(struct connection *connection, const struct text_list *paths,
                    const struct connection_options *options);
/* EXIT_PARTIAL if a recording could not be read at all or, with --strict, if anything was lost. */
int connection_exit_code(const struct connection *connection);
void connection_close(struct connection *connection);
/* Says what is wrong with a statement: its line, the place marked, and what was meant. */
void connection_say_error(const char *statement, const struct sql_error *error);
