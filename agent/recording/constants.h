/* The constants of the open chunk: threads, classes, methods, stacks, each written once.
 *
 *   bytes of a constant's fields --hash--> seen --> its key         (content decides, not address)
 *   method key of the caller --> methods --> its key                (the short way for frames)
 *
 * What is new since the last checkpoint waits in pools. The JDK's reader keeps constants of earlier
 * chunks by their keys, and its views take equal methods of two chunks for two if their keys
 * differ: so a key is never used for something else, and the same content has the same key in every
 * chunk, as far as a table of bounded size remembers. With the recording's lock. */
#pragma once

#include "agent/recording/types.h"
#include "base/array.h"
#include "base/map.h"

#define POOLS (TYPE_CONSTANTS_END - TYPE_CONSTANTS) /* one a type, of which some have none */

struct constants {
    struct writer_pool pools[POOLS]; /* not yet written */
    uint64_t last[POOLS];            /* key given last */
    struct map seen;                 /* hash of type and bytes -> index in entries */
    struct map stable;               /* hash of type and bytes -> key, over all chunks */
    struct map methods;              /* the caller's key -> ours */
    struct arena bytes;
    ARRAY(struct constants_entry {
        const uint8_t *bytes;
        uint32_t len;
        int32_t type;
        uint64_t key;
    })
    entries;
    struct text small, stack; /* where a constant is put together */
    size_t waiting;           /* bytes in pools */
    uint64_t generation; /* of the chunk, no other of the process has it: keys are good for one */
};

/* Keys; 0 is null. */
uint64_t constants_thread(struct constants *c, const struct recording_thread *thread);
uint64_t constants_class(struct constants *c, const char *name, int32_t modifiers, bool hidden);
uint64_t constants_stack(struct constants *c, const struct recording_stack *stack);
/* A constant that is one string: GC name or cause. */
uint64_t constants_named(struct constants *c, int type, const char *name);

/* Puts those with fixed content into pools: a chunk begins with them. */
void constants_begin_chunk(struct constants *c);
/* Forgets what this chunk has; pools must have been written. */
void constants_forget(struct constants *c);
/* Empties the pools, after they were written to a checkpoint. */
void constants_written(struct constants *c);
void constants_free(struct constants *c);
