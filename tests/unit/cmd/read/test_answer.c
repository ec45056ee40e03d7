/* The skeleton of commands that answer: when the output is kept, and with which exit code. */
#include "cmd/read/answer.h"

#include "analyzers/reports/definition.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct test_options {
    struct option_base base;
    struct input_options input;
    struct output_options output;
};
#define AT(field) offsetof(struct test_options, field)

static const struct option_use groups[] = {
    {&options_input, AT(input)}, {&options_output, AT(output)}, {NULL, 0}};

/* What the command does when it is run, and what became of it. */
static struct {
    int needs, answer;
    bool sheet, bytes, partial, strict;
    enum format format;
    bool asked; /* .answer was called */
} plan;

static char path[64];

static int say_needs(struct answer *answer, struct needs *needs) {
    (void)needs; /* nothing is read */
    return plan.needs;
}

static int make_answer(struct answer *answer) {
    plan.asked = true;
    answer->partial = plan.partial;
    if (plan.sheet) sheet_lines(answer_sheet(answer, "title"), SHEET_ALL, "a line\n");
    if (plan.bytes) output_add(&answer->output, "bytes\n", 6);
    return plan.answer;
}

static const struct report words = {.name = "test"};
static const struct command command = {
    .name = "test",
    .report = &words,
    .writes = "text json",
    .groups = groups,
    .run = answer_run,
    .needs = say_needs,
    .answer = make_answer,
};

static int run(void) {
    struct test_options options = {
        .output = {.path = path, .format = (int)plan.format, .messages = {.quiet = true}},
        .input = {.strict = plan.strict}};
    return command.run(&command, &options.base);
}

static const char *content(void) {
    static char text[100];
    FILE *file = fopen(path, "r");
    if (!file) return NULL;
    text[fread(text, 1, sizeof text - 1, file)] = 0;
    fclose(file);
    return text;
}

static void set_up(void) {
    memset(&plan, 0, sizeof plan);
    snprintf(path, sizeof path, "/tmp/test_answer-%ld", (long)getpid());
}

static void clean_up(void) {
    unlink(path);
}

START_TEST(an_answer_is_written_when_it_is_there) {
    plan.sheet = true;
    ck_assert_int_eq(run(), EXIT_OK);
    ck_assert_str_eq(content(), "a line\n");
}
END_TEST

START_TEST(bytes_are_written_as_they_are) {
    plan.bytes = true;
    ck_assert_int_eq(run(), EXIT_OK);
    ck_assert_str_eq(content(), "bytes\n");
}
END_TEST

START_TEST(options_that_do_not_go_together_end_it_before_anything_is_done) {
    plan.needs = EXIT_USAGE;
    plan.sheet = true;
    ck_assert_int_eq(run(), EXIT_USAGE);
    ck_assert(!plan.asked);
    ck_assert_ptr_null(content());
}
END_TEST

START_TEST(a_failed_answer_leaves_nothing) {
    plan.answer = EXIT_USAGE;
    plan.sheet = plan.bytes = true;
    ck_assert_int_eq(run(), EXIT_USAGE);
    ck_assert_ptr_null(content());
}
END_TEST

START_TEST(nothing_to_report_is_written_only_if_it_is_a_report) {
    plan.answer = EXIT_NOTHING;
    plan.bytes = true;
    ck_assert_int_eq(run(), EXIT_NOTHING);
    ck_assert_ptr_null(content());
    plan.bytes = false;
    plan.sheet = true;
    ck_assert_int_eq(run(), EXIT_NOTHING);
    ck_assert_str_eq(content(), "a line\n");
}
END_TEST

START_TEST(a_broken_rule_is_an_answer) {
    plan.answer = EXIT_GATE;
    plan.bytes = plan.partial = plan.strict = true;
    ck_assert_int_eq(run(), EXIT_GATE);
    ck_assert_str_eq(content(), "bytes\n");
}
END_TEST

START_TEST(what_is_not_whole_is_partial_if_that_matters) {
    plan.sheet = true;
    ck_assert_int_eq(run(), EXIT_OK);
    plan.partial = true;
    ck_assert_int_eq(run(), EXIT_PARTIAL);
    ck_assert_str_eq(content(), "a line\n");
}
END_TEST

START_TEST(an_output_that_cannot_be_opened_is_no_question_asked) {
    snprintf(path, sizeof path, "/tmp/no/such/folder/%ld", (long)getpid());
    plan.sheet = true;
    ck_assert_int_eq(run(), EXIT_USAGE);
    ck_assert(!plan.asked);
}
END_TEST

START_TEST(the_format_is_that_of_the_option_or_else_of_the_name) {
    plan.sheet = true;
    ck_assert_int_eq(run(), EXIT_OK);
    ck_assert_str_eq(content(), "a line\n");
    snprintf(path + strlen(path), 8, ".json");
    ck_assert_int_eq(run(), EXIT_OK);
    ck_assert_str_eq(content(), "{\n}\n");
    plan.format = FORMAT_TEXT;
    ck_assert_int_eq(run(), EXIT_OK);
    ck_assert_str_eq(content(), "a line\n");
}
END_TEST

START_TEST(a_format_that_the_command_does_not_write_is_refused_before_anything_is_done) {
    plan.sheet = true;
    plan.format = FORMAT_SVG;
    ck_assert_int_eq(run(), EXIT_USAGE);
    plan.format = FORMAT_AUTO;
    snprintf(path + strlen(path), 8, ".pb.gz");
    ck_assert_int_eq(run(), EXIT_USAGE);
    ck_assert(!plan.asked);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("answer");
    TCase *cases = tcase_create("answer");
    tcase_add_checked_fixture(cases, set_up, clean_up);
    tcase_add_test(cases, an_answer_is_written_when_it_is_there);
    tcase_add_test(cases, bytes_are_written_as_they_are);
    tcase_add_test(cases, options_that_do_not_go_together_end_it_before_anything_is_done);
    tcase_add_test(cases, a_failed_answer_leaves_nothing);
    tcase_add_test(cases, nothing_to_report_is_written_only_if_it_is_a_report);
    tcase_add_test(cases, a_broken_rule_is_an_answer);
    tcase_add_test(cases, what_is_not_whole_is_partial_if_that_matters);
    tcase_add_test(cases, an_output_that_cannot_be_opened_is_no_question_asked);
    tcase_add_test(cases, the_format_is_that_of_the_option_or_else_of_the_name);
    tcase_add_test(cases,
                   a_format_that_the_command_does_not_write_is_refused_before_anything_is_done);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
