/* Which method of the program itself most of the samples are below. */
#include "analyzers/methods/hot_methods.h"
#include "tests/support/stacks.h"
#include "tests/support/suite.h"

static struct profile profile;

static void setup(void) {
    profile = (struct profile){.keep = PROFILE_ROWS | PROFILE_STACKS, .unit = PROFILE_NS};
}

static void teardown(void) {
    profile_free(&profile);
}

static void add(const char *stack, uint64_t samples, int64_t value) {
    stacks_add_weighted(&profile, stack,
                        (struct profile_weight){.samples = samples, .value = value});
}

/* Its method, or "none". */
static const char *own(bool by_value) {
    struct hot_row row;
    if (!hot_methods_own(&profile, by_value, &row)) return "none";
    return strings_get(&profile.frames.strings, profile.frames.rows.items[row.frame].method);
}

START_TEST(it_is_the_innermost_that_is_not_the_jdks) {
    add("java.lang.Thread.run;app.Main.main;app.Shop.price;java.util.regex.Matcher.find", 60, 0);
    add("java.lang.Thread.run;app.Main.main;app.Shop.pay", 40, 0);
    ck_assert_str_eq(own(false), "price");
}
END_TEST

START_TEST(half_of_the_samples_are_enough_and_less_are_not) {
    add("app.Main.main;app.A.a", 50, 0);
    add("app.Main.main;app.B.b", 49, 0);
    add("app.Other.run", 1, 0);
    ck_assert_str_eq(own(false), "a");
    add("app.Other.run", 1, 0);
    ck_assert_str_eq(own(false), "main");
    add("app.Other.run", 200, 0);
    ck_assert_str_eq(own(false), "run");
    add("java.lang.Object.wait", 2000, 0);
    ck_assert_str_eq(own(false), "none");
}
END_TEST

START_TEST(of_equal_ones_it_is_that_with_more_on_top) {
    add("app.Main.main;app.A.outer;app.A.inner;java.lang.String.split", 90, 0);
    add("app.Main.main;app.A.outer;app.A.inner", 10, 0);
    ck_assert_str_eq(own(false), "inner");
}
END_TEST

START_TEST(by_value_it_is_of_what_samples_are_worth) {
    add("app.A.often", 90, 10);
    add("app.B.dear", 10, 90);
    ck_assert_str_eq(own(false), "often");
    ck_assert_str_eq(own(true), "dear");
}
END_TEST

START_TEST(functions_without_a_class_are_nobodys) {
    add("libc.so.6.memcpy", 100, 0);
    ck_assert_str_eq(own(false), "none");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("hot methods");
    TCase *c = tcase_create("own");
    tcase_add_checked_fixture(c, setup, teardown);
    tcase_add_test(c, it_is_the_innermost_that_is_not_the_jdks);
    tcase_add_test(c, half_of_the_samples_are_enough_and_less_are_not);
    tcase_add_test(c, of_equal_ones_it_is_that_with_more_on_top);
    tcase_add_test(c, by_value_it_is_of_what_samples_are_worth);
    tcase_add_test(c, functions_without_a_class_are_nobodys);
    suite_add_tcase(suite, c);
    return suite_run(suite);
}
