/* The profile: what every sample report is a function of, and a monoid.
 *
 *   frames   interned rows                          always
 *   rows     self and total samples per frame       keep & PROFILE_ROWS
 *   stacks   each different one once, with samples keep & PROFILE_STACKS
 *
 * The zeroed struct (with options set) is the empty profile; profile_merge is associative and
 * commutative as far as any report can see (reports sort by name, never by id). Worker threads,
 * chunks and files all come together through it.
 */
#ifndef ANALYZERS_PROFILE_H
#define ANALYZERS_PROFILE_H

#include "analyzers/frames.h"
#include "parser/array.h"

#include <stdbool.h>

enum { PROFILE_ROWS = 1, PROFILE_STACKS = 2 };

struct profile_counts {
    uint64_t self, total;
    uint64_t seen; /* number of the last stack that counted in total: once per stack */
};

struct profile_stack { /* frames.. root first, in profile->stack_frames */
    uint64_t first;
    uint32_t depth;
    uint64_t samples;
};

struct profile_node { /* the stacks as a tree, for those who walk it */
    uint32_t parent; /* index; nodes come after their parent; node 0 is the root */
    uint32_t frame;
    uint64_t self;
};

struct profile {
    unsigned keep;
    struct frames frames;
    ARRAY(struct profile_counts) rows; /* parallel to frames.rows as far as it goes */
    uint64_t stacks_added;
    ARRAY(struct profile_stack) stacks;
    ARRAY(uint32_t) stack_frames;
    struct map stack_index;            /* hash of the frames -> index into stacks */
    ARRAY(struct profile_node) nodes;  /* empty until profile_build_nodes */
    uint64_t samples;                  /* all that passed the filters, weighted */
    uint64_t without_stack;            /* of these: no stack, or nothing left of it */
    uint64_t truncated;                /* of these: stack cut by the recording's depth limit */
};

/* One stack, leaf first, seen count times. frames: ids in profile->frames. */
void profile_add_stack(struct profile *profile, const uint32_t *frames, size_t depth,
                       uint64_t count);
/* into += from. from stays as it is. Both keep the same. */
void profile_merge(struct profile *into, const struct profile *from);
/* The stacks in order: indices into profile->stacks, to be freed. rank[frame] is what frames are
 * compared by (NULL: their ids), frames of one rank are taken as equal; from the root on, or from
 * the leaf if reverse. */
uint32_t *profile_sort_stacks(const struct profile *profile, const uint32_t *rank, bool reverse);
/* Makes the tree of nodes from the stacks, depth first. What is added or merged later is not in it:
 * to be called once, when the profile is complete. */
void profile_build_nodes(struct profile *profile);
/* Forgets everything but what to keep. */
void profile_free(struct profile *profile);

#endif
