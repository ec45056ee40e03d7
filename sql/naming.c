/* What tables are called. SQLite takes as long to be told of two hundred as others need for a whole
 * recording, so in a connection of ours it is told of those that statements name.
 */
#include "sql/room.h"

#include "parser/table/tables.h"

#include <ctype.h>

#define MOST_SCHEMAS 8 /* SQLite attaches ten */

struct planned {
    const char *schema, *name, *module, *argument;
    bool made, refused;
};

struct naming {
    struct arena texts;
    ARRAY(const char *) schemas;
    ARRAY(struct planned) tables;
    struct map by_name; /* hash of schema and name, whatever their letter case -> index of tables */
    struct name_counts words; /* the last of each name, "Order" of "com.acme.Order" */
};

/* ==== Planning ============================================================================== */

static void add_lower(const char *name, struct text *out) {
    for (const char *p = name; *p; p++) text_add_char(out, (char)tolower((unsigned char)*p));
}

static uint64_t key_of(const char *schema, const char *name) {
    OWNED(text_free) struct text lower = {0};
    add_lower(schema, &lower);
    text_add_char(&lower, '.');
    add_lower(name, &lower);
    return hash_bytes(text_str(&lower), lower.len);
}

uint32_t *name_count(struct name_counts *counts, const char *name) {
    OWNED(text_free) struct text lower = {0};
    add_lower(name, &lower);
    uint32_t number = strings_intern(&counts->names, text_str(&lower), lower.len);
    while (counts->counts.len <= number) array_push(&counts->counts, 0);
    return &counts->counts.items[number];
}

void name_counts_free(struct name_counts *counts) {
    strings_free(&counts->names);
    array_free(&counts->counts);
}

static const char *last_word(const char *name) {
    const char *dot = strrchr(name, '.');
    return dot ? dot + 1 : name;
}

static bool is_called(const struct planned *table, const char *schema, const char *name) {
    return strcasecmp(table->schema, schema) == 0 && strcasecmp(table->name, name) == 0;
}

/* False: another table is called so. */
static bool plan(struct naming *n, const char *schema, const char *name, const char *module,
                 const char *argument) {
    const uint64_t hash = key_of(schema, name);
    EACH_KEY (key, hash) {
        size_t index = map_number(&n->by_name, key, n->tables.len);
        if (index == n->tables.len) break;
        if (is_called(&n->tables.items[index], schema, name)) return false;
    }
    array_push(&n->tables, (struct planned){.schema = arena_copy_text(&n->texts, schema),
                                            .name = arena_copy_text(&n->texts, name),
                                            .module = module,
                                            .argument = arena_copy_text(&n->texts, argument)});
    ++*name_count(&n->words, last_word(name));
    return true;
}

/* The schema of "jdk.X": jdk, which is attached, if the type has one word before its name. */
static const char *schema_of(struct sql *sql, const char *type, const char **name) {
    struct naming *n = sql->naming;
    const char *dot = strchr(type, '.');
    *name = type;
    if (!dot || dot == type || strchr(dot + 1, '.') || !dot[1]) return "temp";
    const char *schema = arena_copy(&n->texts, type, (size_t)(dot - type));
    for (size_t i = 0; i < n->schemas.len; i++) {
        if (strcasecmp(n->schemas.items[i], schema) != 0) continue;
        *name = dot + 1;
        return n->schemas.items[i];
    }
    bool own = strcasecmp(schema, "main") == 0 || strcasecmp(schema, "temp") == 0;
    if (own || n->schemas.len == MOST_SCHEMAS ||
        sql_run(sql, sqlite.mprintf("ATTACH ':memory:' AS \"%w\"", schema)) != SQLITE_OK)
        return "temp";
    array_push(&n->schemas, schema);
    *name = dot + 1;
    return schema;
}

/* Letter cases do not tell tables apart: the second of them has a number. */
static void plan_table(struct sql *sql, size_t index) {
    const char *type = jfr_table_name(jfr_tables_at(sql->tables, index)), *name;
    const char *schema = schema_of(sql, type, &name);
    OWNED(text_free) struct text unique = {0}, argument = {0};
    text_addf(&argument, "%zu", index);
    text_add(&unique, name);
    for (unsigned number = 2; number < 100; number++) {
        if (plan(sql->naming, schema, text_str(&unique), "jfr_events", text_str(&argument))) break;
        text_clear(&unique);
        text_addf(&unique, "%s_%u", name, number);
    }
}

/* "com.acme.Order" is Order, too, if there is only one. */
static void plan_short_name(struct sql *sql, size_t index) {
    struct naming *n = sql->naming;
    const char *type = jfr_table_name(jfr_tables_at(sql->tables, index)), *word = last_word(type);
    OWNED(text_free) struct text argument = {0};
    if (word == type || !*word || *name_count(&n->words, word) > 1) return;
    text_addf(&argument, "%zu", index);
    plan(n, "temp", word, "jfr_events", text_str(&argument));
}

static bool is_in_temp(const struct naming *n, const char *type) {
    const uint64_t hash = key_of("temp", type);
    EACH_KEY (key, hash) {
        const uint64_t *index = map_get(&n->by_name, key);
        if (!index || is_called(&n->tables.items[*index], "temp", type)) return index != NULL;
    }
}

