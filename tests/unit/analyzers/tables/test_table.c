/* Tables: rows of events by their names, whatever chunks, types and workers they come from. */
#include "tests/support/orders.h"
#include "tests/support/suite.h"
#include "tests/support/told.h"

#include <inttypes.h>
#include <string.h>

/* ==== Several wishes ======================================================================== */

static const struct wish several[] = {
    {"com.acme.Order", {"startTime", "note"}},
    {"com.acme.Order", {"startTime", "size", "eventThread", "stackTrace"}},
    {"com.acme.Order", {"stackTrace.top", "note", "stackTrace", "startTime"}}, /* the same codes */
    {"jdk.ExecutionSample", {"startTime", "sampledThread", "stackTrace.top", "state"}},
};
enum { SEVERAL = sizeof several / sizeof *several };

/* Four recordings of two chunks, whose constants have other keys each; some rows agree in time. */
static void make_recordings(struct recording *recordings, size_t count) {
    static const char *const notes[] = {"b", "a", "d", "c"};
    unsigned fields = WITH_NOTE | WITH_SIZE;
    for (size_t i = 0; i < count; i++) {
        recordings[i] = (struct recording){0};
        for (size_t chunk = 0; chunk < 2; chunk++) {
            struct jvm jvm = {.key_step = 1 + i + chunk};
            begin(&recordings[i], fields);
            for (int64_t k = 0; k < 3; k++)
                order(&recordings[i], &jvm, fields, 100 * k, (int64_t)i + k,
                      notes[(i + chunk) % 4]);
            jvm_sample(&recordings[i], 2000, jvm_thread(&jvm, "main"), jvm_stack(&jvm, "A.a B.b"));
            end(&recordings[i], &jvm);
        }
    }
}

START_TEST(several_wishes_in_one_pass_are_what_each_is_alone) {
    static const struct wishes all = {.rows = several, .count = SEVERAL};
    struct recording recordings[2];
    struct fixture together;
    make_recordings(recordings, 2);
    read_recordings(&together, recordings, 2, &all, 1);
    for (size_t i = 0; i < SEVERAL; i++) {
        const struct wishes alone = {.rows = &several[i], .count = 1};
        struct fixture f;
        struct text mine = {0}, expected = {0};
        read_recordings(&f, recordings, 2, &alone, 1);
        write_table(&together, tables_find(together.tables, &several[i]), &mine);
        write_table(&f, tables_find(f.tables, &several[i]), &expected);
        ck_assert_str_eq(text_str(&mine), text_str(&expected));
        ck_assert_uint_gt(mine.len, 0);
        text_free(&mine);
        text_free(&expected);
        done(&f);
    }
    done(&together);
    for (size_t i = 0; i < 2; i++) recording_free(&recordings[i]);
}
END_TEST

START_TEST(equal_wishes_of_two_users_are_one_table) {
    static const struct wish other = {"com.acme.Order", {"startTime", "note"}};
    static const struct wishes theirs = {.rows = &other, .count = 1};
    static const struct wishes mine = {.rows = several, .count = SEVERAL};
    struct recording r;
    struct fixture f;
    make_recordings(&r, 1);
    read_for_two(&f, &r, 1, &mine, &theirs, 1);
    ck_assert_uint_eq(f.tables->len, SEVERAL);
    ck_assert_ptr_eq(tables_find(f.tables, &other), tables_find(f.tables, &several[0]));
    ck_assert_ptr_nonnull(tables_find(f.tables, &other));
    done(&f);
    recording_free(&r);
}
END_TEST

static bool is_a(const char *note) {
    return strcmp(note, "a") == 0;
}

/* Columns are note and stackTrace. Returns how many rows have a stack, and which of them should. */
static size_t rows_with_stack(const struct event_table *table, const struct fixture *f,
                              size_t *passing) {
    size_t with = 0;
    *passing = 0;
    for (size_t row = 0; row < table->rows; row++) {
        bool passes = is_a(text(f, table, 0, row)),
             has = event_table_id(table, 1, row) != JFR_NULL_ID;
        *passing += passes;
        with += has;
        if (table->only) ck_assert(passes == has);
    }
    return with;
}

