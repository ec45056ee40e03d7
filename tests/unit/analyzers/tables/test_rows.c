/* Rows of tables: kinds that become wider, order, limits. */
#include "tests/support/orders.h"
#include "tests/support/suite.h"

/* Rows of one wish over chunks that differ in their fields. */
static void check_sizes(const unsigned *fields, size_t chunks, enum jfr_column_kind kind,
                        const char *expected) {
    static const struct wish wish = {"com.acme.Order", {"size"}};
    static const struct wishes wishes = {.rows = &wish, .count = 1};
    struct recording r = {0};
    struct fixture f;
    struct text out = {0};
    for (size_t i = 0; i < chunks; i++) one(&r, fields[i], 10, (int64_t)i + 7, "x");
    read_recordings(&f, &r, 1, &wishes, 1);
    const struct event_table *t = tables_find(f.tables, &wish);
    ck_assert_int_eq(t->columns[0].kind, kind);
    write_table(&f, t, &out);
    ck_assert_str_eq(text_str(&out), expected);
    text_free(&out);
    done(&f);
    recording_free(&r);
}

/* ==== Union ================================================================================= */

START_TEST(a_field_that_a_chunk_has_not_is_null_there) {
    static const unsigned fields[] = {WITH_SIZE, WITH_NOTE};
    check_sizes(fields, 2, JFR_COLUMN_INT, " -9223372036854775808\n 7\n");
}
END_TEST

START_TEST(a_number_that_is_real_in_one_chunk_is_real_in_all) {
    static const unsigned fields[] = {WITH_SIZE, WITH_SIZE | SIZE_IS_REAL, WITH_NOTE};
    check_sizes(fields, 3, JFR_COLUMN_REAL, " nan\n 7\n 8.5\n");
}
END_TEST

START_TEST(a_number_beside_a_text_is_null) {
    static const unsigned fields[] = {WITH_SIZE, WITH_SIZE | SIZE_IS_TEXT};
    check_sizes(fields, 2, JFR_COLUMN_TEXT, " 8 pieces\n null\n");
}
END_TEST

START_TEST(a_field_that_no_chunk_has_is_null) {
    static const unsigned fields[] = {WITH_NOTE};
    check_sizes(fields, 1, JFR_COLUMN_NONE, " -9223372036854775808\n");
}
END_TEST

START_TEST(two_types_of_one_name_are_one_table) {
    static const struct wish wish = {"com.acme.Order", {"startTime", "size", "note"}};
    static const struct wishes wishes = {.rows = &wish, .count = 1};
    unsigned fields = WITH_NOTE | WITH_SIZE | WITH_TWIN;
    struct recording r = {0};
    struct jvm jvm = {0};
    struct fixture f;
    begin(&r, fields);
    twin(&r, 20, 5);
    order(&r, &jvm, fields, 10, 4, "mine");
    end(&r, &jvm);
    read_recordings(&f, &r, 1, &wishes, 1);
    const struct event_table *t = tables_find(f.tables, &wish);
    ck_assert_uint_eq(t->rows, 2);
    ck_assert_int_eq(event_table_int(t, 1, 0), 4);
    ck_assert_str_eq(text(&f, t, 2, 0), "mine");
    ck_assert_int_eq(event_table_int(t, 1, 1), 5);
    ck_assert_str_eq(text(&f, t, 2, 1), "null");
    done(&f);
    recording_free(&r);
}
END_TEST

/* ==== Many in a chunk ======================================================================= */

/* As many as are read at once, one less, one more, and twice as many and some. */
START_TEST(all_events_of_a_chunk_become_rows_however_many_there_are) {
    static const int64_t counts[] = {0, 1, 127, 128, 129, 300};
    static const struct wish wish = {
        "com.acme.Order", {"startTime", "note", "size", "eventThread", "stackTrace.top"}};
    static const struct wishes wishes = {.rows = &wish, .count = 1};
    struct recording r = {0};
    struct jvm jvm = {0};
    struct fixture f;
    begin(&r, WITH_SIZE | WITH_NOTE);
    for (int64_t i = 0; i < counts[_i]; i++)
        order(&r, &jvm, WITH_SIZE | WITH_NOTE, i, i * 3, i % 3 ? "many" : "a third");
    end(&r, &jvm);
    read_recordings(&f, &r, 1, &wishes, 1);
    const struct event_table *t = tables_find(f.tables, &wish);
    ck_assert_int_eq((int64_t)t->rows, counts[_i]);
    for (size_t row = 0; row < t->rows; row++) {
        const char *note = row % 3 ? "many" : "a third";
        const struct things *things = &f.tables->things;
        const struct things_thread *thread = &things->threads.items[event_table_id(t, 3, row)];
        ck_assert_str_eq(text(&f, t, 1, row), note);
        ck_assert_int_eq(event_table_int(t, 2, row), (int64_t)row * 3);
        ck_assert_str_eq(strings_get(&things->texts, thread->name), note);
        ck_assert_str_eq(text(&f, t, 4, row), "com.acme.Shop.buy");
    }
    done(&f);
    recording_free(&r);
}
END_TEST

