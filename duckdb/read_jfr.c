/* jfr.duckdb_extension: events as tables of DuckDB, by its C interface for extensions.
 *
 *   LOAD 'build/jfr.duckdb_extension';
 *   SELECT name, max(duration) FROM read_jfr('lake/day=*', 'jdk.GCPhasePause') GROUP BY 1;
 *
 * Columns are those of libjfr's tables; only those that the query names are decoded. What DuckDB
 * asks first (bind) opens the recordings and reads their metadata; a scan reads their rows in the
 * order of the files, in one thread. */
#include "base/mem.h"
#include "base/suggest.h"
#include "base/text.h"
#include "parser/jfr.h"

#include <glob.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DUCKDB_EXTENSION_NAME jfr
#include "duckdb_extension.h"
DUCKDB_EXTENSION_EXTERN

struct opened { /* of a call in a query */
    struct jfr_tables *tables;
    const struct jfr_table *table;
    bool recording; /* the file is a column, behind the others */
    pthread_mutex_t lock;
    uint64_t lost;     /* notes */
    struct text first; /* of them */
};

struct reading { /* a scan of it */
    struct jfr_rows *rows;
    size_t columns;
    idx_t *numbers;  /* of the columns that the query uses */
    uint64_t *cells; /* of a row */
    size_t *cell_of; /* of each column, or NO_CELL: the recording */
};

#define NO_CELL SIZE_MAX

/* ==== What was lost ========================================================================= */

/* DuckDB has no place for what is to be said beside a result: on standard error the first note is
 * said, and how many there are, when the query is done. */
static void take_note(void *context, const struct jfr_note *note) {
    struct opened *opened = context;
    if (note->kind == JFR_NOTE_DUPLICATE) return;
    pthread_mutex_lock(&opened->lock);
    if (opened->lost++ == 0) {
        if (note->name) text_addf(&opened->first, "%s: ", note->name);
        if (note->offset)
            text_addf(&opened->first, "at byte %llu: ", (unsigned long long)note->offset);
        text_add(&opened->first, note->text);
    }
    pthread_mutex_unlock(&opened->lock);
}

static struct jfr_log log_of(struct opened *opened) {
    return (struct jfr_log){.note = take_note, .context = opened};
}

static void opened_free(void *data) {
    struct opened *opened = data;
    if (opened->lost && opened->table) /* else there was an error, which says it */
        fprintf(stderr, "read_jfr: %s\n", text_str(&opened->first));
    if (opened->lost > 1 && opened->table)
        fprintf(stderr, "read_jfr: and %llu more notes, see jfrtool summary\n",
                (unsigned long long)(opened->lost - 1));
    jfr_tables_close(opened->tables);
    pthread_mutex_destroy(&opened->lock);
    text_free(&opened->first);
    free(opened);
}

/* ==== Bind: which columns there are ========================================================= */

static void add_column(duckdb_bind_info info, const char *name, duckdb_type type) {
    duckdb_logical_type logical = duckdb_create_logical_type(type);
    duckdb_bind_add_result_column(info, name, logical);
    duckdb_destroy_logical_type(&logical);
}

static bool is_time(const struct jfr_column *column) {
    return column->kind == JFR_COLUMN_INT && column->unit == JFR_UNIT_NS_TIME;
}

static duckdb_type type_of(const struct jfr_column *column) {
    switch (column->kind) {
    case JFR_COLUMN_BOOLEAN: return DUCKDB_TYPE_BOOLEAN;
    case JFR_COLUMN_INT: return is_time(column) ? DUCKDB_TYPE_TIMESTAMP_NS : DUCKDB_TYPE_BIGINT;
    case JFR_COLUMN_UNSIGNED: return DUCKDB_TYPE_UBIGINT;
    case JFR_COLUMN_REAL: return DUCKDB_TYPE_DOUBLE;
    case JFR_COLUMN_STACK: return DUCKDB_TYPE_BIGINT;
    default: return DUCKDB_TYPE_VARCHAR;
    }
}

/* The files of a pattern, or the path itself: what a folder or an archive holds libjfr finds. */
static struct jfr_tables *open_tables(const char *path, const struct jfr_log *log,
                                      struct jfr_error *error) {
    glob_t found = {0};
    const char *const itself[] = {path};
    bool several = strpbrk(path, "*?[") && glob(path, 0, NULL, &found) == 0;
    struct jfr_tables *tables =
        several ? jfr_tables_open((const char *const *)found.gl_pathv, found.gl_pathc, log, error)
                : jfr_tables_open(itself, 1, log, error);
    globfree(&found);
    return tables;
}

