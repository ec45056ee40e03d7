/* Groups of events as a table: keys, and what is shown of each. */
#pragma once

#include "analyzers/events/events.h"
#include "cmd/write/sheet.h"

struct event_groups {
    const struct events_answer *answer;
    const struct zone *zone;
    const char *key; /* of the array, for programs */
    size_t sort;     /* a show; SIZE_MAX: by the keys */
    bool ascending;
    uint64_t top; /* rows; 0: all */
};

/* The table, and for people a line on the groups that are left out. */
void event_groups_describe(const struct event_groups *groups, struct sheet *sheet);
