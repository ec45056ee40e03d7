/* A task: one reading of samples, made of what the user restricts and what the command needs: event
 * names resolved to lanes, the time window in ns. Made once, then read by all workers. */
#pragma once

#include "analyzers/samples/samples.h"

#define LANE_GROUPS 8 /* alternatives of one lane, best first */
#define GROUP_TYPES 4 /* event types taken together */
#define MAX_LANES 16

/* In the place of an event type: any profile (samples/document.h) that nothing else fits. */
#define OTHER_PROFILE "\tprofile"

/* One thing that was asked for: the first of its groups that occurs in the input is taken. Types
 * are said as patterns, see kind_matches. default:  {ExecutionSample} {CPUTimeSample}
 * {WallClockSample} ... alloc:    {ObjectAllocationSample} {ObjectAllocationInNewTLAB,
 * ObjectAllocationOutsideTLAB} */
struct lane {
    const char *groups[LANE_GROUPS][GROUP_TYPES];
    size_t group_count;
    const char *name; /* as it was asked for; NULL: the default rule */
};

/* Does the group have the event type? */
bool samples_group_has(const char *const *group, const char *event);

struct samples_task {
    const struct selection *selection;
    const struct needs *needs;
    struct lane lanes[MAX_LANES];
    size_t lane_count;
    size_t own_lanes; /* the first ones; the rest are needs->others */
    enum frame_by by; /* as fine as both say */
    bool frame_type, modules;
    bool has_window;
    struct time_window window;
    struct zone zone;   /* that was asked for, or of the first chunk if the window needs one */
    bool needs_context; /* samples are told apart by thread and state */
    bool needs_time;    /* ... and by time, or there is a window */
};

/* Which methods on top of the event's stacks are stepped over; NULL: none. Of exceptions
 * constructors, which are where the JVM takes the stack (where the exception was thrown is below);
 * of native memory and locks async-profiler's own functions, through which the program calls those
 * of the C library. */
typedef bool samples_step_over(const char *method);
/* event: the type's name. */
samples_step_over *samples_task_steps_over(const struct samples_task *task, const char *event);
/* The selection is open; both must outlive the task. */
void samples_task_make(const struct selection *selection, const struct needs *needs,
                       struct samples_task *task);
/* Sets the window; context is the task. For walk_part.window. */
void samples_task_set_window(void *context, int64_t start_ns, int64_t end_ns,
                             const struct jfr_chunk *first);
/* Does the window depend on where the recording starts and ends, or on its zone? */
bool samples_task_needs_span(const struct samples_task *task);
