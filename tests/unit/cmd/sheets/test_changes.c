/* What happened each second, as people read it. */
#include "cmd/sheets/changes.h"
#include "cmd/write/sheet_writers.h"
#include "tests/support/suite.h"

#include <check.h>

static struct changes changes;

static void add(const char *name, bool significant, const char *other_setting) {
    struct contrast_measure *measure = mem_zero(1, sizeof *measure);
    *measure = (struct contrast_measure){.id = "x", .name = name, .unit = CONTRAST_NS, .see = "gc"};
    array_push(&changes.contrast.rows, (struct contrast_row){.measure = measure,
                                                             .value = {1e9, 2e9},
                                                             .ratio = 2,
                                                             .tested = true,
                                                             .significant = significant,
                                                             .adjusted = 0.01,
                                                             .other_setting = other_setting});
}

static char *said(void) {
    static const struct sheet_style style = {.ascii = true};
    struct text out = {0};
    struct sheet sheet;
    sheet_open(&sheet, FORMAT_TEXT);
    changes_describe(&changes, &sheet);
    sheet_write(&sheet, &style, &out);
    sheet_free(&sheet);
    return text_take(&out);
}

static void says(bool it, const char *what) {
    char *text = said();
    ck_assert_msg((strstr(text, what) != NULL) == it, "%s\n%s", what, text);
    free(text);
}

static void setup(void) {
    changes = (struct changes){.has_rates = true};
}

static void teardown(void) {
    EACH (const struct contrast_row, row, &changes.contrast.rows) free((void *)row->measure);
    array_free(&changes.contrast.rows);
}

START_TEST(of_what_chance_explains_five_rows_are_shown) {
    static const char *const names[] = {"one", "two", "three", "four", "five", "six", "seven"};
    add("changed", true, NULL);
    for (size_t i = 0; i < 5; i++) add(names[i], false, NULL);
    says(true, "five");
    says(false, "more");
    add(names[5], false, NULL);
    says(false, "six");
    says(true, "And 1 more");
    add("changed, too", true, NULL);
    add(names[6], false, NULL);
    says(true, "changed, too");
    says(true, "And 2 more");
}
END_TEST

START_TEST(a_setting_that_differs_stands_in_place_of_chance) {
    add("waits", true, NULL);
    says(true, "p=0.010");
    says(false, "names a setting");
    add("reads", false, "threshold");
    says(true, "threshold");
    says(true, "Where chance names a setting");
}
END_TEST

START_TEST(of_what_changed_fourteen_rows_are_shown) {
    for (size_t i = 0; i < 14; i++) add("changed", true, NULL);
    says(false, "more");
    add("last", true, NULL);
    says(false, "last");
    says(true, "And 1 more");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("changes");
    TCase *cases = tcase_create("changes");
    tcase_add_checked_fixture(cases, setup, teardown);
    tcase_add_test(cases, of_what_chance_explains_five_rows_are_shown);
    tcase_add_test(cases, a_setting_that_differs_stands_in_place_of_chance);
    tcase_add_test(cases, of_what_changed_fourteen_rows_are_shown);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
