/* How many events of each type there are: what the planner and the table "events" want to know. */
#include "sql/room.h"

const uint64_t *sql_counts(struct sql *sql) {
    size_t tables = jfr_tables_count(sql->tables);
    if (sql->counts) return sql->counts;
    OWNED(mem_release) struct jfr_tally *tallies = mem_zero(tables, sizeof *tallies);
    jfr_tables_tally(sql->tables, tallies);
    sql->counts = mem_zero(tables, sizeof *sql->counts);
    sql->bytes = mem_zero(tables, sizeof *sql->bytes);
    for (size_t i = 0; i < tables; i++) {
        sql->counts[i] = tallies[i].count;
        sql->bytes[i] = tallies[i].bytes;
    }
    return sql->counts;
}
