/* Samples: which events are samples, which of them are taken, and how they become a profile. */
#ifndef ANALYZERS_SAMPLES_SAMPLES_H
#define ANALYZERS_SAMPLES_SAMPLES_H

#include "analyzers/facts/facts.h"
#include "analyzers/samples/origin.h"
#include "analyzers/profile/profile.h"
#include "analyzers/walk/scan.h"

/* A point of the time axis as a user writes it. */
enum time_kind { TIME_NONE = 0, TIME_FROM_START, TIME_FROM_END, TIME_ABSOLUTE };
struct time_point {
    enum time_kind kind;
    int64_t ns; /* offset (>= 0), or since the epoch */
};

/* "10s", "500ms", "2m", "1h30m", "1.5s" from the start; "-5s" before the end; ISO 8601
 * "2026-11-20T21:31:00.5Z" (no zone: UTC). False: not understood. */
bool time_point_parse(const char *text, struct time_point *out);
/* Where it is in a recording from start to end, ns since the epoch; otherwise if it is TIME_NONE.
 */
int64_t time_point_resolve(const struct time_point *point, int64_t start, int64_t end,
                           int64_t otherwise);

struct samples_options {
    const char *const *events; /* full type names or short names; none: the default rule */
    size_t event_count;
    const char *thread;        /* regex (PCRE2, searched), or NULL */
    const char *const *states; /* "STATE_RUNNABLE" or "runnable"; none: all */
    size_t state_count;
    struct time_point from, to; /* both inclusive, on the event's start time */
    const char *const *include; /* keep samples with a matching frame, every regex */
    size_t include_count;
    const char *const *exclude; /* drop samples with a matching frame, any regex */
    size_t exclude_count;
    enum frame_by by;
    unsigned keep;      /* PROFILE_ROWS | PROFILE_STACKS | PROFILE_SAMPLES */
    int64_t time_grain; /* with PROFILE_SAMPLES: ns; 0: exact times; SAMPLES_NO_TIMES: none */
    bool frame_type;    /* rows differ by frame type */
    bool hidden;        /* keep hidden frames */
    bool raw_names;
    bool thread_roots; /* the thread's name is the root frame of each stack */
    bool values;       /* what samples are worth in ns or bytes, see struct profile_weight */
    bool times;        /* leave out profiles, which have none */
    bool clusters;     /* how they cluster, see struct profile_clusters */
    bool modules;      /* frames know their module, whatever by says */
    const struct facts_options *facts; /* NULL: no facts are wanted */
    bool origin;                       /* what samples.origin says of JVM, periods and losses */
};

#define SAMPLES_NO_TIMES INT64_MAX

struct samples_event { /* an event type with a stack trace that occurred */
    char *name;
    char *label; /* or NULL */
    uint64_t count;
    bool taken;
};

struct samples {
    struct profile profile;
    struct facts facts;                 /* finished; empty unless asked for */
    struct origin origin;               /* sorted */
    ARRAY(struct samples_event) events; /* by count, then name; all types with a stack trace */
    char *event;           /* what was taken: "jdk.ExecutionSample", or several joined with "+";
                              NULL: nothing to report */
    bool filtered;         /* some filter was set: the profile may hold fewer samples than events */
    bool biased;           /* the agent took its samples at safepoints only (engine=jvmti) */
    uint32_t left_out;     /* profiles that have not what a filter needs */
    uint64_t unresolved;   /* samples whose stack was in no constant pool (lost with the chunk) */
    ARRAY(char *) threads; /* names of threads seen when a thread filter matched nothing */
    ARRAY(char *) states;  /* thread states seen, when states were asked for */
};

/* Checks regexes, event short names and so on before anything is read. False: error filled with a
 * sentence that names the option and, for regexes, the position. */
bool samples_check(const struct samples_options *options, struct jfr_error *error);

/* Reads the inputs. The result is the caller's to free; report too. */
struct samples *samples_read(const struct scan_options *scan, const struct samples_options *options,
                             struct scan_report *report);
void samples_free(struct samples *samples);

#endif
