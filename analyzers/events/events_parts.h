/* Questions about events between what is known before the walk (events.c) and in it
 * (events_read.c). */
#pragma once

#include "analyzers/events/events.h"

#define TESTS_MOST (EXPRESSION_FIELDS + 4)

#define TEST_TIME 0

struct asked { /* a question, made ready */
    const struct event_question *question;
    struct expression *where;            /* or NULL */
    struct fold_plan plan;               /* of groups */
    const char *tests[TESTS_MOST];       /* paths that decide: startTime, */
    size_t sort_at, thread_at, stack_at; /* these (0: not needed), */
    size_t where_at;                     /* and those of where */
    size_t test_count;
    const char *paths[FOLD_KEYS + FOLD_SHOWS]; /* of the fold */
    ARRAY(struct event_source *) sources;      /* by name */
    bool *types_met;                           /* parallel to question->types */
};

/* Which events of the type the question is about, see analyzers/tables/clocked.h. */
unsigned events_clocks(const struct asked *asked, const struct jfr_type *type);

struct events {
    const struct selection *selection;
    struct asked *asked;
    size_t count;
    struct jfr_tables *tables;
    struct jfr_metadata *metadata; /* of the chunk looked at last */
    struct strings names;          /* of all event types that are described */
    struct strings categories;
    struct zone zone;
    bool has_zone; /* it was said */
    struct expression_times times;
    struct time_window window;
    bool failed;
    struct events_error wrong;
    const char *missing_type;  /* that was asked for */
    const char *missing_field; /* likewise */
    const struct asked *missing_of;
    struct arena texts;
};
