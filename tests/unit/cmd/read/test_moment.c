/* Times as they are written for people, and charts made of characters. */
#include "analyzers/samples/samples.h"
#include "cmd/read/moment.h"
#include "cmd/write/bars.h"
#include "cmd/write/fit.h"
#include "base/utf8.h"
#include "tests/support/suite.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SECOND INT64_C(1000000000)
#define ORIGIN (INT64_C(1763671860) * SECOND + 123456789) /* 2025-11-20 20:51:00.123456789 UTC */

static void check_text(struct text *text, const char *expected) {
    ck_assert_str_eq(text_str(text), expected);
    text_free(text);
}

START_TEST(moments_are_seconds_since_the_start_or_a_date_before_it) {
    struct text text = {0};
    moment_add(&text, ORIGIN, ORIGIN);
    check_text(&text, "0s");
    moment_add(&text, ORIGIN + 3215 * SECOND / 1000, ORIGIN);
    check_text(&text, "3.215s");
    moment_add(&text, ORIGIN + 100 * SECOND - 1, ORIGIN);
    check_text(&text, "99.999999999s");
    moment_add(&text, ORIGIN - 123456789, ORIGIN);
    check_text(&text, "2025-11-20T20:51:00Z");
    moment_add(&text, ORIGIN - 1, ORIGIN);
    check_text(&text, "2025-11-20T20:51:00.123456788Z");
}
END_TEST

START_TEST(what_is_written_is_read_as_the_same_nanosecond) {
    static const int64_t offsets[] = {0,
                                      1,
                                      999999999,
                                      3215000000,
                                      86399999999999,
                                      123456789012345,
                                      31536000000000001,
                                      -1,
                                      -500000000,
                                      -86400000000001};
    for (size_t i = 0; i < sizeof offsets / sizeof *offsets; i++) {
        struct text text = {0};
        struct time_point point;
        moment_add(&text, ORIGIN + offsets[i], ORIGIN);
        ck_assert_msg(time_point_parse(text_str(&text), &point), "%s", text_str(&text));
        const struct time_point none = {0};
        const struct zone utc = {0};
        ck_assert_int_eq(time_window_of(&point, &none, ORIGIN, ORIGIN + SECOND, &utc).from_ns,
                         ORIGIN + offsets[i]);
        text_free(&text);
    }
}
END_TEST

