/* What is in the cells of two sides: samples of threads that run or wait, by their time; settings
 * that the sides had different values of. */
#include "analyzers/rules/contrast_parts.h"
#include "base/units.h"
#include "tests/support/stacks.h"
#include "tests/support/suite.h"

#include <check.h>
#include <string.h>

#define START (1000 * NS_PER_S)

static struct profile profile;
static struct facts facts[2];
static struct rule_input inputs[2];
static struct contrast_cells cells;

/* Cells 0 to 9 of the base from START on, 10 to 19 of the other side, ten seconds behind them. */
static void setup(void) {
    struct contrast_sides sides = {.items = {0}};
    profile = (struct profile){.keep = PROFILE_STACKS | PROFILE_SAMPLES};
    for (int i = 0; i < 2; i++) {
        facts[i] = (struct facts){.lost_samples = 0};
        inputs[i] = (struct rule_input){.profile = &profile, .facts = &facts[i]};
    }
    for (int side = 0; side < 2; side++)
        array_push(&sides.items,
                   (struct contrast_part){.input = &inputs[0],
                                          .side = side,
                                          .from_ns = START + side * 20 * NS_PER_S,
                                          .to_ns = START + (side * 20 + 10) * NS_PER_S});
    ck_assert(contrast_cells_make(&sides, &cells));
    array_free(&sides.items);
}

static void teardown(void) {
    contrast_cells_free(&cells);
    profile_free(&profile);
    for (int i = 0; i < 2; i++) {
        array_free(&facts[i].settings);
        strings_free(&facts[i].strings);
    }
}

static void sample(const char *state, int64_t ns, uint64_t count) {
    stacks_sample(&profile, "a.A.x", "main", state, START + ns, count);
}

/* In all cells, and in one. */
static void check_samples(bool running, bool any, double all, size_t cell, double in_cell) {
    const struct contrast_source source = {.how = CONTRAST_BY_SAMPLES, .column = running ? 0 : 1};
    struct contrast_things things = {.names = {.ids = {0}}};
    double sum = 0;
    profile_sort_samples(&profile);
    ck_assert_int_eq(contrast_collect(&source, &cells, &things), any);
    for (size_t i = 0; i < cells.len; i++) sum += cells.sum[i];
    ck_assert_double_eq(sum, all);
    ck_assert_double_eq(cells.sum[cell], in_cell);
    contrast_things_free(&things);
}

START_TEST(a_sample_is_in_the_cell_of_its_time_or_in_the_first_if_that_began_within_its_second) {
    static const struct {
        int64_t ns;
        size_t cell;
        double samples;
    } cases[] = {{0, 0, 3},
                 {NS_PER_S - 1, 0, 3},
                 {NS_PER_S, 1, 3},
                 {-1, 0, 3},
                 {-NS_PER_S + 1, 0, 3},
                 {-NS_PER_S, 0, 0},
                 {10 * NS_PER_S - 1, 9, 3},
                 {10 * NS_PER_S, 9, 0},
                 {19 * NS_PER_S, 10, 0},
                 {19 * NS_PER_S + 1, 10, 3},
                 {30 * NS_PER_S, 19, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        teardown();
        setup();
        sample(NULL, cases[i].ns, 3);
        check_samples(true, true, cases[i].samples, cases[i].cell, cases[i].samples);
    }
}
END_TEST

START_TEST(what_runs_has_no_state_or_is_runnable) {
    static const struct {
        const char *state;
        bool runs;
    } cases[] = {{NULL, true},       {"STATE_DEFAULT", true},   {"STATE_RUNNABLE", true},
                 {"RUNNABLE", true}, {"STATE_SLEEPING", false}, {"STATE_DEFAULTS", false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        teardown();
        setup();
        sample(cases[i].state, 0, 2);
        check_samples(true, cases[i].runs, cases[i].runs ? 2 : 0, 0, cases[i].runs ? 2 : 0);
        check_samples(false, !cases[i].runs, cases[i].runs ? 0 : 2, 0, cases[i].runs ? 0 : 2);
    }
}
END_TEST

START_TEST(samples_without_a_time_are_in_none) {
    stacks_sample(&profile, "a.A.x", "main", NULL, PROFILE_NO_TIME, 2);
    check_samples(true, false, 0, 0, 0);
}
END_TEST

START_TEST(who_has_samples_could_have_recorded_them) {
    const struct contrast_source source = {.how = CONTRAST_BY_SAMPLES};
    ck_assert(!contrast_is_known(&source, &cells, 0));
    sample(NULL, 0, 1);
    ck_assert(contrast_is_known(&source, &cells, 0) && contrast_is_known(&source, &cells, 1));
    cells.stretches.items[1].part.input = &(struct rule_input){.profile = NULL};
    ck_assert(contrast_is_known(&source, &cells, 0) && !contrast_is_known(&source, &cells, 1));
}
END_TEST

static void say(int input, const char *event, const char *name, const char *value) {
    struct strings *s = &facts[input].strings;
    array_push(&facts[input].settings,
               (struct fact_setting){.event = strings_intern(s, event, strlen(event)),
                                     .name = strings_intern(s, name, strlen(name)),
                                     .value = strings_intern(s, value, strlen(value))});
}

/* Of the event's own setting, which tells how many there are, the last that was said. */
START_TEST(a_setting_differs_if_both_sides_say_it_and_not_the_same) {
    const struct contrast_source spans = {.how = CONTRAST_BY_SPAN, .series = SERIES_MONITOR};
    const struct contrast_source counts = {.how = CONTRAST_BY_COUNT, .series = SERIES_MONITOR};
    const char *event = "jdk.JavaMonitorEnter";
    cells.stretches.items[1].part.input = &inputs[1];
    ck_assert_ptr_null(contrast_other_setting(&spans, &cells));
    say(0, event, "threshold", "10 ms");
    say(1, "jdk.ThreadPark", "threshold", "20 ms");
    ck_assert_ptr_null(contrast_other_setting(&spans, &cells));
    say(1, event, "threshold", "20 ms");
    ck_assert_str_eq(contrast_other_setting(&spans, &cells), "threshold");
    ck_assert_ptr_null(contrast_other_setting(&counts, &cells));
    say(1, event, "threshold", "10 ms");
    ck_assert_ptr_null(contrast_other_setting(&spans, &cells));
    say(0, event, "throttle", "100/s"), say(1, event, "throttle", "200/s");
    ck_assert_str_eq(contrast_other_setting(&counts, &cells), "throttle");
    const struct contrast_source sums = {.how = CONTRAST_BY_SUM, .series = SERIES_MONITOR};
    ck_assert_ptr_null(contrast_other_setting(&sums, &cells));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("contrast, collected");
    TCase *c = tcase_create("contrast, collected");
    tcase_add_checked_fixture(c, setup, teardown);
    tcase_add_test(
        c, a_sample_is_in_the_cell_of_its_time_or_in_the_first_if_that_began_within_its_second);
    tcase_add_test(c, what_runs_has_no_state_or_is_runnable);
    tcase_add_test(c, samples_without_a_time_are_in_none);
    tcase_add_test(c, who_has_samples_could_have_recorded_them);
    tcase_add_test(c, a_setting_differs_if_both_sides_say_it_and_not_the_same);
    suite_add_tcase(suite, c);
    return suite_run(suite);
}
