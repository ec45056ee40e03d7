/* The call tree: stacks merged from their roots (or, reversed, from their leaves).
 *
 *   node 0 is the root (no frame)          nodes are in depth-first order: a subtree is a range
 *     first_child -> next_sibling -> ...   siblings are sorted by frame name, then by type, line,
 * bci
 */
#pragma once

#include "analyzers/profile/frames.h"
#include "base/missing.h"

struct profile;

#define CALLTREE_NONE MISSING_ID

struct calltree_node {
    uint32_t frame; /* index into profile->frames.rows; CALLTREE_NONE for the root */
    uint32_t parent, first_child, next_sibling;
    uint32_t depth; /* 0 for the root */
    uint64_t self;  /* samples that end here */
    uint64_t total; /* self and all below */
};

struct calltree {
    struct calltree_node *nodes;
    uint32_t len;
    uint32_t max_depth;
    uint64_t left_out;         /* nodes with fewer samples than min_total */
    uint64_t left_out_samples; /* in them: total - self - the children's totals, over all nodes */
};

struct calltree_options {
    bool reverse;       /* leaves become roots */
    bool merge_types;   /* a method is one node however it ran; its frame is of the type that most
                           samples had */
    uint64_t min_total; /* nodes with fewer samples are left out */
};

/* profile must have PROFILE_STACKS. The result does not depend on the order of its ids. */
void calltree_build(const struct profile *profile, const struct calltree_options *options,
                    struct calltree *tree);
void calltree_free(struct calltree *tree);
/* The fewest samples that are min_share percent of all: for min_total. */
uint64_t calltree_least(uint64_t all, double min_share);
