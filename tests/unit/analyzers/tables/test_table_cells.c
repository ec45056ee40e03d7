/* Cells of a table as what they are asked for: whole numbers, real ones, things; what is none. */
#include "analyzers/tables/table.h"
#include "analyzers/tables/rows.h"
#include "parser/table/cells.h"
#include "tests/support/suite.h"

#include <check.h>
#include <math.h>
#include <string.h>

static uint64_t real(double value) {
    uint64_t cell;
    memcpy(&cell, &value, sizeof cell);
    return cell;
}

START_TEST(a_cell_is_what_its_kind_says) {
    const struct {
        enum jfr_column_kind kind;
        uint64_t cell;
        int64_t whole;
        double real;
        uint32_t id;
    } cases[] = {
        {JFR_COLUMN_INT, 5, 5, 5, JFR_NULL_ID},
        {JFR_COLUMN_INT, 0, 0, 0, JFR_NULL_ID},
        {JFR_COLUMN_INT, (uint64_t)-5, -5, -5, JFR_NULL_ID},
        {JFR_COLUMN_INT, (uint64_t)JFR_NULL_INT, JFR_NULL_INT, (double)NAN, JFR_NULL_ID},
        {JFR_COLUMN_BOOLEAN, 1, 1, 1, JFR_NULL_ID},
        {JFR_COLUMN_UNSIGNED, 5, 5, 5, JFR_NULL_ID},
        {JFR_COLUMN_UNSIGNED, UINT64_MAX, INT64_MAX, 0x1p64, JFR_NULL_ID}, /* as much as fits */
        {JFR_COLUMN_UNSIGNED, (uint64_t)JFR_NULL_INT, JFR_NULL_INT, (double)NAN, JFR_NULL_ID},
        {JFR_COLUMN_REAL, real(2.5), JFR_NULL_INT, 2.5, JFR_NULL_ID},
        {JFR_COLUMN_TEXT, 7, JFR_NULL_INT, (double)NAN, 7},
        {JFR_COLUMN_THREAD, 7, JFR_NULL_INT, (double)NAN, 7},
        {JFR_COLUMN_STACK, 7, JFR_NULL_INT, (double)NAN, 7},
        {JFR_COLUMN_NONE, 7, JFR_NULL_INT, (double)NAN, JFR_NULL_ID},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint64_t room[2] = {0};
        struct event_table table = {.column_count = 1, .rows = 2, .capacity = 2};
        table.columns[0] = (struct event_column){cases[i].kind, JFR_UNIT_NONE, room};
        table_set_cell(&table.columns[0], 1, cases[i].cell);
        ck_assert_msg(event_table_int(&table, 0, 1) == cases[i].whole, "%zu", i);
        double as_real = event_table_real(&table, 0, 1);
        ck_assert_msg(as_real == cases[i].real || (isnan(as_real) && isnan(cases[i].real)), "%zu",
                      i);
        ck_assert_msg(event_table_id(&table, 0, 1) == cases[i].id, "%zu", i);
        ck_assert_uint_eq(event_table_count(&table, 1), 1);
    }
}
END_TEST

START_TEST(a_row_repeats_the_one_before_if_all_its_cells_do) {
    int64_t times[] = {1, 1, 1, 2, 2};
    uint32_t texts[] = {8, 8, 9, 9, 9};
    static const bool repeats[] = {false, true, false, false, true};
    struct event_table table = {.column_count = 2, .rows = 5, .capacity = 5};
    table.columns[0] = (struct event_column){JFR_COLUMN_INT, JFR_UNIT_NONE, times};
    table.columns[1] = (struct event_column){JFR_COLUMN_TEXT, JFR_UNIT_NONE, texts};
    for (size_t row = 0; row < 5; row++)
        ck_assert_int_eq(event_table_repeats(&table, row), repeats[row]);
    table.column_count = 0;
    ck_assert(!event_table_repeats(&table, 1)); /* of nothing nothing is said */
}
END_TEST

