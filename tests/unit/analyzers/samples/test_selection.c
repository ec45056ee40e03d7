/* What users ask for: points of time, event names, regexes, states. */
#include "analyzers/samples/selection.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define SECOND INT64_C(1000000000)

/* ==== Points of time ======================================================================== */

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

START_TEST(every_day_of_the_calendar_is_the_c_librarys) {
    static const int lengths[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    for (int year = 1970; year <= 2200; year += year % 100 > 90 || year % 4 == 3 ? 1 : 3)
        for (int month = 1; month <= 12; month++) {
            bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
            int length = lengths[month - 1] + (month == 2 && leap);
            for (int day = 1; day <= 31; day++) {
                char text[40]; /* enough for any three ints: compilers count so */
                struct time_point point;
                snprintf(text, sizeof text, "%04d-%02d-%02d", year, month, day);
                if (day <= length) check_time(text, epoch_ns(year, month, day, 0, 0, 0));
                else ck_assert_msg(!time_point_parse(text, &point), "%s", text);
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

/* ==== The window ============================================================================ */

static struct selection opened(const struct samples_options *options) {
    struct selection selection;
    struct jfr_error error = {0};
    ck_assert_msg(selection_open(options, &selection, &error), "%s", error.text);
    return selection;
}

START_TEST(a_window_is_relative_to_the_recording_or_absolute) {
    struct samples_options options = {.from = {TIME_FROM_START, 10}, .to = {TIME_FROM_END, 20}};
    struct selection selection = opened(&options);
    ck_assert(selection.has_window && selection_needs_span(&selection));
    selection_set_window(&selection, 1000, 2000);
    ck_assert_int_eq(selection.from_ns, 1010);
    ck_assert_int_eq(selection.to_ns, 1980);
    selection_free(&selection);
    options = (struct samples_options){.from = {TIME_ABSOLUTE, 1500}};
    selection = opened(&options);
    ck_assert(selection.has_window && !selection_needs_span(&selection));
    ck_assert_int_eq(selection.from_ns, 1500);
    ck_assert_int_eq(selection.to_ns, INT64_MAX);
    selection_free(&selection);
    options = (struct samples_options){.to = {TIME_ABSOLUTE, 1500}};
    selection = opened(&options);
    ck_assert_int_eq(selection.from_ns, INT64_MIN);
    ck_assert_int_eq(selection.to_ns, 1500);
    selection_free(&selection);
}
END_TEST

START_TEST(a_window_beyond_all_clocks_is_cut_to_what_they_show) {
    struct samples_options options = {.from = {TIME_FROM_END, INT64_MAX},
                                      .to = {TIME_FROM_START, INT64_MAX}};
    struct selection selection = opened(&options);
    selection_set_window(&selection, INT64_MAX - 5, INT64_MAX);
    ck_assert_int_eq(selection.from_ns, 0);
    ck_assert_int_eq(selection.to_ns, INT64_MAX);
    selection_set_window(&selection, INT64_MIN, INT64_MIN + 5);
    ck_assert_int_eq(selection.from_ns, INT64_MIN);
    ck_assert_int_eq(selection.to_ns, -1);
    selection_free(&selection);
}
END_TEST

/* ==== Events, regexes, states =============================================================== */

START_TEST(short_names_stand_for_event_types) {
    const char *events[] = {"alloc"};
    struct samples_options options = {.events = events, .event_count = 1};
    struct selection selection = opened(&options);
    ck_assert_uint_eq(selection.lane_count, 1);
    ck_assert_uint_eq(selection.lanes[0].group_count, 4); /* two more are of profiles */
    ck_assert_str_eq(selection.lanes[0].groups[0][0], "jdk.ObjectAllocationSample");
    ck_assert_str_eq(selection.lanes[0].groups[1][1], "jdk.ObjectAllocationOutsideTLAB");
    selection_free(&selection);
}
END_TEST

START_TEST(other_names_stand_for_themselves_and_count_once) {
    const char *events[] = {"my.Event", "jdk.ThreadPark", "my.Event", "cpu", "cpu"};
    struct samples_options options = {.events = events, .event_count = 5};
    struct selection selection = opened(&options);
    ck_assert_uint_eq(selection.lane_count, 3);
    ck_assert_str_eq(selection.lanes[0].groups[0][0], "my.Event");
    ck_assert_uint_eq(selection.lanes[0].group_count, 1);
    selection_free(&selection);
}
END_TEST

START_TEST(without_events_the_first_of_the_usual_types_is_taken) {
    struct samples_options options = {0};
    struct selection selection = opened(&options);
    ck_assert_uint_eq(selection.lane_count, 1);
    ck_assert_str_eq(selection.lanes[0].groups[0][0], "jdk.ExecutionSample");
    ck_assert_str_eq(selection.lanes[0].groups[1][0], "jdk.CPUTimeSample");
    ck_assert_str_eq(selection.lanes[0].groups[5][0], "jdk.NativeMethodSample");
    selection_free(&selection);
}
END_TEST

static void check_refused(const struct samples_options *options, const char *words) {
    struct jfr_error error = {0};
    ck_assert(!samples_check(options, &error));
    ck_assert_msg(strstr(error.text, words) != NULL, "%s", error.text);
}

START_TEST(a_regex_that_is_none_is_refused_with_its_position) {
    const char *bad[] = {"a(b", "fine", "x[z-a]", "\xFF"};
    check_refused(&(struct samples_options){.thread = bad[0]},
                  "--thread: 'a(b' is not a regular expression: missing closing parenthesis at "
                  "position 3");
    check_refused(&(struct samples_options){.include = bad, .include_count = 1},
                  "--include: 'a(b'");
    check_refused(&(struct samples_options){.exclude = bad + 1, .exclude_count = 2},
                  "--exclude: 'x[z-a]' is not a regular expression: range out of order");
    check_refused(&(struct samples_options){.exclude = bad + 3, .exclude_count = 1},
                  "is not a regular expression: UTF-8 error");
}
END_TEST

START_TEST(more_regexes_or_events_than_there_is_room_for_are_refused) {
    const char *many[65];
    for (int i = 0; i < 65; i++) many[i] = "x";
    check_refused(&(struct samples_options){.include = many, .include_count = 65},
                  "--include: at most 64 can be given, there are 65");
    check_refused(&(struct samples_options){.events = many, .event_count = 17},
                  "--event: at most 16 can be given, there are 17");
    struct samples_options good = {
        .include = many, .include_count = 64, .events = many, .event_count = 16};
    struct jfr_error error;
    ck_assert(samples_check(&good, &error));
}
END_TEST

START_TEST(states_are_known_with_and_without_their_prefix) {
    ck_assert(selection_state_matches("STATE_RUNNABLE", "STATE_RUNNABLE"));
    ck_assert(selection_state_matches("runnable", "STATE_RUNNABLE"));
    ck_assert(selection_state_matches("state_runnable", "STATE_RUNNABLE"));
    ck_assert(selection_state_matches("Sleeping", "SLEEPING"));
    ck_assert(!selection_state_matches("run", "STATE_RUNNABLE"));
    ck_assert(!selection_state_matches("", "STATE_RUNNABLE"));
    ck_assert(!selection_state_matches("runnable", "STATE_"));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("selection");
    TCase *cases = tcase_create("selection");
    tcase_add_test(cases, spans_count_from_the_start_or_from_the_end);
    tcase_add_test(cases, times_of_day_are_utc_unless_they_say_otherwise);
    tcase_add_test(cases, every_day_of_the_calendar_is_the_c_librarys);
    tcase_add_test(cases, what_is_no_point_of_time_is_refused);
    tcase_add_test(cases, a_window_is_relative_to_the_recording_or_absolute);
    tcase_add_test(cases, a_window_beyond_all_clocks_is_cut_to_what_they_show);
    tcase_add_test(cases, short_names_stand_for_event_types);
    tcase_add_test(cases, other_names_stand_for_themselves_and_count_once);
    tcase_add_test(cases, without_events_the_first_of_the_usual_types_is_taken);
    tcase_add_test(cases, a_regex_that_is_none_is_refused_with_its_position);
    tcase_add_test(cases, more_regexes_or_events_than_there_is_room_for_are_refused);
    tcase_add_test(cases, states_are_known_with_and_without_their_prefix);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
