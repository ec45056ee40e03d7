/* Moments: what is put in comes out in the order asked for, with its count and value, in as little
 * memory as there is to tell apart. */
#include "analyzers/profile/moments.h"
#include "base/array.h"
#include "base/map.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdlib.h>

static void push(struct moments *m, int64_t time, uint32_t stack, uint32_t who, uint64_t count,
                 int64_t value) {
    moments_push(m, (struct moment){time, stack, who}, count, value);
}

static bool is_in_order(const struct moment *a, const struct moment *b) {
    if (a->time_ns != b->time_ns) return a->time_ns < b->time_ns;
    return ((uint64_t)a->stack << 32 | a->who) <= ((uint64_t)b->stack << 32 | b->who);
}

/* Few, as many as are compared two by two, one more, and many; of times that are close, far, below
 * nought, and missing. */
START_TEST(any_number_is_sorted_with_its_counts_and_values) {
    static const size_t lens[] = {0, 1, 2, 23, 24, 25, 26, 300, 5000};
    static const int64_t spreads[] = {1, 3, 1000, INT64_C(1) << 40, INT64_MAX};
    for (size_t l = 0; l < sizeof lens / sizeof *lens; l++) {
        for (size_t k = 0; k < sizeof spreads / sizeof *spreads; k++) {
            struct moments m = {0};
            int64_t all = 0;
            for (size_t i = 0; i < lens[l]; i++) {
                uint64_t random = map_mix(i + 1);
                int64_t time = (int64_t)(random % (uint64_t)spreads[k]) - spreads[k] / 2;
                if (i % 50 == 49) time = INT64_MIN;
                push(&m, time, random >> 20 & 7, random >> 30 & 3, i, (int64_t)(i * i + 1));
            }
            moments_sort(&m);
            for (size_t i = 0; i < m.len; i++) {
                uint64_t n = moments_count(&m, i);
                ck_assert_int_eq(moments_value(&m, i), (int64_t)(n * n + 1));
                all += (int64_t)n;
                ck_assert(!i || is_in_order(&m.items[i - 1], &m.items[i]));
            }
            ck_assert_int_eq(all * 2, (int64_t)(lens[l] * (lens[l] - (lens[l] > 0))));
            moments_free(&m);
        }
    }
}
END_TEST

/* So many at each of ten times, the first of them before what is sorted ends, and behind it. */
START_TEST(those_in_order_of_time_are_sorted_within_each_time) {
    static const size_t lens[] = {1, 2, 3, 24, 25, 300};
    for (size_t l = 0; l < COUNT_OF(lens); l++) {
        struct moments m = {0};
        uint64_t all = 0;
        for (size_t i = 0; i < 10 * lens[l]; i++) {
            uint64_t random = map_mix(i + 1);
            push(&m, (int64_t)(i / lens[l]), random & 7, random >> 30 & 3, i, (int64_t)i);
        }
        moments_sort(&m);
        for (size_t i = 0; i < m.len; i++) {
            all += moments_count(&m, i);
            ck_assert_int_eq(m.items[i].time_ns, (int64_t)(moments_count(&m, i) / lens[l]));
            ck_assert(!i || is_in_order(&m.items[i - 1], &m.items[i]));
        }
        ck_assert_uint_eq(all, 5 * lens[l] * (10 * lens[l] - 1));
        moments_free(&m);
    }
}
END_TEST

START_TEST(what_is_worth_the_same_each_takes_no_more_memory) {
    struct moments m = {0};
    for (int i = 0; i < 100; i++) push(&m, i, 0, 0, 1, 20);
    ck_assert_ptr_null(m.counts);
    ck_assert_ptr_null(m.values);
    push(&m, 100, 0, 0, 3, 60);
    ck_assert_ptr_nonnull(m.counts);
    ck_assert_ptr_null(m.values);
    ck_assert_int_eq(moments_value(&m, 100), 60);
    push(&m, 101, 0, 0, 1, 21);
    ck_assert_int_eq(moments_value(&m, 99), 20);
    ck_assert_int_eq(moments_value(&m, 100), 60);
    ck_assert_int_eq(moments_value(&m, 101), 21);
    ck_assert_uint_eq(moments_count(&m, 99), 1);
    ck_assert_uint_eq(moments_count(&m, 100), 3);
    moments_free(&m);
}
END_TEST

START_TEST(the_first_may_be_worth_what_cannot_be_divided) {
    struct moments m = {0};
    push(&m, 0, 0, 0, 3, 7);
    push(&m, 1, 0, 0, 0, 5);
    push(&m, 2, 0, 0, 2, 4);
    ck_assert_int_eq(moments_value(&m, 0), 7);
    ck_assert_int_eq(moments_value(&m, 1), 5);
    ck_assert_int_eq(moments_value(&m, 2), 4);
    moments_free(&m);
}
END_TEST

