/* A selection: what the user restricts. Options fill it directly; selection_open makes it ready,
 * once, for however many readings.
 *
 * Texts and lists are borrowed and must outlive it. A copy is as ready as what it was copied from,
 * which owns the compiled regexes; the copy may take other events, states and times.
 */
#pragma once

#include "analyzers/profile/frames.h"
#include "analyzers/regex.h"
#include "analyzers/samples/within.h"
#include "analyzers/time/time_point.h"
#include "base/text.h"
#include "parser/jfr.h"

#define MAX_REGEXES 64 /* --include: one bit each */

struct selection_regexes {
    struct regex *thread;
    struct regex *include[MAX_REGEXES], *exclude[MAX_REGEXES];
};

struct selection {
    struct text_list events;    /* full type names or short names; none: the default rule */
    struct text_list states;    /* "STATE_RUNNABLE" or "runnable"; none: all */
    struct text_list include;   /* regexes: keep samples with a matching frame, for each of them */
    struct text_list exclude;   /* regexes: drop samples with a matching frame, for any of them */
    const char *name;           /* of reports: only events with it in a key of theirs; NULL: all */
    const char *thread;         /* regex: only threads whose name it is found in; NULL: all */
    struct time_point from, to; /* the event's start time lies in [from, to)... */
    struct zone zone;           /* of these; ZONE_UNSAID: the recording's */
    enum frame_by by;
    bool not_then;     /* ...or, if one of the times is given, not in it */
    bool frame_type;   /* rows differ by frame type */
    bool hidden;       /* keep hidden frames */
    bool constructors; /* keep those of exceptions on top of their stacks */
    bool raw_names;
    bool overlap;                      /* within_events of any thread count for all */
    bool outside;                      /* samples count that are not within them */
    const char *within_events;         /* "TYPE where CONDITION"; NULL: not asked for */
    const char *outside_events;        /* likewise */
    struct text_list split_by;         /* what samples are told apart by: fields of these events */
    const char *split_field;           /* ... or one of the samples' own, or "A|B", the first that
                                          they have; NULL: not asked for */
    char *split_label;                 /* ... or a label of theirs; owned; NULL: not asked for */
    const struct within *within;       /* the times that these come to; NULL: none are asked for */
    struct selection_regexes *regexes; /* of selection_open */
};

/* Compiles the regexes and checks the rest, before anything is read. False: error filled with a
 * sentence that names the option and, for regexes, the position. selection_close is due in any
 * case. */
bool selection_open(struct selection *selection, struct jfr_error *error);
void selection_close(struct selection *selection);
/* May it leave samples out whose event is wanted? */
bool selection_filters(const struct selection *selection);
/* Is some of the time left out? */
bool selection_has_window(const struct selection *selection);
/* Does "runnable" or "STATE_RUNNABLE" name this thread state? */
bool selection_state_matches(const char *wanted, const char *state);
