/* Sets of labels: what makes two the same, in which order they are, and what is given to samples. */
#include "analyzers/profile/labels.h"
#include "tests/support/suite.h"

#include <string.h>

static struct profile profile;

static void set_up(void) {
    profile = (struct profile){.keep = PROFILE_STACKS | PROFILE_SAMPLES};
}

static void clean_up(void) {
    profile_free(&profile);
}

static uint32_t text(const char *s) {
    return strings_intern(&profile.frames.strings, s, strlen(s));
}

/* The set of "key=value" or "key=number unit" each, up to NULL. */
static uint32_t set_of(const char *const *said) {
    profile_label_list labels = {0};
    for (; *said; said++) {
        char key[20], value[20], unit[20] = "";
        ck_assert_int_ge(sscanf(*said, "%19[^=]=%19[^ ] %19s", key, value, unit), 2);
        array_push(&labels,
                   (struct profile_label){text(key), text(value), text(unit), *unit != 0});
    }
    uint32_t set = profile_labels_put(&profile, &labels);
    array_free(&labels);
    return set;
}
#define SET(...) set_of((const char *const[]){__VA_ARGS__, NULL})

/* "key=value key=#number" of a set. */
static const char *told(uint32_t set) {
    static char said[300];
    profile_label_list labels = {0};
    size_t len = 0;
    *said = 0;
    profile_labels_get(&profile, set, &labels);
    for (size_t i = 0; i < labels.len; i++)
        len += (size_t)snprintf(said + len, sizeof said - len, "%s%s=%s%s", i ? " " : "",
                                strings_get(&profile.frames.strings, labels.items[i].key),
                                labels.items[i].number ? "#" : "",
                                strings_get(&profile.frames.strings, labels.items[i].value));
    array_free(&labels);
    return said;
}

START_TEST(sets_that_say_the_same_are_one_whatever_the_order) {
    ck_assert_uint_eq(set_of((const char *const[]){NULL}), 0);
    uint32_t set = SET("b=1", "a=x", "a=y");
    ck_assert_uint_ne(set, 0);
    ck_assert_uint_eq(SET("a=y", "b=1", "a=x", "a=y", "b=1"), set);
    ck_assert_str_eq(told(set), "a=x a=y b=1");
    ck_assert_uint_ne(SET("b=1", "a=x"), set);
    ck_assert_uint_ne(SET("b=1 ms", "a=x", "a=y"), set);
}
END_TEST

/* Key, text before number, value, unit, and what says less first. */
START_TEST(sets_are_in_the_order_of_what_they_say) {
    const uint32_t ascending[] = {0,
                                  SET("a=x"),
                                  SET("a=x", "a=y"),
                                  SET("a=x", "b=1"),
                                  SET("a=x", "b=1", "c=1"),
                                  SET("a=x", "b=2"),
                                  SET("a=y"),
                                  SET("a=5 B"),
                                  SET("a=5 s"),
                                  SET("a=6 B"),
                                  SET("b=1")};
    for (size_t i = 0; i < COUNT_OF(ascending); i++)
        for (size_t k = 0; k < COUNT_OF(ascending); k++) {
            int found = profile_labels_compare(&profile, ascending[i], ascending[k]);
            ck_assert_msg((found > 0) - (found < 0) == (i > k) - (i < k), "%zu to %zu: %d", i, k,
                          found);
        }
}
END_TEST

START_TEST(a_key_has_its_first_value) {
    uint32_t set = SET("b=2", "b=1", "a=x");
    ck_assert_str_eq(profile_labels_value(&profile, set, "b"), "1");
    ck_assert_str_eq(profile_labels_value(&profile, set, "a"), "x");
    ck_assert_ptr_null(profile_labels_value(&profile, set, "c"));
    ck_assert_ptr_null(profile_labels_value(&profile, 0, "a"));
}
END_TEST

START_TEST(a_number_is_what_is_written_as_numbers_usually_are) {
    static const struct label labels[] = {
        {"a", "0"},  {"b", "42"},   {"c", "-7"}, {"d", "042"},
        {"e", "-0"}, {"f", "+7"},   {"g", "-"},  {"h", ""},
        {"i", "00"}, {"j", "7 ms"}, {"k", "-10"}, {"l", "9223372036854775807"},
        {"m", "9223372036854775808"}};
    profile_add_thread(&profile, &(struct profile_thread){.os_id = 1});
    profile_label(&profile, labels, COUNT_OF(labels));
    ck_assert_str_eq(told(profile.threads.items[0].labels),
                     "a=#0 b=#42 c=#-7 d=042 e=-0 f=+7 g=- h= i=00 j=7 ms k=#-10 "
                     "l=#9223372036854775807 m=9223372036854775808");
}
END_TEST

START_TEST(what_a_sample_says_itself_goes_before_what_it_is_given) {
    static const struct label labels[] = {{"env", "test"}, {"run", "2"}};
    const struct profile_thread one = {.os_id = 1, .labels = SET("env=prod", "run=1", "run=3")},
                                two = {.os_id = 2, .labels = SET("zone=x")}, plain = {.os_id = 3};
    uint32_t known = profile_add_thread(&profile, &one);
    profile_add_thread(&profile, &two);
    profile_add_thread(&profile, &plain);
    uint32_t who = profile_add_who(&profile, known, 0);
    uint32_t nobody = profile_add_who(&profile, PROFILE_NONE, 0);
    uint32_t state = profile_add_who(&profile, PROFILE_NONE, text("RUNNING"));
    profile_label(&profile, labels, 0);
    ck_assert_uint_eq(profile.whos.items[nobody].thread, PROFILE_NONE);
    profile_label(&profile, labels, 2);
    ck_assert_str_eq(told(profile.threads.items[0].labels), "env=prod run=1 run=3");
    ck_assert_str_eq(told(profile.threads.items[1].labels), "env=test run=#2 zone=x");
    ck_assert_str_eq(told(profile.threads.items[2].labels), "env=test run=#2");
    ck_assert_uint_eq(profile.whos.items[who].thread, known);
    ck_assert_uint_eq(profile.threads.len, 4); /* one for all of which no thread is known */
    ck_assert_uint_eq(profile.whos.items[nobody].thread, 3);
    ck_assert_uint_eq(profile.whos.items[state].thread, 3);
    ck_assert_str_eq(told(profile.threads.items[3].labels), "env=test run=#2");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("labels");
    TCase *cases = tcase_create("labels");
    tcase_add_checked_fixture(cases, set_up, clean_up);
    tcase_add_test(cases, sets_that_say_the_same_are_one_whatever_the_order);
    tcase_add_test(cases, sets_are_in_the_order_of_what_they_say);
    tcase_add_test(cases, a_key_has_its_first_value);
    tcase_add_test(cases, a_number_is_what_is_written_as_numbers_usually_are);
    tcase_add_test(cases, what_a_sample_says_itself_goes_before_what_it_is_given);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
