/* The processed format of the Firefox Profiler, version 66: what samples and markers share.
 *
 *   threads   {name, ids}    each with its samples and its markers
 *   stacks    {parent, frame} <- branches of the profile, and stacks of events
 *   frames    {function, line, category}
 *   functions                 by name
 *   strings                   all of them
 *
 * Threads are written first, with what they name entered into these tables, which are the end.
 */
#pragma once

#include "cmd/export/branches.h"
#include "cmd/export/export.h"
#include "cmd/export/happened.h"

#include "cmd/write/shape.h"

#define FIREFOX_NO_STACK MISSING_ID

struct firefox_thread {
    uint32_t name, group; /* strings */
    uint64_t os_id, java_id;
    size_t rows, row_count; /* samples */
    size_t markers, marker_count;
};

struct firefox_frame {
    uint32_t function, category;
    int32_t line; /* -1: not known */
};

struct firefox_stack {
    uint32_t parent; /* FIREFOX_NO_STACK: a root */
    uint32_t frame;
};

struct firefox_markers;

struct firefox {
    struct export *export;
    const struct profile *profile; /* NULL until it is read */
    enum profile_unit unit;
    struct branches branches;
    branch_rows rows;
    int64_t start_ns;
    struct json json;
    struct strings strings;
    ARRAY(struct firefox_thread) threads;
    ARRAY(uint32_t) functions; /* strings */
    ARRAY(struct firefox_frame) frames;
    ARRAY(struct firefox_stack) stacks;
    struct map thread_ids, function_ids, frame_ids, stack_ids;
    uint32_t *stack_of; /* by branch */
    struct firefox_markers *markers;
};

/* Categories: frame types, then kinds of events. */
#define FIREFOX_CATEGORY_OF_TYPE(type) ((uint32_t)(type))
#define FIREFOX_CATEGORY_OF_KIND(kind) ((uint32_t)FRAME_TYPE_COUNT + (uint32_t)(kind))

/* ---- firefox.c ---- */
uint32_t firefox_string(struct firefox *f, const char *bytes, size_t len);
uint32_t firefox_frame(struct firefox *f, const struct text *name, int32_t line, uint32_t type);
uint32_t firefox_stack(struct firefox *f, uint32_t parent, uint32_t frame);
/* The number of the thread; java_id or os_id may be 0. */
uint32_t firefox_thread(struct firefox *f, const struct firefox_thread *thread);
/* Milliseconds since the start, to the microsecond. */
void firefox_add_ms(struct firefox *f, const char *key, int64_t ns);
/* The thread that the viewer opens with: "main" if it was sampled, else that with most samples. */
size_t firefox_main_thread(const struct firefox *f);
/* Of the JVM, as a text. */
void firefox_add_pid(struct firefox *f, const char *key);

/* ---- firefox_counters.c ---- */
void firefox_counters_write(struct firefox *f);

/* ---- firefox_markers.c ---- */
/* Joins the questions to the walk. False: it has been said why not. */
bool firefox_markers_open(struct firefox *f, struct reading *reading);
/* After it: EXIT_OK, or the code to end with. Earliest time in *start_ns. */
int firefox_markers_take(struct firefox *f, struct reading *reading, int64_t *start_ns);
void firefox_markers_write_schemas(struct firefox *f);
/* Into threads; then each thread's. */
void firefox_markers_deal(struct firefox *f);
void firefox_markers_write(struct firefox *f, const struct firefox_thread *thread);
size_t firefox_markers_count(const struct firefox *f);
void firefox_markers_close(struct firefox *f);
