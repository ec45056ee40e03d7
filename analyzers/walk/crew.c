#include "analyzers/walk/crew.h"
#include "analyzers/regex.h"

struct made { /* by a reader */
    void *state;
    struct notes notes;
    struct scan_report report;
};

void crew_begin(struct crew *crew, struct notes *notes) {
    crew->readers = platform_readers(&crew->number);
    if (crew->number < crew->readers) notes_apart(notes, crew->number > 0);
}

bool crew_has(struct crew *crew, uint64_t size) {
    size_t least = 0;
    for (size_t i = 1; i < crew->readers; i++)
        if (crew->given[i] < crew->given[least]) least = i;
    crew->given[least] += size;
    return !crew->readers || least == crew->number;
}

/* A pattern that was given up is said by who gave it up: then one process reads all. */
void crew_hand_over(const struct crew *crew, void *state, const struct notes *notes) {
    if (crew->number >= crew->readers) return;
    struct made *made = mem_alloc(sizeof *made);
    *made = (struct made){state, *notes, *notes->report};
    platform_hand_over(regex_given_up(0) ? NULL : made);
}

/* What the first one read is what all read: its report is the one, without its notes, which come as
 * those of the others. */
static void take_report(struct scan_report *report, const struct scan_report *made) {
    *report = *made;
    memset(&report->notes, 0, sizeof report->notes);
    report->lost_bytes = 0;
}

void crew_join(const struct crew *crew, void *state, void (*merge)(void *into, void *from),
               struct notes *notes, bool read) {
    for (size_t i = 0; i < crew->readers; i++) {
        struct made made = *(const struct made *)platform_handed(i);
        made.notes.report = &made.report;
        if (i == 0 && !read) take_report(notes->report, &made.report);
        notes_join(notes, &made.notes);
        merge(state, made.state);
    }
}
