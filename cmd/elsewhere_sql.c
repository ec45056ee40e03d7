/* Commands that need SQLite or processes of their own, where neither is inside: in the place of
 * sql.c, view.c, views.c, mcp.c and verify.c. */
#include "cmd/elsewhere.h"
#include "sql/sql.h"

#define SQL_ELSEWHERE \
    "SQLite would make it half as large again; the program for Linux, macOS or Windows has it"

NOT_HERE(sql, SQL_ELSEWHERE);
NOT_HERE(view, SQL_ELSEWHERE);
NOT_HERE(views, SQL_ELSEWHERE);
NOT_HERE(mcp, "it serves programs on the same machine");
NOT_HERE(verify, "it is for programs on the same machine");

const char *sql_library(void) {
    return "not inside";
}
