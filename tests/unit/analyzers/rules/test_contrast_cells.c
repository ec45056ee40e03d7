/* Two sides of time, cut into cells: how long cells are, in which a time lies, what is spread over
 * them, and whether recordings agree. Times are in seconds unless they are said to be ns. */
#include "analyzers/rules/contrast_parts.h"
#include "base/units.h"
#include "tests/support/suite.h"

#include <check.h>
#include <math.h>

static const struct rule_input inputs[8];

struct part { /* of an input, from one second to another */
    int input, side;
    int64_t from, to;
};

static bool make_in(const struct part *parts, size_t count, int64_t unit,
                    struct contrast_cells *cells) {
    struct contrast_sides sides = {.items = {0}};
    for (size_t i = 0; i < count; i++)
        array_push(&sides.items, (struct contrast_part){.input = &inputs[parts[i].input],
                                                        .side = parts[i].side,
                                                        .from_ns = parts[i].from * unit,
                                                        .to_ns = parts[i].to * unit});
    bool both = contrast_cells_make(&sides, cells);
    array_free(&sides.items);
    return both;
}

static bool make(const struct part *parts, size_t count, struct contrast_cells *cells) {
    return make_in(parts, count, NS_PER_S, cells);
}

#define PARTS(...)                      \
    (const struct part[]){__VA_ARGS__}, \
        sizeof((const struct part[]){__VA_ARGS__}) / sizeof(struct part)

/* ==== How long cells are ==================================================================== */

START_TEST(a_cell_is_a_second_unless_there_are_too_many_or_too_few) {
    static const struct {
        int64_t rest, window, length_ns; /* s, s */
    } cases[] = {
        {52, 8, NS_PER_S},           {52, 9, NS_PER_S},
        {52, 4, NS_PER_S / 2},       {4, 52, NS_PER_S / 2},
        {300, 300, NS_PER_S},        {600, 300, NS_PER_S * 3 / 2},
        {3000, 3000, 10 * NS_PER_S}, {100000, 1, NS_PER_S * 100001 / 20000 + 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct contrast_cells cells;
        ck_assert(make(PARTS({0, 0, 0, cases[i].rest}, {0, 1, 200000, 200000 + cases[i].window}),
                       &cells));
        ck_assert_msg(cells.length_ns == cases[i].length_ns, "%zu: %lld", i,
                      (long long)cells.length_ns);
        contrast_cells_free(&cells);
    }
}
END_TEST

START_TEST(a_part_has_as_many_whole_cells_as_are_nearest_and_one_at_least) {
    static const struct {
        int64_t ms;
        size_t cells;
    } cases[] = {{1, 1}, {499, 1}, {1000, 1}, {1499, 1}, {1500, 2}, {2499, 2}, {2500, 3}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct contrast_cells cells;
        make_in(PARTS({0, 0, 0, 20000}, {0, 1, 20000, 40000}, {1, 1, 0, cases[i].ms}), NS_PER_MS,
                &cells);
        ck_assert_int_eq(cells.length_ns, NS_PER_S);
        ck_assert_uint_eq(cells.stretches.items[2].count, cases[i].cells);
        ck_assert_uint_eq(cells.stretches.items[2].first, 40);
        ck_assert_uint_eq(cells.len, 40 + cases[i].cells);
        contrast_cells_free(&cells);
    }
}
END_TEST

START_TEST(a_side_without_time_is_none_and_parts_without_time_are_left_out) {
    struct contrast_cells cells;
    ck_assert(!make(PARTS({0, 0, 0, 60}), &cells));
    contrast_cells_free(&cells);
    ck_assert(!make(PARTS({0, 1, 0, 60}), &cells));
    contrast_cells_free(&cells);
    ck_assert(!make(PARTS({0, 0, 0, 60}, {0, 1, 60, 60}, {0, 1, 90, 80}), &cells));
    ck_assert_uint_eq(cells.stretches.len, 1);
    contrast_cells_free(&cells);
    ck_assert(make(PARTS({0, 0, 0, 60}, {0, 1, 60, 60}, {0, 1, 60, 70}), &cells));
    ck_assert_uint_eq(cells.stretches.len, 2);
    contrast_cells_free(&cells);
}
END_TEST

/* ==== Where a time lies ===================================================================== */

/* Cells 0 to 9, 10 to 19, and of the second input 20 to 29; between them nothing is known. */
static void make_three(struct contrast_cells *cells) {
    ck_assert(make(PARTS({0, 0, 100, 110}, {0, 1, 120, 130}, {1, 0, 100, 110}), cells));
    ck_assert_int_eq(cells->length_ns, NS_PER_S);
    ck_assert_uint_eq(cells->len, 30);
}

START_TEST(a_time_lies_in_the_cell_that_begins_with_it_of_the_input_s_own) {
    static const struct {
        int input;
        int64_t ms;
        size_t cell;
    } cases[] = {{0, 99999, SIZE_MAX},  {0, 100000, 0},        {0, 100999, 0},
                 {0, 101000, 1},        {0, 109999, 9},        {0, 110000, SIZE_MAX},
                 {0, 119999, SIZE_MAX}, {0, 120000, 10},       {0, 129999, 19},
                 {0, 130000, SIZE_MAX}, {1, 100000, 20},       {1, 109999, 29},
                 {1, 120000, SIZE_MAX}, {2, 100000, SIZE_MAX}, {1, 99999, SIZE_MAX}};
    struct contrast_cells cells;
    make_three(&cells);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct contrast_spread spread = contrast_spread_of(&cells, &inputs[cases[i].input]);
        size_t cell = contrast_cell_at(&spread, cases[i].ms * NS_PER_MS);
        ck_assert_msg(cell == cases[i].cell, "%zu: %zu", i, cell);
    }
    contrast_cells_free(&cells);
}
END_TEST

