/* Events one by one, written as they come: blocks or a table for people, JSON, NDJSON, CSV,
 * Markdown, HTML. Nothing of what was written is kept. */
#pragma once

#include "analyzers/events/events.h"
#include "cmd/cli/output.h"
#include "cmd/write/event_values.h"
#include "cmd/write/format.h"

#define EVENT_ROWS_USUAL SIZE_MAX /* frames: 5 of a block, 1 of a table, all of JSON */

struct event_rows {
    enum format format;
    bool table;                  /* of FORMAT_TEXT: a table, else a block for each event */
    size_t frames;               /* of a stack */
    const char *title;           /* of a page */
    uint64_t limit;              /* rows; 0: all */
    struct output *output;       /* borrowed */
    const struct events *events; /* borrowed; of the zone */
    uint64_t written;
    struct event_rows_own *own; /* zeroed */
};

/* For struct event_question: context is the struct event_rows. */
bool event_rows_add(void *context, const struct event_row *row);
/* What stands behind the rows; sources: the question's, for the head if there was no row. */
void event_rows_end(struct event_rows *rows, const struct events_answer *answer);
/* Frees what is its own; nothing more is written. */
void event_rows_free(struct event_rows *rows);
