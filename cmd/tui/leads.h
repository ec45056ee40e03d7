/* Where a row of a report leads: Enter on it goes there.
 *
 *   a finding          its window of time, and the tab of the command that it names
 *   a thread           its samples alone
 *   a method           its callers
 *   a lock, a host, a file    the events about it
 */
#pragma once

#include "cmd/tui/explorer.h"

enum lead_kind { LEAD_NOWHERE, LEAD_FINDING, LEAD_THREAD, LEAD_METHOD, LEAD_EVENTS };

struct lead {
    enum lead_kind kind;
    enum tab tab;                 /* of a finding; TAB_COUNT: stays */
    const struct command *report; /* that the tab shows then; NULL: its own */
    int64_t from_ns, to_ns;       /* of a finding; 0, 0: no window */
    uint32_t id;                  /* the name of the thread, or the frame */
    const char *types;            /* of the events */
    struct text where;            /* what is to be true of them */
};

/* Of a line of the tab's text; the lead is freed by lead_free. */
void lead_find(const struct explorer *e, size_t line, struct lead *out);
void lead_free(struct lead *lead);
/* The line of the tab of findings where the first one begins; 0: there is none. */
size_t lead_first_finding(const struct explorer *e);
