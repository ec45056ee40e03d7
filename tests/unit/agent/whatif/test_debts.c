/* The rules of virtual speed-ups, one by one, at their boundaries. */
#include "agent/whatif/debts.h"
#include "tests/support/suite.h"

static struct debts debts_of(int64_t global) {
    return (struct debts){.global = global, .least = 25, .longest = 2000};
}

START_TEST(a_hit_settles_own_debts_first_and_the_rest_is_new_to_others) {
    static const struct {
        int64_t owed, d, growth;
    } cases[] = {
        {0, 100, 100}, {40, 100, 60}, {99, 100, 1}, {100, 100, 0}, {150, 100, 0}, {-30, 100, 100},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct debts debts = debts_of(1000);
        struct debtor debtor = {.paid = 1000 - cases[i].owed};
        ck_assert_int_eq(debts_hit(&debts, &debtor, cases[i].d), cases[i].growth);
        ck_assert_int_eq(debts.global, 1000 + cases[i].growth);
        ck_assert_int_eq(debtor.paid, 1000 - cases[i].owed + cases[i].d);
    }
}
END_TEST

START_TEST(who_joins_owes_nothing) {
    struct debts debts = debts_of(1000);
    struct debtor debtor = {0};
    ck_assert_int_eq(debts_owed(&debts, &debtor), 1000);
    debts_join(&debts, &debtor);
    ck_assert_int_eq(debts_owed(&debts, &debtor), 0);
    debts_charge(&debts, 30);
    ck_assert_int_eq(debts_owed(&debts, &debtor), 30);
}
END_TEST

START_TEST(what_it_takes_to_have_others_pay_is_lost_to_all_alike) {
    struct debts debts = debts_of(1000);
    struct debtor self = {.paid = 990}, other = {.paid = 1000};
    debts_share_cost(&debts, &self, 7);
    ck_assert_int_eq(debts_owed(&debts, &self), 10);
    ck_assert_int_eq(debts_owed(&debts, &other), 7);
}
END_TEST

START_TEST(the_blocked_are_credited_those_in_java_asked_all_others_keep_their_debt) {
    static const struct {
        enum debtor_state state;
        int64_t owed, left;
        enum debts_verdict verdict;
    } cases[] = {
        {DEBTOR_BLOCKED, 1, 0, DEBTS_CREDITED},    {DEBTOR_BLOCKED, 5000, 0, DEBTS_CREDITED},
        {DEBTOR_BLOCKED, 0, 0, DEBTS_NOTHING},     {DEBTOR_BLOCKED, -5, -5, DEBTS_NOTHING},
        {DEBTOR_IN_JAVA, 24, 24, DEBTS_NOTHING},   {DEBTOR_IN_JAVA, 25, 25, DEBTS_ASK},
        {DEBTOR_IN_JAVA, 0, 0, DEBTS_NOTHING},     {DEBTOR_IN_JAVA, -30, -30, DEBTS_NOTHING},
        {DEBTOR_ELSEWHERE, 25, 25, DEBTS_NOTHING}, {DEBTOR_ELSEWHERE, 5000, 5000, DEBTS_NOTHING},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct debts debts = debts_of(10000);
        struct debtor debtor = {.paid = 10000 - cases[i].owed};
        _Atomic int64_t credited = 3;
        ck_assert_int_eq(debts_settle(&debts, &debtor, cases[i].state, &credited),
                         cases[i].verdict);
        ck_assert_int_eq(debts_owed(&debts, &debtor), cases[i].left);
        ck_assert_int_eq(credited, 3 + cases[i].owed - cases[i].left);
    }
}
END_TEST

START_TEST(debts_of_no_ns_are_none_however_small_the_least_is) {
    struct debts debts = {.global = 10, .least = 0, .longest = 100};
    struct debtor even = {.paid = 10}, owes = {.paid = 9};
    ck_assert_int_eq(debts_settle(&debts, &even, DEBTOR_IN_JAVA, NULL), DEBTS_NOTHING);
    ck_assert_int_eq(debts_pause(&debts, &even, DEBTOR_IN_JAVA), 0);
    ck_assert_int_eq(debts_settle(&debts, &owes, DEBTOR_IN_JAVA, NULL), DEBTS_ASK);
    ck_assert_int_eq(debts_pause(&debts, &owes, DEBTOR_IN_JAVA), 1);
    ck_assert_int_eq(debts_settle(&debts, &owes, DEBTOR_BLOCKED, NULL), DEBTS_CREDITED);
}
END_TEST

