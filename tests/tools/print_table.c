/* Prints a table of recordings as NDJSON, through libjfr's public interface alone: a second source
 * for tests, and an example of its use.
 *
 *   print_table [--raw-names] FILE           all tables: name and columns
 *   print_table FILE jdk.GCPhasePause        all columns
 *   print_table FILE jdk.GCPhasePause startTime name ...   those paths
 *
 * With --count in the place of paths nothing is printed but how many rows there are.
 */
#include "base/json.h"
#include "parser/jfr.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void flush(struct text *out) {
    fwrite(text_str(out), 1, out->len, stdout);
    text_clear(out);
}

static void print_schema(const struct jfr_tables *tables, struct text *out) {
    for (size_t i = 0; i < jfr_tables_count(tables); i++) {
        const struct jfr_table *table = jfr_tables_at(tables, i);
        struct json json = json_open(out, JSON_COMPACT);
        json_begin_object(&json, NULL);
        json_text(&json, "table", jfr_table_name(table));
        json_begin_array(&json, "columns");
        for (size_t c = 0; c < jfr_table_columns(table); c++) {
            const struct jfr_column *column = jfr_table_column(table, c);
            json_begin_object(&json, NULL);
            json_text(&json, "name", column->name);
            json_text(&json, "path", column->path);
            json_count(&json, "kind", column->kind);
            json_count(&json, "unit", column->unit);
            json_end_object(&json);
        }
        json_end_array(&json);
        json_end_object(&json);
        json_close(&json);
        flush(out);
    }
}

static void add_thread(struct json *json, const char *key, const struct jfr_thread *thread) {
    json_begin_object(json, key);
    json_text(json, "name", thread->name);
    json_text(json, "group", thread->group);
    json_count(json, "os", thread->os_id);
    json_count(json, "java", thread->java_id);
    json_end_object(json);
}

static void add_stack(struct json *json, const char *key, const struct jfr_rows *rows,
                      uint64_t cell) {
    struct jfr_stack stack = jfr_rows_stack(rows, cell);
    json_begin_object(json, key);
    json_count(json, "hash", stack.hash);
    json_bool(json, "truncated", stack.truncated);
    json_begin_array(json, "frames");
    for (uint32_t i = 0; i < stack.depth; i++) {
        struct jfr_frame frame = jfr_rows_frame(rows, cell, i);
        json_begin_array(json, NULL);
        json_text(json, NULL, frame.class_name);
        json_text(json, NULL, frame.method);
        json_text(json, NULL, frame.descriptor);
        json_number(json, NULL, frame.line);
        json_end_array(json);
    }
    json_end_array(json);
    json_end_object(json);
}

static void add_cell(struct json *json, const struct jfr_rows *rows, const char *key, size_t column,
                     uint64_t cell) {
    enum jfr_column_kind kind = jfr_rows_kind(rows, column);
    double real;
    size_t len;
    if (kind != JFR_COLUMN_REAL && cell == jfr_null(kind)) {
        json_null(json, key);
        return;
    }
    switch (kind) {
    case JFR_COLUMN_BOOLEAN: json_bool(json, key, cell != 0); break;
    case JFR_COLUMN_INT: json_number(json, key, (int64_t)cell); break;
    case JFR_COLUMN_UNSIGNED: json_count(json, key, cell); break;
    case JFR_COLUMN_REAL:
        memcpy(&real, &cell, sizeof real);
        json_double(json, key, real);
        break;
    case JFR_COLUMN_TEXT: {
        const char *text = jfr_rows_text(rows, cell, &len);
        json_bytes(json, key, text, len);
        break;
    }
    case JFR_COLUMN_THREAD: {
        struct jfr_thread thread = jfr_rows_thread(rows, cell);
        add_thread(json, key, &thread);
        break;
    }
    case JFR_COLUMN_STACK: add_stack(json, key, rows, cell); break;
    default: json_null(json, key);
    }
}

static unsigned flags;

static int print_rows(const struct jfr_tables *tables, const struct jfr_table *table,
                      const char *const *paths, size_t count, struct text *out) {
    bool all = count == 0, only_count = count == 1 && strcmp(paths[0], "--count") == 0;
    const char **taken = calloc(jfr_table_columns(table) + count + 1, sizeof *taken);
    if (!taken) return 1;
    if (all) count = jfr_table_columns(table);
    if (only_count) count = 0;
    for (size_t i = 0; i < count; i++) taken[i] = all ? jfr_table_column(table, i)->path : paths[i];
    uint64_t *cells = calloc(count + 1, sizeof *cells), rows_seen = 0;
    struct jfr_rows *rows = jfr_rows_open(tables, table, taken, count, flags, NULL);
    for (; jfr_rows_next(rows, cells); rows_seen++) {
        if (only_count) continue;
        struct json json = json_open(out, JSON_COMPACT);
        json_begin_object(&json, NULL);
        for (size_t i = 0; i < count; i++) add_cell(&json, rows, taken[i], i, cells[i]);
        json_end_object(&json);
        json_close(&json);
        flush(out);
    }
    if (only_count) printf("%" PRIu64 "\n", rows_seen);
    jfr_rows_close(rows);
    free(cells);
    free(taken);
    return 0;
}

int main(int argc, char **argv) {
    struct jfr_error error;
    struct text out = {0};
    int code = 0;
    if (argc > 1 && strcmp(argv[1], "--raw-names") == 0) {
        flags = JFR_ROWS_RAW_NAMES;
        argc--, argv++;
    }
    if (argc < 2) {
        fprintf(stderr, "usage: print_table FILE [EVENT [PATH...]]\n");
        return 2;
    }
    const char *const path = argv[1];
    struct jfr_tables *tables = jfr_tables_open(&path, 1, NULL, &error);
    if (!tables) {
        fprintf(stderr, "print_table: %s\n", error.text);
        return 1;
    }
    const struct jfr_table *table = argc > 2 ? jfr_tables_find(tables, argv[2]) : NULL;
    if (argc == 2) print_schema(tables, &out);
    else if (table)
        code = print_rows(tables, table, (const char *const *)argv + 3, (size_t)argc - 3, &out);
    jfr_tables_close(tables);
    text_free(&out);
    return code;
}
