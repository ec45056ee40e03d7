/* Ways: which command answers, and which arguments it gets. */
#include "base/mem.h"
#include "cmd/cli/ways.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* "gc --safepoints x" -> "safepoints x" */
static void check_taken(const char *line, const char *expected) {
    char *words = mem_copy_text(line), *argv[16], *rest = words;
    struct text taken = {0};
    int argc = 0;
    for (char *word; (word = strsep(&rest, " ")) != NULL;) argv[argc++] = word;
    argc--;
    const struct command *command = way_take(argv[0], &argc, argv + 1);
    text_add(&taken, command ? command->name : "none");
    for (int i = 1; i <= argc; i++) text_addf(&taken, " %s", argv[i]);
    ck_assert_str_eq(taken.data, expected);
    text_free(&taken);
    free(words);
}

START_TEST(the_word_of_a_way_is_taken_and_the_others_stay) {
    check_taken("gc --safepoints", "safepoints");
    check_taken("gc --safepoints x", "safepoints x");
    check_taken("gc --top 3 --safepoints x", "safepoints --top 3 x");
    check_taken("gc x", "gc x");
    check_taken("gc", "gc");
    check_taken("safepoints --safepoints", "safepoints --safepoints");
    check_taken("gc --safepoint x", "gc --safepoint x");
    check_taken("gc --safepoints=1 x", "gc --safepoints=1 x");
    check_taken("nothing x", "none x");
}
END_TEST

START_TEST(a_call_begins_with_a_way) {
    static const char *const rows[][2] = {
        {"gc --safepoints", "safepoints"}, {"gc --safepoints x", "safepoints"},
        {"file info\n", "summary"},        {"events --as jfr x", "print"},
        {"gc --safepointsx", NULL},        {"gcx --safepoints", NULL},
        {"gc x --safepoints", NULL},       {"gc", NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct way *way = way_of_call(rows[i][0]);
        ck_assert_msg(!way == !rows[i][1], "%s", rows[i][0]);
        if (way) ck_assert_str_eq(way->to, rows[i][1]);
    }
}
END_TEST

START_TEST(behind_two_dashes_there_are_only_operands) {
    check_taken("gc -- --safepoints", "gc -- --safepoints");
}
END_TEST

START_TEST(a_word_may_have_a_value) {
    check_taken("events --as jfr x", "print x");
    check_taken("events --as=jfr x", "print x");
    check_taken("events --as=jfrx x", "events --as=jfrx x");
    check_taken("events --as json x", "events --as json x");
    check_taken("events --as", "events --as");
    check_taken("events --asx jfr", "events --asx jfr");
}
END_TEST

START_TEST(a_word_without_a_dash_stands_first) {
    check_taken("file repair x", "repair x");
    check_taken("file x repair", "file x repair");
    check_taken("file", "file");
    check_taken("file --strict repair x", "file --strict repair x");
}
END_TEST

START_TEST(the_first_part_of_a_command_of_parts_is_the_usual_one) {
    check_taken("file /", "summary /");
    check_taken("file -", "summary -");
    check_taken("file / repair", "summary / repair");
    check_taken("file repair /", "repair /");
    check_taken("file no.such", "file no.such");
    check_taken("gc /", "gc /");
}
END_TEST

START_TEST(a_method_is_what_is_no_input_in_front_of_one) {
    char here[] = "/tmp/ways-XXXXXX";
    int fd = mkstemp(here);
    struct text line = {0}, expected = {0};
    ck_assert_int_ge(fd, 0);
    close(fd);
    struct {
        const char *before, *method, *after, *to;
    } rows[] = {{"", "HashMap.get ", "", "method"},       {"--top 5 ", "", "", "hot-methods"},
                {"--depth 5 ", "", "", "hot-methods"},    {"--depth 5 ", "get ", "", "method"},
                {"--depth=5 ", "get ", "", "method"},     {"--thread x ", "get ", "", "method"},
                {"--tread ", "x ", "", "hot-methods"},    {"--tread=x ", "get ", "", "hot-methods"},
                {"--dept 5 ", "get ", "", "hot-methods"}, {"-n 5 ", "get ", "", "method"},
                {"-f ", "get ", "", "hot-methods"},       {"-n 5 -f ", "get ", "", "hot-methods"},
                {"", "", " get", "hot-methods"},          {"", "none.jfr ", "", "hot-methods"},
                {"", "none/such ", "", "hot-methods"},    {"", "- ", "", "hot-methods"},
                {"", "get put ", "", "hot-methods"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        text_clear(&line);
        text_clear(&expected);
        text_addf(&line, "hot-methods %s%s%s%s", rows[i].before, rows[i].method, here,
                  rows[i].after);
        text_addf(&expected, "%s %s%s%s%s", rows[i].to, rows[i].before, rows[i].method, here,
                  rows[i].after);
        check_taken(line.data, expected.data);
    }
    check_taken("hot-methods get", "hot-methods get");
    check_taken("hot-methods get -", "method get -");
    unlink(here);
    text_free(&line);
    text_free(&expected);
}
END_TEST

START_TEST(every_way_leads_from_a_command_to_another) {
    for (const struct way *way = ways_all(); way->from; way++) {
        ck_assert_ptr_nonnull(command_find(way->from));
        ck_assert_ptr_nonnull(command_find(way->to));
        ck_assert_str_ne(way->from, way->to);
        /* An option of the command would never be seen. */
        OPTIONS_EACH (use, row, command_find(way->from)->groups)
            ck_assert_msg(way->word[0] != '-' || strcmp(way->word + 2, row->name) != 0, "%s %s",
                          way->from, way->word);
    }
}
END_TEST

START_TEST(a_command_is_called_by_its_way_if_there_is_one) {
    struct text call = {0};
    way_add_call(&call, command_find("repair"));
    text_add(&call, ", ");
    way_add_call(&call, command_find("gate"));
    ck_assert_str_eq(call.data, "file repair, gate");
    ck_assert_ptr_null(way_to(command_find("gate")));
    text_free(&call);
}
END_TEST

START_TEST(groups_are_of_what_people_look_for) {
    ck_assert_str_eq(command_group(command_find("overview")), "Start here");
    ck_assert_str_eq(command_group(command_find("locks")), "What causes it");
    ck_assert_str_eq(command_group(command_find("export")), "Files");
    ck_assert_ptr_null(command_group(command_find("rules")));
    ck_assert_ptr_null(command_group(command_find("network")));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("ways");
    TCase *cases = tcase_create("ways");
    tcase_add_test(cases, the_word_of_a_way_is_taken_and_the_others_stay);
    tcase_add_test(cases, a_call_begins_with_a_way);
    tcase_add_test(cases, behind_two_dashes_there_are_only_operands);
    tcase_add_test(cases, a_word_may_have_a_value);
    tcase_add_test(cases, a_word_without_a_dash_stands_first);
    tcase_add_test(cases, the_first_part_of_a_command_of_parts_is_the_usual_one);
    tcase_add_test(cases, a_method_is_what_is_no_input_in_front_of_one);
    tcase_add_test(cases, every_way_leads_from_a_command_to_another);
    tcase_add_test(cases, a_command_is_called_by_its_way_if_there_is_one);
    tcase_add_test(cases, groups_are_of_what_people_look_for);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
