/* Operands: what is a recording, what a file that is missing, what a word. */
#include "cmd/cli/operands.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stddef.h>

static const struct {
    const char *operand;
    bool input, word;
} operands[] = {
    {"-", true, false},
    {"/", true, false},
    {"main", false, true},
    {"no/such", false, false},
    {"no.jfr", false, false},
    {"no.jfr.part", false, false},
    {"no.gz", false, false},
    {".gz", false, true},
    {"no.gzx", false, true},
    {"no.tar", false, false},
    {"java.util.Map", false, true},
    {"byte[]", false, true},
    {"", false, true},
};

START_TEST(an_operand_is_an_input_or_a_missing_file_or_a_word) {
    for (size_t i = 0; i < sizeof operands / sizeof *operands; i++) {
        ck_assert_msg(operand_is_input(operands[i].operand) == operands[i].input, "%zu", i);
        ck_assert_msg(operand_is_word(operands[i].operand) == operands[i].word, "%zu", i);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("operands");
    TCase *c = tcase_create("operands");
    tcase_add_test(c, an_operand_is_an_input_or_a_missing_file_or_a_word);
    suite_add_tcase(suite, c);
    return suite_run(suite);
}
