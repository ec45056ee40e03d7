/* Questions about events of any types, any number of them answered in one walk.
 *
 *   types   "ThreadPark" "jdk.File*" "GC": names, globs, short names, categories
 *   where   an expression (expression.h); with it the selection's time, thread and frames
 *   then    rows: all that pass, as they come, or kept by an order;  groups: a fold (fold.h)
 *
 *   events_open    parses the questions, before anything is read
 *   events_join    the types of all chunks are looked at before the first is read: which types are
 *                  meant, what their fields are, whether the questions fit them
 *   walk_start     each event that is asked for costs the fields of its conditions; the others are
 *                  read of those that pass
 *   events_wrong   what does not fit, as a sentence
 *   events_answer  the groups, or the rows that were kept
 *
 * Rows that are handed on come in the order of time within a chunk, chunks in the order of the
 * input; the run must have one worker then. Memory follows the largest chunk. Everything else
 * is a commutative monoid, and memory follows the groups, or the rows kept.
 */
#pragma once

#include "analyzers/events/expression.h"
#include "analyzers/events/fold.h"
#include "analyzers/samples/selection.h"
#include "analyzers/walk/walk.h"
#include "parser/table/tables.h"

#define EVENTS_MAX_BYTES ((uint64_t)1 << 30) /* of rows that are kept */

struct event_source {         /* an event type that a question is about */
    const char *name, *label; /* label: or NULL */
    const struct jfr_table *table;
    struct expression_kind *tests; /* kinds of the fields that decide */
    struct fold_field *fields;     /* kinds of the fields that are shown, or folded */
    const char *const *paths;      /* of these */
    size_t field_count;
};

struct event_row {
    const struct event_source *source;
    const struct things *things; /* what cells are numbers of */
    const uint64_t *cells;       /* of source->paths */
    int64_t time_ns;
    uint64_t epoch; /* while it is the same, so are the numbers of things */
};

struct event_question {
    const char *const *types;
    size_t type_count;
    const char *where; /* NULL: all */
    /* groups */
    const struct fold_key *keys;
    size_t key_count;
    const struct fold_show *shows; /* none: the question is for rows */
    size_t show_count;
    /* rows */
    const char *const *fields; /* paths; none: all of each type */
    size_t field_count;
    size_t optional;  /* so many of them, the first ones, may be missing: their kind is none */
    const char *sort; /* a path; NULL: as they come */
    bool ascending;
    uint64_t top; /* rows that are kept; 0: all, up to EVENTS_MAX_BYTES */
    /* With it rows are handed on. False: no more are wanted. */
    bool (*row)(void *context, const struct event_row *row);
    void *context;
    bool may_lack;    /* no such type or field is no mistake */
    bool any;         /* of groups: all that is asked is whether an event passes */
    bool as_recorded; /* of rows: durations that the event cannot have taken are no null */
};

struct events;

struct events_error {
    struct jfr_error error;
    const char *source; /* the expression that is wrong, or NULL */
    size_t column;
};
/* Questions and selection (open) must outlive the result. NULL: error says what of them cannot be.
 */
struct events *events_open(const struct event_question *questions, size_t count,
                           const struct selection *selection, struct events_error *error);
void events_join(struct events *events, struct walk_run *run);
void events_free(struct events *events);

/* What the recordings have nothing of that a question asks for; NULL: all fits. After the run. */
const struct events_error *events_wrong(const struct events *events);
/* What was misspelled and what is there instead: event types with their counts, or fields. Appends
 * a sentence or none. */
void events_add_hint(const struct events *events, const struct walk_run *run, struct text *out);

struct events_answer {
    const struct fold *fold;      /* NULL: rows */
    const struct things *things;  /* of the fold and of the rows */
    const struct event_row *rows; /* kept, in order */
    size_t row_count;
    uint64_t seen, passed;                     /* events of the types; those that passed */
    const struct event_source *const *sources; /* by name; those that the recordings describe */
    size_t source_count;
    const uint64_t *counts; /* of events that passed, parallel to sources */
    bool cut;               /* rows were left out that were too many */
};
/* After the run. The answer points into run, and its rows are valid until the next call. */
struct events_answer events_answer(const struct events *events, const struct walk_run *run,
                                   size_t question);
/* The event types of a question, by name: for who hands rows on, before the run is over. */
const struct event_source *const *events_sources(const struct events *events, size_t question,
                                                 size_t *count);
/* What --from and --to left, and the zone of times. */
struct time_window events_window(const struct events *events);
struct zone events_zone(const struct events *events);

extern const struct reader events_reader;
