/* What a summary is made of while chunks are read, between summary_read.c, which gathers it, and
 * summary.c, which puts it in words. */
#pragma once

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

/* ==== The state of summary_reader =========================================================== */

/* A value and when it was recorded: the latest is kept, of equal ones the greater. */
struct summary_found {
    char *value;
    int64_t time;
};

struct summary_count {
    uint64_t count, bytes;
    uint32_t name, label; /* string ids; label 0: none */
};

/* What the chunks of one JVM say; chunks that do not name theirs: what those of a file say. */
struct summary_origin {
    uint64_t key; /* hash of pid and start, or of the file's name */
    char *file;   /* the name of a file that it is in: the first by name */
    bool known;   /* it is a JVM; pid and start are its */
    int64_t pid, start_ms;
    struct summary_found facts[FACT_ROWS];
    struct summary_found settings[KINDS][SETTING_NAMES];
};

struct gathered; /* from the chunk at hand */

struct summary_state {
    struct strings strings;
    struct map event_index; /* name id -> index */
    ARRAY(struct summary_count) events;
    ARRAY(struct summary_origin *) origins;
    struct map origin_index; /* key -> index */
    uint64_t lost[LOSSES];
    struct gathered *gathered;
};

/* Takes over what from says where it is later. from keeps its values. */
void summary_origin_merge(struct summary_origin *into, const struct summary_origin *from);
