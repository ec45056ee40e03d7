/* A source: an event type of a chunk, each event of which is read once, whatever tables have
 * something of it; those of a table that is sliced when the constants are there, of which only the
 * places are kept until then. Its columns are what they wish for together, each path once. */
#pragma once

#include "analyzers/tables/counted.h"
#include "analyzers/tables/pending.h"
#include "analyzers/tables/again.h"

struct source {
    const struct jfr_type *type;
    const char *paths[PENDING_COLUMNS];
    size_t columns, unread[PENDING_COLUMNS]; /* by coder: fields of tables that are to be read */
    struct cells *cells;                     /* NULL: it cannot be read */
    bool waits;                              /* for constants: */
    struct pending pending;                  /* decoded when they are there */
    bool sliced;                             /* its only table is: */
    struct again again;                      /* read some at a time when they are there */
    struct counted *counted;                 /* NULL: rows are not counted */
};

/* Do the columns of so many fields fit beside those it has? */
bool source_has_room(const struct source *source, const char *const *fields, size_t count);
/* at: the columns of the fields. */
void source_add(struct source *source, const char *const *fields, size_t count, uint8_t *at);
/* When all tables have said what they have of it; its events come with the tag. */
void source_open(struct source *source, struct walk *walk, struct things *things, uint32_t tag);
/* Events are read: asks for the stacks they have. */
void source_ask(struct source *source, struct walk *walk, bool sure);
/* A field of a table was read of all rows: codes are forgotten with the last that has them. */
void source_end_field(struct source *source, size_t column);
/* Of one that is sliced: pending are the next rows, of so many events at most. False: there are no
 * more, and what it had of them is forgotten. */
bool source_next(struct source *source, const struct jfr_chunk *chunk, size_t most);
void source_close(struct source *source);
