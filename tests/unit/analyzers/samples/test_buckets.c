/* Buckets: samples of a chunk under its own keys. What is added comes out, told apart by stack,
 * thread and time, and no finer than was asked for. */
#include "analyzers/profile/profile.h"
#include "analyzers/samples/buckets.h"
#include "tests/support/suite.h"

#include <check.h>

static void add(struct buckets *b, uint64_t stack, uint32_t context, int64_t time, bool join) {
    const struct bucket sample = {stack, context, time, 1, 10};
    buckets_add(b, &sample, 1, join);
}

/* Samples in the bucket of that content; all that there are of it. */
static uint64_t samples_of(const struct buckets *b, uint64_t stack, uint32_t context,
                           int64_t time) {
    uint64_t samples = 0;
    for (size_t i = 0; i < b->items.len; i++) {
        const struct moment *item = &b->items.items[i];
        if (buckets_stack(b, i) != stack || item->who != context || item->time_ns != time) continue;
        samples += moments_count(&b->items, i);
        ck_assert_int_eq(moments_value(&b->items, i), 10 * (int64_t)moments_count(&b->items, i));
    }
    return samples;
}

/* Keys of any size get numbers as they come, each once. */
START_TEST(each_stack_has_a_number) {
    struct buckets b = {.keys.len = 0};
    const uint64_t keys[] = {7, UINT64_MAX, 7, 0, UINT64_MAX};
    for (size_t i = 0; i < 5; i++) add(&b, keys[i], 0, _i ? (int64_t)i : PROFILE_NO_TIME, false);
    ck_assert_uint_eq(b.keys.len, 3);
    ck_assert_uint_eq(b.keys.items[1], UINT64_MAX);
    ck_assert_uint_eq(b.items.len, _i ? 5 : 3);
    buckets_free(&b);
}
END_TEST

START_TEST(without_times_those_of_one_stack_and_thread_are_one) {
    struct buckets b = {.keys.len = 0};
    for (int i = 0; i < 12; i++)
        add(&b, (uint64_t)(i % 3), (uint32_t)(i % 2), PROFILE_NO_TIME, false);
    ck_assert_uint_eq(b.items.len, 6);
    for (uint64_t stack = 0; stack < 3; stack++)
        for (uint32_t context = 0; context < 2; context++)
            ck_assert_uint_eq(samples_of(&b, stack, context, PROFILE_NO_TIME), 2);
    buckets_free(&b);
}
END_TEST

/* With exact times each stays by itself, however alike; else the first few do, see
 * moments_are_many. */
START_TEST(with_times_they_are_joined_only_if_that_is_asked_for) {
    struct buckets b = {.keys.len = 0};
    for (int i = 0; i < 30; i++) add(&b, 5, 6, 7, _i);
    add(&b, 6, 6, 7, _i), add(&b, 5, 7, 7, _i), add(&b, 5, 6, 8, _i);
    ck_assert_uint_eq(b.items.len, _i ? 6 : 33);
    ck_assert_uint_eq(samples_of(&b, 5, 6, 7), 30);
    ck_assert_uint_eq(samples_of(&b, 6, 6, 7), 1);
    ck_assert_uint_eq(samples_of(&b, 5, 7, 7), 1);
    ck_assert_uint_eq(samples_of(&b, 5, 6, 8), 1);
    buckets_free(&b);
}
END_TEST

/* More than are looked at of late, in an order in which each comes again long after. */
START_TEST(those_that_come_again_late_are_not_lost) {
    enum { STACKS = 9000, ROUNDS = 3 };
    struct buckets b = {.keys.len = 0};
    for (int round = 0; round < ROUNDS; round++)
        for (uint64_t stack = 0; stack < STACKS; stack++) add(&b, stack, 0, 1, true);
    moments_sort(&b.items);
    moments_join(&b.items);
    ck_assert_uint_eq(b.items.len, STACKS);
    for (size_t i = 0; i < b.items.len; i++) ck_assert_uint_eq(moments_count(&b.items, i), ROUNDS);
    buckets_free(&b);
}
END_TEST

/* The next chunk's keys are others: nothing of the one before is met. */
START_TEST(what_is_cleared_is_empty) {
    struct buckets b = {.keys.len = 0};
    for (int i = 0; i < 10; i++) add(&b, 5, 6, _i ? 7 : PROFILE_NO_TIME, true);
    buckets_clear(&b, &b.items);
    ck_assert_uint_eq(b.items.len, 0);
    ck_assert_uint_eq(b.keys.len, 0);
    add(&b, 9, 6, _i ? 7 : PROFILE_NO_TIME, true);
    ck_assert_uint_eq(samples_of(&b, 9, 6, _i ? 7 : PROFILE_NO_TIME), 1);
    ck_assert_uint_eq(b.items.len, 1);
    buckets_free(&b);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("buckets");
    TCase *all = tcase_create("buckets");
    tcase_add_loop_test(all, each_stack_has_a_number, 0, 2);
    tcase_add_test(all, without_times_those_of_one_stack_and_thread_are_one);
    tcase_add_loop_test(all, with_times_they_are_joined_only_if_that_is_asked_for, 0, 2);
    tcase_add_test(all, those_that_come_again_late_are_not_lost);
    tcase_add_loop_test(all, what_is_cleared_is_empty, 0, 2);
    suite_add_tcase(suite, all);
    return suite_run(suite);
}
