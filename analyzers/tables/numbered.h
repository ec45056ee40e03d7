/* Numbered: events that belong together by a number, as those of a collection or a safepoint, found
 * again by it and by time: the numbers of several JVMs are the same. */
#pragma once

#include "base/array.h"

struct numbered {
    int64_t id, time_ns;
    size_t at; /* whatever it is to be found */
};
typedef ARRAY(struct numbered) numbered_index;

/* Before the first search. */
void numbered_sort(numbered_index *index);
/* Of those with the id the one nearest to the time; SIZE_MAX: there is none. */
size_t numbered_find(const numbered_index *index, int64_t id, int64_t time_ns);
