/* What is said of what was read: its title, its footer, and whether something of it is lacking. */
#include "cmd/read/reading.h"
#include "tests/support/suite.h"

#include <check.h>

/* ==== What is lacking ======================================================================= */

static struct scan_report report_with(enum jfr_note_kind kind) {
    struct scan_report report = {.recordings = 1};
    array_push(&report.notes,
               (struct scan_note){.source = "a.jfr", .note = {.kind = JFR_NOTE_DUPLICATE}});
    array_push(&report.notes, (struct scan_note){.source = "a.jfr", .note = {.kind = kind}});
    return report;
}

START_TEST(what_was_lost_or_not_finished_is_lacking_and_what_was_left_out_is_not) {
    static const bool lacking[] = {[JFR_NOTE_LOST] = true,
                                   [JFR_NOTE_UNFINISHED] = true,
                                   [JFR_NOTE_DUPLICATE] = false,
                                   [JFR_NOTE_SKIPPED] = false};
    struct reading reading = {.report = report_with((enum jfr_note_kind)_i)};
    ck_assert_int_eq(reading_is_partial(&reading), lacking[_i]);
    array_free(&reading.report.notes);
}
END_TEST

START_TEST(each_of_what_is_counted_is_lacking) {
    struct samples samples = {.unresolved = 0};
    struct reading reading = {.samples = NULL};
    ck_assert(!reading_is_partial(&reading));
    reading.samples = &samples;
    ck_assert(!reading_is_partial(&reading));
    samples.unresolved = 1;
    ck_assert(reading_is_partial(&reading));
    reading.samples = NULL;
    reading.report.failed = 1;
    ck_assert(reading_is_partial(&reading));
    reading.report = (struct scan_report){.lost_bytes = 1};
    ck_assert(reading_is_partial(&reading));
}
END_TEST

START_TEST(only_who_is_strict_ends_in_vain_for_a_part_and_everybody_for_a_whole_recording) {
    struct input_options lax = {0}, strict = {.strict = true};
    struct reading reading = {.input = &lax, .report = report_with(JFR_NOTE_UNFINISHED)};
    ck_assert_int_eq(reading_exit_code(&reading), EXIT_OK);
    reading.input = &strict;
    ck_assert_int_eq(reading_exit_code(&reading), EXIT_PARTIAL);
    reading.unread_is_fine = true;
    ck_assert_int_eq(reading_exit_code(&reading), EXIT_OK);
    reading.unread_is_fine = false;
    reading.report.notes.items[1].note.kind = JFR_NOTE_DUPLICATE;
    ck_assert_int_eq(reading_exit_code(&reading), EXIT_OK);
    reading.input = NULL;
    reading.report.notes.items[1].failed = true;
    ck_assert_int_eq(reading_exit_code(&reading), EXIT_OK);
    reading.input = &lax;
    ck_assert_int_eq(reading_exit_code(&reading), EXIT_PARTIAL);
    array_free(&reading.report.notes);
}
END_TEST

/* ==== Titles ================================================================================ */

static const struct {
    const char *path, *title, *two;
} titles[] = {
    {"a.jfr", "a.jfr", "a.jfr and 1 more"},
    {"/x/a.jfr", "a.jfr", "a.jfr and 1 more"},
    {"x/", "x/", "x/ and 1 more"},
    {"/", "/", "/ and 1 more"},
    {"-", "standard input", "standard input and 1 more"},
    {"x/-", "-", "- and 1 more"},
};

START_TEST(a_title_is_the_name_of_the_first) {
    const char *paths[] = {titles[_i].path, "other"};
    struct reading reading = {.paths = {.items = paths, .len = 1}};
    struct text title = {0};
    reading_add_title(&reading, &title);
    ck_assert_str_eq(text_str(&title), titles[_i].title);
    text_clear(&title);
    reading.paths.len = 2;
    reading_add_title(&reading, &title);
    ck_assert_str_eq(text_str(&title), titles[_i].two);
    text_free(&title);
}
END_TEST

static char of_jdk[] = "jdk.X", of_others[] = "jdk";

static void check_subtitle(char *event, uint64_t count, int64_t ns, const char *expected) {
    struct samples samples = {.event = event, .recorded_ns = ns, .profile = {.samples = count}};
    struct reading reading = {.samples = &samples};
    struct text out = {0};
    reading_add_subtitle(&reading, &out);
    ck_assert_str_eq(text_str(&out), expected);
    text_free(&out);
}

