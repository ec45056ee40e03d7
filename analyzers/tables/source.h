/* A source: an event type of a chunk, each event of which is read once, whatever tables have
 * something of it. Its columns are what they wish for together, each path once. */
#pragma once

#include "analyzers/tables/counted.h"
#include "analyzers/tables/pending.h"

struct source {
    const struct jfr_type *type;
    const char *paths[PENDING_COLUMNS];
    size_t columns, unread[PENDING_COLUMNS]; /* by coder: fields of tables that are to be read */
    struct cells *cells;                     /* NULL: it cannot be read */
    bool waits;                              /* for constants: */
    struct pending pending;                  /* decoded when they are there */
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
void source_close(struct source *source);
