/* Sentences for a shell, as they read where tools are called. */
#define SUITE_APART
#include "cmd/cli/voice.h"
#include "tests/support/suite.h"

#include <check.h>
#include <string.h>

START_TEST(options_are_arguments_and_commands_are_calls) {
    voice_of_tools();
    static const char *const sentences[][2] = {
        {"", ""},
        {"--where: x", "where: x"},
        {"no thread matches --thread zzz; did you mean --thread 'a'?",
         "no thread matches thread zzz; did you mean thread 'a'?"},
        {"(see --event)", "(see event)"},
        {"jfrtool summary lists them", "sql with SELECT type, count FROM events lists them"},
        {"as jfrtool metadata does", "as sql with SELECT type, name FROM columns does"},
        {"jfrtool hot-methods", "hot_methods"},
        {"jfrtool nothing", "jfrtool nothing"},
        {"jfrtool io has it, jfrtool iox not", "io has it, jfrtool iox not"},
        {"jfrtool summaryx", "jfrtool summaryx"},
        {"a--b -- --B --1 a-b", "a--b -- --B --1 a-b"},
        {"--", "--"},
        {"--a", "a"},
    };
    for (size_t i = 0; i < sizeof sentences / sizeof *sentences; i++) {
        struct text out = {0};
        voice_add_sentence(&out, sentences[i][0], strlen(sentences[i][0]));
        ck_assert_str_eq(text_str(&out), sentences[i][1]);
        text_free(&out);
    }
}
END_TEST

START_TEST(a_command_is_a_call_with_its_options_as_arguments) {
    voice_of_tools();
    static const char *const commands[][2] = {
        {"hot-methods", "hot_methods"},
        {"hot-methods --event jdk.SocketRead", "hot_methods with event=jdk.SocketRead"},
        {"hot-methods --event a --by line", "hot_methods with event=a, by=line"},
        {"hot-methods --reverse --by line", "hot_methods with reverse, by=line"},
        {"print --events jdk.X509Certificate", "events with type=jdk.X509Certificate"},
        {"io", "io"},
        {"locks --thread a --top 3", "locks with thread=a, top=3"},
        {"threads", "threads"},
        {"method-profiling", "hot_methods"},
        {"timeline", NULL},
        {"iox", NULL},
        {"", NULL},
    };
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        struct text out = {0};
        ck_assert_int_eq(voice_add_call(&out, commands[i][0]), commands[i][1] != NULL);
        ck_assert_str_eq(text_str(&out), commands[i][1] ? commands[i][1] : "");
        text_free(&out);
    }
}
END_TEST

START_TEST(people_call_a_part_of_a_command_by_that_command) {
    static const char *const sentences[][2] = {
        {"", ""},
        {"jfrtool summary lists them", "jfrtool file info lists them"},
        {"(jfrtool leaks)", "(jfrtool memory --leaks)"},
        {"jfrtool check x || jfrtool repair x", "jfrtool file check x || jfrtool file repair x"},
        {"jfrtool check", "jfrtool file check"},
        {"jfrtool views", "jfrtool events --views"},
        {"jfrtool checks, jfrtool gc", "jfrtool checks, jfrtool gc"},
        {"ajfrtool check --x", "ajfrtool check --x"},
        {"jfrtool ", "jfrtool "},
    };
    for (size_t i = 0; i < sizeof sentences / sizeof *sentences; i++) {
        struct text out = {0};
        voice_add_line(&out, sentences[i][0]);
        ck_assert_str_eq(text_str(&out), sentences[i][1]);
        text_free(&out);
    }
}
END_TEST

START_TEST(people_at_a_shell_are_the_usual) {
    ck_assert(!voice_is_of_tools());
    ck_assert_str_eq(voice_all_rows(), "--top 0 shows all");
    static const char *const commands[][2] = {
        {"locks", "jfrtool locks"},
        {"safepoints", "jfrtool gc --safepoints"},
        {"allocations --top 3", "jfrtool memory --sites --top 3"},
        {"safepointsx", "jfrtool safepointsx"},
        {"method", "jfrtool method"},
    };
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        struct text out = {0};
        ck_assert(voice_add_call(&out, commands[i][0]));
        ck_assert_str_eq(text_str(&out), commands[i][1]);
        text_free(&out);
    }
    voice_of_tools();
    ck_assert(voice_is_of_tools());
    ck_assert_str_eq(voice_all_rows(), "a larger top shows more");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("voice");
    TCase *cases = tcase_create("voice");
    tcase_add_test(cases, options_are_arguments_and_commands_are_calls);
    tcase_add_test(cases, a_command_is_a_call_with_its_options_as_arguments);
    tcase_add_test(cases, people_call_a_part_of_a_command_by_that_command);
    tcase_add_test(cases, people_at_a_shell_are_the_usual);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