START_TEST(a_column_of_some_rows_only_is_null_in_the_others_unless_someone_wants_all) {
    static const struct wish wish = {"com.acme.Order", {"note", "stackTrace"}};
    static const struct wish_only only[] = {{&wish, 1, 0, is_a}, {NULL, 0, 0, NULL}};
    static const struct wishes some = {.rows = &wish, .count = 1, .only = only};
    static const struct wishes all = {.rows = &wish, .count = 1};
    struct recording recordings[2];
    size_t passing;
    make_recordings(recordings, 2);
    for (int i = 0; i < 3; i++) {
        struct fixture f;
        read_for_two(&f, recordings, 2, i == 2 ? &all : &some, i == 1 ? &all : NULL, 1);
        const struct event_table *table = tables_find(f.tables, &wish);
        size_t with = rows_with_stack(table, &f, &passing);
        ck_assert_uint_eq(passing, 6);
        ck_assert_uint_eq(with, i == 0 ? passing : table->rows);
        done(&f);
    }
    for (size_t i = 0; i < 2; i++) recording_free(&recordings[i]);
}
END_TEST

static bool is_b(const char *note) {
    return strcmp(note, "b") == 0;
}

/* Two who want a column of some rows only: of the same ones if they agree in everything. */
START_TEST(who_wants_a_column_of_other_rows_gets_it_of_all) {
    static const struct wish wish = {"com.acme.Order",
                                     {"startTime", "note", "stackTrace", "eventThread", "note"}};
    static const struct {
        struct wish_only other;
        bool same;
    } cases[] = {{{&wish, 2, 1, is_a, false, 0}, true},  {{&wish, 3, 1, is_a, false, 0}, false},
                 {{&wish, 2, 4, is_a, false, 0}, false}, {{&wish, 2, 1, is_b, false, 0}, false},
                 {{&wish, 2, 1, is_a, true, 0}, false},  {{NULL, 0, 0, NULL, false, 0}, false}};
    static const struct wish_only only[] = {{&wish, 2, 1, is_a, false, 0}, {.wish = NULL}};
    static const struct wishes mine = {.rows = &wish, .count = 1, .only = only};
    struct recording recordings[2];
    make_recordings(recordings, 2);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct wish_only others[] = {cases[i].other, {.wish = NULL}};
        const struct wishes theirs = {.rows = &wish, .count = 1, .only = others};
        struct fixture f;
        size_t with = 0;
        read_for_two(&f, recordings, 2, &mine, &theirs, 1);
        const struct event_table *table = tables_find(f.tables, &wish);
        for (size_t row = 0; row < table->rows; row++)
            with += event_table_id(table, 2, row) != JFR_NULL_ID;
        ck_assert_msg((with < table->rows) == cases[i].same, "%zu: %zu of %zu", i, with,
                      table->rows);
        done(&f);
    }
    for (size_t i = 0; i < 2; i++) recording_free(&recordings[i]);
}
END_TEST

static void thrown(struct recording *r, struct jvm *jvm, int64_t ns, const char *name,
                   const char *stack) {
    event_begin(r, TOLD_FIRST);
    put_long(r, 1000 + ns);
    put_long(r, (int64_t)jvm_class(jvm, name));
    put_long(r, stack ? (int64_t)jvm_stack(jvm, stack) : 0);
    event_end(r);
}