START_TEST(of_texts_at_one_time_the_shorter_of_two_that_begin_alike_is_first) {
    static const struct wish wish = {"com.acme.Order", {"startTime", "note"}};
    static const struct wishes wishes = {.rows = &wish, .count = 1};
    static const char *const notes[] = {"a", "ab", "abc"};
    for (size_t first = 0; first < 3; first++) {
        struct recording r = {0};
        struct fixture f;
        struct text out = {0};
        for (size_t i = 0; i < 3; i++) one(&r, WITH_NOTE, 10, 1, notes[(first + i * 2) % 3]);
        read_recordings(&f, &r, 1, &wishes, 1);
        const struct event_table *t = tables_find(f.tables, &wish);
        ck_assert_uint_eq(t->rows, 3);
        for (size_t row = 0; row < t->rows; row++) text_addf(&out, " %s", text(&f, t, 1, row));
        ck_assert_str_eq(text_str(&out), " a ab abc");
        text_free(&out);
        done(&f);
        recording_free(&r);
    }
}
END_TEST

/* ==== Limit ================================================================================= */

START_TEST(a_table_that_outgrows_its_limit_keeps_its_first_rows_and_says_so) {
    static const struct wish wish = {"com.acme.Order", {"startTime", "size"}};
    static const struct wishes wishes = {.rows = &wish, .count = 1, .max_bytes = 8 * 3 * 4};
    struct recording r = {0};
    struct jvm jvm = {0};
    struct fixture f;
    begin(&r, WITH_SIZE);
    for (int64_t i = 99; i >= 0; i--) order(&r, &jvm, WITH_SIZE, i, i, "x");
    end(&r, &jvm);
    read_recordings(&f, &r, 1, &wishes, 1);
    const struct event_table *t = tables_find(f.tables, &wish);
    ck_assert_uint_eq(t->rows, 5);
    for (size_t row = 0; row < t->rows; row++)
        ck_assert_int_eq(event_table_int(t, 1, row), (int64_t)row);
    ck_assert_uint_eq(f.report.notes.len, 1);
    ck_assert_str_eq(f.report.notes.items[0].note.text,
                     "of 100 events of com.acme.Order only the first 5 are used: more would take "
                     "too much memory");
    done(&f);
    recording_free(&r);
}
END_TEST

/* ==== Packed ================================================================================ */

enum { CHUNKS = 3, EACH_CHUNK = 30000 };

/* Times of chunks overlap, and in each they are not in order; a size is twice its time, and is real
 * in the second alone. */
static void make_many(struct recording recordings[CHUNKS]) {
    for (int64_t chunk = 0; chunk < CHUNKS; chunk++) {
        struct jvm jvm = {0};
        unsigned fields = WITH_SIZE | WITH_NOTE | (chunk == 1 ? SIZE_IS_REAL : 0u);
        recordings[chunk] = (struct recording){0};
        begin(&recordings[chunk], fields);
        for (int64_t i = 0; i < EACH_CHUNK; i++) {
            int64_t ns = 3 * (i * 7919 % EACH_CHUNK + chunk * 20000) + chunk;
            order(&recordings[chunk], &jvm, fields, ns, ns * 2, ns % 2 ? "odd" : "even");
        }
        end(&recordings[chunk], &jvm);
    }
}

