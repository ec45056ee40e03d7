/* The gate on events of any type: rates, percentiles, work per event. */
#include "analyzers/compare/gate_totals.h"
#include "tests/support/gated.h"
#include "tests/support/suite.h"

#include <math.h>
#include <stdio.h>

/* ==== Events of any type ==================================================================== */

static struct wish wished[8][2];

/* Adds an event type to the recording: so many in each of its 30 s, each so long, give or take
 * half. */
static void events(size_t at, const char *name, int each, double milliseconds) {
    struct tables *t = &tables[at];
    size_t rows = (size_t)each * 30;
    if (!t->items) t->items = mem_zero(2, sizeof *t->items);
    wished[at][t->len] = (struct wish){name, {"startTime", "duration"}};
    struct event_table *table = &t->items[t->len];
    int64_t *times = mem_zero(rows + 1, sizeof *times), *spans = mem_zero(rows + 1, sizeof *spans);
    for (size_t i = 0; i < rows; i++) {
        times[i] = (int64_t)(i / (size_t)each) * SECOND;
        spans[i] = (int64_t)(milliseconds * 1e6 * (0.5 + chance()));
    }
    *table = (struct event_table){.wish = &wished[at][t->len++],
                                  .column_count = 2,
                                  .rows = rows,
                                  .columns = {{.kind = JFR_COLUMN_INT, .cells = times},
                                              {.kind = JFR_COLUMN_INT, .cells = spans}}};
}

START_TEST(a_rate_may_neither_grow_nor_fall_beyond_its_limits) {
    recording(0, 30);
    recording(1, 30);
    events(0, "app.Request", 20, 1);
    events(1, "app.Request", 14, 1);
    judge("{\"rules\": ["
          "{\"check\": \"rate\", \"event\": \"app.Request\", \"min_ratio\": 0.8},"
          "{\"check\": \"rate\", \"event\": \"app.Request\", \"min_ratio\": 0.6},"
          "{\"check\": \"rate\", \"event\": \"app.Request\", \"max_ratio\": 1.1},"
          "{\"check\": \"rate\", \"event\": \"app.Request\", \"max\": 13},"
          "{\"check\": \"rate\", \"event\": \"app.Request\", \"max\": 15}]}");
    const enum gate_verdict expected[] = {GATE_FAILED, GATE_PASSED, GATE_PASSED, GATE_FAILED,
                                          GATE_PASSED};
    for (size_t i = 0; i < 5; i++) ck_assert_int_eq(result.outcomes.items[i].verdict, expected[i]);
    ck_assert_double_eq_tol(result.outcomes.items[0].base, 20, 1e-9);
    ck_assert_double_eq_tol(result.outcomes.items[0].fresh, 14, 1e-9);
    ck_assert_uint_eq(result.outcomes.items[0].samples[1], 14 * 30);
}
END_TEST

START_TEST(a_rate_that_grew_fails_and_one_outside_of_the_window_is_not_counted) {
    recording(0, 30);
    recording(1, 30);
    events(0, "jdk.ThreadStart", 4, 1);
    events(1, "jdk.ThreadStart", 6, 1);
    const char *json = "{\"rules\": [{\"check\": \"rate\", \"event\": \"ThreadStart\", "
                       "\"max_ratio\": 1.2, \"max_growth\": 1}]}";
    judge(json);
    ck_assert_int_eq(verdict(), GATE_FAILED);
    gate_result_free(&result);
    said[1].window = (struct time_window){0, 9 * SECOND};
    evaluate();
    ck_assert_uint_eq(result.outcomes.items[0].samples[1], 60);
    ck_assert_double_eq_tol(result.outcomes.items[0].fresh, 2, 1e-9); /* of 30 s that it is long */
}
END_TEST

