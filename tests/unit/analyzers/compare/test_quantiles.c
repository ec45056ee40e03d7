/* Quantiles of durations on two sides, against all ways to deal them out. */
#include "analyzers/compare/quantiles.h"
#include "base/missing.h"
#include "tests/support/suite.h"

#include <math.h>

/* Each event in a second of its own. */
static void fill(struct quantile_events *events, const int64_t *ns, size_t len, uint64_t first) {
    *events = (struct quantile_events){.items = {0}};
    for (size_t i = 0; i < len; i++)
        array_push(&events->items, (struct quantile_event){ns[i], first + i});
}

START_TEST(a_quantile_is_a_length_that_occurred) {
    static const int64_t ns[] = {50, 10, 40, 20, 30};
    static const struct {
        double share;
        int64_t ns;
    } wanted[] = {{0, 10}, {0.2, 10}, {0.21, 20}, {0.5, 30}, {0.8, 40}, {0.81, 50}, {1, 50}};
    struct quantile_events events;
    fill(&events, ns, 5, 0);
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
        ck_assert_int_eq(quantile_at(&events, wanted[i].share), wanted[i].ns);
    quantile_events_free(&events);
    ck_assert(is_missing(quantile_at(&events, 0.5)));
}
END_TEST

/* One-sided mid-p of so many of b's, or more, being among the longer ones. */
static double p_by_dealing(size_t a, size_t b, size_t longer, size_t of_b) {
    double ways[40] = {0}, all = 0, p = 0;
    for (size_t k = 0; k <= b && k <= longer; k++) {
        if (longer - k > a) continue;
        ways[k] = exp(lgamma((double)b + 1) - lgamma((double)k + 1) - lgamma((double)(b - k) + 1) +
                      lgamma((double)a + 1) - lgamma((double)(longer - k) + 1) -
                      lgamma((double)(a - longer + k) + 1));
        all += ways[k];
    }
    /* two-sided as the table's test is, halved: what is no likelier than what was seen */
    for (size_t k = 0; k <= b; k++)
        if (ways[k] > 0 && ways[k] < ways[of_b] * (1 - 1e-9)) p += ways[k] / all;
        else if (ways[k] > 0 && ways[k] <= ways[of_b] * (1 + 1e-9)) p += ways[k] / all / 2;
    return p / 2;
}

START_TEST(few_events_are_tested_by_all_ways_to_deal_them_out) {
    static const int64_t base[] = {1, 2, 3, 4, 5, 6}, fresh[] = {7, 8, 9, 10, 11, 2};
    struct quantile_events sides[2];
    fill(&sides[0], base, 6, 0);
    fill(&sides[1], fresh, 6, 100);
    /* The median of all is 5: six are longer, five of them of the new side. */
    ck_assert_double_eq_tol(quantile_exceeds(sides, 0.5, 1), p_by_dealing(6, 6, 6, 5), 1e-6);
    /* As long as the limit allows: 1.5 times 6 is 9, so that base has one of the longer ones. */
    ck_assert_double_gt(quantile_exceeds(sides, 0.5, 1.5), quantile_exceeds(sides, 0.5, 1));
    /* The other way about it is no growth. */
    const struct quantile_events swapped[] = {sides[1], sides[0]};
    ck_assert_double_gt(quantile_exceeds(swapped, 0.5, 1), 0.9);
    quantile_events_free(&sides[0]);
    quantile_events_free(&sides[1]);
}
END_TEST

START_TEST(events_of_one_second_say_less_than_those_of_many) {
    struct quantile_events apart[2] = {{.items = {0}}}, together[2] = {{.items = {0}}};
    for (int side = 0; side < 2; side++)
        for (uint64_t i = 0; i < 200; i++) { /* three in five are short, and two in five */
            uint64_t few = 3 - (uint64_t)side;
            array_push(&apart[side].items, (struct quantile_event){i % 5 < few ? 10 : 20, i});
            array_push(&together[side].items,
                       (struct quantile_event){i / 20 % 5 < few ? 10 : 20, i / 20});
        }
    ck_assert_double_lt(quantile_exceeds(apart, 0.5, 1), 0.001);
    ck_assert_double_gt(quantile_exceeds(together, 0.5, 1), 0.05);
    for (int side = 0; side < 2; side++) {
        quantile_events_free(&apart[side]);
        quantile_events_free(&together[side]);
    }
}
END_TEST

START_TEST(above_a_limit_are_more_than_the_rest_to_all) {
    struct quantile_events events = {.items = {0}};
    for (uint64_t i = 0; i < 100; i++)
        array_push(&events.items, (struct quantile_event){i < 90 ? 10 : 20, i});
    ck_assert_double_gt(quantile_above(&events, 0.9, 10), 0.3);    /* a tenth, as allowed */
    ck_assert_double_lt(quantile_above(&events, 0.99, 10), 0.001); /* ten times as many */
    ck_assert_double_gt(quantile_above(&events, 0.9, 20), 0.99);   /* none is longer than that */
    quantile_events_free(&events);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("quantiles");
    TCase *tcase = tcase_create("quantiles");
    tcase_add_test(tcase, a_quantile_is_a_length_that_occurred);
    tcase_add_test(tcase, few_events_are_tested_by_all_ways_to_deal_them_out);
    tcase_add_test(tcase, events_of_one_second_say_less_than_those_of_many);
    tcase_add_test(tcase, above_a_limit_are_more_than_the_rest_to_all);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
