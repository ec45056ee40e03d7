/* Durations and sizes as people and programs write them. */
#include "base/units.h"
#include "tests/support/suite.h"

#include <check.h>

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

int main(void) {
    Suite *suite = suite_create("units");
    TCase *cases = tcase_create("units");
    tcase_add_test(cases, periods_are_read_as_jfc_files_and_options_write_them);
    tcase_add_test(cases, a_period_is_one_whole_number_with_its_unit);
    tcase_add_test(cases, sizes_are_powers_of_1024_however_they_are_written);
    tcase_add_test(cases, durations_of_people_add_up_and_have_fractions);
    tcase_add_test(cases, what_is_no_duration_is_refused);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
