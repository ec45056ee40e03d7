/* Places: where the events of several tables are, found in the pass over a recording that the first
 * of them needs. Who reads another one is led to its events, and touches no chunk that has none.
 *
 *   places_expect(places, table)     which tables will be read
 *   rows_use_places(rows, places)    the first rows to come to a chunk note where the events of the
 *                                    other tables are; their rows go by that
 *
 * A chunk is noted whole or not at all: what nobody came to, or what there was no room for, is read
 * as ever.
 */
#pragma once

#include "parser/table/tables.h"

struct places_table {
    const struct jfr_table *table;
    ARRAY(uint32_t) offsets; /* of its events in the chunk, in the order of the file */
};

struct places_chunk {
    uint64_t place; /* tables_place */
    ARRAY(struct places_table) tables;
    struct map by_table;                 /* address of a table -> index of tables */
    ARRAY(struct jfr_event) checkpoints; /* payload and end are for places_event alone */
};

struct places {
    const struct places *known; /* NULL, or: who began what these are a part of, see places_part */
    uint64_t most, bytes;       /* room for what is noted, and how much of it is taken */
    ARRAY(const struct jfr_table *) expected;
    struct map by_name;  /* hash of a name -> index of expected */
    struct map by_place; /* tables_place -> index of chunks */
    ARRAY(struct places_chunk) chunks;
};

/* Before the first pass: events of this table will be read. */
void places_expect(struct places *places, const struct jfr_table *table);
/* Is there a table besides the one that is read? */
bool places_are_several(const struct places *places);
/* For one of several threads that read side by side, each other chunks: what is known is as it was,
 * what it notes has a room of its own. */
struct places places_part(const struct places *places, size_t parts);
/* What a part noted is known from now on; it is freed. */
void places_join(struct places *places, struct places *part);
/* Nothing is expected or known any more. */
void places_forget(struct places *places);
void places_free(struct places *places);

/* What was noted of the chunk, and in it of the table; NULL: nothing, so it has to be walked. */
const struct places_chunk *places_chunk(const struct places *places, const struct jfr_chunk *chunk);
const struct places_table *places_table(const struct places_chunk *noted,
                                        const struct jfr_table *table);
/* What was noted, as the cursor hands it out; the chunk may lie elsewhere in memory now. */
struct jfr_event places_event(const struct jfr_chunk *chunk, uint32_t offset);
struct jfr_event places_checkpoint(const struct jfr_chunk *chunk, const struct jfr_event *noted);

/* A chunk while it is noted. */
struct noting {
    struct places *places; /* NULL: it is not */
    const struct jfr_chunk *chunk;
    struct places_chunk found;
    struct map by_type; /* type id -> index of found.tables */
    uint64_t last_type, last;
    uint64_t most, bytes; /* of the chunk */
};
/* The cursor wants what is noted: events of expected tables, but for one, and checkpoints. */
void noting_begin(struct noting *noting, struct places *places, const struct jfr_table *but,
                  const struct jfr_chunk *chunk, const struct jfr_metadata *metadata,
                  struct jfr_cursor *cursor);
void noting_add(struct noting *noting, const struct jfr_event *event);
/* All events of the chunk have come. */
void noting_end(struct noting *noting);
/* They have not. */
void noting_drop(struct noting *noting);
