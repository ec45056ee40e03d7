/* Which parts of a statement ask for groups of the events of one type and nothing else, and that
 * part as it is asked of a table of groups (gathered.h). So for each
 *
 *   SELECT [DISTINCT] expressions FROM one event type [WHERE] [GROUP BY] [HAVING] [ORDER BY]
 * [LIMIT]
 *
 * wherever it is in the statement. What is not known here (a word, a sign, a function that is not
 * sure to give the same for the same, the sum of real numbers) leaves it as it is: SQLite, which
 * has taken the statement before, reads the events itself, and the answer is the same.
 */
#pragma once

#include "sql/gathered.h"
#include "sql/tokens.h"

/* The statement for SQLite, with all such parts asked of groups; to be freed. NULL: it has none. */
char *recognise(struct sql *sql, const char *text, size_t len);

/* ---- recognise.c for expressions.c, and the other way round ---- */

struct span { /* of tokens */
    size_t from, to;
};

struct item { /* of what is selected */
    struct span expression;
    size_t alias; /* token, or 0 */
    int column;   /* it is nothing but this; or -1 */
};

struct core { /* such a part, or what may be one */
    struct sql *sql;
    const struct token *tokens;
    struct span all, selected, table, where, having, limit; /* empty: not there */
    ARRAY(struct span) groups, orders;                      /* expressions */
    ARRAY(struct item) items;
    size_t alias;            /* token of the table's, or 0 */
    bool distinct, compound; /* beside a UNION or the like */
    struct gathered *gathered;
    bool aggregates;
    bool bare; /* a column stands beside aggregates that the groups are not by */
    ARRAY(struct text) arguments;
};

/* Appends what is to be asked in place of the expression. stray: a column in it stands beside
 * aggregates. False: not known here. */
bool expression_translate(struct core *core, struct span span, bool stray, struct text *out);
/* The column that the expression is, or -1. */
int expression_column(const struct core *core, struct span span);
/* Has the expression no column, and is it no condition but a value? */
bool expression_is_constant(struct core *core, struct span span);
bool expressions_are_equal(const struct core *core, struct span a, struct span b);
/* An item that is called so; NULL: none is. */
const struct item *core_item_called(const struct core *core, const struct token *name);
/* Is it one of those that groups are by, or an item of it? */
bool core_groups_by(const struct core *core, int column);
void tokens_add(const struct core *core, struct span span, struct text *out);
