/* Requests on two sides: which events are requests, what tells them apart, and their figures. */
#include "analyzers/requests/candidates.h"
#include "analyzers/rules/request_changes.h"
#include "analyzers/rules/rule.h"
#include "base/missing.h"
#include "base/units.h"
#include "tests/support/made_tables.h"
#include "tests/support/suite.h"

#include <math.h>
#include <stdio.h>

#define SECOND NS_PER_S
#define START (INT64_C(1000) * SECOND)
enum { SECONDS = 20, MOST = 4000 };

static const struct wish rows[] = {{"app.Request", {"startTime", "duration", "id", "endpoint"}}};
static const struct wishes wishes = {.rows = rows, .count = 1};

struct side_told {
    size_t each;     /* requests a second */
    int64_t us;      /* how long the quick ones take; every tenth takes ten times as long */
    size_t values;   /* of the endpoint */
    size_t left_out; /* rows that the table has no more */
};

struct side {
    struct tables tables;
    struct rule_input input;
};

static void tell(const struct side_told *told, struct side *side) {
    static int64_t cells[4 * MOST];
    size_t len = told->each * SECONDS;
    ck_assert_uint_le(len, MOST);
    made_tables(&side->tables, &wishes);
    side->tables.items[0].chosen = candidates_wishes.choose;
    for (size_t i = 0; i < len; i++) {
        char id[20], endpoint[20];
        snprintf(id, sizeof id, "id-%zu", i);
        snprintf(endpoint, sizeof endpoint, "/e%zu", told->values ? i % told->values : 0);
        cells[4 * i] = START + (int64_t)i * SECONDS * SECOND / (int64_t)len;
        cells[4 * i + 1] = told->us * 1000 * (i % 10 == 9 ? 10 : 1);
        cells[4 * i + 2] = made_text(&side->tables, id);
        cells[4 * i + 3] = made_text(&side->tables, endpoint);
    }
    made_rows(&side->tables, "app.Request", "nntt", len, cells);
    side->tables.items[0].seen = len + told->left_out;
    side->input = (struct rule_input){.tables = &side->tables};
}

static void compare(const struct side_told *base, const struct side_told *fresh,
                    void (*look)(const struct request_changes *changes)) {
    struct side sides[2];
    struct contrast_sides parts = {{0}};
    struct request_changes changes;
    tell(base, &sides[0]);
    tell(fresh, &sides[1]);
    for (int i = 0; i < 2; i++)
        array_push(&parts.items,
                   (struct contrast_part){&sides[i].input, i, START, START + SECONDS * SECOND});
    request_changes_make(&parts, &changes);
    look(&changes);
    request_changes_free(&changes);
    array_free(&parts.items);
    made_tables_free(&sides[0].tables);
    made_tables_free(&sides[1].tables);
}

static void is_slower(const struct request_changes *changes) {
    const struct request_change *all = &changes->rows.items[0];
    ck_assert_uint_eq(changes->rows.len, 4); /* all, and three endpoints: not each id */
    ck_assert_str_eq(all->type, "app.Request");
    ck_assert_ptr_null(all->group);
    ck_assert_uint_eq(all->count[0], 600);
    ck_assert_uint_eq(all->count[1], 120);
    ck_assert_double_eq_tol(all->rate.value[0], 30, 1e-9);
    ck_assert_double_eq_tol(all->rate.value[1], 6, 1e-9);
    ck_assert_double_eq(all->median.value[0], 1e6);
    ck_assert_double_eq(all->median.value[1], 5e6);
    ck_assert_double_eq(all->p99.value[0], 1e7);
    ck_assert_double_eq(all->p99.value[1], 5e7);
    ck_assert(all->rate.significant && all->median.significant);
    uint64_t sum = 0;
    for (size_t i = 1; i < 4; i++) {
        ck_assert_str_eq(changes->rows.items[i].field, "endpoint");
        sum += changes->rows.items[i].count[0];
    }
    ck_assert_uint_eq(sum, 600);
}

START_TEST(fewer_and_slower_requests_are_both_more_than_chance) {
    const struct side_told base = {30, 1000, 3, 0}, fresh = {6, 5000, 3, 0};
    compare(&base, &fresh, is_slower);
}
END_TEST

static void is_the_same(const struct request_changes *changes) {
    for (size_t i = 0; i < changes->rows.len; i++) {
        const struct request_change *row = &changes->rows.items[i];
        ck_assert(!row->rate.significant && !row->median.significant && !row->p99.significant);
    }
    ck_assert_uint_eq(changes->rows.len, 4);
}

START_TEST(the_same_requests_do_not_differ) {
    const struct side_told side = {30, 1000, 3, 0};
    compare(&side, &side, is_the_same);
}
END_TEST

static void has_no_durations(const struct request_changes *changes) {
    ck_assert(is_missing(changes->rows.items[0].median.value[0]));
    ck_assert(is_missing(changes->rows.items[0].p99.value[1]));
    ck_assert(!changes->rows.items[0].median.tested);
}

START_TEST(events_that_take_no_time_have_a_rate_only) {
    const struct side_told side = {30, 0, 3, 0};
    compare(&side, &side, has_no_durations);
}
END_TEST

static void has_one_row(const struct request_changes *changes) {
    ck_assert_uint_eq(changes->rows.len, 1);
}

static void has_41_rows(const struct request_changes *changes) {
    ck_assert_uint_eq(changes->rows.len, 41);
}

START_TEST(a_text_of_more_than_forty_values_tells_no_groups_apart) {
    const struct side_told forty = {40, 1000, 40, 0}, more = {41, 1000, 41, 0};
    compare(&forty, &forty, has_41_rows);
    compare(&more, &more, has_one_row);
}
END_TEST

static void has_no_row(const struct request_changes *changes) {
    ck_assert_uint_eq(changes->rows.len, 0);
}

START_TEST(a_table_that_is_cut_off_is_not_compared) {
    const struct side_told cut = {30, 1000, 3, 1};
    compare(&cut, &cut, has_no_row);
}
END_TEST

START_TEST(fewer_than_ten_events_are_no_requests) {
    const struct side_told none = {0, 0, 0, 0};
    struct side side;
    struct contrast_sides parts = {{0}};
    struct request_changes changes;
    const struct side_told one = {1, 1000, 1, 0};
    for (size_t rows_left = 9; rows_left <= 10; rows_left++) {
        struct side empty;
        tell(&one, &side);
        tell(&none, &empty);
        side.tables.items[0].rows = side.tables.items[0].seen = rows_left;
        parts.items.len = 0;
        array_push(&parts.items,
                   (struct contrast_part){&side.input, 0, START, START + SECONDS * SECOND});
        array_push(&parts.items,
                   (struct contrast_part){&empty.input, 1, START, START + SECONDS * SECOND});
        request_changes_make(&parts, &changes);
        ck_assert_uint_eq(changes.rows.len, rows_left < 10 ? 0 : 2);
        request_changes_free(&changes);
        made_tables_free(&side.tables);
        made_tables_free(&empty.tables);
    }
    array_free(&parts.items);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("request_changes");
    TCase *tcase = tcase_create("request_changes");
    tcase_add_test(tcase, fewer_and_slower_requests_are_both_more_than_chance);
    tcase_add_test(tcase, the_same_requests_do_not_differ);
    tcase_add_test(tcase, events_that_take_no_time_have_a_rate_only);
    tcase_add_test(tcase, a_text_of_more_than_forty_values_tells_no_groups_apart);
    tcase_add_test(tcase, a_table_that_is_cut_off_is_not_compared);
    tcase_add_test(tcase, fewer_than_ten_events_are_no_requests);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
