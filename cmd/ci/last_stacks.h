/* The last stack of each thread: of its last sample, or of its last wait (parked, asleep, for a
 * monitor), whatever ended later; of threads that have neither, of the last thread dump.
 *
 *   walk_join(&run, &tables_reader, &last_stacks_wishes);
 *   last_stacks_make(tables, &window, &stacks)
 */
#pragma once

#include "analyzers/tables/table.h"
#include "analyzers/time/time_point.h"

struct last_stack {
    int64_t time_ns;
    const char *thread;  /* borrowed, or NULL */
    const char *event;   /* that it is of */
    uint32_t stack;      /* of the tables; THINGS_NONE: of a dump or an error log */
    size_t first, depth; /* frames; of these in lines */
};

struct last_stacks {
    const struct tables *tables;      /* outlive it */
    ARRAY(struct last_stack) threads; /* of a log, else the last one first */
    ARRAY(const char *) lines;        /* of a dump or an error log */
    struct arena texts;
};

extern const struct wishes last_stacks_wishes;

/* Of what ends in the window. To be freed. */
void last_stacks_make(const struct tables *tables, const struct time_window *window,
                      struct last_stacks *out);
#define LAST_STACK_OF_LOG "error log" /* the event of such a stack */

/* The stack of the thread is this, of an error log, whatever it was before. Frames live as long. */
void last_stacks_replace(struct last_stacks *stacks, const char *thread, const char **frames,
                         size_t depth, int64_t time_ns);
/* Appends "app.Main.run:12", the leaf first. */
void last_stacks_add_frame(const struct last_stacks *stacks, const struct last_stack *of,
                           size_t frame, struct text *out);
void last_stacks_free(struct last_stacks *stacks);
