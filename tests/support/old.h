/* Makes recordings of format 0.9, which nothing writes any more: right ones, and wrong ones on
 * purpose. See parser/v0/metadata.h for the layout.
 *
 *   struct recording r = {0};
 *   old_chunk(&r, NULL);                 a chunk with all that is told below
 *
 * In it: two samples of A.leaf < Main.main, one in thread "Worker-1" and one in "Worker-7", which
 * had the same number one after the other; a class of the recorder's on top of one; a monitor that
 * was waited for 5 ms; an exception; a heap summary with a struct; settings of one event type; 80
 * bytes lost; an event that nothing declares. And files that were read, if they are asked for.
 */
#pragma once

#include "tests/support/recording.h"

#include <stdbool.h>

struct old_head {
    int64_t start_ms;
    uint64_t metadata; /* where the header says that it is; 0: where it is */
    const char *wrong; /* NULL, or what is wrong: "ring", "deep", "count", "no types" */
    unsigned reads;    /* of files: events of a text and a number behind it */
    unsigned cut;      /* so many of them, the first, end before the number */
    /* An event with an array of what was waited for, elements as long as a frame: class, thread,
     * count, type; in that order, or with the count before the thread. */
    enum { NO_WAITS, OWNER_FIRST, COUNT_FIRST } waits;
    /* What frames consist of: as updates of JDK 8 write them; a method and a place in its code
     * alone, as async-profiler 1.x does; or all of it the other way round. */
    enum { FRAMES_USUAL, FRAMES_WITHOUT_LINE, FRAMES_TURNED } frames;
    bool zero;       /* the class of app.A, its method and a stack have key 0; so has a state */
    bool by_path;    /* the setting names its event type by a number that is not its own */
    bool no_path;    /* and by a path that no event type has */
    bool securities; /* events of later updates: a property set, a handshake, certificates; an
                      * application's, whose names are none in Java; and a setting with a threshold,
                      * for each chunk */
};

void old_chunk(struct recording *r, const struct old_head *head);