START_TEST(a_percentile_is_held_against_that_of_the_base_and_against_a_limit) {
    recording(0, 30);
    recording(1, 30);
    events(0, "app.Request", 20, 10);
    events(1, "app.Request", 20, 14);
    judge(
        "{\"rules\": ["
        "{\"check\": \"quantile\", \"of\": \"p90\", \"event\": \"app.Request\", \"max_ratio\": "
        "1.2},"
        "{\"check\": \"quantile\", \"of\": \"p90\", \"event\": \"app.Request\", \"max_ratio\": "
        "1.6},"
        "{\"check\": \"quantile\", \"of\": \"p90\", \"event\": \"app.Request\", \"max_growth\": 2},"
        "{\"check\": \"quantile\", \"of\": \"p90\", \"event\": \"app.Request\", \"max_growth\": 9},"
        "{\"check\": \"quantile\", \"of\": \"p90\", \"event\": \"app.Request\", \"max\": 16},"
        "{\"check\": \"quantile\", \"of\": \"p99.9\", \"event\": \"app.Request\", \"max\": 22}]}");
    const enum gate_verdict expected[] = {GATE_FAILED, GATE_PASSED, GATE_FAILED,
                                          GATE_PASSED, GATE_FAILED, GATE_PASSED};
    for (size_t i = 0; i < 6; i++) ck_assert_int_eq(result.outcomes.items[i].verdict, expected[i]);
    ck_assert_double_eq_tol(result.outcomes.items[0].base, 0.014, 0.0005); /* 10 * (0.5 + 0.9) */
    ck_assert_double_eq_tol(result.outcomes.items[0].fresh, 0.0196, 0.0006);
}
END_TEST

START_TEST(a_percentile_of_few_or_of_none_is_inconclusive) {
    recording(0, 30);
    recording(1, 30);
    events(0, "app.Request", 3, 10);
    events(1, "app.Request", 3, 10);
    enable(1, "app.Other");
    enable(0, "app.Other");
    judge(
        "{\"rules\": ["
        "{\"check\": \"quantile\", \"of\": \"p99\", \"event\": \"app.Request\", \"max_ratio\": "
        "1.2},"
        "{\"check\": \"quantile\", \"of\": \"p99\", \"event\": \"app.Other\", \"max_ratio\": 1.2},"
        "{\"check\": \"quantile\", \"of\": \"p99\", \"event\": \"app.None\", \"max\": 1}]}");
    for (size_t i = 0; i < 3; i++)
        ck_assert_int_eq(result.outcomes.items[i].verdict, GATE_INCONCLUSIVE);
    ck_assert_int_eq(result.outcomes.items[0].why, GATE_FEW);
    ck_assert_int_eq(result.outcomes.items[1].why, GATE_FEW);
    ck_assert_int_eq(result.outcomes.items[2].why, GATE_NOT_RECORDED);
    gate_result_free(&result);
    tables[1].items[0].columns[1].kind = JFR_COLUMN_NONE;
    evaluate();
    ck_assert_int_eq(result.outcomes.items[0].why, GATE_NO_DURATION);
    ck_assert_int_eq(result.outcomes.items[0].side, 1);
}
END_TEST

START_TEST(percentiles_of_the_same_seldom_fail) {
    int failures = 0;
    for (int i = 0; i < 100; i++) {
        recording(0, 30);
        recording(1, 30);
        events(0, "app.Request", 10, 10);
        events(1, "app.Request", 10, 10);
        judge("{\"rules\": [{\"check\": \"quantile\", \"of\": \"p95\", "
              "\"event\": \"app.Request\", \"max_growth\": 0}]}");
        failures += result.failed;
        teardown();
        rules = (struct gate_rules){0};
        result = (struct gate_result){0};
        count = 0;
    }
    ck_assert_int_le(failures, 9);
}
END_TEST

/* So many requests a second, each of which allocates so many bytes, more or less. */
static void work(int side, int requests, double each) {
    size_t at = count;
    struct profile *p = recording(side, 30);
    p->unit = PROFILE_BYTES;
    events(at, "app.Request", requests, 1);
    for (int s = 0; s < 30; s++)
        for (int i = 0; i < requests; i++)
            sample(p, "a.A.a", s, 1, (int64_t)(each * (0.67 + 0.66 * chance())));
}

