/* Times of threads: joined, and found again. */
#include "analyzers/samples/within.h"
#include "tests/support/suite.h"

#include <check.h>

static const struct within_thread java = {.os_id = 7, .java_id = 1}, native = {.os_id = 1},
                                  fiber = {.java_id = 40};

static bool has(const struct within *within, struct within_thread thread, int64_t time) {
    return within_has(within, within_find(within, thread), time);
}

START_TEST(both_ends_are_within) {
    struct within within = {0};
    within_add(&within, java, 10, 20);
    within_make(&within);
    ck_assert(!has(&within, java, 9));
    ck_assert(has(&within, java, 10));
    ck_assert(has(&within, java, 20));
    ck_assert(!has(&within, java, 21));
    within_free(&within);
}
END_TEST

START_TEST(times_that_overlap_are_joined) {
    struct within within = {0};
    within_add(&within, java, 50, 60);
    within_add(&within, java, 10, 40);
    within_add(&within, java, 15, 20); /* within it */
    within_add(&within, java, 40, 45);
    within_make(&within);
    ck_assert_uint_eq(within.spans.len, 2);
    ck_assert_uint_eq(within.events, 4);
    for (int64_t time = 10; time <= 45; time++) ck_assert(has(&within, java, time));
    ck_assert(!has(&within, java, 46));
    ck_assert(!has(&within, java, 49));
    ck_assert(has(&within, java, 55));
    within_free(&within);
}
END_TEST

START_TEST(threads_have_times_of_their_own) {
    struct within within = {0};
    within_add(&within, fiber, 10, 20);
    within_add(&within, native, 30, 40);
    within_add(&within, java, 50, 60);
    within_make(&within);
    ck_assert(has(&within, fiber, 15) && !has(&within, fiber, 35) && !has(&within, fiber, 55));
    ck_assert(has(&within, native, 35) && !has(&within, native, 15) && !has(&within, native, 55));
    ck_assert(has(&within, java, 55) && !has(&within, java, 15) && !has(&within, java, 35));
    within_free(&within);
}
END_TEST

START_TEST(who_is_not_there_has_none) {
    struct within within = {0};
    within_make(&within);
    ck_assert(within_find(&within, java) == WITHIN_NONE);
    ck_assert(!has(&within, java, 0));
    within_free(&within);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("within");
    TCase *cases = tcase_create("within");
    tcase_add_test(cases, both_ends_are_within);
    tcase_add_test(cases, times_that_overlap_are_joined);
    tcase_add_test(cases, threads_have_times_of_their_own);
    tcase_add_test(cases, who_is_not_there_has_none);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