/* Texts 0 to 5: a table's own, a thread's name and group, and others'. */
START_TEST(texts_of_rows_are_marked_and_names_and_groups_of_threads) {
    static const struct {
        size_t from;
        const char *marked;
    } cases[] = {{0, "011110"}, {1, "010110"}, {2, "010000"}, {3, "000000"}};
    uint32_t texts[] = {2, JFR_NULL_ID, 1}, threads[] = {JFR_NULL_ID, 0, JFR_NULL_ID};
    int64_t times[] = {5, 5, 5};
    struct tables tables = {.items = NULL};
    things_add_thread(&tables.things, &(struct things_thread){.name = 3, .group = 4});
    struct event_table table = {.column_count = 3, .rows = 3, .capacity = 3};
    table.columns[0] = (struct event_column){JFR_COLUMN_TEXT, JFR_UNIT_NONE, texts};
    table.columns[1] = (struct event_column){JFR_COLUMN_THREAD, JFR_UNIT_NONE, threads};
    table.columns[2] = (struct event_column){JFR_COLUMN_INT, JFR_UNIT_NONE, times};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint32_t marks[6] = {0};
        event_table_mark_texts(&table, &tables, cases[i].from, marks);
        for (size_t k = 0; k < 6; k++)
            ck_assert_msg(marks[k] == (uint32_t)(cases[i].marked[k] - '0'), "from %zu: %zu",
                          cases[i].from, k);
    }
    things_free(&tables.things);
}
END_TEST

START_TEST(a_table_keeps_as_many_rows_as_its_memory_has_room_for) {
    static const struct {
        uint64_t bytes;
        size_t columns, rows;
    } cases[] = {{0, 1, 1},    {15, 1, 1},  {16, 1, 2},
                 {160, 1, 11}, {160, 4, 5}, {UINT64_MAX, 0, UINT32_MAX / 2}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct event_table table = {.max_bytes = cases[i].bytes,
                                          .column_count = cases[i].columns};
        ck_assert_uint_eq(table_max_rows(&table), cases[i].rows);
    }
}
END_TEST

/* The first by time stay, once there are more than there is room for, and from so many on. */
START_TEST(rows_are_cut_when_there_are_too_many) {
    static const struct {
        size_t rows, from, left;
    } cases[] = {{2, 0, 2}, {3, 0, 3}, {4, 0, 3}, {4, 5, 4}, {5, 5, 3}, {5, 4, 3}};
    static const struct wish wish = {"acme.Event", {"startTime"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct things things = {0};
        struct event_table table = {.wish = &wish, .column_count = 1, .max_bytes = 32};
        table.columns[0].kind = JFR_COLUMN_INT;
        table_reserve(&table, cases[i].rows);
        for (size_t row = 0; row < cases[i].rows; row++)
            table_set_cell(&table.columns[0], row, cases[i].rows - row);
        table.rows = cases[i].rows;
        table_cut(&things, &table, cases[i].from);
        ck_assert_uint_eq(table.rows, cases[i].left);
        for (size_t row = 0; row < table.rows && table.rows < cases[i].rows; row++)
            ck_assert_int_eq(event_table_int(&table, 0, row), (int64_t)row + 1);
        free(table.columns[0].cells);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("table cells");
    TCase *c = tcase_create("table cells");
    tcase_add_test(c, a_cell_is_what_its_kind_says);
    tcase_add_test(c, a_row_repeats_the_one_before_if_all_its_cells_do);
    tcase_add_test(c, texts_of_rows_are_marked_and_names_and_groups_of_threads);
    tcase_add_test(c, a_table_keeps_as_many_rows_as_its_memory_has_room_for);
    tcase_add_test(c, rows_are_cut_when_there_are_too_many);
    suite_add_tcase(suite, c);
    return suite_run(suite);
}
