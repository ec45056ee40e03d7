/* Contrast: which cells of time there are, what an event adds to each, when cells of two sides
 * differ by more than chance (against all ways to deal out their ranks), and what is not compared.
 */
#include "analyzers/rules/contrast_parts.h"
#include "base/missing.h"
#include "base/units.h"
#include "tests/support/made_tables.h"
#include "tests/support/suite.h"

#include <check.h>
#include <math.h>

#define SECOND NS_PER_S
#define START (INT64_C(1000) * SECOND)

static const struct rule_input whole = {.start_ns = 0};

static int64_t at(double seconds) {
    return START + (int64_t)(seconds * 1e9);
}

/* A window of one input and the rest of it, as contrast_make has them. */
static struct contrast_cells cells_of(double end, double from, double to) {
    struct contrast_sides sides = {{0}};
    struct contrast_cells cells;
    array_push(&sides.items, (struct contrast_part){&whole, 0, START, at(from)});
    array_push(&sides.items, (struct contrast_part){&whole, 1, at(from), at(to)});
    array_push(&sides.items, (struct contrast_part){&whole, 0, at(to), at(end)});
    ck_assert(contrast_cells_make(&sides, &cells));
    array_free(&sides.items);
    return cells;
}

START_TEST(cells_of_both_sides_are_of_one_length) {
    struct contrast_cells cells = cells_of(100, 40, 60);
    ck_assert_int_eq(cells.length_ns, SECOND);
    ck_assert_uint_eq(cells.stretches.items[0].count, 40);
    ck_assert_uint_eq(cells.stretches.items[1].count, 20);
    ck_assert_uint_eq(cells.stretches.items[2].count, 40);
    ck_assert_uint_eq(cells.stretches.items[2].first, 60);
    ck_assert_uint_eq(cells.len, 100);
    contrast_cells_free(&cells);
}
END_TEST

START_TEST(a_short_side_has_some_cells_too) {
    struct contrast_cells cells = cells_of(100, 40, 41.6);
    ck_assert_uint_eq(cells.stretches.items[1].count, 8);
    ck_assert_int_eq(cells.length_ns, SECOND / 5);
    contrast_cells_free(&cells);
}
END_TEST

START_TEST(a_side_without_time_has_no_cells) {
    struct contrast_sides sides = {{0}};
    struct contrast_cells cells;
    array_push(&sides.items, (struct contrast_part){&whole, 0, START, at(9)});
    array_push(&sides.items, (struct contrast_part){&whole, 1, at(9), at(9)});
    ck_assert(!contrast_cells_make(&sides, &cells));
    contrast_cells_free(&cells);
    sides.items.items[1].to_ns++;
    ck_assert(contrast_cells_make(&sides, &cells));
    contrast_cells_free(&cells);
    array_free(&sides.items);
}
END_TEST

/* Lengths that do not go into each other. */
static const double windows[][3] = {{100, 40, 60}, {61.7, 7.3, 19.9}, {5, 0, 1.1}, {33, 30.7, 33}};

START_TEST(each_moment_is_in_one_cell) {
    struct contrast_cells cells = cells_of(windows[_i][0], windows[_i][1], windows[_i][2]);
    struct contrast_spread spread = contrast_spread_of(&cells, &whole);
    int64_t before = START;
    size_t next = 0;
    for (size_t i = 0; i < cells.stretches.len; i++) {
        const struct contrast_stretch *stretch = &cells.stretches.items[i];
        for (size_t k = 0; k < stretch->count; k++, next++) {
            int64_t begin = contrast_cell_begin(&cells, stretch, k);
            int64_t end = contrast_cell_begin(&cells, stretch, k + 1);
            ck_assert_int_eq(begin, before);
            ck_assert_int_lt(begin, end);
            ck_assert_int_le(end - begin, cells.length_ns + cells.length_ns / 2);
            ck_assert_uint_eq(contrast_cell_at(&spread, begin), next);
            ck_assert_uint_eq(contrast_cell_at(&spread, end - 1), next);
            before = end;
        }
    }
    ck_assert_int_eq(before, at(windows[_i][0]));
    ck_assert_uint_eq(contrast_cell_at(&spread, before), SIZE_MAX);
    ck_assert_uint_eq(contrast_cell_at(&spread, START - 1), SIZE_MAX);
    contrast_cells_free(&cells);
}
END_TEST

