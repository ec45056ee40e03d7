/* How large gains may be where threads hand over to each other, beside the same windows where they
 * run for long: delays that come in pieces find less there than is to be had. */
#include "analyzers/whatif/gains.h"
#include "base/missing.h"
#include "tests/support/suite.h"

#include <math.h>

#define MS INT64_C(1000000)

typedef ARRAY(struct whatif_window) windows;

/* Progress in 80 ms, of which 10 ms are delays: by 200 samples, of 50 us each. */
static void add(windows *all, enum whatif_kind kind, double gain, int64_t switches, bool latency) {
    int vary = (int)(all->len / 4 % 5) - 2, number = (int)all->len;
    bool delayed = kind == WHATIF_VIRTUAL || kind == WHATIF_CONTROL;
    double rate = 1e4 * (1 + gain / 100) * (1 + 0.01 * vary);
    struct whatif_window w = {.start = number * 100 * MS,
                              .kind = kind,
                              .speed = kind == WHATIF_BASE ? 0 : 25,
                              .elapsed = 80 * MS,
                              .delay = delayed ? 10 * MS : 0,
                              .progress = (int64_t)(rate * (delayed ? 70 : 80)),
                              .ran = 160 * MS,
                              .switches = switches,
                              .hits = delayed ? 200 : 0,
                              .processors = 2};
    if (latency) w.spent = (delayed ? 70 : 80) * MS;
    array_push(all, w);
}

/* Of the method's windows. stretch: us for which a thread runs between two waits. */
static struct whatif_estimate seen(enum whatif_kind kind, double gain, int64_t stretch,
                                   bool latency, bool *precise) {
    windows all = {0};
    int64_t switches = 160000 / stretch;
    for (int i = 0; i < 40; i++) {
        add(&all, WHATIF_BASE, 0, switches, latency);
        add(&all, kind, gain, switches, latency);
        add(&all, WHATIF_CONTROL, 0, switches, latency);
        add(&all, WHATIF_VIRTUAL, gain, switches, latency);
    }
    struct whatif_answer answer;
    whatif_answer_make(&answer, all.items, all.len, NULL);
    struct whatif_estimate e = {.gain = MISSING_REAL};
    for (size_t i = 0; i < answer.gains.len; i++)
        if (answer.gains.items[i].kind == kind) e = answer.gains.items[i].estimate;
    if (precise) *precise = whatif_answer_is_precise(&answer, 2);
    whatif_answer_free(&answer);
    array_free(&all);
    ck_assert(is_known(e.gain));
    return e;
}

/* What the ends of an interval have beyond chance. */
static double below(struct whatif_estimate e) {
    return e.chance_low - e.low;
}

static double above(struct whatif_estimate e) {
    return e.high - e.chance_high;
}

START_TEST(it_may_be_larger_than_foretold_and_hardly_smaller) {
    struct whatif_estimate far = seen(WHATIF_VIRTUAL, 25, 16000, false, NULL);
    struct whatif_estimate near = seen(WHATIF_VIRTUAL, 25, 160, false, NULL);
    ck_assert_double_eq(near.gain, far.gain);
    ck_assert_double_eq(near.chance_low, far.low);
    ck_assert_double_eq(near.chance_high, far.high);
    ck_assert_double_gt(near.high, 25 + 0.9 * WHATIF_MORE_AT_HAND_OVERS * 25);
    ck_assert_double_lt(above(near), WHATIF_MORE_AT_HAND_OVERS * 35);
    ck_assert_double_lt(below(near), 1.25 * 1.96 * WHATIF_APART);
}
END_TEST

/* 50 us of delay, and 16 of them are 800 us. */
START_TEST(threads_hand_over_if_they_run_for_less_than_sixteen_delays) {
    struct whatif_estimate longer = seen(WHATIF_VIRTUAL, 25, 800, false, NULL),
                           shorter = seen(WHATIF_VIRTUAL, 25, 790, false, NULL);
    ck_assert_double_lt(above(longer), 1.25 * 1.96 * WHATIF_APART);
    ck_assert_double_gt(above(shorter), above(longer) + 1);
    ck_assert_double_eq_tol(below(shorter), below(longer), 1e-9);
}
END_TEST

