/* Tables as aligned columns of text, and names cut to fit. */
#include "cmd/write/fit.h"
#include "cmd/write/sheet.h"
#include "base/utf8.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

static const char *const putval = "java.util.concurrent.ConcurrentHashMap.putVal";
#define PUTVAL_PACKAGES 21 /* "java.util.concurrent." */

static void check_fit(const char *name, size_t packages, size_t columns, const char *wanted) {
    struct text out = {0};
    fit_add(&out, name, strlen(name), packages, columns);
    ck_assert_str_eq(text_str(&out), wanted);
    ck_assert_uint_le(utf8_columns(text_str(&out), out.len), columns);
    text_free(&out);
}

START_TEST(what_fits_is_not_cut) {
    check_fit(putval, PUTVAL_PACKAGES, strlen(putval), putval);
    check_fit(putval, PUTVAL_PACKAGES, 1000, putval);
}
END_TEST

START_TEST(packages_go_first_from_the_left) {
    check_fit(putval, PUTVAL_PACKAGES, 44, "j.util.concurrent.ConcurrentHashMap.putVal");
    check_fit(putval, PUTVAL_PACKAGES, 41, "j.u.concurrent.ConcurrentHashMap.putVal");
    check_fit(putval, PUTVAL_PACKAGES, 38, "j.u.c.ConcurrentHashMap.putVal");
    check_fit(putval, PUTVAL_PACKAGES, 30, "j.u.c.ConcurrentHashMap.putVal");
}
END_TEST

START_TEST(then_the_beginning_goes) {
    check_fit(putval, PUTVAL_PACKAGES, 29, "…ConcurrentHashMap.putVal");
    check_fit(putval, PUTVAL_PACKAGES, 15, "…HashMap.putVal");
}
END_TEST

START_TEST(then_the_middle_of_the_method) {
    check_fit(putval, PUTVAL_PACKAGES, 5, "pu…al");
    check_fit(putval, PUTVAL_PACKAGES, 3, "p…l");
    check_fit(putval, PUTVAL_PACKAGES, 2, "pu");
    check_fit(putval, PUTVAL_PACKAGES, 1, "p");
}
END_TEST

START_TEST(names_without_packages_are_cut_in_the_middle) {
    check_fit("abcdefghij", 0, 7, "abc…hij");
    check_fit("日本語日本語", 0, 7, "日…語");
    check_fit("V  [libjvm.so+0x12]  VM::report(int)", 0, 20, "V  [libjvm…port(int)");
    check_fit("app.Reports.write(int, int)", 0, 20, "…rts.write(int, int)");
}
END_TEST

START_TEST(every_width_is_kept) {
    static const char *const names[] = {
        "java.util.concurrent.ConcurrentHashMap.putVal(int, java.lang.Object)",
        "x",
        "libc.so.6.__syscall_cancel_arch_end",
        "a..b..c",
        "日本.語.日本語.日本語",
        "...."};
    for (size_t n = 0; n < sizeof names / sizeof *names; n++)
        for (size_t packages = 0; packages <= strlen(names[n]); packages++)
            for (size_t columns = 1; columns < 90; columns++) {
                struct text out = {0};
                fit_add(&out, names[n], strlen(names[n]), packages, columns);
                ck_assert_uint_le(utf8_columns(text_str(&out), out.len), columns);
                text_free(&out);
            }
}
END_TEST

/* ==== Sentences ============================================================================= */

/* A verdict and what it is about, in so many columns. */
static void check_sentence(size_t columns, bool wrapped, const char *wanted) {
    const struct sheet_style style = {.columns = columns};
    struct sheet sheet;
    struct text out = {0};
    sheet_open(&sheet, FORMAT_TEXT);
    sheet_table(&sheet, (struct sheet_table){0});
    sheet_column(&sheet, column_text("verdict", "verdict"));
    sheet_column(&sheet, (struct sheet_column){.title = "outcome",
                                               .flexible = true,
                                               .sentence = !wrapped,
                                               .wrapped = wrapped});
    sheet_row_of(&sheet, cell_text("fail"),
                 cell_text("app.Work.half: grew to 100 % of all samples"));
    sheet_end(&sheet);
    sheet_write(&sheet, &style, &out);
    ck_assert_str_eq(text_str(&out), wanted);
    text_free(&out);
    sheet_free(&sheet);
}

