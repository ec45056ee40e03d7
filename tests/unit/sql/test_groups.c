/* Groups against a look at every row, however the rows are cut in two. */
#include "base/missing.h"
#include "sql/copy.h"
#include "tests/support/suite.h"

#include <string.h>

enum { ROWS = 200, WIDTH = 3, FIELDS = 2 };

/* Of each: a cell of each column, a start, a duration; null is one of them. */
struct row {
    uint64_t cells[WIDTH];
    int64_t start, duration;
};

static struct row rows[ROWS];

static unsigned seed;

static unsigned random_below(unsigned n) {
    seed = seed * 1103515245 + 12345;
    return (seed >> 16) % n;
}

static void make_rows(unsigned number, unsigned kinds) {
    seed = number + 1;
    for (size_t i = 0; i < ROWS; i++) {
        for (size_t k = 0; k < FIELDS; k++) rows[i].cells[k] = random_below(kinds);
        rows[i].cells[FIELDS] = 7;
        rows[i].start = random_below(5) ? (int64_t)random_below(1000) - 500 : JFR_NULL_INT;
        rows[i].duration = random_below(3) ? (int64_t)random_below(100) - 20 : JFR_NULL_INT;
    }
}

static void add(struct groups *g, size_t begin, size_t end, bool starts, bool durations) {
    uint64_t cells[FIELDS + 2][ROWS], *columns[FIELDS];
    const uint64_t same[WIDTH] = {0, 0, 7};
    for (size_t i = begin; i < end; i++) {
        for (size_t k = 0; k < FIELDS; k++) cells[k][i - begin] = rows[i].cells[k];
        cells[FIELDS][i - begin] = (uint64_t)rows[i].start;
        cells[FIELDS + 1][i - begin] = (uint64_t)rows[i].duration;
    }
    for (size_t k = 0; k < FIELDS; k++) columns[k] = cells[k];
    const struct groups_block block = {.columns = columns,
                                       .fields = FIELDS,
                                       .same = same,
                                       .starts = starts ? cells[FIELDS] : NULL,
                                       .durations = durations ? cells[FIELDS + 1] : NULL};
    groups_add(g, &block, end - begin);
}

/* Each group is what its rows are, its durations in their order. */
static void check(struct groups *g, size_t count, bool starts, bool durations) {
    uint64_t seen = 0;
    groups_gather(g);
    for (size_t i = 0; i < g->len; i++) {
        struct group expected = {.first_ns = JFR_NULL_INT, .last_ns = JFR_NULL_INT};
        const struct group *said = &g->items.items[i];
        for (size_t k = 0; k < count; k++) {
            if (memcmp(rows[k].cells, g->cells + i * WIDTH, sizeof rows[k].cells) != 0) continue;
            int64_t start = rows[k].start, ns = rows[k].duration;
            if (!expected.times++) ck_assert_uint_ge(k, i); /* in the order in which they came */
            if (starts && start != JFR_NULL_INT) {
                if (expected.first_ns == JFR_NULL_INT || start < expected.first_ns)
                    expected.first_ns = start;
                if (expected.last_ns == JFR_NULL_INT || start > expected.last_ns)
                    expected.last_ns = start;
            }
            if (!durations || ns == JFR_NULL_INT) continue;
            if (!expected.durations || ns > expected.longest_ns) expected.longest_ns = ns;
            if (g->lists)
                ck_assert_int_eq(g->lengths.items[g->begins.items[i] + expected.durations], ns);
            expected.durations++;
            expected.total_ns += ns;
        }
        ck_assert_uint_eq(said->times, expected.times);
        ck_assert_uint_eq(said->durations, expected.durations);
        ck_assert_int_eq(said->first_ns, expected.first_ns);
        ck_assert_int_eq(said->last_ns, expected.last_ns);
        if (expected.durations) ck_assert_int_eq(said->longest_ns, expected.longest_ns);
        ck_assert_int_eq(group_total(said), (int64_t)expected.total_ns);
        if (g->lists)
            ck_assert_uint_eq(g->begins.items[i + 1] - g->begins.items[i], expected.durations);
        seen += expected.times;
    }
    ck_assert_uint_eq(seen, count);
}

