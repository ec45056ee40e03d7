/* A live view: figures of a recording's last seconds, and they as a sheet for a terminal and for
 * programs.
 *
 *   recording --one walk--> samples, facts, events --> struct live_view --> struct sheet
 */
#pragma once

#include "analyzers/methods/hot_methods.h"
#include "analyzers/samples/samples.h"
#include "analyzers/time/threads.h"
#include "cmd/attach/jvm.h"
#include "cmd/write/sheet.h"

struct live_lock {
    char *name;  /* class of what was waited for; owned */
    bool parked; /* for a lock of java.util.concurrent; else for a monitor */
    uint64_t waits;
    int64_t total_ns, longest_ns;
};

struct live_thread {
    const struct threads_row *row;
    double cpu_ns; /* MISSING_REAL: not known */
};

struct live_view {
    struct samples *samples; /* of the window, with facts; never NULL */
    struct hot_methods hot;
    struct threads threads;
    ARRAY(struct live_thread) by_cpu; /* most CPU time first */
    bool cpu_of_loads;                /* by jdk.ThreadCPULoad; else what the samples are worth */
    int64_t window_ns;                /* that was recorded of it */
    int64_t end_ns;                   /* of what was recorded, since the epoch */
    /* For the collector; MISSING: nothing was recorded of it, in the window or before. */
    int64_t pauses, pause_ns, longest_pause_ns;
    double load,
        machine;        /* shares of all processors in the last CPU load; MISSING_REAL: not known */
    int64_t processors; /* MISSING: not known */
    double allocated;   /* bytes; MISSING_REAL: no event says */
    ARRAY(struct live_lock) locks; /* longest in all first */
    int64_t waits, wait_ns;        /* MISSING: no event says */
    struct scan_report report;
};

/* path: a recording that nobody writes. Its last length_ns count. False: nothing could be read, why
 * is a sentence without full stop; the view need not be freed. */
bool live_view_read(const char *path, int64_t length_ns, struct live_view *view, struct text *why);
void live_view_free(struct live_view *view);

struct live_picture {
    const struct live_view *view;
    const struct jvm *jvm;          /* NULL: a path */
    const char *path;               /* NULL: a JVM */
    size_t methods, threads, locks; /* rows for people, at most */
};

/* Puts the last picture that the view has on the sheet. */
void live_describe(const struct live_picture *picture, struct sheet *sheet);