START_TEST(the_last_cell_ends_with_its_part) {
    struct contrast_cells cells;
    make_in(PARTS({0, 0, 0, 20000}, {0, 1, 20000, 42400}), NS_PER_MS, &cells);
    const struct contrast_stretch *last = &cells.stretches.items[1];
    ck_assert_uint_eq(last->count, 22);
    ck_assert_int_eq(contrast_cell_begin(&cells, last, 0), 20 * NS_PER_S);
    ck_assert_int_eq(contrast_cell_begin(&cells, last, 21), 41 * NS_PER_S);
    ck_assert_int_eq(contrast_cell_begin(&cells, last, 22), 42400 * NS_PER_MS);
    struct contrast_spread spread = contrast_spread_of(&cells, &inputs[0]);
    ck_assert_uint_eq(contrast_cell_at(&spread, 42399 * NS_PER_MS), 41);
    contrast_cells_clear(&cells, true);
    ck_assert_double_eq(cells.weight[40], 1);
    ck_assert_double_eq_tol(cells.weight[41], 1.4, 1e-9);
    ck_assert_double_eq(cells.weight[19], 1);
    cells.sum[41] = 3;
    contrast_cells_clear(&cells, false);
    ck_assert_double_eq(cells.weight[41], 0);
    ck_assert_double_eq(cells.sum[41], 0);
    contrast_cells_free(&cells);
}
END_TEST

/* ==== What is spread ======================================================================== */

