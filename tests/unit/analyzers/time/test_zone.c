/* Zones as they are written down, what clocks show in them, and what they are called. */
#include "analyzers/time/zone.h"
#include "base/units.h"
#include "tests/support/suite.h"

#include <check.h>

#define MINUTE (60 * NS_PER_S)
#define HOUR (60 * MINUTE)

START_TEST(an_offset_has_hours_and_perhaps_minutes) {
    static const struct {
        const char *text;
        int64_t offset_ns;
    } cases[] = {{"utc", 0},
                 {"Z", 0},
                 {"+2", 2 * HOUR},
                 {"+02", 2 * HOUR},
                 {"-2", -2 * HOUR},
                 {"+02:00", 2 * HOUR},
                 {"-0530", -5 * HOUR - 30 * MINUTE},
                 {"+5:5", 5 * HOUR + 5 * MINUTE},
                 {"+18:59", 18 * HOUR + 59 * MINUTE},
                 {"+00:00", 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct zone zone = {0};
        ck_assert_msg(zone_parse(cases[i].text, &zone), "%s", cases[i].text);
        ck_assert_int_eq(zone.kind, ZONE_OFFSET);
        ck_assert_int_eq(zone.offset_ns, cases[i].offset_ns);
    }
}
END_TEST

START_TEST(what_is_no_zone_is_refused) {
    static const char *const none[] = {"",
                                       "+",
                                       "-",
                                       "2",
                                       "+19",
                                       "+2:60",
                                       "+2:5:5",
                                       "+1:2:3",
                                       "+02000",
                                       "+x",
                                       "+2x",
                                       "02:00",
                                       "+19:00",
                                       "/etc/localtime",
                                       "Nowhere/Atlantis",
                                       "a b",
                                       "../../etc/passwd",
                                       "Europe",
                                       "CET-1CEST"};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        struct zone zone;
        ck_assert_msg(!zone_parse(none[i], &zone), "%s", none[i]);
    }
}
END_TEST

START_TEST(what_a_recording_says_counts_up_to_18_hours) {
    static const struct {
        int64_t ms, ns;
    } cases[] = {{0, 0},        {3600000, HOUR},         {-3600000, -HOUR}, {64800000, 18 * HOUR},
                 {64800001, 0}, {-64800000, -18 * HOUR}, {-64800001, 0},    {INT64_MIN, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct zone zone = zone_of_recording(cases[i].ms);
        ck_assert_int_eq(zone.kind, ZONE_OFFSET);
        ck_assert_int_eq(zone.offset_ns, cases[i].ns);
    }
}
END_TEST

static void check_shown(const char *zone_text, int64_t ns, const char *name, const char *time) {
    struct zone zone = {0};
    struct text out = {0};
    ck_assert(zone_parse(zone_text, &zone));
    zone_add_name(&zone, &out);
    ck_assert_str_eq(text_str(&out), name);
    text_clear(&out);
    zone_add_time(&zone, ns, &out);
    ck_assert_str_eq(text_str(&out), time);
    text_free(&out);
}

START_TEST(a_time_is_shown_as_its_zone_has_it_with_ms_if_there_are_any) {
    check_shown("utc", 0, "UTC", "1970-01-01 00:00:00");
    check_shown("+02:05", 0, "UTC+02:05", "1970-01-01 02:05:00");
    check_shown("-02:05", 0, "UTC-02:05", "1969-12-31 21:55:00");
    check_shown("+0:59", 0, "UTC+00:59", "1970-01-01 00:59:00");
    check_shown("utc", 500 * NS_PER_MS, "UTC", "1970-01-01 00:00:00.500");
    check_shown("utc", NS_PER_MS, "UTC", "1970-01-01 00:00:00.001");
    check_shown("utc", NS_PER_MS - 1, "UTC", "1970-01-01 00:00:00");
    check_shown("utc", -1, "UTC", "1969-12-31 23:59:59.999");
    check_shown("utc", -NS_PER_S, "UTC", "1969-12-31 23:59:59");
    check_shown("utc", -NS_PER_S + NS_PER_MS, "UTC", "1969-12-31 23:59:59.001");
    check_shown("+1", 90 * MINUTE + 7 * NS_PER_MS, "UTC+01:00", "1970-01-01 02:30:00.007");
}
END_TEST

START_TEST(a_zone_of_the_system_is_called_by_its_name) {
    check_shown("Asia/Tokyo", 0, "Asia/Tokyo", "1970-01-01 09:00:00");
    struct text name = {0};
    zone_add_name(&(struct zone){.kind = ZONE_UNSAID}, &name);
    ck_assert_str_eq(text_str(&name), "UTC");
    text_free(&name);
}
END_TEST

START_TEST(what_the_wall_shows_leads_back_to_the_time) {
    static const int64_t times[] = {0, -1, 1, -HOUR, NS_PER_S - 1, INT64_C(1780000000123456789)};
    static const char *const zones[] = {"utc", "+05:30", "-8"};
    for (size_t i = 0; i < sizeof zones / sizeof *zones; i++) {
        struct zone zone;
        ck_assert(zone_parse(zones[i], &zone));
        for (size_t k = 0; k < sizeof times / sizeof *times; k++) {
            int64_t wall = zone_to_wall(&zone, times[k]);
            ck_assert_int_eq(wall - times[k], zone.offset_ns);
            ck_assert_int_eq(zone_to_ns(&zone, wall), times[k]);
        }
        ck_assert_int_eq(zone_to_wall(&zone, i == 2 ? INT64_MIN : INT64_MAX),
                         i == 2 ? INT64_MIN : INT64_MAX); /* as far as it goes */
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("zone");
    TCase *c = tcase_create("zone");
    tcase_add_test(c, an_offset_has_hours_and_perhaps_minutes);
    tcase_add_test(c, what_is_no_zone_is_refused);
    tcase_add_test(c, what_a_recording_says_counts_up_to_18_hours);
    tcase_add_test(c, a_time_is_shown_as_its_zone_has_it_with_ms_if_there_are_any);
    tcase_add_test(c, a_zone_of_the_system_is_called_by_its_name);
    tcase_add_test(c, what_the_wall_shows_leads_back_to_the_time);
    suite_add_tcase(suite, c);
    return suite_run(suite);
}
