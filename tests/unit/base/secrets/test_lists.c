/* Secrets in lists of arguments. */
#include "tests/support/masked.h"
#include "tests/support/suite.h"

/* As JSON, shells in quotes, Python and Java write the arguments of a program. */
START_TEST(an_option_in_a_list_has_its_value_in_the_next_place) {
    CHECK({"{\"args\":[\"--password\",\"x y\",\"-v\"]}",
           "{\"args\":[\"--password\",\"***\",\"-v\"]}"},
          {"[\"--db-password\" , \n\t\"x\"]", "[\"--db-password\" , \n\t\"***\"]"},
          {"[\"--token\",\r\n  \"x\"]", "[\"--token\",\r\n  \"***\"]"},
          {"{\\\"a\\\":[\\\"--token\\\",\\\"x\\\"]}", "{\\\"a\\\":[\\\"--token\\\",\\\"***\\\"]}"},
          {"['--token', 'x']", "['--token', '***']"},
          {"[\"--token\",\"x\",1]", "[\"--token\",\"***\",1]"},
          {"[%22--token%22,%22x%22]", "[%22--token%22,%22***%22]"},
          {"[\"--pin-token\", 1234, 5]", "[\"--pin-token\", ***, 5]"},
          {"\"app\" \"--token\" \"x\" \"y\"", "\"app\" \"--token\" \"***\" \"y\""},
          {"[\"--token\",\"\"]", NULL}, {"[\"--token\",\"-v\"]", NULL},
          {"[\"--token\",\"--v\",\"x\"]", NULL}, {"[\"--token\"]", NULL}, {"[\"--token\",", NULL},
          {"[\"--token\", ", NULL}, {"[\"--token\",x]", NULL}, {"[\"--token\" x]", NULL},
          {"[\"--token\"\"x\"]", NULL}, {"[\"--token\",'x']", NULL},
          {"[\"--token\",\\\"x\\\"]", NULL}, {"[\"--token\" 1]", NULL}, {"[\"token\",\"x\"]", NULL},
          {"[\"--verbose\",\"x\"]", NULL}, {"no \"--token\", see below", NULL});
    CHECK({"[app, --token, x y, -v]", "[app, --token, ***, -v]"},
          {"[--token, x]", "[--token, ***]"}, {"[--token,x]", "[--token,***]"},
          {"[[a], [--token, x]]", "[[a], [--token, ***]]"},
          {"[--token, x\ny]", "[--token, ***\ny]"}, {"[--token, -v]", NULL}, {"[--token, ", NULL},
          {"[a] --token, x", NULL}, {"--token, x", NULL}, {"[a\n--token, x", NULL},
          {"[--verbose, x]", NULL});
    CHECK({"[\"curl\",\"-u\",\"joe:x\"]", "[\"curl\",\"-u\",\"joe:***\"]"},
          {"[\"-u\",\"joe\"]", NULL}, {"[curl, -u, joe:x y]", "[curl, -u, joe:*** y]"},
          {"[\"docker\",\"login\",\"-p\",\"x y\"]", "[\"docker\",\"login\",\"-p\",\"***\"]"},
          {"[docker, login, -p, xyz, h]", "[docker, login, -p, ***, h]"},
          {"[\"mysql\",\"-pabc\",\"db\"]", "[\"mysql\",\"-p***\",\"db\"]"},
          {"[\"mysql\",\"-p\",\"db\"]", NULL}, {"[mysql, -p, db]", NULL},
          {"[\"app\",\"-p\",\"hunter2\"]", "[\"app\",\"-p\",\"***\"]"},
          {"[\"mkdir\",\"-p\",\"hunter2\"]", NULL});
}
END_TEST

START_TEST(a_list_is_looked_for_some_way_back) {
    struct text text = {0}, expected = {0};
    for (size_t blanks = 8170; blanks < 8195; blanks++) {
        text_clear(&text);
        text_clear(&expected);
        text_addf(&text, "[%*s--token, x]", (int)blanks, "");
        text_addf(&expected, "[%*s--token, ***]", (int)blanks, "");
        check_row(text_str(&text), blanks + 7 < 8192 ? text_str(&expected) : NULL, "", 0);
    }
    text_free(&text);
    text_free(&expected);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("lists");
    TCase *cases = tcase_create("lists");
    tcase_add_test(cases, an_option_in_a_list_has_its_value_in_the_next_place);
    tcase_add_test(cases, a_list_is_looked_for_some_way_back);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
