/* Tables of recordings through libjfr's own interface: columns of all chunks, rows one by one. */
#include "parser/jfr.h"
#include "parser/table/tables.h"
#include "tests/support/jvm.h"
#include "tests/support/reading.h"
#include "tests/support/suite.h"

#include <string.h>
#include <unistd.h>

enum { ORDER = 300, PLACE, TWIN }; /* and types behind it */

/* com.acme.Order in two shapes; both have a place whose fields clash with a field's name. */
static void order_type(struct recording *r, uint64_t id, bool later) {
    type_begin(r, id, "com.acme.Order", "jdk.jfr.Event");
    annotation(r, TYPE_LABEL, "Order");
    field_begin(r, "startTime", TYPE_LONG, FIELD_PLAIN);
    annotation(r, TYPE_TIMESTAMP, "TICKS");
    field_end(r);
    field(r, "place_row", TYPE_INT, FIELD_PLAIN);
    field(r, "place", PLACE, FIELD_PLAIN);
    if (later) field(r, "note", TYPE_STRING, FIELD_PLAIN);
    field(r, "eventThread", TYPE_THREAD, FIELD_POOLED);
    field(r, "stackTrace", TYPE_STACK_TRACE, FIELD_POOLED);
    field(r, "rows", TYPE_INT, FIELD_ARRAY);
    type_end(r);
}

static void begin(struct recording *r, bool later, unsigned twins, int64_t seconds) {
    struct chunk_head head = usual_head;
    head.start_ns += seconds * 1000000000;
    chunk_begin(r, &head);
    metadata_begin(r);
    jvm_primitive_types(r);
    jvm_profile_types(r);
    type_begin(r, PLACE, "com.acme.Place", NULL);
    field(r, "row", TYPE_INT, FIELD_PLAIN);
    field(r, "seat", TYPE_INT, FIELD_PLAIN);
    type_end(r);
    order_type(r, ORDER, later);
    for (unsigned i = 0; i < twins; i++) order_type(r, TWIN + i, true);
    metadata_end(r);
}

static void order(struct recording *r, struct jvm *jvm, uint64_t type, bool later, int seat,
                  const char *note) {
    event_begin(r, type);
    put_long(r, 1000 + seat);
    put_int(r, 77);
    put_int(r, 3), put_int(r, seat); /* place */
    if (later) put_utf8(r, note);
    put_long(r, (int64_t)jvm_thread(jvm, note));
    put_long(r, (int64_t)jvm_stack(jvm, "App$$Lambda$14/0x0000000800c03000.run:5 A.form~ A.main"));
    put_int(r, 2), put_int(r, 1), put_int(r, 2); /* rows */
    event_end(r);
}

static void end(struct recording *r, struct jvm *jvm) {
    jvm_pools(jvm, r);
    chunk_end(r);
    jvm_free(jvm);
}

/* A chunk without notes, a chunk with them a minute later, seats 1 to 4. */
static void make_recording(struct recording *r) {
    struct jvm first = {0}, second = {.key_step = 3};
    *r = (struct recording){0};
    begin(r, false, 0, 0);
    order(r, &first, ORDER, false, 1, "one");
    order(r, &first, ORDER, false, 2, "two");
    end(r, &first);
    begin(r, true, 1, 60);
    order(r, &second, ORDER, true, 3, "three");
    order(r, &second, TWIN, true, 4, "four");
    end(r, &second);
}

/* ==== Reading =============================================================================== */

struct fixture {
    struct recording recording;
    struct memory_file file;
    struct jfr_tables *tables;
    const struct jfr_table *table;
    struct jfr_rows *rows;
};

static void open_made(struct fixture *f) {
    struct jfr_error error;
    f->file = memory_file_make(f->recording.out.data, f->recording.out.len);
    const char *const path = f->file.path;
    f->tables = jfr_tables_open(&path, 1, NULL, &error);
    ck_assert_msg(f->tables != NULL, "%s", error.text);
    f->table = jfr_tables_find(f->tables, "com.acme.Order");
    f->rows = NULL;
}

static void open_tables(struct fixture *f) {
    make_recording(&f->recording);
    open_made(f);
}