START_TEST(an_event_adds_to_each_cell_what_it_has_of_it) {
    struct contrast_cells cells = cells_of(100, 40, 60);
    struct contrast_spread spread = contrast_spread_of(&cells, &whole);
    contrast_spread_over(&spread, at(39.5), at(41.5), 8, cells.sum);
    ck_assert_double_eq_tol(spread.side[0], 2, 1e-9);
    ck_assert_double_eq_tol(spread.side[1], 6, 1e-9);
    ck_assert_double_eq_tol(cells.sum[39], 2, 1e-9);
    ck_assert_double_eq_tol(cells.sum[40], 4, 1e-9);
    ck_assert_double_eq_tol(cells.sum[41], 2, 1e-9);
    /* One that takes no time is in one cell; one that goes on, or began before, counts in part. */
    contrast_spread_over(&spread, at(60), at(60), 5, cells.sum);
    ck_assert_double_eq_tol(cells.sum[60], 5, 1e-9);
    ck_assert_double_eq_tol(spread.side[0], 5, 1e-9);
    contrast_spread_over(&spread, at(99), at(109), 10, cells.sum);
    ck_assert_double_eq_tol(cells.sum[99], 1, 1e-9);
    contrast_spread_over(&spread, at(-1), at(1), 10, cells.sum);
    ck_assert_double_eq_tol(cells.sum[0], 5, 1e-9);
    contrast_spread_over(&spread, at(100), at(100), 10, cells.sum);
    ck_assert_double_eq(spread.side[0] + spread.side[1], 0);
    contrast_spread_over(&spread, at(-2), at(-1), 10, cells.sum);
    ck_assert_double_eq(spread.side[0] + spread.side[1], 0);
    contrast_cells_free(&cells);
}
END_TEST

START_TEST(what_lies_in_a_gap_is_in_no_cell) {
    struct contrast_sides sides = {{0}};
    struct contrast_cells cells;
    array_push(&sides.items, (struct contrast_part){&whole, 0, START, at(10)});
    array_push(&sides.items, (struct contrast_part){&whole, 0, at(30), at(40)});
    array_push(&sides.items, (struct contrast_part){NULL, 1, START, at(10)});
    ck_assert(contrast_cells_make(&sides, &cells));
    struct contrast_spread spread = contrast_spread_of(&cells, &whole);
    contrast_spread_over(&spread, at(8), at(32), 24, cells.sum);
    ck_assert_double_eq_tol(spread.side[0], 4, 1e-9);
    ck_assert_double_eq_tol(cells.sum[8] + cells.sum[9], 2, 1e-9);
    ck_assert_double_eq_tol(cells.sum[10] + cells.sum[11], 2, 1e-9);
    ck_assert_uint_eq(contrast_cell_at(&spread, at(20)), SIZE_MAX);
    contrast_cells_free(&cells);
    array_free(&sides.items);
}
END_TEST

/* ==== The test ============================================================================== */

