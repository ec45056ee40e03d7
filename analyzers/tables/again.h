/* Again: where events lie in their chunk, a byte or two each, as one mostly follows the other: for
 * who reads them when the constants are there, some at a time. */
#pragma once

#include "base/array.h"
#include "parser/jfr.h"

struct again {            /* a zeroed struct is empty */
    ARRAY(uint8_t) steps; /* from the end of the one before: see again.c */
    uint64_t end;         /* of the last */
    size_t count;
    size_t at;     /* which step is next, when they are read, */
    uint64_t from; /* and from where */
};

/* The event is one of the chunk. */
void again_add(struct again *again, const struct jfr_chunk *chunk, const struct jfr_event *event);
/* In the order in which they came, each once. False: there are no more. */
bool again_next(struct again *again, const struct jfr_chunk *chunk, struct jfr_event *event);
/* From the first one again. */
void again_rewind(struct again *again);
void again_free(struct again *again);
