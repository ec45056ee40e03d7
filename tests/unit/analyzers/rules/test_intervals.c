/* Intervals of time against a look at every nanosecond, and scores, percentiles and sums at their
 * boundaries. */
#include "analyzers/rules/judging.h"
#include "base/missing.h"
#include "tests/support/made_tables.h"
#include "tests/support/suite.h"

#include <stdio.h>
#include <string.h>

/* ==== Intervals ============================================================================= */

enum { LENGTH = 40, ROUNDS = 300 };

static unsigned seed;

static unsigned random_below(unsigned n) {
    seed = seed * 1103515245 + 12345;
    return (seed >> 16) % n;
}

/* Up to eight, united, and what nanoseconds they take. */
static struct intervals make_intervals(bool taken[LENGTH]) {
    struct intervals all = {0};
    memset(taken, 0, LENGTH * sizeof *taken);
    for (unsigned count = random_below(9); count > 0; count--) {
        int64_t from = random_below(LENGTH), to = from + 1 + random_below(LENGTH / 5);
        if (to > LENGTH) to = LENGTH;
        array_push(&all, (struct interval){from, to});
        for (int64_t ns = from; ns < to; ns++) taken[ns] = true;
    }
    intervals_unite(&all);
    return all;
}

static void check_intervals(const struct intervals *all, const bool taken[LENGTH]) {
    bool said[LENGTH] = {false};
    int64_t sum = 0;
    for (size_t i = 0; i < all->len; i++) {
        ck_assert_int_lt(all->items[i].from_ns, all->items[i].to_ns);
        if (i) ck_assert_int_le(all->items[i - 1].to_ns, all->items[i].from_ns);
        for (int64_t ns = all->items[i].from_ns; ns < all->items[i].to_ns; ns++) said[ns] = true;
    }
    for (int ns = 0; ns < LENGTH; ns++) {
        ck_assert_msg(said[ns] == taken[ns], "round %u, ns %d: %d", seed, ns, said[ns]);
        sum += taken[ns];
    }
    ck_assert_double_eq(intervals_ns(all), (double)sum);
}

START_TEST(united_intervals_take_what_each_of_them_takes) {
    bool taken[LENGTH];
    seed = (unsigned)_i + 1;
    struct intervals all = make_intervals(taken);
    check_intervals(&all, taken);
    for (size_t i = 1; i < all.len; i++) /* those that touch are one */
        ck_assert_int_lt(all.items[i - 1].to_ns, all.items[i].from_ns);
    array_free(&all);
}
END_TEST

/* Of all windows of that length, wherever they begin. */
START_TEST(the_worst_window_is_the_worst_of_all) {
    bool taken[LENGTH];
    seed = (unsigned)_i + 1;
    struct intervals all = make_intervals(taken);
    int64_t window = 1 + random_below(LENGTH), from = -1, to = -1;
    int most = 0, inside = 0;
    for (int64_t begin = -window; begin < LENGTH; begin++) {
        int sum = 0;
        for (int64_t ns = begin; ns < begin + window; ns++)
            sum += ns >= 0 && ns < LENGTH && taken[ns];
        if (sum > most) most = sum;
    }
    const struct rule_input input = {.recorded_ns = _i % 2 ? LENGTH : 0};
    double worst = intervals_worst(&input, &all, window, &from, &to);
    ck_assert_double_eq(worst, (double)most / (double)window);
    ck_assert_int_eq(most > 0, to - from == window);
    for (int64_t ns = from; ns < to; ns++) inside += ns >= 0 && ns < LENGTH && taken[ns];
    ck_assert_int_eq(inside, most);
    array_free(&all);
}
END_TEST

/* A double since the epoch is not exact to the nanosecond, a length is. */
START_TEST(lengths_are_exact_whenever_it_was) {
    struct interval items[] = {{1700000000000000001, 1700000000000000004},
                               {SERIES_LAST - 1, SERIES_LAST}};
    const struct intervals all = {items, 2, 2};
    ck_assert_double_eq(intervals_ns(&all), 4);
}
END_TEST

START_TEST(a_recording_that_is_shorter_than_the_window_is_one) {
    static const struct {
        int64_t recorded_ns;
        double share;
    } cases[] = {{0, 0.5}, {19, 10. / 19}, {20, 0.5}, {21, 0.5}, {10, 1}, {5, 1}};
    struct interval one = {3, 13};
    struct intervals all = {&one, 1, 1};
    int64_t from, to;
    const struct rule_input input = {.recorded_ns = cases[_i].recorded_ns};
    ck_assert_double_eq(intervals_worst(&input, &all, 20, &from, &to), cases[_i].share);
}
END_TEST

