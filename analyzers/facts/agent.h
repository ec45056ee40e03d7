/* What recordings of the agent (libjfragent.so) say about how their samples were taken. */
#pragma once

#include "analyzers/walk/walk.h"

enum agent_count { /* rows of agent_count_rows */
#define AGENT(name, field, key, label) AGENT_##name,
#include "analyzers/facts/agent_table.h"
#undef AGENT
                   AGENT_COUNTS
};
struct agent_count_row {
    const char *field; /* of the event */
    const char *key;   /* JSON */
    const char *label; /* for a person */
};
extern const struct agent_count_row agent_count_rows[AGENT_COUNTS];

struct agent_plan { /* an event type that is wanted */
    struct jfr_plan *plan;
    bool of_settings; /* else of statistics */
};

struct agent_statistics {
    bool biased;     /* by its settings, it took samples at safepoints only */
    bool late;       /* likewise, it came to a JVM whose code says at safepoints only where it is */
    uint64_t events; /* jfragent.SamplingStatistics: one for each span of time */
    uint64_t counts[AGENT_COUNTS]; /* sums over them */
    ARRAY(int64_t) medians, p99s;  /* ns held, of each span with samples */
    int64_t held_most;             /* ns */

    /* of the chunk at hand */
    ARRAY(struct agent_plan) plans; /* by tag */
    struct jfr_constants *none;
};

/* One sentence for people, about recordings that are late; no full stop. */
#define AGENT_LATE                                                                             \
    "the agent came late: code that was compiled before has debug information at safepoints "  \
    "only, and its samples may be charged to other methods and lines; start the JVM with the " \
    "agent, or with -XX:+UnlockDiagnosticVMOptions -XX:+DebugNonSafepoints"

/* Its state is a struct agent_statistics. Takes no options. */
extern const struct reader agent_reader;

#define AGENT_PROOF 120 /* bytes of that sentence, and its end */
/* One sentence about how much of it these samples are, no full stop; false: it is not known. */
bool agent_statistics_proof(const struct agent_statistics *statistics, char *out, size_t size);
/* The middle of the spans' medians, and of their p99, ns; 0 if there are none. Sorts them. */
int64_t agent_statistics_median(struct agent_statistics *statistics);
int64_t agent_statistics_p99(struct agent_statistics *statistics);