START_TEST(work_per_request_does_not_depend_on_the_load) {
    work(0, 10, 1000);
    work(1, 20, 1000); /* twice the load */
    judge("{\"rules\": [{\"check\": \"allocation\", \"max_ratio\": 1.1},"
          "{\"check\": \"allocation\", \"per\": \"app.Request\", \"max_ratio\": 1.1},"
          "{\"check\": \"allocation\", \"per\": \"app.Request\", \"max\": 1500}]}");
    ck_assert_int_eq(result.outcomes.items[0].verdict, GATE_FAILED);
    ck_assert_int_eq(result.outcomes.items[1].verdict, GATE_PASSED);
    ck_assert_int_eq(result.outcomes.items[2].verdict, GATE_PASSED);
    ck_assert_double_eq_tol(result.outcomes.items[1].fresh, 1000, 50);
}
END_TEST

START_TEST(work_per_request_that_grew_fails_whatever_the_load) {
    work(0, 20, 1000);
    work(1, 10, 1500); /* half the load */
    judge("{\"rules\": [{\"check\": \"allocation\", \"max_ratio\": 1.1},"
          "{\"check\": \"allocation\", \"per\": \"app.Request\", \"max_ratio\": 1.1},"
          "{\"check\": \"allocation\", \"per\": \"app.Request\", \"max\": 1200},"
          "{\"check\": \"allocation\", \"per\": \"app.Nothing\", \"max_ratio\": 1.1}]}");
    ck_assert_int_eq(result.outcomes.items[0].verdict, GATE_PASSED);
    ck_assert_int_eq(result.outcomes.items[1].verdict, GATE_FAILED);
    ck_assert_int_eq(result.outcomes.items[2].verdict, GATE_FAILED);
    ck_assert_int_eq(result.outcomes.items[3].verdict, GATE_INCONCLUSIVE);
    ck_assert_int_eq(result.outcomes.items[3].why, GATE_NOTHING_TO_DIVIDE);
}
END_TEST

