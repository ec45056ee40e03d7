/* What labels, windows and lines of a sum are refused with, and what is taken. */
#include "tests/support/commanded.h"
#include "tests/support/suite.h"

#define SAMPLES                                          \
    "jdk.ExecutionSample sampledThread:T stackTrace:K\n" \
    "@1000*3/1000 w a.App.run,a.App.main\n"              \
    "jdk.InitialSystemProperty key:s value:s\n"          \
    "@5 app.zone b\n"                                    \
    "@3 app.zone c\n"                                    \
    "@3 app.zone a\n"                                    \
    "@4 empty _\n"                                       \
    "@2 other x\n"

START_TEST(a_label_has_a_name_that_is_free_and_a_value) {
    commanded("merge --label x -o /tmp/none.pb", SAMPLES, 10,
              "jfrtool: --label: expected NAME=VALUE, such as service=shop; found 'x'\n"
              "jfrtool: see: jfrtool help merge\n");
    commanded("merge --label =x -o /tmp/none.pb", SAMPLES, 10,
              "jfrtool: --label: expected NAME=VALUE, such as service=shop; found '=x'\n"
              "jfrtool: see: jfrtool help merge\n");
    commanded("merge --label x= -o /tmp/none.pb", SAMPLES, 10,
              "jfrtool: --label: expected NAME=VALUE, such as service=shop; found 'x='\n"
              "jfrtool: see: jfrtool help merge\n");
    commanded("merge --label thread=x -o /tmp/none.pb", SAMPLES, 10,
              "jfrtool: a label cannot be called thread, which is the sample's thread; expected "
              "another name\n"
              "jfrtool: see: jfrtool help merge\n");
    commanded("merge --label a=b --label thread=x -o /tmp/none.pb", SAMPLES, 10,
              "jfrtool: a label cannot be called thread, which is the sample's thread; expected "
              "another name\n"
              "jfrtool: see: jfrtool help merge\n");
}
END_TEST

START_TEST(a_pattern_has_a_group_with_a_free_name) {
    commanded("merge --label-from ( -o /tmp/none.pb", SAMPLES, 10,
              "jfrtool: --label-from: '(' is not a regular expression: missing closing parenthesis "
              "at position 1\n"
              "jfrtool: see: jfrtool help merge\n");
    commanded("merge --label-from abc -o /tmp/none.pb", SAMPLES, 10,
              "jfrtool: --label-from: expected a group with a name, such as '(?<service>[^/]+)/'; "
              "'abc' has none\n"
              "jfrtool: see: jfrtool help merge\n");
    commanded("merge --label-from (?<a>x)(?<thread>y) -o /tmp/none.pb", SAMPLES, 10,
              "jfrtool: a label cannot be called thread, which is the sample's thread; expected "
              "another name\n"
              "jfrtool: see: jfrtool help merge\n");
}
END_TEST

START_TEST(a_property_has_a_name_that_is_free) {
    commanded("merge --label-from-property =x -o /tmp/none.pb", SAMPLES, 10,
              "jfrtool: --label-from-property: expected a property's name, or KEY=NAME, such as "
              "app.service=service; found '=x'\n"
              "jfrtool: see: jfrtool help merge\n");
    commanded("merge --label-from-property x= -o /tmp/none.pb", SAMPLES, 10,
              "jfrtool: --label-from-property: expected a property's name, or KEY=NAME, such as "
              "app.service=service; found 'x='\n"
              "jfrtool: see: jfrtool help merge\n");
    commanded("merge --label-from-property app.zone=thread -o /tmp/none.pb", SAMPLES, 10,
              "jfrtool: a label cannot be called thread, which is the sample's thread; expected "
              "another name\n"
              "jfrtool: see: jfrtool help merge\n");
    commanded("merge --label-from-property thread -o /tmp/none.pb", SAMPLES, 10,
              "jfrtool: a label cannot be called thread, which is the sample's thread; expected "
              "another name\n"
              "jfrtool: see: jfrtool help merge\n");
}
END_TEST

/* Of what was said at the same time the first by name: the order of rows is not known. */
START_TEST(a_property_is_what_was_said_of_it_first) {
    static const char *const others[] = {"2\001b", "2\001c", "2\001x"};
    char path[] = "/tmp/test-label-XXXXXX", line[200];
    static uint8_t bytes[1 << 16];
    int fd = mkstemp(path);
    ck_assert_int_ge(fd, 0);
    snprintf(line, sizeof line,
             "merge -q --label-from-property app.zone=zone --label-from-property none=none "
             "--uncompressed -o %s",
             path);
    commanded(line, SAMPLES, 10, "");
    close(fd);
    FILE *file = fopen(path, "rb"); /* another, of the same name */
    ck_assert_ptr_nonnull(file);
    size_t len = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    ck_assert_ptr_nonnull(memmem(bytes, len, "2\004zone", 6));
    ck_assert_ptr_nonnull(memmem(bytes, len, "2\001a", 3));
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        ck_assert_ptr_null(memmem(bytes, len, others[i], 3));
    unlink(path);
}
END_TEST

START_TEST(a_window_of_lines_of_a_sum_is_absolute) {
    commanded("merge --report /tmp/none.ndjson --from 1s -o /tmp/none.pb", SAMPLES, 10,
              "jfrtool: --report reads one input after the other and does not know when the first "
              "begins or the last ends; expected --from and --to as dates or ISO times\n"
              "jfrtool: see: jfrtool help merge\n");
}
END_TEST

START_TEST(a_report_and_a_profile_go_to_different_places) {
    commanded("merge --report - -o -", SAMPLES, 10,
              "jfrtool: the profile and --report - cannot both go to standard output; expected the "
              "name of a file\n"
              "jfrtool: see: jfrtool help merge\n");
    commanded("merge --report -", SAMPLES, 10,
              "jfrtool: the profile and --report - cannot both go to standard output; expected the "
              "name of a file\n"
              "jfrtool: see: jfrtool help merge\n");
    commanded("merge --report /tmp/none.x -o /tmp/none.x", SAMPLES, 10,
              "jfrtool: the profile and --report cannot both be written to /tmp/none.x; expected "
              "two names\n"
              "jfrtool: see: jfrtool help merge\n");
}
END_TEST

START_TEST(a_gate_of_facts_has_rules_for_the_samples_that_are_read) {
    commanded("facts --gate /none.json", SAMPLES, 10,
              "jfrtool: /none.json: the rules cannot be read: No such file or directory\n");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("fleet options");
    TCase *c = tcase_create("fleet options");
    tcase_add_test(c, a_label_has_a_name_that_is_free_and_a_value);
    tcase_add_test(c, a_pattern_has_a_group_with_a_free_name);
    tcase_add_test(c, a_property_has_a_name_that_is_free);
    tcase_add_test(c, a_property_is_what_was_said_of_it_first);
    tcase_add_test(c, a_window_of_lines_of_a_sum_is_absolute);
    tcase_add_test(c, a_report_and_a_profile_go_to_different_places);
    tcase_add_test(c, a_gate_of_facts_has_rules_for_the_samples_that_are_read);
    suite_add_tcase(suite, c);
    return suite_run(suite);
}
