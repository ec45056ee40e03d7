/* What a JVM leaves besides recordings: error logs, also within what it wrote on its console; and
 * what tells that it was short of memory, or never came to write its recording.
 *
 *   leftovers_look(name, first bytes) --> LEFTOVER_READ --leftovers_take(bytes)...--> end
 *                                     --> LEFTOVER_KNOWN: heap dump, empty recording
 *                                     --> LEFTOVER_NONE
 *   --> crashes {signal, frames...}, traces {kind, pid, said}
 *
 * A heap dump is one by its content or, compressed, by its name; a log is text that is called like
 * one, or that was asked for by name. What a log says of java.lang.OutOfMemoryError is taken off
 * the last line that says how the JVM or a thread ended by it, else off the first whose message it
 * is; code, tables and stacks that have the name of its class are no logs.
 */
#pragma once

#include "cmd/ci/error_log.h"

enum trace_kind { TRACE_HEAP_DUMP, TRACE_CONSOLE, TRACE_EMPTY };

struct found_trace {
    char *path, *title; /* as of crashes */
    int64_t pid;        /* or missing */
    int64_t time_ns;    /* of a heap dump: when it was begun; 0: not known */
    char *said;         /* of a log: "Terminating due to java.lang.OutOfMemoryError: Java heap
                           space"; NULL */
    uint64_t line;      /* where it says so, from 1 on; 0: not known */
    enum trace_kind kind;
    bool by_jvm; /* a heap dump that is called as HotSpot calls it when memory runs out */
    bool ended;  /* it says that the JVM or a thread ended by it */
};

typedef ARRAY(struct found_crash) found_crashes;
typedef ARRAY(struct found_trace) found_traces;

struct leftovers {
    found_crashes crashes;
    found_traces traces;
    struct leftover_reading *reading; /* or NULL */
};

enum leftover { LEFTOVER_NONE, LEFTOVER_KNOWN, LEFTOVER_READ };

/* The first bytes of a file, up to 64 KiB, or all of it. named: it was asked for by its name.
 * LEFTOVER_READ: all of its bytes are to be handed to leftovers_take, from the first one on, and
 * leftovers_end is to be called. The title is the path, until somebody makes it another. */
enum leftover leftovers_look(struct leftovers *into, const char *path, const void *first,
                             size_t len, bool named);
void leftovers_take(struct leftovers *into, const void *data, size_t len);
/* What came was not all: lines are not counted from here on. */
void leftovers_skip(struct leftovers *into);
/* False: there was nothing in it. */
bool leftovers_end(struct leftovers *into);
void leftovers_free(struct leftovers *leftovers);
