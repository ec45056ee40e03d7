/* Programs that were built with an earlier jfr.h of this soname go on to run: what they have room
 * for keeps its size, and what they know of a struct keeps its place. Who changes a figure here
 * changes ABI in the Makefile. (The figures are those of machines with 64 bits.) */
#include "tests/support/suite.h"

#include "parser/jfr.h"

#include <check.h>

#define LAST(type, member) \
    { #type, sizeof(struct type), offsetof(struct type, member) }

#if __SIZEOF_POINTER__ == 8

START_TEST(structs_that_callers_make_keep_their_size) {
    static const struct {
        const char *name;
        size_t size, reserved;
    } found[] = {
        LAST(jfr_error, reserved),  LAST(jfr_log, reserved),    LAST(jfr_segment, reserved),
        LAST(jfr_chunk, reserved),  LAST(jfr_event, reserved),  LAST(jfr_value, reserved),
        LAST(jfr_thread, reserved), LAST(jfr_stack, reserved),  LAST(jfr_frame, reserved),
        LAST(jfr_tally, bytes),     LAST(jfr_attribute, value), LAST(jfr_arrow_options, reserved)};
    static const size_t expected[][2] = {{432, 416}, {32, 16}, {80, 64}, {184, 120},
                                         {40, 32},   {56, 40}, {56, 40}, {32, 16},
                                         {56, 40},   {16, 8},  {16, 8},  {64, 16}};
    for (size_t i = 0; i < sizeof found / sizeof *found; i++) {
        ck_assert_msg(found[i].size == expected[i][0] && found[i].reserved == expected[i][1],
                      "struct %s: %zu bytes, room from %zu on", found[i].name, found[i].size,
                      found[i].reserved);
    }
}
END_TEST

START_TEST(members_of_what_the_library_makes_keep_their_place) {
    static const struct {
        const char *name;
        size_t size, last;
    } found[] = {LAST(jfr_annotation, value_count),
                 LAST(jfr_setting, annotation_count),
                 LAST(jfr_field, annotation_count),
                 LAST(jfr_type, setting_count),
                 LAST(jfr_metadata, dst_ms),
                 LAST(jfr_note, text),
                 LAST(jfr_column, unit)};
    static const size_t expected[] = {24, 40, 64, 100, 40, 24, 20};
    for (size_t i = 0; i < sizeof found / sizeof *found; i++)
        ck_assert_msg(found[i].last == expected[i], "struct %s: its last member is at %zu",
                      found[i].name, found[i].last);
}
END_TEST

#endif

START_TEST(the_library_says_its_version) {
    int major, minor, patch;
    ck_assert_str_eq(jfr_version(), JFR_VERSION);
    ck_assert_int_eq(sscanf(JFR_VERSION, "%d.%d.%d", &major, &minor, &patch), 3);
    ck_assert_int_eq(JFR_VERSION_NUMBER, major * 10000 + minor * 100 + patch);
    ck_assert_uint_eq(jfr_version_number(), JFR_VERSION_NUMBER);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("abi");
    TCase *cases = tcase_create("abi");
#if __SIZEOF_POINTER__ == 8
    tcase_add_test(cases, structs_that_callers_make_keep_their_size);
    tcase_add_test(cases, members_of_what_the_library_makes_keep_their_place);
#endif
    tcase_add_test(cases, the_library_says_its_version);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
