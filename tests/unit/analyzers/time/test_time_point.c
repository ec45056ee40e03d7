/* Points of time as users write them. */
#include "analyzers/time/time_point.h"
#include "tests/support/anywhere.h"
#include "tests/support/suite.h"
#include "base/text.h"

#include <check.h>
#include <stdio.h>
#include <time.h>

#define SECOND INT64_C(1000000000)

START_TEST(both_ends_of_a_window_are_in_it) {
    const struct time_window window = {10, 12};
    static const struct {
        int64_t time;
        bool in;
    } times[] = {{9, false}, {10, true}, {11, true}, {12, true}, {13, false}};
    for (size_t i = 0; i < sizeof times / sizeof *times; i++)
        ck_assert_int_eq(time_window_has(&window, times[i].time), times[i].in);
}
END_TEST

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

static void check(const char *text, enum time_kind kind, int64_t expected) {
    struct time_point point = {0};
    ck_assert_msg(time_point_parse(text, &point), "%s", text);
    ck_assert_int_eq(point.kind, kind);
    ck_assert_msg(point.ns == expected, "%s: %lld, expected %lld", text, (long long)point.ns,
                  (long long)expected);
}

static void check_time(const char *text, int64_t expected) {
    check(text, TIME_ABSOLUTE, expected);
}

static void check_wall(const char *text, int64_t expected) {
    check(text, TIME_WALL, expected);
}

