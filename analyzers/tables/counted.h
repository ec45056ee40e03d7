/* Events that are counted while they are read: of millions that agree in a text, a count and the
 * first are all that most questions need, and the stack of the first is the only one that is read.
 *
 *   plan     counted_open   is it an event that can be counted by the key of the text?
 *   event    counted_add
 *   walked   counted_ask    the stacks of the first of each key; of all events where there are few
 *   lacks    counted_ask_all  those of all events of a key whose text passes after all
 *   chunk    counted_group    what was read, key by key
 */
#pragma once

#include "analyzers/tables/table.h"

struct counted;

struct counted_group { /* the events of one key, in the order in which they were read */
    uint64_t key;
    ARRAY(uint32_t) events; /* where they begin in the chunk */
    ARRAY(size_t) first;    /* those of the earliest time, by ns; if there are any, with a stack */
    int64_t ns, limit;      /* their time; the last tick that is still the same */
    bool stacked;           /* they have stacks */
    bool all;               /* all of their stacks were asked for */
};

/* NULL: its time, text or stack needs constants to be read, or the chunk has 4 GiB or more. */
struct counted *counted_open(const struct walk *walk, const struct jfr_type *type,
                             const struct wish *wish, const struct wish_only *only);
void counted_close(struct counted *counted);
/* What cannot be read is none. */
void counted_add(struct counted *counted, const struct jfr_event *events, size_t count);
size_t counted_groups(const struct counted *counted);
struct counted_group *counted_group(struct counted *counted, size_t i);
struct jfr_event counted_event(const struct counted *counted, const struct counted_group *group,
                               size_t i);
void counted_ask(struct counted *counted, struct walk *walk);
void counted_ask_all(struct counted *counted, struct counted_group *group, struct walk *walk);