/* So many cells before, in and after the window, of a second each. */
static struct contrast_row row_of(const double *values, size_t before, size_t window,
                                  size_t after) {
    const size_t counts[] = {before, window, after};
    struct contrast_cells cells = {.length_ns = SECOND};
    struct contrast_row row = {.p = -1};
    double totals[2] = {0};
    for (size_t i = 0; i < 3; i++) {
        int64_t from = START + (int64_t)cells.len * SECOND, ns = (int64_t)counts[i] * SECOND;
        if (!counts[i]) continue;
        array_push(&cells.stretches, (struct contrast_stretch){
                                         {&whole, i == 1, from, from + ns}, cells.len, counts[i]});
        cells.len += counts[i];
    }
    cells.sum = mem_zero(cells.len, sizeof *cells.sum);
    cells.weight = mem_zero(cells.len, sizeof *cells.weight);
    contrast_cells_clear(&cells, true);
    for (size_t i = 0; i < cells.len; i++) {
        cells.sum[i] = values[i];
        totals[i >= before && i < before + window] += values[i];
    }
    row.value[0] = totals[0] / (double)(before + after);
    row.value[1] = totals[1] / (double)window;
    contrast_test(&cells, &row);
    contrast_cells_free(&cells);
    return row;
}

/* How many values of the window each value of the rest is above, ties as a half, over all ways to
 * deal out which of the cells are the window's. */
static double p_by_all_ways(const double *values, size_t len, unsigned window_mask) {
    double observed = 0, ways = 0, extreme = 0;
    size_t window = (size_t)__builtin_popcount(window_mask);
    double mean = (double)(window * (len - window)) / 2;
    for (int first = 1; first >= 0; first--)
        for (unsigned mask = 0; mask < 1u << len; mask++) {
            if (first ? mask != window_mask : (size_t)__builtin_popcount(mask) != window) continue;
            double above = 0;
            for (size_t i = 0; i < len; i++)
                for (size_t k = 0; k < len; k++)
                    if (mask >> i & 1 && !(mask >> k & 1))
                        above += values[i] > values[k] ? 1 : values[i] < values[k] ? 0 : 0.5;
            double off = fabs(above - mean);
            if (first) observed = off;
            else ways++, extreme += off >= observed - 1e-9;
        }
    return extreme / ways;
}

static const double dealt[][12] = {/* three before, six in the window, three after */
                                   {1, 3, 2, 14, 11, 15, 12, 16, 13, 2.5, 0.5, 3.5},
                                   {4, 1, 6, 5, 2, 7, 3, 8, 1.5, 2.5, 6.5, 0.5},
                                   {1, 2, 1, 2, 3, 2, 3, 2, 3, 2, 1, 2},
                                   {9, 3, 7, 1, 5, 2, 6, 1, 4, 8, 2, 9}};

START_TEST(p_is_how_many_ways_to_deal_out_the_cells_are_as_far_off) {
    const double *values = dealt[_i];
    const struct contrast_row row = row_of(values, 3, 6, 3);
    ck_assert(row.tested);
    ck_assert_uint_eq(row.cells[0], 6);
    ck_assert_uint_eq(row.cells[1], 6);
    ck_assert_int_eq(row.cell_ns, SECOND);
    ck_assert_double_eq_tol(row.p, p_by_all_ways(values, 12, 0x1f8), 1e-9);
}
END_TEST

START_TEST(cells_that_go_on_as_the_one_before_are_joined) {
    double values[96]; /* each level goes on for eight cells */
    static const double levels[] = {3, 9, 4, 8, 2, 7, 1, 9, 3, 6, 2, 8};
    for (size_t i = 0; i < 96; i++) values[i] = levels[i / 8];
    const struct contrast_row row = row_of(values, 32, 32, 32);
    ck_assert(row.tested);
    ck_assert_int_ge(row.cell_ns, 4 * SECOND);
    ck_assert_int_eq((int64_t)row.cells[0] * row.cell_ns, 64 * SECOND);
    ck_assert_int_eq((int64_t)row.cells[1] * row.cell_ns, 32 * SECOND);
}
END_TEST

START_TEST(what_goes_up_all_the_time_is_no_difference_of_a_window) {
    double values[24]; /* the last half is above the first, as are those of any two halves */
    for (size_t i = 0; i < 24; i++) values[i] = (double)i;
    const struct contrast_row row = row_of(values, 12, 12, 0);
    ck_assert_double_gt(row.p, CONTRAST_ALPHA);
    ck_assert_int_gt(row.cell_ns, SECOND);
}
END_TEST

