/* Threads: who was sampled how often, in which states and methods, and what CPU time it took.
 *
 *   worker-1, worker-2, worker-17   roll up to   worker-*        (numbers are what tells pools'
 * threads pool-3-thread-1                 roll up to   pool-*-thread-*  apart)
 *
 * The recording does not say on which carrier a virtual thread ran (HotSpot records the virtual
 * thread alone, without an OS thread): virtual threads roll up by name like others, never together
 * with platform threads.
 */
#pragma once

#include "analyzers/facts/facts.h"
#include "analyzers/time/time_range.h"

enum threads_by {
    THREADS_BY_POOL,  /* names that differ in numbers only */
    THREADS_BY_GROUP, /* Java thread groups */
    THREADS_EACH,     /* each thread for itself */
};

struct threads_options {
    enum threads_by by;
    size_t methods;          /* that are named for each row, at most */
    struct time_range range; /* CPU time in it counts */
    int64_t origin_ns;       /* start of the recording */
    bool by_value;           /* rows and their methods are ordered by what the samples are worth */
    bool only_sampled; /* threads without a sample are left out, whatever CPU time they took */
};

struct threads_count { /* a state or a method */
    uint32_t id;       /* id in the profile's strings (0: not known), or a frame */
    uint64_t samples;
    int64_t value; /* of a method, in the profile's unit */
};

struct threads_row {
    uint32_t name; /* id into strings: the thread's, the pattern, or the group */
    bool known;    /* false: samples of no known thread; all else is 0 then */
    bool is_virtual;
    size_t members;          /* different threads */
    uint64_t os_id, java_id; /* of a single member; 0: not known, or several */
    uint32_t group;          /* id into strings: thread group of all members, 0 if they differ */
    uint64_t samples;
    int64_t value; /* in the profile's unit */
    double cpu_ns; /* by jdk.ThreadCPULoad; MISSING_REAL: none of its members has such an event */
    ARRAY(struct threads_count) states;  /* most samples first, then by name */
    ARRAY(struct threads_count) methods; /* self samples, likewise; cut to options.methods */
};

struct threads {
    struct strings strings;
    ARRAY(struct threads_row)
    rows;         /* most samples (or value) first, then most CPU time, then by name */
    bool has_cpu; /* the recording has jdk.ThreadCPULoad and says how many
                     processors there are */
};

/* "pool-3-thread-17" -> "pool-*-thread-*". Numbers count that begin a word or end the name; others
 * are part of a word: "C2 CompilerThread0" -> "C2 CompilerThread*". */
void threads_add_pattern(struct text *out, const char *name);

/* profile: with PROFILE_SAMPLES, times do not matter. */
void threads_make(const struct profile *profile, const struct facts *facts,
                  const struct threads_options *options, struct threads *out);
void threads_free(struct threads *threads);

/* What of the JVM a thread of that name is: "GC", "JIT", "JVM"; NULL: it is the program's. */
const char *threads_of_jvm(const char *thread);
