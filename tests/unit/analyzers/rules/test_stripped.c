/* Stacks without what a library has on top: spans of time, ties, the way to a method. */
#include "analyzers/rules/method_profiling.h"
#include "analyzers/rules/stripped.h"
#include "tests/support/stacks.h"
#include "tests/support/suite.h"

#include <check.h>
#include <string.h>

static struct profile profile;
static struct stripped stripped;

static void setup(void) {
    profile = (struct profile){.keep = PROFILE_STACKS | PROFILE_SAMPLES};
}

static void teardown(void) {
    stripped_close(&stripped);
    profile_free(&profile);
}

static void sample(const char *stack, int64_t time_ns, uint64_t count) {
    stacks_sample(&profile, stack, NULL, NULL, time_ns, count);
}

static void open_profile(void) {
    profile_sort_samples(&profile);
    stripped_open(&profile, "lib", true, &stripped);
}

static const char *method_of(uint32_t frame) {
    if (frame == PROFILE_NONE) return "-";
    return strings_get(&profile.frames.strings, profile.frames.rows.items[frame].method);
}

static uint32_t method_named(const char *name) {
    for (uint32_t i = 0; i < stripped.frames.len; i++)
        if (strcmp(method_of(stripped.frames.items[i]), name) == 0) return i;
    ck_abort_msg("no method %s", name);
}

/* The pattern that is set where nobody sets one is answered without the library that knows
 * patterns: as by that. */
START_TEST(usual_packages_are_those_of_their_pattern) {
    static const char *const stacks[] = {"app.A.x;java.lang.Object.y",
                                         "app.A.x;java.util.List.z",
                                         "app.A.x;java.util.zip.Zip.z",
                                         "app.A.x;java.langs.L.l",
                                         "app.A.x;L.l",
                                         "java.lang.Object.y;java.util.List.z"};
    const size_t count = sizeof stacks / sizeof *stacks;
    for (size_t i = 0; i < count; i++) sample(stacks[i], (int64_t)i, 1);
    profile_sort_samples(&profile);
    struct stripped matched;
    stripped_open(&profile, METHOD_PROFILING_PACKAGES, true, &stripped);
    stripped_open(&profile, "(?:" METHOD_PROFILING_PACKAGES ")", true, &matched);
    ck_assert_mem_eq(stripped.depth, matched.depth, profile.stacks.len * sizeof *matched.depth);
    size_t left = 0;
    for (size_t i = 0; i < profile.stacks.len; i++) left += stripped.depth[i];
    ck_assert_uint_eq(left, 1 + 1 + 2 + 2 + 2 + 0);
    stripped_close(&matched);
}
END_TEST

START_TEST(what_a_thread_of_the_jvm_is_is_no_method) {
    for (int with_jvm = 0; with_jvm < 2; with_jvm++) {
        teardown();
        setup();
        sample("[C2 compiler]", 1, 3);
        sample("app.A.[x", 1, 1);
        profile_sort_samples(&profile);
        stripped_open(&profile, "lib", with_jvm, &stripped);
        struct stripped_counts counts = stripped_count(&stripped, 0, 9);
        ck_assert_str_eq(method_of(stripped.frames.items[counts.hottest]),
                         with_jvm ? "[C2 compiler]" : "[x");
    }
}
END_TEST

START_TEST(both_ends_of_a_span_are_in_it) {
    static const struct {
        int64_t from, to;
        size_t first;
        uint64_t samples;
    } cases[] = {
        {10, 30, 0, 7}, {11, 30, 1, 6}, {10, 29, 0, 3},       {20, 20, 1, 2},
        {21, 29, 2, 0}, {31, 40, 3, 0}, {INT64_MIN, 9, 0, 0}, {INT64_MIN, INT64_MAX, 0, 7}};
    sample("app.A.x", 20, 2);
    sample("app.A.x", 30, 4);
    sample("app.A.x", 10, 1);
    open_profile();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ck_assert_uint_eq(stripped_find(&stripped, cases[i].from), cases[i].first);
        struct stripped_counts counts = stripped_count(&stripped, cases[i].from, cases[i].to);
        ck_assert_uint_eq(counts.samples, cases[i].samples);
        ck_assert_uint_eq(counts.hottest_samples, cases[i].samples);
        ck_assert(counts.hottest == (cases[i].samples ? method_named("x") : PROFILE_NONE));
    }
}
END_TEST

/* Whichever of the two comes first: the hotter, of equally hot ones the first by name. */
START_TEST(the_hottest_method_is_the_first_of_equals) {
    static const struct {
        uint64_t x, y;
        const char *hottest;
    } cases[] = {{3, 3, "x"}, {3, 4, "y"}, {4, 3, "x"}};
    for (int turned = 0; turned < 2; turned++) {
        for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
            teardown();
            setup();
            sample("app.A.x", turned ? 2 : 1, cases[i].x);
            sample("app.B.y", turned ? 1 : 2, cases[i].y);
            open_profile();
            struct stripped_counts counts = stripped_count(&stripped, 0, 9);
            ck_assert_str_eq(method_of(stripped.frames.items[counts.hottest]), cases[i].hottest);
        }
    }
}
END_TEST

