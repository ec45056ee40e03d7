/* Values at their ends, as a JVM recorded them (testdata/workloads/Values.java): what each column
 * is, what a row of it comes to, and how a program without casts reads it. */
#define SUITE_APART
#include "parser/jfr.h"
#include "tests/support/suite.h"

#include <math.h>
#include <string.h>

static struct jfr_tables *tables;
static const struct jfr_table *table;
static struct jfr_rows *rows;

static void open_file(void) {
    struct jfr_error error;
    char path[400];
    const char *const paths[] = {path};
    const char *folder = getenv("TESTDATA");
    snprintf(path, sizeof path, "%s/values-25.jfr.zst", folder ? folder : "testdata");
    tables = jfr_tables_open(paths, 1, NULL, &error);
    ck_assert_msg(tables != NULL, "%s", error.text);
}

static void close_file(void) {
    jfr_rows_close(rows);
    jfr_tables_close(tables);
}

static const struct jfr_column *column_of(const char *type, const char *path) {
    table = jfr_tables_find(tables, type);
    ck_assert_ptr_nonnull(table);
    for (size_t i = 0; i < jfr_table_columns(table); i++)
        if (strcmp(jfr_table_column(table, i)->path, path) == 0) return jfr_table_column(table, i);
    ck_abort_msg("%s has no column %s", type, path);
}

/* The rows of one column; the first is at hand. */
static void read(const char *type, const char *path) {
    column_of(type, path);
    jfr_rows_close(rows);
    rows = jfr_rows_open(tables, table, &path, 1, 0, NULL);
    ck_assert(jfr_rows_next(rows, NULL));
}

static void expect_text(const char *text) {
    const char *found = jfr_row_text(rows, 0);
    if (text) ck_assert_str_eq(found ? found : "(null)", text);
    else ck_assert_ptr_null(found);
    ck_assert_int_eq(jfr_row_is_null(rows, 0), !text);
}

/* ==== Units ================================================================================= */

static const struct {
    const char *path;
    enum jfr_column_kind kind;
    enum jfr_unit unit;
    const char *name;
} amounts[] = {{"bitsLong", JFR_COLUMN_INT, JFR_UNIT_BITS, "bits"},
               {"bitsInt", JFR_COLUMN_INT, JFR_UNIT_BITS, "bits"},
               {"bitsDouble", JFR_COLUMN_REAL, JFR_UNIT_BITS, "bits"},
               {"bitsFloat", JFR_COLUMN_REAL, JFR_UNIT_BITS, "bits"},
               {"bytesLong", JFR_COLUMN_INT, JFR_UNIT_BYTES, "bytes"},
               {"bytesDouble", JFR_COLUMN_REAL, JFR_UNIT_BYTES, "bytes"},
               {"bitsRateLong", JFR_COLUMN_INT, JFR_UNIT_BITS_PER_S, "bits/s"},
               {"bitsRateInt", JFR_COLUMN_INT, JFR_UNIT_BITS_PER_S, "bits/s"},
               {"bitsRateDouble", JFR_COLUMN_REAL, JFR_UNIT_BITS_PER_S, "bits/s"},
               {"bitsRateFloat", JFR_COLUMN_REAL, JFR_UNIT_BITS_PER_S, "bits/s"},
               {"bytesRateLong", JFR_COLUMN_INT, JFR_UNIT_BYTES_PER_S, "bytes/s"},
               {"bytesRateInt", JFR_COLUMN_INT, JFR_UNIT_BYTES_PER_S, "bytes/s"},
               {"bytesRateFloat", JFR_COLUMN_REAL, JFR_UNIT_BYTES_PER_S, "bytes/s"},
               {"hertzLong", JFR_COLUMN_INT, JFR_UNIT_HERTZ, "hertz"},
               {"hertzDouble", JFR_COLUMN_REAL, JFR_UNIT_HERTZ, "hertz"},
               {"percentInt", JFR_COLUMN_INT, JFR_UNIT_PERCENT, "share"},
               {"percentRateDouble", JFR_COLUMN_REAL, JFR_UNIT_PERCENT, "share"},
               {"percentBytesDouble", JFR_COLUMN_REAL, JFR_UNIT_PERCENT, "share"},
               {"bytesPercentDouble", JFR_COLUMN_REAL, JFR_UNIT_PERCENT, "share"},
               {"addressRateLong", JFR_COLUMN_INT, JFR_UNIT_ADDRESS, "address"},
               {"bytesAddressLong", JFR_COLUMN_INT, JFR_UNIT_BYTES, "bytes"},
               {"addressBytesLong", JFR_COLUMN_INT, JFR_UNIT_BYTES, "bytes"},
               {"addressInt", JFR_COLUMN_INT, JFR_UNIT_ADDRESS, "address"},
               {"spanLong", JFR_COLUMN_INT, JFR_UNIT_NS_SPAN, "ns"},
               {"spanInt", JFR_COLUMN_INT, JFR_UNIT_NS_SPAN, "ns"},
               {"spanRateLong", JFR_COLUMN_INT, JFR_UNIT_NS_SPAN, "ns"},
               {"rateSpanLong", JFR_COLUMN_INT, JFR_UNIT_NS_SPAN, "ns"},
               {"spanBytesLong", JFR_COLUMN_INT, JFR_UNIT_NS_SPAN, "ns"},
               {"bytesSpanLong", JFR_COLUMN_INT, JFR_UNIT_NS_SPAN, "ns"},
               {"timeLong", JFR_COLUMN_INT, JFR_UNIT_NS_TIME, "ns"},
               {"startTime", JFR_COLUMN_INT, JFR_UNIT_NS_TIME, "ns"},
               {"duration", JFR_COLUMN_INT, JFR_UNIT_NS_SPAN, "ns"}};
