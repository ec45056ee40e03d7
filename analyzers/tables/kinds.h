/* Kinds: the one table of what event types are to those who take them as samples.
 *
 * A new type of sample is one row of kinds.c: --event, the default rule, what a sample is worth,
 * the names in a pprof profile, the summary's line and the notes follow from it. Types that have no
 * row can be taken by their name; a sample of theirs is worth its duration.
 */
#pragma once

#include "analyzers/profile/profile.h"

#define KIND_PATTERNS 4 /* of a short name */

enum kind_group { /* what --event can ask for by a short name */
                  KIND_NO_GROUP = 0,
                  KIND_CPU,
                  KIND_WALL,
                  KIND_NATIVE,
                  KIND_ALLOC,
                  KIND_LIVE,
                  KIND_MALLOC,
                  KIND_LOCK,
                  KIND_EXCEPTION,
                  KIND_IO,
                  KIND_FILE,
                  KIND_SOCKET,
                  KIND_GC,
                  KIND_GROUPS,
};

struct kind_short_name {
    const char *name, *help;
    const char *events[KIND_PATTERNS]; /* of a group without rows in kinds.c: patterns of names */
};
extern const struct kind_short_name kind_short_names[KIND_GROUPS]; /* NULL for KIND_NO_GROUP */

enum kind_flags {
    KIND_RUNNING = 1,         /* samples are of running threads only */
    KIND_BIASED = 2,          /* the agent may have taken them at safepoints only (engine=jvmti) */
    KIND_ABOUT_RECORDING = 4, /* its field for a stack trace is never filled */
    KIND_BY_VALUE = 8,        /* what it is worth says more than how many there are */
    KIND_HOOKED = 32,         /* async-profiler's own functions are on top of its stacks */
    KIND_PINNED = 64,         /* of a virtual thread only while it holds its carrier */
    KIND_OR_PERIOD = 16,      /* without the field it is worth the settings' period */
};

/* Two names for samples of two kinds: async-profiler before version 4 writes both under the first
 * (analyzers/walk/sampler.h); those of wall-clock time are taken for the second. */
#define KIND_CPU_EVENT "jdk.ExecutionSample"
#define KIND_WALL_EVENT "profiler.WallClockSample"

struct kind {
    const char *event;  /* or what other programs' profiles call the same: "cpu" */
    const char *value;  /* the field that says what a sample is worth; NULL: the settings' period */
    const char *weight; /* the field that says for how many samples it stands; NULL: for one */
    const char *factor; /* the field that the value is multiplied with; NULL: with nothing */
    struct {
        const char *samples, *value;
    } pprof; /* the names of the two in a profile; NULL: those of any event */
    struct {
        const char *key, *label;
    } setting; /* how summary shows whether and how often it is recorded; NULL: it does not */
    enum kind_group group;
    enum profile_unit unit; /* of what a sample is worth besides being one */
    unsigned flags;
    uint8_t rank;  /* of the alternatives of a group the lowest that occurs is taken, from 1 on; */
                   /* those of one rank are taken together */
    uint8_t usual; /* likewise without --event; 0: not taken then */
};

/* In the order in which summary shows their settings. */
enum { KINDS = 35 };
extern const struct kind kinds[KINDS];

/* Also by words that people try ("allocations"). KIND_NO_GROUP: no group has this short name. */
enum kind_group kind_group_named(const char *short_name);
/* Does the pattern, as --event takes it, name the event type? '*' is any characters, '?' is one;
 * the package jdk need not be written: "FileRead" and "File*" are "jdk.FileRead" and "jdk.File*".
 */
bool kind_matches(const char *pattern, const char *event);
/* Is the event type one of those that a short name stands for, all alternatives? */
bool kind_is_in_group(enum kind_group group, const char *event);
/* Of a short name or a type: do reports add up what samples are worth, unless asked to count? */
bool kind_counts_by_value(const char *name);
/* "SocketRead" of "jdk.SocketRead"; types of others are named in full. */
const char *kind_brief_name(const char *event);
/* Never NULL: for types without a row, one whose event is NULL. */
const struct kind *kind_of(const char *event);