START_TEST(a_wrapped_sentence_takes_several_lines) {
    check_sentence(0, true,
                   "verdict  outcome\nfail     app.Work.half: grew to 100 % of all samples\n");
    check_sentence(36, true,
                   "verdict  outcome\n"
                   "fail     app.Work.half: grew to\n"
                   "         100 % of all samples\n");
}
END_TEST

START_TEST(a_name_in_a_wrapped_sentence_keeps_its_method) {
    check_sentence(30, true,
                   "verdict  outcome\n"
                   "fail     app.Work.half: grew\n"
                   "         to 100 % of all\n"
                   "         samples\n");
    check_sentence(22, true,
                   "verdict  outcome\n"
                   "fail     …p.Work.half: grew to 100 % of all samples\n");
}
END_TEST

START_TEST(a_sentence_that_is_not_wrapped_loses_its_end) {
    check_sentence(30, false, "verdict  outcome\nfail     app.Work.half: grew …\n");
}
END_TEST

/* ==== Columns =============================================================================== */

static void check_columns(size_t columns, const char *name, size_t packages, uint64_t rows,
                          const char *wanted) {
    const struct sheet_style style = {.columns = columns};
    struct sheet sheet;
    struct text out = {0};
    sheet_open(&sheet, FORMAT_TEXT);
    sheet_table(&sheet, (struct sheet_table){0});
    sheet_columns(&sheet, column_number("self", NULL), column_number("self %", NULL),
                  column_name("method", NULL));
    for (uint64_t i = 0; i < rows; i++) {
        uint64_t self = i ? 7 : 100;
        sheet_row_of(&sheet, cell_count(self), cell_percent((double)self / 3),
                     cell_name(name, packages));
    }
    sheet_end(&sheet);
    sheet_write(&sheet, &style, &out);
    ck_assert_str_eq(text_str(&out), wanted);
    text_free(&out);
    sheet_free(&sheet);
}

START_TEST(numbers_are_aligned_to_the_right_and_names_to_the_left) {
    check_columns(0, "App.main", 0, 2,
                  "self  self %  method\n"
                  " 100   33.33  App.main\n"
                  "   7    2.33  App.main\n");
}
END_TEST

START_TEST(the_flexible_column_fits_the_terminal) {
    check_columns(46, putval, PUTVAL_PACKAGES, 1,
                  "self  self %  method\n"
                  " 100   33.33  j.u.c.ConcurrentHashMap.putVal\n");
    check_columns(0, putval, PUTVAL_PACKAGES, 1,
                  "self  self %  method\n"
                  " 100   33.33  java.util.concurrent.ConcurrentHashMap.putVal\n");
}
END_TEST

START_TEST(a_flexible_column_is_not_cut_to_nothing) {
    check_columns(3, putval, PUTVAL_PACKAGES, 1,
                  "self  self %  method\n"
                  " 100   33.33  …hMap.putVal\n");
}
END_TEST

static void check_wide(size_t columns, const char *p90, const char *wanted) {
    const struct sheet_style style = {.columns = columns};
    struct sheet sheet;
    struct text out = {0};
    sheet_open(&sheet, FORMAT_TEXT);
    sheet_table(&sheet, (struct sheet_table){.key = "t"});
    sheet_columns(&sheet, column_number("p50", "p50"), column_wide(column_number("p90", "p90")),
                  column_wide(column_number("max", "max")), column_name("name", "name"));
    sheet_row_of(&sheet, cell_text("1"), cell_text(p90), cell_text("333"), cell_text("a.Name"));
    sheet_end(&sheet);
    sheet_write(&sheet, &style, &out);
    ck_assert_str_eq(text_str(&out), wanted);
    text_free(&out);
    sheet_free(&sheet);
}

/* 3 + 2 + 3 + 2 + 3 + 2 + 6 columns. */
START_TEST(a_wide_column_is_there_while_the_table_fits_and_the_right_one_goes_first) {
    check_wide(0, "22", "p50  p90  max  name\n  1   22  333  a.Name\n");
    check_wide(21, "22", "p50  p90  max  name\n  1   22  333  a.Name\n");
    check_wide(20, "22", "p50  p90  name\n  1   22  a.Name\n");
    check_wide(16, "22", "p50  p90  name\n  1   22  a.Name\n");
    check_wide(15, "22", "p50  name\n  1  a.Name\n");
}
END_TEST