#define AMOUNTS (sizeof amounts / sizeof *amounts)

START_TEST(a_unit_is_what_all_annotations_of_a_field_say) {
    for (size_t i = 0; i < AMOUNTS; i++) {
        const struct jfr_column *column = column_of("test.Amounts", amounts[i].path);
        ck_assert_msg(column->kind == amounts[i].kind && column->unit == amounts[i].unit,
                      "%s: kind %d, unit %d", amounts[i].path, column->kind, column->unit);
        ck_assert_str_eq(jfr_unit_name(column->unit), amounts[i].name);
    }
}
END_TEST

START_TEST(units_have_names_and_others_none) {
    static const struct {
        enum jfr_unit unit;
        const char *name;
    } units[] = {{JFR_UNIT_NONE, NULL},           {JFR_UNIT_TICKS_SPAN, "ticks"},
                 {JFR_UNIT_US_SPAN, "us"},        {JFR_UNIT_MS_TIME, "ms"},
                 {JFR_UNIT_S_SPAN, "s"},          {JFR_UNIT_BITS_PER_S, "bits/s"},
                 {JFR_UNIT_BITS_PER_S + 1, NULL}, {(enum jfr_unit)9999, NULL}};
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        const char *name = jfr_unit_name(units[i].unit);
        ck_assert_str_eq(name ? name : "", units[i].name ? units[i].name : "");
    }
}
END_TEST

START_TEST(kinds_of_notes_have_names) {
    ck_assert_str_eq(jfr_note_kind_name(JFR_NOTE_LOST), "lost");
    ck_assert_str_eq(jfr_note_kind_name(JFR_NOTE_UNFINISHED), "unfinished");
    ck_assert_str_eq(jfr_note_kind_name(JFR_NOTE_DUPLICATE), "duplicate");
    ck_assert_str_eq(jfr_note_kind_name(JFR_NOTE_SKIPPED), "skipped");
    ck_assert_str_eq(jfr_note_kind_name((enum jfr_note_kind)(JFR_NOTE_SKIPPED + 1)), "unknown");
}
END_TEST

/* ==== Values ================================================================================ */

