/* The skeleton of commands that answer a question about recordings: all between the options and the
 * exit code that is not their own.
 *
 *   needs -> output opened -> read, what was lost said -> answer -> sheet written, output closed
 *
 * Such a command's definition says that it does needs and answer (cmd/cli/options.awk):
 *
 *   needs   looks at the options together and says what is to be read (keep 0: the answer reads for
 *           itself). EXIT_OK, or the code to end with.
 *   answer  describes the answer on answer_sheet, or adds bytes to the output. The output is kept
 *           with EXIT_OK and EXIT_GATE, a sheet with EXIT_NOTHING, too; else nothing is written.
 */
#pragma once

#include "cmd/read/reading.h"
#include "cmd/write/sheet.h"

struct answer {
    const struct command *command;
    void *options;          /* of the command's struct */
    enum format format;     /* as --format or the name of the output says */
    struct reading reading; /* freed at the end */
    const char *name;       /* what it is about, given before the recordings; or NULL */
    struct output output;
    struct sheet sheet;
    void (*ended)(void *with); /* called when all is over, whatever came of it; or NULL */
    void *with;
    uint64_t leads_nowhere; /* a bit for each command to run next that would show nothing */
    bool described;         /* there is a sheet */
    bool empty;             /* with EXIT_OK: there is nothing in it, which makes it EXIT_NOTHING */
    bool streamed; /* the answer was added to the output, which is kept if it is empty, too */
    bool partial;  /* what the answer read for itself makes the exit code EXIT_PARTIAL */
};

/* Reads, answers and writes; the exit code. */
int answer_run(const struct command *command, struct option_base *options);
/* The sheet of the answer, in its format, written when the answer is there; it is opened here,
 * when all is read: from then on the format may be another one (cmd/cli/twin.h).
 * title: of a page; NULL: the command and what it read. */
struct sheet *answer_sheet(struct answer *answer, const char *title);