START_TEST(a_mean_that_a_few_cells_make_is_no_difference) {
    /* The mean of the window is higher, nearly all of its cells are lower. */
    static const double values[] = {5, 6, 5, 6, 5, 6, 1, 2, 1, 2, 900, 1, 2, 1, 5, 6, 5, 6, 5, 6};
    const struct contrast_row row = row_of(values, 6, 8, 6);
    ck_assert(row.tested);
    ck_assert_double_eq(row.p, 1);
}
END_TEST

START_TEST(nothing_at_all_is_not_tested) {
    static const double values[20] = {0};
    ck_assert(!row_of(values, 6, 8, 6).tested);
}
END_TEST

/* ==== Recordings ============================================================================ */

enum { RUNS = 3, SECONDS = 20 };

/* Waits for a monitor, of so many ms each second, in a recording that begins with START. */
static void tell_waits(struct tables *tables, int64_t ms, int64_t drift) {
    int64_t cells[5 * SECONDS];
    made_tables(tables, &series_wishes_in_window);
    for (int64_t i = 0; i < SECONDS; i++) {
        cells[5 * i] = START + i * SECOND;
        cells[5 * i + 1] = (ms + i * 7 % 5 + drift) * 1000000; /* not all alike */
        cells[5 * i + 2] = cells[5 * i + 3] = 0;
        cells[5 * i + 4] = made_text(tables, "app.Lock");
    }
    made_rows(tables, "jdk.JavaMonitorEnter", "nn--t", SECONDS, cells);
}

struct side_told {
    int64_t ms, drift;
    bool recorded, enabled;
    const char *threshold;
};

static void tell_setting(struct facts *facts, const char *name, const char *value) {
    array_push(&facts->settings,
               (struct fact_setting){
                   .event = strings_intern(&facts->strings, "jdk.JavaMonitorEnter", 20),
                   .name = strings_intern(&facts->strings, name, strlen(name)),
                   .value = strings_intern(&facts->strings, value, strlen(value)),
               });
}

struct told_row {
    bool there;
    struct contrast_row row;
    char most[20];
};

static struct told_row waits_of(struct contrast *contrast) {
    struct told_row found = {.there = false};
    for (size_t i = 0; i < contrast->rows.len; i++)
        if (strcmp(contrast->rows.items[i].measure->id, "monitors") == 0) {
            found = (struct told_row){true, contrast->rows.items[i], ""};
            if (found.row.most) snprintf(found.most, sizeof found.most, "%s", found.row.most);
        }
    contrast_free(contrast);
    return found;
}

/* What becomes of the waits of some recordings a side. */
static struct told_row compare(const struct side_told *told, size_t runs) {
    struct tables tables[2 * RUNS];
    struct facts facts[2 * RUNS] = {{.lost_bytes = 0}};
    struct rule_input inputs[2 * RUNS];
    struct contrast_sides sides = {{0}};
    struct contrast contrast;
    for (size_t i = 0; i < 2 * runs; i++) {
        const struct side_told *side = &told[i];
        if (side->recorded) tell_waits(&tables[i], side->ms, side->drift);
        else made_tables(&tables[i], &series_wishes_in_window);
        if (side->enabled) tell_setting(&facts[i], "enabled", "true");
        if (side->threshold) tell_setting(&facts[i], "threshold", side->threshold);
        inputs[i] = (struct rule_input){.tables = &tables[i], .facts = &facts[i]};
        array_push(&sides.items,
                   (struct contrast_part){&inputs[i], i >= runs, START, START + SECONDS * SECOND});
    }
    contrast_of(&sides, &contrast);
    struct told_row found = waits_of(&contrast);
    array_free(&sides.items);
    for (size_t i = 0; i < 2 * runs; i++) {
        made_tables_free(&tables[i]);
        facts_free(&facts[i]);
    }
    return found;
}

