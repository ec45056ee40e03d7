/* Numbers with their units, at and beside each place where the next form begins. */
#include "cmd/print/amounts.h"
#include "tests/support/suite.h"

#include <check.h>
#include <math.h>

enum { MORE = 8192 };
static char shown[MORE];

static const char *whole(enum jfr_unit unit, enum jfr_base base, bool is_unsigned, int64_t number,
                         bool exact) {
    OWNED(text_free) struct text out = {0};
    struct clock clock = {.zone = {.kind = ZONE_OFFSET}};
    struct jfr_item item = {
        .base = base, .unit = unit, .is_unsigned = is_unsigned, .number = number};
    amount_add_integer(&clock, &item, exact, &out);
    snprintf(shown, sizeof shown, "%s", text_str(&out));
    return shown;
}

static const char *real(enum jfr_unit unit, enum jfr_base base, double number, bool exact) {
    OWNED(text_free) struct text out = {0};
    struct jfr_item item = {.base = base, .unit = unit, .real = number};
    amount_add_real(&item, exact, &out);
    snprintf(shown, sizeof shown, "%s", text_str(&out));
    return shown;
}

#define S INT64_C(1000000000)

static const struct {
    int64_t ns;
    const char *shown;
} spans[] = {
    {0, "0 s"},
    {1, "0.000001 ms"},
    {999, "0.000999 ms"},
    {1000, "0.00100 ms"}, /* from here on three digits */
    {1004, "0.00100 ms"},
    {1005, "0.00101 ms"},
    {9994, "0.00999 ms"},
    {9995, "0.0100 ms"},
    {99949, "0.0999 ms"},
    {99950, "0.100 ms"},
    {999499, "0.999 ms"},
    {999500, "1.00 ms"},
    {999 * S / 1000 + 499999, "999 ms"},
    {999 * S / 1000 + 500000, "1.00 s"},
    {S, "1.00 s"},
    {S + 4999999, "1.00 s"},
    {S + 5000000, "1.01 s"},
    {10 * S - 5000001, "9.99 s"},
    {10 * S - 5000000, "10.0 s"},
    {10 * S, "10.0 s"},
    {60 * S - 50000001, "59.9 s"},
    {60 * S - 50000000, "1 m 0 s"},
    {60 * S, "1 m 0 s"},
    {60 * S + 499999999, "1 m 0 s"},
    {60 * S + 500000000, "1 m 1 s"},
    {3600 * S - 500000001, "59 m 59 s"},
    {3600 * S - 500000000, "1 h 0 m"},
    {3600 * S, "1 h 0 m"},
    {3629 * S, "1 h 0 m"},
    {3630 * S, "1 h 1 m"},
    {86370 * S - 1, "23 h 59 m"},
    {86370 * S, "1 d 0 h"},
    {86400 * S, "1 d 0 h"},
    {88199 * S, "1 d 0 h"},
    {88200 * S, "1 d 1 h"},
    {-1, "-0.000001 ms"},
    {-1000, "-0.00100 ms"},
    {-S, "-1.00 s"},
    {-S - 1, "-1.00 s"},
    {-61 * S, "-1 m 1 s"},
    {INT64_MAX, "Forever"},
    {INT64_MIN, "N/A"},
};

START_TEST(a_span_has_the_unit_that_its_rounded_length_has) {
    ck_assert_str_eq(whole(JFR_UNIT_NS_SPAN, JFR_LONG, false, spans[_i].ns, false),
                     spans[_i].shown);
}
END_TEST

static const struct {
    int64_t number;
    const char *shown, *exact;
} bytes[] = {
    {0, "0 bytes", "0 byte"},
    {1, "1 byte", "1 byte"},
    {-1, "-1 byte", "-1 byte"},
    {2, "2 bytes", "2 bytes"},
    {-2, "-2 bytes", "-2 byte"},
    {1023, "1023 bytes", "1023 bytes"},
    {-1023, "-1023 bytes", "-1023 byte"},
    {1024, "1.0 kB", "1024 bytes"},
    {-1024, "-1.0 kB", "-1024 byte"},
    {1536, "1.5 kB", "1536 bytes"},
    {(1 << 20) - 1, "1024.0 kB", "1048575 bytes"},
    {1 << 20, "1.0 MB", "1048576 bytes"},
    {-(1 << 20), "-1.0 MB", "-1048576 byte"},
    {1 << 30, "1.0 GB", "1073741824 bytes"},
    {INT64_C(1) << 40, "1.0 TB", "1099511627776 bytes"},
    {INT64_C(1) << 50, "1.0 PB", "1125899906842624 bytes"},
    {INT64_C(1) << 60, "1.0 EB", "1152921504606846976 bytes"},
    {INT64_MAX, "8.0 EB", "9223372036854775807 bytes"},
    {INT64_MIN + 1, "-8.0 EB", "-9223372036854775807 byte"},
    {INT64_MIN, "N/A", "N/A"},
};

