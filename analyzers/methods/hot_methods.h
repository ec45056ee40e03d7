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

/* The place in the program that most of it is below: of the rows that are not the JDK's and have at
 * least half of what samples are worth (by_value) or of the samples, the innermost, which is the
 * one with the least; of equal ones that with more on top. false: there is none. */
bool hot_methods_own(const struct profile *profile, bool by_value, struct hot_row *out);

/* Hot methods of each group of samples: of what they are about, which is the root of their stacks.
 *
 *   hot_groups_make(profile, by_value, &groups)
 *   for (each group) {
 *       struct profile part = hot_groups_part(&groups, i);
 *       hot_methods_compute(&part, ...)
 *       hot_groups_part_free(&part);
 *   }
 */
struct hot_group {
    const char *name; /* borrowed from the profile */
    uint64_t samples;
    int64_t value;
    uint32_t root;       /* frame */
    size_t first, count; /* in stacks */
};

struct hot_groups {
    const struct profile *profile;
    ARRAY(struct hot_group)
    items;                  /* that with most samples (by_value: value) first, then by name */
    ARRAY(uint32_t) stacks; /* indices into the profile's, group by group */
};

/* The profile keeps stacks, outlives the groups, and does not change meanwhile. What has no root of
 * this kind is in no group. */
void hot_groups_make(const struct profile *profile, bool by_value, struct hot_groups *out);
/* Rows of the group's stacks without their root. Its frames are the profile's: it is to be freed
 * by hot_groups_part_free. */
struct profile hot_groups_part(const struct hot_groups *groups, size_t group);
void hot_groups_part_free(struct profile *part);
void hot_groups_free(struct hot_groups *groups);