START_TEST(what_a_rule_needs_or_cannot_have_is_said) {
    static const struct {
        const char *rule, *error;
    } cases[] = {
        {"\"check\": \"rate\", \"max\": 1", "\"event\" is missing"},
        {"\"check\": \"quantile\", \"event\": \"a.B\", \"max\": 1", "\"of\" is missing"},
        {"\"check\": \"quantile\", \"event\": \"a.B\", \"of\": \"99\", \"max\": 1", "a percentile"},
        {"\"check\": \"quantile\", \"event\": \"a.B\", \"of\": \"p100\", \"max\": 1",
         "a percentile"},
        {"\"check\": \"quantile\", \"event\": \"a.B\", \"of\": \"p\", \"max\": 1", "a percentile"},
        {"\"check\": \"quantile\", \"event\": \"a.B\", \"of\": \"p9x\", \"max\": 1",
         "a percentile"},
        {"\"check\": \"rate\", \"event\": \"io\", \"max\": 1", "expected one event type"},
        {"\"check\": \"rate\", \"event\": \"a.*\", \"max\": 1", "expected one event type"},
        {"\"check\": \"allocation\", \"per\": \"lock\", \"max\": 1", "expected one event type"},
        {"\"check\": \"rate\", \"event\": \"a.B\"", "max_growth, max_ratio, min_ratio or max"},
        {"\"check\": \"rate\", \"event\": \"a.B\", \"max_ratio\": 2, \"min_ratio\": 1", "falls"},
        {"\"check\": \"rate\", \"event\": \"a.B\", \"max\": 2, \"min_ratio\": 1", "new side alone"},
        {"\"check\": \"gc-pause\", \"of\": \"longest\", \"per\": \"a.B\", \"max\": 2", "one event"},
        {"\"check\": \"lock-wait\", \"min_ratio\": 0.5, \"max\": 2", "no such key"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct text json = {0}, error = {0};
        struct gate_rules read = {0};
        text_addf(&json, "{\"rules\": [{%s}]}", cases[i].rule);
        ck_assert(!gate_rules_parse("rules", text_str(&json), &read, &error));
        ck_assert_msg(strstr(text_str(&error), cases[i].error) != NULL, "%s: %s", cases[i].rule,
                      text_str(&error));
        gate_rules_free(&read);
        text_free(&json);
        text_free(&error);
    }
}
END_TEST

/* From 10 to 20 events a second. */
START_TEST(a_limit_is_kept_up_to_it_and_a_growth_below_it) {
    static const struct {
        const char *limits;
        enum gate_verdict verdict;
    } cases[] = {{"\"max\": 20", GATE_PASSED},
                 {"\"max\": 19.99", GATE_FAILED},
                 {"\"max_ratio\": 2", GATE_FAILED},
                 {"\"max_ratio\": 2.01", GATE_PASSED},
                 {"\"max_growth\": 10", GATE_FAILED},
                 {"\"max_growth\": 10.01", GATE_PASSED},
                 {"\"max_ratio\": 2, \"max_growth\": 10", GATE_FAILED},
                 {"\"max_ratio\": 2.01, \"max_growth\": 10", GATE_PASSED},
                 {"\"max_ratio\": 2, \"max_growth\": 10.01", GATE_PASSED}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char json[200];
        recording(0, 30);
        recording(1, 30);
        events(0, "app.Request", 10, 1);
        events(1, "app.Request", 20, 1);
        snprintf(json, sizeof json,
                 "{\"rules\": [{\"check\": \"rate\", \"event\": \"app.Request\", %s}]}",
                 cases[i].limits);
        judge(json);
        ck_assert_msg(verdict() == cases[i].verdict, "%s", cases[i].limits);
        teardown();
        setup();
    }
}
END_TEST

START_TEST(a_figure_is_called_what_is_counted_and_by_what_it_is_divided) {
    static const struct {
        const char *rule, *name;
    } cases[] = {
        {"\"check\": \"rate\", \"event\": \"app.Request\"", "events of app.Request a second"},
        {"\"check\": \"rate\", \"event\": \"app.Request\", \"per\": \"app.Page\"",
         "events of app.Request per app.Page"},
        {"\"check\": \"quantile\", \"of\": \"p90\", \"event\": \"app.Request\"",
         "p90 of the duration of app.Request"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char json[200];
        for (int side = 0; side < 2; side++) {
            recording(side, 30);
            events((size_t)side, "app.Request", 20 + 20 * side, 10 + 90 * side);
            events((size_t)side, "app.Page", 5, 1);
        }
        snprintf(json, sizeof json, "{\"rules\": [{%s, \"max_ratio\": 1.2}]}", cases[i].rule);
        judge(json);
        ck_assert_uint_eq(result.findings.len, 1);
        ck_assert_str_eq(result.findings.items[0].name, cases[i].name);
        teardown();
        setup();
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("gate_events");
    TCase *c = tcase_create("gate_events");
    tcase_add_checked_fixture(c, setup, teardown);
    tcase_add_test(c, a_limit_is_kept_up_to_it_and_a_growth_below_it);
    tcase_add_test(c, a_figure_is_called_what_is_counted_and_by_what_it_is_divided);
    tcase_add_test(c, a_rate_may_neither_grow_nor_fall_beyond_its_limits);
    tcase_add_test(c, a_rate_that_grew_fails_and_one_outside_of_the_window_is_not_counted);
    tcase_add_test(c, a_percentile_is_held_against_that_of_the_base_and_against_a_limit);
    tcase_add_test(c, a_percentile_of_few_or_of_none_is_inconclusive);
    tcase_add_test(c, percentiles_of_the_same_seldom_fail);
    tcase_add_test(c, work_per_request_does_not_depend_on_the_load);
    tcase_add_test(c, work_per_request_that_grew_fails_whatever_the_load);
    tcase_add_test(c, what_a_rule_needs_or_cannot_have_is_said);
    suite_add_tcase(suite, c);
    return suite_run(suite);
}