START_TEST(a_pause_is_what_is_owed_in_java_alone_and_no_longer_than_allowed) {
    static const struct {
        enum debtor_state state;
        int64_t owed, pause;
    } cases[] = {
        {DEBTOR_IN_JAVA, 24, 0},      {DEBTOR_IN_JAVA, 25, 25},     {DEBTOR_IN_JAVA, 1999, 1999},
        {DEBTOR_IN_JAVA, 2000, 2000}, {DEBTOR_IN_JAVA, 2001, 2000}, {DEBTOR_IN_JAVA, -1, 0},
        {DEBTOR_BLOCKED, 500, 0},     {DEBTOR_ELSEWHERE, 500, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct debts debts = debts_of(10000);
        struct debtor debtor = {.paid = 10000 - cases[i].owed};
        ck_assert_int_eq(debts_pause(&debts, &debtor, cases[i].state), cases[i].pause);
        ck_assert_int_eq(debts_owed(&debts, &debtor), cases[i].owed);
    }
}
END_TEST

START_TEST(what_was_paused_too_long_counts_for_the_next_time) {
    struct debts debts = debts_of(1000);
    struct debtor debtor = {.paid = 960};
    debts_paused(&debts, &debtor, 52, 0);
    ck_assert_int_eq(debts_owed(&debts, &debtor), 40 - 52);
}
END_TEST

START_TEST(a_pause_from_before_the_window_began_counts_for_nothing) {
    struct debts debts = debts_of(1000);
    struct debtor debtor = {.paid = 960};
    uint32_t round = debts.round;
    debts_begin(&debts);
    debts_join(&debts, &debtor);
    debts_paused(&debts, &debtor, 52, round);
    ck_assert_int_eq(debts_owed(&debts, &debtor), 0);
    debts_paused(&debts, &debtor, 52, debts.round);
    ck_assert_int_eq(debts_owed(&debts, &debtor), -52);
}
END_TEST

/* Two ran at the last look and are ahead by so much; a third comes. */
static int64_t ahead_of_third(int64_t first, int64_t second, int64_t own, uint8_t was,
                              enum debtor_state state) {
    struct debts debts = debts_of(1000);
    struct debtor one = {.paid = 1000 + first}, two = {.paid = 1000 + second},
                  other = {.paid = 1000 + 900}, third = {.paid = 1000 + own};
    struct debts_look look = {.any = false};
    debts_ran(&debts, &look, &one, DEBTOR_RAN);
    debts_ran(&debts, &look, &two, DEBTOR_RAN);
    debts_ran(&debts, &look, &other, DEBTOR_WAITED);
    debts_ran(&debts, &look, &third, was);
    debts_runs(&debts, &look, &third, state, &was);
    ck_assert_int_eq(was, state == DEBTOR_IN_JAVA   ? DEBTOR_RAN
                          : state == DEBTOR_BLOCKED ? DEBTOR_WAITED
                                                    : DEBTOR_WAS_ELSEWHERE);
    return third.paid - 1000;
}

START_TEST(who_is_woken_is_ahead_as_those_are_that_may_have_woken_it) {
    static const struct {
        int64_t first, second, own, ahead;
    } cases[] = {
        {40, 10, 0, 10},   {40, 10, 20, 20}, {10, 40, 60, 40},
        {0, 0, 30, 0},     {-24, 10, 0, 0},  {-24, -10, 0, -10}, /* too little to be paid yet */
        {-25, 10, -30, 0},                                       /* it pays yet */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int64_t ahead = ahead_of_third(cases[i].first, cases[i].second, cases[i].own, DEBTOR_WAITED,
                                       DEBTOR_IN_JAVA);
        ck_assert_msg(ahead == cases[i].ahead, "%zu: %d", i, (int)ahead);
    }
}
END_TEST

START_TEST(who_ran_or_slept_or_waits_yet_stays_as_it_is) {
    ck_assert_int_eq(ahead_of_third(40, 40, 7, DEBTOR_RAN, DEBTOR_IN_JAVA), 7);
    ck_assert_int_eq(ahead_of_third(40, 40, 7, DEBTOR_WAS_ELSEWHERE, DEBTOR_IN_JAVA), 7);
    ck_assert_int_eq(ahead_of_third(40, 40, 7, DEBTOR_WAITED, DEBTOR_BLOCKED), 7);
    ck_assert_int_eq(ahead_of_third(40, 40, 7, DEBTOR_WAITED, DEBTOR_ELSEWHERE), 7);
}
END_TEST

START_TEST(where_nobody_ran_who_is_woken_stays_as_it_is) {
    struct debts debts = debts_of(1000);
    struct debtor third = {.paid = 1007};
    struct debts_look look = {.any = false};
    uint8_t was = DEBTOR_WAITED;
    debts_runs(&debts, &look, &third, DEBTOR_IN_JAVA, &was);
    ck_assert_int_eq(third.paid, 1007);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("debts");
    TCase *all = tcase_create("rules");
    tcase_add_test(all, a_hit_settles_own_debts_first_and_the_rest_is_new_to_others);
    tcase_add_test(all, who_joins_owes_nothing);
    tcase_add_test(all, what_it_takes_to_have_others_pay_is_lost_to_all_alike);
    tcase_add_test(all, the_blocked_are_credited_those_in_java_asked_all_others_keep_their_debt);
    tcase_add_test(all, debts_of_no_ns_are_none_however_small_the_least_is);
    tcase_add_test(all, a_pause_is_what_is_owed_in_java_alone_and_no_longer_than_allowed);
    tcase_add_test(all, what_was_paused_too_long_counts_for_the_next_time);
    tcase_add_test(all, who_is_woken_is_ahead_as_those_are_that_may_have_woken_it);
    tcase_add_test(all, who_ran_or_slept_or_waits_yet_stays_as_it_is);
    tcase_add_test(all, where_nobody_ran_who_is_woken_stays_as_it_is);
    tcase_add_test(all, a_pause_from_before_the_window_began_counts_for_nothing);
    suite_add_tcase(suite, all);
    return suite_run(suite);
}