/* Often is first without a stack; of its two first with one the text of the frame decides. */
static void make_thrown(struct recording *r, size_t many) {
    struct told_type types[TOLD_TYPES];
    struct jvm jvm = {0};
    chunk_begin(r, NULL);
    told_describe(r, types, told_types_of("com.acme.Thrown class:C stackTrace:K\n", types));
    for (size_t i = 0; i < many; i++)
        thrown(r, &jvm, 50 + (int64_t)i, "Often", i % 2 ? "app/Main.a" : "app/Main.c");
    thrown(r, &jvm, 20, "Often", "app/Main.c"), thrown(r, &jvm, 20, "Often", "app/Main.b");
    thrown(r, &jvm, 15, "Often", NULL);
    thrown(r, &jvm, 31, "Late", "app/Main.b"), thrown(r, &jvm, 30, "Late", "app/Main.a");
    thrown(r, &jvm, 11, "Bare", NULL), thrown(r, &jvm, 10, "Bare", NULL);
    end(r, &jvm);
}

/* Of each row: its time, text, whether it has a stack, how many it is. */
static void thrown_in(const struct event_table *table, const struct fixture *f, struct text *out) {
    for (size_t row = 0; row < table->rows; row++)
        text_addf(out, "%" PRId64 " %s %s %s %" PRIu64 "\n",
                  event_table_int(table, 0, row) - START_NS, text(f, table, 1, row),
                  event_table_id(table, 2, row) == JFR_NULL_ID ? "-" : "stack",
                  event_table_id(table, 3, row) == JFR_NULL_ID ? "-" : text(f, table, 3, row),
                  event_table_count(table, row));
}

static bool is_late(const char *name) {
    return strcmp(name, "Late") == 0;
}

/* Of each class the first is left, without a stack only if none has one; Late passes, and is rows.
 * Few and many: their stacks are asked for before and after the constants are there. */
START_TEST(events_are_counted_but_for_those_that_pass) {
    static const struct wish wish = {"com.acme.Thrown",
                                     {"startTime", "class", "stackTrace", "stackTrace.top"}};
    static const struct wish_only only[] = {{&wish, 2, 1, is_late, true, 3}, {.wish = NULL}};
    static const struct wishes wishes = {.rows = &wish, .count = 1, .only = only};
    struct text out = {0}, expected = {0};
    size_t many = _i ? 5000 : 10;
    struct recording r = {0};
    struct fixture f;
    make_thrown(&r, many);
    read_recordings(&f, &r, 1, &wishes, 1);
    thrown_in(tables_find(f.tables, &wish), &f, &out);
    text_addf(&expected,
              "10 Bare - - 2\n20 Often - app.Main.b %zu\n"
              "30 Late stack app.Main.a 1\n31 Late stack app.Main.b 1\n",
              many + 3);
    ck_assert_str_eq(text_str(&out), text_str(&expected));
    text_free(&out);
    text_free(&expected);
    done(&f);
    recording_free(&r);
}
END_TEST

START_TEST(neither_workers_nor_the_order_of_recordings_matter) {
    struct recording recordings[4], backwards[4];
    struct text expected = {0};
    /* The second time only what is first by time is kept. */
    const struct wishes wishes = {
        .rows = several, .count = SEVERAL, .max_bytes = _i ? 8 * 5 * 7 : 0};
    make_recordings(recordings, 4);
    for (size_t i = 0; i < 4; i++) backwards[i] = recordings[3 - i];
    for (unsigned jobs = 1; jobs <= 4; jobs++) {
        struct fixture f;
        struct text out = {0};
        read_recordings(&f, jobs % 2 ? recordings : backwards, 4, &wishes, jobs);
        for (size_t i = 0; i < SEVERAL; i++)
            write_table(&f, tables_find(f.tables, &several[i]), &out);
        for (size_t i = 0; i < f.report.notes.len; i++)
            text_add(&out, f.report.notes.items[i].note.text);
        if (jobs == 1) expected = out;
        else ck_assert_str_eq(text_str(&out), text_str(&expected));
        if (jobs > 1) text_free(&out);
        done(&f);
    }
    text_free(&expected);
    for (size_t i = 0; i < 4; i++) recording_free(&recordings[i]);
}
END_TEST

