/* The page, for the commands that write it. */
#ifndef CMD_PAGE_REPORT_H
#define CMD_PAGE_REPORT_H

#include "cmd/read/common.h"
#include "cmd/write/verdict.h"
#include "cmd/page/page.h"

struct page_request {
    const char *title; /* NULL: the recording's name */
    enum page_part opens;
    enum flame_color color;
    bool reverse, flame;
    bool value;                          /* opens with what samples are worth */
    const struct page_verdict *verdicts; /* or NULL */
    size_t verdict_count;
};

/* What reading_take is to read for a page. */
struct reading_wants page_wants(void);

/* Writes the page of what was read with page_wants. */
void page_report_write(const struct common_options *options, const struct reading *reading,
                       const struct page_request *request, struct output *output);

/* The same with what the rule found on top. */
void page_report_judged(const struct common_options *options, const char *title,
                        const struct verdict_view *view, struct output *output);

/* False: the page would go to a terminal; it has been said on stderr. */
bool page_may_go_to(const struct common_options *options, const struct output *output);

#endif
