/* The folder in the target's /tmp: what stands in it is reached and removed although the target's
 * root leads elsewhere by then. */
#include "cmd/attach/place.h"
#include "tests/support/suite.h"

#include <check.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
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
    char name[360], folder[350];
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

/* ---- What a killed process left ---- */

enum how { EMPTY, FULL, LOCKED, LINK, A_FILE, OF_ANOTHER };

static const struct left {
    const char *name;
    enum how how;
    mode_t mode;
    int age; /* seconds */
    bool removed;
} lefts[] = {
    {".jfrtool-00000000000000a0", EMPTY, 0700, 3600, true},
    {".jfrtool-00000000000000a1", EMPTY, 0700, 60, true},
    {".jfrtool-00000000000000a2", EMPTY, 0700, 50, false},
    {".jfrtool-00000000000000a3", EMPTY, 0700, -3600, false},
    {".jfrtool-00000000000000a4", EMPTY, 0750, 3600, false},
    {".jfrtool-00000000000000a5", EMPTY, 01700, 3600, false},
    {".jfrtool-00000000000000a6", FULL, 0700, 3600, false},
    {".jfrtool-00000000000000a7", LOCKED, 0700, 3600, false},
    {".jfrtool-00000000000000a8", LINK, 0700, 3600, false},
    {".jfrtool-00000000000000a9", A_FILE, 0700, 3600, false},
    {".jfrtool-00000000000000aa", OF_ANOTHER, 0700, 3600, false},
    {".jfrtool-00000000000000ag", EMPTY, 0700, 3600, false},
    {".jfrtool-00000000000000AB", EMPTY, 0700, 3600, false},
    {".jfrtool-0000000000000ac", EMPTY, 0700, 3600, false},
    {".jfrtool-00000000000000ad0", EMPTY, 0700, 3600, false},
    {".jfrtoo1-00000000000000ae", EMPTY, 0700, 3600, false},
};

/* tmp is a /tmp of its own; other a folder beside it. The descriptor of what is locked, or -1. */
static int leave(int tmp, const struct left *left, const char *other) {
    struct timespec times[2] = {{.tv_sec = time(NULL) - left->age}};
    times[1] = times[0];
    int fd = -1;
    if (left->how == LINK) ck_assert_int_eq(symlinkat(other, tmp, left->name), 0);
    else if (left->how == A_FILE) close(openat(tmp, left->name, O_CREAT | O_WRONLY, 0700));
    else ck_assert_int_eq(mkdirat(tmp, left->name, 0700), 0);
    if (left->how == LINK) return -1;
    if (left->how == OF_ANOTHER) ck_assert_int_eq(fchownat(tmp, left->name, 4711, 4711, 0), 0);
    ck_assert_int_eq(fchmodat(tmp, left->name, left->mode, 0), 0);
    if (left->how == FULL || left->how == LOCKED)
        fd = openat(tmp, left->name, O_RDONLY | O_DIRECTORY);
    if (left->how == FULL) close(openat(fd, "answer", O_CREAT | O_WRONLY, 0600));
    if (left->how == LOCKED) ck_assert_int_eq(flock(fd, LOCK_EX), 0);
    ck_assert_int_eq(utimensat(tmp, left->name, times, 0), 0);
    if (left->how == FULL) close(fd);
    return left->how == LOCKED ? fd : -1;
}

START_TEST(what_a_killed_process_left_is_removed_if_it_is_that_and_empty) {
    const struct left *left = &lefts[_i];
    const struct jvm jvm = {.pid = getpid(), .uid = geteuid(), .gid = getegid()};
    char root[] = "/tmp/jfrtool-place-XXXXXX", tmp_path[60], other[60], command[100];
    struct stat status;
    if (left->how == OF_ANOTHER && geteuid() != 0) return;
    ck_assert_ptr_nonnull(mkdtemp(root));
    snprintf(tmp_path, sizeof tmp_path, "%s/tmp", root);
    snprintf(other, sizeof other, "%s/other", root);
    ck_assert_int_eq(mkdir(tmp_path, 0700) | mkdir(other, 0700), 0);
    const struct timespec old[2] = {{.tv_sec = 1}, {.tv_sec = 1}};
    ck_assert_int_eq(utimensat(AT_FDCWD, other, old, 0), 0);
    int tmp = open(tmp_path, O_RDONLY | O_DIRECTORY), locked = leave(tmp, left, other);
    ck_assert(place_open(&place, &jvm));
    close(place.root);
    place.root = open(root, O_PATH | O_DIRECTORY | O_CLOEXEC);
    free(place_path(&place, "answer"));
    bool there = fstatat(tmp, left->name, &status, AT_SYMLINK_NOFOLLOW) == 0;
    ck_assert_msg(there == !left->removed, "%s", left->name);
    ck_assert_int_eq(access(other, F_OK), 0);
    place_close(&place);
    if (locked >= 0) close(locked);
    close(tmp);
    snprintf(command, sizeof command, "rm -r %s", root);
    ck_assert_int_eq(system(command), 0);
}
END_TEST

START_TEST(a_folder_in_use_is_not_removed_by_who_comes_later) {
    struct place second;
    const struct jvm jvm = {.pid = getpid(), .uid = geteuid(), .gid = getegid()};
    const struct timespec old[2] = {{.tv_sec = 1}, {.tv_sec = 1}};
    ck_assert(place_open(&place, &jvm));
    free(place_path(&place, "answer"));
    ck_assert_int_eq(utimensat(AT_FDCWD, place.folder, old, 0), 0);
    ck_assert(place_open(&second, &jvm));
    free(place_path(&second, "answer"));
    ck_assert_int_eq(access(place.folder, F_OK), 0);
    place_close(&second);
    place_close(&place);
}
END_TEST

