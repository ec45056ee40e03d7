/* Holders: who had a lock while others waited for it, what was done with it, and for what else the
 * holder waited, lock by lock to the end.
 *
 *   holders_of_monitors(input, class, NULL, &m)   who had monitors of the class, and when
 *   holders_of_parks(input, name, NULL, &m)       likewise a lock of java.util.concurrent
 *   chain_follow(input, class, &m, &chain)        chain.first, chain.words, chain.last
 *
 * Who waits for a monitor is told who had it last (previousOwner). That thread had it from the end
 * of its own wait for it on, if it waited: what it did before was not done with the lock. Of locks
 * of java.util.concurrent nobody is told who has them: who stops waiting for one has it until the
 * next one stops, or it waits for it itself again. */
#pragma once

#include "analyzers/rules/meanwhile.h"

/* Adds the stretches. within: made; only what was waited for in it counts; NULL: all. class_name: a
 * text of the tables. */
void holders_of_monitors(const struct rule_input *input, uint32_t class_name,
                         const struct meanwhile *within, struct meanwhile *out);
/* name: "for a ReentrantLock", as sites_wait has it: for each lock of those by itself. */
void holders_of_parks(const struct rule_input *input, const char *name,
                      const struct meanwhile *within, struct meanwhile *out);

struct chain {
    struct meanwhile_did first, last; /* last: of the end; empty: the first is all */
    double holders_ns;                /* so long they had the first */
    char *words; /* "whose holder waited for app.Disk in app.Index.find, whose holder ran in
                    app.Disk.sort"; or NULL */
};

/* What holders did (stretches, taken) and, as long as that is mostly a wait for another lock, what
 * the holders of that did. lock: that all wait for, or JFR_NULL_ID. To be freed. */
void chain_follow(const struct rule_input *input, uint32_t lock, struct meanwhile *holders,
                  struct chain *out);
void chain_free(struct chain *chain);

/* What was done with a lock by who never waits for it, so that no event says who has it: most waits
 * end as soon as one that reads, writes or sleeps at one place does, which lasted as long as they
 * did. out is to be freed. False: nobody stands out, and out is empty. */
bool holder_by_ends(const struct rule_input *input, const struct interval *waits, size_t len,
                    struct meanwhile_did *out);
