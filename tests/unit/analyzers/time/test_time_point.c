/* Points of time as users write them. */
#include "analyzers/time/time_point.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdio.h>
#include <time.h>

#define SECOND INT64_C(1000000000)

START_TEST(spans_count_from_the_start_or_from_the_end) {
    static const struct {
        const char *text;
        enum time_kind kind;
        int64_t ns;
    } rows[] = {{"10s", TIME_FROM_START, 10 * SECOND},
                {"10", TIME_FROM_START, 10 * SECOND},
                {"0", TIME_FROM_START, 0},
                {"0s", TIME_FROM_START, 0},
                {"1.5s", TIME_FROM_START, 3 * SECOND / 2},
                {"0.000000001s", TIME_FROM_START, 1},
                {"1.s", TIME_FROM_START, SECOND},
                {"500ms", TIME_FROM_START, SECOND / 2},
                {"7us", TIME_FROM_START, 7000},
                {"9ns", TIME_FROM_START, 9},
                {"2m", TIME_FROM_START, 120 * SECOND},
                {"2min", TIME_FROM_START, 120 * SECOND},
                {"1h", TIME_FROM_START, 3600 * SECOND},
                {"1d", TIME_FROM_START, 86400 * SECOND},
                {"1h30m", TIME_FROM_START, 5400 * SECOND},
                {"1h30m15s", TIME_FROM_START, 5415 * SECOND},
                {"1m5", TIME_FROM_START, 65 * SECOND},
                {"0.5m", TIME_FROM_START, 30 * SECOND},
                {"-5s", TIME_FROM_END, 5 * SECOND},
                {"-0s", TIME_FROM_END, 0},
                {"-1h30m", TIME_FROM_END, 5400 * SECOND}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct time_point point = {0};
        ck_assert_msg(time_point_parse(rows[i].text, &point), "%s", rows[i].text);
        ck_assert_int_eq(point.kind, rows[i].kind);
        ck_assert_msg(point.ns == rows[i].ns, "%s: %lld", rows[i].text, (long long)point.ns);
    }
}
END_TEST

/* The second source: the C library's calendar. */
static int64_t epoch_ns(int year, int month, int day, int hour, int minute, int second) {
    struct tm tm = {.tm_year = year - 1900,
                    .tm_mon = month - 1,
                    .tm_mday = day,
                    .tm_hour = hour,
                    .tm_min = minute,
                    .tm_sec = second};
    return (int64_t)timegm(&tm) * SECOND;
}

static void check_time(const char *text, int64_t expected) {
    struct time_point point = {0};
    ck_assert_msg(time_point_parse(text, &point), "%s", text);
    ck_assert_int_eq(point.kind, TIME_ABSOLUTE);
    ck_assert_msg(point.ns == expected, "%s: %lld, expected %lld", text, (long long)point.ns,
                  (long long)expected);
}

START_TEST(times_of_day_are_utc_unless_they_say_otherwise) {
    check_time("1970-01-01", 0);
    check_time("2026-11-20", epoch_ns(2026, 11, 20, 0, 0, 0));
    check_time("2026-11-20T21:31", epoch_ns(2026, 11, 20, 21, 31, 0));
    check_time("2026-11-20T21:31:05", epoch_ns(2026, 11, 20, 21, 31, 5));
    check_time("2026-11-20 21:31:05", epoch_ns(2026, 11, 20, 21, 31, 5));
    check_time("2026-11-20T21:31:05Z", epoch_ns(2026, 11, 20, 21, 31, 5));
    check_time("2026-11-20T21:31:05.5Z", epoch_ns(2026, 11, 20, 21, 31, 5) + SECOND / 2);
    check_time("2026-11-20T21:31:05.123456789Z", epoch_ns(2026, 11, 20, 21, 31, 5) + 123456789);
    check_time("2026-11-20T21:31:05+01:00", epoch_ns(2026, 11, 20, 20, 31, 5));
    check_time("2026-11-20T21:31:05-05:30", epoch_ns(2026, 11, 21, 3, 1, 5));
    check_time("2026-11-20T21:31+14:00", epoch_ns(2026, 11, 20, 7, 31, 0));
    check_time("1970-01-01T00:00:00+01:00", epoch_ns(1969, 12, 31, 23, 0, 0));
    check_time("2016-12-31T23:59:60Z", epoch_ns(2017, 1, 1, 0, 0, 0)); /* a leap second */
}
END_TEST

/* The second source: days counted one by one. */
START_TEST(every_day_of_the_calendar_is_a_day_after_the_one_before) {
    static const int lengths[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    int64_t expected = 0;
    for (int year = 1970; year <= 2200; year++)
        for (int month = 1; month <= 12; month++) {
            bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
            int length = lengths[month - 1] + (month == 2 && leap);
            for (int day = 1; day <= 31; day++) {
                char text[40]; /* enough for any three ints: compilers count so */
                struct time_point point;
                snprintf(text, sizeof text, "%04d-%02d-%02d", year, month, day);
                bool parsed = time_point_parse(text, &point);
                if (parsed != (day <= length) || (parsed && point.ns != expected))
                    ck_abort_msg("%s", text);
                if (parsed) expected += 86400 * SECOND;
            }
        }
}
END_TEST

START_TEST(what_is_no_point_of_time_is_refused) {
    static const char *const texts[] = {"",
                                        "-",
                                        "s",
                                        "ms",
                                        "x",
                                        "10x",
                                        "10 s",
                                        " 10s",
                                        "10s ",
                                        "--5s",
                                        "+5s",
                                        "1.5.5s",
                                        ".5s",
                                        "1e3s",
                                        "5sm",
                                        "1h-30m",
                                        "99999999999999999999999d",
                                        "1h30mx",
                                        "inf",
                                        "nan",
                                        "0x10",
                                        "2026-11",
                                        "2026-11-",
                                        "2026-13-01",
                                        "2026-00-10",
                                        "2026-01-00",
                                        "2026-01-32",
                                        "1969-12-31",
                                        "2201-01-01",
                                        "2026-11-20T",
                                        "2026-11-20T21",
                                        "2026-11-20T24:00",
                                        "2026-11-20T21:60",
                                        "2026-11-20T21:31:",
                                        "2026-11-20T21:31:61",
                                        "2026-11-20T21:31:05X",
                                        "2026-11-20T21:31:05Zz",
                                        "2026-11-20T21:31:05+",
                                        "2026-11-20T21:31:05+1",
                                        "2026-11-20x",
                                        "2026-11-20T21:31:05+99:00",
                                        "2026-11-20T21:31:05+01:60",
                                        "2026-11-20T-1:30",
                                        "2026-11-20T21:-5",
                                        "2026--1-20",
                                        " 2026-11-20",
                                        "+026-11-20",
                                        "2026-+1-20",
                                        "2026-11-20T21:31:05+-1:00",
                                        "2026- 1-20",
                                        "2026-11-20T 1:00"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct time_point point;
        ck_assert_msg(!time_point_parse(texts[i], &point), "%s", texts[i]);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("time_point");
    TCase *cases = tcase_create("time_point");
    tcase_add_test(cases, spans_count_from_the_start_or_from_the_end);
    tcase_add_test(cases, times_of_day_are_utc_unless_they_say_otherwise);
    tcase_add_test(cases, every_day_of_the_calendar_is_a_day_after_the_one_before);
    tcase_add_test(cases, what_is_no_point_of_time_is_refused);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
