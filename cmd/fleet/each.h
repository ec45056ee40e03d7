/* Inputs one after the other: memory follows the largest, each can be answered for by itself, and
 * what they come to is one sum. */
#pragma once

#include "analyzers/samples/task.h"
#include "cmd/fleet/labels.h"
#include "cmd/read/reading.h"
#include "parser/input/input.h"
#include "parser/seen.h"

struct each_item {
    const struct input_item *input;
    struct reading *reading;    /* what was read of it; NULL: it could not be opened */
    const struct walk_run *run; /* readers that joined it */
};

struct each {
    /* To be set: */
    const struct reading *how; /* what all have but the input */
    struct needs needs;        /* of each */
    struct needs sum_needs;    /* of the sum; keep 0: the same */
    bool sums;                 /* what was there for the first time is added to the sum */
    bool marks;        /* chunks that were there before are known as such: with sums always */
    bool no_documents; /* of profiles, those in folders and archives are pprof's alone */
    const struct labelling *labels; /* NULL, or: what the samples of the sum get */
    const char *leave_out[2];       /* NULL, or: files that are left out where a folder has them */
    void (*join)(void *context, struct walk_run *run);         /* NULL, or: other readers */
    bool (*take)(void *context, const struct each_item *item); /* false: no more is read */
    void *context;
    /* To be looked at: */
    struct jfr_input *input;
    uint64_t begins; /* where in it the item at hand does */
    struct samples_sum sum;
    struct scan_report report; /* notes and failures of all; with sums also how many there were */
    /* Its own: */
    uint64_t items;
    struct walk_kept kept;
    struct samples_task sum_task;
    struct seen seen;
    struct labelled labelled;
};

/* Reads all that how->paths say. */
void each_read(struct each *each);
/* The same, with sums: the sum and the report of all are the reading's then. told: what was lost or
 * could not be read is said, else the caller does. EXIT_OK, or the exit code to end with, because
 * there is no sample or nothing could be read; the sentence has been said. */
int each_sum(struct each *each, struct reading *reading, bool told);
void each_close(struct each *each);

/* Does the time depend on where the input begins or ends? Then one after the other will not do.
 * what: the option that reads so, for the sentence, which has been said. */
bool each_fits(const struct selection *selection, const char *what);
