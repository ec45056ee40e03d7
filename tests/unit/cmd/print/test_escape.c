/* Texts of print: as they are, or marked and escaped, so that what was recorded can be had back. */
#include "cmd/print/escape.h"
#include "tests/support/suite.h"

#include <string.h>

static const struct {
    const char *text;
    size_t len;
    const char *value, *name; /* in quotes, and as a name */
} texts[] = {
    {"", 0, "\"\"", ""},
    {"plain", 5, "\"plain\"", "plain"},
    {"C:\\new", 6, "\"C:\\new\"", "C:\\new"},
    {"C:\new", 5, "$\"C:\\new\"", "$\"C:\\new\""},
    {"C:\\a\nb", 6, "$\"C:\\\\a\\nb\"", "$\"C:\\\\a\\nb\""},
    {"a\\", 2, "\"a\\\"", "a\\"},
    {"a\tb", 3, "\"a\tb\"", "a\tb"},
    {"\t", 1, "\"\t\"", "\t"},
    {"a\tb\n", 4, "$\"a\tb\\n\"", "$\"a\tb\\n\""},
    {"say \"no\"", 8, "\"say \"no\"\"", "say \"no\""},
    {"\"\n", 2, "$\"\"\\n\"", "$\"\\\"\\n\""},
    {"a\0b", 3, "$\"a\\x00b\"", "$\"a\\x00b\""},
    {"\x1b[1m", 4, "$\"\\x1b[1m\"", "$\"\\x1b[1m\""},
    {"\xe2\x80\xae", 3, "$\"\\u202e\"", "$\"\\u202e\""},
    {"\\u202e", 6, "\"\\u202e\"", "\\u202e"},
    {"$\"x\"", 4, "\"$\"x\"\"", "$\"$\\\"x\\\"\""},
    {"$", 1, "\"$\"", "$"},
    {"$x\"", 3, "\"$x\"\"", "$x\""},
};

START_TEST(what_would_be_taken_for_more_is_marked_and_escaped) {
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct text value = {0}, name = {0};
        escape_add(&value, texts[i].text, texts[i].len, true);
        escape_add(&name, texts[i].text, texts[i].len, false);
        ck_assert_str_eq(text_str(&value), texts[i].value);
        ck_assert_str_eq(text_str(&name), texts[i].name);
        text_free(&value);
        text_free(&name);
    }
}
END_TEST

/* What stands between the quotes, undone. */
static void undo(const char *escaped, struct text *out) {
    for (const char *c = escaped; *c; c++) {
        unsigned code = 0;
        if (*c != '\\') text_add_char(out, *c);
        else if (*++c == 'n') text_add_char(out, '\n');
        else if (*c == 'x') {
            ck_assert_int_eq(sscanf(c + 1, "%2x", &code), 1);
            text_add_char(out, (char)code);
            c += 2;
        } else text_add_char(out, *c);
    }
}

/* All texts of up to five of these characters, each pair of which must read differently. */
START_TEST(every_text_can_be_had_back) {
    static const char letters[] = "\\n\n\"x1b\x1b$";
    const size_t kinds = sizeof letters - 1;
    size_t all = 1;
    for (size_t len = 0; len <= 5; len++, all *= kinds) {
        for (size_t number = 0; number < all; number++) {
            char text[6];
            size_t rest = number;
            for (size_t i = 0; i < len; i++, rest /= kinds) text[i] = letters[rest % kinds];
            struct text shown = {0}, back = {0};
            escape_add(&shown, text, len, true);
            const char *s = text_str(&shown);
            bool marked = *s == '$';
            ck_assert_int_eq(s[marked], '"');
            ck_assert_int_eq(s[shown.len - 1], '"');
            shown.data[shown.len - 1] = 0;
            if (marked) undo(s + 2, &back);
            else text_add(&back, s + 1);
            ck_assert_msg(back.len == len && memcmp(text_str(&back), text, len) == 0, "%s", s);
            ck_assert_ptr_null(strchr(s, '\n'));
            text_free(&shown);
            text_free(&back);
        }
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("escape");
    TCase *cases = tcase_create("escape");
    tcase_add_test(cases, what_would_be_taken_for_more_is_marked_and_escaped);
    tcase_add_test(cases, every_text_can_be_had_back);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
