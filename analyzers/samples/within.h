/* Within: the times, thread by thread, during which something was going on: a request, a test, a
 * wait. Samples are taken only within them, or only outside, and told apart by what it was about.
 *
 *   within_add(&within, thread, from_ns, to_ns, within_group_of(&within, "/slow", 5)); ...
 *   within_make(&within);                  sorted, overlapping ones joined
 *   within_group(&within, within_find(&within, thread), time_ns)
 *
 * A thread is its Java id where it has one, else its number in the operating system; with
 * any_thread all are one. Both ends are in it; times are ns since the epoch. Of several at a time
 * the one that began last counts: what lies within another is what the thread is about.
 *
 * Tracers also say it of each sample: the id of the span that it belongs to (id_field). Such ids
 * come before times, which some of their events do not have.
 */
#pragma once

#include "base/strings.h"
#include "base/missing.h"

struct within_thread {
    uint64_t os_id, java_id; /* 0: none */
};

struct within_span {
    uint64_t thread; /* key */
    int64_t from_ns, to_ns;
    uint32_t group;
};

struct within { /* a zeroed struct has none */
    ARRAY(struct within_span) spans;
    struct map threads;    /* key -> index of the first span */
    uint64_t events;       /* that were added */
    bool any_thread;       /* whatever thread it was in, it counts for all */
    bool grouped;          /* samples are told apart by group */
    struct strings groups; /* names; group 0 has none */
    const char *id_field;  /* of samples: what they belong to; NULL: times alone say it */
    struct map ids;        /* id -> group */
};

#define WITHIN_NONE SIZE_MAX
#define WITHIN_NO_GROUP MISSING_ID

/* What tells threads apart. */
uint64_t within_key(struct within_thread thread);
/* The number of the group of that name. */
uint32_t within_group_of(struct within *within, const char *name, size_t len);
void within_add(struct within *within, struct within_thread thread, int64_t from_ns, int64_t to_ns,
                uint32_t group);
/* Samples of that id are in the group, the first of several. An event, if none was added for it. */
void within_add_id(struct within *within, uint64_t id, uint32_t group);
/* After the last was added. */
void within_make(struct within *within);
/* The first span of the thread; WITHIN_NONE: it has none. */
size_t within_find(const struct within *within, struct within_thread thread);
/* The group that the time lies in; WITHIN_NO_GROUP: it lies in none. */
uint32_t within_group(const struct within *within, size_t first, int64_t time_ns);
/* Likewise of an id that a sample has; 0 is none. */
uint32_t within_group_of_id(const struct within *within, uint64_t id);
void within_free(struct within *within);
