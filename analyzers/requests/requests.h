/* Requests: what threads did while something was going on in them: requests, tests, spans. Each is
 * a stretch of time of one thread, in a group (an endpoint, a test's name).
 *
 *   requests_add(&r, thread, from, to, group)        a request
 *   requests_state(&r, thread, from, to, what)       the thread was kept from running by that
 *   requests_pause(&r, from, to)                     all threads were
 *   requests_sample(&r, thread, time, ns)            the thread ran for about so long
 *   requests_join(&r)                                groups, in the order of their numbers
 *
 * A moment counts once: as paused, else as the first of enum request_part that it is. Time that
 * nothing explains is unexplained: ready to run but not run, sampled too seldom, shorter than a
 * threshold of the recording. A request within another counts in both. Threads are told apart as in
 * within.h; times are ns since the epoch.
 *
 * Each request costs two searches a part in sorted intervals, so all of it n log n in the events,
 * however requests lie in each other. */
#pragma once

#include "analyzers/samples/within.h"
#include "analyzers/time/lengths.h"

enum request_part {
    REQUEST_PAUSED, /* by GC */
    REQUEST_LOCKED, /* waits for a monitor, or a lock of java.util.concurrent */
    REQUEST_REPLY,  /* reads from sockets, writes to them, connects */
    REQUEST_FILE,   /* reads files, writes them, forces them to disk */
    REQUEST_OTHER,  /* waits for what other threads do */
    REQUEST_ASLEEP,
    REQUEST_PARTS,
};

/* Parts of which the recording has no events at all are missing. So is CPU time where no sample is
 * worth time, and then what is unexplained, too, most of which it may be. */
struct request_group {
    struct lengths lengths;
    double part_ns[REQUEST_PARTS];
    double cpu_ns; /* of its samples */
    uint64_t samples;
    double unexplained_ns;
};

struct request_span { /* with what it is about: group, part or ns */
    uint64_t thread;
    int64_t from_ns, to_ns;
    int64_t about;
};

struct requests { /* a zeroed struct is empty */
    ARRAY(struct request_span) all, states, samples;
    ARRAY(struct request_span) pauses;
    ARRAY(struct request_group) groups;
    bool has_cpu; /* samples are worth time; after the join */
};

/* A request of a thread; groups are numbered from 0. Times are ns since the epoch, here and below.
 * */
void requests_add(struct requests *requests, struct within_thread thread, int64_t from_ns,
                  int64_t to_ns, uint32_t group);
void requests_state(struct requests *requests, struct within_thread thread, int64_t from_ns,
                    int64_t to_ns, enum request_part part);
/* A pause of all threads. */
void requests_pause(struct requests *requests, int64_t from_ns, int64_t to_ns);
/* A sample of a thread; ns: CPU time that it stands for, 0 if unknown. */
void requests_sample(struct requests *requests, struct within_thread thread, int64_t time_ns,
                     int64_t ns);
/* Once, after all were added: the parts of each group's time. */
void requests_join(struct requests *requests);
void requests_free(struct requests *requests);
