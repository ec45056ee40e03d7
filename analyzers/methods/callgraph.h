/* Who calls a method, and what it calls.
 *
 *   main -> a -> r -> r -> x
 *                     |<-- callees of r, as JMC counts too: a second time
 *                |<------- callees of r: from the outermost r inwards: r, x
 *   ---------------->|     callers of r: from the innermost r outwards: r, a, main
 *
 * Either way a sample with the method in it counts once, however often the method recurs. The
 * result is a call tree whose first level is the method itself.
 */
#pragma once

#include "analyzers/methods/calltree.h"
#include "analyzers/profile/profile.h"

enum callgraph_way { CALLGRAPH_CALLERS, CALLGRAPH_CALLEES };

struct callgraph_options {
    enum callgraph_way way;
    bool self_only;   /* only samples with the method on top of the stack */
    bool every_time;  /* a recursive method counts as often as it is on the stack: as JMC does */
    bool merge_types; /* as in calltree_options */
    bool split;       /* roots are what samples are about: they come right after the method */
    double min_share; /* percent of the tree's samples; nodes with fewer are left out */
};

/* chosen[frame]: is it (one of) the method's frames? As many as profile->frames has rows. profile
 * must have PROFILE_STACKS. The tree is the caller's to free. */
void callgraph_build(const struct profile *profile, const bool *chosen,
                     const struct callgraph_options *options, struct calltree *tree);
