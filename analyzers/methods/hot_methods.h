/* Hot methods: self (top of stack) and total (anywhere on the stack) samples of each row. */
#pragma once

#include "analyzers/profile/profile.h"

struct hot_row {
    uint32_t frame; /* index into profile->frames.rows */
    uint64_t self, total;
    int64_t self_value, total_value; /* 0 where the profile has none */
};

struct hot_methods {
    ARRAY(struct hot_row) rows; /* sorted; cut to top */
    size_t all_rows;            /* before the cut */
};

enum hot_sort { HOT_BY_SELF, HOT_BY_TOTAL };

/* profile must have PROFILE_ROWS. top 0: all. Order: by_value what the samples are worth, self or
 * total as asked for, then the other; the count asked for (descending), the other count, then name,
 * descriptor, line, bci, frame type: no ties. */
void hot_methods_compute(const struct profile *profile, enum hot_sort sort, bool by_value,
                         size_t top, struct hot_methods *out);
void hot_methods_free(struct hot_methods *hot);
