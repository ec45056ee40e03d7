/* Ranges: the chunks of tables, some in a row each, read side by side.
 *
 *   chunks    [0 1 2 3] [4 5] [6 7 8] ...      about as many bytes in each
 *                 |       |      |
 *   workers      read    read   read           each with what it reads with for itself
 *   results     [0]     [1]    [2]             who began it joins them, in the order of the files
 *
 * What is joined so is the same however many workers there are and whoever took which range.
 * Recordings that are small, or not there in memory as a whole, are one range, which is read as
 * ever, without threads: all chunks.
 */
#pragma once

#include "parser/table/tables.h"

#include <stdatomic.h>

struct range {
    struct chunks_range chunks;
    ARRAY(struct jfr_note) notes; /* until the ranges before it have been read */
};

struct ranges {
    size_t len, threads;
    struct range *items;
    ARRAY(struct jfr_chunk) chunks;
    ARRAY(struct jfr_segment) segments; /* retained */
    struct jfr_log log;
    atomic_size_t next; /* that nobody has taken */
    atomic_bool stopped;
};

struct ranges_options {
    size_t threads;      /* 0: one for each processor */
    uint64_t least_size; /* of a range, in bytes; 0: from where on threads pay */
    struct jfr_log log;
};

struct ranges_work {
    void *context;
    /* What a worker reads with. What it notes to this log comes to that of the options, in the
     * order of the ranges. Not called side by side; so is close. */
    void *(*open)(void *context, const struct jfr_log *log);
    /* False: all workers end. */
    bool (*read)(void *worker, size_t number, struct chunks_range chunks);
    void (*close)(void *worker);
};

/* The tables must outlive them. */
void ranges_open(struct ranges *ranges, const struct jfr_tables *tables,
                 const struct ranges_options *options);
/* False: a read said so. */
bool ranges_read(struct ranges *ranges, const struct ranges_work *work);
/* Hands on what was noted and not handed on yet. It is forgotten unless that is asked for. */
void ranges_tell(struct ranges *ranges);
void ranges_close(struct ranges *ranges);
