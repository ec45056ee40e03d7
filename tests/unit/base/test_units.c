/* Durations and sizes as people and programs write them. */
#include "base/units.h"
#include "tests/support/suite.h"

#include <check.h>
#include <time.h>

#define WRONG (-1)

struct row {
    const char *text;
    int64_t value; /* or WRONG */
};

static void check_rows(bool (*parse)(const char *, int64_t *), const struct row *rows) {
    for (; rows->text; rows++) {
        int64_t n = WRONG;
        ck_assert_msg(parse(rows->text, &n) == (rows->value != WRONG), "%s", rows->text);
        ck_assert_msg(n == rows->value, "%s: %lld", rows->text, (long long)n);
    }
}

START_TEST(periods_are_read_as_jfc_files_and_options_write_them) {
    static const struct row rows[] = {
        {"20 ms", 20 * NS_PER_MS},
        {"20ms", 20 * NS_PER_MS},
        {"20MS", 20 * NS_PER_MS},
        {"500 us", 500 * NS_PER_US},
        {"500 µs", 500 * NS_PER_US},
        {"7 ns", 7},
        {"1 s", NS_PER_S},
        {"2 m", 120 * NS_PER_S},
        {"2min", 120 * NS_PER_S},
        {"1 h", 3600 * NS_PER_S},
        {"1 d", 86400 * NS_PER_S},
        {"0", 0},
        {NULL, 0},
    };
    check_rows(units_parse_period, rows);
}
END_TEST

START_TEST(a_period_is_one_whole_number_with_its_unit) {
    static const struct row rows[] = {
        {"everyChunk", WRONG},
        {"", WRONG},
        {"20", WRONG},
        {"ms", WRONG},
        {"20 x", WRONG},
        {"-5 ms", WRONG},
        {"+5 ms", WRONG},
        {" 5 ms", WRONG},
        {"5 ms ", WRONG},
        {"1.5s", WRONG},
        {"1h30m", WRONG},
        {"infinity", WRONG},
        {"106752 d", WRONG},
        {"99999999999999999999 d", WRONG},
        {"9223372036854775808 ns", WRONG},
        {NULL, 0},
    };
    check_rows(units_parse_period, rows);
}
END_TEST

