/* SQL over a recording that a test builds byte by byte. */
#pragma once

#include "sql/room.h"
#include "tests/support/jvm.h"
#include "tests/support/memory_file.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

static struct recording recording;
static struct memory_file file;
static struct sql *sql;

/* The file, as it is asked with these options. */
static inline void open_file(struct sql_options options) {
    const char *path = file.path;
    struct jfr_error error = {0};
    sql = sql_open(&path, 1, &options, &error);
    ck_assert_msg(sql != NULL, "%s", error.text);
}

static inline void open_recording(struct sql_options options) {
    file = memory_file_make(recording.out.data, recording.out.len);
    open_file(options);
}

static inline void close_sql(void) {
    sql_close(sql);
    memory_file_close(&file);
    recording_free(&recording);
    recording = (struct recording){0};
}

/* All rows, "a|b c|d": columns by |, rows by blanks. */
static inline const char *answer(const char *text) {
    static char said[2000];
    struct text out = {0};
    struct sql_error error = {0};
    const char *rest = text;
    struct sql_statement *s = sql_prepare(sql, text, &rest, &error);
    ck_assert_msg(s != NULL, "%s: %s", text, text_str(&error.text));
    int row;
    while ((row = sql_step(s, &error)) == 1) {
        if (out.len) text_add_char(&out, ' ');
        for (size_t i = 0; i < sql_columns(s); i++) {
            struct sql_value v = sql_value(s, i);
            if (i) text_add_char(&out, '|');
            if (v.kind == SQL_NULL) text_add(&out, "null");
            else if (v.kind == SQL_INTEGER) text_addf(&out, "%lld", (long long)v.integer);
            else if (v.kind == SQL_REAL) text_addf(&out, "%g", v.real);
            else text_add_bytes(&out, v.text, v.length);
        }
    }
    ck_assert_msg(row == 0, "%s: %s", text, text_str(&error.text));
    snprintf(said, sizeof said, "%s", text_str(&out));
    sql_finalize(s);
    text_free(&out);
    return said;
}

/* Where there is no SQLite, nothing is tested: the program ends. */
static inline void need_sqlite(void) {
    const char *path = "/dev/null";
    struct jfr_error error = {0};
    struct sql *there = sql_open(&path, 1, &(struct sql_options){0}, &error);
    sql_close(there);
    if (there || error.code != JFR_UNSUPPORTED) return;
    printf("100%%: Checks: 0, Failures: 0, Errors: 0\n");
    exit(EXIT_SUCCESS);
}