static void open_rows(struct fixture *f, const char *path, unsigned flags) {
    open_tables(f);
    f->rows = jfr_rows_open(f->tables, f->table, &path, 1, flags, NULL);
}

static void done(struct fixture *f) {
    jfr_rows_close(f->rows);
    jfr_tables_close(f->tables);
    memory_file_close(&f->file);
    recording_free(&f->recording);
}

static const struct jfr_column *column_of(const struct jfr_table *table, const char *name) {
    for (size_t i = 0; i < jfr_table_columns(table); i++)
        if (strcmp(jfr_table_column(table, i)->name, name) == 0) return jfr_table_column(table, i);
    return NULL;
}

/* The numbers of the one column, in order. */
static void check_numbers(struct fixture *f, const int64_t *expected, size_t len) {
    uint64_t cell;
    for (size_t i = 0; i < len; i++) {
        ck_assert(jfr_rows_next(f->rows, &cell));
        ck_assert_int_eq((int64_t)cell, expected[i]);
    }
    ck_assert(!jfr_rows_next(f->rows, &cell));
    ck_assert(!jfr_rows_next(f->rows, &cell));
}

/* ==== Columns =============================================================================== */

START_TEST(columns_are_the_fields_of_all_chunks_and_types) {
    static const struct {
        const char *name, *path;
        enum jfr_column_kind kind;
    } columns[] = {
        {"startTime", "startTime", JFR_COLUMN_INT},
        {"place_row", "place_row", JFR_COLUMN_INT},
        {"place_row_2", "place.row", JFR_COLUMN_INT},
        {"place_seat", "place.seat", JFR_COLUMN_INT},
        {"eventThread", "eventThread", JFR_COLUMN_THREAD},
        {"eventThread_osThreadId", "eventThread.osThreadId", JFR_COLUMN_INT},
        {"stackTrace", "stackTrace", JFR_COLUMN_STACK},
        {"stackTrace_top", "stackTrace.top", JFR_COLUMN_TEXT},
        {"note", "note", JFR_COLUMN_TEXT},
    };
    struct fixture f;
    open_tables(&f);
    ck_assert_str_eq(jfr_table_name(f.table), "com.acme.Order");
    ck_assert_str_eq(jfr_table_label(f.table), "Order");
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++) {
        const struct jfr_column *column = column_of(f.table, columns[i].name);
        ck_assert_msg(column != NULL, "%s", columns[i].name);
        ck_assert_str_eq(column->path, columns[i].path);
        ck_assert_int_eq(column->kind, columns[i].kind);
    }
    ck_assert_ptr_null(column_of(f.table, "rows")); /* an array */
    ck_assert_ptr_null(column_of(f.table, "place"));
    done(&f);
}
END_TEST

START_TEST(tables_are_in_the_order_of_their_names) {
    struct fixture f;
    open_tables(&f);
    for (size_t i = 1; i < jfr_tables_count(f.tables); i++)
        ck_assert_int_lt(strcmp(jfr_table_name(jfr_tables_at(f.tables, i - 1)),
                                jfr_table_name(jfr_tables_at(f.tables, i))),
                         0);
    ck_assert_ptr_null(jfr_tables_find(f.tables, "jdk.Nobody"));
    done(&f);
}
END_TEST

START_TEST(what_is_no_recording_is_refused_with_a_sentence) {
    struct memory_file file = memory_file_make("nothing", 7);
    const char *const path = file.path;
    struct jfr_error error;
    ck_assert_ptr_null(jfr_tables_open(&path, 1, NULL, &error));
    ck_assert_uint_gt(strlen(error.text), 0);
    memory_file_close(&file);
}
END_TEST

/* ==== Rows ================================================================================== */

START_TEST(rows_come_in_the_order_of_the_file_from_all_types_of_the_name) {
    struct fixture f;
    open_rows(&f, "place.seat", 0);
    check_numbers(&f, (const int64_t[]){1, 2, 3, 4}, 4);
    done(&f);
}
END_TEST