/* ==== Scores ================================================================================ */

START_TEST(a_score_is_25_at_info_and_75_at_warning_and_rises_in_between) {
    static const struct {
        double figure, score;
    } cases[] = {{-1, 0}, {0, 0}, {5, 12.5}, {10, 25}, {20, 75}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        ck_assert_double_eq_tol(score_between(cases[i].figure, 10, 20), cases[i].score, 1e-9);
    for (double v = 0; v < 60; v++)
        ck_assert_double_lt(score_between(v, 10, 20), score_between(v + 1, 10, 20));
    ck_assert_double_le(score_between(1e9, 10, 20), 100);
    ck_assert_double_eq_tol(score_info(10, 10), 25, 1e-9);
    ck_assert_double_le(score_info(1e9, 10), 74);
    ck_assert_double_eq(score_info(-0.1, 10), 0);
    ck_assert_double_eq(score_info(0, 10), 0);
    ck_assert_double_eq_tol(score_sigmoid(3, 1, 3, 1), 100. / 3, 1e-9);
    ck_assert_double_gt(score_sigmoid(4, 1, 3, 1), score_sigmoid(3, 1, 3, 1));
    ck_assert_double_gt(score_sigmoid(5, 1, 3, 0.1), score_sigmoid(5, 0.1, 3, 0.1));
}
END_TEST

/* Of a kind, with its thresholds. */
#define JUDGES(id_, kind, ...)                                                           \
    {                                                                                    \
        .id = (id_), .options = RULE_LIST(option, __VA_ARGS__),                          \
        .values = RULE_LIST(value, {"figure", kind, NULL, 0, false}), .is_figure = true, \
        .outcomes = judged                                                               \
    }
static const struct rule_outcome judged[] = {{"judged", ""}, {"none", ""}, {NULL, NULL}};
static const struct rule judges[] = {
    JUDGES("both", RULE_PERCENT, {"info", RULE_PERCENT, {.real = 10}, 0, NULL},
           {"warning", RULE_PERCENT, {.real = 20}, 0, NULL}),
    JUDGES("one mark", RULE_PERCENT, {"info", RULE_PERCENT, {.real = 20}, 0, NULL},
           {"warning", RULE_PERCENT, {.real = 20}, 0, NULL}),
    JUDGES("nothing is too little", RULE_PERCENT, {"info", RULE_PERCENT, {.real = 0}, 0, NULL},
           {"warning", RULE_PERCENT, {.real = 0}, 0, NULL}),
    JUDGES("info", RULE_PERCENT, {"info", RULE_PERCENT, {.real = 10}, 0, NULL}),
    JUDGES("no info", RULE_PERCENT, {"info", RULE_PERCENT, {.real = 0}, 0, NULL}),
    JUDGES("count", RULE_COUNT, {"info", RULE_COUNT, {.number = 10}, 0, NULL},
           {"warning", RULE_COUNT, {.number = 20}, 0, NULL}),
    JUDGES("ns", RULE_NS, {"info", RULE_NS, {.number = 10}, 0, NULL}),
    JUDGES("estimate", RULE_ESTIMATE, {"info", RULE_ESTIMATE, {.real = 10}, 0, NULL},
           {"warning", RULE_ESTIMATE, {.real = 20}, 0, NULL}),
};

static const struct {
    const char *id;
    double figure, score;
    enum rule_severity severity;
} figures[] = {
    {"both", 0, 0, RULE_OK},
    {"both", 9.5, 23.75, RULE_OK},
    {"both", 10, 25, RULE_INFO},
    {"both", 20, 75, RULE_WARNING},
    {"one mark", 19.5, 0, RULE_OK},
    {"one mark", 20, 75, RULE_WARNING},
    {"one mark", 40, 87.5, RULE_WARNING}, /* it rises */
    {"one mark", 2000, 99.75, RULE_WARNING},
    {"nothing is too little", -1, 0, RULE_OK},
    {"nothing is too little", 0, 75, RULE_WARNING},
    {"nothing is too little", 5, 75, RULE_WARNING},
    {"info", 9, 22.937789, RULE_OK},
    {"info", 20, 41.554054, RULE_INFO}, /* 74 - 49 * 49 / 74 */
    {"info", 10, 25, RULE_INFO},
    {"info", 1e9, 74, RULE_INFO},
    {"no info", 1e9, 0, RULE_OK},
    {"count", 10, 25, RULE_INFO},
    {"count", 20, 75, RULE_WARNING},
    {"ns", 10, 25, RULE_INFO},
    {"estimate", 9.5, 23.75, RULE_OK},
    {"estimate", 20, 75, RULE_WARNING},
    {"both", MISSING_REAL, MISSING_REAL, RULE_NA},
    {"count", MISSING_REAL, MISSING_REAL, RULE_NA},
};

START_TEST(a_figure_is_judged_by_its_thresholds) {
    const struct rule *rule = judges;
    while (strcmp(rule->id, figures[_i].id) != 0) rule++;
    struct rule_setting settings[RULE_OPTIONS];
    rule_defaults(rule, settings);
    const struct rule_input input = {.settings = settings};
    struct finding finding = finding_of(rule);
    judge_figure(&input, &finding, figures[_i].figure);
    ck_assert_int_eq(finding.severity, figures[_i].severity);
    if (is_missing(figures[_i].figure)) {
        ck_assert_str_eq(finding.outcome->name, "not-known");
        ck_assert(is_missing(finding_figure(&finding)));
    } else {
        ck_assert_double_eq_tol(finding.score, figures[_i].score, 1e-5);
        ck_assert_double_eq(finding_figure(&finding), figures[_i].figure);
        ck_assert_ptr_eq(finding.outcome, &judged[0]);
    }
    finding_free(&finding);
}
END_TEST

/* ==== Durations and sums ==================================================================== */

START_TEST(a_percentile_is_one_of_the_numbers) {
    static const struct {
        size_t len;
        double percent;
        int64_t number;
    } cases[] = {{0, 50, 0},  {1, 0, 10},  {1, 50, 10}, {1, 100, 10}, {2, 50, 10},
                 {2, 51, 20}, {4, 0, 10},  {4, 25, 10}, {4, 26, 20},  {4, 75, 30},
                 {4, 76, 40}, {4, 99, 40}, {4, 100, 40}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int64_t numbers[] = {40, 20, 10, 30}; /* in whatever order the first are */
        if (cases[i].len < 4) numbers[0] = 10;
        ck_assert_int_eq(judge_percentile(numbers, cases[i].len, cases[i].percent),
                         cases[i].number);
    }
}
END_TEST

/* Durations of pauses, one a second from 1 on. */
static struct series make_pauses(struct tables *tables, const int64_t *durations, size_t count) {
    int64_t cells[4 * 8] = {0};
    for (size_t i = 0; i < count; i++) {
        cells[4 * i] = (int64_t)i + 1;
        cells[4 * i + 1] = durations[i];
    }
    made_tables(tables, &series_wishes);
    made_rows(tables, "jdk.GCPhasePause", "nn--", count, cells);
    const struct rule_input input = {.tables = tables};
    return series_of(&input, SERIES_PAUSE);
}

static const struct {
    int64_t durations[4];
    size_t count, longest, intervals;
    const char *said;
} pauses[] = {
    {{0}, 0, SIZE_MAX, 0, ""},           {{5}, 1, 0, 1, "5 "},
    {{5, 7}, 2, 1, 2, "5 7 "},           {{7, 5}, 2, 0, 2, "7 5 "},
    {{7, 7}, 2, 0, 2, "7 7 "},           {{0, 0, 0}, 3, 0, 0, "0 0 0 "},
    {{3, 0, 9, 1}, 4, 2, 3, "3 0 9 1 "}, {{-3, JFR_NULL_INT, 1}, 3, 2, 1, "0 0 1 "},
};

START_TEST(
    durations_are_nought_or_more_the_longest_is_found_and_what_takes_no_time_is_no_interval) {
    struct tables tables;
    char said[60] = "";
    struct series series = make_pauses(&tables, pauses[_i].durations, pauses[_i].count);
    int64_t *durations = judge_durations(&series);
    for (size_t i = 0; i < pauses[_i].count; i++)
        snprintf(said + strlen(said), sizeof said - strlen(said), "%lld ", (long long)durations[i]);
    ck_assert_str_eq(said, pauses[_i].said);
    ck_assert_uint_eq(judge_longest(&series), pauses[_i].longest);
    struct intervals all = {0};
    intervals_add(&all, &series);
    ck_assert_uint_eq(all.len, pauses[_i].intervals);
    for (size_t i = 0; i < all.len; i++)
        ck_assert_int_eq(all.items[i].to_ns - all.items[i].from_ns,
                         pauses[_i].durations[all.items[i].from_ns - 1]);
    array_free(&all);
    free(durations);
    made_tables_free(&tables);
}
END_TEST

START_TEST(sums_are_by_key_the_largest_first_and_equal_ones_by_their_key) {
    struct tallies all = {0};
    tallies_sort(&all);
    ck_assert_uint_eq(all.len, 0);
    tallies_add(&all, 9, 4);
    tallies_add(&all, 2, 1);
    tallies_add(&all, 7, 5);
    tallies_add_many(&all, 2, 3, 3);
    tallies_add(&all, 9, 0);
    tallies_sort(&all);
    const struct tally expected[] = {{7, 1, 5}, {2, 4, 4}, {9, 2, 4}};
    ck_assert_uint_eq(all.len, 3);
    for (size_t i = 0; i < 3; i++) {
        ck_assert_uint_eq(all.items[i].key, expected[i].key);
        ck_assert_uint_eq(all.items[i].count, expected[i].count);
        ck_assert_double_eq(all.items[i].sum, expected[i].sum);
    }
    tallies_free(&all);
}
END_TEST

START_TEST(no_recording_is_shorter_than_a_nanosecond) {
    static const int64_t recorded[] = {-1, 0, 1, 1000000000};
    static const double seconds[] = {1e-9, 1e-9, 1e-9, 1};
    const struct rule_input input = {.recorded_ns = recorded[_i]};
    ck_assert_double_eq(judge_seconds(&input), seconds[_i]);
}
END_TEST

/* ==== What the JVM was told ================================================================= */

START_TEST(a_flag_is_what_was_said_last_and_a_property_what_was_said_first) {
    struct tables tables;
    made_tables(&tables, &series_wishes);
    int64_t a = made_text(&tables, "A"), b = made_text(&tables, "B"), x = made_text(&tables, "x"),
            y = made_text(&tables, "y"), none = JFR_NULL_ID;
    const int64_t flags[] = {1, a, 1, 2, a, 0, 3, b, 1, 4, none, 1};
    const int64_t properties[] = {1, a, x, 2, a, y, 3, none, y, 4, b, none};
    made_rows(&tables, "jdk.BooleanFlag", "ntn", 4, flags);
    made_rows(&tables, "jdk.InitialSystemProperty", "ntt", 4, properties);
    const struct rule_input input = {.tables = &tables};
    ck_assert_int_eq(judge_flag(&input, "A"), 0);
    ck_assert_int_eq(judge_flag(&input, "B"), 1);
    ck_assert_int_eq(judge_flag(&input, "C"), -1);
    ck_assert_str_eq(judge_property(&input, "A"), "x");
    ck_assert_ptr_null(judge_property(&input, "B"));
    ck_assert_ptr_null(judge_property(&input, "C"));
    made_tables_free(&tables);
}
END_TEST

START_TEST(it_is_warm_once_more_than_nine_tenths_of_the_classes_are_loaded) {
    static const struct {
        int64_t loaded[4], since;
        size_t rows;
    } cases[] = {{{0}, INT64_MIN, 0},      {{0, 0, 0}, INT64_MIN, 3}, {{100}, 1, 1},
                 {{90, 91, 100}, 2, 3},    {{100, 10, 10}, 1, 3},     {{10, 100, 100}, 2, 3},
                 {{89, 90, 90, 100}, 4, 4}};
    struct tables tables;
    int64_t cells[2 * 4] = {0};
    for (size_t i = 0; i < cases[_i].rows; i++) {
        cells[2 * i] = (int64_t)i + 1;
        cells[2 * i + 1] = cases[_i].loaded[i];
    }
    made_tables(&tables, &series_wishes);
    made_rows(&tables, "jdk.ClassLoadingStatistics", "nn", cases[_i].rows, cells);
    const struct rule_input input = {.tables = &tables};
    ck_assert_int_eq(judge_warm_since(&input), cases[_i].since);
    made_tables_free(&tables);
}
END_TEST

/* Sizes at seconds 1, 2, 3...; which of them count. */
START_TEST(growth_is_over_the_rows_that_count_from_the_first_of_them_on) {
    const int64_t S = 1000000000;
    struct tables tables;
    made_tables(&tables, &series_wishes);
    int64_t after = made_text(&tables, "After GC"), before = made_text(&tables, "Before GC"),
            none = JFR_NULL_ID, null = JFR_NULL_INT;
    const int64_t cells[] = {
        1 * S, after,  9,   0, /* before it is warm */
        2 * S, after,  100, 0, /* first: at that time */
        3 * S, before, 999, 0, 4 * S, none, 888, 0, 5 * S, after, null, 0, 6 * S, after, 140, 0,
    };
    made_rows(&tables, "jdk.GCHeapSummary", "ntn-", 6, cells);
    const struct rule_input input = {.tables = &tables};
    struct series series = series_of(&input, SERIES_HEAP);
    struct growth growth = judge_growth(&series, HEAP_USED, HEAP_WHEN, 2 * S);
    ck_assert_uint_eq(growth.points, 2);
    ck_assert_double_eq(growth.first, 100);
    ck_assert_double_eq(growth.last, 140);
    ck_assert_int_eq(growth.from_ns, 2 * S);
    ck_assert_int_eq(growth.to_ns, 6 * S);
    ck_assert_double_eq_tol(growth.per_second, 10, 1e-9);
    ck_assert_double_eq_tol(growth.correlation, 1, 1e-9);
    growth = judge_growth(&series, HEAP_USED, HEAP_WHEN, 6 * S);
    ck_assert_uint_eq(growth.points, 1); /* one says nothing of growth */
    ck_assert_double_eq(growth.per_second, 0);
    growth = judge_growth(&series, HEAP_USED, HEAP_WHEN, 7 * S);
    ck_assert_uint_eq(growth.points, 0);
    growth = judge_growth(&series, HEAP_USED, SIZE_MAX, 0);
    ck_assert_uint_eq(growth.points, 5); /* whenever it was */
    made_tables_free(&tables);
}
END_TEST

static const struct rule lists_names = {
    .values = RULE_LIST(value, {"names", RULE_TEXT, NULL, 0, false}), .outcomes = judged};

START_TEST(names_are_listed_with_commas_in_between) {
    static const char *const lists[] = {"", "a", "a, bc"};
    struct text list = {0};
    struct finding finding = finding_of(&lists_names);
    if (_i > 0) judge_list_add(&list, "ax", 1);
    if (_i > 1) judge_list_add(&list, "bc", 2);
    judge_list(&finding, &list, 0, RULE_INFO);
    ck_assert_int_eq(finding.severity, _i ? RULE_INFO : RULE_OK);
    ck_assert_ptr_eq(finding.outcome, &judged[_i ? 0 : 1]);
    ck_assert_int_eq(finding.values[0].given, _i > 0);
    if (_i) ck_assert_str_eq(finding.values[0].text, lists[_i]);
    finding_free(&finding);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("intervals");
    TCase *tcase = tcase_create("intervals");
    tcase_add_loop_test(tcase, united_intervals_take_what_each_of_them_takes, 0, ROUNDS);
    tcase_add_loop_test(tcase, the_worst_window_is_the_worst_of_all, 0, ROUNDS);
    tcase_add_test(tcase, lengths_are_exact_whenever_it_was);
    tcase_add_loop_test(tcase, a_recording_that_is_shorter_than_the_window_is_one, 0, 6);
    tcase_add_test(tcase, a_score_is_25_at_info_and_75_at_warning_and_rises_in_between);
    tcase_add_loop_test(tcase, a_figure_is_judged_by_its_thresholds, 0,
                        sizeof figures / sizeof *figures);
    tcase_add_test(tcase, a_percentile_is_one_of_the_numbers);
    tcase_add_loop_test(
        tcase,
        durations_are_nought_or_more_the_longest_is_found_and_what_takes_no_time_is_no_interval, 0,
        sizeof pauses / sizeof *pauses);
    tcase_add_test(tcase, sums_are_by_key_the_largest_first_and_equal_ones_by_their_key);
    tcase_add_loop_test(tcase, no_recording_is_shorter_than_a_nanosecond, 0, 4);
    tcase_add_test(tcase, a_flag_is_what_was_said_last_and_a_property_what_was_said_first);
    tcase_add_loop_test(tcase, it_is_warm_once_more_than_nine_tenths_of_the_classes_are_loaded, 0,
                        7);
    tcase_add_test(tcase, growth_is_over_the_rows_that_count_from_the_first_of_them_on);
    tcase_add_loop_test(tcase, names_are_listed_with_commas_in_between, 0, 3);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
