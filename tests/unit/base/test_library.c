/* Libraries that are opened when they are needed: what is not there is said, with its package. */
#include "base/library.h"
#include "tests/support/suite.h"

#include <check.h>
#include <math.h>

struct table {
    double (*floor)(double);
    void (*other)(void);
};

static struct table table;
static struct text missing;

static bool load(const char *soname, const char *first, const char *second) {
    const struct library_function functions[] = {{first, NULL}, {second, NULL}};
    text_clear(&missing);
    return library_load(soname, "a-package", functions, second ? 2 : 1, &table, &missing);
}

START_TEST(functions_are_those_of_the_library) {
    ck_assert(load("libm.so.6", "floor", NULL));
    ck_assert_double_eq(table.floor(2.5), 2);
    ck_assert(!table.other);
    ck_assert_uint_eq(missing.len, 0);
}
END_TEST

START_TEST(a_library_that_is_not_there_is_said_with_its_package) {
    ck_assert(!load("libnone-at-all.so.7", "floor", NULL));
    ck_assert_ptr_nonnull(strstr(text_str(&missing), "libnone-at-all.so.7 (package a-package) "));
}
END_TEST

START_TEST(a_library_without_one_of_them_is_not_used) {
    ck_assert(!load("libm.so.6", "floor", "no_such_function"));
    ck_assert_str_eq(text_str(&missing), "libm.so.6 has no no_such_function");
}
END_TEST

START_TEST(what_is_linked_needs_no_library) {
    const struct library_function functions[] = {{"floor", (void (*)(void))floor}};
    table.floor = NULL;
    ck_assert(library_load("libnone-at-all.so.7", "p", functions, 1, &table, &missing));
    ck_assert_double_eq(table.floor(-0.5), -1);
}
END_TEST

static void clean_up(void) {
    text_free(&missing);
    table = (struct table){0};
}

int main(void) {
    Suite *suite = suite_create("library");
    TCase *tcase = tcase_create("library");
    tcase_add_checked_fixture(tcase, NULL, clean_up);
    tcase_add_test(tcase, functions_are_those_of_the_library);
    tcase_add_test(tcase, a_library_that_is_not_there_is_said_with_its_package);
    tcase_add_test(tcase, a_library_without_one_of_them_is_not_used);
    tcase_add_test(tcase, what_is_linked_needs_no_library);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
