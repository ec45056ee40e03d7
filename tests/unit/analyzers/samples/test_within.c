/* Times of threads: joined, and found again. */
#include "analyzers/samples/within.h"
#include "tests/support/suite.h"

#include <check.h>

static const struct within_thread java = {.os_id = 7, .java_id = 1}, native = {.os_id = 1},
                                  fiber = {.java_id = 40};

static bool has(const struct within *within, struct within_thread thread, int64_t time) {
    return within_group(within, within_find(within, thread), time) != WITHIN_NO_GROUP;
}

START_TEST(both_ends_are_within) {
    struct within within = {0};
    within_add(&within, java, 10, 20, 0);
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
    within_add(&within, java, 50, 60, 0);
    within_add(&within, java, 10, 40, 0);
    within_add(&within, java, 15, 20, 0); /* within it */
    within_add(&within, java, 40, 45, 0);
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
    within_add(&within, fiber, 10, 20, 0);
    within_add(&within, native, 30, 40, 0);
    within_add(&within, java, 50, 60, 0);
    within_make(&within);
    ck_assert(has(&within, fiber, 15) && !has(&within, fiber, 35) && !has(&within, fiber, 55));
    ck_assert(has(&within, native, 35) && !has(&within, native, 15) && !has(&within, native, 55));
    ck_assert(has(&within, java, 55) && !has(&within, java, 15) && !has(&within, java, 35));
    within_free(&within);
}
END_TEST

static uint32_t group(struct within *within, struct within_thread thread, int64_t time) {
    return within_group(within, within_find(within, thread), time);
}

START_TEST(the_one_that_began_last_counts) {
    struct within within = {.grouped = true};
    within_add(&within, java, 10, 100, 1);
    within_add(&within, java, 20, 30, 2);  /* within it */
    within_add(&within, java, 90, 120, 3); /* longer than it */
    within_add(&within, java, 10, 12, 4);  /* begins with it */
    within_make(&within);
    const uint32_t none = WITHIN_NO_GROUP;
    const int64_t times[] = {9, 10, 12, 13, 19, 20, 30, 31, 89, 90, 100, 101, 120, 121};
    const uint32_t groups[] = {none, 4, 4, 1, 1, 2, 2, 1, 1, 3, 3, 3, 3, none};
    for (size_t i = 0; i < sizeof times / sizeof *times; i++)
        ck_assert_uint_eq(group(&within, java, times[i]), groups[i]);
    within_free(&within);
}
END_TEST

START_TEST(groups_agree_with_a_look_at_all_spans) {
    enum { SPANS = 40, TIMES = 60 };
    unsigned seed = 7;
    for (int round = 0; round < 200; round++) {
        struct within within = {.grouped = true};
        int64_t from[SPANS], to[SPANS];
        for (int i = 0; i < SPANS; i++) { /* no two begin at a time */
            seed = seed * 1103515245 + 12345;
            from[i] = i;
            to[i] = i + (int64_t)(seed >> 16) % 20;
            within_add(&within, native, from[i], to[i], (uint32_t)i % 5);
        }
        within_make(&within);
        for (int64_t time = -1; time < TIMES; time++) {
            uint32_t expected = WITHIN_NO_GROUP;
            for (int i = 0; i < SPANS; i++)
                if (from[i] <= time && time <= to[i]) expected = (uint32_t)i % 5;
            ck_assert_uint_eq(group(&within, native, time), expected);
        }
        within_free(&within);
    }
}
END_TEST

START_TEST(an_event_of_any_thread_counts_for_all) {
    struct within within = {.any_thread = true};
    within_add(&within, java, 10, 20, 0);
    within_add(&within, native, 15, 30, 0);
    within_make(&within);
    ck_assert(has(&within, fiber, 10) && has(&within, java, 30) && !has(&within, java, 31));
    within_free(&within);
}
END_TEST

START_TEST(times_at_both_ends_of_all_are_within) {
    struct within within = {0};
    within_add(&within, java, INT64_MIN, INT64_MAX, 0);
    within_add(&within, fiber, 5, INT64_MAX, 0);
    within_make(&within);
    ck_assert(has(&within, java, 0) && has(&within, fiber, INT64_MAX - 1));
    ck_assert(!has(&within, fiber, 4));
    within_free(&within);
}
END_TEST

START_TEST(ids_have_groups) {
    struct within within = {.grouped = true};
    uint32_t slow = within_group_of(&within, "/slow", 5);
    within_add_id(&within, 42, slow);
    within_add_id(&within, 42, slow + 1); /* the first counts */
    within_make(&within);
    ck_assert_uint_eq(within_group_of_id(&within, 42), slow);
    ck_assert_uint_eq(within_group_of_id(&within, 0), WITHIN_NO_GROUP);
    ck_assert_uint_eq(within_group_of_id(&within, 43), WITHIN_NO_GROUP);
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
    tcase_add_test(cases, the_one_that_began_last_counts);
    tcase_add_test(cases, groups_agree_with_a_look_at_all_spans);
    tcase_add_test(cases, an_event_of_any_thread_counts_for_all);
    tcase_add_test(cases, times_at_both_ends_of_all_are_within);
    tcase_add_test(cases, ids_have_groups);
    tcase_add_test(cases, who_is_not_there_has_none);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
