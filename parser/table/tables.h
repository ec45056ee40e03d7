/* Tables of recordings, as the rooms beside this one see them: see jfr.h. */
#ifndef PARSER_TABLE_TABLES_H
#define PARSER_TABLE_TABLES_H

#include "base/array.h"
#include "parser/jfr.h"

struct jfr_table {
    const char *name, *label;
    ARRAY(struct jfr_column) columns;
};

struct jfr_tables {
    struct arena texts; /* names, paths */
    ARRAY(const char *) paths;
    ARRAY(struct jfr_table *) items; /* by name */
    ARRAY(struct jfr_segment) held;  /* if standard input is among the paths: all */
    bool holds;
};

/* Adds what the metadata describes to the tables, which get new columns and wider ones. */
void schema_add(struct jfr_tables *tables, const struct jfr_chunk *chunk,
                const struct jfr_metadata *metadata);
/* Is the type one of the table, under a name that it had earlier, too? */
bool schema_is_of(const struct jfr_table *table, const struct jfr_type *type);

#endif
