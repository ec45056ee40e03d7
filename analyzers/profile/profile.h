/* The profile: what every sample report is a function of, and a monoid.
 *
 *   frames   interned rows                                       always
 *   rows     self and total of each frame                        keep & PROFILE_ROWS
 *   stacks   each different one once, with what it sums up to    keep & PROFILE_STACKS
 *   samples  {stack, thread, state, time} with what they sum up to  keep & PROFILE_SAMPLES
 *
 * Samples are moments of 16 bytes (analyzers/profile/moments.h) for those who ask when and in which
 * thread. Those that agree in everything within one time_grain are one, so that memory follows what
 * a report tells apart: exact times for a timeline, whole seconds for statistics, none at all for a
 * baseline.
 *
 * What was counted has two measures: samples, and value in a unit of its own (ns of CPU or of
 * waiting, bytes allocated) where the event type has one.
 *
 * The zeroed struct (with options set) is the empty profile; profile_merge is associative and
 * commutative as far as any report can see (reports sort by name, never by id). Worker threads,
 * chunks and files all come together through it.
 */
#pragma once

#include "analyzers/profile/frames.h"
#include "analyzers/profile/moments.h"
#include "base/array.h"
#include "base/missing.h"

/* PROFILE_SAMPLES needs PROFILE_STACKS, which it implies. */
enum { PROFILE_ROWS = 1, PROFILE_STACKS = 2, PROFILE_SAMPLES = 4 };

enum profile_unit {                      /* of values */
                    PROFILE_NO_UNIT = 0, /* nothing but samples is known: all values are 0 */
                    PROFILE_NS,
                    PROFILE_BYTES,
                    PROFILE_MIXED, /* event types with different units came together: values mean
                                      nothing */
};

struct profile_counts {
    uint64_t self, total; /* samples */
    int64_t self_value, total_value;
    uint64_t seen; /* number of the last stack that counted in total: once per stack */
};

struct profile_stack { /* frames.. root first, in profile->stack_frames */
    uint64_t first;
    uint32_t depth;
    uint64_t samples;
    uint64_t truncated;   /* of these: cut by the recording's depth limit */
    uint64_t interpreted; /* of these: the top frame was not compiled; where frames are by line */
    int64_t value;
};

struct profile_thread { /* names are ids into frames.strings, 0: none */
    uint32_t name, group;
    uint64_t os_id, java_id; /* 0: not known */
    bool is_virtual;
    uint32_t labels; /* number of their set, see analyzers/profile/labels.h; 0: none */
};

#define PROFILE_NONE MISSING_ID
#define PROFILE_NO_TIME MISSING
#define PROFILE_NO_TIMES INT64_MAX

struct profile_sample {
    int64_t time_ns; /* start of its grain, since the epoch; PROFILE_NO_TIME: not known */
    uint32_t stack;  /* index into stacks; PROFILE_NONE: none */
    uint32_t thread; /* index into threads; PROFILE_NONE: not known */
    uint32_t state;  /* "STATE_RUNNABLE", id into frames.strings; 0: not known */
    uint64_t count;  /* samples it stands for */
    int64_t value;
};

struct profile_who { /* as in profile_sample */
    uint32_t thread, state;
};

struct profile_node { /* the stacks as a tree, for those who walk it */
    uint32_t parent;  /* index; nodes come after their parent; node 0 is the root */
    uint32_t frame;
    uint64_t self;
};

/* How the samples cluster: a cluster is what one thread has in one second of a chunk. Samples of a
 * cluster depend on each other, and the sums say how much so, however many recordings they are of.
 * Divided by samples, squares is the size of the cluster that a sample finds itself in. */
struct profile_clusters {
    uint64_t clusters, samples; /* clusters that are not empty; what is in them */
    uint64_t squares;           /* sum over the clusters of the samples in each, squared */
};

struct profile {
    unsigned keep;
    enum profile_unit unit;
    int64_t time_grain; /* ns; 0: exact times, samples are not joined; PROFILE_NO_TIMES: none */
    struct frames frames;
    ARRAY(struct profile_counts) rows; /* parallel to frames.rows as far as it goes */
    uint64_t stacks_added;
    ARRAY(struct profile_stack) stacks;
    ARRAY(uint32_t) stack_frames;
    struct map stack_index; /* hash of the frames -> index into stacks */
    ARRAY(struct profile_thread) threads;
    struct strings label_sets;        /* see analyzers/profile/labels.h */
    struct map thread_index;          /* hash -> index into threads */
    struct moments moments;           /* see profile_sort_samples */
    ARRAY(struct profile_who) whos;   /* what their numbers stand for */
    struct map who_index;             /* hash -> index into whos */
    ARRAY(struct profile_node) nodes; /* empty until profile_build_nodes */
    uint64_t samples;                 /* all that passed the filters, weighted */
    int64_t value;                    /* of them all, in unit */
    uint64_t without_stack;           /* of these: no stack, or nothing left of it */
    uint64_t truncated;               /* of these: stack cut by the recording's depth limit */
    uint64_t shortened;               /* of those: it was cut here, by ours */
    struct profile_clusters clusters; /* of those whose clusters are known: needs.clusters */
};

/* Is it known what its samples are worth, all in one unit? A profile of which nothing is known may
 * have a unit all the same, that of its event type. */