START_TEST(any_number_of_types_may_have_the_name) {
    struct fixture f = {0};
    struct jvm jvm = {0};
    const char *const path = "place.seat";
    int64_t seats[9];
    unsigned twins = (unsigned)_i;
    begin(&f.recording, true, twins, 0);
    for (unsigned i = 0; i <= twins; i++) {
        seats[i] = 1 + i;
        order(&f.recording, &jvm, i == 0 ? ORDER : TWIN + i - 1, true, 1 + (int)i, "each");
    }
    end(&f.recording, &jvm);
    open_made(&f);
    f.rows = jfr_rows_open(f.tables, f.table, &path, 1, 0, NULL);
    check_numbers(&f, seats, 1 + twins);
    done(&f);
}
END_TEST

START_TEST(chunks_that_ended_before_are_left_out) {
    struct fixture f;
    open_rows(&f, "place.seat", 0);
    jfr_rows_from(f.rows, START_NS + INT64_C(30000000000));
    check_numbers(&f, (const int64_t[]){3, 4}, 2);
    done(&f);
}
END_TEST

START_TEST(a_text_that_a_chunk_has_not_is_null_there) {
    struct fixture f;
    uint64_t cell;
    size_t len;
    open_rows(&f, "note", 0);
    for (int i = 0; i < 2; i++) {
        ck_assert(jfr_rows_next(f.rows, &cell));
        ck_assert_uint_eq(cell, JFR_NULL_ID);
    }
    ck_assert(jfr_rows_next(f.rows, &cell));
    ck_assert_str_eq(jfr_rows_text(f.rows, cell, &len), "three");
    ck_assert_uint_eq(len, 5);
    ck_assert_int_eq(jfr_rows_kind(f.rows, 0), JFR_COLUMN_TEXT);
    done(&f);
}
END_TEST

START_TEST(paths_that_are_no_columns_are_read_too) {
    struct fixture f;
    uint64_t cell;
    open_rows(&f, "nothing|eventThread.javaName", 0);
    ck_assert(jfr_rows_next(f.rows, &cell));
    ck_assert_int_eq(jfr_rows_kind(f.rows, 0), JFR_COLUMN_TEXT);
    ck_assert_str_eq(jfr_rows_text(f.rows, cell, NULL), "one");
    done(&f);
}
END_TEST

START_TEST(a_thread_is_its_name_and_ids) {
    struct fixture f;
    uint64_t cell;
    open_rows(&f, "eventThread", 0);
    ck_assert(jfr_rows_next(f.rows, &cell));
    struct jfr_thread thread = jfr_rows_thread(f.rows, cell);
    ck_assert_str_eq(thread.name, "one");
    ck_assert_uint_eq(thread.os_id, 100);
    done(&f);
}
END_TEST

START_TEST(stacks_have_stable_names_and_no_hidden_frames_unless_wanted_raw) {
    static const char *const classes[] = {"App$$Lambda", "App$$Lambda$14/0x0000000800c03000"};
    struct fixture f;
    uint64_t cell;
    bool raw = _i == 1;
    open_rows(&f, "stackTrace", raw ? JFR_ROWS_RAW_NAMES : 0);
    ck_assert(jfr_rows_next(f.rows, &cell));
    struct jfr_stack stack = jfr_rows_stack(f.rows, cell);
    ck_assert_uint_eq(stack.depth, raw ? 3 : 2);
    struct jfr_frame leaf = jfr_rows_frame(f.rows, cell, 0);
    ck_assert_str_eq(leaf.class_name, classes[_i]);
    ck_assert_str_eq(leaf.method, "run");
    ck_assert_int_eq(leaf.line, 5);
    ck_assert_str_eq(jfr_rows_frame(f.rows, cell, stack.depth - 1).method, "main");
    done(&f);
}
END_TEST

/* Numbers that stay name one stack of both chunks, whose keys differ. */
START_TEST(stable_numbers_outlive_their_chunk) {
    struct fixture f;
    uint64_t cells[4];
    open_rows(&f, "stackTrace", JFR_ROWS_STABLE);
    for (size_t i = 0; i < 4; i++) ck_assert(jfr_rows_next(f.rows, &cells[i]));
    for (size_t i = 1; i < 4; i++) ck_assert_uint_eq(cells[i], cells[0]);
    ck_assert_str_eq(jfr_rows_frame(f.rows, cells[0], 1).method, "main");
    done(&f);
}
END_TEST

