/* The folder in the target's /tmp: what stands in it is reached and removed although the target's
 * root leads elsewhere by then. */
#include "cmd/attach/place.h"
#include "tests/support/suite.h"

#include <check.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static struct place place;
static char around[300], *path; /* of a file in the folder, with slashes before it */

static void make_file(const char *at) {
    int fd = place_file(&place, at, O_RDWR | O_CREAT, 0600);
    ck_assert_int_ge(fd, 0);
    close(fd);
}

static void open_with_file(void) {
    const struct jvm jvm = {.pid = getpid(), .uid = geteuid(), .gid = getegid()};
    ck_assert(place_open(&place, &jvm));
    char *made = place_path(&place, "answer");
    ck_assert_ptr_nonnull(made);
    memset(around, '/', sizeof around);
    path = around + sizeof around / 2;
    strcpy(path, made);
    free(made);
    make_file(path);
}

/* As when the container is gone. */
static void lead_root_elsewhere(void) {
    char empty[] = "/tmp/jfrtool-place-XXXXXX";
    ck_assert_ptr_nonnull(mkdtemp(empty));
    close(place.root);
    place.root = open(empty, O_PATH | O_DIRECTORY | O_CLOEXEC);
    ck_assert_int_ge(place.root, 0);
    rmdir(empty);
}

START_TEST(a_file_in_the_folder_is_reached_when_the_root_leads_elsewhere) {
    struct stat status;
    open_with_file();
    ck_assert(place_stat(&place, path, &status));
    lead_root_elsewhere();
    ck_assert(place_stat(&place, path, &status));
    place_unlink(&place, path);
    ck_assert(!place_stat(&place, path, &status));
    place_close(&place);
    ck_assert_int_ne(access(path, F_OK), 0);
    *strrchr(path, '/') = 0;
    ck_assert_int_ne(access(path, F_OK), 0);
}
END_TEST

START_TEST(a_file_elsewhere_is_one_of_the_root) {
    struct stat status;
    open_with_file();
    char name[350], folder[350];
    snprintf(folder, sizeof folder, "%s-folder", path);
    snprintf(name, sizeof name, "%s/file", folder);
    ck_assert_int_eq(mkdir(folder, 0700), 0);
    make_file(name);
    ck_assert(place_stat(&place, name, &status));
    lead_root_elsewhere();
    ck_assert(!place_stat(&place, name, &status));
    unlink(name);
    rmdir(folder);
    place_unlink(&place, path);
    place_close(&place);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("place");
    TCase *all = tcase_create("place");
    tcase_add_test(all, a_file_in_the_folder_is_reached_when_the_root_leads_elsewhere);
    tcase_add_test(all, a_file_elsewhere_is_one_of_the_root);
    suite_add_tcase(suite, all);
    return suite_run(suite);
}
