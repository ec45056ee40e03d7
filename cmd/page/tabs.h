/* The tabs of a page: what other commands answer about the same recordings, as markup.
 *
 *   page_tabs_ask    what they need joins the run that reads the samples
 *   page_tabs_make   after it: each that has an answer describes it
 */
#pragma once

#include "cmd/read/view.h"
#include "cmd/reports/asked.h"

struct page_tabs {
    struct selection selection; /* of the reports: what the page is of, any event */
    ARRAY(const struct report *) reports;
    struct reports_asked *asked; /* NULL: the selection does not fit them */
    ARRAY(const char *) items;   /* of those that have an answer: name, markup, name... NULL */
};

/* Before the reading's run. */
void page_tabs_ask(struct reading *reading, struct page_tabs *out);
/* After it; fills the items. */
void page_tabs_make(struct page_tabs *tabs, const struct reading *reading);
void page_tabs_free(struct page_tabs *tabs); /* after the run */
