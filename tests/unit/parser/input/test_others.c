/* What of an input is no recording is shown to who looks for it, if it lies in an archive. */
#define SUITE_APART
#include "parser/input/input.h"
#include "tests/support/segments.h"

static struct {
    char names[600]; /* shown, with how many bytes */
    struct bytes read;
    int ended;
    bool wanted; /* what is said of what was read */
} shown;

static enum input_other_is look(void *context, const char *name, const uint8_t *data, size_t size) {
    ck_assert_ptr_eq(context, &shown);
    size_t at = strlen(shown.names);
    snprintf(shown.names + at, sizeof shown.names - at, "%s %zu, ", name, size);
    if (size) ck_assert_uint_ne(data[0], 0);
    if (strstr(name, "log")) return INPUT_OTHER_WANTED;
    return strstr(name, "long") ? INPUT_OTHER_READ : INPUT_OTHER_LEFT_OUT;
}

static bool take(void *context, const uint8_t *data, size_t size) {
    ck_assert_ptr_eq(context, &shown);
    if (size) add(&shown.read, data, size);
    else shown.ended++;
    return shown.wanted;
}

static void read_all(const char *path) {
    struct jfr_input *input = jfr_input_open(&path, 1);
    const struct input_others others = {.other = look, .bytes = take, .context = &shown};
    const struct jfr_log log = {.note = keep_note};
    struct jfr_segment segment;
    struct jfr_error error;
    memset(&shown, 0, sizeof shown);
    input_show_others(input, &others);
    for (int got; (got = jfr_input_next(input, &segment, &log, &error)) != 0;)
        if (got == 1) array_push(&seen.segments, segment);
        else array_push(&seen.errors, error);
    jfr_input_close(input);
}

START_TEST(members_that_are_no_recordings_are_shown_and_left_out_unless_they_are_wanted) {
    zip("inner.zip", {"b.log", text("hello")}, {"b.jfr", recording(300, 0)});
    zip("a.zip", {"a.jfr", recording(200, 0)}, {"a.log", text("hello")}, {"note", text("hi")},
        {"none", text("")}, {"inner.zip", load("inner.zip")});
    read_all("a.zip");
    ck_assert_str_eq(shown.names, "a.zip: a.log 5, a.zip: note 2, a.zip: none 0, "
                                  "a.zip: inner.zip: b.log 5, ");
    expect_counts(2, 0, 1);
    expect_note("a.zip: 2 files are no recordings and were left out (1 of them empty)");
}
END_TEST

START_TEST(a_file_by_itself_is_not_shown_and_what_is_packed_is) {
    save("a.log", text("hello"));
    gzip("b.log", text("hello"));
    read_all("a.log");
    ck_assert_str_eq(shown.names, "");
    expect_counts(0, 1, 0);
    read_all("b.log");
    ck_assert_str_eq(shown.names, "b.log 5, ");
    feed_stdin("a.log", true);
    read_all("-");
    ck_assert_str_eq(shown.names, "");
}
END_TEST

START_TEST(all_of_it_is_read_where_that_decides) {
    struct bytes all = recording(300000, 0);
    memset(all.data, 'x', all.len);
    struct bytes again = {0};
    add(&again, all.data, all.len);
    zip("a.zip", {"a.jfr", recording(200, 0)}, {"long", all});
    read_all("a.zip");
    ck_assert_uint_eq(shown.read.len, again.len);
    ck_assert_mem_eq(shown.read.data, again.data, again.len);
    ck_assert_int_eq(shown.ended, 1);
    expect_counts(1, 0, 1); /* it was not wanted */
    free(shown.read.data);
    free(again.data);
}
END_TEST

static void add_tests(TCase *tests) {
    tcase_add_test(tests,
                   members_that_are_no_recordings_are_shown_and_left_out_unless_they_are_wanted);
    tcase_add_test(tests, a_file_by_itself_is_not_shown_and_what_is_packed_is);
    tcase_add_test(tests, all_of_it_is_read_where_that_decides);
}

int main(void) {
    return run_case("others", add_tests);
}
