/* What is made of recordings may be read by no one who may not read them. */
#include "cmd/cli/rights.h"
#include "base/array.h"
#include "tests/support/suite.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/tmp/rights.XXXXXX";

static const char *file(const char *name, mode_t mode) {
    static char paths[8][64];
    static unsigned next;
    char *path = paths[next++ % 8];
    snprintf(path, sizeof paths[0], "%s/%s", folder, name);
    int fd = open(path, O_CREAT | O_WRONLY, 0600);
    ck_assert_int_ge(fd, 0);
    ck_assert_int_eq(fchmod(fd, mode), 0);
    close(fd);
    return path;
}

static mode_t rights(const char *a, const char *b) {
    const char *paths[] = {a, b};
    struct text_list list = {.items = paths, .len = b ? 2 : 1};
    return rights_of(&list);
}

START_TEST(group_and_others_get_what_the_file_gives_them) {
    static const mode_t modes[][2] = {
        {0600, 0600}, {0640, 0640}, {0644, 0644}, {0660, 0660}, {0666, 0666},
        {0604, 0604}, {0400, 0600}, {0444, 0644}, {0000, 0600}, {0755, 0644},
    };
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++)
        ck_assert_uint_eq(rights(file("a", modes[i][0]), NULL), modes[i][1]);
}
END_TEST

START_TEST(the_strictest_of_several_decides) {
    const char *open_to_all = file("all", 0666), *group = file("group", 0660),
               *others = file("others", 0604);
    ck_assert_uint_eq(rights(open_to_all, group), 0660);
    ck_assert_uint_eq(rights(group, open_to_all), 0660);
    ck_assert_uint_eq(rights(group, others), 0600);
}
END_TEST

START_TEST(a_folder_counts_as_its_files_do) {
    char path[80];
    snprintf(path, sizeof path, "%s/in", folder);
    mkdir(path, 0755);
    ck_assert_uint_eq(rights(path, NULL), 0666); /* nothing is in it */
    file("in/a", 0644);
    snprintf(path, sizeof path, "%s/in/deep", folder);
    mkdir(path, 0755);
    snprintf(path, sizeof path, "%s/in", folder);
    ck_assert_uint_eq(rights(path, NULL), 0644);
    file("in/deep/b", 0640);
    ck_assert_uint_eq(rights(path, NULL), 0640);
}
END_TEST

START_TEST(what_is_no_file_restricts_nothing) {
    ck_assert_uint_eq(rights("/dev/null", NULL), 0666);
    ck_assert_uint_eq(rights("/not/there", file("p", 0640)), 0640);
}
END_TEST

START_TEST(standard_input_is_asked_if_it_is_read) {
    int before = dup(STDIN_FILENO), fd = open(file("stdin", 0600), O_RDONLY);
    dup2(fd, STDIN_FILENO);
    ck_assert_uint_eq(rights("-", NULL), 0600);
    dup2(before, STDIN_FILENO);
    close(fd);
    close(before);
}
END_TEST

int main(void) {
    if (!mkdtemp(folder)) return 1;
    Suite *suite = suite_create("rights");
    TCase *tests = tcase_create("rights");
    tcase_add_test(tests, group_and_others_get_what_the_file_gives_them);
    tcase_add_test(tests, the_strictest_of_several_decides);
    tcase_add_test(tests, a_folder_counts_as_its_files_do);
    tcase_add_test(tests, what_is_no_file_restricts_nothing);
    tcase_add_test(tests, standard_input_is_asked_if_it_is_read);
    suite_add_tcase(suite, tests);
    int code = suite_run(suite);
    char command[80];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return system(command) == 0 ? code : 1;
}
