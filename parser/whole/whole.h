/* Is a chunk whole? Every event lies where the one before ends, is of a type that the metadata
 * describes, and its fields fill it; the same of every constant; what they refer to is there; the
 * chain of checkpoints leads to all of them; times lie within the chunk.
 *
 *   header -> metadata -> plans     each record: its fields -> keys that are wanted
 *          -> chain of checkpoints  each pool: its constants -> keys that are there
 *
 * One pass over the bytes. What is wrong is said with its place, a second pass finds the places of
 * references to constants that are missing.
 */
#pragma once

#include "parser/jfr.h"

struct whole_counts {
    uint64_t events, constants, checkpoints; /* looked at */
    uint64_t problems;                       /* found, also those not said */
    uint64_t missing; /* constants that something refers to and that are not there */
};

enum whole_kind {
    WHOLE_SIZES,
    WHOLE_TYPES,
    WHOLE_FIELDS,
    WHOLE_BEHIND,
    WHOLE_TIMES,
    WHOLE_CHAIN,
    WHOLE_POOLS,
    WHOLE_MISSING,
    WHOLE_METADATA, /* that cannot be read */
    WHOLE_KINDS
};
/* "damaged constant pools": many of them. */
const char *whole_kind_words(enum whole_kind kind);

struct whole_problem {
    uint64_t offset; /* in the recording */
    enum whole_kind kind;
    bool follows;   /* from the chunk's being cut: what is missing is behind the cut */
    uint64_t count; /* of what it stands for, 1 mostly */
    const char *what;
};

typedef void whole_say(void *context, const struct whole_problem *problem);

/* Keeps what it knows of a chunk's metadata for the next, mostly the same. One a thread. */
struct whole;
/* To be closed with whole_close. */
struct whole *whole_open(void);
/* Says WHOLE_MOST problems of a kind at most, and nothing that jfr_chunk_next notes. */
#define WHOLE_MOST 1000
void whole_check(struct whole *c, const struct jfr_chunk *chunk, struct whole_counts *counts,
                 whole_say *say, void *context);
void whole_close(struct whole *whole);