/* ---- Which paths are followed ---- */

/* A kernel before Linux 5.6, for this process and its children. */
static void forget_openat2(void) {
    struct sock_filter steps[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_openat2, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
    const struct sock_fprog program = {sizeof steps / sizeof *steps, steps};
    ck_assert_int_eq(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), 0);
    ck_assert_int_eq(prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program), 0);
}

static const struct path {
    const char *path;   /* in the root */
    int error, by_name; /* 0: it is opened; by_name: without openat2 */
} paths[] = {
    {"/file", 0, 0},
    {"file", 0, 0},
    {"//file", 0, 0},
    {"/sub/inner", 0, 0},
    {"//sub///inner", 0, 0},
    {"/sub/deep/file", 0, 0},
    {"/none", ENOENT, ENOENT},
    {"/none/inner", ENOENT, ENOENT},
    {"/file/inner", ENOTDIR, ENOTDIR},
    {"/sub/../file", 0, EPERM},
    {"/../file", 0, EPERM}, /* the root's root is itself */
    {"/way/inner", 0, ENOTDIR},
    {"/out/passwd", ENOENT, ENOTDIR},
    {"/sub", EPERM, EPERM}, /* no file */
    {"/sub/..", EPERM, EPERM},
    {"/link", 0, ELOOP},
};

/* In a root of its own: file, sub/inner, sub/deep/file, link -> file, way -> sub, out -> /etc. */
START_TEST(names_are_followed_within_the_root_and_without_openat2_no_link_is) {
    const struct jvm jvm = {.pid = getpid(), .uid = geteuid(), .gid = getegid()};
    static const char *const files[] = {"file", "sub/inner", "sub/deep/file"};
    char root[] = "/tmp/jfrtool-place-XXXXXX", command[100];
    ck_assert_ptr_nonnull(mkdtemp(root));
    int at = open(root, O_RDONLY | O_DIRECTORY);
    ck_assert_int_eq(mkdirat(at, "sub", 0700) | mkdirat(at, "sub/deep", 0700), 0);
    for (size_t i = 0; i < 3; i++) close(openat(at, files[i], O_CREAT | O_WRONLY, 0600));
    ck_assert_int_eq(symlinkat("file", at, "link") | symlinkat("sub", at, "way") |
                         symlinkat("/etc", at, "out"),
                     0);
    ck_assert(place_open(&place, &jvm));
    close(place.root);
    place.root = open(root, O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (_i) forget_openat2();
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        errno = 0;
        int fd = place_file(&place, paths[i].path, O_RDONLY, 0);
        int expected = _i ? paths[i].by_name : paths[i].error;
        ck_assert_msg((fd >= 0) == !expected && (fd >= 0 || errno == expected), "%s: %d, %s",
                      paths[i].path, fd, strerror(errno));
        if (fd >= 0) close(fd);
    }
    int made = place_file(&place, "/sub/new", O_RDWR | O_CREAT, 0600);
    ck_assert_int_ge(made, 0);
    close(made);
    ck_assert_int_eq(faccessat(at, "sub/new", F_OK, 0), 0);
    place_close(&place);
    close(at);
    snprintf(command, sizeof command, "rm -r %s", root);
    ck_assert_int_eq(system(command), 0);
}
END_TEST

/* Root acts with all groups of the JVM's user, and with none of another. */
START_TEST(root_takes_the_groups_of_the_process) {
    static const gid_t groups[] = {4701, 4702, 4703};
    int pipe_of[2];
    char byte;
    if (geteuid() != 0) return;
    for (size_t count = 0; count <= 3; count++) {
        ck_assert_int_eq(pipe(pipe_of), 0);
        pid_t child = fork();
        if (child == 0) {
            bool fine = setgroups(count, groups) == 0 && setresgid(4710, 4710, 4710) == 0 &&
                        setresuid(4711, 4711, 4711) == 0;
            close(pipe_of[0]);
            if (fine && write(pipe_of[1], "x", 1) == 1) pause();
            _exit(1);
        }
        close(pipe_of[1]);
        ck_assert_int_eq(read(pipe_of[0], &byte, 1), 1);
        const struct jvm jvm = {.pid = child, .uid = 4711, .gid = 4710};
        ck_assert(place_open(&place, &jvm));
        kill(child, SIGKILL);
        waitpid(child, NULL, 0);
        close(pipe_of[0]);
        ck_assert(place.as_root);
        ck_assert_uint_eq(place.group_count, count);
        ck_assert_mem_eq(place.groups, groups, count * sizeof *groups);
        place_close(&place);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("place");
    TCase *all = tcase_create("place");
    tcase_add_test(all, a_file_in_the_folder_is_reached_when_the_root_leads_elsewhere);
    tcase_add_test(all, a_file_elsewhere_is_one_of_the_root);
    tcase_add_loop_test(all, what_a_killed_process_left_is_removed_if_it_is_that_and_empty, 0,
                        sizeof lefts / sizeof *lefts);
    tcase_add_test(all, a_folder_in_use_is_not_removed_by_who_comes_later);
    tcase_add_loop_test(all, names_are_followed_within_the_root_and_without_openat2_no_link_is, 0,
                        2);
    tcase_add_test(all, root_takes_the_groups_of_the_process);
    suite_add_tcase(suite, all);
    return suite_run(suite);
}