START_TEST(more_waits_in_one_of_two_recordings_are_more_than_chance) {
    const struct side_told sides[] = {{.ms = 100, .recorded = true}, {.ms = 300, .recorded = true}};
    struct told_row found = compare(sides, 1);
    ck_assert(found.there && found.row.significant);
    ck_assert_double_eq_tol(found.row.value[0], 0.102, 1e-9);
    ck_assert_double_eq_tol(found.row.value[1], 0.302, 1e-9);
    ck_assert_str_eq(found.most, "app.Lock");
}
END_TEST

START_TEST(no_waits_where_they_are_switched_on_are_none) {
    const struct side_told sides[] = {{.enabled = true}, {.ms = 300, .recorded = true}};
    struct told_row found = compare(sides, 1);
    ck_assert(found.row.significant);
    ck_assert_double_eq(found.row.value[0], 0);
}
END_TEST

START_TEST(no_waits_where_nothing_records_them_are_not_known) {
    const struct side_told sides[] = {{.ms = 0}, {.ms = 300, .recorded = true}};
    struct told_row found = compare(sides, 1);
    ck_assert(found.there && !found.row.tested);
    ck_assert(is_missing(found.row.value[0]));
}
END_TEST

START_TEST(waits_from_another_threshold_on_are_not_compared) {
    const struct side_told sides[] = {{.ms = 100, .recorded = true, .threshold = "20 ms"},
                                      {.ms = 300, .recorded = true, .threshold = "10 ms"}};
    struct told_row found = compare(sides, 1);
    ck_assert(!found.row.tested && !found.row.significant);
    ck_assert_str_eq(found.row.other_setting, "threshold");
}
END_TEST

START_TEST(three_recordings_a_side_have_to_agree) {
    struct side_told sides[2 * RUNS];
    for (size_t i = 0; i < 2 * RUNS; i++)
        sides[i] = (struct side_told){
            .ms = i < RUNS ? 100 : 150, .recorded = true, .drift = 10 * (int64_t)(i % RUNS)};
    ck_assert(compare(sides, RUNS).row.significant);
    sides[0].drift = 55; /* one of the base is above the least of the new side */
    ck_assert(!compare(sides, RUNS).row.significant);
}
END_TEST

/* The window is the second of the parts that the input has, and no input begins with it. */
START_TEST(more_waits_in_a_window_are_compared_with_the_rest_of_the_recording) {
    struct tables tables;
    struct contrast contrast;
    int64_t cells[5 * SECONDS];
    made_tables(&tables, &series_wishes_in_window);
    for (int64_t i = 0; i < SECONDS; i++) {
        bool in_window = i >= 5 && i < 13;
        cells[5 * i] = START + i * SECOND;
        cells[5 * i + 1] = ((in_window ? 300 : 100) + i * 7 % 5) * 1000000; /* not all alike */
        cells[5 * i + 2] = cells[5 * i + 3] = 0;
        cells[5 * i + 4] = made_text(&tables, in_window ? "app.Lock" : "app.Other");
    }
    made_rows(&tables, "jdk.JavaMonitorEnter", "nn--t", SECONDS, cells);
    struct rule_input input = {
        .tables = &tables, .has_window = true, .window_from_ns = at(5), .window_to_ns = at(13)};
    contrast_make(&input, START, at(SECONDS), &contrast);
    struct told_row found = waits_of(&contrast);
    made_tables_free(&tables);
    ck_assert(found.there && found.row.tested && found.row.significant);
    ck_assert_double_eq_tol(found.row.value[0], 0.102, 1e-3);
    ck_assert_double_eq_tol(found.row.value[1], 0.302, 1e-3);
    ck_assert_str_eq(found.row.most ? found.most : "", "app.Lock");
}
END_TEST

