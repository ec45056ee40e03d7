/* Lengths: how often something happened, how long it took in all, and how long the longest of a
 * hundred were.
 *
 *   lengths_add(&lengths, ns); ...
 *   lengths_sort(&lengths);
 *   lengths_at(&lengths, 0.99)       99 % were not longer than that
 *
 * A percentile is a length that occurred (nearest rank): the shortest one that so large a share is
 * not longer than. All are in ns.
 */
#pragma once

#include "base/array.h"
#include "base/map.h"
#include "base/missing.h"

struct lengths { /* a zeroed struct has none */
    ARRAY(int64_t) items;
    int64_t total; /* INT64_MAX: that or more */
};

void lengths_add(struct lengths *lengths, int64_t ns); /* INT64_MIN: not known, left
                                                            out; else negative counts as 0 */
/* Before the first question, after the last one was added. */
void lengths_sort(struct lengths *lengths);
/* share: 0..1. MISSING: there are none. */
int64_t lengths_at(const struct lengths *lengths, double share);
int64_t lengths_longest(const struct lengths *lengths);
/* How many and how long in all, of what is recorded only where it happens: or MISSING. */
int64_t lengths_count(const struct lengths *lengths);
int64_t lengths_total(const struct lengths *lengths);
void lengths_free(struct lengths *lengths);

/* The same of each key: a number of whatever they are told apart by. */
struct lengths_row {
    uint64_t key;
    struct lengths lengths;
};

struct lengths_by { /* a zeroed struct is empty */
    struct map index;
    ARRAY(struct lengths_row) rows;
};

/* Adds a length of a key, ns. */
void lengths_by_add(struct lengths_by *by, uint64_t key, int64_t ns);
/* Those with the longest total first, of equal ones those with more, then the lesser key. */
void lengths_by_sort(struct lengths_by *by);
void lengths_by_free(struct lengths_by *by);