void naming_plan(struct sql *sql) {
    struct naming *n = sql->naming = mem_zero(1, sizeof *n);
    size_t count = jfr_tables_count(sql->tables);
    for (size_t i = 0; i < catalog_count; i++)
        plan(n, "temp", catalog_lists[i].name, "jfr_list", catalog_lists[i].name);
    for (size_t i = 0; i < stacks_count; i++)
        plan(n, "temp", stacks_lists[i].name, "jfr_list", stacks_lists[i].name);
    plan(n, "temp", threads_list.name, "jfr_list", threads_list.name);
    plan(n, "temp", extent_list.name, "jfr_list", extent_list.name);
    plan(n, "temp", "all_events", "jfr_events", "all");
    for (size_t i = 0; i < count; i++) plan_table(sql, i);
    for (size_t i = 0; i < count; i++)
        if (is_in_temp(n, jfr_table_name(jfr_tables_at(sql->tables, i)))) plan_short_name(sql, i);
    if (!sql->owned) naming_make_all(sql);
}

void naming_free(struct sql *sql) {
    struct naming *n = sql->naming;
    if (!n) return;
    arena_free(&n->texts);
    arrays_free(&n->schemas, &n->tables);
    map_free(&n->by_name);
    name_counts_free(&n->words);
    free(n);
    sql->naming = NULL;
}

/* ==== Making ================================================================================ */

static bool make(struct sql *sql, struct planned *table) {
    if (table->made || table->refused) return false;
    table->made = sql_run(sql, sqlite.mprintf("CREATE VIRTUAL TABLE \"%w\".\"%w\" USING %s(%s)",
                                              table->schema, table->name, table->module,
                                              table->argument)) == SQLITE_OK;
    table->refused = !table->made;
    return table->made;
}

/* Is the table asked for, "jdk.GCPhasePause" or "GCPhasePause"? */
static bool is_meant(const struct planned *table, const char *name) {
    size_t len = strlen(table->schema);
    if (strncasecmp(name, table->schema, len) == 0 && name[len] == '.' &&
        strcasecmp(name + len + 1, table->name) == 0)
        return true;
    return strcasecmp(name, table->name) == 0;
}

bool naming_make(struct sql *sql, const char *name) {
    struct naming *n = sql->naming;
    bool any = false;
    for (size_t i = 0; i < n->tables.len && !any; i++) {
        if (!is_meant(&n->tables.items[i], name)) continue;
        for (size_t k = 0; k < n->tables.len; k++)
            if (strcasecmp(n->tables.items[k].name, n->tables.items[i].name) == 0)
                any |= make(sql, &n->tables.items[k]);
    }
    return any;
}

void naming_make_all(struct sql *sql) {
    for (size_t i = 0; i < sql->naming->tables.len; i++) make(sql, &sql->naming->tables.items[i]);
}

static const struct planned *find_made(const struct naming *n, const char *schema,
                                       const char *name) {
    const uint64_t hash = key_of(schema, name);
    EACH_KEY (key, hash) {
        const uint64_t *index = map_get(&n->by_name, key);
        if (!index) return NULL;
        const struct planned *table = &n->tables.items[*index];
        if (is_called(table, schema, name)) return table->made ? table : NULL;
    }
}

bool naming_find(const struct sql *sql, const char *schema, const char *name, size_t *index) {
    const struct naming *n = sql->naming;
    if (!schema && (strcasecmp(name, "samples") == 0 || strcasecmp(name, "settings") == 0))
        return false; /* views go before tables that are attached */
    const struct planned *table = find_made(n, schema ? schema : "temp", name);
    for (size_t i = 0; i < n->schemas.len && !schema && !table; i++)
        table = find_made(n, n->schemas.items[i], name);
    if (!table && !schema) return tables_find_place(sql->tables, name, index); /* "jdk.X" */
    if (!table || strcmp(table->module, "jfr_events") != 0) return false;
    *index = strcmp(table->argument, "all") == 0 ? SIZE_MAX : strtoull(table->argument, NULL, 10);
    return true;
}

/* ==== One after the other =================================================================== */

size_t naming_count(const struct sql *sql) {
    return sql->naming->tables.len;
}

struct named_table naming_at(const struct sql *sql, size_t i) {
    const struct planned *planned = &sql->naming->tables.items[i];
    struct named_table table = {.schema = planned->schema, .name = planned->name};
    if (strcmp(planned->module, "jfr_events") != 0 || strcmp(planned->argument, "all") == 0)
        return table;
    table.index = strtoull(planned->argument, NULL, 10);
    table.type = jfr_tables_at(sql->tables, table.index);
    return table;
}

int naming_with(struct sql *sql, size_t i,
                int (*use)(void *context, const struct named_table *table), void *context) {
    struct planned *planned = &sql->naming->tables.items[i];
    struct named_table table = naming_at(sql, i);
    bool fresh = make(sql, planned);
    if (!planned->made) return SQLITE_OK;
    int code = use(context, &table);
    if (!fresh) return code;
    planned->made = false;
    int dropped =
        sql_run(sql, sqlite.mprintf("DROP TABLE \"%w\".\"%w\"", planned->schema, planned->name));
    return code == SQLITE_OK ? dropped : code;
}