START_TEST(a_wish_may_have_as_many_fields_as_there_is_room_for) {
    struct wish wish = {"com.acme.Order", {"startTime"}};
    const struct wishes wishes = {.rows = &wish, .count = 1};
    struct recording r = {0};
    struct fixture f;
    for (size_t i = 1; i < WISH_FIELDS; i++) wish.fields[i] = i % 2 ? "size" : "note";
    one(&r, WITH_NOTE | WITH_SIZE, 20, 2, "later");
    one(&r, WITH_NOTE | WITH_SIZE, 10, 1, "first");
    read_recordings(&f, &r, 1, &wishes, 1);
    const struct event_table *t = tables_find(f.tables, &wish);
    ck_assert_uint_eq(t->column_count, WISH_FIELDS);
    ck_assert_uint_eq(t->rows, 2);
    for (size_t row = 0; row < t->rows; row++) {
        ck_assert_int_eq(event_table_int(t, WISH_FIELDS - 1, row), (int64_t)row + 1);
        ck_assert_str_eq(text(&f, t, WISH_FIELDS - 2, row), row ? "later" : "first");
    }
    done(&f);
    recording_free(&r);
}
END_TEST

START_TEST(without_a_limit_reached_there_is_no_note) {
    static const struct wishes wishes = {.rows = several, .count = SEVERAL};
    struct recording r;
    struct fixture f;
    make_recordings(&r, 1);
    read_recordings(&f, &r, 1, &wishes, 1);
    ck_assert_uint_eq(f.report.notes.len, 0);
    done(&f);
    recording_free(&r);
}
END_TEST

START_TEST(nothing_to_read_is_empty_tables) {
    static const struct wishes wishes = {.rows = several, .count = SEVERAL};
    struct fixture f;
    read_recordings(&f, NULL, 0, &wishes, 1);
    for (size_t i = 0; i < SEVERAL; i++)
        ck_assert_uint_eq(tables_find(f.tables, &several[i])->rows, 0);
    done(&f);
}
END_TEST

/* ==== Types that are chosen ================================================================= */

/* Of types with a size, which is not there in all chunks. */
static bool choose_sizes(const struct jfr_type *type, const char *fields[WISH_FIELDS]) {
    for (uint32_t i = 0; i < type->field_count; i++)
        if (strcmp(type->fields[i]->name, "size") == 0) {
            fields[0] = "startTime";
            fields[1] = type->fields[i]->name;
            return true;
        }
    return false;
}

START_TEST(types_are_chosen_when_they_are_seen_whatever_worker_sees_them) {
    static const struct wishes chosen = {.choose = choose_sizes};
    static const struct wish other[] = {{"com.acme.Order", {"startTime", "note"}}};
    static const struct wishes theirs = {.rows = other, .count = 1};
    struct recording recordings[4] = {{.out = {0}}};
    struct fixture f;
    one(&recordings[0], WITH_NOTE, 1, 0, "no size");
    one(&recordings[1], WITH_SIZE, 2, 20, "b");
    one(&recordings[2], WITH_NOTE | WITH_SIZE, 3, 30, "c");
    one(&recordings[3], WITH_SIZE, 4, 40, "d");
    read_for_two(&f, recordings, 4, &chosen, &theirs, (unsigned)_i);
    ck_assert_uint_eq(f.tables->len, 2);
    const struct event_table *table = &f.tables->items[1];
    ck_assert_ptr_eq((void *)(uintptr_t)table->chosen, (void *)(uintptr_t)choose_sizes);
    ck_assert_str_eq(table->wish->event, "com.acme.Order");
    ck_assert_uint_eq(table->rows, 3);
    for (size_t row = 0; row < 3; row++)
        ck_assert_int_eq(event_table_int(table, 1, row), 20 + 10 * (int64_t)row);
    ck_assert_ptr_null((void *)(uintptr_t)f.tables->items[0].chosen);
    ck_assert_uint_eq(f.tables->items[0].rows, 4);
    done(&f);
    for (size_t i = 0; i < 4; i++) recording_free(&recordings[i]);
}
END_TEST

