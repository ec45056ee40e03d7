/* Owners: what the thread that had a monitor before did while others waited to enter it: its
 * samples in that time, and its own waits, reads and writes, by the first method on the stack that
 * is not the JDK's.
 *
 *   walk_join(&run, &tables_reader, &owners_wishes);
 *   owners_make(walk_result(&run, &tables_reader), window, true, &owners)
 *
 * Who had a monitor before is what the event says: the thread that left it last, which need not
 * have had it for all of the wait: until its own wait for the monitor ends it does not have it, nor
 * while it rests outside of the program's methods. Waits that overlap count once. */
#pragma once

#include "analyzers/tables/table.h"
#include "analyzers/time/time_point.h"

struct owner_row {
    uint32_t monitor, owner, site; /* texts of the tables; JFR_NULL_ID: not known, or not told */
    const char *did;               /* "ran", "slept", "read from sockets"... */
    uint64_t samples;              /* of what ran, else 0 */
    int64_t ns;                    /* of what did not run, else 0 */
};

struct owners {
    ARRAY(struct owner_row) rows; /* what has most first */
};

extern const struct wishes owners_wishes;

/* What is told apart of all that was done: by thread, or by what it was alone. Of waits that begin
 * in the window. To be freed. */
void owners_make(const struct tables *tables, struct time_window window, bool by_owner,
                 struct owners *out);
/* About how long it took, so that what ran has its place among what did not. */
double owners_weight(const struct owner_row *row);
void owners_free(struct owners *owners);
