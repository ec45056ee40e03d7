/* How many events of each type there are: what the planner and the table "events" want to know. */
#include "sql/room.h"

#include <string.h>

/* JDK 9 and 10 had com.oracle.jdk.X for what became jdk.X. */
static size_t table_of(const struct strings *names, const struct jfr_type *type) {
    static const char old[] = "com.oracle.jdk.";
    size_t len = sizeof old - 1;
    const char *name = strncmp(type->name, old, len) == 0 ? type->name + len - 4 : type->name;
    uint32_t id = strings_find(names, name, strlen(name));
    return type->event && id != UINT32_MAX ? id - 1 : SIZE_MAX;
}

struct counting {
    struct sql *sql;
    const struct strings *names; /* number of a name: index of the table + 1 */
    const struct jfr_metadata *metadata;
};

static void add(void *context, uint64_t type_id, struct jfr_tally tally) {
    const struct counting *c = context;
    const struct jfr_type *type = jfr_type_by_id(c->metadata, type_id);
    size_t index = type ? table_of(c->names, type) : SIZE_MAX;
    if (index == SIZE_MAX) return;
    c->sql->counts[index] += tally.count;
    c->sql->bytes[index] += tally.bytes;
}

const uint64_t *sql_counts(struct sql *sql) {
    struct strings names = {0};
    struct counting counting = {.sql = sql, .names = &names};
    size_t tables = jfr_tables_count(sql->tables);
    if (sql->counts) return sql->counts;
    sql->counts = mem_zero(tables + 1, sizeof *sql->counts);
    sql->bytes = mem_zero(tables + 1, sizeof *sql->bytes);
    strings_intern(&names, "", 0);
    for (size_t i = 0; i < tables; i++) {
        const char *name = jfr_table_name(jfr_tables_at(sql->tables, i));
        strings_intern(&names, name, strlen(name));
    }
    struct jfr_chunks *chunks = jfr_chunks_open(sql->tables);
    for (const struct jfr_chunk *chunk; (chunk = jfr_chunks_next(chunks)) != NULL;) {
        struct jfr_event event;
        counting.metadata = jfr_chunks_metadata(chunks);
        if (!counting.metadata) continue;
        struct jfr_cursor *cursor = jfr_cursor_open(chunk, counting.metadata, NULL);
        jfr_cursor_any_order(cursor);
        jfr_cursor_count_bytes(cursor);
        while (jfr_cursor_next(cursor, &event)) continue;
        jfr_cursor_tallies(cursor, add, &counting);
        jfr_cursor_close(cursor);
    }
    jfr_chunks_close(chunks);
    strings_free(&names);
    return sql->counts;
}
