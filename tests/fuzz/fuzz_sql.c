/* libFuzzer target: SQL as users write it, over a small recording: no crash, no leak, no file
 * written, an end in time, whatever is written; an error has a place in the text.
 */
#include "sql/sql.h"
#include "tests/support/jvm.h"
#include "tests/support/reading.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_ROWS = 1000, MOST_STATEMENTS = 20, MOST_INPUTS = 64 };

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static struct memory_file file;

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    static const char *const stacks[] = {"A.leaf:12 A.main", "A.leaf:13 A.main", "B.leaf A.main",
                                         ""};
    struct recording recording = {0};
    jvm_chunk(&recording, NULL, stacks, 4);
    file = memory_file_make(recording.out.data, recording.out.len);
    recording_free(&recording);
    return 0;
}

static void look_at_row(const struct sql_statement *statement) {
    for (size_t i = 0; i < sql_columns(statement); i++) {
        struct sql_value value = sql_value(statement, i);
        if (value.kind == SQL_TEXT && value.text[value.length] != 0) abort();
        sql_column_name(statement, i);
        sql_column_unit(statement, i);
    }
}

static void ask(struct sql *sql, const char *text) {
    for (int n = 0; n < MOST_STATEMENTS && text && *text; n++) {
        struct sql_error error = {.offset = -1};
        const char *rest = NULL;
        struct sql_statement *statement = sql_prepare(sql, text, &rest, &error);
        if (!statement && error.offset > (int64_t)strlen(text)) abort();
        for (int rows = 0; statement && rows < MOST_ROWS; rows++) {
            if (sql_step(statement, &error) != 1) break;
            look_at_row(statement);
        }
        sql_finalize(statement);
        sql_error_free(&error);
        if (!statement) return;
        text = rest;
    }
}

static void read_as_view(struct sql *sql, const char *text) {
    struct sql_view_parts parts = sql_view_read(text);
    struct text statement = {0};
    sql_view_add_statement(sql, text, &statement);
    if (statement.len > strlen(text) + 1) abort();
    sql_view_may_answer(sql, &parts);
    text_free(&statement);
    sql_view_free(&parts);
}

/* Opening takes longer than most questions, so some inputs share one; what one of them leaves
 * behind is not seen for long. */
static struct sql *opened(void) {
    static struct sql *sql;
    static unsigned inputs;
    const char *path = file.path;
    struct jfr_error error = {0};
    if (inputs++ % MOST_INPUTS != 0) return sql;
    sql_close(sql);
    sql = sql_open(&path, 1, &(struct sql_options){.timeout_ns = 200000000, .index_bytes = 1 << 20},
                   &error);
    if (!sql) abort();
    return sql;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = mem_alloc(size + 1);
    memcpy(text, data, size);
    text[size] = 0;
    struct sql *sql = opened();
    sql_is_complete(text);
    read_as_view(sql, text);
    ask(sql, text);
    free(text);
    return 0;
}
