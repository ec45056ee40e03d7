/* Tables of reports, sorted by their headings. */
#include "cmd/tui/sorting.h"
#include "tests/support/suite.h"

#include <check.h>

static const char report[] = "Threads waited 49.5 s.\n"
                             "\n"
                             "Monitors\n"
                             "    total  count     per s      p99  class\n"
                             "   49.3 s    459  1.25 MiB   343 ms  a.Cache\n"
                             "2 min 5 s      7   512 KiB  34.3 µs  b.Object\n"
                             "   157 ms  1,234         -     12 s  (none)\n"
                             "  10 of 14 (--top 0 shows all)\n"
                             "\n"
                             "Garbage collection\n"
                             "  Collector   G1New  2\n"
                             "  Pauses      4  3\n"
                             "  Lengths     1  2\n";

/* The first letters of the classes in the order of the rows. */
static const char *order_of(const struct text *body) {
    static char order[4];
    size_t len = 0;
    for (const char *at = text_str(body); *at && len < 3; at++)
        if (strncmp(at, "a.Cache", 7) == 0 || strncmp(at, "b.Object", 8) == 0 ||
            strncmp(at, "(none)", 6) == 0)
            order[len++] = *at;
    order[len] = 0;
    return order;
}

START_TEST(a_click_on_a_heading_sorts_the_rows_below_it) {
    const struct {
        size_t column;
        int clicks;
        const char *heading, *order;
    } rows[] = {
        {0, 1, "total", "ba("},  {8, 1, "total", "ba("},  {8, 2, "total", "(ab"},
        {9, 1, "count", "(ab"},  {15, 1, "count", "(ab"}, {15, 2, "count", "ba("},
        {15, 3, "count", "(ab"}, {20, 1, "per s", "ba("}, {24, 2, "per s", "ab("},
        {34, 1, "p99", "(ab"},   {36, 1, "class", "(ab"}, {90, 2, "class", "ba("},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        OWNED(text_free) struct text body = {0}, heading = {0};
        text_add(&body, report);
        for (int click = 0; click < rows[i].clicks; click++) {
            text_clear(&heading);
            ck_assert(sorting_click(&body, 3, rows[i].column, &heading));
        }
        ck_assert_str_eq(text_str(&heading), rows[i].heading);
        ck_assert_msg(strcmp(order_of(&body), rows[i].order) == 0, "%zu: %s", i, order_of(&body));
        ck_assert_uint_eq(body.len, strlen(report));
    }
}
END_TEST

START_TEST(lines_that_are_no_headings_stay_as_they_are) {
    for (size_t line = 0; line < 14; line++) {
        OWNED(text_free) struct text body = {0}, heading = {0};
        text_add(&body, report);
        if (line == 3) continue;
        ck_assert_msg(!sorting_click(&body, line, 3, &heading), "%zu", line);
        ck_assert_str_eq(text_str(&body), report);
    }
}
END_TEST

START_TEST(the_key_goes_from_heading_to_heading) {
    static const char *const headings[] = {"count", "per s", "p99", "class", "total", "count"};
    OWNED(text_free) struct text body = {0}, heading = {0};
    size_t last = 0;
    text_add(&body, report);
    for (size_t i = 0; i < sizeof headings / sizeof *headings; i++) {
        text_clear(&heading);
        ck_assert(sorting_next(&body, 2 + i % 4, &last, &heading));
        ck_assert_str_eq(text_str(&heading), headings[i]);
    }
    text_clear(&heading);
    ck_assert(sorting_next(&body, 0, &last, &heading)); /* the table below */
    ck_assert_str_eq(text_str(&heading), "per s");
    ck_assert(sorting_next(&body, 1, &last, &heading));
    ck_assert(!sorting_next(&body, 9, &last, &heading));
    ck_assert(!sorting_next(&body, 11, &last, &heading));
    ck_assert(!sorting_next(&body, 99, &last, &heading));
}
END_TEST

START_TEST(a_single_row_and_no_row_are_no_order) {
    static const char *const texts[] = {"", "a  b\n", "a  b\n1  2\n", "a\n1\n2\n"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        OWNED(text_free) struct text body = {0}, heading = {0};
        text_add(&body, texts[i]);
        ck_assert(!sorting_click(&body, 0, 0, &heading));
        ck_assert_str_eq(text_str(&body), texts[i]);
    }
}
END_TEST

START_TEST(a_cell_that_is_missing_is_last) {
    OWNED(text_free) struct text body = {0}, heading = {0};
    text_add(&body, "time  did   who\n 2 s  wait  x\n 9 s        z\n      ran   y");
    ck_assert(sorting_click(&body, 0, 0, &heading));
    ck_assert_str_eq(text_str(&body),
                     "time  did   who\n 9 s        z\n 2 s  wait  x\n      ran   y");
    ck_assert(sorting_click(&body, 0, 7, &heading));
    ck_assert_str_eq(text_str(&body),
                     "time  did   who\n      ran   y\n 2 s  wait  x\n 9 s        z");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("sorting");
    TCase *cases = tcase_create("sorting");
    tcase_add_test(cases, a_click_on_a_heading_sorts_the_rows_below_it);
    tcase_add_test(cases, lines_that_are_no_headings_stay_as_they_are);
    tcase_add_test(cases, the_key_goes_from_heading_to_heading);
    tcase_add_test(cases, a_single_row_and_no_row_are_no_order);
    tcase_add_test(cases, a_cell_that_is_missing_is_last);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