static void say_unknown(duckdb_bind_info info, const struct jfr_tables *tables, const char *type) {
    struct suggest near = suggest_for(type);
    struct text text = {0};
    for (size_t i = 0; i < jfr_tables_count(tables); i++)
        suggest_offer_dotted(&near, jfr_table_name(jfr_tables_at(tables, i)));
    text_addf(&text, "read_jfr: no event type of the recordings is called %s", type);
    if (near.count) {
        text_add(&text, "; did you mean ");
        suggest_add_near(&near, "", &text);
        text_add(&text, "?");
    }
    duckdb_bind_set_error(info, text_str(&text));
    text_free(&text);
}

/* "GCPhasePause" is the JDK's. */
static const struct jfr_table *find_table(const struct jfr_tables *tables, const char *type) {
    const struct jfr_table *table = jfr_tables_find(tables, type);
    struct text name = {0};
    if (table || strchr(type, '.')) return table;
    text_addf(&name, "jdk.%s", type);
    table = jfr_tables_find(tables, text_str(&name));
    text_free(&name);
    return table;
}

static bool flag_of(duckdb_bind_info info, const char *name) {
    duckdb_value value = duckdb_bind_get_named_parameter(info, name);
    bool flag = value && duckdb_get_bool(value);
    if (value) duckdb_destroy_value(&value);
    return flag;
}

static void bind_opened(duckdb_bind_info info, const char *path, const char *type) {
    struct opened *opened = mem_zero(1, sizeof *opened);
    const struct jfr_log log = log_of(opened);
    struct jfr_error error;
    pthread_mutex_init(&opened->lock, NULL);
    duckdb_bind_set_bind_data(info, opened, opened_free);
    opened->tables = open_tables(path, &log, &error);
    if (!opened->tables) {
        duckdb_bind_set_error(info, error.text);
        return;
    }
    opened->table = find_table(opened->tables, type);
    if (!opened->table) {
        say_unknown(info, opened->tables, type);
        return;
    }
    for (size_t i = 0; i < jfr_table_columns(opened->table); i++) {
        const struct jfr_column *column = jfr_table_column(opened->table, i);
        add_column(info, column->name, type_of(column));
    }
    opened->recording = flag_of(info, "recording");
    if (opened->recording) add_column(info, "recording", DUCKDB_TYPE_VARCHAR);
}

/* The text of a parameter, which duckdb_free frees; NULL: it is NULL. */
static char *text_of(duckdb_bind_info info, idx_t number) {
    duckdb_value value = duckdb_bind_get_parameter(info, number);
    char *text = value && !duckdb_is_null_value(value) ? duckdb_get_varchar(value) : NULL;
    if (value) duckdb_destroy_value(&value);
    return text;
}

static void bind(duckdb_bind_info info) {
    char *path = text_of(info, 0), *type = text_of(info, 1);
    if (path && type) bind_opened(info, path, type);
    else
        duckdb_bind_set_error(info, "read_jfr wants a path and an event type: "
                                    "read_jfr('rec.jfr', 'jdk.GCPhasePause')");
    if (path) duckdb_free(path);
    if (type) duckdb_free(type);
}

/* ==== Rows ================================================================================== */

static void reading_free(void *data) {
    struct reading *reading = data;
    jfr_rows_close(reading->rows);
    free(reading->numbers);
    free(reading->cells);
    free(reading->cell_of);
    free(reading);
}

static void start(duckdb_init_info info) {
    struct opened *opened = duckdb_init_get_bind_data(info);
    struct reading *reading = mem_zero(1, sizeof *reading);
    size_t cells = 0, known = jfr_table_columns(opened->table);
    const struct jfr_log log = log_of(opened);
    reading->columns = duckdb_init_get_column_count(info);
    reading->numbers = mem_zero(reading->columns + 1, sizeof *reading->numbers);
    reading->cell_of = mem_zero(reading->columns + 1, sizeof *reading->cell_of);
    reading->cells = mem_zero(reading->columns + 1, sizeof *reading->cells);
    const char **paths = mem_zero(reading->columns + 1, sizeof *paths);
    for (size_t i = 0; i < reading->columns; i++) {
        idx_t number = duckdb_init_get_column_index(info, i);
        reading->numbers[i] = number;
        /* Beyond the columns is what DuckDB counts rows with. */
        reading->cell_of[i] = number < known ? cells : NO_CELL;
        if (number < known) paths[cells++] = jfr_table_column(opened->table, number)->path;
    }
    reading->rows = jfr_rows_open(opened->tables, opened->table, paths, cells, 0, &log);
    free(paths);
    duckdb_init_set_init_data(info, reading, reading_free);
    duckdb_init_set_max_threads(info, 1);
}

