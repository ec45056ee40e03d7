/* The first few of a list, in words. */
#include "base/few.h"
#include "tests/support/suite.h"

#include <check.h>

START_TEST(so_many_are_named_and_the_others_counted) {
    static const struct {
        size_t count, most;
        const char *said;
    } table[] = {
        {0, 0, ""},
        {1, 0, " and 1 more"},
        {2, 0, " and 2 more"},
        {0, 3, ""},
        {1, 3, "a"},
        {2, 3, "a, b"},
        {3, 3, "a, b, c"},
        {4, 3, "a, b, c and 1 more"},
        {5, 3, "a, b, c and 2 more"},
        {1, 1, "a"},
        {2, 1, "a and 1 more"},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        OWNED(text_free) struct text out = {0};
        struct few few = {&out, table[i].most, 0};
        for (size_t k = 0; k < table[i].count; k++)
            if (few_takes(&few)) text_add_char(&out, (char)('a' + k));
        ck_assert(few_end(&few) == (table[i].count > table[i].most));
        ck_assert_str_eq(text_str(&out), table[i].said);
        ck_assert_uint_eq(few.count, table[i].count);
    }
}
END_TEST

START_TEST(what_stands_before_stays) {
    OWNED(text_free) struct text out = {0};
    text_add(&out, "there are: ");
    struct few few = {&out, 1, 0};
    if (few_takes(&few)) text_add(&out, "a");
    few_end(&few);
    ck_assert_str_eq(text_str(&out), "there are: a");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("few");
    TCase *cases = tcase_create("few");
    tcase_add_test(cases, so_many_are_named_and_the_others_counted);
    tcase_add_test(cases, what_stands_before_stays);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
