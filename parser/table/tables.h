/* Tables of recordings, as the rooms beside this one see them: see jfr.h. */
#pragma once

#include "base/array.h"
#include "base/map.h"
#include "base/posix.h"
#include "parser/input/part.h"
#include "parser/jfr.h"

#include <stdatomic.h>

struct jfr_table {
    const char *name, *label;
    ARRAY(struct jfr_column) columns;
};

struct jfr_tables {
    struct arena texts; /* names, paths */
    ARRAY(const char *) paths;
    ARRAY(struct jfr_table *) items; /* by name */
    struct jfr_input *files; /* as they were opened; each pass opens them again (input_again) */
    bool copies;             /* in memory, not mapped: the process is not ours */
    ARRAY(struct jfr_segment)
    held; /* all, if what can be read once is among them, or tables_hold */
    bool holds;
    bool mapped;       /* all are plain files, and few */
    bool other_writer; /* of some chunk: it does not describe what each JVM describes */
    size_t failed;
    struct jfr_metadata *metadata; /* of the last chunk; mostly of all, so that it is read once */
    struct map left_out; /* tables_place of chunks that were there before, or are of another part */
    /* Streams of rows (parser/arrow/) live on when their tables are closed. */
    atomic_size_t others; /* that use them besides who opened them */
    /* Why the first pass that did not get all of the recordings did not; what tables say is not to
     * be trusted from then on. */
    pthread_mutex_t lock;
    atomic_bool broken;
    struct jfr_error why;
};

/* As jfr_tables_open, of one part of the chunks (parser/input/part.h), for jfrtool itself: files
 * are mapped. Columns are those of all. */
struct jfr_tables *tables_open_share(const char *const *paths, size_t count,
                                     struct input_share share, const struct jfr_log *log,
                                     struct jfr_error *error);
/* A few plain files stay mapped from now on, so that the second pass over one finds the pages of
 * the first. Not for who waits for a file to grow: it is as long as it is now. */
void tables_hold(struct jfr_tables *tables);
/* From now on jfr_tables_error says so, unless an earlier error is there. */
void tables_break(const struct jfr_tables *tables, const struct jfr_error *why);
/* Breaks them if a file is not what it was, or a folder has other files, without reading any. */
void tables_check(const struct jfr_tables *tables);
void tables_retain(struct jfr_tables *tables); /* needs a jfr_tables_close */
/* The segment of the chunk at hand: what keeps it must be retained. */
const struct jfr_segment *chunks_segment(const struct jfr_chunks *chunks);
/* Some chunks in a row, of segments that somebody else keeps. */
struct chunks_range {
    const struct jfr_chunk *items; /* NULL: all chunks of the tables */
    size_t len;
};
/* From now on these. */
void chunks_use_range(struct jfr_chunks *chunks, struct chunks_range range);

/* A chunk as a key: in which recording, and where. */
static inline uint64_t tables_place(const struct jfr_chunk *chunk) {
    return (uint64_t)chunk->recording << 40 ^ chunk->offset;
}

/* Notes of a recording on their way to the log, which are given its name. */
struct tables_log {
    const struct jfr_log *log; /* or NULL */
    const char *name;
};
/* A log that passes notes on with a name; to must outlive it. */
struct jfr_log tables_log_of(struct tables_log *to);

/* Where the table of that name is, or would be, in their order; is it there? */
bool tables_find_place(const struct jfr_tables *tables, const char *name, size_t *place);

/* Adds what the metadata describes to the tables, which get new columns and wider ones. */
void schema_add(struct jfr_tables *tables, const struct jfr_chunk *chunk,
                const struct jfr_metadata *metadata);
/* The same with one event type of it; returns its table. */
struct jfr_table *schema_add_type(struct jfr_tables *tables, const struct jfr_chunk *chunk,
                                  const struct jfr_metadata *metadata, const struct jfr_type *type);
/* What the type is called now: "jdk.X" of com.oracle.jdk.X. */
const char *schema_name(const struct jfr_type *type);
/* Is the type one of the table, under a name that it had earlier, too? */
bool schema_is_of(const struct jfr_table *table, const struct jfr_type *type);
