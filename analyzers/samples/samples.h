/* Samples: which events are samples, which of them are taken, and how they become a profile. */
#pragma once

#include "analyzers/facts/facts.h"
#include "analyzers/samples/origin.h"
#include "analyzers/profile/labels.h"
#include "analyzers/profile/profile.h"
#include "analyzers/samples/selection.h"
#include "analyzers/walk/walk.h"

/* What the command asks for. */
struct needs {
    unsigned keep;      /* PROFILE_ROWS | PROFILE_STACKS | PROFILE_SAMPLES */
    int64_t time_grain; /* with PROFILE_SAMPLES: ns; 0: exact times; SAMPLES_NO_TIMES: none */
    /* BY_LINE or BY_BCI: rows by that, types and modules, whatever the selection says (see
     * profile_project); BY_METHOD: rows are as it says */
    enum frame_by finest;
    bool types;        /* rows differ by frame type, whatever the selection says */
    bool modules;      /* frames know their module, whatever the rows are */
    bool thread_roots; /* the thread's name is the root frame of each stack */
    bool values;       /* what samples are worth in ns or bytes, see struct profile_weight */
    bool times;        /* leave out profiles, which have none */
    bool clusters;     /* how they cluster, see struct profile_clusters */
    bool origin;       /* what samples.origin says of JVM, periods and losses */
    bool labels;       /* those of profiles' samples are kept, see analyzers/profile/labels.h */
    bool sums;         /* for samples_sum: what origin says is kept beside the facts, too */
    const struct facts_options *facts; /* NULL: no facts are wanted */
    /* NULL, or names as of --event, up to NULL: samples of these besides, each by itself in
     * samples.others */
    const char *const *others;
    int64_t others_grain; /* their time_grain */
    /* Where times have a grain: so many moments may differ, more are in a coarser one, see
     * analyzers/profile/moments.h; 0: there is no limit */
    size_t most;
};

#define SAMPLES_NO_TIMES PROFILE_NO_TIMES
/* The root of samples that say nothing of what they are to be told apart by. */
#define SAMPLES_ABOUT_NOTHING "(none)"

struct samples_event { /* an event type with a stack trace that occurred */
    const char *name;
    const char *label; /* or NULL */
    uint64_t count;
    bool taken;
};

struct samples_asked { /* a name of --event */
    const char *name;
    bool declared;          /* the recording knows such event types, whether they occurred or not */
    bool occurred;          /* with a stack trace */
    uint64_t without_stack; /* events of such types that have no field for a stack trace */
    const char *nearest;    /* not declared: the type that may be meant, or NULL */
};

struct samples_other { /* what was read of one of needs.others */
    const char *name;  /* as it was asked for */
    char *event;       /* what was taken, as samples.event; never NULL */
    struct profile profile;
    uint64_t unresolved;
};

struct samples_clocks { /* samples that are recorded as jdk.ExecutionSample by async-profiler */
    uint64_t wall;      /* and are of wall-clock time: taken for profiler.WallClockSample */
    uint64_t unsaid;    /* taken for samples of CPU time, though nothing says so */
};

struct samples { /* names are in texts */
    struct profile profile;
    struct facts facts;                 /* finished; empty unless asked for */
    struct origin origin;               /* sorted */
    ARRAY(struct samples_event) events; /* by count, then name; all types with a stack trace */
    ARRAY(struct samples_asked) asked;  /* in the order of --event */
    struct samples_clocks clocks;       /* of chunks in which samples were asked for */
    uint64_t taken_events;              /* fewer than samples where one event stands for several */
    char *event;               /* what was taken: "jdk.ExecutionSample", or several joined with "+";
                                  NULL: nothing to report */
    int64_t recorded_ns;       /* how long was recorded of what --from and --to leave: of all chunks
                                  together, and of profiles */
    struct time_window window; /* that --from and --to left; else all of 64 bits */
    struct zone zone;          /* that was asked for, or of the JVM that recorded first */
    bool filtered;       /* some filter was set: the profile may hold fewer samples than events */
    bool biased;         /* the agent took its samples at safepoints only (engine=jvmti) */
    bool late;           /* ... and came to a JVM that ran (AGENT_LATE) */
    bool of_jvm;         /* of the JVM's own sampler, as far as the facts say */
    char proof[120];     /* how much of it they are (agent_statistics_proof); "": not known */
    uint32_t left_out;   /* profiles that have not what a filter needs */
    uint64_t unresolved; /* samples whose stack was in no constant pool (lost with the chunk) */
    ARRAY(struct samples_other) others; /* those that there were events of */
    struct text_list threads;           /* names seen when a thread filter matched nothing */
    struct text_list states;            /* seen when states were asked for */
    struct arena texts;
};

extern const struct reader samples_reader;
struct samples_task;
/* Adds what the task (analyzers/samples/task.h) needs to the run, which it must outlive; after the
 * run, gives what was read, once. Facts are taken from the run, too. */
void samples_join(struct walk_run *run, struct samples_task *task);
struct samples *samples_take(const struct walk_run *run, const struct scan_report *report);
/* Both, with a run of its own; the selection is open. The result is the caller's to free; report
 * too. */
struct samples *samples_read(const struct scan_options *scan, const struct selection *selection,
                             const struct needs *needs, struct scan_report *report);
/* The same in a run that others have joined, whose states are there afterwards. */
struct samples *samples_read_in(struct walk_run *run, const struct scan_options *scan,
                                const struct selection *selection, const struct needs *needs,
                                struct scan_report *report);
void samples_free(struct samples *samples);

/* ==== Sums over runs ======================================================================== */

/* What many runs come to, as one run over all their recordings would say it, without times. */
struct samples_sum {
    struct samples_task *task;
    struct samples_state *state;
    struct scan_report report; /* recordings, profiles, start_ns */
    int64_t recorded_ns;
};

/* task: as that of the runs, but needs.time_grain may be SAMPLES_NO_TIMES; outlives the sum. */
void samples_sum_open(struct samples_sum *sum, struct samples_task *task);
/* Adds the samples of a run, whose needs.sums is set, before samples_take: in walk_run.fresh. */
void samples_sum_add(struct samples_sum *sum, const struct walk_run *run);
/* Before that: gives the labels to all samples of the run (profile_label). False: it has none. */
bool samples_label(const struct walk_run *run, const struct label *labels, size_t len);
/* Adds what the report of that run says, without chunks that an earlier one had. profiles: of its
 * profiles, which were there for the first time. */
void samples_sum_report(struct samples_sum *sum, const struct scan_report *report);
/* Once; to be freed, and the sum closed. */
struct samples *samples_sum_take(struct samples_sum *sum);
void samples_sum_close(struct samples_sum *sum);
