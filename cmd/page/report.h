/* The page, for the commands that write it. */
#ifndef CMD_PAGE_REPORT_H
#define CMD_PAGE_REPORT_H

#include "cmd/read/reading.h"
#include "cmd/page/page.h"

struct page_request {
    const char *title; /* NULL: the recording's name */
    enum page_part opens;
    enum flame_color color;
    bool reverse, flame;
    bool value;                      /* opens with what samples are worth */
    const struct findings *findings; /* or NULL */
    bool whole;                      /* all kinds of samples that were read, not the first alone */
    const struct page_lanes *lanes;  /* or NULL */
    const char *const *tabs;         /* see struct page_input */
};

#define PAGE_GRAIN_NS 1000000 /* what the page tells apart: a millisecond */

/* What reading_take is to read for a page. */
struct needs page_needs(void);

/* Writes the page of what was read with page_needs. */
void page_report_write(const struct reading *reading, const struct page_request *request,
                       struct output *output);

#endif