/* By rows: of n = -16, -1, 0, 1, 2^63 - 1, -2^63, -2^63 + 1, 5. NULL: missing. */
static const struct {
    const char *path;
    enum jfr_column_kind kind;
    const char *texts[8];
} numbers[] = {
    {"unsignedLong",
     JFR_COLUMN_UNSIGNED,
     {"18446744073709551600", "18446744073709551615", "0", "1", "9223372036854775807", NULL,
      "9223372036854775809", "5"}},
    {"unsignedHertz",
     JFR_COLUMN_UNSIGNED,
     {"18446744073709551600", "18446744073709551615", "0", "1", "9223372036854775807", NULL,
      "9223372036854775809", "5"}},
    {"unsignedInt",
     JFR_COLUMN_INT,
     {"4294967280", "4294967295", "0", "1", "4294967295", "0", "1", "5"}},
    {"unsignedShort", JFR_COLUMN_INT, {"65520", "65535", "0", "1", "65535", "0", "1", "5"}},
    {"unsignedByte", JFR_COLUMN_INT, {"240", "255", "0", "1", "255", "0", "1", "5"}},
    {"unsignedBytes",
     JFR_COLUMN_INT,
     {"-16", "-1", "0", "1", "9223372036854775807", NULL, "-9223372036854775807", "5"}},
    {"unsignedBytesInt",
     JFR_COLUMN_INT,
     {"4294967280", "4294967295", "0", "1", "4294967295", "0", "1", "5"}},
    {"signedLong",
     JFR_COLUMN_INT,
     {"-16", "-1", "0", "1", "9223372036854775807", NULL, "-9223372036854775807", "5"}},
    {"signedByte", JFR_COLUMN_INT, {"-16", "-1", "0", "1", "-1", "0", "1", "5"}},
    {"letter",
     JFR_COLUMN_TEXT,
     {"x", "\n", "\xe2\x82\xac", "\xef\xbf\xbd", "a", "\xef\xbf\xbd", "\"", "\\"}},
    {"yes", JFR_COLUMN_BOOLEAN, {"true", "true", "true", "true", "true", "true", "true", "true"}},
    {"no",
     JFR_COLUMN_BOOLEAN,
     {"false", "false", "false", "false", "false", "false", "false", "false"}},
    {"real",
     JFR_COLUMN_REAL,
     {"NaN", "Infinity", "-Infinity", "0", "-0", "1.5", "4.94065645841247e-324",
      "1.7976931348623157e+308"}},
    {"text",
     JFR_COLUMN_TEXT,
     {"NUL\xef\xbf\xbdinside", "C:\\new\\table", "C:\new", "back\\", "tab\there",
      "quote\"s and $\"marks\"", "\\n, \\x1b and \x1b", NULL}},
    {"eventThread",
     JFR_COLUMN_THREAD,
     {"main", "main", "main", "main", "main", "main", "main", "main"}},
};

START_TEST(values_at_their_ends_are_what_they_are) {
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        ck_assert_int_eq(column_of("test.Numbers", numbers[i].path)->kind, numbers[i].kind);
        read("test.Numbers", numbers[i].path);
        for (size_t row = 0; row < 8; row++) {
            expect_text(numbers[i].texts[row]);
            ck_assert_int_eq(jfr_rows_next(rows, NULL), row < 7);
        }
    }
}
END_TEST

START_TEST(whole_numbers_are_read_without_casts) {
    static const int64_t ints[] = {INT64_MAX, INT64_MAX,    0,         1,
                                   INT64_MAX, JFR_NULL_INT, INT64_MAX, 5};
    static const uint64_t wholes[] = {UINT64_MAX - 15,         UINT64_MAX, 0, 1, INT64_MAX, 0,
                                      (UINT64_C(1) << 63) + 1, 5};
    read("test.Numbers", "unsignedLong");
    for (size_t row = 0; row < 8; row++, jfr_rows_next(rows, NULL)) {
        ck_assert_int_eq(jfr_row_int(rows, 0), ints[row]);
        ck_assert(jfr_row_unsigned(rows, 0) == wholes[row]);
        double real = jfr_row_double(rows, 0);
        ck_assert(row == 5 ? isnan(real) : real == (double)wholes[row]);
        ck_assert_int_eq(jfr_row_ns(rows, 0), JFR_NULL_INT); /* it is no time */
    }
    read("test.Numbers", "signedLong");
    ck_assert_int_eq(jfr_row_int(rows, 0), -16);
    ck_assert_uint_eq(jfr_row_unsigned(rows, 0), 0); /* what is less than 0 has no such number */
    ck_assert_double_eq(jfr_row_double(rows, 0), -16);
}
END_TEST