static inline bool profile_has_values(const struct profile *p) {
    return (p->unit == PROFILE_NS || p->unit == PROFILE_BYTES) && p->value > 0;
}

/* Sums of values stop at what 64 bits hold: a damaged recording claims anything. */
static inline void profile_add_value(int64_t *sum, int64_t value) {
    *sum = whole_clamped(*sum, value);
}

#define PROFILE_MOST_FRAMES \
    (1u << 14) /* of one stack, the rest is cut off; the JVM stops at 2048 */

/* What is to be counted: so many samples that together are worth value. */
struct profile_weight {
    uint64_t samples;
    int64_t value;
    bool truncated;   /* their stack is cut: by the recording, or */
    bool interpreted; /* what was on top of the stack was not compiled */
    bool shortened;   /* here, as it has more than PROFILE_MOST_FRAMES */
};

/* Counts a stack, leaf first; frames are ids in profile->frames. Returns its index in stacks, or
 * PROFILE_NONE if stacks are not kept or depth is 0 (counted as without stack). Adds to samples,
 * value, without_stack and truncated too. */
uint32_t profile_add_stack(struct profile *profile, const uint32_t *frames, size_t depth,
                           struct profile_weight weight);
/* Stacks that are to be added: their places in the index are brought before the first of some is
 * looked up, as each lies anywhere in much memory. A zeroed struct is empty. */
#define PROFILE_SOON 16
struct profile_soon {
    ARRAY(uint32_t) frames; /* of all, root first */
    size_t len;
    struct {
        uint32_t depth, *index;
        uint64_t hash;
        struct profile_weight weight;
    } stacks[PROFILE_SOON];
};
/* As profile_add_stack, in the order of the calls; *index is set by profile_add_now at the latest. */
void profile_add_soon(struct profile *profile, struct profile_soon *soon, const uint32_t *frames,
                      size_t depth, struct profile_weight weight, uint32_t *index);
/* Adds what is left; last of all. */
void profile_add_now(struct profile *profile, struct profile_soon *soon);
/* Index of the thread, entered if it is new. */
uint32_t profile_add_thread(struct profile *profile, const struct profile_thread *thread);
/* The number of the thread and the state, entered if they are new. */
uint32_t profile_add_who(struct profile *profile, uint32_t thread, uint32_t state);
/* Adds to the samples (nothing else). time_ns must be a multiple of the grain. */
void profile_add_sample(struct profile *profile, const struct profile_sample *sample);
/* Adds moments whose stacks and whos are the profile's; from is empty afterwards. */
void profile_add_moments(struct profile *profile, struct moments *from);
/* One after the other: i < profile->moments.len. */
static inline struct profile_sample profile_sample(const struct profile *p, size_t i) {
    const struct moment *moment = &p->moments.items[i];
    const struct profile_who *who = &p->whos.items[moment->who];
    return (struct profile_sample){moment->time_ns,
                                   moment->stack,
                                   who->thread,
                                   who->state,
                                   moments_count(&p->moments, i),
                                   moments_value(&p->moments, i)};
}
/* The profile's values are of this unit from now on; of another one than before: PROFILE_MIXED. */
void profile_set_unit(struct profile *profile, enum profile_unit unit);
/* From now on the counts of stacks and rows are what their samples are worth, so that whatever adds
 * up samples adds up bytes or time. samples, without_stack and truncated of all stay numbers of
 * samples, the moments as they are. Last of all: nothing is to be added or merged afterwards. */
void profile_count_values(struct profile *profile);
/* into += from, which stays. Both keep the same, in the same grain, unless into keeps no times. */
void profile_merge(struct profile *into, const struct profile *from);
/* Likewise; returns which of into's stacks each of from's became, to be freed. */
uint32_t *profile_join(struct profile *into, const struct profile *from);
/* The same samples with coarser frames: by and frame_type as in a selection. into is empty but
 * for keep (what from has) and takes from's grain. Frames that hold less than asked for (a profile
 * made by class has no methods) stay as they are. */
void profile_project(const struct profile *from, enum frame_by by, bool frame_type,
                     struct profile *into);
/* Of methods without descriptors overloads are one. A profile that says none of any method: made
 * from a flame graph, or written by somebody who leaves them out. */
bool profile_has_descriptors(const struct profile *profile);
/* Last of all, before it is merged into another or projected, which makes equal rows one. */
void profile_forget_descriptors(struct profile *profile);
/* The stacks in order: indices into profile->stacks, to be freed. rank[frame] is what frames are
 * compared by (NULL: their ids), frames of one rank are taken as equal; from the root on, or from
 * the leaf if reverse. */
uint32_t *profile_sort_stacks(const struct profile *profile, const uint32_t *rank, bool reverse);
/* The samples by time, those that agree within the grain as one unless they are few among thousands:
 * as they are in what samples_take gives. What is added or merged later is behind them. */
void profile_sort_samples(struct profile *profile);
/* Makes the tree of nodes from the stacks, depth first. What is added or merged later is not in it:
 * to be called once, when the profile is complete. */
void profile_build_nodes(struct profile *profile);
/* Forgets everything but what to keep and the grain. */
void profile_free(struct profile *profile);
