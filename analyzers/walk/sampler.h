/* The sampler: how async-profiler sampled, as it says itself.
 *
 * It writes its settings once, into the first chunk of a recording; the chunks behind it are known
 * by its name alone. Until version 4 it wrote wall-clock samples under the name of the JVM's:
 *
 *   settings                       samples that are jdk.ExecutionSample
 *   event=wall                     all are of wall-clock time
 *   event=cpu                      all are of CPU time
 *   event=cpu and wall=20ms        those in STATE_DEFAULT are of CPU time, the
 *                                rest of wall-clock time
 *   none (format 0.9, lost)      the states may tell: see sampler_clock
 *
 * So who hands on chunks in the order of the recording looks at each first and keeps what it says
 * for those that follow.
 */
#pragma once

#include "parser/jfr.h"

#define SAMPLER_CPU_NS INT64_C(10000000)  /* what it takes for interval=0 */
#define SAMPLER_WALL_NS INT64_C(50000000) /* ... and for wall=0 */

struct sampler {     /* zeroed: of another writer, of whom nothing is asked */
    bool present;    /* the chunk is async-profiler's, or of a program made of it */
    bool said;       /* its settings are known */
    bool wall, both; /* event=wall; wall=... beside another event or none */
    int64_t cpu_ns;  /* what a CPU sample is worth; 0: not known, or no time (event=cache-misses) */
    int64_t wall_ns; /* likewise a wall-clock sample */
};

/* Looks at a chunk: into *sampler comes what holds for it. That of the chunk before in the same
 * recording is there when it is called, or zeroes. */
void sampler_look(struct sampler *sampler, const struct jfr_chunk *chunk);

enum sampler_clock {
    SAMPLER_CPU,      /* all samples of the chunk are of CPU time */
    SAMPLER_WALL,     /* ... of wall-clock time */
    SAMPLER_BY_STATE, /* those in STATE_DEFAULT are of CPU time, the rest of wall-clock time */
    SAMPLER_UNSAID,   /* taken for CPU time, but nothing says so */
};

/* states: which of these the samples of the chunk are in. */
enum { SAMPLER_DEFAULT = 1, SAMPLER_SLEEPING = 2 };
/* SAMPLER_UNSAID: nothing tells. */
enum sampler_clock sampler_clock(const struct sampler *sampler, unsigned states);

/* Is it known of which clock its samples are, whatever states they are in? */
bool sampler_is_sure(const struct sampler *sampler);

/* The period of one of the two event types, ns; 0: it does not say. */
int64_t sampler_period(const struct sampler *sampler, const char *event);

/* ==== One setting ============================================================================ */

struct sampler_settings {
    char event[16];         /* "" if there is none */
    int64_t interval, wall; /* as the settings say; SAMPLER_UNSET: they do not */
    bool any;
};
#define SAMPLER_UNSET INT64_C(-1)
extern const struct sampler_settings sampler_unset;

/* Takes the setting, by its name, if it is one of async-profiler's. */
void sampler_take(struct sampler_settings *settings, const char *name, const char *value);
/* What they come to; *sampler.present is left alone. */
void sampler_settle(struct sampler *sampler, const struct sampler_settings *settings);