START_TEST(a_wide_column_that_says_nothing_is_left_out_however_much_room_there_is) {
    check_wide(0, NULL, "p50  max  name\n  1  333  a.Name\n");
    check_wide(16, NULL, "p50  max  name\n  1  333  a.Name\n");
    check_wide(15, NULL, "p50  name\n  1  a.Name\n");
    check_wide(21, "", "p50  p90  max  name\n  1       333  a.Name\n");
}
END_TEST

static void check_names(size_t columns, const char *const names[], const char *wanted) {
    struct sheet sheet;
    struct text out = {0};
    const struct sheet_style style = {.columns = columns};
    sheet_open(&sheet, FORMAT_TEXT);
    sheet_table(&sheet, (struct sheet_table){.key = "t"});
    sheet_columns(&sheet, column_known(column_number("n", "n")), column_name("name", "name"));
    for (; *names; names++) sheet_row_of(&sheet, cell_missing(), cell_text(*names));
    sheet_end(&sheet);
    sheet_write(&sheet, &style, &out);
    ck_assert_str_eq(text_str(&out), wanted);
    text_free(&out);
    sheet_free(&sheet);
}

START_TEST(names_of_which_the_same_would_be_left_are_cut_where_they_differ) {
    check_names(16, (const char *const[]){"/api/v1/orders/items", "/api/v1/queues/items", NULL},
                "name\n/api/v1/o…/items\n/api/v1/q…/items\n");
    check_names(14,
                (const char *const[]){"/api/v1/orders/oldest/items", "/api/v1/orders/newest/items",
                                      "/api/v1/orders/newest/items", "/health", NULL},
                "name\n…rs/oldest/it…\n…rs/newest/it…\n…rs/newest/it…\n/health\n");
    check_names(
        12, (const char *const[]){"the very same beginning 1", "the very same beginning 2", NULL},
        "name\nthe ve…ing 1\nthe ve…ing 2\n");
    check_names(12, (const char *const[]){"größer ä als alles", "größer ö als alles", NULL},
                "name\ngrößer ä…les\ngrößer ö…les\n");
}
END_TEST

START_TEST(a_column_of_which_nothing_is_known_may_be_left_out) {
    check_names(0, (const char *const[]){"a", NULL}, "name\na\n");
}
END_TEST

START_TEST(what_a_terminal_would_obey_takes_the_columns_of_its_escape) {
    check_columns(0, "App.\x1b[31mred", 0, 1,
                  "self  self %  method\n"
                  " 100   33.33  App.\\x1b[31mred\n");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("columns");
    TCase *cases = tcase_create("columns");
    tcase_add_test(cases, what_fits_is_not_cut);
    tcase_add_test(cases, packages_go_first_from_the_left);
    tcase_add_test(cases, then_the_beginning_goes);
    tcase_add_test(cases, then_the_middle_of_the_method);
    tcase_add_test(cases, names_without_packages_are_cut_in_the_middle);
    tcase_add_test(cases, every_width_is_kept);
    tcase_add_test(cases, a_wrapped_sentence_takes_several_lines);
    tcase_add_test(cases, a_name_in_a_wrapped_sentence_keeps_its_method);
    tcase_add_test(cases, a_sentence_that_is_not_wrapped_loses_its_end);
    tcase_add_test(cases, numbers_are_aligned_to_the_right_and_names_to_the_left);
    tcase_add_test(cases, the_flexible_column_fits_the_terminal);
    tcase_add_test(cases, a_flexible_column_is_not_cut_to_nothing);
    tcase_add_test(cases, a_wide_column_is_there_while_the_table_fits_and_the_right_one_goes_first);
    tcase_add_test(cases, a_wide_column_that_says_nothing_is_left_out_however_much_room_there_is);
    tcase_add_test(cases, names_of_which_the_same_would_be_left_are_cut_where_they_differ);
    tcase_add_test(cases, a_column_of_which_nothing_is_known_may_be_left_out);
    tcase_add_test(cases, what_a_terminal_would_obey_takes_the_columns_of_its_escape);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
