/* An event as JSON, through a visit. Times and spans are in ns; missing constants are null; of
 * stacks there are so many frames as asked for. */
#pragma once

#include "base/json.h"
#include "parser/jfr.h"

struct event_json {
    const struct jfr_chunk *chunk;
    struct json json;
    const char *key; /* of the event itself; NULL: none */
    uint64_t frames; /* at most, of a stack */
    uint64_t left;   /* of the stack at hand */
    unsigned depth;
    int64_t start_ticks, duration_ticks; /* the event's own */
};

/* A jfr_visit_item whose context is a struct event_json: writes an item. */
enum jfr_answer event_json_item(void *context, const struct jfr_item *item);

/* All events of the segment in the order of the file, a line each:
 *   {"type":NAME,"chunk":NUMBER,"end_ticks":NUMBER,"values":{...}}
 * and "damaged":true behind the values of one that could not be read to its end. flush is called
 * now and then, and at the end; it empties the text. */
void event_json_segment(const struct jfr_segment *segment, uint64_t frames,
                        const struct jfr_log *log, struct text *out,
                        void (*flush)(struct text *out));
