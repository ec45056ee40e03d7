/* Tables of aligned text, and names cut to fit. */
#include "cmd/write/fit.h"
#include "cmd/write/table.h"
#include "base/utf8.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdio.h>
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

static void two_columns(struct table *table) {
    table_column(table, (struct table_column){.title = "self", .number = true});
    table_column(table, (struct table_column){.title = "self %", .number = true});
    table_column(table, (struct table_column){.title = "method", .flexible = true});
}

static void add_row(struct table *table, uint64_t self, const char *name, size_t packages) {
    char number[32];
    snprintf(number, sizeof number, "%llu", (unsigned long long)self);
    table_text(table, number);
    snprintf(number, sizeof number, "%.2f", (double)self / 3);
    table_text(table, number);
    table_name(table, name, packages);
}

START_TEST(text_is_aligned) {
    struct table table = {0};
    struct text out = {0};
    two_columns(&table);
    add_row(&table, 100, "App.main", 0);
    add_row(&table, 7, "App.run", 0);
    table_write_text(&table, &(struct table_style){0}, &out);
    ck_assert_str_eq(text_str(&out), "self  self %  method\n"
                                     " 100   33.33  App.main\n"
                                     "   7    2.33  App.run\n");
    ck_assert_uint_eq(table_rows(&table), 2);
    text_free(&out);
    table_free(&table);
}
END_TEST

START_TEST(the_flexible_column_fits_the_terminal) {
    struct table table = {0};
    struct text out = {0};
    two_columns(&table);
    add_row(&table, 1, putval, PUTVAL_PACKAGES);
    table_write_text(&table, &(struct table_style){.columns = 46}, &out);
    ck_assert_str_eq(text_str(&out), "self  self %  method\n"
                                     "   1    0.33  j.u.c.ConcurrentHashMap.putVal\n");
    text_clear(&out);
    table_write_text(&table, &(struct table_style){.columns = 0}, &out);
    ck_assert_ptr_nonnull(strstr(text_str(&out), putval));
    text_free(&out);
    table_free(&table);
}
END_TEST

START_TEST(an_empty_table_has_its_titles) {
    struct table table = {0};
    struct text out = {0};
    two_columns(&table);
    table_write_text(&table, &(struct table_style){0}, &out);
    ck_assert_str_eq(text_str(&out), "self  self %  method\n");
    text_free(&out);
    table_free(&table);
}
END_TEST

START_TEST(text_escapes_what_a_terminal_would_obey) {
    struct table table = {0};
    struct text out = {0};
    two_columns(&table);
    add_row(&table, 1, "App.\x1b[31mred", 0);
    table_write_text(&table, &(struct table_style){0}, &out);
    ck_assert_ptr_null(strchr(text_str(&out), '\x1b'));
    ck_assert_ptr_nonnull(strstr(text_str(&out), "App.\\x1b[31mred"));
    text_free(&out);
    table_free(&table);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("table");
    TCase *cases = tcase_create("table");
    tcase_add_test(cases, what_fits_is_not_cut);
    tcase_add_test(cases, packages_go_first_from_the_left);
    tcase_add_test(cases, then_the_beginning_goes);
    tcase_add_test(cases, then_the_middle_of_the_method);
    tcase_add_test(cases, names_without_packages_are_cut_in_the_middle);
    tcase_add_test(cases, every_width_is_kept);
    tcase_add_test(cases, text_is_aligned);
    tcase_add_test(cases, the_flexible_column_fits_the_terminal);
    tcase_add_test(cases, an_empty_table_has_its_titles);
    tcase_add_test(cases, text_escapes_what_a_terminal_would_obey);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
