/* A selection: samples_options made ready to run. Regexes compiled, event names resolved to lanes,
 * the time window in ns. Built once, then read by all workers. */
#ifndef ANALYZERS_SAMPLES_SELECTION_H
#define ANALYZERS_SAMPLES_SELECTION_H

#include "analyzers/samples/samples.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#define LANE_GROUPS 8 /* alternatives of one lane, best first */
#define GROUP_TYPES 4 /* event types taken together */
#define MAX_LANES 16
#define MAX_REGEXES 64 /* --include: one bit each */

/* In the place of an event type: any profile (analyzers/samples/pprof_source.h) that nothing else
 * fits. */
#define OTHER_PROFILE "\tprofile"

/* One thing that was asked for: the first of its groups that occurs in the input is taken.
 *   default:  {ExecutionSample} {CPUTimeSample} {WallClockSample} ...
 *   alloc:    {ObjectAllocationSample} {ObjectAllocationInNewTLAB, ObjectAllocationOutsideTLAB} */
struct lane {
    const char *groups[LANE_GROUPS][GROUP_TYPES];
    size_t group_count;
};

struct selection {
    const struct samples_options *options;
    struct lane lanes[MAX_LANES];
    size_t lane_count;
    pcre2_code *thread;
    pcre2_code *include[MAX_REGEXES], *exclude[MAX_REGEXES];
    bool has_window;
    int64_t from_ns, to_ns; /* since the epoch, inclusive */
    bool needs_context;     /* samples are told apart by thread and state */
    bool needs_time;        /* ... and by time, or there is a window */
};

/* False: error filled with a sentence. selection_free is due in any case. */
bool selection_open(const struct samples_options *options, struct selection *selection,
                    struct jfr_error *error);
void selection_free(struct selection *selection);
/* Sets the window; context is the selection. For scan_work.window. */
void selection_set_window(void *context, int64_t start_ns, int64_t end_ns);
/* Does the window depend on where the recording starts and ends? */
bool selection_needs_span(const struct selection *selection);
/* Searches the regex in the text; data is the caller's own (one a thread). */
bool selection_matches(const pcre2_code *code, pcre2_match_data *data, const char *text,
                       size_t len);
/* Does "runnable" or "STATE_RUNNABLE" name this thread state? */
bool selection_state_matches(const char *wanted, const char *state);

#endif