START_TEST(rows_may_be_read_again_and_side_by_side) {
    struct fixture f;
    uint64_t cell;
    const char *const path = "place.seat";
    open_rows(&f, path, 0);
    ck_assert(jfr_rows_next(f.rows, &cell));
    struct jfr_rows *second = jfr_rows_open(f.tables, f.table, &path, 1, 0, NULL);
    ck_assert(jfr_rows_next(second, &cell));
    ck_assert_int_eq((int64_t)cell, 1);
    jfr_rows_close(second);
    check_numbers(&f, (const int64_t[]){2, 3, 4}, 3);
    done(&f);
}
END_TEST

static size_t count_rows(struct fixture *f) {
    const char *const path = "place.seat";
    size_t count = 0;
    uint64_t cell;
    f->rows = jfr_rows_open(f->tables, f->table, &path, 1, 0, NULL);
    while (jfr_rows_next(f->rows, &cell)) count++;
    jfr_rows_close(f->rows);
    f->rows = NULL;
    return count;
}

/* A file that is held is read as it was then; one that is small, or one of many, is not held. */
START_TEST(files_that_are_held_are_what_they_were) {
    enum { ROWS = 3000 };
    struct fixture f = {0};
    struct jvm jvm = {0};
    struct jfr_error error;
    begin(&f.recording, true, 0, 0);
    for (int i = 0; i < ROWS; i++) order(&f.recording, &jvm, ORDER, true, i, "a rather long note");
    end(&f.recording, &jvm);
    ck_assert_uint_gt(f.recording.out.len, 65536);
    open_made(&f);
    ck_assert_uint_eq(count_rows(&f), ROWS);
    tables_hold(f.tables);
    ck_assert_uint_eq(f.tables->held.len, 1);
    ck_assert_uint_eq(count_rows(&f), ROWS);
    ck_assert_int_gt(write(f.file.fd, f.recording.out.data, f.recording.out.len), 0);
    ck_assert_uint_eq(count_rows(&f), ROWS); /* though it has grown */
    struct memory_file other = memory_file_make(f.recording.out.data, f.recording.out.len);
    const char *paths[17];
    for (size_t i = 0; i < 17; i++) paths[i] = other.path;
    jfr_tables_close(f.tables);
    f.tables = jfr_tables_open(paths, 17, NULL, &error);
    f.table = jfr_tables_find(f.tables, "com.acme.Order");
    tables_hold(f.tables);
    ck_assert_uint_eq(f.tables->held.len, 0);
    ck_assert_uint_eq(count_rows(&f), ROWS); /* chunks that were there before are left out */
    memory_file_close(&other);
    done(&f);
    open_tables(&f);
    tables_hold(f.tables);
    ck_assert_uint_eq(f.tables->held.len, 0);
    ck_assert_uint_eq(count_rows(&f), 4);
    done(&f);
}
END_TEST

int main(void) {
    TCase *c = tcase_create("rows");
    tcase_add_test(c, columns_are_the_fields_of_all_chunks_and_types);
    tcase_add_test(c, files_that_are_held_are_what_they_were);
    tcase_add_test(c, tables_are_in_the_order_of_their_names);
    tcase_add_test(c, what_is_no_recording_is_refused_with_a_sentence);
    tcase_add_test(c, rows_come_in_the_order_of_the_file_from_all_types_of_the_name);
    tcase_add_loop_test(c, any_number_of_types_may_have_the_name, 0, 9);
    tcase_add_test(c, chunks_that_ended_before_are_left_out);
    tcase_add_test(c, a_text_that_a_chunk_has_not_is_null_there);
    tcase_add_test(c, paths_that_are_no_columns_are_read_too);
    tcase_add_test(c, a_thread_is_its_name_and_ids);
    tcase_add_loop_test(c, stacks_have_stable_names_and_no_hidden_frames_unless_wanted_raw, 0, 2);
    tcase_add_test(c, stable_numbers_outlive_their_chunk);
    tcase_add_test(c, rows_may_be_read_again_and_side_by_side);
    Suite *s = suite_create("rows");
    suite_add_tcase(s, c);
    return suite_run(s);
}