START_TEST(what_takes_time_is_spread_over_the_cells_as_they_have_it) {
    static const struct {
        int64_t from, to; /* ms */
        double sides[2];
        size_t cell;
        double in_cell;
    } cases[] = {
        {100000, 101000, {10, 0}, 0, 10},     {100500, 101500, {10, 0}, 1, 5},
        {109000, 111000, {5, 0}, 9, 5},       {99000, 101000, {5, 0}, 0, 5},
        {105000, 125000, {2.5, 2.5}, 10, .5}, {129500, 130500, {0, 5}, 19, 5},
        {110000, 120000, {0, 0}, 10, 0},      {90000, 100000, {0, 0}, 0, 0},
        {130000, 140000, {0, 0}, 19, 0},      {100000, 100000, {10, 0}, 0, 10}, /* no time */
        {129999, 129999, {0, 10}, 19, 10},    {110000, 110000, {0, 0}, 9, 0},
        {120000, 119000, {0, 10}, 10, 10},    {119999, 119999, {0, 0}, 10, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct contrast_cells cells;
        make_three(&cells);
        struct contrast_spread spread = contrast_spread_of(&cells, &inputs[0]);
        contrast_spread_over(&spread, cases[i].from * NS_PER_MS, cases[i].to * NS_PER_MS, 10,
                             cells.sum);
        double all = 0;
        for (size_t k = 0; k < cells.len; k++) all += cells.sum[k];
        ck_assert_double_eq_tol(spread.side[0], cases[i].sides[0], 1e-9);
        ck_assert_double_eq_tol(spread.side[1], cases[i].sides[1], 1e-9);
        ck_assert_double_eq_tol(all, cases[i].sides[0] + cases[i].sides[1], 1e-9);
        ck_assert_msg(fabs(cells.sum[cases[i].cell] - cases[i].in_cell) < 1e-9, "%zu: %g", i,
                      cells.sum[cases[i].cell]);
        contrast_cells_free(&cells);
    }
}
END_TEST

/* ==== What is tested ======================================================================== */

/* Cells of two sides: ten of which each second is known, and of the base one of which so much is.
 */
START_TEST(a_cell_of_which_little_is_known_does_not_count) {
    static const struct {
        double weight;
        size_t cells;
    } cases[] = {{1, 10}, {0.5, 10}, {0.48, 10}, {0.47, 9}, {0.1, 9}, {0, 9}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct contrast_cells cells;
        struct contrast_row row = {.value = {1, 2}};
        ck_assert(make(PARTS({0, 0, 100, 110}, {0, 1, 120, 130}), &cells));
        contrast_cells_clear(&cells, true);
        cells.weight[4] = cases[i].weight;
        for (size_t k = 0; k < cells.len; k++) cells.sum[k] = k % 2 ? 1 : 1.5 + (k >= 10);
        contrast_test(&cells, &row);
        ck_assert_uint_eq(row.cells[0], cases[i].cells);
        ck_assert_uint_eq(row.cells[1], 10);
        ck_assert_int_eq(row.cell_ns, NS_PER_S);
        contrast_cells_free(&cells);
    }
}
END_TEST

START_TEST(sides_of_three_cells_are_tested_if_anything_is_in_them) {
    static const struct {
        int64_t base, fresh; /* s, as many cells */
        double in_them;
        bool enough;
    } cases[] = {{24, 24, 1, true}, {24, 24, 0, false}, {24, 24, -1, true}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct contrast_cells cells;
        struct contrast_row row = {.value = {0, 1}, .p = 7};
        make(PARTS({0, 0, 0, cases[i].base}, {0, 1, 100, 100 + cases[i].fresh}), &cells);
        contrast_cells_clear(&cells, true);
        for (size_t k = 0; k < cells.len; k++)
            cells.sum[k] = cases[i].in_them * (double)(k % 2) * (k < 24 ? 1 : 2);
        contrast_test(&cells, &row);
        ck_assert_msg((row.cells[0] == 24) == cases[i].enough, "%zu", i);
        if (!cases[i].enough) ck_assert_double_eq(row.p, 1);
        contrast_cells_free(&cells);
    }
}
END_TEST

/* Neighbours that say the same are joined, until those that are left do not. */
START_TEST(cells_that_are_alike_are_joined) {
    static const struct {
        size_t run; /* cells in which it is the same */
        int64_t joined;
    } cases[] = {{1, 1}, {2, 1}, {4, 2}, {8, 4}}; /* of two, half are as the next */
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct contrast_cells cells;
        struct contrast_row row = {.value = {1, 2}};
        make(PARTS({0, 0, 0, 256}, {0, 1, 300, 556}), &cells);
        contrast_cells_clear(&cells, true);
        for (size_t k = 0; k < cells.len; k++) cells.sum[k] = (double)(k / cases[i].run % 2);
        contrast_test(&cells, &row);
        ck_assert_msg(row.cell_ns == cases[i].joined * NS_PER_S, "%zu: %lld", i,
                      (long long)row.cell_ns);
        ck_assert_uint_eq(row.cells[1], 256 / (size_t)cases[i].joined);
        contrast_cells_free(&cells);
    }
}
END_TEST

