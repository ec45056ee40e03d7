/* Words for a shell: the shell has the text again, and nothing of it is acted upon while it is
 * pasted. */
#include "base/shell.h"
#include "base/safe.h"
#include "base/utf8.h"
#include "tests/support/suite.h"

#include <check.h>
#include <string.h>
#include <unistd.h>

static const char *word(const char *text) {
    static struct text out;
    text_clear(&out);
    shell_add_word(&out, text);
    return text_str(&out);
}

static const struct {
    const char *text, *word;
} words[] = {
    {"rec.jfr", "rec.jfr"},
    {"/a/b_c-d:e@f%g+h,I9Z", "/a/b_c-d:e@f%g+h,I9Z"},
    {"", "''"},
    {"a b", "'a b'"},
    {"a'b", "'a'\\''b'"},
    {"'", "\\'"},
    {"=ls", "'=ls'"}, /* zsh runs it */
    {"~root", "'~root'"},
    {"$(touch x)", "'$(touch x)'"},
    {"a;b", "'a;b'"},
    {"a\\b", "'a\\b'"},
    {"a!b`c\"", "'a!b`c\"'"},
    {"\x03", "$'\\x03'"},
    {"a\x1b[31m", "'a'$'\\x1b''[31m'"},
    {"\r\n\t", "$'\\x0d\\x0a\\x09'"},
    {"\x7f", "$'\\x7f'"},
    {"\xc2\x9b\x31", "$'\\xc2\\x9b''1'"},
    {"\xe2\x80\xae", "$'\\xe2\\x80\\xae'"},
    {"\xff", "$'\\xff'"},
    {"\xc3\xa9", "'\xc3\xa9'"},
    {"'\x03'", "\\'$'\\x03'\\'"},
};

START_TEST(a_word_is_quoted_as_far_as_it_needs_it) {
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        ck_assert_str_eq(word(words[i].text), words[i].word);
}
END_TEST

/* Every byte, alone and between others: bash has the same text again. */
START_TEST(bash_reads_the_text_again) {
    struct text script = {0}, wanted = {0};
    char path[] = "/tmp/test_shell.XXXXXX", found[40000];
    for (int c = 1; c < 256; c++) {
        char text[] = {'a', (char)c, '\'', (char)c, (char)c, ' ', 0};
        text_add(&script, "printf '%s\\n' ");
        shell_add_word(&script, text);
        text_add_char(&script, '\n');
        text_addf(&wanted, "%s\n", text);
    }
    int fd = mkstemp(path);
    ck_assert_int_eq(write(fd, script.data, script.len), (ssize_t)script.len);
    close(fd);
    struct text command = {0};
    text_addf(&command, "bash %s", path);
    FILE *bash = popen(text_str(&command), "r");
    size_t len = fread(found, 1, sizeof found, bash);
    ck_assert_int_eq(pclose(bash), 0);
    unlink(path);
    ck_assert_uint_eq(len, wanted.len);
    ck_assert_mem_eq(found, wanted.data, len);
    text_free(&command);
    text_free(&script);
    text_free(&wanted);
}
END_TEST

START_TEST(nothing_of_a_word_acts_on_a_terminal) {
    for (uint32_t c = 1; c < 0x3000; c++) {
        struct text text = {0};
        uint32_t pending = 0;
        utf8_add_unit(&text, c, &pending);
        utf8_add_end(&text, &pending);
        text_add(&text, "x\xfe");
        const char *out = word(text_str(&text));
        for (size_t at = 0, len = strlen(out), size; at < len; at += size)
            ck_assert_msg(safe_shows(utf8_next(out + at, len - at, &size)), "U+%04X", (unsigned)c);
        text_free(&text);
    }
}
END_TEST

START_TEST(a_file_is_no_option) {
    static const char *const paths[][2] = {{"-x.jfr", "./-x.jfr"},
                                           {"--help", "./--help"},
                                           {"-", "-"},
                                           {"a-x", "a-x"},
                                           {"- x", "'./- x'"}};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        struct text out = {0};
        shell_add_path(&out, paths[i][0]);
        ck_assert_str_eq(text_str(&out), paths[i][1]);
        text_free(&out);
    }
}
END_TEST

START_TEST(a_name_as_a_pattern_fits_itself_alone) {
    struct text out = {0};
    shell_add_exactly(&out, "a.b$C(x)[y]{z}|^*+?\\\x1b");
    ck_assert_str_eq(text_str(&out),
                     "'^a\\.b\\$C\\(x\\)\\[y\\]\\{z\\}\\|\\^\\*\\+\\?\\\\'$'\\x1b''$'");
    text_free(&out);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("shell");
    TCase *cases = tcase_create("shell");
    tcase_add_test(cases, a_word_is_quoted_as_far_as_it_needs_it);
    tcase_add_test(cases, bash_reads_the_text_again);
    tcase_add_test(cases, nothing_of_a_word_acts_on_a_terminal);
    tcase_add_test(cases, a_file_is_no_option);
    tcase_add_test(cases, a_name_as_a_pattern_fits_itself_alone);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
