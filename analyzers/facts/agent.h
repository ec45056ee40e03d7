/* What recordings of the agent (libjfragent.so) say about how their samples were taken. */
#ifndef ANALYZERS_FACTS_AGENT_H
#define ANALYZERS_FACTS_AGENT_H

#include "base/array.h"
#include "parser/jfr.h"

/* ==== The engine ============================================================================= */

/* The type of the events that name the engine; NULL unless the chunk is of the agent. */
const struct jfr_type *agent_setting_type(const struct jfr_metadata *metadata);
/* Whether this setting says that the samples were taken at safepoints only (engine=jvmti). */
bool agent_setting_is_biased(const struct jfr_chunk *chunk, const struct jfr_metadata *metadata,
                             const struct jfr_type *setting, const struct jfr_event *event);

/* ==== jfragent.SamplingStatistics ============================================================ */

enum agent_count { /* rows of agent_counts */
                   AGENT_REQUESTED,
                   AGENT_TAKEN,
                   AGENT_NO_PROCESSOR,
                   AGENT_UNMOVED,
                   AGENT_TIMED_OUT,
                   AGENT_LEFT_STATE,
                   AGENT_EXITED,
                   AGENT_CRASHED,
                   AGENT_FAILED, /* AsyncGetCallTrace: 0, -1, ... -10 */
                   AGENT_COUNTS = AGENT_FAILED + 11
};
struct agent_count_row {
    const char *field; /* of the event */
    const char *key;   /* JSON */
    const char *label; /* for a person */
};
extern const struct agent_count_row agent_count_rows[AGENT_COUNTS];

struct agent_statistics { /* a zeroed struct is empty */
    uint64_t events;
    uint64_t counts[AGENT_COUNTS]; /* sums */
    ARRAY(int64_t) medians, p99s;  /* ns held, of each span with samples */
    int64_t held_most;             /* ns */
};

#define AGENT_PLANS 2 /* one reads JFR_PLAN_MAX fields */
struct agent_plan {
    const struct jfr_type *type; /* of the events; NULL: the chunk has none */
    struct jfr_plan *parts[AGENT_PLANS];
};
struct agent_plan agent_plan_open(const struct jfr_chunk *chunk,
                                  const struct jfr_metadata *metadata);
void agent_plan_free(struct agent_plan *plan);

/* event is of the plan's type. */
void agent_statistics_add(struct agent_statistics *statistics, const struct jfr_chunk *chunk,
                          const struct agent_plan *plan, const struct jfr_event *event);
void agent_statistics_merge(struct agent_statistics *into, const struct agent_statistics *from);
/* The middle of the spans' medians, and of their 99th percentiles, ns; 0 if there are none. */
int64_t agent_statistics_median(struct agent_statistics *statistics);
int64_t agent_statistics_p99(struct agent_statistics *statistics);
void agent_statistics_free(struct agent_statistics *statistics);

#endif