/* Of counts that are no divisor of what 64 bits hold. */
START_TEST(sums_stop_at_what_64_bits_hold) {
    struct moments m = {0};
    push(&m, 0, 0, 0, 1, INT64_MAX / 2);
    moments_add(&m, 0, 1, INT64_MAX / 2);
    ck_assert_int_eq(moments_value(&m, 0), INT64_MAX / 2 * 2);
    moments_add(&m, 0, 1, INT64_MAX / 2);
    ck_assert_int_eq(moments_value(&m, 0), INT64_MAX);
    moments_free(&m);
    push(&m, 0, 0, 0, 1, INT64_MIN / 2);
    for (int i = 0; i < 2; i++) moments_add(&m, 0, 1, INT64_MIN / 2 - 1);
    ck_assert_int_eq(moments_value(&m, 0), INT64_MIN);
    moments_free(&m);
}
END_TEST

START_TEST(what_agrees_becomes_one_and_nothing_else) {
    struct moments m = {0};
    for (int twice = 0; twice < 2; twice++)
        for (int i = 0; i < 8; i++) push(&m, i & 1, i >> 1 & 1, i >> 2 & 1, 2, 10 + i);
    moments_sort(&m);
    moments_join(&m);
    ck_assert_uint_eq(m.len, 8);
    for (size_t i = 0; i < m.len; i++) {
        const struct moment *item = &m.items[i];
        int64_t is = item->time_ns | item->stack << 1 | item->who << 2;
        ck_assert_uint_eq(moments_count(&m, i), 4);
        ck_assert_int_eq(moments_value(&m, i), 2 * (10 + is));
    }
    moments_free(&m);
}
END_TEST

/* A million samples that are ten come to no more than some thousand meanwhile. */
START_TEST(what_agrees_takes_no_memory_meanwhile) {
    struct moments m = {0};
    for (int i = 0; i < 1000000; i++) {
        push(&m, i % 10, 1, 2, 1, 20);
        moments_tidy(&m);
    }
    ck_assert_uint_le(m.cap, 8192);
    moments_sort(&m);
    moments_join(&m);
    ck_assert_uint_eq(m.len, 10);
    for (size_t i = 0; i < 10; i++) {
        ck_assert_uint_eq(moments_count(&m, i), 100000);
        ck_assert_int_eq(moments_value(&m, i), 2000000);
    }
    moments_free(&m);
}
END_TEST

/* So many are pushed, of which each so many agree. */
static struct moments gathered(size_t len, size_t alike) {
    struct moments m = {0};
    for (size_t i = 0; i < len; i++)
        push(&m, (int64_t)(i / alike), (uint32_t)(i % alike == 0 && i % 10 == 0), 2, 1, 20);
    moments_gather(&m);
    return m;
}

START_TEST(few_that_agree_among_thousands_stay_and_take_no_counts) {
    struct moments m = gathered(10000, 1);
    push(&m, 7, 0, 2, 1, 20);
    moments_gather(&m);
    ck_assert_uint_eq(m.len, 10001);
    ck_assert_ptr_null(m.counts);
    ck_assert_int_eq(m.items[7].time_ns, 7);
    ck_assert_int_eq(m.items[8].time_ns, 7);
    moments_free(&m);
    m = gathered(100, 1);
    push(&m, 7, 0, 2, 1, 20);
    moments_gather(&m);
    ck_assert_uint_eq(m.len, 100);
    moments_free(&m);
}
END_TEST

START_TEST(many_that_agree_become_one_in_as_much_memory_as_is_left_of_them) {
    struct moments m = gathered(40000, 4);
    size_t samples = 0;
    ck_assert_uint_eq(m.len, 12000);
    ck_assert_uint_eq(m.cap, m.len);
    for (size_t i = 0; i < m.len; i++) {
        samples += moments_count(&m, i);
        ck_assert_int_eq(moments_value(&m, i), 20 * (int64_t)moments_count(&m, i));
    }
    ck_assert_uint_eq(samples, 40000);
    moments_free(&m);
}
END_TEST

START_TEST(a_limit_counts_those_that_differ) {
    struct moments m = {.most = 20000};
    for (int i = 0; i < 10000; i++) push(&m, i / 2 * 2, 1, 2, 1, 20);
    push(&m, 20000, 1, 2, 1, 20);
    moments_gather(&m);
    ck_assert_uint_eq(m.len, 5001);
    moments_free(&m);
}
END_TEST

