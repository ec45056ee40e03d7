/* A scan of which other processes read their shares, where threads have no memory in common
 * (platform_readers): each has all chunks go by and works on its own ones, and another process
 * merges what their states came to. Which chunks are whose depends on what went by alone, so that
 * all say the same.
 *
 *   reader 0..n-1   chunks go by --crew_has--> state --crew_hand_over-->
 *   who joins                                        --crew_join--> state, notes, report
 */
#pragma once

#include "analyzers/walk/notes.h"
#include "base/platform.h"

struct crew { /* a zeroed struct is nobody */
    size_t readers, number;
    uint64_t given[PLATFORM_READERS_MOST]; /* bytes */
};

/* Before the first chunk goes to work. What readers tell from here on is told by one of them, or is
 * about their chunks. */
void crew_begin(struct crew *crew, struct notes *notes);
static inline bool crew_joins(const struct crew *crew) {
    return crew->readers && crew->number == crew->readers;
}
/* The next chunk or profile: is it for this process to read? */
bool crew_has(struct crew *crew, uint64_t size);
/* Ends readers; returns to all others. */
void crew_hand_over(const struct crew *crew, void *state, const struct notes *notes);
/* Adds to the state and the notes what readers made. read: this process has read all itself, and
 * knows what is there. */
void crew_join(const struct crew *crew, void *state, void (*merge)(void *into, void *from),
               struct notes *notes, bool read);
