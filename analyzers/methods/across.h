/* Hot methods by where their samples come from: a count for each row (method, class...) and each
 * group, which is a value of a label (analyzers/profile/labels.h). */
#pragma once

#include "analyzers/profile/profile.h"

struct across_group {
    const char *value; /* of the label, in the profile's strings; NULL: of samples without it */
    uint64_t samples;
    int64_t worth; /* in the profile's unit */
};

struct across_cell {
    uint32_t row;   /* frame of the profile */
    uint32_t group; /* index */
    uint64_t self, total;
    int64_t self_value, total_value;
};

struct across {
    ARRAY(struct across_group) groups; /* by samples, then value; those without the label last */
    ARRAY(struct across_cell) cells;   /* that are not empty, by row, then group */
    size_t *first;                     /* by frame, the first of its cells; one more at the end */
    size_t rows;                       /* frames */
    uint64_t samples;                  /* of all groups */
};

/* The profile has PROFILE_SAMPLES, and its frames are the rows. It outlives the answer. */
void across_compute(const struct profile *profile, const char *key, struct across *out);
void across_free(struct across *across);
