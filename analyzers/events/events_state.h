/* What a worker has of questions about events: what it is at in a chunk, and what it has come to.
 * Shared by rows (events_read.c), groups (events_groups.c), conditions (events_pass.c) and hints
 * (events_hint.c). */
#pragma once

#include "analyzers/events/events_parts.h"
#include "analyzers/tables/clocked.h"
#include "parser/table/cells.h"

struct pending { /* seen on the walk, looked at when the constants are there */
    const uint8_t *payload, *end;
    int64_t time_ns;
    uint64_t sort; /* the cell, if it was read */
};

struct kept {
    size_t source;
    int64_t time_ns;
    uint64_t sort;
    uint64_t *cells;
};

struct progress { /* of a question in a worker */
    const struct asked *asked;
    struct fold fold;
    ARRAY(struct kept) kept;
    size_t most;            /* rows kept */
    bool bounded;           /* bound is set: */
    uint64_t bound;         /* what sorts behind it is not kept */
    ARRAY(uint64_t) counts; /* passed, by source */
    uint64_t seen, passed;
    bool enough, cut;
};

struct bound { /* an event type of the chunk for a question; its index is the tag */
    struct progress *progress;
    struct event_source *source;
    size_t source_index;
    struct cells *tests, *fields;
    struct expression_match *match;
    struct clocked *clocked;      /* or NULL: all of the type */
    uint32_t type_name;           /* a text of the kept things */
    bool tests_wait, fields_wait; /* for constants */
    ARRAY(struct pending) pending;
};

struct state {
    struct events *events;
    struct progress *progress;
    struct things kept;         /* of folds and rows that are kept */
    uint64_t epoch;             /* of passing */
    struct things passing;      /* of the chunk: of conditions, and of rows that are handed on */
    struct map threads, stacks; /* of passing: does the selection take them? 1 no, 2 yes */
    struct regex_matcher *matcher;
    struct text text, pattern;
    struct map tallies; /* name of a type (names of events) -> events */
    ARRAY(struct bound) bound;
    ARRAY(struct grouping *) groupings;
    ARRAY(uint64_t) cells;        /* of a row */
    ARRAY(struct event_row) rows; /* of the answer */
};

/* Does the selection take the thread or the stack, a number of the passing things? */
bool events_thread_passes(struct state *state, uint64_t thread);
bool events_stack_passes(struct state *state, uint64_t stack);

/* What a thread of the kept things is called, as a text of these: groups are told apart by it. */
uint64_t events_thread_name(struct state *state, uint64_t thread);

/* ==== Groups ================================================================================ */

struct grouping; /* an event type of the chunk, for all questions that group its events */

#define EVENTS_GROUPED 0x80000000u /* in a tag: of a grouping */

/* Adds the question, of which the type is the source at this index, to what groups the type. */
void grouping_add(struct state *state, const struct walk *walk, const struct jfr_type *type,
                  struct progress *progress, size_t source_index);
/* All questions are there: fields are bound, and events wanted. */
void groupings_plan(struct state *state, struct walk *walk);
void grouping_take(struct grouping *grouping, struct state *state, const struct jfr_event *events,
                   size_t count);
void groupings_walked(struct state *state, struct walk *walk);
void groupings_chunk(struct state *state, const struct walk *walk);
void groupings_close(struct state *state);
