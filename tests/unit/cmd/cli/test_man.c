/* Manual pages: no line that is words is taken for a request, and none is marked as words that
 * could not be. */
#include "tests/support/commanded.h"
#include "tests/support/suite.h"

static struct text page;

/* What `jfrtool generate man` writes of these words. */
static const char *man_of(const char *command) {
    const struct child_limits limits = {
        .out = 1 << 20, .err = 1 << 16, .seconds = 100, .columns = 100};
    char words[3][20] = {"generate", "man"}, *argv[] = {words[0], words[1], words[2], NULL};
    struct child_result result;
    snprintf(words[2], sizeof words[2], "%s", command);
    child_runs(commanded_run);
    ck_assert(child_run(*command ? 3 : 2, argv, &limits, &result));
    ck_assert_int_eq(result.code, 0);
    text_clear(&page);
    text_add_bytes(&page, result.out.data, result.out.len);
    text_free(&result.out);
    text_free(&result.err);
    return text_str(&page);
}

static void clean_up(void) {
    text_free(&page);
}

static const char *after(const char *line) {
    const char *end = strchr(line, '\n');
    return end ? end + 1 : NULL;
}

START_TEST(a_page_of_a_command_is_titled_in_capitals) {
    static const char title[] = ".TH JFRTOOL\\-HOT-METHODS 1 \"\" \"jfrtool ";
    ck_assert_int_eq(strncmp(man_of("hot-methods"), title, sizeof title - 1), 0);
    ck_assert_ptr_nonnull(strstr(text_str(&page), "\n.SH SYNOPSIS\n.SY jfrtool\n"));
}
END_TEST

START_TEST(words_that_begin_as_a_request_does_are_marked_and_no_others) {
    size_t marked = 0;
    for (const char *line = man_of(""); line; line = after(line)) {
        bool is_marked = strncmp(line, "\\&", 2) == 0;
        marked += is_marked;
        ck_assert_msg(!is_marked || line[2] == '.' || line[2] == '\\', "%.40s", line);
        ck_assert_msg(*line != '\'' && strncmp(line, "..", 2) != 0, "%.40s", line);
        bool request = *line != '.' || (line[1] >= 'A' && line[1] <= 'Z') || line[1] == 'i' ||
                       line[1] == 'n' || line[1] == 'f' || line[1] == '\\';
        ck_assert_msg(request, "%.40s", line);
    }
    ck_assert_uint_gt(marked, 2);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("man");
    TCase *tcase = tcase_create("man");
    tcase_add_checked_fixture(tcase, NULL, clean_up);
    tcase_add_test(tcase, a_page_of_a_command_is_titled_in_capitals);
    tcase_add_test(tcase, words_that_begin_as_a_request_does_are_marked_and_no_others);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
