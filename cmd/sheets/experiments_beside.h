/* Two experiments beside each other: each method's gain on both sides, and whether they differ by
 * more than chance. */
#pragma once

#include "cmd/sheets/experiments.h"

struct experiments_side {
    struct experiments experiments;
    const char *name; /* of its recordings */
};

/* percent: as of experiments_describe. together: that described both as one. */
void experiments_compare(const struct experiments_side sides[2], uint32_t percent, bool together,
                         struct sheet *sheet);