START_TEST(times_without_a_zone_are_those_of_a_clock_on_the_wall) {
    check_wall("1970-01-01", 0);
    check_wall("2026-11-20", epoch_ns(2026, 11, 20, 0, 0, 0));
    check_wall("2026-11-20T21:31", epoch_ns(2026, 11, 20, 21, 31, 0));
    check_wall("2026-11-20T21:31:05", epoch_ns(2026, 11, 20, 21, 31, 5));
    check_wall("2026-11-20 21:31:05", epoch_ns(2026, 11, 20, 21, 31, 5));
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

START_TEST(clock_times_have_no_day) {
    const int64_t hour = 3600 * SECOND;
    check("10:02", TIME_CLOCK, 10 * hour + 120 * SECOND);
    check("9:02", TIME_CLOCK, 9 * hour + 120 * SECOND);
    check("00:00", TIME_CLOCK, 0);
    check("04:20:50.5", TIME_CLOCK, 4 * hour + 20 * 60 * SECOND + 50 * SECOND + SECOND / 2);
    check("23:59:59.999999999", TIME_CLOCK, 24 * hour - 1);
}
END_TEST

/* Where the window that "from" and "to" say begins and ends, in seconds after a midnight of UTC. */
static void check_window(const char *from, const char *to, const char *tz, int64_t start,
                         int64_t end, int64_t first, int64_t behind) {
    const int64_t midnight = epoch_ns(2026, 6, 10, 0, 0, 0);
    struct time_point since = {0}, until = {0};
    struct zone zone = {0};
    ck_assert(!*from || time_point_parse(from, &since));
    ck_assert(!*to || time_point_parse(to, &until));
    ck_assert(!tz || zone_parse(tz, &zone));
    struct time_window window =
        time_window_of(&since, &until, midnight + start * SECOND, midnight + end * SECOND, &zone);
    ck_assert_msg(window.from_ns == (*from ? midnight + first * SECOND : INT64_MIN), "%s: %lld",
                  from, (long long)(window.from_ns - midnight) / SECOND);
    ck_assert_msg(window.to_ns == (*to ? midnight + behind * SECOND - 1 : INT64_MAX), "%s: %lld",
                  to, (long long)(window.to_ns - midnight) / SECOND);
}

enum { HOUR = 3600, DAY = 24 * HOUR };

START_TEST(a_clock_time_is_that_of_the_first_day_that_the_recording_has_it_on) {
    check_window("10:02", "", NULL, 9 * HOUR, 11 * HOUR, 10 * HOUR + 120, 0);
    check_window("", "10:02", NULL, 9 * HOUR, 11 * HOUR, 0, 10 * HOUR + 120);
    /* a recording that goes on after midnight, which begins at 22:00 in New York */
    check_window("23:50", "00:10", NULL, 23 * HOUR, 25 * HOUR, 23 * HOUR + 3000, DAY + 600);
    check_window("00:05", "", NULL, 23 * HOUR, 25 * HOUR, DAY + 300, 0);
    check_window("22:00", "", "America/New_York", 23 * HOUR, 2 * DAY, DAY + 2 * HOUR, 0);
    /* one that begins at midnight, and one that begins at that time of the clock */
    check_window("10:02", "", NULL, 0, 2 * DAY, 10 * HOUR + 120, 0);
    check_window("00:00", "", NULL, 0, 2 * DAY, 0, 0);
    check_window("09:00", "", NULL, 9 * HOUR, 2 * DAY, 9 * HOUR, 0);
    /* and one that ends as that time comes, or just before */
    check_window("08:00", "", NULL, 9 * HOUR, DAY + 8 * HOUR, DAY + 8 * HOUR, 0);
    check_window("08:00", "", NULL, 9 * HOUR, DAY + 8 * HOUR - 1, 8 * HOUR, 0);
    /* days long: --to is the first after --from */
    check_window("2026-06-12T10:00", "10:05", NULL, 9 * HOUR, 5 * DAY, 2 * DAY + 10 * HOUR,
                 2 * DAY + 10 * HOUR + 300);
    /* nowhere in the recording: of the day on which it starts */
    check_window("08:00", "", NULL, 9 * HOUR, 11 * HOUR, 8 * HOUR, 0);
    check_window("10:05", "10:02", NULL, 9 * HOUR, 11 * HOUR, 10 * HOUR + 300, 10 * HOUR + 120);
}
END_TEST

START_TEST(a_date_alone_is_the_whole_day) {
    check_window("2026-06-11", "2026-06-11", NULL, 0, 5 * DAY, DAY, 2 * DAY);
    check_window("2026-06-11", "2026-06-12", "+02:00", 0, 5 * DAY, DAY - 2 * HOUR,
                 3 * DAY - 2 * HOUR);
}
END_TEST

START_TEST(zones_have_their_daylight_saving) {
    check_window("2026-06-10T12:00", "", "Europe/Berlin", 0, DAY, 10 * HOUR, 0);
    check_window("2026-06-10T12:00", "", "UTC", 0, DAY, 12 * HOUR, 0);
    check_window("2026-06-10T12:00", "", "-0530", 0, DAY, 17 * HOUR + 1800, 0);
    check_window("2026-06-10T12:00Z", "", "Europe/Berlin", 0, DAY, 12 * HOUR, 0);
    check_window("2026-06-10T12:00+01:00", "", "Asia/Tokyo", 0, DAY, 11 * HOUR, 0);
    struct zone zone;
    ck_assert(zone_parse("Europe/Berlin", &zone));
    for (int64_t ns = epoch_ns(2026, 1, 1, 0, 0, 0); ns < epoch_ns(2027, 1, 1, 0, 0, 0);
         ns += 7777 * SECOND + 1) {
        int64_t wall = zone_to_wall(&zone, ns);
        bool summer = ns >= epoch_ns(2026, 3, 29, 1, 0, 0) && ns < epoch_ns(2026, 10, 25, 1, 0, 0);
        bool twice = ns >= epoch_ns(2026, 10, 25, 0, 0, 0) && ns < epoch_ns(2026, 10, 25, 2, 0, 0);
        ck_assert_int_eq(wall - ns, (summer ? 2 : 1) * HOUR * SECOND);
        ck_assert(twice || zone_to_ns(&zone, wall) == ns);
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
                                        "10:",
                                        "24:00",
                                        "10:02:61",
                                        "10:02Z",
                                        "10:02:03x",
                                        "-10:02",
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

static void tell_point(const uint8_t *bytes, size_t len, struct text *out) {
    struct time_point point = {0};
    char *text = anywhere_text(bytes, len);
    if (time_point_parse(text, &point))
        text_addf(out, "%d %lld %d", (int)point.kind, (long long)point.ns, point.whole_day);
    free(text);
}

START_TEST(what_is_wrong_in_one_place_means_what_it_ever_did) {
    static const char *const points[] = {
        "1h30m5.25s", "-500ms",     "2m", "1.5", "2026-11-20T21:31:00.5Z", "2024-02-29 23:59:59",
        "2026-12-31", "21:31:05.5", "0:00", "2026-11-20T21:31+05:30", "90us", "1d"};
    anywhere_texts("time-point", points, sizeof points / sizeof *points, "- :9", tell_point,
                   0x8A482582B04C268A);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("time_point");
    TCase *cases = tcase_create("time_point");
    tcase_add_test(cases, both_ends_of_a_window_are_in_it);
    tcase_add_test(cases, spans_count_from_the_start_or_from_the_end);
    tcase_add_test(cases, times_without_a_zone_are_those_of_a_clock_on_the_wall);
    tcase_add_test(cases, every_day_of_the_calendar_is_a_day_after_the_one_before);
    tcase_add_test(cases, clock_times_have_no_day);
    tcase_add_test(cases, a_clock_time_is_that_of_the_first_day_that_the_recording_has_it_on);
    tcase_add_test(cases, a_date_alone_is_the_whole_day);
    tcase_add_test(cases, zones_have_their_daylight_saving);
    tcase_add_test(cases, what_is_no_point_of_time_is_refused);
    tcase_add_test(cases, what_is_wrong_in_one_place_means_what_it_ever_did);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
