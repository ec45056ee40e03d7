/* The one binary search, and the one that goes from place to place. */
#pragma once

#include <stddef.h>

/* The first place of [from, to) of which it is not so; `to`: it is of all. What is so of a place is
 * so of those before it.
 *
 *   size_t row = search_first(i, 0, table->rows, times[i] < from_ns); */
#define search_first(i, from, to, is_so)          \
    __extension__({                               \
        size_t low_ = (from), high_ = (to);       \
        while (low_ < high_) {                    \
            size_t i = low_ + (high_ - low_) / 2; \
            if (is_so) low_ = (i) + 1;            \
            else high_ = (i);                     \
        }                                         \
        low_;                                     \
    })

/* The same where what is so of a place says nothing of those before it.
 *
 *   size_t next = search_on(k, at + 1, len, items[k].key == items[at].key); */
#define search_on(i, from, to, is_so)       \
    __extension__({                         \
        size_t i = (from);                  \
        const size_t i##_to = (to);         \
        while (i < i##_to && (is_so)) i++; \
        i;                                  \
    })
