/* The page, for the commands that write it: all of it is about the whole recording, whichever
 * command it comes from, and opens where that one looks.
 *
 *   page_ask           before the reading: what the page needs, and who else looks at the recording
 *   page_report_write  after it; page_asked_free in any case
 */
#pragma once

#include "cmd/page/page.h"
#include "cmd/page/tabs.h"

struct page_asked { /* of a recording, or of a side of two */
    struct page_tabs tabs;
    struct reading *reading;
};

struct page_request {
    const char *title; /* NULL: the recording's name */
    enum page_part opens;
    enum flame_color color;
    bool reverse, flame;
    bool value;                      /* opens with what samples are worth */
    const struct findings *findings; /* NULL: what all rules found */
    const char *changes;             /* of two sides: markup of what changed */
};

/* Stays where it is until it is freed; what reading_take is to read. */
struct needs page_ask(struct page_asked *asked, struct reading *reading);
/* Writes the page of what was read so; of two sides, if there are two, the base first. */
void page_report_write(struct page_asked *asked, size_t count, const struct page_request *request,
                       struct output *output);
/* Ends the reading's run first, whose readers look at what was asked until they are closed. */
void page_asked_free(struct page_asked *asked);
/* The same of an answer that ends. */
void page_asked_end(void *asked);