START_TEST(marks_are_as_fine_as_their_distance_asks_for) {
    static const struct {
        int64_t offset, step;
        const char *expected;
    } cases[] = {
        {0, SECOND, "0 s"},
        {5 * SECOND, SECOND, "5 s"},
        {125 * SECOND, 5 * SECOND, "2:05"},
        {3725 * SECOND, SECOND, "1:02:05"},
        {3 * SECOND / 4, SECOND / 4, "0.75 s"},
        {65 * SECOND + SECOND / 2, SECOND / 2, "65.5 s"},
        {-SECOND / 2, SECOND / 2, "-0.5 s"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct text text = {0};
        moment_add_mark(&text, cases[i].offset, cases[i].step);
        check_text(&text, cases[i].expected);
    }
}
END_TEST

START_TEST(lengths_of_options_are_more_than_nothing) {
    int64_t ns = 0;
    ck_assert(moment_parse_length("250ms", &ns));
    ck_assert_int_eq(ns, 250000000);
    ck_assert(!moment_parse_length("0s", &ns));
    ck_assert(!moment_parse_length("-5s", &ns));
    ck_assert(!moment_parse_length("soon", &ns));
    ck_assert(!moment_parse_length("2026-11-20", &ns));
}
END_TEST

START_TEST(marks_of_an_axis_stand_over_their_cells_and_stay_within_the_chart) {
    struct text text = {0};
    const struct moment_axis axis = {ORIGIN, SECOND, ORIGIN, 40, 1};
    moment_add_axis(&text, &axis);
    check_text(&text, "0 s            15 s           30 s ");
    for (unsigned times = 1; times < 4; times++)
        for (size_t count = 1; count < 200; count++) {
            const struct moment_axis other = {ORIGIN - 3 * SECOND, SECOND / 2, ORIGIN, count,
                                              times};
            moment_add_axis(&text, &other);
            ck_assert_uint_le(text.len, count * times > 6 ? count * times + 1 : 7);
            text_free(&text);
        }
}
END_TEST

START_TEST(clocks_stand_at_the_marks_of_the_axis) {
    struct text text = {0};
    struct zone zone;
    ck_assert(zone_parse("+05:30", &zone));
    const struct moment_axis seconds = {ORIGIN, SECOND, ORIGIN, 40, 1};
    moment_add_clock_axis(&text, &seconds, &zone);
    check_text(&text, "02:21:00       02:21:15       02:21:30 ");
    const struct moment_axis parts = {ORIGIN, SECOND / 50, ORIGIN, 40, 1};
    moment_add_clock_axis(&text, &parts, &zone);
    check_text(&text, "02:21:00.123             02:21:00.623 ");
    const struct moment_axis hours = {ORIGIN, 3600 * SECOND, ORIGIN, 40, 1};
    moment_add_clock_axis(&text, &hours, &zone);
    check_text(&text, "11-21                   11-22 ");
    const struct moment_axis days = {ORIGIN, 24 * 3600 * SECOND, ORIGIN, 40, 1};
    moment_add_clock_axis(&text, &days, &zone);
    check_text(&text, "11-21           12-07           12-23 ");
}
END_TEST

START_TEST(bars_grow_with_what_they_show) {
    static const double shares[] = {0, 0.001, 0.25, 0.5, 1, 7};
    struct text text = {0};
    for (size_t i = 0; i < 6; i++) bars_add(&text, shares[i], 0, 1, true, 1);
    check_text(&text, " ▁▂▄██");
    for (size_t i = 0; i < 6; i++) bars_add(&text, shares[i], 0, 1, false, 2);
    check_text(&text, "  ..::==@@@@");
    bars_add(&text, (double)NAN, 0, 1, true, 1);
    bars_add(&text, (double)NAN, 0, 1, false, 1);
    check_text(&text, "·?");
}
END_TEST

START_TEST(bars_of_several_lines_fill_the_lower_ones_first) {
    struct text text = {0};
    for (unsigned line = 0; line < 3; line++) bars_add(&text, 0.5, line, 3, true, 1);
    check_text(&text, "█▄ ");
}
END_TEST

START_TEST(shades_show_the_least_sample) {
    static const double shares[] = {0, 0.001, 0.5, 1};
    struct text text = {0};
    for (size_t i = 0; i < 4; i++) bars_add_shade(&text, shares[i], true, 1);
    check_text(&text, " ░▒█");
    for (size_t i = 0; i < 4; i++) bars_add_shade(&text, shares[i], false, 1);
    check_text(&text, " .+@");
}
END_TEST

START_TEST(sentences_lose_their_end) {
    struct text text = {0};
    fit_add_beginning(&text, "A.hot 50 %, B.warm 20 %", 23, 12);
    ck_assert_uint_eq(utf8_columns(text.data, text.len), 12);
    check_text(&text, "A.hot 50 %,…");
    fit_add_beginning(&text, "short", 5, 5);
    check_text(&text, "short");
}
END_TEST

int main(void) {
    TCase *c = tcase_create("moment");
    tcase_add_test(c, moments_are_seconds_since_the_start_or_a_date_before_it);
    tcase_add_test(c, what_is_written_is_read_as_the_same_nanosecond);
    tcase_add_test(c, marks_are_as_fine_as_their_distance_asks_for);
    tcase_add_test(c, lengths_of_options_are_more_than_nothing);
    tcase_add_test(c, marks_of_an_axis_stand_over_their_cells_and_stay_within_the_chart);
    tcase_add_test(c, clocks_stand_at_the_marks_of_the_axis);
    tcase_add_test(c, bars_grow_with_what_they_show);
    tcase_add_test(c, bars_of_several_lines_fill_the_lower_ones_first);
    tcase_add_test(c, shades_show_the_least_sample);
    tcase_add_test(c, sentences_lose_their_end);
    Suite *s = suite_create("moment");
    suite_add_tcase(s, c);
    return suite_run(s);
}
