/* Groups: rows that agree in all their cells are one, which says how many they are, when the first
 * and the last of them began, and what their durations are.
 *
 *   cells    of group 0, of group 1, ...      in the order in which each came first
 *   items    what is known of each
 *   lengths  of all durations, then of group 0, of group 1, ...
 *
 * Groups of rows that follow each other, joined, are those of all of them.
 */
#ifndef SQL_GROUPS_H
#define SQL_GROUPS_H

#include "base/array.h"
#include "base/map.h"
#include "parser/jfr.h"

struct group {
    uint64_t times, durations; /* how many have one */
    int64_t first_ns, last_ns; /* JFR_NULL_INT: none has one */
    int64_t longest_ns;
    __int128 total_ns; /* whatever the order is in which it is summed up */
};

struct groups {
    size_t width; /* cells of a row */
    bool lists;   /* durations are kept one by one */
    size_t len, room;
    size_t last; /* of the row before */
    uint64_t *cells;
    ARRAY(struct group) items;
    ARRAY(uint32_t) group; /* of each duration; of the last ones: 0, as long as there is no other */
    ARRAY(int64_t) lengths; /* parallel to it; then by group */
    ARRAY(uint64_t) begins; /* of a group, in lengths */
    struct map by_cells;    /* hash of a row -> group */
};

/* Rows that are read together: the first cells of each by column, the others are the same. */
struct groups_block {
    uint64_t **columns;
    size_t fields;
    const uint64_t *same;   /* from its element fields on */
    const uint64_t *starts; /* NULL: nobody asks */
    const uint64_t *durations;
};
void groups_add(struct groups *groups, const struct groups_block *block, size_t rows);
/* Adds those of the rows that follow. Before groups_gather. */
void groups_join(struct groups *groups, const struct groups *following);
/* Durations one group after the other, each in the order of the rows. */
void groups_gather(struct groups *groups);
uint64_t groups_bytes(const struct groups *groups);
/* Its duration in all, as far as there are such numbers. */
int64_t group_total(const struct group *group);
/* There are none. */
void groups_forget(struct groups *groups);
void groups_free(struct groups *groups);

#endif
