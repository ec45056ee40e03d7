/* Streams: all events of the types that are wanted, one after the other, with the constants of
 * their chunk at hand: for what shows each event once.
 *
 *   walk a chunk --> keys and places of the events --> sorted by their end --> one callback each
 *
 * Chunks come in the order in which they are read, and in each the events by their end (startTime +
 * duration, in ticks), those of one time in the order of the file: the order of `jfr print --json`.
 * Of a chunk with very many events so many as fit into some 32 MB are sorted at a time, and it is
 * walked again for the next.
 */
#pragma once

#include "analyzers/samples/selection.h"
#include "analyzers/stream/type_filter.h"
#include "analyzers/stream/type_names.h"
#include "analyzers/walk/walk.h"

struct stream_options {                /* all borrowed */
    const struct type_filter *types;   /* NULL: all */
    const struct selection *selection; /* open: of its time, thread, state and frames; or NULL */
    void *context;
    /* A chunk that has such events: its metadata and constants are there until chunk_ends. */
    void (*chunk)(void *context, const struct walk *walk);
    /* False: no more events are wanted. */
    bool (*event)(void *context, const struct jfr_type *type, const struct jfr_event *event);
    void (*chunk_ends)(void *context);
    struct type_names *names; /* NULL, or: gets those of all types, as long as none fits */
};

struct stream_result {
    uint64_t events; /* that were handed on */
    uint64_t types;  /* kinds of events that the filter fits, in the metadata of all chunks */
};

/* Reads everything, in the calling thread; scan->jobs does not matter. */
struct stream_result stream_run(const struct scan_options *scan,
                                const struct stream_options *options, struct scan_report *report);