static void check_path(const char *expected) {
    stripped_path path = {0};
    struct text said = {0};
    stripped_add_path(&stripped, method_named("x"), 1, 3, false, &path);
    for (size_t i = 0; i < path.len; i++)
        text_addf(&said, "%s%s", i ? " " : "", method_of(path.items[i]));
    ck_assert_str_eq(text_str(&said), expected);
    text_free(&said);
    array_free(&path);
}

START_TEST(the_way_to_a_method_is_by_those_who_call_most_of_equals_the_first_by_name) {
    static const struct {
        uint64_t b, c, none;
        const char *path;
    } cases[] = {{3, 3, 0, "x b m"}, {3, 4, 0, "x c m"}, {4, 3, 0, "x b m"},
                 {3, 1, 3, "x b m"}, {3, 1, 4, "x"},     {0, 0, 1, "x"}};
    for (int turned = 0; turned < 2; turned++) {
        for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
            teardown();
            setup();
            if (cases[i].b) sample("app.M.m;app.B.b;app.A.x", turned ? 3 : 1, cases[i].b);
            if (cases[i].c) sample("app.M.m;app.C.c;app.A.x", 2, cases[i].c);
            if (cases[i].none) sample("app.A.x", turned ? 1 : 3, cases[i].none);
            sample("app.D.d;app.A.x", 0, 99), sample("app.D.d;app.A.x", 4, 99); /* outside */
            open_profile();
            check_path(cases[i].path);
        }
    }
}
END_TEST

START_TEST(of_what_was_taken_off_the_call_that_most_are_in_is_named_of_equals_the_first) {
    static const struct {
        uint64_t p, q, own;
        const char *inside;
        uint64_t samples;
    } cases[] = {{3, 3, 0, "q", 3}, {3, 4, 0, "q", 4}, {4, 3, 9, "z", 4}, {0, 0, 5, "-", 0}};
    for (int turned = 0; turned < 2; turned++) {
        for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
            uint64_t samples;
            teardown();
            setup();
            if (cases[i].p) sample("app.A.x;lib.M.z;lib.M.p", turned ? 3 : 1, cases[i].p);
            if (cases[i].q) sample("app.A.x;lib.M.q", 2, cases[i].q);
            if (cases[i].own) sample("app.A.x", turned ? 1 : 3, cases[i].own);
            open_profile();
            uint32_t inside = stripped_inside(&stripped, method_named("x"), 1, 3, &samples);
            ck_assert_str_eq(method_of(inside), cases[i].inside);
            ck_assert_uint_eq(samples, cases[i].samples);
        }
    }
}
END_TEST

START_TEST(what_a_call_comes_to_is_the_innermost_that_half_of_it_has) {
    static const struct {
        uint64_t p, q, z; /* samples that end in each */
        const char *innermost;
        uint64_t samples;
    } cases[] = {{2, 1, 1, "p", 2},
                 {1, 2, 1, "q", 2},
                 {3, 0, 4, "-", 0},
                 {0, 0, 5, "-", 0},
                 {2, 2, 0, "p", 2}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint64_t samples;
        teardown();
        setup();
        if (cases[i].p) sample("app.A.x;lib.M.z;lib.N.p", 1, cases[i].p);
        if (cases[i].q) sample("app.A.x;lib.M.z;lib.N.q", 2, cases[i].q);
        if (cases[i].z) sample("app.A.x;lib.M.z", 3, cases[i].z);
        sample("app.A.x;lib.M.other;lib.N.q", 2, 1);
        sample("app.A.x", 2, 9), sample("app.A.x;lib.M.z;lib.N.q", 0, 99);
        open_profile();
        uint32_t method = method_named("x"), inside = stripped.frames.items[method_named("z")];
        ck_assert_str_eq(method_of(stripped_innermost(&stripped, method, inside, 1, 3, &samples)),
                         cases[i].innermost);
        ck_assert_uint_eq(samples, cases[i].samples);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("stripped");
    TCase *c = tcase_create("stripped");
    tcase_add_checked_fixture(c, setup, teardown);
    tcase_add_test(c, usual_packages_are_those_of_their_pattern);
    tcase_add_test(c, what_a_thread_of_the_jvm_is_is_no_method);
    tcase_add_test(c, both_ends_of_a_span_are_in_it);
    tcase_add_test(c, the_hottest_method_is_the_first_of_equals);
    tcase_add_test(c, the_way_to_a_method_is_by_those_who_call_most_of_equals_the_first_by_name);
    tcase_add_test(c, of_what_was_taken_off_the_call_that_most_are_in_is_named_of_equals_the_first);
    tcase_add_test(c, what_a_call_comes_to_is_the_innermost_that_half_of_it_has);
    suite_add_tcase(suite, c);
    return suite_run(suite);
}
