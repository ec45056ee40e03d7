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
    const char *const *names;  /* the same for programs; NULL: made of what was asked */
    /* Columns behind the first show, of the show at this place: what share of all groups it is, and
     * how much that is a second of recorded_ns. SIZE_MAX: none. */
    size_t share, rate;
    int64_t recorded_ns;
    bool clocks;     /* all times are of a day, which is said elsewhere: people see that of day */
    bool omit_empty; /* people do not see it without groups */
    size_t sort;     /* a show; SIZE_MAX: by the keys */
    bool ascending;
    uint64_t top; /* rows; 0: all */
};

/* The table, and for people a line on the groups that are left out. */
void event_groups_describe(const struct event_groups *groups, struct sheet *sheet);
#endif
