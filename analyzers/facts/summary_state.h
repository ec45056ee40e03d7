/* What a summary is made of while chunks are read, between summary_read.c, which gathers it, and
 * summary.c, which puts it in words. */
#ifndef ANALYZERS_FACTS_SUMMARY_STATE_H
#define ANALYZERS_FACTS_SUMMARY_STATE_H

#include "analyzers/facts/agent.h"
#include "analyzers/facts/summary.h"
#include "analyzers/tables/kinds.h"

/* ==== What is looked for ==================================================================== */

/* How a value is shown; those from COUNT on are numbers. */
enum summary_kind {
    TEXT,
    SYSTEM,
    BRAND,
    COUNT,
    BYTES,
    EPOCH_MS,
    BOOLEAN,
    MILLISECONDS,
    NANOSECONDS,
};

/* One row a fact: which field of which event, and what it is called. In the order shown. */
struct summary_fact_row {
    const char *event, *field;
    const char *group, *key, *label;
    enum summary_kind kind;
};
enum { FACT_ROWS = 31 };
extern const struct summary_fact_row summary_fact_rows[];

/* What the settings say of the kinds that summary shows. */
enum { SETTING_ENABLED, SETTING_PERIOD, SETTING_THROTTLE, SETTING_ENGINE, SETTING_NAMES };

/* What the JVM itself says that it lost. */
enum { LOST_BYTES, LOST_SAMPLES, LOSSES };

/* ==== A worker's state ====================================================================== */

/* A value and when it was recorded: the latest is kept, of equal ones the greater. */
struct summary_found {
    char *value;
    int64_t time;
};

struct summary_count {
    uint64_t count, bytes;
    uint32_t name, label; /* string ids; label 0: none */
};

struct summary_state {
    struct strings strings;
    struct map event_index; /* name id -> index */
    ARRAY(struct summary_count) events;
    struct summary_found facts[FACT_ROWS];
    struct summary_found settings[KINDS][SETTING_NAMES];
    struct map jvms; /* hash of pid and start */
    uint64_t lost[LOSSES];
    struct agent_statistics agent;
    bool biased; /* some of it sampled at safepoints only */
    struct jfr_metadata *metadata;
    const struct jfr_chunk *chunk;
};

/* Reads all that scan names. The caller frees it with summary_state_free. */
struct summary_state *summary_state_read(const struct scan_options *scan,
                                         struct scan_report *report);
void summary_state_free(struct summary_state *state);

#endif