START_TEST(real_numbers_are_read_without_casts) {
    static const int64_t ints[] = {JFR_NULL_INT, INT64_MAX, INT64_MIN + 1, 0, 0, 1, 0, INT64_MAX};
    read("test.Numbers", "real");
    ck_assert(isnan(jfr_row_double(rows, 0)));
    ck_assert(!jfr_row_is_null(rows, 0)); /* it was recorded */
    for (size_t row = 0; row < 8; row++, jfr_rows_next(rows, NULL)) {
        ck_assert_int_eq(jfr_row_int(rows, 0), ints[row]);
        if (row == 5) ck_assert_double_eq(jfr_row_double(rows, 0), 1.5);
    }
    read("test.Numbers", "narrow");
    ck_assert(!jfr_row_is_null(rows, 0));
}
END_TEST

START_TEST(times_and_truth_are_read_without_casts) {
    read("test.Amounts", "spanInt"); /* ms: 0, 1, 12, ... */
    ck_assert_int_eq(jfr_row_ns(rows, 0), 0);
    ck_assert(jfr_rows_next(rows, NULL));
    ck_assert_int_eq(jfr_row_ns(rows, 0), 1000000);
    read("test.Amounts", "timeLong");
    ck_assert(jfr_rows_next(rows, NULL));
    ck_assert_int_eq(jfr_row_ns(rows, 0), 1000000);
    read("test.Amounts", "bytesLong");
    ck_assert_int_eq(jfr_row_ns(rows, 0), JFR_NULL_INT);
    read("test.Numbers", "yes");
    ck_assert(jfr_row_bool(rows, 0));
    ck_assert_int_eq(jfr_row_int(rows, 0), 1);
    read("test.Numbers", "no");
    ck_assert(!jfr_row_bool(rows, 0));
    read("test.Numbers", "signedInt");
    ck_assert(!jfr_row_bool(rows, 0));
}
END_TEST

START_TEST(what_is_of_another_kind_is_null) {
    read("test.Numbers", "text");
    ck_assert_int_eq(jfr_row_int(rows, 0), JFR_NULL_INT);
    ck_assert(isnan(jfr_row_double(rows, 0)));
    ck_assert_str_eq(jfr_row_thread(rows, 0).name, "");
    ck_assert_uint_eq(jfr_row_stack(rows, 0).depth, 0);
    ck_assert_str_eq(jfr_row_frame(rows, 0, 0).method, "");
    ck_assert_int_eq(jfr_row_frame(rows, 0, 0).line, -1);
    read("test.Numbers", "eventThread");
    ck_assert_str_eq(jfr_row_thread(rows, 0).name, "main");
    ck_assert_uint_gt(jfr_row_thread(rows, 0).java_id, 0);
}
END_TEST

START_TEST(cells_of_the_caller_are_read_as_well) {
    static const char *const paths[] = {"letter", "signedInt"};
    uint64_t cells[2];
    column_of("test.Numbers", "letter");
    rows = jfr_rows_open(tables, table, paths, 2, 0, NULL);
    ck_assert(jfr_rows_next(rows, cells));
    ck_assert_str_eq(jfr_row_text(rows, 0), "x");
    ck_assert_str_eq(jfr_row_text(rows, 1), "-16");
    ck_assert_int_eq((int64_t)cells[1], -16);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("values");
    TCase *cases = tcase_create("values");
    tcase_add_checked_fixture(cases, open_file, close_file);
    tcase_add_test(cases, a_unit_is_what_all_annotations_of_a_field_say);
    tcase_add_test(cases, units_have_names_and_others_none);
    tcase_add_test(cases, kinds_of_notes_have_names);
    tcase_add_test(cases, values_at_their_ends_are_what_they_are);
    tcase_add_test(cases, whole_numbers_are_read_without_casts);
    tcase_add_test(cases, real_numbers_are_read_without_casts);
    tcase_add_test(cases, times_and_truth_are_read_without_casts);
    tcase_add_test(cases, what_is_of_another_kind_is_null);
    tcase_add_test(cases, cells_of_the_caller_are_read_as_well);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
