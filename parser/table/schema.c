/* The columns of tables: event types of all chunks, their fields joined by path. */
#include "parser/table/cells.h"
#include "parser/table/tables.h"

#include "base/text.h"

#define MAX_DEPTH 4     /* structs within structs; HotSpot has 3 */
#define MAX_COLUMNS 500 /* of a table; HotSpot's widest has 40 */

/* JDK 9 and 10 had com.oracle.jdk.X for what became jdk.X. */
const char *schema_name(const struct jfr_type *type) {
    static const char old[] = "com.oracle.jdk.";
    size_t len = sizeof old - 1;
    return strncmp(type->name, old, len) == 0 ? type->name + len - 4 : type->name;
}

bool schema_is_of(const struct jfr_table *table, const struct jfr_type *type) {
    return type->event && strcmp(schema_name(type), table->name) == 0;
}

static struct jfr_table *table_of(struct jfr_tables *tables, const char *name) {
    size_t place;
    if (tables_find_place(tables, name, &place)) return tables->items.items[place];
    struct jfr_table *table = mem_zero(1, sizeof *table);
    table->name = arena_copy_text(&tables->texts, name);
    array_push(&tables->items, table);
    struct jfr_table **items = tables->items.items;
    memmove(items + place + 1, items + place, (tables->items.len - 1 - place) * sizeof *items);
    return items[place] = table;
}

static bool has_name(const struct jfr_table *table, const char *name) {
    return some_of(i, table->columns.len, strcmp(table->columns.items[i].name, name) == 0);
}

/* "heapSpace.start" -> "heapSpace_start", with a number if that is taken. */
static const char *column_name(struct jfr_tables *tables, const struct jfr_table *table,
                               const char *path) {
    OWNED(text_free) struct text name = {0};
    text_add(&name, path);
    size_t len = name.len;
    for (size_t i = 0; i < len; i++)
        if (name.data[i] == '.') name.data[i] = '_';
    for (unsigned number = 2; has_name(table, text_str(&name)); number++) {
        name.len = len;
        text_addf(&name, "_%u", number);
    }
    return arena_copy(&tables->texts, text_str(&name), name.len);
}

struct listing {
    const struct jfr_metadata *metadata;
    struct arena texts;
    ARRAY(const char *) paths;
    struct text path; /* of the field at hand */
};

static void list_path(struct listing *l, const char *more) {
    size_t len = l->path.len;
    text_add(&l->path, more);
    if (l->paths.len < MAX_COLUMNS)
        array_push(&l->paths, arena_copy(&l->texts, text_str(&l->path), l->path.len));
    if (l->path.data) l->path.data[l->path.len = len] = 0;
}

static bool is(const struct listing *l, const struct jfr_type *type, const char *name) {
    return type && type == jfr_type_by_name(l->metadata, name);
}

static void list_fields(struct listing *l, const struct jfr_type *type, int depth) {
    static const char *const thread[] = {".javaThreadId", ".osThreadId"};
    static const char *const stack[] = {".top", ".line", ".depth", ".truncated", ".text"};
    for (uint32_t i = 0; i < type->field_count; i++) {
        const struct jfr_field *field = type->fields[i];
        size_t len = l->path.len;
        if (field->array) continue;
        if (len) text_add_char(&l->path, '.');
        text_add(&l->path, field->name);
        if (cells_is_one(l->metadata, field)) {
            list_path(l, "");
            for (size_t k = 0; k < 2 && is(l, field->type, "java.lang.Thread"); k++)
                list_path(l, thread[k]);
            for (size_t k = 0; k < 5 && is(l, field->type, "jdk.types.StackTrace"); k++)
                list_path(l, stack[k]);
        } else if (depth < MAX_DEPTH) {
            list_fields(l, field->type, depth + 1);
        }
        l->path.data[l->path.len = len] = 0;
    }
}

static void add_column(struct jfr_tables *tables, struct jfr_table *table, const char *path,
                       enum jfr_column_kind kind, enum jfr_unit unit) {
    EACH (struct jfr_column, column, &table->columns) {
        if (strcmp(column->path, path) != 0) continue;
        column->kind = cells_wider(column->kind, kind);
        if (unit > column->unit) column->unit = unit;
        return;
    }
    struct jfr_column column = {column_name(tables, table, path),
                                arena_copy_text(&tables->texts, path), kind, unit};
    array_push(&table->columns, column);
}

static struct jfr_table *add_type(struct jfr_tables *tables, const struct jfr_chunk *chunk,
                                  struct listing *l, const struct jfr_type *type) {
    struct jfr_table *table = table_of(tables, schema_name(type));
    if (!table->label && type->label) table->label = arena_copy_text(&tables->texts, type->label);
    l->paths.len = 0;
    list_fields(l, type, 0);
    struct cells *cells =
        cells_open(chunk, l->metadata, type, l->paths.items, l->paths.len, NULL, false);
    for (size_t i = 0; cells && i < l->paths.len; i++)
        if (cells_kind(cells, i) != JFR_COLUMN_NONE)
            add_column(tables, table, l->paths.items[i], cells_kind(cells, i),
                       cells_unit(cells, i));
    cells_close(cells);
    return table;
}

static void close_listing(struct listing *listing) {
    arena_free(&listing->texts);
    array_free(&listing->paths);
    text_free(&listing->path);
}

struct jfr_table *schema_add_type(struct jfr_tables *tables, const struct jfr_chunk *chunk,
                                  const struct jfr_metadata *metadata,
                                  const struct jfr_type *type) {
    struct listing listing = {.metadata = metadata};
    struct jfr_table *table = add_type(tables, chunk, &listing, type);
    close_listing(&listing);
    return table;
}

void schema_add(struct jfr_tables *tables, const struct jfr_chunk *chunk,
                const struct jfr_metadata *metadata) {
    struct listing listing = {.metadata = metadata};
    for (uint32_t i = 0; i < metadata->type_count; i++)
        if (metadata->types[i]->event) add_type(tables, chunk, &listing, metadata->types[i]);
    close_listing(&listing);
}
