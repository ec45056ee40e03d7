/* Gathered: the groups of a table's events as a virtual table, for a statement that asks for
 * nothing else. What it is by and what it adds up comes from recognise.c, which has the statement
 * read this table in the place of the events:
 *
 *   SELECT thrownClass, count(*)          SELECT thrownClass, coalesce(sum("#n"), 0) AS "count(*)"
 *   FROM JavaExceptionThrow               FROM temp."groups of JavaExceptionThrow 1"(1000000)
 *   WHERE duration > 1000000
 *   GROUP BY 1                            GROUP BY 1
 *
 *   keys       columns under their own names
 *   "#n"       how many events the group has
 *   "#c0" "#s0" "#l0" "#h0"   of measure 0: how many events say it, the sum, the least, the
 * greatest
 *   "#v"       a number that stands for all values of one measure, see aggregates.c
 *   arguments  what columns are compared with before events are gathered
 *
 * SQLite does the rest: other conditions, expressions, HAVING, ORDER BY, and groups of groups. Two
 * rows may be one group: sums over them are right. Where what came of it could depend on the order
 * of events (a sum that may overflow), does not fit into memory, or is nearly as many groups as
 * events, the statement begins anew without groups.
 */
#pragma once

#include "sql/copy.h"
#include "sql/groups.h"

#define GATHERED_MEASURES 16
#define GATHERED_CONDITIONS 16

enum comparison { EQUAL, UNEQUAL, BELOW, UP_TO, ABOVE, FROM_ON, IS_NULL, IS_NOT_NULL };

struct gathered_condition {
    uint16_t column;
    enum comparison comparison;
    size_t argument; /* which of the arguments; not of IS_NULL, IS_NOT_NULL */
};

struct gathered { /* what a statement asks of a table */
    struct event_table source;
    struct plan plan; /* all columns that are read */
    struct text name; /* of the table, in schema temp */
    size_t keys;
    uint16_t key[GROUPS_KEYS]; /* columns */
    size_t measures;
    uint16_t measure[GATHERED_MEASURES]; /* columns of whole numbers */
    uint64_t largest[GATHERED_MEASURES]; /* sum of its amounts from which on order could matter */
    size_t listed;                       /* measure whose values are kept; or NO_MEASURE */
    size_t conditions;
    struct gathered_condition condition[GATHERED_CONDITIONS];
    size_t arguments;
    struct text said; /* for EXPLAIN QUERY PLAN */
};

extern const sqlite3_module gathered_module;

/* Of the event type with this index; SIZE_MAX: of all events. */
struct gathered *gathered_make(struct sql *sql, size_t index);
void gathered_add_key(struct gathered *gathered, uint16_t column);
/* Which measure it is; false: there are too many. */
bool gathered_add_measure(struct gathered *gathered, uint16_t column, size_t *measure);
/* Makes the table, which the connection owns until gathered_forget. False: SQLite refuses it. */
bool gathered_declare(struct gathered *gathered);
void gathered_free(struct gathered *gathered);
