/* Groups of events as a table: keys, and what is shown of each. */
#ifndef CMD_SHEETS_EVENT_GROUPS_H
#define CMD_SHEETS_EVENT_GROUPS_H

#include "analyzers/events/events.h"
#include "cmd/write/sheet.h"

struct event_groups {
    const struct events_answer *answer;
    const struct zone *zone;
    const char *key;           /* of the array, for programs */
    const char *const *titles; /* of the columns, for people: keys, then shows; NULL: as asked */
    size_t sort;               /* a show; SIZE_MAX: by the keys */
    bool ascending;
    uint64_t top; /* rows; 0: all */
};

/* "p99.9(duration)" -> "p99_9_duration": what programs call it; appended. */
void event_groups_add_key(const char *label, struct text *out);
/* The table, and for people a line on the groups that are left out. */
void event_groups_describe(const struct event_groups *groups, struct sheet *sheet);
/* "2026-11-20T21:31:00Z" and so on: a value of a fold; texts owns what it borrows. */
#endif
