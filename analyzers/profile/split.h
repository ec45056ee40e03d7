/* A profile taken apart by the values of a label: what was merged, as it was before. */
#pragma once

#include "analyzers/profile/profile.h"

/* The label that says which run of a program samples are of. */
#define SPLIT_RUN "run"

struct profile_parts {
    ARRAY(struct profile) items; /* in the order of the values; last what has no such label */
};

/* The samples of each value, with stacks and times, but without threads and states. Nothing if the
 * profile has less than two values. To be freed. */
void profile_split(const struct profile *from, const char *key, struct profile_parts *parts);
void profile_parts_free(struct profile_parts *parts);
