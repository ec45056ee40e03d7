/* The rule MethodProfiling where JMC counts otherwise. */
#include "tests/unit/analyzers/rules/method_profiling.h"

START_TEST(jmc_takes_the_earliest_period) {
    setting(0, "period", "20 ms");
    setting(50, "period", "10 ms");
    setting(0, "enabled", "true");
    samples(70, "app.A.run", 1500);
    samples(100, "app.A.run", 1);
    judge_as_jmc(1, 100);
    ck_assert_double_eq_tol(share(), 1500 / 7500.0, 1e-12);
    input.as_jmc = NULL;
    judge();
    ck_assert_double_eq_tol(share(), 1500 / (5 * (5 / 0.02 + 25 / 0.01)), 1e-12);
}
END_TEST

START_TEST(jmc_leaves_out_what_follows_the_last_setting_of_a_window) {
    setting(1, "period", "20 ms");
    samples(2, "app.A.run", 3000);
    judge_as_jmc(0, 20);
    ck_assert_uint_eq(verdict.severity, RULE_OK);
    ck_assert_ptr_eq(verdict.outcome, outcome(METHOD_PROFILING_NO_SHARE));
    input.as_jmc = NULL;
    judge();
    ck_assert_uint_eq(verdict.severity, RULE_INFO);
}
END_TEST

START_TEST(jmc_averages_over_the_parts_between_settings) {
    setting(0, "period", "20 ms");
    setting(20, "period", "20 ms");
    setting(25, "period", "20 ms");
    samples(10, "app.A.run", 3000);
    samples(22, "app.A.run", 750);
    judge_as_jmc(0, 29); /* parts: up to 0 s (empty), to 20 s, to 25 s */
    ck_assert_double_eq_tol(share(), (3000 + 750) / 7500.0 / 3, 1e-12);
    ck_assert_double_eq_tol(real(&verdict, METHOD_PROFILING_SHARE_OF_TAKEN), 200 / 3.0, 1e-12);
}
END_TEST

START_TEST(jmc_needs_settings_and_enabled_said_once_where_there_are_no_samples) {
    judge_as_jmc(0, 10);
    ck_assert_ptr_eq(verdict.outcome, outcome(METHOD_PROFILING_NOT_ENABLED));
    setting(0, "enabled", "true");
    setting(0, "period", "20 ms");
    judge();
    ck_assert_uint_eq(verdict.severity, RULE_OK);
    ck_assert_ptr_eq(verdict.outcome, outcome(METHOD_PROFILING_NO_SHARE));
    setting(5, "enabled", "true");
    judge();
    ck_assert_uint_eq(verdict.severity, RULE_NA);
    ck_assert_ptr_eq(verdict.outcome, outcome(METHOD_PROFILING_NOT_ENABLED));
}
END_TEST

START_TEST(jmc_begins_its_windows_where_the_first_event_ends) {
    setting(0, "period", "20 ms");
    samples(13, "app.A.run", 300);
    samples(42, "app.A.run", 300);
    judge_as_jmc(12.5, 60);
    ck_assert_int_eq(verdict.from_ns, START + SECOND * 25 / 2);
    ck_assert_int_eq(number(METHOD_PROFILING_SAMPLES), 600);
    input.as_jmc = NULL;
    judge();
    ck_assert_int_eq(number(METHOD_PROFILING_SAMPLES), 300);
}
END_TEST

START_TEST(jmc_shows_the_first_of_the_windows_in_which_a_method_is_as_hot) {
    setting(0, "period", "20 ms");
    setting(0, "enabled", "true");
    for (int at = 46; at < 420; at += 90)
        samples(at, at < 200 ? "app.A.run" : "app.B.run", at < 200 ? 600 : 900);
    judge_as_jmc(0, 450);
    ck_assert_str_eq(best_method(), "app.B.run");
    ck_assert_int_eq(verdict.from_ns, START + 210 * SECOND);
    ck_assert_uint_eq(verdict.others.len, 1);
    ck_assert_int_eq(verdict.others.items[0].from_ns, START + 30 * SECOND);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("method profiling as JMC");
    TCase *tcase = tcase_create("JMC");
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_add_test(tcase, jmc_takes_the_earliest_period);
    tcase_add_test(tcase, jmc_leaves_out_what_follows_the_last_setting_of_a_window);
    tcase_add_test(tcase, jmc_averages_over_the_parts_between_settings);
    tcase_add_test(tcase, jmc_needs_settings_and_enabled_said_once_where_there_are_no_samples);
    tcase_add_test(tcase, jmc_begins_its_windows_where_the_first_event_ends);
    tcase_add_test(tcase, jmc_shows_the_first_of_the_windows_in_which_a_method_is_as_hot);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
