/* Groups against a look at every row, however the rows are cut in two. */
#include "base/missing.h"
#include "sql/copy.h"
#include "sql/groups.h"
#include "tests/support/suite.h"

#include <string.h>

enum { ROWS = 200, WIDTH = 3, MEASURES = 2 };

static struct row {
    uint64_t keys[WIDTH];
    int64_t measures[MEASURES]; /* null is one of them */
} rows[ROWS];

static unsigned seed;

static unsigned random_below(unsigned n) {
    seed = seed * 1103515245 + 12345;
    return (seed >> 16) % n;
}

static void make_rows(unsigned number, unsigned kinds) {
    seed = number + 1;
    for (size_t i = 0; i < ROWS; i++) {
        for (size_t k = 0; k < WIDTH; k++) rows[i].keys[k] = random_below(kinds);
        for (size_t k = 0; k < MEASURES; k++)
            rows[i].measures[k] =
                random_below(5) ? (int64_t)random_below(1000) - 500 : JFR_NULL_INT;
    }
}

static void add(struct groups *g, size_t begin, size_t end) {
    uint64_t cells[WIDTH + MEASURES][ROWS], *keys[WIDTH], *measures[MEASURES];
    for (size_t i = begin; i < end; i++) {
        for (size_t k = 0; k < WIDTH; k++) cells[k][i - begin] = rows[i].keys[k];
        for (size_t k = 0; k < MEASURES; k++)
            cells[WIDTH + k][i - begin] = (uint64_t)rows[i].measures[k];
    }
    for (size_t k = 0; k < WIDTH; k++) keys[k] = cells[k];
    for (size_t k = 0; k < MEASURES; k++) measures[k] = cells[WIDTH + k];
    groups_add(g, keys, measures, end - begin);
}

static bool is_of(const struct groups *g, size_t group, const struct row *row) {
    return memcmp(row->keys, g->keys + group * g->width, g->width * sizeof *g->keys) == 0;
}

static void check_measure(const struct groups *g, size_t group, size_t measure, size_t count) {
    const struct measured *said = &g->measured[group * g->measures + measure];
    struct measured expected = {.least = INT64_MAX, .most = INT64_MIN};
    for (size_t i = 0; i < count; i++) {
        int64_t value = rows[i].measures[measure];
        if (!is_of(g, group, &rows[i]) || value == JFR_NULL_INT) continue;
        if (measure == g->listed)
            ck_assert_int_eq(g->values.items[g->begins.items[group] + expected.count], value);
        expected.count++;
        expected.sum += value;
        if (value < expected.least) expected.least = value;
        if (value > expected.most) expected.most = value;
    }
    ck_assert_uint_eq(said->count, expected.count);
    ck_assert_int_eq(said->sum, expected.sum);
    ck_assert_int_eq(said->least, expected.least);
    ck_assert_int_eq(said->most, expected.most);
    if (measure == g->listed)
        ck_assert_uint_eq(g->begins.items[group + 1] - g->begins.items[group], expected.count);
}

/* Each group is what its rows are, in the order in which it first came. */
static void check(struct groups *g, size_t count) {
    uint64_t seen = 0, reach[MEASURES] = {0};
    size_t last = 0;
    groups_gather(g);
    for (size_t group = 0; group < g->len; group++) {
        uint64_t times = 0;
        for (size_t i = 0; i < count; i++) {
            if (!is_of(g, group, &rows[i])) continue;
            if (!times++) ck_assert(group == 0 || i > last);
            if (times == 1) last = i;
        }
        ck_assert_uint_gt(times, 0);
        ck_assert_uint_eq(g->times[group], times);
        for (size_t k = 0; k < g->measures; k++) check_measure(g, group, k, count);
        seen += times;
    }
    ck_assert_uint_eq(seen, count);
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < g->measures; k++)
            if (rows[i].measures[k] != JFR_NULL_INT)
                reach[k] += (uint64_t)llabs(rows[i].measures[k]);
    for (size_t k = 0; k < g->measures; k++) ck_assert_uint_eq(g->reach.items[k], reach[k]);
}

static const size_t counts[] = {0, 1, 2, 3, 63, 64, 65, ROWS};
#define COUNTS ((int)(sizeof counts / sizeof *counts))
/* Of cells: one group, eight, hundreds, of numbers that are no longer small, too. */
static const unsigned kinds[] = {1, 2, 40, 1200};

START_TEST(groups_are_what_their_rows_are) {
    size_t count = counts[_i % COUNTS];
    for (size_t how = 0; how < 24; how++) {
        size_t measures = how / 4 % 3, listed = how / 12 && measures ? measures - 1 : NO_MEASURE;
        struct groups g = groups_open(how % 4, measures, listed);
        make_rows((unsigned)_i, kinds[_i / COUNTS]);
        add(&g, 0, count);
        check(&g, count);
        groups_free(&g);
    }
}
END_TEST

START_TEST(groups_that_are_joined_are_those_of_all_rows) {
    size_t first = counts[_i % COUNTS] / 2, second = counts[_i / COUNTS % COUNTS] / 2;
    make_rows((unsigned)_i, kinds[_i / COUNTS / COUNTS]);
    for (size_t width = 0; width <= WIDTH; width++) {
        struct groups a = groups_open(width, MEASURES, 1), b = groups_open(width, MEASURES, 1);
        add(&a, 0, first);
        add(&b, first, first + second);
        groups_join(&a, &b, b.keys);
        check(&a, first + second);
        groups_free(&a);
        groups_free(&b);
    }
}
END_TEST

