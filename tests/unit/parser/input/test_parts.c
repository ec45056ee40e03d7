/* An archive that is asked for in parts, one after the other. */
#define SUITE_APART
#include "parser/input/input.h"
#include "tests/support/segments.h"

/* How many bytes the part has that is read from where the input stands. */
static uint64_t part(struct jfr_input *input, const char *name) {
    struct jfr_segment segment;
    struct jfr_error error;
    const struct jfr_log log = {.note = keep_note};
    uint64_t bytes = 0;
    int got;
    input_part(input, name);
    while ((got = jfr_input_next(input, &segment, &log, &error)) != 0) {
        ck_assert_int_eq(got, 1);
        ck_assert_int_eq(strncmp(segment.name, name, strlen(name)), 0);
        bytes += segment.size;
        jfr_segment_release(&segment);
    }
    ck_assert_int_eq(jfr_input_next(input, &segment, &log, &error), 0); /* nor does it go on */
    return bytes;
}

static struct jfr_input *open_archive(const char *path) {
    return jfr_input_open(&path, 1);
}

START_TEST(parts_are_found_one_behind_the_other) {
    struct member inner[] = {{"i.jfr", recording(700, 0)}, {"k.jfr", recording(800, 0)}};
    pack_with("inner.zip", ARCHIVE_FORMAT_ZIP, ARCHIVE_FILTER_NONE, NULL, inner, 2);
    struct member members[] = {{"a.jfr", recording(1000, 200)},   {"notes", text("hello")},
                               {"b.jfr", recording(3000, 0)},     {"repo/1.jfr", recording(400, 0)},
                               {"repo/2.jfr", recording(500, 0)}, {"inner.zip", load("inner.zip")},
                               {"c.jfr", recording(600, 0)}};
    pack_with("all.tgz", ARCHIVE_FORMAT_TAR_USTAR, ARCHIVE_FILTER_GZIP, NULL, members, 7);
    struct jfr_input *input = open_archive("all.tgz");
    ck_assert_uint_eq(part(input, "all.tgz: a.jfr"), 1200);
    ck_assert_uint_eq(part(input, "all.tgz: b.jfr"), 3000);
    ck_assert_uint_eq(part(input, "all.tgz: repo/"), 900);
    ck_assert_uint_eq(part(input, "all.tgz: inner.zip: k.jfr"), 800);
    ck_assert_uint_eq(part(input, "all.tgz: c.jfr"), 600);
    ck_assert_uint_eq(part(input, "all.tgz: b.jfr"), 0); /* it lies before */
    jfr_input_close(input);
}
END_TEST

START_TEST(what_was_not_reached_is_still_there_for_the_next_part) {
    struct member members[] = {{"a.jfr", recording(1000, 0)}, {"b.jfr", recording(2000, 0)}};
    pack_with("two.tgz", ARCHIVE_FORMAT_TAR_USTAR, ARCHIVE_FILTER_GZIP, NULL, members, 2);
    struct jfr_input *input = open_archive("two.tgz");
    ck_assert_uint_eq(part(input, "two.tgz: a.jfr"), 1000);
    ck_assert_uint_eq(part(input, "two.tgz: b.jfr"), 2000);
    jfr_input_close(input);
}
END_TEST

/* Of the part that ends where something else follows, and of what is left to the end. */
START_TEST(what_is_no_recording_is_said_of_the_part_it_is_in) {
    struct member members[] = {{"a.jfr", recording(1000, 0)},  {"notes", text("hello")},
                               {"r/1.jfr", recording(400, 0)}, {"r/notes", text("hello")},
                               {"r/none", text("")},           {"r/2.jfr", recording(500, 0)},
                               {"c.jfr", recording(600, 0)},   {"d/1.jfr", recording(700, 0)},
                               {"d/notes", text("hello")}};
    pack_with("all.tgz", ARCHIVE_FORMAT_TAR_USTAR, ARCHIVE_FILTER_GZIP, NULL, members, 9);
    struct jfr_input *input = open_archive("all.tgz");
    ck_assert_uint_eq(part(input, "all.tgz: a.jfr"), 1000);
    ck_assert_uint_eq(seen.notes.len, 0);
    ck_assert_uint_eq(part(input, "all.tgz: r/"), 900);
    ck_assert_uint_eq(seen.notes.len, 1);
    ck_assert_str_eq(seen.notes.items[0].text,
                     "all.tgz: 2 files are no recordings and were left out (1 of them empty)");
    ck_assert_uint_eq(part(input, "all.tgz: c.jfr"), 600);
    ck_assert_uint_eq(seen.notes.len, 1);
    ck_assert_uint_eq(part(input, "all.tgz: d/"), 700);
    ck_assert_uint_eq(seen.notes.len, 2);
    ck_assert_str_eq(seen.notes.items[1].text, "all.tgz: 1 file is no recording and was left out");
    jfr_input_close(input);
}
END_TEST

static void add_tests(TCase *tests) {
    tcase_add_test(tests, parts_are_found_one_behind_the_other);
    tcase_add_test(tests, what_was_not_reached_is_still_there_for_the_next_part);
    tcase_add_test(tests, what_is_no_recording_is_said_of_the_part_it_is_in);
}

int main(void) {
    return run_case("parts", add_tests);
}