/* ==== Whether recordings agree ============================================================== */

/* Each recording is an input of two stretches, whose mean is the second one's in full: what is in
 * one of the cells counts, wherever it is. */
static bool agree(const double *base, size_t bases, const double *fresh, size_t news) {
    struct part parts[16];
    struct contrast_cells cells;
    size_t count = 0;
    for (size_t i = 0; i < bases + news; i++)
        for (int64_t k = 0; k < 2; k++)
            parts[count++] = (struct part){(int)i, i >= bases, 10 * k, 10 * k + 10};
    ck_assert(make(parts, count, &cells));
    contrast_cells_clear(&cells, true);
    for (size_t i = 0; i < cells.stretches.len; i++)
        cells.sum[cells.stretches.items[i].first + 1] =
            10 * (i / 2 < bases ? base[i / 2] : fresh[i / 2 - bases]);
    bool agrees = contrast_runs_agree(&cells);
    contrast_cells_free(&cells);
    return agrees;
}

START_TEST(three_recordings_a_side_agree_if_none_of_one_is_among_the_others) {
    ck_assert(agree((double[]){1, 2, 3}, 3, (double[]){4, 5, 6}, 3));
    ck_assert(agree((double[]){4, 5, 6}, 3, (double[]){1, 2, 3}, 3));
    ck_assert(!agree((double[]){1, 2, 4}, 3, (double[]){3, 5, 6}, 3));
    ck_assert(!agree((double[]){1, 2, 3}, 3, (double[]){1, 2, 3}, 3));
    ck_assert(!agree((double[]){1, 2, 3, 9}, 4, (double[]){4, 5, 6, 7}, 4));
    ck_assert(agree((double[]){1, 2, 3, 4}, 4, (double[]){5, 6, 7, 8}, 4));
    ck_assert(agree((double[]){1, 9}, 2, (double[]){4, 5, 6}, 3)); /* so few do not tell */
    ck_assert(agree((double[]){4, 5, 6}, 3, (double[]){1, 9}, 2));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("contrast cells");
    TCase *c = tcase_create("contrast cells");
    tcase_add_test(c, a_cell_is_a_second_unless_there_are_too_many_or_too_few);
    tcase_add_test(c, a_part_has_as_many_whole_cells_as_are_nearest_and_one_at_least);
    tcase_add_test(c, a_side_without_time_is_none_and_parts_without_time_are_left_out);
    tcase_add_test(c, a_time_lies_in_the_cell_that_begins_with_it_of_the_input_s_own);
    tcase_add_test(c, the_last_cell_ends_with_its_part);
    tcase_add_test(c, what_takes_time_is_spread_over_the_cells_as_they_have_it);
    tcase_add_test(c, a_cell_of_which_little_is_known_does_not_count);
    tcase_add_test(c, sides_of_three_cells_are_tested_if_anything_is_in_them);
    tcase_add_test(c, cells_that_are_alike_are_joined);
    tcase_add_test(c, three_recordings_a_side_agree_if_none_of_one_is_among_the_others);
    suite_add_tcase(suite, c);
    return suite_run(suite);
}
