/* Amounts as people read them. */
#include "cmd/write/unit_text.h"
#include "tests/support/suite.h"

static const struct {
    enum jfr_unit unit;
    double n;
    const char *text; /* NULL: a number as any other */
} amounts[] = {{JFR_UNIT_BYTES, 0, "0 B"},
               {JFR_UNIT_BYTES, 1023, "1023 B"},
               {JFR_UNIT_BYTES, 1024, "1.00 KiB"},
               {JFR_UNIT_BYTES, -1024, "-1.00 KiB"},
               {JFR_UNIT_BYTES_PER_S, 1023, "1023 B/s"},
               {JFR_UNIT_BYTES_PER_S, 16368, "16.0 KiB/s"},
               {JFR_UNIT_BITS, 0, "0 bit"},
               {JFR_UNIT_BITS, 1023, "1023 bit"},
               {JFR_UNIT_BITS, 1024, "1.00 kbit"},
               {JFR_UNIT_BITS_PER_S, 1023, "1023 bps"},
               {JFR_UNIT_BITS_PER_S, 1023.4, "1023 bps"},
               {JFR_UNIT_BITS_PER_S, 1023.5, "1.00 kbps"},
               {JFR_UNIT_BITS_PER_S, 81920, "80.0 kbps"},
               {JFR_UNIT_BITS_PER_S, 8192000, "7.81 Mbps"},
               {JFR_UNIT_BITS_PER_S, -80, "-80 bps"},
               {JFR_UNIT_BITS_PER_S, 1e9, "954 Mbps"},
               {JFR_UNIT_PERCENT, 0.25, "25.00 %"},
               {JFR_UNIT_HERTZ, 2.5, "2.5 Hz"},
               {JFR_UNIT_NONE, 1, NULL},
               {JFR_UNIT_NS_SPAN, 1, NULL},
               {JFR_UNIT_ADDRESS, 1, NULL}};

START_TEST(amounts_have_their_unit) {
    for (size_t i = 0; i < sizeof amounts / sizeof *amounts; i++) {
        struct text out = {0};
        ck_assert_int_eq(unit_text_add(&out, amounts[i].unit, amounts[i].n),
                         amounts[i].text != NULL);
        ck_assert_str_eq(text_str(&out), amounts[i].text ? amounts[i].text : "");
        text_free(&out);
    }
}
END_TEST

START_TEST(whole_numbers_keep_their_digits) {
    static const struct {
        enum jfr_unit unit;
        int64_t n;
        const char *text;
    } wholes[] = {{JFR_UNIT_HERTZ, 9223372036854775807, "9223372036854775807 Hz"},
                  {JFR_UNIT_ADDRESS, -1, "0xffffffffffffffff"},
                  {JFR_UNIT_ADDRESS, 16, "0x10"},
                  {JFR_UNIT_BITS_PER_S, 81920, "80.0 kbps"}};
    for (size_t i = 0; i < sizeof wholes / sizeof *wholes; i++) {
        struct text out = {0};
        ck_assert(unit_text_add_whole(&out, wholes[i].unit, wholes[i].n));
        ck_assert_str_eq(text_str(&out), wholes[i].text);
        text_free(&out);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("unit text");
    TCase *cases = tcase_create("unit text");
    tcase_add_test(cases, amounts_have_their_unit);
    tcase_add_test(cases, whole_numbers_keep_their_digits);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
