/* What commands that write recordings have in common: chunks of the input become chunks of a new
 * file, which is none of the input.
 *
 *   rewriting_check -> rewriting_run: for each chunk, in reading order, each(context, chunk)
 *                                         -> rewriting_copy or rewriting_edit, or neither
 */
#pragma once

#include "cmd/read/answer.h"
#include "parser/edit/edit.h"

/* The end of such a command's table of groups. */
#define REWRITING_GROUPS                                           \
    {&options_serial, AT(input)}, {&options_output, AT(output)}, { \
        NULL, 0                                                    \
    }

struct rewriting {
    struct answer *answer;
    uint64_t written;              /* bytes of the file */
    uint64_t last;                 /* where the last chunk begins, */
    uint8_t last_flags;            /* and the last byte of its flags */
    uint64_t chunks;               /* that were written */
    struct map starts;             /* of them, in nanoseconds: steps that later ones moved on */
    struct jfr_metadata *metadata; /* of the last chunk that was edited */
    uint64_t failed;               /* that could not be */
    struct jfr_error error;        /* of the first of them */
};

/* -o has to name a file, that is not one of the recordings. EXIT_OK, or the code to end with. */
int rewriting_check(struct answer *answer);

/* Every chunk of the input, in reading order. */
int rewriting_run(struct rewriting *rewriting, scan_take *each, void *context);
/* The same, when the span of all chunks is known: window as in struct scan_work. */
int rewriting_run_within(struct rewriting *rewriting, scan_span *window, scan_take *each,
                         void *context);
/* Reads every chunk once before the run, without a word about what was lost. */
void rewriting_look(struct rewriting *rewriting, scan_take *each, void *context);

/* The chunk's bytes as they are, but for the mark of a last chunk, and for its start where a chunk
 * with the same one was written before. */
void rewriting_copy(struct rewriting *rewriting, const struct jfr_chunk *chunk);
void rewriting_edit(struct rewriting *rewriting, const struct jfr_chunk *chunk,
                    const struct edit_rules *rules, const struct jfr_log *log);
