/* The call tree: stacks merged from their roots (or, reversed, from their leaves).
 *
 *   node 0 is the root (no frame)          nodes are in depth-first order: a subtree is a range
 *     first_child -> next_sibling -> ...   siblings are sorted by frame name, then by frame type
 */
#ifndef ANALYZERS_CALLTREE_H
#define ANALYZERS_CALLTREE_H

#include "analyzers/frames.h"

struct profile;

#define CALLTREE_NONE UINT32_MAX

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
};

/* reverse: leaves become roots. Profile must have its nodes (profile_build_nodes). */
void calltree_build(const struct profile *profile, bool reverse, struct calltree *tree);
void calltree_free(struct calltree *tree);

#endif