START_TEST(data_goes_up_in_steps_of_1024) {
    ck_assert_str_eq(whole(JFR_UNIT_BYTES, JFR_LONG, false, bytes[_i].number, false),
                     bytes[_i].shown);
    ck_assert_str_eq(whole(JFR_UNIT_BYTES, JFR_LONG, false, bytes[_i].number, true),
                     bytes[_i].exact);
}
END_TEST

/* Of reals what is behind the point is cut off; the ends are those of a long. */
static const struct {
    double number;
    const char *shown, *exact, *percent;
} reals[] = {
    {0, "0 bytes", "0 byte", "0.00%"},
    {0.5, "0 bytes", "0 byte", "50.00%"},
    {-0.5, "0 bytes", "0 byte", "-50.00%"},
    {1.5, "1 byte", "1 byte", "150.00%"},
    {1023.9, "1023 bytes", "1023 bytes", "102390.00%"},
    {1024, "1.0 kB", "1024 bytes", "102400.00%"},
    {0x1p62, "4.0 EB", "4611686018427387904 bytes", "461168601842738800000.00%"},
    {9.2e18, "8.0 EB", "9200000000000000000 bytes", "920000000000000000000.00%"},
    {0x1p63, "8.0 EB", "9223372036854775807 bytes", "922337203685477600000.00%"},
    {-0x1p63, "-8.0 EB", "-9223372036854775808 byte", "-922337203685477600000.00%"},
    {-9.2e18, "-8.0 EB", "-9200000000000000000 byte", "-920000000000000000000.00%"},
    {-0x1p64, "-8.0 EB", "-9223372036854775808 byte", "-1844674407370955200000.00%"},
    {INFINITY, "8.0 EB", "9223372036854775807 bytes", "Infinity%"},
    {-INFINITY, "N/A", "N/A", "N/A"},
    {NAN, "N/A", "N/A", "N/A"},
};

START_TEST(a_real_amount_is_shown_as_a_whole_one) {
    double number = reals[_i].number;
    ck_assert_str_eq(real(JFR_UNIT_BYTES, JFR_DOUBLE, number, false), reals[_i].shown);
    ck_assert_str_eq(real(JFR_UNIT_BYTES, JFR_DOUBLE, number, true), reals[_i].exact);
    ck_assert_str_eq(real(JFR_UNIT_PERCENT, JFR_DOUBLE, number, false), reals[_i].percent);
}
END_TEST

