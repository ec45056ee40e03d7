/* What is written to a file is there, whole, and the file is closed. */
#include "cmd/cli/output.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

START_TEST(more_files_are_written_than_may_be_open) {
    enum { FILES = 50, OPEN = 20 };
    char folder[] = "/tmp/jfrtool-output.XXXXXX", path[60];
    ck_assert_ptr_nonnull(mkdtemp(folder));
    struct rlimit limit;
    ck_assert_int_eq(getrlimit(RLIMIT_NOFILE, &limit), 0);
    limit.rlim_cur = OPEN;
    ck_assert_int_eq(setrlimit(RLIMIT_NOFILE, &limit), 0);
    for (int i = 0; i < FILES; i++) {
        struct text text = {0};
        struct stat status;
        snprintf(path, sizeof path, "%s/page", folder);
        for (int k = 0; k <= i; k++) text_add(&text, "a line\n");
        ck_assert(i % 2 ? output_write(path, &text) : output_write_in_folder(path, &text));
        ck_assert_int_eq(stat(path, &status), 0);
        ck_assert_int_eq(status.st_size, 7 * (i + 1));
    }
    ck_assert_int_eq(unlink(path), 0);
    ck_assert_int_eq(rmdir(folder), 0); /* nothing else is left in it */
}
END_TEST

/* A terminal may have colours; a file has them where they are asked for. */
START_TEST(a_file_has_colours_only_where_they_are_asked_for) {
    static const enum color_when asked[] = {COLOR_ALWAYS, COLOR_AUTO, COLOR_NEVER};
    char folder[] = "/tmp/jfrtool-output.XXXXXX", path[60];
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/page", folder);
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
        struct output output;
        ck_assert(output_open(&output, path, asked[i]));
        ck_assert_int_eq(output.color, asked[i] == COLOR_ALWAYS);
        ck_assert(!output.terminal);
        output_discard(&output);
    }
    ck_assert_int_eq(rmdir(folder), 0);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("output");
    TCase *c = tcase_create("output");
    tcase_add_test(c, more_files_are_written_than_may_be_open);
    tcase_add_test(c, a_file_has_colours_only_where_they_are_asked_for);
    suite_add_tcase(suite, c);
    return suite_run(suite);
}