static const size_t counts[] = {0, 1, 2, 3, 63, 64, 65, ROWS};
#define COUNTS ((int)(sizeof counts / sizeof *counts))
static const unsigned kinds[] = {1, 2, 40}; /* of cells: one group, four, hundreds */

START_TEST(groups_are_what_their_rows_are) {
    size_t count = counts[_i % COUNTS];
    for (int how = 0; how < 8; how++) {
        struct groups g = {.width = WIDTH, .lists = how & 1};
        make_rows((unsigned)_i, kinds[_i / COUNTS]);
        add(&g, 0, count, how & 2, how & 4);
        check(&g, count, how & 2, how & 4);
        groups_free(&g);
    }
}
END_TEST

START_TEST(groups_that_are_joined_are_those_of_all_rows) {
    size_t first = counts[_i % COUNTS] / 2, second = counts[_i / COUNTS % COUNTS] / 2;
    make_rows((unsigned)_i, kinds[_i / COUNTS / COUNTS]);
    struct groups a = {.width = WIDTH, .lists = true}, b = a;
    add(&a, 0, first, true, true);
    add(&b, first, first + second, true, true);
    groups_join(&a, &b);
    check(&a, first + second, true, true);
    groups_free(&a);
    groups_free(&b);
}
END_TEST

START_TEST(what_is_forgotten_is_not_there) {
    struct groups g = {.width = WIDTH, .lists = true};
    make_rows(5, 2);
    add(&g, 0, ROWS, true, true);
    ck_assert_uint_gt(groups_bytes(&g), 0);
    groups_forget(&g);
    ck_assert_uint_eq(groups_bytes(&g), 0);
    add(&g, 0, 50, true, true);
    check(&g, 50, true, true);
    groups_free(&g);
}
END_TEST

START_TEST(a_total_beyond_all_numbers_is_the_last_of_them) {
    const __int128 most = INT64_MAX, least = INT64_MIN;
    const struct {
        __int128 total;
        int64_t said;
    } cases[] = {{0, 0},
                 {most - 1, INT64_MAX - 1},
                 {most, INT64_MAX},
                 {most + 1, INT64_MAX},
                 {least + 1, INT64_MIN + 1},
                 {least, INT64_MIN},
                 {least - 1, INT64_MIN}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        ck_assert_int_eq(group_total(&(struct group){.total_ns = cases[i].total}), cases[i].said);
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
    struct plan others[12];
    for (size_t i = 0; i < 12; i++) others[i] = plan;
    others[0].mode = PLAN_GROUPS;
    others[1].from = true;
    others[2].to = true;
    others[3].at = true;
    others[4].low = true;
    others[5].high = true;
    others[6].equal = 1;
    others[7].keys = 1;
    others[8].width = 1;
    others[9].key[1] = 1;
    others[10].column[1] = 6;
    others[11].column[2] = 9; /* beyond what is read */
    for (size_t i = 0; i < 12; i++) ck_assert_int_eq(plan_is(&plan, &others[i]), i == 11);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("groups");
    TCase *tcase = tcase_create("groups");
    tcase_add_loop_test(tcase, groups_are_what_their_rows_are, 0, 3 * COUNTS);
    tcase_add_loop_test(tcase, groups_that_are_joined_are_those_of_all_rows, 0,
                        3 * COUNTS * COUNTS);
    tcase_add_test(tcase, what_is_forgotten_is_not_there);
    tcase_add_test(tcase, a_total_beyond_all_numbers_is_the_last_of_them);
    tcase_add_test(tcase, a_place_is_the_first_that_is_not_below_or_behind);
    tcase_add_test(tcase, plans_are_the_same_if_nothing_of_them_differs);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
