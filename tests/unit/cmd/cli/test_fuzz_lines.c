/* The fuzz target over commands has a line of every command, and each is one that the command
 * takes. */
#include "tests/fuzz/command_lines.h"
#include "base/mem.h"
#include "tests/support/suite.h"

#include <check.h>
#include <string.h>

#define WORDS 32

/* Commands without a line are few, and none of them answers from a recording alone. */
START_TEST(every_command_that_reads_recordings_is_fuzzed) {
    static const char *const others[] = {"tui", "sql", "mcp", "record", "top", "jvms", "generate"};
    for (const struct command *const *c = commands_all(); *c; c++) {
        const struct command *command;
        char line[FUZZ_LINE];
        size_t lines = 0;
        bool other = false;
        for (size_t i = 0; fuzz_line_at(i, line, &command); i++) lines += command == *c;
        for (size_t k = 0; k < sizeof others / sizeof *others; k++)
            other |= strcmp(others[k], (*c)->name) == 0;
        ck_assert_msg((lines == 0) == other, "%s", (*c)->name);
    }
}
END_TEST

START_TEST(each_line_is_one_that_its_command_takes) {
    const struct command *command;
    char words[FUZZ_LINE];
    for (size_t i = 0; fuzz_line_at(i, words, &command); i++) {
        char *copy = mem_copy_text(words), *rest = copy, *argv[WORDS];
        int argc = 0;
        for (char *word; (word = strsep(&rest, " ")) && argc < WORDS;) argv[argc++] = word;
        struct option_base *options = mem_zero(1, command->options_size);
        struct text error = {0};
        ck_assert_str_eq(argv[0], command->name);
        ck_assert_msg(options_parse(command->groups, argc - 1, argv + 1, options, &error), "%s: %s",
                      words, text_str(&error));
        options_free(command->groups, options);
        text_free(&error);
        free(options);
        free(copy);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("fuzz lines");
    TCase *tcase = tcase_create("fuzz lines");
    tcase_add_test(tcase, every_command_that_reads_recordings_is_fuzzed);
    tcase_add_test(tcase, each_line_is_one_that_its_command_takes);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