/* ==== Rows that are of use beside other events ============================================== */

static void no_window(void *context, int64_t start_ns, int64_t end_ns,
                      const struct jfr_chunk *first) {
    (void)context, (void)start_ns, (void)end_ns, (void)first;
}

enum { WITH_SAMPLE = 1, TWO_CHUNKS = 2, NOT_AHEAD = 4, FOR_TWO = 8 };

/* Rows of a table of orders that are of use beside samples alone. */
static size_t rows_beside(unsigned how) {
    static const struct wish mine[] = {{"com.acme.Order", {"size", "stackTrace"}}},
                             same[] = {{"com.acme.Order", {"size", "stackTrace"}}};
    static const struct wishes beside = {
        .rows = mine, .count = 1, .beside = {0, 1, {"com.acme.None", "jdk.ExecutionSample"}}};
    static const struct wishes always = {.rows = same, .count = 1};
    struct recording r = {0};
    struct jvm jvm = {0};
    struct walk_run run = {0};
    struct scan_report report;
    if (how & TWO_CHUNKS) one(&r, WITH_SIZE, 10, 1, "x");
    begin(&r, WITH_SIZE);
    order(&r, &jvm, WITH_SIZE, 20, 2, "x");
    if (how & WITH_SAMPLE) jvm_sample(&r, 2000, jvm_thread(&jvm, "main"), jvm_stack(&jvm, "A.a"));
    end(&r, &jvm);
    struct memory_file file = memory_file_make(r.out.data, r.out.len);
    const char *path = file.path;
    struct scan_options scan = {.paths = &path, .path_count = 1, .jobs = 1};
    struct walk_part *part = walk_join(&run, &tables_reader, &beside);
    if (!(how & NOT_AHEAD)) part->window = no_window;
    if (how & FOR_TWO) walk_join(&run, &tables_reader, &always);
    walk_start(&run, &scan, &report);
    size_t rows = tables_find(walk_result(&run, &tables_reader), mine)->rows;
    walk_run_free(&run);
    scan_report_free(&report);
    memory_file_close(&file);
    recording_free(&r);
    return rows;
}

START_TEST(rows_of_use_beside_other_events_are_kept_unless_there_can_be_none) {
    ck_assert_uint_eq(rows_beside(0), 0);
    ck_assert_uint_eq(rows_beside(WITH_SAMPLE), 1);
    ck_assert_uint_eq(rows_beside(TWO_CHUNKS), 2);
    ck_assert_uint_eq(rows_beside(NOT_AHEAD), 1);
    ck_assert_uint_eq(rows_beside(FOR_TWO), 1);
}
END_TEST

int main(void) {
    TCase *c = tcase_create("tables");
    tcase_add_test(c, several_wishes_in_one_pass_are_what_each_is_alone);
    tcase_add_test(c, equal_wishes_of_two_users_are_one_table);
    tcase_add_loop_test(c, events_are_counted_but_for_those_that_pass, 0, 2);
    tcase_add_test(c, a_column_of_some_rows_only_is_null_in_the_others_unless_someone_wants_all);
    tcase_add_test(c, who_wants_a_column_of_other_rows_gets_it_of_all);
    tcase_add_test(c, a_wish_may_have_as_many_fields_as_there_is_room_for);
    tcase_add_loop_test(c, neither_workers_nor_the_order_of_recordings_matter, 0, 2);
    tcase_add_test(c, without_a_limit_reached_there_is_no_note);
    tcase_add_test(c, nothing_to_read_is_empty_tables);
    tcase_add_loop_test(c, types_are_chosen_when_they_are_seen_whatever_worker_sees_them, 1, 4);
    tcase_add_test(c, rows_of_use_beside_other_events_are_kept_unless_there_can_be_none);
    Suite *s = suite_create("tables");
    suite_add_tcase(s, c);
    return suite_run(s);
}
