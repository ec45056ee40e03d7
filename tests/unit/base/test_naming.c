/* Names of files from patterns. */
#include "base/naming.h"
#include "tests/support/suite.h"

#include <check.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void expect(const char *pattern, const char *wanted) {
    char *name = naming_expand(pattern, 4711);
    ck_assert_str_eq(name, wanted);
    free(name);
}

START_TEST(each_sign_becomes_what_it_stands_for) {
    char host[256] = "";
    ck_assert_int_eq(gethostname(host, sizeof host - 1), 0);
    setenv("NAMING_POD", "pod-7", 1);
    unsetenv("NAMING_NONE");
    expect("a-%p.jfr", "a-4711.jfr");
    expect("%h", host);
    expect("%{NAMING_POD}/%p", "pod-7/4711");
    expect("a%{NAMING_NONE}b", "ab");
    expect("100%%", "100%");
}
END_TEST

START_TEST(what_is_no_sign_stays) {
    expect("", "");
    expect("100%", "100%");
    expect("%x%", "%x%");
    expect("%{open", "%{open");
    expect("%%p", "%p");
}
END_TEST

START_TEST(the_time_has_a_day_and_seconds) {
    char *name = naming_expand("%t", 1);
    ck_assert_uint_eq(strlen(name), strlen("20260131-235959"));
    for (size_t i = 0; name[i]; i++)
        ck_assert(i == 8 ? name[i] == '-' : isdigit((unsigned char)name[i]) != 0);
    free(name);
    ck_assert(naming_has_time("a-%t.jfr"));
    ck_assert(naming_has_time("%%%t"));
    ck_assert(!naming_has_time("a-%%t.jfr"));
    ck_assert(!naming_has_time("a%"));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("naming");
    TCase *cases = tcase_create("naming");
    tcase_add_test(cases, each_sign_becomes_what_it_stands_for);
    tcase_add_test(cases, what_is_no_sign_stays);
    tcase_add_test(cases, the_time_has_a_day_and_seconds);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
