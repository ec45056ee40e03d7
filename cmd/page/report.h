/* The page, for the commands that write it: all of it is about the whole recording, whichever
 * command it comes from, and opens where that one looks.
 *
 *   page_ask           before the reading: what the page needs, and who else looks at the recording
 *   page_report_write  after it; page_asked_free in any case
 */
#pragma once

#include "cmd/page/page.h"
#include "cmd/read/answer.h"
#include "cmd/read/view.h"
#include "cmd/reports/asked.h"

struct page_tabs {              /* what other commands answer about the same recordings */
    struct selection selection; /* of the reports: what the page is of, any event */
    ARRAY(const struct report *) reports;
    struct reports_asked *asked; /* NULL: the selection does not fit them */
    ARRAY(const char *) items;   /* of those that have an answer: name, markup, name... NULL */
};

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
/* page_ask for an answer, which frees it when it ends. */
struct needs page_ask_of(struct answer *answer, struct page_asked *asked);