/* The second time there is room for some of them, and that ends within a block. */
START_TEST(many_rows_are_in_the_order_of_time_whoever_read_them) {
    static const struct wish wish = {"com.acme.Order",
                                     {"startTime", "note", "size", "eventThread", "stackTrace"}};
    size_t rows = _i ? 49501 : CHUNKS * EACH_CHUNK;
    const struct wishes wishes = {
        .rows = &wish, .count = 1, .max_bytes = _i ? UINT64_C(8) * 6 * 49500 : 0};
    struct recording recordings[CHUNKS];
    make_many(recordings);
    for (unsigned jobs = 1; jobs <= CHUNKS; jobs++) {
        struct fixture f;
        read_recordings(&f, recordings, CHUNKS, &wishes, jobs);
        const struct event_table *t = tables_find(f.tables, &wish);
        ck_assert_uint_eq(t->rows, rows);
        ck_assert_uint_gt(t->packed, 0);
        for (size_t row = 0; row < rows; row++) {
            int64_t ns = event_table_int(t, 0, row) - event_table_int(t, 0, 0);
            const char *parity = ns % 2 ? "odd" : "even";
            const struct things *things = &f.tables->things;
            const struct things_thread *thread = &things->threads.items[event_table_id(t, 3, row)];
            if (row) ck_assert_int_gt(event_table_int(t, 0, row), event_table_int(t, 0, row - 1));
            ck_assert_double_eq(event_table_real(t, 2, row), 2 * (double)ns + (ns % 3 == 1) * 0.5);
            ck_assert_str_eq(text(&f, t, 1, row), parity);
            ck_assert_str_eq(strings_get(&things->texts, thread->name), parity);
            ck_assert_uint_ne(event_table_id(t, 4, row), JFR_NULL_ID);
        }
        done(&f);
    }
    for (size_t i = 0; i < CHUNKS; i++) recording_free(&recordings[i]);
}
END_TEST

/* ==== Rows that repeat ====================================================================== */

START_TEST(a_row_repeats_the_one_before_if_all_its_cells_do) {
    static const struct wish wish = {"com.acme.Order", {"startTime", "size"}};
    static const struct wishes wishes = {.rows = &wish, .count = 1};
    struct recording r = {0};
    struct fixture f;
    one(&r, WITH_SIZE, 10, 1, "x");
    one(&r, WITH_SIZE, 10, 2, "x");
    one(&r, WITH_SIZE, 10, 1, "y");
    read_recordings(&f, &r, 1, &wishes, 1);
    const struct event_table *t = tables_find(f.tables, &wish);
    ck_assert_uint_eq(t->rows, 3);
    ck_assert(!event_table_repeats(t, 0));
    ck_assert(event_table_repeats(t, 1));
    ck_assert(!event_table_repeats(t, 2));
    done(&f);
    recording_free(&r);
}
END_TEST

/* ==== Slices ================================================================================ */

static const struct wish looked_at = {"com.acme.Order", {"startTime", "size", "eventThread"}};

struct looking {
    size_t slices, rows, most, unread; /* rows whose thread is not in the table */
    int64_t sizes;
};

static void *looking_open(const void *const *options, size_t count) {
    (void)options, (void)count;
    return mem_zero(1, sizeof(struct looking));
}

static void look(void *state, const struct walk *walk) {
    struct looking *l = state;
    struct tables *tables = walk_state(walk, &tables_reader);
    struct table_slice slice = {.table = NULL};
    while (tables_next_slice(tables, walk, &looked_at, &slice)) {
        size_t rows = slice.to - slice.from;
        l->slices++;
        l->rows += rows;
        if (rows > l->most) l->most = rows;
        for (size_t row = slice.from; row < slice.to; row++) {
            l->sizes += event_table_int(slice.table, 1, row);
            uint32_t thread = event_table_id(slice.table, 2, row);
            l->unread += thread == JFR_NULL_ID;
            ck_assert_uint_eq(tables_late_id(tables, walk, &slice, 2, row, JFR_COLUMN_THREAD),
                              row % 2);
            ck_assert(thread == JFR_NULL_ID || thread == row % 2);
        }
    }
}

static void looking_merge(void *into, void *from) {
    (void)into, (void)from;
}

static const struct reader looking_reader = {
    .open = looking_open, .chunk = look, .merge = looking_merge, .close = free};