/* All differ: each time there are eight times as many it is tried, and so seldom enough. */
START_TEST(what_differs_is_all_kept) {
    struct moments m = {0};
    for (int i = 0; i < 40000; i++) {
        push(&m, 40000 - i, 1, 2, 1, 0);
        moments_tidy(&m);
        ck_assert_uint_eq(m.len, (size_t)i + 1);
    }
    ck_assert_uint_eq(m.joined, 4096 * 8);
    moments_free(&m);
}
END_TEST

START_TEST(those_appended_come_behind_and_leave_nothing) {
    struct moments a = {0}, b = {0};
    push(&b, 1, 0, 0, 1, 5);
    moments_append(&a, &b); /* to none: as they are */
    ck_assert_uint_eq(a.len, 1);
    ck_assert_uint_eq(b.len, 0);
    push(&b, 2, 0, 0, 2, 9);
    moments_append(&a, &b);
    ck_assert_uint_eq(a.len, 2);
    ck_assert_uint_eq(b.len, 0);
    ck_assert_int_eq(moments_value(&a, 0), 5);
    ck_assert_uint_eq(moments_count(&a, 1), 2);
    ck_assert_int_eq(moments_value(&a, 1), 9);
    moments_free(&a);
    moments_free(&b);
}
END_TEST

/* What begins behind the last of those that are sorted keeps them sorted; else nobody knows. */
START_TEST(those_sorted_stay_so_if_later_ones_come_behind) {
    static const int64_t begins[] = {5, 4};
    struct moments a = {0}, b = {0};
    for (int i = 1; i <= 4; i++) push(&a, i, 0, 0, 1, 0);
    push(&b, begins[_i], 0, 0, 1, 0);
    moments_join(&a);
    moments_join(&b);
    moments_append(&a, &b);
    ck_assert_uint_eq(a.joined, _i == 0 ? 5 : 4);
    moments_free(&a);
    moments_free(&b);
}
END_TEST

START_TEST(moved_ones_keep_what_they_are_worth) {
    struct moments m = {0};
    for (int i = 0; i < 4; i++) push(&m, i, 0, 0, (uint64_t)i + 1, i * 7);
    moments_move(&m, 0, 3, (struct moment){9, 8, 7});
    moments_keep(&m, 1);
    ck_assert_uint_eq(m.len, 1);
    ck_assert_int_eq(m.items[0].time_ns, 9);
    ck_assert_uint_eq(m.items[0].stack, 8);
    ck_assert_uint_eq(m.items[0].who, 7);
    ck_assert_uint_eq(moments_count(&m, 0), 4);
    ck_assert_int_eq(moments_value(&m, 0), 21);
    moments_worth(&m, 3);
    ck_assert_int_eq(moments_value(&m, 0), 12);
    moments_set_value(&m, 0, 12);
    ck_assert_ptr_null(m.values);
    moments_set_value(&m, 0, 13);
    ck_assert_int_eq(moments_value(&m, 0), 13);
    moments_free(&m);
}
END_TEST

/* ==== Limits and grains ===================================================================== */

#define MS INT64_C(1000000)

static const struct {
    int64_t grain, time, floor;
} floors[] = {
    {0, 7, 7},
    {1, -7, -7},
    {10, 0, 0},
    {10, 9, 0},
    {10, 10, 10},
    {10, -1, -10},
    {10, -10, -10},
    {10, -11, -20},
    {10, INT64_MIN, INT64_MIN},
    {10, INT64_MIN + 9, INT64_MIN + 9},
    {10, INT64_MIN + 10, INT64_MIN + 8},
};

START_TEST(a_grain_begins_at_its_multiple) {
    ck_assert_int_eq(moments_floor(floors[_i].grain, floors[_i].time), floors[_i].floor);
}
END_TEST

/* Before the grain at hand, in it, behind it, far from it, and where a sum has no bits left. */
START_TEST(a_grain_that_is_near_is_that_which_is_reckoned) {
    static const int64_t times[] = {0,   9,   10,  19,        20,         5,         0, -1,
                                    -10, -11, 123, INT64_MAX, -INT64_MAX, INT64_MAX, 0, 7};
    int64_t begin = 0;
    for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
        ck_assert_int_eq(moments_floor_near(10, times[i], &begin), moments_floor(10, times[i]));
        ck_assert_int_eq(begin, moments_floor(10, times[i]));
    }
}
END_TEST

static const struct {
    size_t most, len;
    int64_t grain;
} limits[] = {{0, 240, 0},       {240, 240, 0},    {239, 24, 10 * MS}, {24, 24, 10 * MS},
              {23, 4, 100 * MS}, {4, 4, 100 * MS}, {3, 2, 1000 * MS},  {1, 2, 1000 * MS}};

