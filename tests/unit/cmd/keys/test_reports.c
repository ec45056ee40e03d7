/* The keys of a report: what its definition says of them, and what follows from it. */
#include "cmd/keys/reports.h"
#include "tests/support/suite.h"

#include <check.h>
#include <string.h>

#define HEAD "report r\nsummary S\nabout A\nnothing N\n"
#define ANSWER "= r  object  jfrtool r --json RECORDING\nduration_ns\n"

static void fits(const char *definition, const char *expected) {
    struct report_error error = {0};
    struct report *report = report_parse(definition, &error);
    ck_assert_msg(report != NULL, "%zu: %s", error.line, error.text);
    struct text out = {0};
    json_keys_add_report(report, &out);
    ck_assert_str_eq(text_str(&out), expected);
    text_free(&out);
    report_free(report);
}

/* In a table: how a column begins, and its type. */
static const struct {
    const char *column, *type;
} columns[] = {
    {"by host \"h\" k", "string?"},
    {"by step \"h\" k", "string?"},
    {"by eventType \"h\" k", "string"},
    {"by port \"h\" k [integer]", "integer?"},
    {"show count \"h\" k", "integer"},
    {"show count(a) \"h\" k", "integer"},
    {"show unique(a) \"h\" k", "integer"},
    {"show sum(a) \"h\" k", "integer?"},
    {"show avg(a) \"h\" k", "number?"},
    {"show max(a) \"h\" k", "integer?"},
    {"show max(a) \"h\" k [wide number]", "number?"},
    {"show last(a) \"h\" k", "integer?"},
    {"show last(startTime) \"h\" k", "string?"},
    {"show last(a) \"h\" k [text]", "string?"},
    {"show last(a) \"h\" k [boolean wide]", "boolean?"},
    {"make x + x \"h\" k", "integer?"},
    {"make x % x \"h\" k", "number?"},
};

START_TEST(the_type_follows_from_the_column) {
    struct text text = {0}, expected = {0};
    text_addf(&text, HEAD "table t T\ntypes jdk.X\nhide count x\n%s: m\n", columns[_i].column);
    if (*columns[_i].column != 's') text_add(&text, "show count \"c\" c: n\n");
    text_addf(&expected, ANSWER "t  [object]  T.\n    k  %s  M.\n%s", columns[_i].type,
              *columns[_i].column != 's' ? "    c  integer  N.\n" : "");
    fits(text_str(&text), text_str(&expected));
    text_free(&text);
    text_free(&expected);
}
END_TEST

START_TEST(share_and_rate_stand_behind_the_first_function) {
    fits(HEAD "table t Title of it\ntypes jdk.X\nby a \"a\" a: one word\nshow sum(b) \"b\" b: two\n"
              "show max(b) \"c\" c: three\nshare of all\nrate a second\n",
         ANSWER "t  [object]  Title of it.\n    a  string?  One word.\n    b  integer?  Two.\n"
                "    share_percent  number  Of all.\n    per_second  number  A second.\n"
                "    c  integer?  Three.\n");
}
END_TEST

START_TEST(figures_of_an_object_stand_together_and_may_all_be_null) {
    fits(HEAD
         "figures f Title\ntypes jdk.X\nvalue last(a) o.a: first\npair count \"n\" n: how many\n"
         "value count o.b: second\nvalue last(a) p.a: third\n",
         ANSWER "f  object  Title.\n    o  object  Title.\n        a  integer?  First.\n"
                "        b  integer?  Second.\n    p  object  Title.\n        a  integer?  Third.\n"
                "    n  integer?  How many.\n");
}
END_TEST

START_TEST(figures_without_a_key_are_those_of_the_report) {
    fits(HEAD "figures - Title\ntypes jdk.X\nvalue last(a) o.a: x\nvalue count n: jdk.X events\n",
         ANSWER "o  object  Title.\n    a  integer?  X.\nn  integer?  jdk.X events.\n");
}
END_TEST

START_TEST(an_extra_has_the_keys_of_a_part) {
    fits(HEAD "extra e\ntable t T\ntypes jdk.X\nshow count \"c\" c: n\n",
         ANSWER "+ extra-e\nt  [object]  T.\n    c  integer  N.\n");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("reports");
    TCase *tcase = tcase_create("keys");
    tcase_add_loop_test(tcase, the_type_follows_from_the_column, 0,
                        sizeof columns / sizeof *columns);
    tcase_add_test(tcase, share_and_rate_stand_behind_the_first_function);
    tcase_add_test(tcase, figures_of_an_object_stand_together_and_may_all_be_null);
    tcase_add_test(tcase, figures_without_a_key_are_those_of_the_report);
    tcase_add_test(tcase, an_extra_has_the_keys_of_a_part);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