START_TEST(groups_that_get_the_same_keys_are_one) {
    struct groups a = groups_open(1, MEASURES, 0), b = groups_open(WIDTH, MEASURES, 0);
    make_rows(3, 40);
    add(&b, 0, ROWS);
    uint64_t *keys = mem_zero(b.len, sizeof *keys);
    for (size_t i = 0; i < b.len; i++) keys[i] = 5;
    for (size_t i = 0; i < ROWS; i++) rows[i].keys[0] = 5;
    ck_assert_uint_gt(b.len, 1);
    groups_join(&a, &b, keys);
    free(keys);
    ck_assert_uint_eq(a.len, 1);
    ck_assert_uint_eq(a.times[0], ROWS);
    ck_assert_uint_eq(a.values.len, a.measured[0].count);
    groups_free(&a);
    groups_free(&b);
}
END_TEST

START_TEST(what_is_forgotten_is_not_there) {
    struct groups g = groups_open(WIDTH, MEASURES, 0);
    make_rows(5, 2);
    add(&g, 0, ROWS);
    ck_assert_uint_gt(groups_bytes(&g), 0);
    groups_forget(&g);
    ck_assert_uint_eq(groups_bytes(&g), 0);
    add(&g, 0, 50);
    check(&g, 50);
    groups_free(&g);
}
END_TEST

START_TEST(how_far_sums_may_reach_is_known_up_to_all_numbers) {
    static const struct {
        int64_t values[3];
        uint64_t reach;
    } cases[] = {{{1, -1, 0}, 2},
                 {{INT64_MAX, JFR_NULL_INT, 0}, INT64_MAX},
                 {{INT64_MAX, -1, 0}, UINT64_C(1) << 63},
                 {{-INT64_MAX, INT64_MAX, 1}, UINT64_MAX},
                 {{-INT64_MAX, INT64_MAX, 2}, UINT64_MAX}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct groups g = groups_open(0, 1, NO_MEASURE), more = groups_open(0, 1, NO_MEASURE);
        uint64_t values[3], *columns[1] = {values};
        memcpy(values, cases[i].values, sizeof values);
        groups_add(&g, NULL, columns, 3);
        ck_assert_uint_eq(g.reach.items[0], cases[i].reach);
        groups_add(&more, NULL, columns, 2);
        columns[0] += 2;
        struct groups rest = groups_open(0, 1, NO_MEASURE);
        groups_add(&rest, NULL, columns, 1);
        groups_join(&more, &rest, values);
        ck_assert_uint_eq(more.reach.items[0], cases[i].reach);
        groups_free(&g);
        groups_free(&more);
        groups_free(&rest);
    }
}
END_TEST

/* ==== Places by key ========================================================================= */

START_TEST(a_place_is_the_first_that_is_not_below_or_behind) {
    uint64_t first[] = {1, 1, 3, 3, 3, 7}, second[] = {2, 5, 0, 4, 4, 9};
    static const struct {
        uint64_t keys[2];
        size_t count, from, end;
    } cases[] = {
        {{0, 0}, 1, 0, 0}, {{1, 0}, 1, 0, 2}, {{2, 0}, 1, 2, 2}, {{3, 0}, 1, 2, 5},
        {{4, 0}, 1, 5, 5}, {{7, 0}, 1, 5, 6}, {{8, 0}, 1, 6, 6}, {{1, 2}, 2, 0, 1},
        {{1, 4}, 2, 1, 1}, {{1, 5}, 2, 1, 2}, {{1, 6}, 2, 2, 2}, {{3, 4}, 2, 3, 5},
        {{7, 9}, 2, 5, 6}, {{7, 8}, 2, 5, 5}, {{0, 0}, 0, 0, 6},
    };
    const struct copy copy = {.keys = {first, second}, .len = 6}, empty = {.len = 0};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ck_assert_uint_eq(copy_find(&copy, cases[i].keys, cases[i].count, false), cases[i].from);
        ck_assert_uint_eq(copy_find(&copy, cases[i].keys, cases[i].count, true), cases[i].end);
        ck_assert_uint_eq(copy_find(&empty, cases[i].keys, cases[i].count, true), 0);
    }
}
END_TEST

/* Each of what a plan is differs once. */
START_TEST(plans_are_the_same_if_nothing_of_them_differs) {
    const struct plan plan = {.keys = 2, .key = {1, 0}, .width = 2, .column = {3, 5}};
    struct plan others[11];
    for (size_t i = 0; i < 11; i++) others[i] = plan;
    others[0].from = true;
    others[1].to = true;
    others[2].at = true;
    others[3].low = true;
    others[4].high = true;
    others[5].equal = 1;
    others[6].keys = 1;
    others[7].width = 1;
    others[8].key[1] = 1;
    others[9].column[1] = 6;
    others[10].column[2] = 9; /* beyond what is read */
    for (size_t i = 0; i < 11; i++) ck_assert_int_eq(plan_is(&plan, &others[i]), i == 10);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("groups");
    TCase *tcase = tcase_create("groups");
    tcase_add_loop_test(tcase, groups_are_what_their_rows_are, 0, 4 * COUNTS);
    tcase_add_loop_test(tcase, groups_that_are_joined_are_those_of_all_rows, 0,
                        4 * COUNTS * COUNTS);
    tcase_add_test(tcase, what_is_forgotten_is_not_there);
    tcase_add_test(tcase, groups_that_get_the_same_keys_are_one);
    tcase_add_test(tcase, how_far_sums_may_reach_is_known_up_to_all_numbers);
    tcase_add_test(tcase, a_place_is_the_first_that_is_not_below_or_behind);
    tcase_add_test(tcase, plans_are_the_same_if_nothing_of_them_differs);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
