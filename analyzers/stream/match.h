/* What a selection leaves out of a stream of events: by time, thread, state and frames, as it does
 * with samples. An event that has no thread (state, stack) is left out where one is asked for. */
#pragma once

#include "analyzers/samples/selection.h"
#include "analyzers/walk/walk.h"

struct match_window {
    const struct selection *selection;
    struct zone zone; /* of its clock times */
    bool is_set;
    struct time_window window;
};

/* Must the recording's start, end and zone be known? */
bool match_needs_span(const struct match_window *window);
/* start_ns, end_ns and first as in struct scan_work. */
void match_set_window(struct match_window *window, int64_t start_ns, int64_t end_ns,
                      const struct jfr_chunk *first);

struct match;

/* window must outlive the result, which is freed with match_close. */
struct match *match_open(const struct match_window *window);
void match_close(struct match *match); /* NULL is allowed */
/* start: as recorded, of that unit. */
bool match_time(const struct match *match, const struct jfr_chunk *chunk, enum jfr_unit unit,
                uint64_t start);
/* The constants of the chunk are there. */
void match_chunk(struct match *match, const struct walk *walk);
void match_chunk_ends(struct match *match);
bool match_event(struct match *match, const struct jfr_type *type, const struct jfr_event *event);
