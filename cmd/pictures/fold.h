/* Collapsed stacks: "root;frame;leaf 12", a line per distinct stack, sorted bytewise.
 *
 *   profile nodes --depth first, siblings written alike together--> lines in their order
 *
 * Frames that differ but are written alike (overloads without --signatures) become one.
 */
#pragma once

#include "analyzers/profile/profile.h"
#include "cmd/cli/output.h"

struct fold_options {
    bool signatures;    /* the descriptor behind the method */
    bool type_suffixes; /* _[j] and so on, as the java palette of flame graph tools knows them */
};

/* profile has PROFILE_STACKS. Takes 12 bytes of memory a node; output is written as it is made. */
void fold_write(const struct profile *profile, const struct fold_options *options,
                struct output *output);

/* One frame as it stands in a line: no ';', no line break, no ' ' and digits at its end (which
 * readers take for a count), never empty. */
void fold_add_frame(const struct frames *frames, uint32_t id, const struct fold_options *options,
                    struct text *out);