/* Waits of three locks each second; in the window they are others. */
static struct told_row waits_of_three(const char *const names[3], const int ms[2][3]) {
    struct tables tables;
    struct contrast contrast;
    int64_t cells[5 * 3 * SECONDS];
    made_tables(&tables, &series_wishes_in_window);
    for (int64_t i = 0; i < 3 * SECONDS; i++) {
        bool in_window = i / 3 >= 5 && i / 3 < 13;
        cells[5 * i] = START + i / 3 * SECOND;
        cells[5 * i + 1] = (ms[in_window][i % 3] + (i % 3 == 2) * (i / 3 * 7 % 5)) * 1000000;
        cells[5 * i + 2] = cells[5 * i + 3] = 0;
        cells[5 * i + 4] = made_text(&tables, names[i % 3]);
    }
    made_rows(&tables, "jdk.JavaMonitorEnter", "nn--t", 3 * SECONDS, cells);
    struct rule_input input = {
        .tables = &tables, .has_window = true, .window_from_ns = at(5), .window_to_ns = at(13)};
    contrast_make(&input, START, at(SECONDS), &contrast);
    struct told_row found = waits_of(&contrast);
    made_tables_free(&tables);
    return found;
}

START_TEST(the_lock_whose_waits_changed_most_is_named_of_equals_the_first_by_name) {
    static const char *const names[3] = {"app.C", "app.B", "app.A"};
    static const struct {
        int ms[2][3];
        const char *most;
    } cases[] = {
        {{{50, 50, 20}, {150, 150, 30}}, "app.B"}, {{{50, 40, 20}, {150, 150, 30}}, "app.B"},
        {{{40, 50, 20}, {150, 150, 30}}, "app.C"}, {{{150, 150, 30}, {50, 50, 20}}, "app.B"},
        {{{150, 150, 30}, {50, 60, 20}}, "app.C"}, {{{50, 250, 20}, {350, 150, 20}}, "app.C"},
        {{{250, 50, 20}, {0, 150, 20}}, "app.C"},  {{{50, 50, 100}, {50, 50, 300}}, "app.A"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct told_row found = waits_of_three(names, cases[i].ms);
        ck_assert_msg(found.there && strcmp(found.row.most ? found.most : "", cases[i].most) == 0,
                      "%zu: %s", i, found.most);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("contrast");
    TCase *tcase = tcase_create("contrast");
    tcase_add_test(tcase, cells_of_both_sides_are_of_one_length);
    tcase_add_test(tcase, a_short_side_has_some_cells_too);
    tcase_add_test(tcase, a_side_without_time_has_no_cells);
    tcase_add_test(tcase, what_lies_in_a_gap_is_in_no_cell);
    tcase_add_test(tcase, more_waits_in_one_of_two_recordings_are_more_than_chance);
    tcase_add_test(tcase, no_waits_where_they_are_switched_on_are_none);
    tcase_add_test(tcase, no_waits_where_nothing_records_them_are_not_known);
    tcase_add_test(tcase, waits_from_another_threshold_on_are_not_compared);
    tcase_add_test(tcase, three_recordings_a_side_have_to_agree);
    tcase_add_test(tcase, more_waits_in_a_window_are_compared_with_the_rest_of_the_recording);
    tcase_add_loop_test(tcase, each_moment_is_in_one_cell, 0,
                        (int)(sizeof windows / sizeof *windows));
    tcase_add_test(tcase, an_event_adds_to_each_cell_what_it_has_of_it);
    tcase_add_loop_test(tcase, p_is_how_many_ways_to_deal_out_the_cells_are_as_far_off, 0,
                        (int)(sizeof dealt / sizeof *dealt));
    tcase_add_test(tcase, cells_that_go_on_as_the_one_before_are_joined);
    tcase_add_test(tcase, what_goes_up_all_the_time_is_no_difference_of_a_window);
    tcase_add_test(tcase, a_mean_that_a_few_cells_make_is_no_difference);
    tcase_add_test(tcase, nothing_at_all_is_not_tested);
    tcase_add_test(tcase, the_lock_whose_waits_changed_most_is_named_of_equals_the_first_by_name);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
