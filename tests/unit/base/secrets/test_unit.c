/* Units of a text, however often they are escaped: what they stand for and how long they are. */
#include "base/secrets/unit.h"
#include "base/text.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* Escaped as often as JSON is within JSON, quotes are quotes. */
START_TEST(a_quote_may_have_sixty_four_backslashes) {
    for (size_t n = 62; n < 67; n++) {
        struct text text = {0};
        for (size_t i = 0; i < n; i++) text_add_char(&text, '\\');
        ck_assert_uint_eq(unit_at(text.data, n).size, 1);
        text_add_char(&text, '"');
        struct unit unit = unit_at(text.data, text.len);
        ck_assert_uint_eq(unit.size, n <= 64 ? n + 1 : 1);
        ck_assert_int_eq(unit.c, n <= 64 ? '"' : '\\');
        text_free(&text);
    }
}
END_TEST

/* Each unit, with what follows it and without its last byte. */
START_TEST(a_unit_is_as_long_as_it_is_written) {
    static const struct {
        const char *text;
        char c;
        size_t size;
    } cases[] = {
        {"a", 'a', 1},        {"\\", '\\', 1},      {"\\\"", '"', 2},     {"\\'", '\'', 2},
        {"\\/", '/', 2},      {"\\=", '=', 2},      {"\\:", ':', 2},      {"\\n", '\n', 2},
        {"\\r", '\n', 2},     {"\\t", ' ', 2},      {"\\x", '\\', 1},     {"\\u0022", '"', 6},
        {"\\u003d", '=', 6},  {"\\u1022", '\\', 1}, {"\\u0122", '\\', 1}, {"\\u00g2", '\\', 1},
        {"\\u002g", '\\', 1}, {"%22", '"', 3},      {"%2522", '"', 5},    {"%252522", '"', 7},
        {"%3d", '=', 3},      {"%3D", '=', 3},      {"%7f", 0x7F, 3},     {"%80", '%', 1},
        {"%00", '%', 1},      {"%01", 1, 3},        {"%g2", '%', 1},      {"%2g", '%', 1},
        {"%G2", '%', 1},      {"%@2", '%', 1},      {"%:2", '%', 1},      {"%/2", '%', 1},
        {"%`2", '%', 1},      {"%2A", '*', 3},      {"%2F", '/', 3},      {"%2a", '*', 3},
        {"%2f", '/', 3},      {"%30", '0', 3},      {"%39", '9', 3},      {"&quot;", '"', 6},
        {"&#34;", '"', 5},    {"&apos;", '\'', 6},  {"&#39;", '\'', 5},   {"&lt;", '<', 4},
        {"&gt;", '>', 4},     {"&#61;", '=', 5},    {"&amp;", '&', 5},    {"&", '&', 1},
        {"&x;", '&', 1},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        char longer[20];
        size_t len = strlen(cases[i].text);
        snprintf(longer, sizeof longer, "%sx", cases[i].text);
        struct unit alone = unit_at(longer, len), followed = unit_at(longer, len + 1);
        ck_assert_msg(alone.c == cases[i].c && alone.size == cases[i].size, "%s", cases[i].text);
        ck_assert_msg(followed.c == cases[i].c && followed.size == cases[i].size, "%s", longer);
        if (cases[i].size > 2 && strncmp(longer, "%25", 3) != 0)
            ck_assert_msg(unit_at(longer, len - 1).size == 1, "%.*s", (int)len - 1, longer);
    }
    ck_assert_uint_eq(unit_at("a", 0).size, 0);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("units of a text");
    TCase *cases = tcase_create("units of a text");
    tcase_add_test(cases, a_quote_may_have_sixty_four_backslashes);
    tcase_add_test(cases, a_unit_is_as_long_as_it_is_written);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
