/* Commands that need SQLite or processes of their own, where neither is inside: in the place of
 * sql.c, view.c, views.c, mcp.c and verify.c. */
#include "cmd/elsewhere.h"
#include "sql/sql.h"

#define SQL_ELSEWHERE \
    "SQLite would make it half as large again; the program for Linux, macOS or Windows has it"

NOT_HERE(sql, "Ask recordings in SQL: each event type is a table", SQL_ELSEWHERE);
NOT_HERE(view, "Show a view: a stored SQL statement, or an event type as a table", SQL_ELSEWHERE);
NOT_HERE(views, "List the views, or the views that a recording has events for", SQL_ELSEWHERE);
NOT_HERE(mcp, "Serve recordings to a language model", "it serves programs on the same machine");
NOT_HERE(verify, "Compute claims about recordings again", "it is for programs on the same machine");

const char *sql_library(void) {
    return "not inside";
}
