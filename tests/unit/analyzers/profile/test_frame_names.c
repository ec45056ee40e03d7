/* Names of frames that are shown together: as short as tells them apart. */
#include "analyzers/profile/frame_names.h"
#include "tests/support/stacks.h"
#include "tests/support/suite.h"

#include <check.h>

static struct profile profile;
static struct frame_names names;

static void setup(void) {
    profile = (struct profile){0};
    frame_names_open(&profile.frames, BY_METHOD, &names);
}

static void teardown(void) {
    frame_names_free(&names);
    profile_free(&profile);
}

static uint32_t seen(const char *class_name, const char *method) {
    uint32_t id = stacks_frame(&profile, class_name, method, FRAME_ANY);
    frame_names_see(&names, id);
    return id;
}

static void check_name(uint32_t id, const char *wanted) {
    struct text out = {0};
    frame_names_add(&names, id, &out);
    ck_assert_str_eq(text_str(&out), wanted);
    text_free(&out);
}

START_TEST(a_name_of_its_own_has_no_parameters) {
    uint32_t f = seen("app.A", "f(I)V"), g = seen("app.A", "g(J)V"), other = seen("app.B", "f(J)V");
    check_name(f, "app.A.f");
    check_name(g, "app.A.g");
    check_name(other, "app.B.f");
}
END_TEST

START_TEST(overloads_have_their_parameters) {
    uint32_t f = seen("app.A", "f(I)V"), g = seen("app.A", "f(Ljava/util/Map;[J)V");
    check_name(f, "app.A.f(int)");
    check_name(g, "app.A.f(Map, long[])");
}
END_TEST

START_TEST(what_is_seen_twice_is_no_overload) {
    uint32_t f = seen("app.A", "f(I)V");
    seen("app.A", "f(I)V");
    check_name(f, "app.A.f");
}
END_TEST

START_TEST(parameters_that_are_short_alike_have_their_packages) {
    uint32_t f = seen("app.A", "f(Ljava/util/Date;)V"), g = seen("app.A", "f(Ljava/sql/Date;)V");
    uint32_t plain = seen("app.A", "f(I)V");
    check_name(f, "app.A.f(java.util.Date): void");
    check_name(g, "app.A.f(java.sql.Date): void");
    check_name(plain, "app.A.f(int)");
}
END_TEST

START_TEST(bridges_are_told_apart_by_what_they_return) {
    uint32_t f = seen("app.A", "copy()Ljava/lang/Object;"), g = seen("app.A", "copy()Lapp/A;");
    uint32_t array = seen("app.A", "copy()[J");
    check_name(f, "app.A.copy(): java.lang.Object");
    check_name(g, "app.A.copy(): app.A");
    check_name(array, "app.A.copy(): long[]");
}
END_TEST

START_TEST(descriptors_that_are_none_are_not_guessed) {
    uint32_t f = seen("app.A", "f(Q)V"), g = seen("app.A", "f(X)V"), h = seen("app.A", "f()Q");
    uint32_t k = seen("app.A", "f()");
    check_name(f, "app.A.f(?)");
    check_name(g, "app.A.f(?)");
    check_name(h, "app.A.f(): ?");
    check_name(k, "app.A.f()");
}
END_TEST

START_TEST(packages_of_a_name_are_counted) {
    struct text out = {0};
    uint32_t f = seen("app.deep.A", "f(I)V");
    ck_assert_uint_eq(frame_names_add(&names, f, &out), strlen("app.deep."));
    text_clear(&out);
    ck_assert_uint_eq(frame_names_add(&names, seen("A", "f(I)V"), &out), 0);
    text_free(&out);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("frame_names");
    TCase *c = tcase_create("frame_names");
    tcase_add_checked_fixture(c, setup, teardown);
    tcase_add_test(c, a_name_of_its_own_has_no_parameters);
    tcase_add_test(c, overloads_have_their_parameters);
    tcase_add_test(c, what_is_seen_twice_is_no_overload);
    tcase_add_test(c, parameters_that_are_short_alike_have_their_packages);
    tcase_add_test(c, bridges_are_told_apart_by_what_they_return);
    tcase_add_test(c, descriptors_that_are_none_are_not_guessed);
    tcase_add_test(c, packages_of_a_name_are_counted);
    suite_add_tcase(suite, c);
    return suite_run(suite);
}
