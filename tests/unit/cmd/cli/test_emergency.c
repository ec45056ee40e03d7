/* Ends that no command decides on leave a sentence, an exit code and no file. */
#include "base/mem.h"
#include "cmd/cli/command.h"
#include "cmd/cli/emergency.h"
#include "cmd/cli/output.h"
#include "tests/support/suite.h"

#include <check.h>
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

static char folder[40];

static void enter_folder(void) {
    strcpy(folder, "/tmp/jfrtool-emergency.XXXXXX");
    ck_assert_ptr_ne(mkdtemp(folder), NULL);
    ck_assert_int_eq(chdir(folder), 0);
}

static void leave_folder(void) {
    char command[100];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    ck_assert_int_eq(chdir("/"), 0);
    ck_assert_int_eq(system(command), 0);
}

static void need_too_much(void) {
    free(mem_resize(NULL, SIZE_MAX / 2, 16));
}

static void read_what_was_cut(void) {
    int fd = open("rec\033.jfr", O_RDWR | O_CREAT, 0600);
    if (fd < 0 || ftruncate(fd, 1 << 20) != 0) _exit(99);
    volatile char *bytes = mmap(NULL, 1 << 20, PROT_READ, MAP_SHARED, fd, 0);
    if (bytes[5] != 0 || ftruncate(fd, 0) != 0) _exit(98);
    _exit(bytes[9] == 0 ? 97 : 96);
}

static void be_killed(void) {
    raise(SIGKILL);
}

/* What a process says that opens an output and then comes to this end. Returns how it ended. */
static int expect_end(void (*end)(void), const char *words) {
    char said[1000] = "";
    int pipes[2], status;
    ck_assert_int_eq(pipe(pipes), 0);
    pid_t child = fork();
    if (child == 0) {
        struct output output;
        dup2(pipes[1], STDERR_FILENO);
        emergency_prepare();
        if (output_open(&output, "out.svg", COLOR_NEVER)) end();
        _exit(95);
    }
    close(pipes[1]);
    for (size_t len = 0; len < sizeof said - 1;) {
        ssize_t got = read(pipes[0], said + len, sizeof said - 1 - len);
        if (got <= 0) break;
        len += (size_t)got;
    }
    close(pipes[0]);
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert_msg(strstr(said, words) != NULL, "%s", said);
    ck_assert_ptr_eq(strchr(said, '\033'), NULL);
    DIR *listing = opendir(".");
    for (const struct dirent *entry; (entry = readdir(listing)) != NULL;)
        ck_assert_msg(strncmp(entry->d_name, "out.svg", 7) != 0, "%s is left", entry->d_name);
    closedir(listing);
    return status;
}

static void expect_exit(void (*end)(void), const char *words) {
    int status = expect_end(end, words);
    ck_assert(WIFEXITED(status));
    ck_assert_int_eq(WEXITSTATUS(status), EXIT_USAGE);
}

START_TEST(without_memory_no_temporary_file_stays) {
    expect_exit(need_too_much, "jfrtool: out of memory");
}
END_TEST

START_TEST(a_file_that_became_shorter_is_named) {
    expect_exit(read_what_was_cut, "/rec?.jfr cannot be read to its end");
}
END_TEST

START_TEST(a_process_that_is_killed_leaves_nothing) {
    int fd = open(".", O_TMPFILE | O_WRONLY, 0600);
    if (fd < 0) return; /* then this file system has no files without a name */
    close(fd);
    ck_assert(WIFSIGNALED(expect_end(be_killed, "")));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("emergency");
    TCase *cases = tcase_create("emergency");
    tcase_add_checked_fixture(cases, enter_folder, leave_folder);
    tcase_add_test(cases, without_memory_no_temporary_file_stays);
    tcase_add_test(cases, a_file_that_became_shorter_is_named);
    tcase_add_test(cases, a_process_that_is_killed_leaves_nothing);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