static const struct {
    enum jfr_unit unit;
    enum jfr_base base;
    bool is_unsigned;
    int64_t number;
    const char *shown, *exact;
} others[] = {
    {JFR_UNIT_BITS, JFR_LONG, false, 1, "1 bit", "1 bit"},
    {JFR_UNIT_BITS, JFR_LONG, false, 1023, "1023 bits", "1023 bits"},
    {JFR_UNIT_BITS, JFR_LONG, false, 1024, "1.0 kbit", "1024 bits"},
    {JFR_UNIT_BYTES_PER_S, JFR_LONG, false, 1023, "1023 byte/s", "1023 bytes/s"},
    {JFR_UNIT_BYTES_PER_S, JFR_LONG, false, 1024, "1.0 kB/s", "1024 bytes/s"},
    {JFR_UNIT_BITS_PER_S, JFR_LONG, false, 1, "1 bps", "1 bit/s"},
    {JFR_UNIT_BITS_PER_S, JFR_LONG, false, 1023, "1023 bps", "1023 bits/s"},
    {JFR_UNIT_BITS_PER_S, JFR_LONG, false, 1024, "1.0 kbps", "1024 bits/s"},
    /* the least of its type is none, unless it is a large one without sign */
    {JFR_UNIT_NONE, JFR_LONG, false, INT64_MIN, "N/A", "N/A"},
    {JFR_UNIT_NONE, JFR_LONG, true, INT64_MIN, "9223372036854775808", "9223372036854775808"},
    {JFR_UNIT_NONE, JFR_LONG, false, INT32_MIN, "-2147483648", "-2147483648"},
    {JFR_UNIT_NONE, JFR_INT, false, INT32_MIN, "N/A", "N/A"},
    {JFR_UNIT_NONE, JFR_INT, false, INT32_MIN + 1, "-2147483647", "-2147483647"},
    {JFR_UNIT_BYTES, JFR_LONG, true, INT64_MIN, "N/A", "-9223372036854775808 byte"},
    {JFR_UNIT_PERCENT, JFR_LONG, false, 1, "100.00%", "100.000000000%"},
    {JFR_UNIT_PERCENT, JFR_LONG, false, -1, "-100.00%", "-100.000000000%"},
    {JFR_UNIT_PERCENT, JFR_LONG, true, 0, "0.00%", "0.000000000%"},
    {JFR_UNIT_PERCENT, JFR_LONG, true, -1, "1844674407370955200000.00%",
     "1844674407370955200000.000000000%"},
    {JFR_UNIT_ADDRESS, JFR_LONG, true, -1, "0xFFFFFFFFFFFFFFFF", "0xFFFFFFFFFFFFFFFF"},
    {JFR_UNIT_ADDRESS, JFR_LONG, false, 255, "0x000000FF", "0x000000FF"},
    {JFR_UNIT_HERTZ, JFR_LONG, false, -50, "-50 Hz", "-50 Hz"},
    {JFR_UNIT_HERTZ, JFR_LONG, true, -1, "18446744073709551615 Hz", "18446744073709551615 Hz"},
    {JFR_UNIT_NS_TIME, JFR_LONG, false, -1, "23:59:59.999 (1969-12-31)",
     "23:59:59.999999999 (1969-12-31)"},
    {JFR_UNIT_MS_TIME, JFR_LONG, false, 0, "00:00:00.000 (1970-01-01)",
     "00:00:00.000000000 (1970-01-01)"},
    {JFR_UNIT_MS_TIME, JFR_LONG, false, 86399999, "23:59:59.999 (1970-01-01)",
     "23:59:59.999000000 (1970-01-01)"},
    {JFR_UNIT_MS_TIME, JFR_LONG, false, 86400000, "00:00:00.000 (1970-01-02)",
     "00:00:00.000000000 (1970-01-02)"},
    {JFR_UNIT_MS_TIME, JFR_LONG, false, INT64_MIN, "N/A", "N/A"},
    /* the longest are not rounded to the next hour, which has no number */
    {JFR_UNIT_S_SPAN, JFR_LONG, false, INT64_MAX - 1, "106751991167300 d 15 h",
     "9223372036854776000.000000000 s"},
    {JFR_UNIT_S_SPAN, JFR_LONG, false, INT64_MIN + 1, "-106751991167300 d 15 h",
     "-9223372036854776000.000000000 s"},
};

START_TEST(each_unit_has_its_form_and_all_its_digits_if_it_is_exact) {
    ck_assert_str_eq(
        whole(others[_i].unit, others[_i].base, others[_i].is_unsigned, others[_i].number, false),
        others[_i].shown);
    ck_assert_str_eq(
        whole(others[_i].unit, others[_i].base, others[_i].is_unsigned, others[_i].number, true),
        others[_i].exact);
}
END_TEST

START_TEST(a_real_of_another_unit_is_as_java_has_it) {
    ck_assert_str_eq(real(JFR_UNIT_HERTZ, JFR_FLOAT, 0.1F, false), "0.1 Hz");
    ck_assert_str_eq(real(JFR_UNIT_HERTZ, JFR_DOUBLE, 1024, true), "1024.0 Hz");
    ck_assert_str_eq(real(JFR_UNIT_NONE, JFR_FLOAT, 0.1F, false), "0.1");
    ck_assert_str_eq(real(JFR_UNIT_NONE, JFR_DOUBLE, 0.1F, false), "0.10000000149011612");
    ck_assert_str_eq(real(JFR_UNIT_PERCENT, JFR_FLOAT, 0.25, true), "25.000000000%");
}
END_TEST

#define COUNT(table) (sizeof(table) / sizeof *(table))

int main(void) {
    Suite *suite = suite_create("amounts");
    TCase *cases = tcase_create("amounts");
    tcase_add_loop_test(cases, a_span_has_the_unit_that_its_rounded_length_has, 0, COUNT(spans));
    tcase_add_loop_test(cases, data_goes_up_in_steps_of_1024, 0, COUNT(bytes));
    tcase_add_loop_test(cases, a_real_amount_is_shown_as_a_whole_one, 0, COUNT(reals));
    tcase_add_loop_test(cases, each_unit_has_its_form_and_all_its_digits_if_it_is_exact, 0,
                        COUNT(others));
    tcase_add_test(cases, a_real_of_another_unit_is_as_java_has_it);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