START_TEST(a_percentage_of_a_thousand_or_more_is_said_as_times) {
    static const struct {
        double percent;
        int digits;
        const char *text;
    } cases[] = {{0, 0, "0 %"},           {12.34, 1, "12.3 %"}, {999.4, 0, "999 %"},
                 {999.99, 2, "999.99 %"}, {1000, 1, "10.0x"},   {4270, 0, "42.7x"},
                 {9999, 0, "100.0x"},     {10000, 0, "100x"},   {42732, 1, "427x"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct text out = {0};
        units_add_percent(&out, cases[i].percent, cases[i].digits);
        ck_assert_str_eq(text_str(&out), cases[i].text);
        text_free(&out);
    }
}
END_TEST

START_TEST(sizes_are_powers_of_1024_however_they_are_written) {
    static const struct row rows[] = {
        {"100", 100},
        {"100 B", 100},
        {"64k", 64 << 10},
        {"512KB", 512 << 10},
        {"512 KiB", 512 << 10},
        {"12MB", 12 << 20},
        {"12mib", 12 << 20},
        {"1GB", 1 << 30},
        {"1TB", INT64_C(1) << 40},
        {"1 TiB", INT64_C(1) << 40},
        {"MB", WRONG},
        {"12mx", WRONG},
        {"1.5MB", WRONG},
        {"9999999999999GB", WRONG},
        {NULL, 0},
    };
    check_rows(units_parse_size, rows);
}
END_TEST

START_TEST(durations_of_people_add_up_and_have_fractions) {
    static const struct row rows[] = {
        {"10", 10 * NS_PER_S},
        {"0", 0},
        {"1.5s", 1500 * NS_PER_MS},
        {"1.s", NS_PER_S},
        {"0.000000001s", 1},
        {"500ms", 500 * NS_PER_MS},
        {"7us", 7 * NS_PER_US},
        {"7µs", 7 * NS_PER_US},
        {"0.5m", 30 * NS_PER_S},
        {"1h30m15s", 5415 * NS_PER_S},
        {"1m5", 65 * NS_PER_S},
        {"31536000.000000001", 31536000 * NS_PER_S + 1},
        {NULL, 0},
    };
    check_rows(units_parse_duration, rows);
}
END_TEST

START_TEST(what_is_no_duration_is_refused) {
    static const struct row rows[] = {
        {"", WRONG},       {"s", WRONG},
        {"10 s", WRONG},   {"10s ", WRONG},
        {"-5s", WRONG},    {".5s", WRONG},
        {"1.5.5s", WRONG}, {"1e3s", WRONG},
        {"0x10", WRONG},   {"5sm", WRONG},
        {"1h-30m", WRONG}, {"inf", WRONG},
        {"nan", WRONG},    {"99999999999999999999999d", WRONG},
        {NULL, 0},
    };
    check_rows(units_parse_duration, rows);
}
END_TEST

/* ==== Writing =============================================================================== */

static void check_text(struct text *text, const char *expected) {
    ck_assert_str_eq(text_str(text), expected);
    text_free(text);
}

static void check_written(void (*add)(struct text *, int64_t), const struct row *rows) {
    for (; rows->text; rows++) {
        struct text text = {0};
        add(&text, rows->value);
        check_text(&text, rows->text);
    }
}

START_TEST(durations_have_three_digits_that_matter) {
    static const struct row rows[] = {
        {"0 s", 0},
        {"0 s", -5},
        {"1 ns", 1},
        {"999 ns", 999},
        {"1.00 µs", 1000},
        {"1.50 µs", 1500},
        {"9.99 µs", 9994},
        {"10.0 µs", 9996},
        {"100 µs", 99960},
        {"999 µs", 999499},
        {"1.00 ms", 999999},
        {"4.20 ms", 4200000},
        {"1.00 s", 999600000},
        {"1.00 s", NS_PER_S},
        {"30.1 s", 30100 * NS_PER_MS},
        {"95.0 s", 95 * NS_PER_S},
        {"1 min 40 s", 100 * NS_PER_S},
        {"2 min 5 s", 125 * NS_PER_S},
        {"2 h 0 min", 7200 * NS_PER_S},
        {NULL, 0},
    };
    check_written(units_add_duration, rows);
}
END_TEST

START_TEST(exact_durations_are_not_rounded) {
    static const struct row rows[] = {
        {"0 ms", 0},
        {"1 ns", 1},
        {"1.5 µs", 1500},
        {"20 ms", 20 * NS_PER_MS},
        {"2.5 ms", 2500 * NS_PER_US},
        {"1 s", NS_PER_S},
        {"1.5 s", 1500 * NS_PER_MS},
        {"90 s", 90 * NS_PER_S},
        {"10 min", 600 * NS_PER_S},
        {"2 h", 7200 * NS_PER_S},
        {NULL, 0},
    };
    check_written(units_add_exact, rows);
}
END_TEST

START_TEST(periods_are_whole_numbers_of_the_largest_unit_that_fits) {
    static const struct row rows[] = {
        {"20 ms", 20000000}, {"1500 us", 1500000}, {"60 s", 60 * NS_PER_S},
        {"7 ns", 7},         {"0 ns", 0},          {NULL, 0},
    };
    check_written(units_add_period, rows);
    for (size_t i = 0; rows[i].text; i++) {
        int64_t ns;
        ck_assert(units_parse_period(rows[i].text, &ns));
        ck_assert_int_eq(ns, rows[i].value);
    }
}
END_TEST

START_TEST(bytes_are_in_powers_of_1024) {
    static const struct {
        const char *text;
        double bytes;
    } rows[] = {
        {"0 B", 0},
        {"1000 B", 1000},
        {"0.50 B", 0.5},
        {"1023 B", 1023},
        {"1.00 KiB", 1024},
        {"1.50 KiB", 1536},
        {"-1.50 KiB", -1536},
        {"1020 KiB", 1020 * 1024},
        {"1.00 MiB", 1024 * 1024 - 1},
        {"4.20 MiB", 4404019},
        {"23.5 GiB", 23.5 * 1024 * 1024 * 1024},
        {"16.0 EiB", 18446744073709551616.0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct text text = {0};
        units_add_bytes(&text, rows[i].bytes);
        check_text(&text, rows[i].text);
    }
}
END_TEST

START_TEST(times_are_dates_of_utc_before_1970_too) {
    static const struct row rows[] = {
        {"1970-01-01 00:00:00.000 UTC", 0},
        {"1969-12-31 23:59:59.999 UTC", -1},
        {"2025-11-20 20:51:00.123 UTC", INT64_C(1763671860) * NS_PER_S + 123456789},
        {"1677-09-21 00:12:43.145 UTC", INT64_MIN},
        {NULL, 0},
    };
    check_written(units_add_utc, rows);
}
END_TEST

/* Every day of 400 years, which have all that the calendar has, against the C library's. */
START_TEST(days_are_those_of_the_calendar) {
    int64_t days;
    for (time_t at = -10000 * 86400LL; at < 140000 * 86400LL; at += 86400) {
        struct tm tm;
        gmtime_r(&at, &tm);
        ck_assert(units_days(tm.tm_year + 1900, tm.tm_mon + 1, tm.tm_mday, &days));
        ck_assert_int_eq(days, at / 86400);
    }
    static const int none[][3] = {{0, 1, 1},     {2023, 0, 1},  {2023, 13, 1}, {2023, 1, 0},
                                  {2023, 1, 32}, {2023, 4, 31}, {2023, 2, 29}, {2024, 2, 30},
                                  {2100, 2, 29}, {2000, 2, 30}};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++)
        ck_assert_msg(!units_days(none[i][0], none[i][1], none[i][2], &days), "%d-%d-%d",
                      none[i][0], none[i][1], none[i][2]);
    ck_assert(units_days(1, 1, 1, &days));
    ck_assert_int_eq(days, -719162);
}
END_TEST

START_TEST(without_utf8_microseconds_are_spelt_us) {
    struct text text = {0};
    text_add(&text, "1.5 µs, µs, 20 µs and x µs");
    units_to_ascii(&text);
    check_text(&text, "1.5 us, µs, 20 us and x µs");
    units_to_ascii(&text);
    check_text(&text, "");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("units");
    TCase *cases = tcase_create("units");
    tcase_add_test(cases, periods_are_read_as_jfc_files_and_options_write_them);
    tcase_add_test(cases, a_period_is_one_whole_number_with_its_unit);
    tcase_add_test(cases, a_percentage_of_a_thousand_or_more_is_said_as_times);
    tcase_add_test(cases, sizes_are_powers_of_1024_however_they_are_written);
    tcase_add_test(cases, durations_of_people_add_up_and_have_fractions);
    tcase_add_test(cases, what_is_no_duration_is_refused);
    tcase_add_test(cases, durations_have_three_digits_that_matter);
    tcase_add_test(cases, exact_durations_are_not_rounded);
    tcase_add_test(cases, periods_are_whole_numbers_of_the_largest_unit_that_fits);
    tcase_add_test(cases, bytes_are_in_powers_of_1024);
    tcase_add_test(cases, times_are_dates_of_utc_before_1970_too);
    tcase_add_test(cases, days_are_those_of_the_calendar);
    tcase_add_test(cases, without_utf8_microseconds_are_spelt_us);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
