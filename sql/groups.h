/* Groups: rows that agree in all their keys are one, which says how many they are and what their
 * measures come to: how many say one, the sum, the least, the greatest, and of one measure each.
 *
 *   keys      of group 0, of group 1, ...    codes of a chunk, or cells; as they first came
 *   times     how many rows
 *   measured  measures of group 0, of group 1, ...
 *   values    of that one measure, of all groups, then of group 0, of group 1, ...
 *
 * Groups of rows that follow each other, joined, are those of all of them.
 */
#pragma once

#include "base/array.h"
#include "base/map.h"
#include "parser/jfr.h"

#define GROUPS_AT_ONCE 256 /* rows at most that are added together */
#define GROUPS_KEYS 64
#define NO_MEASURE SIZE_MAX

struct measured {
    uint64_t count; /* of rows that say it; the rest is of these */
    int64_t sum, least, most;
};

struct groups {
    size_t width, measures;
    size_t listed; /* the measure of which each value is kept, or NO_MEASURE */
    size_t len, room;
    uint64_t *keys, *times;
    struct measured *measured;
    /* By measure, the sum of all amounts without their signs, UINT64_MAX if it is more: as long as
     * that is no more than INT64_MAX no sum of some of them overflows. */
    ARRAY(uint64_t) reach;
    ARRAY(uint32_t) group;  /* of each value; of the last ones: 0, as long as there is no other */
    ARRAY(int64_t) values;  /* parallel to it; then by group */
    ARRAY(uint64_t) begins; /* of a group, in values */
    struct map by_keys;     /* hash of the keys -> group */
    ARRAY(uint32_t) by_key; /* of one key that is a small number in place of that: group + 1 */
};

/* No groups yet, of keys of so many cells; to be freed. */
struct groups groups_open(size_t width, size_t measures, size_t listed);
/* By column; a measure that is JFR_NULL_INT is not said. */
void groups_add(struct groups *groups, uint64_t *const *keys, uint64_t *const *measures,
                size_t rows);
/* Adds groups of rows that follow, with other keys: those of their group 0, of group 1, ... Before
 * groups_gather. */
void groups_join(struct groups *groups, const struct groups *following, const uint64_t *keys);
/* Values come by group. */
void groups_gather(struct groups *groups);
uint64_t groups_bytes(const struct groups *groups); /* about what they take */
/* There are none, as at the beginning; memory is kept. */
void groups_forget(struct groups *groups);
void groups_free(struct groups *groups);
