/* Hot methods of each group of samples: of what they are about, which is the root of their stacks.
 *
 *   hot_groups_make(profile, by_value, &groups)
 *   for (each group) {
 *       struct profile part = hot_groups_part(&groups, i);
 *       hot_methods_compute(&part, ...)
 *       hot_groups_part_free(&part);
 *   }
 */
#pragma once

#include "analyzers/profile/profile.h"

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
