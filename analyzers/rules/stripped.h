/* Stripped stacks: each stack of a profile without the library frames at its top, so that time in
 * HashMap.get counts for the method that asks the map.
 *
 *   stack   java.util.HashMap.getNode <- java.util.HashMap.get <- app.Cache.find <- app.Main.main
 *           |<---------------- stripped ----------------->|    method: app.Cache.find
 *
 * All that needs names is done once per distinct stack; counting the samples of a span of time is
 * a binary search and one addition each.
 */
#pragma once

#include "analyzers/profile/profile.h"
#include "parser/jfr.h"

struct stripped {
    const struct profile *profile;
    uint32_t *frame_method;  /* frame -> method */
    uint32_t *method;        /* stack -> method of its first frame left; PROFILE_NONE: none */
    uint32_t *depth;         /* stack -> frames left */
    ARRAY(uint32_t) frames;  /* method -> a frame of it; methods are in the order of their names */
    uint64_t *counts;        /* method -> samples of the last stripped_count */
    ARRAY(uint32_t) counted; /* methods that have any */
};

/* What is taken off: a PCRE2 regular expression that has to match a whole package name. Returns
 * false and fills error if it is none. */
bool stripped_check(const char *packages, struct jfr_error *error);

/* profile must have PROFILE_SAMPLES, sorted by time, and outlive the result. A regex that is none
 * takes nothing off. with_jvm: what the agent says of threads without Java code counts as methods.
 */
void stripped_open(const struct profile *profile, const char *packages, bool with_jvm,
                   struct stripped *out);
void stripped_close(struct stripped *stripped);

struct stripped_counts {
    uint64_t samples;    /* taken in the span */
    uint64_t with_stack; /* of these: stack recorded */
    uint32_t hottest;    /* method; PROFILE_NONE: nothing is left of any stack */
    uint64_t hottest_samples;
};

/* Samples from from_ns to to_ns, both included. Of equally hot methods the first by name. */
struct stripped_counts stripped_count(struct stripped *stripped, int64_t from_ns, int64_t to_ns);

/* How the method was come to in that span: from its frame outwards, at each step the caller most
 * of the samples left have; ends where most of them end. Frames are appended to path, the method's
 * own first. exact: frames differ by all they hold, else by method. */
typedef ARRAY(uint32_t) stripped_path;
/* Appends to path, which stays the caller's; spans are ns since the epoch. */
void stripped_add_path(const struct stripped *stripped, uint32_t method, int64_t from_ns,
                       int64_t to_ns, bool exact, stripped_path *path);

/* What of the frames taken off the samples of the method in that span were in most: the one that
 * the method calls; the frame on top, if half of them have it and it says why (telling.h), or no
 * call has half of them. The sampler sees what is next to a safepoint, and no copy of an array: a
 * trivial method on top says nothing. *samples: how many had it. PROFILE_NONE: nothing was taken
 * off. */
uint32_t stripped_inside(const struct stripped *stripped, uint32_t method, int64_t from_ns,
                         int64_t to_ns, uint64_t *samples);

/* What the frame that stripped_inside names does: of the frames taken off, the innermost that half
 * of the samples in it come to, one call after the other; another method than that. *samples: how
 * many do. PROFILE_NONE: there is none, or the frame is no call of the method's. */
uint32_t stripped_innermost(const struct stripped *stripped, uint32_t method, uint32_t inside,
                            int64_t from_ns, int64_t to_ns, uint64_t *samples);

/* Index of the first sample at the time or later. */
size_t stripped_find(const struct stripped *stripped, int64_t time_ns);
