/* The state of samples_reader: what samples.c (chunks) and read.c (the rest) share. */
#pragma once

#include "analyzers/samples/buckets.h"
#include "analyzers/samples/origin.h"
#include "analyzers/samples/task.h"
#include "analyzers/walk/walk.h"

struct samples_context { /* what else samples are told apart by, when a filter or a report needs it
                          */
    uint64_t thread, state; /* as read by the plan */
    uint64_t about;         /* likewise: span, or what samples are told apart by */
    uint32_t plan;
    uint32_t cluster; /* number of the thread */
    uint64_t events;  /* of the chunk that are samples of one clock or another, see clocks.h */
    bool wall;        /* these are of wall-clock time */
};

/* What a plan reads of an event. */
enum {
    SLOT_STACK,
    SLOT_TIME,
    SLOT_THREAD,
    SLOT_STATE,
    SLOT_ABOUT,
    SLOT_WEIGHT,
    SLOT_VALUE,
    SLOT_FACTOR,
    SLOTS
};

struct event_plan { /* a sample event type of this chunk; its index is the tag */
    const struct jfr_type *type;
    const struct kind *kind; /* what its samples are taken for */
    struct jfr_plan *plan;
    enum jfr_unit time_unit;
    bool has_weight, has_factor;
    bool places;   /* stack, thread or state lie in the event, not in constants */
    uint32_t like; /* the first plan whose threads and states lie as this one's do */
    bool occurs;   /* the chunk has some */
    bool clocked;  /* its samples may be of CPU time or of wall-clock time, see clocks.h */
    size_t lane, group;
    int64_t grain, begin;   /* see samples_grain_read; where that of the sample before began */
    enum profile_unit unit; /* of its values; none if they are not wanted or not recorded */
    double scale;           /* of the value field to ns or bytes; 0: the period is the value */
    bool lasts;             /* the value is how long the event took */
    uint64_t not_held;      /* of them so many cannot be */
};

struct lane_state {
    size_t group;           /* best group found so far; group_count: none */
    bool declared;          /* see struct samples_asked */
    uint64_t without_stack; /* likewise */
    uint64_t idle;          /* samples of threads that waited for work, which were left out */
    uint32_t nearest;       /* name id of the type that may be meant; 0: none */
    struct profile profile;
    uint64_t unresolved;
    uint64_t profiled_ns; /* how long was recorded of the profiles taken */
    uint32_t other;       /* of the group of any other profiles, which one: name id */
    struct map named;     /* name ids: events of the profiles taken */
};

struct samples_state {
    const struct samples_task *task;
    struct lane_state lanes[MAX_LANES];
    struct strings names;                 /* of event types, labels, threads, states */
    struct map event_index;               /* name id -> index */
    ARRAY(struct samples_event) events;   /* name and label point into names */
    struct map threads_seen, states_seen; /* name ids */
    struct regex_matcher *matcher;
    int64_t offset_since_ns, offset_ms; /* start of the first chunk, and its zone */
    struct origin origin; /* of profiles; of chunks, unless facts are wanted as they are */
    struct samples_clocks clocks;
    uint32_t left_out; /* profiles that lack what the selection asks for */

    /* of the chunk at hand; the memory is kept */
    const struct walk *walk;
    ARRAY(struct event_plan) plans;
    size_t
        clocked; /* the first plan whose samples are of one clock or another; SIZE_MAX: none is */
    bool chosen[MAX_LANES]; /* has samples of the lane's group */
    struct buckets buckets[MAX_LANES][LANE_GROUPS];
    struct map context_index;
    uint32_t context; /* of the sample before */
    ARRAY(struct samples_context) contexts;
    struct map cluster_threads; /* thread key -> number */
    struct map clusters;        /* thread number and second -> samples */
};

/* ns between times that are told apart. */
int64_t samples_lane_grain(const struct samples_task *task, size_t lane);
/* Of the times that samples of the lane are kept with while a chunk is read. */
int64_t samples_grain_read(const struct samples_task *task, size_t lane);
/* An event type with a stack trace occurred so often; name and label (NULL: none) are copied. */
void samples_count_event(struct samples_state *state, const char *name, const char *label,
                         uint64_t count);
/* A chunk that starts then was made in a zone so far from UTC: the first one's counts. */
void samples_take_offset(struct samples_state *state, int64_t since_ns, int64_t offset_ms);
/* The thread or state was met. */
void samples_remember(struct samples_state *state, struct map *seen, const struct text *name);
/* What the lane holds is void if the group is better than what it has; so it is, among other
 * profiles (other: what they are of, else ""), if its name comes first. False: it is worse. */
bool samples_lane_take(struct samples_state *state, size_t lane, size_t group, const char *other);
/* Where the state's text lies, or NULL. */
const uint8_t *samples_state_text(const struct samples_state *state,
                                  const struct samples_context *context);
/* Functions of samples_reader that look at chunks. */
void samples_plan(void *state, struct walk *walk);
void samples_events(void *state, const struct walk *walk, uint32_t tag,
                    const struct jfr_event *events, size_t count);
void samples_walked(void *state, struct walk *walk);
void samples_chunk(void *state, const struct walk *walk);