static void put_null(duckdb_vector vector, idx_t row) {
    duckdb_vector_ensure_validity_writable(vector);
    duckdb_validity_set_row_invalid(duckdb_vector_get_validity(vector), row);
}

static void put_text(duckdb_vector vector, idx_t row, const char *text, size_t len) {
    duckdb_vector_assign_string_element_len(vector, row, text, len);
}

static void put_cell(const struct jfr_rows *rows, const struct jfr_column *column, uint64_t cell,
                     duckdb_vector vector, idx_t row) {
    void *data = duckdb_vector_get_data(vector);
    size_t len;
    double real;
    switch (column->kind) {
    case JFR_COLUMN_BOOLEAN:
        if (cell > 1) put_null(vector, row);
        else ((bool *)data)[row] = cell;
        return;
    case JFR_COLUMN_INT:
        if ((int64_t)cell == JFR_NULL_INT) put_null(vector, row);
        else ((int64_t *)data)[row] = (int64_t)cell;
        return;
    case JFR_COLUMN_UNSIGNED:
        if (cell == jfr_null(column->kind)) put_null(vector, row);
        else ((uint64_t *)data)[row] = cell;
        return;
    case JFR_COLUMN_REAL:
        memcpy(&real, &cell, sizeof real);
        if (cell == JFR_NULL_REAL) put_null(vector, row);
        else ((double *)data)[row] = real;
        return;
    case JFR_COLUMN_TEXT:
        if (cell == JFR_NULL_ID) break;
        const char *text = jfr_rows_text(rows, cell, &len);
        put_text(vector, row, text, len);
        return;
    case JFR_COLUMN_THREAD:
        if (cell == JFR_NULL_ID) break;
        const char *name = jfr_rows_thread(rows, cell).name;
        put_text(vector, row, name, strlen(name));
        return;
    case JFR_COLUMN_STACK:
        if (cell == JFR_NULL_ID) break;
        ((int64_t *)data)[row] = (int64_t)jfr_rows_stack(rows, cell).hash;
        return;
    default: break;
    }
    put_null(vector, row);
}

static void read_some(duckdb_function_info info, duckdb_data_chunk output) {
    const struct opened *opened = duckdb_function_get_bind_data(info);
    struct reading *reading = duckdb_function_get_init_data(info);
    idx_t row = 0, room = duckdb_vector_size();
    size_t known = jfr_table_columns(opened->table);
    while (row < room && jfr_rows_next(reading->rows, reading->cells)) {
        for (size_t i = 0; i < reading->columns; i++) {
            duckdb_vector vector = duckdb_data_chunk_get_vector(output, i);
            if (reading->cell_of[i] != NO_CELL) {
                put_cell(reading->rows, jfr_table_column(opened->table, reading->numbers[i]),
                         reading->cells[reading->cell_of[i]], vector, row);
            } else if (opened->recording && reading->numbers[i] == known) {
                const char *name = jfr_rows_chunk(reading->rows)->name;
                put_text(vector, row, name, strlen(name));
            }
        }
        row++;
    }
    struct jfr_error error;
    if (row < room && jfr_tables_error(opened->tables, &error))
        duckdb_function_set_error(info, error.text);
    duckdb_data_chunk_set_size(output, row);
}

/* ==== The extension ========================================================================= */

/* Of the macro, which only defines it. */
DUCKDB_EXTENSION_API bool jfr_init_c_api(duckdb_extension_info info,
                                         struct duckdb_extension_access *access);

DUCKDB_EXTENSION_ENTRYPOINT(duckdb_connection connection, duckdb_extension_info info,
                            struct duckdb_extension_access *access) {
    duckdb_table_function function = duckdb_create_table_function();
    duckdb_logical_type text = duckdb_create_logical_type(DUCKDB_TYPE_VARCHAR);
    duckdb_logical_type flag = duckdb_create_logical_type(DUCKDB_TYPE_BOOLEAN);
    duckdb_table_function_set_name(function, "read_jfr");
    duckdb_table_function_add_parameter(function, text);
    duckdb_table_function_add_parameter(function, text);
    duckdb_table_function_add_named_parameter(function, "recording", flag);
    duckdb_table_function_set_bind(function, bind);
    duckdb_table_function_set_init(function, start);
    duckdb_table_function_set_function(function, read_some);
    duckdb_table_function_supports_projection_pushdown(function, true);
    bool fine = duckdb_register_table_function(connection, function) == DuckDBSuccess;
    if (!fine) access->set_error(info, "read_jfr could not be registered");
    duckdb_destroy_table_function(&function);
    duckdb_destroy_logical_type(&text);
    duckdb_destroy_logical_type(&flag);
    return fine;
}