/* ... and 64 of them are 3,200 us. */
START_TEST(threads_meet_if_they_run_for_less_than_sixty_four_delays) {
    struct whatif_estimate longer = seen(WHATIF_VIRTUAL, 0, 3200, false, NULL),
                           shorter = seen(WHATIF_VIRTUAL, 0, 3100, false, NULL);
    ck_assert_double_eq(below(longer), 0);
    ck_assert_double_eq(above(longer), 0);
    ck_assert_double_gt(shorter.high - shorter.gain, 1.96 * WHATIF_APART);
    ck_assert_double_gt(shorter.gain - shorter.low, 1.9 * WHATIF_APART);
    ck_assert_double_lt(shorter.high - shorter.low, longer.high - longer.low + 4 * WHATIF_APART);
}
END_TEST

/* A gain that is hardly more than that is none for sure, however many windows there are. */
START_TEST(where_threads_meet_a_small_gain_may_be_none) {
    struct whatif_estimate alone = seen(WHATIF_VIRTUAL, 1.4, 16000, false, NULL),
                           meeting = seen(WHATIF_VIRTUAL, 1.4, 3100, false, NULL);
    ck_assert_double_lt(alone.p, 0.05);
    ck_assert_double_gt(meeting.p, 0.05);
}
END_TEST

START_TEST(what_gains_nothing_stays_nothing) {
    struct whatif_estimate less = seen(WHATIF_VIRTUAL, -3, 160, false, NULL),
                           hardly = seen(WHATIF_VIRTUAL, 0.2, 160, false, NULL);
    ck_assert_double_lt(above(less), 2 * WHATIF_APART);
    ck_assert_double_lt(above(hardly), 2 * WHATIF_APART);
}
END_TEST

START_TEST(what_is_really_less_work_is_what_it_is) {
    struct whatif_estimate e = seen(WHATIF_REAL, 25, 160, false, NULL);
    ck_assert_double_eq(above(e), 0);
    ck_assert_double_eq(below(e), 0);
}
END_TEST

/* More windows would not make it less. */
START_TEST(experiments_do_not_go_on_for_it) {
    bool precise = false;
    struct whatif_estimate e = seen(WHATIF_VIRTUAL, 25, 160, false, &precise);
    ck_assert_double_gt(e.high - e.low, 4);
    ck_assert(precise);
}
END_TEST

START_TEST(latency_may_be_less_than_foretold) {
    struct whatif_estimate far = seen(WHATIF_VIRTUAL, 25, 16000, true, NULL);
    struct whatif_estimate near = seen(WHATIF_VIRTUAL, 25, 160, true, NULL);
    ck_assert_double_eq_tol(far.gain, -20, 1);
    ck_assert_double_lt(above(near), 1.96 * WHATIF_APART);
    ck_assert_double_gt(below(near), 2);
    ck_assert_double_eq_tol(near.chance_low, far.low, 1e-9);
    ck_assert_double_eq_tol(near.chance_high, far.high, 1e-9);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("gains where threads hand over");
    TCase *all = tcase_create("hand-overs");
    tcase_add_test(all, it_may_be_larger_than_foretold_and_hardly_smaller);
    tcase_add_test(all, threads_hand_over_if_they_run_for_less_than_sixteen_delays);
    tcase_add_test(all, threads_meet_if_they_run_for_less_than_sixty_four_delays);
    tcase_add_test(all, where_threads_meet_a_small_gain_may_be_none);
    tcase_add_test(all, what_gains_nothing_stays_nothing);
    tcase_add_test(all, what_is_really_less_work_is_what_it_is);
    tcase_add_test(all, experiments_do_not_go_on_for_it);
    tcase_add_test(all, latency_may_be_less_than_foretold);
    suite_add_tcase(suite, all);
    return suite_run(suite);
}