static struct looking looked(size_t orders, bool kept_by_another, size_t late) {
    const struct wishes sliced = {
        .rows = &looked_at, .count = 1, .passing = true, .sliced = true, .late = late};
    static const struct wishes kept = {.rows = &looked_at, .count = 1};
    struct recording r = {0};
    struct jvm jvm = {0};
    struct walk_run run = {0};
    struct scan_report report;
    begin(&r, WITH_SIZE);
    for (size_t i = 0; i < orders; i++)
        order(&r, &jvm, WITH_SIZE, (int64_t)i, (int64_t)i, i % 2 ? "y" : "x");
    end(&r, &jvm);
    struct memory_file file = memory_file_make(r.out.data, r.out.len);
    const char *path = file.path;
    struct scan_options scan = {.paths = &path, .path_count = 1, .jobs = 1};
    walk_join(&run, &tables_reader, &sliced);
    if (kept_by_another) walk_join(&run, &tables_reader, &kept);
    walk_join(&run, &looking_reader, NULL);
    walk_start(&run, &scan, &report);
    struct looking found = *(struct looking *)walk_result(&run, &looking_reader);
    const struct tables *tables = walk_result(&run, &tables_reader);
    if (kept_by_another) ck_assert_uint_eq(tables_find(tables, &looked_at)->rows, orders);
    walk_run_free(&run);
    scan_report_free(&report);
    memory_file_close(&file);
    recording_free(&r);
    return found;
}

static const struct {
    size_t orders, slices, most;
} slices[] = {{0, 0, 0}, {1, 1, 1}, {4096, 1, 4096}, {4097, 2, 4096}, {9000, 3, 4096}};

START_TEST(rows_in_slices_are_all_rows_once) {
    size_t n = slices[_i].orders;
    struct looking found = looked(n, false, 0);
    ck_assert_uint_eq(found.slices, slices[_i].slices);
    ck_assert_uint_eq(found.most, slices[_i].most);
    ck_assert_uint_eq(found.rows, n);
    ck_assert_uint_eq(found.unread, 0);
    ck_assert_int_eq(found.sizes, (int64_t)(n ? n * (n - 1) / 2 : 0));
}
END_TEST

START_TEST(a_late_field_is_read_where_it_is_asked_for) {
    size_t n = slices[_i].orders;
    ck_assert_uint_eq(looked(n, false, 2).unread, n);
    ck_assert_uint_eq(looked(n, true, 2).unread, 0); /* another user keeps it */
}
END_TEST

START_TEST(rows_that_another_user_keeps_are_one_slice) {
    size_t n = slices[_i].orders;
    struct looking found = looked(n, true, 0);
    ck_assert_uint_eq(found.slices, n > 0);
    ck_assert_uint_eq(found.rows, n);
    ck_assert_int_eq(found.sizes, (int64_t)(n ? n * (n - 1) / 2 : 0));
}
END_TEST

int main(void) {
    TCase *c = tcase_create("rows");
    tcase_add_loop_test(c, rows_in_slices_are_all_rows_once, 0, sizeof slices / sizeof *slices);
    tcase_add_loop_test(c, a_late_field_is_read_where_it_is_asked_for, 0,
                        sizeof slices / sizeof *slices);
    tcase_add_loop_test(c, rows_that_another_user_keeps_are_one_slice, 0,
                        sizeof slices / sizeof *slices);
    tcase_add_test(c, a_field_that_a_chunk_has_not_is_null_there);
    tcase_add_test(c, a_number_that_is_real_in_one_chunk_is_real_in_all);
    tcase_add_test(c, a_number_beside_a_text_is_null);
    tcase_add_test(c, a_field_that_no_chunk_has_is_null);
    tcase_add_test(c, two_types_of_one_name_are_one_table);
    tcase_add_loop_test(c, all_events_of_a_chunk_become_rows_however_many_there_are, 0, 6);
    tcase_add_test(c, of_texts_at_one_time_the_shorter_of_two_that_begin_alike_is_first);
    tcase_add_test(c, a_table_that_outgrows_its_limit_keeps_its_first_rows_and_says_so);
    tcase_add_loop_test(c, many_rows_are_in_the_order_of_time_whoever_read_them, 0, 2);
    tcase_add_test(c, a_row_repeats_the_one_before_if_all_its_cells_do);
    Suite *s = suite_create("rows of tables");
    suite_add_tcase(s, c);
    return suite_run(s);
}