START_TEST(a_subtitle_has_what_is_known) {
    check_subtitle(of_jdk, 2, INT64_C(1500000000), "jdk.X, 2 samples, 1.50 s");
    check_subtitle(of_jdk, 1, 1, "jdk.X, 1 sample, 1 ns");
    check_subtitle(of_jdk, 1, 0, "jdk.X, 1 sample");
    check_subtitle(NULL, 0, 0, "0 samples");
}
END_TEST

/* ==== Footers =============================================================================== */

static void check_footer(struct samples samples, const char *expected) {
    struct reading reading = {.samples = &samples};
    struct text out = {0};
    reading_add_footer(&reading, &out);
    ck_assert_str_eq(text_str(&out), expected);
    text_free(&out);
}

START_TEST(a_footer_says_of_what_and_how_long) {
    check_footer((struct samples){.profile = {.samples = 2}},
                 "2 samples, 0 without stack, 0 truncated\n");
    check_footer((struct samples){.event = of_jdk, .recorded_ns = 1, .profile = {.samples = 1}},
                 "1 sample of jdk.X in 1 ns, 0 without stack, 0 truncated\n");
    check_footer((struct samples){.filtered = true, .taken_events = 1, .profile = {.samples = 2}},
                 "2 samples matching the filters, 0 without stack, 0 truncated\n");
}
END_TEST

START_TEST(events_are_told_where_they_stand_for_several_samples) {
    check_footer((struct samples){.taken_events = 1, .profile = {.samples = 2}},
                 "2 samples (1 event, each for one sample or more), 0 without stack, 0 "
                 "truncated\n");
    check_footer((struct samples){.taken_events = 2, .profile = {.samples = 2}},
                 "2 samples, 0 without stack, 0 truncated\n");
}
END_TEST

#define HINT "Truncated stacks miss their callers, so totals are too low: record deeper stacks"
#define DEEPER " (-XX:FlightRecorderOptions:stackdepth=N, 64 unless given)"

START_TEST(truncated_stacks_are_a_hint_above_one_of_a_hundred) {
    check_footer((struct samples){.profile = {.samples = 100, .truncated = 1}},
                 "100 samples, 0 without stack, 1 truncated (1.00 %)\n");
    check_footer((struct samples){.profile = {.samples = 99, .truncated = 1, .without_stack = 3}},
                 "99 samples, 3 without stack, 1 truncated (1.01 %)\n" HINT "\n");
    check_footer((struct samples){.event = of_jdk, .profile = {.samples = 2, .truncated = 1}},
                 "2 samples of jdk.X, 0 without stack, 1 truncated (50.00 %)\n" HINT DEEPER "\n");
    check_footer((struct samples){.event = of_others, .profile = {.samples = 2, .truncated = 1}},
                 "2 samples of jdk, 0 without stack, 1 truncated (50.00 %)\n" HINT "\n");
}
END_TEST

/* Deeper stacks would not help them. */
START_TEST(stacks_that_we_cut_are_no_reason_to_record_deeper_ones) {
    check_footer(
        (struct samples){.profile = {.samples = 100, .truncated = 3, .shortened = 2}},
        "100 samples, 0 without stack, 3 truncated (3.00 %)\n"
        "Stacks are read up to 16,384 frames; 2 samples have more, so totals of their outermost "
        "callers are too low\n");
    check_footer(
        (struct samples){.profile = {.samples = 10, .truncated = 2, .shortened = 1}},
        "10 samples, 0 without stack, 2 truncated (20.00 %)\n"
        "Stacks are read up to 16,384 frames; 1 sample has more, so totals of their outermost "
        "callers are too low\n" HINT "\n");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("reading");
    TCase *cases = tcase_create("reading");
    tcase_add_loop_test(cases,
                        what_was_lost_or_not_finished_is_lacking_and_what_was_left_out_is_not, 0,
                        JFR_NOTE_SKIPPED + 1);
    tcase_add_test(cases, each_of_what_is_counted_is_lacking);
    tcase_add_test(cases,
                   only_who_is_strict_ends_in_vain_for_a_part_and_everybody_for_a_whole_recording);
    tcase_add_loop_test(cases, a_title_is_the_name_of_the_first, 0, sizeof titles / sizeof *titles);
    tcase_add_test(cases, a_subtitle_has_what_is_known);
    tcase_add_test(cases, a_footer_says_of_what_and_how_long);
    tcase_add_test(cases, events_are_told_where_they_stand_for_several_samples);
    tcase_add_test(cases, truncated_stacks_are_a_hint_above_one_of_a_hundred);
    tcase_add_test(cases, stacks_that_we_cut_are_no_reason_to_record_deeper_ones);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