static void push_240(struct moments *m, int from, int step) {
    for (int i = from; i < 120; i += step)
        for (uint32_t who = 0; who < 2; who++) push(m, i * MS, 3, who, 1, 5);
}

/* Of two threads for 120 ms. */
START_TEST(more_than_the_limit_are_in_the_first_grain_that_holds_them) {
    struct moments m = {.most = limits[_i].most};
    push_240(&m, 0, 1);
    moments_fit(&m);
    ck_assert_int_eq(m.grain, limits[_i].grain);
    ck_assert_uint_eq(m.len, limits[_i].len);
    uint64_t count = 0;
    int64_t value = 0;
    for (size_t i = 0; i < m.len; i++) {
        count += moments_count(&m, i);
        value += moments_value(&m, i);
        if (m.grain) ck_assert_int_eq(m.items[i].time_ns % m.grain, 0);
    }
    ck_assert_uint_eq(count, 240);
    ck_assert_int_eq(value, 1200);
    moments_free(&m);
}
END_TEST

START_TEST(parts_in_any_order_come_to_the_same_as_all_at_once) {
    for (int turn = 0; turn < 2; turn++) {
        struct moments parts[2] = {{.most = limits[_i].most}, {.most = limits[_i].most}};
        push_240(&parts[0], 0, 2);
        push_240(&parts[1], 1, 2);
        moments_fit(&parts[turn]);
        moments_append(&parts[1 - turn], &parts[turn]);
        moments_fit(&parts[1 - turn]);
        ck_assert_int_eq(parts[1 - turn].grain, limits[_i].grain);
        ck_assert_uint_eq(parts[1 - turn].len, limits[_i].len);
        moments_free(&parts[0]);
        moments_free(&parts[1]);
    }
}
END_TEST

START_TEST(what_is_added_never_takes_much_more_than_the_limit) {
    struct moments m = {.most = 8000};
    for (int i = 0; i < 50000; i++) {
        push(&m, moments_floor(m.grain, i * MS), (uint32_t)i % 7, 0, 1, 1);
        moments_tidy(&m);
        ck_assert_uint_le(m.len, 10000);
    }
    moments_fit(&m);
    ck_assert_int_eq(m.grain, 100 * MS);
    ck_assert_uint_eq(m.len, 3500);
    struct moments like = moments_like(&m);
    moments_free(&m);
    ck_assert_uint_eq(m.most, 8000);
    ck_assert_int_eq(like.grain, 100 * MS);
    ck_assert_uint_eq(like.most, 8000);
    ck_assert_uint_eq(like.len, 0);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("moments");
    TCase *all = tcase_create("moments");
    tcase_add_test(all, any_number_is_sorted_with_its_counts_and_values);
    tcase_add_test(all, those_in_order_of_time_are_sorted_within_each_time);
    tcase_add_test(all, what_is_worth_the_same_each_takes_no_more_memory);
    tcase_add_test(all, the_first_may_be_worth_what_cannot_be_divided);
    tcase_add_test(all, sums_stop_at_what_64_bits_hold);
    tcase_add_test(all, what_agrees_becomes_one_and_nothing_else);
    tcase_add_test(all, what_agrees_takes_no_memory_meanwhile);
    tcase_add_test(all, few_that_agree_among_thousands_stay_and_take_no_counts);
    tcase_add_test(all, many_that_agree_become_one_in_as_much_memory_as_is_left_of_them);
    tcase_add_test(all, a_limit_counts_those_that_differ);
    tcase_add_test(all, what_differs_is_all_kept);
    tcase_add_test(all, those_appended_come_behind_and_leave_nothing);
    tcase_add_loop_test(all, those_sorted_stay_so_if_later_ones_come_behind, 0, 2);
    tcase_add_test(all, moved_ones_keep_what_they_are_worth);
    tcase_add_test(all, a_grain_that_is_near_is_that_which_is_reckoned);
    tcase_add_loop_test(all, a_grain_begins_at_its_multiple, 0, sizeof floors / sizeof *floors);
    tcase_add_loop_test(all, more_than_the_limit_are_in_the_first_grain_that_holds_them, 0,
                        sizeof limits / sizeof *limits);
    tcase_add_loop_test(all, parts_in_any_order_come_to_the_same_as_all_at_once, 0,
                        sizeof limits / sizeof *limits);
    tcase_add_test(all, what_is_added_never_takes_much_more_than_the_limit);
    suite_add_tcase(suite, all);
    return suite_run(suite);
}
