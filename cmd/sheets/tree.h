/* Trees as text: rows with a depth, whatever analyzer they come from.
 *
 *   rows {depth, name, samples, share} -->     samples       %  method
 *                                                  754  100.00  app.Main.main
 *                                                  753   99.87  app.Main.loop
 *                                                  383   50.80  ├─ app.Work.half
 *                                                  383   50.80  │  app.Work.burn
 *                                                  371   49.20  └─ app.Work.rest
 *
 * A row that is its parent's only child stands below it without a branch of its own: only where the
 * tree forks, be it at its root, does it go to the right.
 */
#pragma once

#include "analyzers/methods/calltree.h"
#include "cmd/write/amount.h"
#include "cmd/write/frame_cells.h"

struct tree_row {   /* depth first; a row's children are those one deeper that follow it */
    uint32_t depth; /* 0: a root */
    const char *name;
    size_t packages; /* see fit_add */
    uint32_t frame;  /* index into the profile's frames */
    uint64_t samples, self;
    double share; /* percent */
};

struct tree {
    ARRAY(struct tree_row) rows;
    struct arena texts;
    uint64_t left_out; /* nodes: too small, or too deep */
};

struct tree_options {
    enum frame_by by;
    bool frame_type;    /* nodes differ by it: "App.run [Inlined]" */
    uint64_t all;       /* samples that are 100 % */
    uint32_t max_depth; /* rows from there on are left out; 0: none */
    size_t max_rows;    /* 0: any number */
};

/* Fills tree: the call tree's nodes but for its root, siblings by samples, then name. */
void tree_of_calls(const struct profile *profile, const struct calltree *calls,
                   const struct tree_options *options, struct tree *tree);
void tree_free(struct tree *tree);

struct tree_shape {
    enum frame_by by;
    bool frame_type;        /* nodes differ by it */
    bool self;              /* people, too, see samples that end in the row */
    bool split;             /* some rows say what samples are about: in CSV a column of its own */
    enum profile_unit unit; /* of the counts; PROFILE_NO_UNIT: samples */
    unsigned formats;       /* that show it; 0: all */
};

/* Adds the tree "nodes" and the field "nodes_left_out". */
void tree_add(const struct tree *tree, const struct profile *profile,
              const struct tree_shape *shape, struct sheet *sheet);
