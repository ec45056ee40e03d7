/* Rows that agree, and rows that have other keys where one is missing. */
#include "analyzers/time/grouped.h"
#include "tests/support/made_tables.h"
#include "tests/support/suite.h"

enum { DURATION = 1, NAMED, TOP, BELOW };

static const struct wish traces = {"app.Trace", {"startTime", "duration", "named", "top", "below"}};
static const struct wishes wishes = {.rows = &traces, .count = 1};
static const struct time_window ever = {INT64_MIN, INT64_MAX};

START_TEST(rows_without_a_key_have_the_others_instead) {
    struct tables tables;
    made_tables(&tables, &wishes);
    int64_t a = made_text(&tables, "a"), b = made_text(&tables, "b"), c = made_text(&tables, "c");
    int64_t none = JFR_NULL_ID;
    const int64_t cells[] = {0, 10, a,    b, c, /* a, called by b, which c called */
                             1, 20, none, a, b, /* the same, of a writer that does not name it */
                             2, 40, none, b, c, /* b, called by c */
                             3, 80, none, b, none};
    const struct grouping grouping = {.wish = &traces,
                                      .keys = {NAMED, TOP},
                                      .key_count = 2,
                                      .unless = NAMED,
                                      .others = {TOP, BELOW},
                                      .duration = DURATION};
    made_rows(&tables, "app.Trace", "nnttt", 4, cells);
    struct grouped groups = grouped_make(&tables, &grouping, &ever);
    ck_assert_uint_eq(groups.rows.len, 3);
    const struct grouped_row *rows = groups.rows.items; /* most time first */
    ck_assert(rows[0].keys[0] == (uint64_t)b && rows[0].keys[1] == (uint64_t)none);
    ck_assert(rows[1].keys[0] == (uint64_t)b && rows[1].keys[1] == (uint64_t)c);
    ck_assert(rows[2].keys[0] == (uint64_t)a && rows[2].keys[1] == (uint64_t)b);
    ck_assert_int_eq(rows[2].lengths.total, 30);
    grouped_free(&groups);
    made_tables_free(&tables);
}
END_TEST

START_TEST(without_other_keys_a_missing_one_is_a_group) {
    struct tables tables;
    made_tables(&tables, &wishes);
    int64_t a = made_text(&tables, "a"), none = JFR_NULL_ID;
    const int64_t cells[] = {0, 10, a, a, a, 1, 20, none, a, a, 2, 5, none, a, a};
    const struct grouping grouping = {
        .wish = &traces, .keys = {NAMED}, .key_count = 1, .duration = DURATION};
    made_rows(&tables, "app.Trace", "nnttt", 3, cells);
    struct grouped groups = grouped_make(&tables, &grouping, &ever);
    ck_assert_uint_eq(groups.rows.len, 2);
    ck_assert_uint_eq(groups.rows.items[0].keys[0], (uint64_t)none);
    ck_assert_int_eq(groups.rows.items[0].lengths.total, 25);
    grouped_free(&groups);
    made_tables_free(&tables);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("grouped");
    TCase *cases = tcase_create("grouped");
    tcase_add_test(cases, rows_without_a_key_have_the_others_instead);
    tcase_add_test(cases, without_other_keys_a_missing_one_is_a_group);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
