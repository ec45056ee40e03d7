/* Labels that samples get when they are added up, so that it is known of each where it came from:
 * the same for all (--label), from the input's path (--label-from), from system properties of its
 * JVM (--label-from-property). */
#pragma once

#include "analyzers/samples/samples.h"
#include "analyzers/tables/table.h"
#include "cmd/cli/options.h"

struct labelling {                                /* the options */
    struct text_list fixed, patterns, properties; /* as they were given */
    struct labelling_ready *ready;                /* of the group's open */
    const char *recording; /* NULL, or: a label of this name that has the input's path */
};

extern const struct option_group options_labels; /* of a struct labelling */

struct labelled {     /* what became of them */
    const char *name; /* of the input at hand */
    uint64_t inputs;
    uint64_t unmatched[64]; /* by pattern, then property: inputs that it said nothing about */
};

/* Was any of the options given? */
bool labelling_is_asked(const struct labelling *labels);
/* The readers that it needs join the run. */
void labelling_join(const struct labelling *labels, struct walk_run *run);
/* Labels all samples of the run, which is of the input of this name; counts it. */
void labelling_apply(const struct labelling *labels, const char *name, const struct walk_run *run,
                     struct labelled *labelled);
/* Says which patterns and properties gave how many inputs no label. */
void labelling_say(const struct labelling *labels, const struct labelled *labelled);
