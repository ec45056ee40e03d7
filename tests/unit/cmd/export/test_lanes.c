/* Lanes: slices of one lane nest, in whatever order they come; those of a stack need one lane. */
#include "cmd/export/lanes.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdlib.h>

static uint64_t random_state = 88172645463325252u;

static uint64_t random_number(uint64_t below) {
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return random_state % below;
}

struct slice {
    int64_t start, end;
    size_t lane;
};

static bool nest(const struct slice *a, const struct slice *b) {
    bool apart = a->end <= b->start || b->end <= a->start;
    bool within = a->start >= b->start && a->end <= b->end;
    bool around = b->start >= a->start && b->end <= a->end;
    return apart || within || around;
}

enum { SLICES = 600 };

START_TEST(slices_of_a_lane_nest_in_whatever_order_they_come) {
    struct slice slices[SLICES];
    lanes of = {0};
    for (size_t i = 0; i < SLICES; i++) {
        int64_t start = (int64_t)random_number(10000);
        int64_t length = 1 + (int64_t)random_number(_i % 2 ? 20 : 3000);
        slices[i] = (struct slice){start, start + length, 0};
        slices[i].lane = lanes_place(&of, slices[i].start, slices[i].end);
        ck_assert_uint_lt(slices[i].lane, of.len);
        for (size_t k = 0; k < i; k++)
            ck_assert(slices[k].lane != slices[i].lane || nest(&slices[k], &slices[i]));
    }
    array_free(&of);
}
END_TEST

START_TEST(calls_within_calls_need_one_lane) {
    lanes of = {0};
    for (int64_t i = 0; i < 10000; i++) { /* what is within ends, and is written, before */
        ck_assert_uint_eq(lanes_place(&of, i * 100 + 10, i * 100 + 20), 0);
        ck_assert_uint_eq(lanes_place(&of, i * 100 + 20, i * 100 + 90), 0);
        ck_assert_uint_eq(lanes_place(&of, i * 100, i * 100 + 100), 0);
    }
    array_free(&of);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("lanes");
    TCase *tc = tcase_create("all");
    tcase_add_loop_test(tc, slices_of_a_lane_nest_in_whatever_order_they_come, 0, 20);
    tcase_add_test(tc, calls_within_calls_need_one_lane);
    suite_add_tcase(suite, tc);
    return suite_run(suite);
}
