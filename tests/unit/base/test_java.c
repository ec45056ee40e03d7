/* Spans as Duration.toString of the JDK writes them: each part has the sign of the whole. And
 * times. */
#include "base/java.h"
#include "base/text.h"
#include "tests/support/suite.h"

#include <check.h>

START_TEST(a_span_is_written_in_hours_minutes_and_seconds) {
    static const struct {
        int64_t seconds;
        int ns; /* behind them, also before 0 */
        const char *text;
    } spans[] = {
        {0, 0, "PT0S"},
        {0, 1, "PT0.000000001S"},
        {1, 0, "PT1S"},
        {-1, 0, "PT-1S"},
        {-1, 500000000, "PT-0.5S"},
        {-2, 500000000, "PT-1.5S"},
        {60, 0, "PT1M"},
        {-60, 0, "PT-1M"},
        {60, 500000000, "PT1M0.5S"},
        {-61, 500000000, "PT-1M-0.5S"},
        {-61, 999999999, "PT-1M-0.000000001S"},
        {3600, 0, "PT1H"},
        {-3600, 0, "PT-1H"},
        {3661, 120000000, "PT1H1M1.12S"},
        {-3661, 0, "PT-1H-1M-1S"},
        {INT64_MAX, 0, "PT2562047788015215H30M7S"},
        {INT64_MIN, 0, "PT-2562047788015215H-30M-8S"},
    };
    for (size_t i = 0; i < sizeof spans / sizeof *spans; i++) {
        struct text out = {0};
        java_add_span(&out, (struct java_instant){.seconds = spans[i].seconds, .ns = spans[i].ns});
        ck_assert_str_eq(text_str(&out), spans[i].text);
        text_free(&out);
    }
}
END_TEST

/* As OffsetDateTime.toString writes them. */
START_TEST(a_time_is_written_by_the_day_and_by_the_clock_of_its_zone) {
    static const struct {
        int64_t seconds;
        int ns;
        int32_t offset_s;
        const char *text;
    } times[] = {
        {0, 0, 0, "1970-01-01T00:00Z"},
        {86400, 0, 0, "1970-01-02T00:00Z"},
        {-86400, 0, 0, "1969-12-31T00:00Z"},
        {-1, 0, 0, "1969-12-31T23:59:59Z"},
        {-1, 500000000, 0, "1969-12-31T23:59:59.500Z"},
        {0, 1000, 0, "1970-01-01T00:00:00.000001Z"},
        {0, 1, 0, "1970-01-01T00:00:00.000000001Z"},
        {1, 0, 0, "1970-01-01T00:00:01Z"},
        {0, 0, 3600, "1970-01-01T01:00+01:00"},
        {0, 0, -5400, "1969-12-31T22:30-01:30"},
        {0, 0, 3661, "1970-01-01T01:01:01+01:01:01"},
        {951782400, 0, 0, "2000-02-29T00:00Z"},
        {951782400, 0, -1, "2000-02-28T23:59:59-00:00:01"},
    };
    for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
        struct text out = {0};
        java_add_time(&out, (struct java_instant){.seconds = times[i].seconds, .ns = times[i].ns},
                      times[i].offset_s);
        ck_assert_str_eq(text_str(&out), times[i].text);
        text_free(&out);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("java");
    TCase *cases = tcase_create("java");
    tcase_add_test(cases, a_span_is_written_in_hours_minutes_and_seconds);
    tcase_add_test(cases, a_time_is_written_by_the_day_and_by_the_clock_of_its_zone);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
