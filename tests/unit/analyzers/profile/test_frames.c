/* Frames: interning, names, parameters, types. */
#include "analyzers/profile/frames.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

static struct frames frames;

static void teardown(void) {
    frames_free(&frames);
    frames = (struct frames){0};
}

static uint32_t id(const char *s) {
    return strings_intern(&frames.strings, s, strlen(s));
}

static const char *name_of(struct frame frame) {
    static struct text out;
    text_clear(&out);
    frame_add_name(&frames, frames_intern(&frames, &frame), &out);
    return text_str(&out);
}

static const char *parameters_of(const char *descriptor) {
    static struct text out;
    text_clear(&out);
    struct frame frame = {.method = id("m"), .descriptor = id(descriptor), .line = -1, .bci = -1};
    frame_add_parameters(&frames, frames_intern(&frames, &frame), &out);
    return text_str(&out);
}

START_TEST(equal_rows_have_one_id) {
    struct frame a = {.class_name = id("A"), .method = id("x"), .line = -1, .bci = -1};
    struct frame b = a;
    b.line = 7;
    uint32_t ia = frames_intern(&frames, &a), ib = frames_intern(&frames, &b);
    ck_assert_uint_ne(ia, ib);
    ck_assert_uint_eq(frames_intern(&frames, &a), ia);
    ck_assert_uint_eq(frames_intern(&frames, &b), ib);
    ck_assert_uint_eq(frames.rows.len, 2);
}
END_TEST

START_TEST(many_rows_keep_their_ids) {
    for (int32_t i = 0; i < 20000; i++) {
        struct frame frame = {.method = id("m"), .line = i, .bci = -1};
        ck_assert_uint_eq(frames_intern(&frames, &frame), (uint32_t)i);
    }
    for (int32_t i = 0; i < 20000; i++) {
        struct frame frame = {.method = id("m"), .line = i, .bci = -1};
        ck_assert_uint_eq(frames_intern(&frames, &frame), (uint32_t)i);
    }
}
END_TEST

START_TEST(a_method_is_named_with_its_class) {
    struct frame frame = {
        .class_name = id("java.util.HashMap"), .method = id("get"), .line = -1, .bci = -1};
    ck_assert_str_eq(name_of(frame), "java.util.HashMap.get");
    frame.line = 575;
    ck_assert_str_eq(name_of(frame), "java.util.HashMap.get:575");
    frame.line = 0;
    ck_assert_str_eq(name_of(frame), "java.util.HashMap.get:0");
    frame.line = -1;
    frame.bci = 12;
    ck_assert_str_eq(name_of(frame), "java.util.HashMap.get@12");
}
END_TEST

START_TEST(a_native_function_has_no_class) {
    struct frame frame = {.method = id("futex_wait"), .line = -1, .bci = -1};
    ck_assert_str_eq(name_of(frame), "futex_wait");
}
END_TEST

START_TEST(wide_rows_are_named_by_what_they_hold) {
    struct frame frame = {.class_name = id("a.B"), .package = id("a"), .line = -1, .bci = -1};
    ck_assert_str_eq(name_of(frame), "a.B");
    frame.class_name = 0;
    ck_assert_str_eq(name_of(frame), "a");
    frame.module = id("java.base");
    ck_assert_str_eq(name_of(frame), "a");
    frame.package = 0;
    ck_assert_str_eq(name_of(frame), "java.base");
    frame.module = 0;
    ck_assert_str_eq(name_of(frame), "(unnamed package)");
}
END_TEST

START_TEST(a_frame_is_lost_whose_method_is_said_to_be) {
    const struct frame lost = {.method = id(FRAME_LOST), .line = -1, .bci = -1},
                       known = {.class_name = id(FRAME_LOST), .method = id("m")};
    ck_assert(frames_is_lost(&frames, frames_intern(&frames, &lost)));
    ck_assert(!frames_is_lost(&frames, frames_intern(&frames, &known)));
}
END_TEST

START_TEST(an_unknown_id_has_no_name) {
    struct text out = {0};
    frame_add_name(&frames, 5, &out);
    frame_add_parameters(&frames, UINT32_MAX, &out);
    const uint32_t next = (uint32_t)frames.rows.len;
    frame_add_name(&frames, next, &out);
    frame_add_full_name(&frames, next, &out);
    frame_add_whole_name(&frames, next, &out);
    ck_assert_uint_eq(out.len, 0);
}
END_TEST

START_TEST(parameters_are_short) {
    ck_assert_str_eq(parameters_of("()V"), "()");
    ck_assert_str_eq(parameters_of("(I)V"), "(int)");
    ck_assert_str_eq(parameters_of("(BCDFIJSZ)V"),
                     "(byte, char, double, float, int, long, short, boolean)");
    ck_assert_str_eq(parameters_of("(Ljava/lang/Object;[I[[Ljava/util/Map$Entry;LApp;)V"),
                     "(Object, int[], Map$Entry[][], App)");
    ck_assert_str_eq(parameters_of("(Ljava.lang.String;)V"), "(String)");
}
END_TEST

START_TEST(broken_descriptors_do_no_harm) {
    ck_assert_str_eq(parameters_of(""), "");
    ck_assert_str_eq(parameters_of("I"), "");
    ck_assert_str_eq(parameters_of("("), "()");
    ck_assert_str_eq(parameters_of("(I"), "(int)");
    ck_assert_str_eq(parameters_of("(ILjava/lang"), "(int, ?)");
    ck_assert_str_eq(parameters_of("(Q)V"), "(?)");
    ck_assert_str_eq(parameters_of("([[["), "(?)");
    char deep[400];
    memset(deep, '[', sizeof deep);
    deep[0] = '(';
    strcpy(deep + 300, "I)V");
    ck_assert_str_eq(parameters_of(deep), "(?)");
}
END_TEST

START_TEST(type_names_come_back) {
    for (unsigned type = FRAME_INTERPRETED; type < FRAME_THREAD; type++)
        ck_assert_uint_eq(frame_type_parse(frame_type_name((enum frame_type)type)), type);
    ck_assert_str_eq(frame_type_name(FRAME_ANY), "");
    ck_assert_str_eq(frame_type_name(FRAME_JIT), "JIT compiled");
    ck_assert_uint_eq(frame_type_parse("C++"), FRAME_CPP);
    ck_assert_uint_eq(frame_type_parse("Quantum"), FRAME_UNKNOWN);
    ck_assert_uint_eq(frame_type_parse("Thread"), FRAME_UNKNOWN);
    ck_assert_uint_eq(frame_type_parse(""), FRAME_UNKNOWN);
    ck_assert_uint_eq(frame_type_parse(NULL), FRAME_UNKNOWN);
    ck_assert_str_eq(frame_type_name((enum frame_type)99), "Unknown");
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("frames");
    tcase_add_checked_fixture(tests, NULL, teardown);
    tcase_add_test(tests, equal_rows_have_one_id);
    tcase_add_test(tests, a_frame_is_lost_whose_method_is_said_to_be);
    tcase_add_test(tests, many_rows_keep_their_ids);
    tcase_add_test(tests, a_method_is_named_with_its_class);
    tcase_add_test(tests, a_native_function_has_no_class);
    tcase_add_test(tests, wide_rows_are_named_by_what_they_hold);
    tcase_add_test(tests, an_unknown_id_has_no_name);
    tcase_add_test(tests, parameters_are_short);
    tcase_add_test(tests, broken_descriptors_do_no_harm);
    tcase_add_test(tests, type_names_come_back);
    Suite *suite = suite_create("frames");
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
