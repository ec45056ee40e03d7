/* The stacks of a profile as a tree for formats that write one, without branches that are too
 * small: what is in them goes to a node of its own that says so.
 *
 *   nodes    {parent, frame}   parents first, siblings by what their frames are called: the same
 *                              whatever the ids of the profile
 *   node_of  by stack          where it ends
 */
#pragma once

#include "analyzers/profile/profile.h"

#define BRANCHES_NONE MISSING_ID

struct branch {
    uint32_t parent; /* BRANCHES_NONE: a root */
    uint32_t frame;  /* of the profile; BRANCHES_NONE: what was left out here */
};

struct branches {
    ARRAY(struct branch) nodes;
    uint32_t *node_of;
    size_t left_out;           /* nodes */
    uint64_t left_out_samples; /* or what they are worth: as unit says */
};

/* Of a profile with PROFILE_STACKS; branches with less than min_share percent of all are left out;
 * all is counted in unit (PROFILE_NO_UNIT: samples). */
void branches_make(const struct profile *profile, enum profile_unit unit, double min_share,
                   struct branches *branches);
void branches_free(struct branches *branches);
/* Says on stderr what was left out, if anything was. */
void branches_say_left_out(const struct branches *branches, const struct profile *profile,
                           enum profile_unit unit, double min_share);
/* Likewise, that so many samples had no stack. */
void branches_say_without(uint64_t samples);
/* Number of each thread in the order in which they are written: by samples, those with most first,
 * then by name and ids. order[number] is the index into profile->threads, or PROFILE_NONE for
 * samples whose thread is not known, which are the last if there are any. To be freed. */
uint32_t *branches_thread_order(const struct profile *profile, size_t *count);
/* The samples by thread (a number in that order), time, branch and weight. To be freed. */
struct branch_row {
    uint32_t thread, node; /* node: BRANCHES_NONE: no stack */
    uint64_t count;
    int64_t time_ns; /* or PROFILE_NO_TIME */
    uint64_t value;  /* what they are worth */
};
typedef ARRAY(struct branch_row) branch_rows;
/* order, threads: of branches_thread_order. */
branch_rows branches_rows(const struct profile *profile, const struct branches *branches,
                          const uint32_t *order, size_t threads);
/* The name of a frame without line and index; of BRANCHES_NONE that it stands for what was left
 * out.
 */
void branches_add_name(const struct profile *profile, uint32_t frame, struct text *out);
/* "main", "virtual 17", "thread 4711"; PROFILE_NONE: "unknown thread". */
void branches_add_thread(const struct profile *profile, uint32_t thread, struct text *out);
