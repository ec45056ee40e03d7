/* What is found out about a process: one that looks like a JVM, of a JDK that looks like one. It is
 * this program under another name, which maps a library and waits. */
#include "base/clock.h"
#include "base/platform.h"
#include "base/units.h"
#include "cmd/attach/jvm.h"
#include "tests/support/perfdata.h"
#include "tests/support/suite.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define FAKE "FAKE_JVM" /* the library that it maps */

static char jdk[60];

static const char *in_jdk(const char *name) {
    static char path[200];
    snprintf(path, sizeof path, "%s/%s", jdk, name);
    return path;
}

static void save(const char *path, const void *bytes, size_t len) {
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0700);
    ck_assert_int_ge(fd, 0);
    ck_assert_int_eq(write(fd, bytes, len), (ssize_t)len);
    close(fd);
}

static void save_text(const char *path, const char *text) {
    save(path, text, strlen(text));
}

/* Names that JVMs are found by, of a file system of its own if it is to be its root. */
static void set_up(void) {
    snprintf(jdk, sizeof jdk, "/tmp/test-jvm-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(jdk));
    ck_assert_int_eq(mkdir(in_jdk("bin"), 0700), 0);
    ck_assert_int_eq(mkdir(in_jdk("tmp"), 0700), 0);
    ck_assert_int_eq(mkdir(in_jdk("tmp/hsperfdata_x"), 0700), 0);
    save_text(in_jdk("libjvm.so"), "x");
    save_text(in_jdk("libother.so"), "x");
    save_text(in_jdk("release"), "IMAGE=\"9\"\nJAVA_VERSION=\"17.0.15\"\nOS=\"x\"\n");
    int from = open("/proc/self/exe", O_RDONLY),
        to = open(in_jdk("bin/java"), O_WRONLY | O_CREAT, 0700);
    for (off_t n = 1; n > 0;) n = sendfile(to, from, NULL, 1 << 30);
    close(from);
    close(to);
}

static void clean_up(void) {
    char command[100];
    snprintf(command, sizeof command, "rm -rf %s", jdk);
    ck_assert_int_eq(system(command), 0);
}

/* ==== The process =========================================================================== */

static void catch (int number) {
    (void)number;
}

/* What it is to do besides is what it is called with. */
static int be_a_jvm(int argc, char **argv) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    int library = open(getenv(FAKE), O_RDONLY);
    void *mapped = mmap(NULL, 1, PROT_READ, MAP_PRIVATE, library, 0);
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "-Dcatch") == 0) signal(SIGQUIT, catch);
        if (strcmp(argv[i], "-Duser") == 0 && setresuid(0, 65534, 0) != 0) return 1;
        if (strcmp(argv[i], "-Dgroup") == 0 && setresgid(0, 65533, 0) != 0) return 1;
        if (strcmp(argv[i], "-Droot") == 0 && chroot(jdk) != 0) return 1;
    }
    if (mapped == MAP_FAILED || write(STDOUT_FILENO, "", 1) != 1) return 1;
    for (;;) pause();
}

struct fake {
    pid_t pid;
    int64_t begun_ns, ready_ns; /* of the clock */
    struct jvm jvm;
};

static int64_t now(void) {
    return clock_of(PLATFORM_CLOCK_SINCE_BOOT);
}

static void start(struct fake *fake, const char *program, const char *library,
                  const char *const *argv) {
    int ready[2];
    char byte, path[200];
    snprintf(path, sizeof path, "%s", in_jdk(library));
    ck_assert_int_eq(pipe(ready), 0);
    *fake = (struct fake){.begun_ns = now()};
    fake->pid = fork();
    if (fake->pid == 0) {
        setenv(FAKE, path, 1);
        setenv("FAKE_JDK", jdk, 1);
        dup2(ready[1], STDOUT_FILENO);
        close(ready[1]);
        execv(in_jdk(program), (char *const *)(uintptr_t)argv);
        _exit(1);
    }
    close(ready[1]);
    ck_assert_int_eq(read(ready[0], &byte, 1), 1);
    close(ready[0]);
    fake->ready_ns = now();
}

static void stop(struct fake *fake) {
    kill(fake->pid, SIGKILL);
    waitpid(fake->pid, NULL, 0);
    jvm_release(&fake->jvm);
}

#define ARGUMENTS(...) ((const char *const[]){__VA_ARGS__, NULL})

/* Of the process under the tmp of its root. */
static void save_perfdata(const char *folder, pid_t pid, const char *capabilities) {
    char path[300];
    begin_file(true, 3);
    add_entry("sun.rt.javaCommand", "/opt/b.Other one two", 40);
    add_entry("java.property.java.version", "21.0.4", 8);
    add_entry("sun.rt.jvmCapabilities", capabilities, 8);
    snprintf(path, sizeof path, "%s/%ld", folder, (long)pid);
    save(path, file, file_size);
}

START_TEST(a_jvm_is_known_by_its_library_and_says_what_it_runs) {
    struct fake fake;
    start(&fake, "bin/java", "libjvm.so", ARGUMENTS("java", "-Xmx1g", "a.b.Main", "x", "y"));
    const struct jvm *jvm = &fake.jvm;
    ck_assert_int_eq(jvm_describe(fake.pid, &fake.jvm), JVM_FOUND);
    ck_assert_int_eq(jvm->pid, fake.pid);
    ck_assert_int_eq(jvm->inner_pid, fake.pid);
    ck_assert_uint_eq(jvm->uid, geteuid());
    ck_assert_uint_eq(jvm->gid, getegid());
    ck_assert_str_eq(jvm->main_class, "a.b.Main");
    ck_assert_str_eq(jvm->command, "a.b.Main x y");
    ck_assert_str_eq(jvm->version, "17.0.15");
    ck_assert(jvm->readable && !jvm->other_root && !jvm->no_attach && !jvm->has_debug &&
              !jvm->catches_quit);
    stop(&fake);
    ck_assert_int_eq(jvm_describe(fake.pid, &fake.jvm), JVM_NO_PROCESS);
    jvm_release(&fake.jvm);
}
END_TEST

START_TEST(what_maps_another_library_is_none_whatever_it_is_called) {
    struct fake fake;
    start(&fake, "bin/java", "libother.so", ARGUMENTS("java", "Main"));
    ck_assert_int_eq(jvm_describe(fake.pid, &fake.jvm), JVM_NOT_JAVA);
    ck_assert_ptr_null(fake.jvm.main_class);
    stop(&fake);
}
END_TEST

START_TEST(a_process_that_has_ended_is_none_although_nobody_asked_how) {
    struct fake fake;
    start(&fake, "bin/java", "libjvm.so", ARGUMENTS("java", "Main"));
    kill(fake.pid, SIGKILL);
    siginfo_t ended;
    ck_assert_int_eq(waitid(P_PID, (id_t)fake.pid, &ended, WEXITED | WNOWAIT), 0);
    ck_assert_int_eq(jvm_describe(fake.pid, &fake.jvm), JVM_NO_PROCESS);
    stop(&fake);
}
END_TEST

START_TEST(how_long_it_runs_is_by_the_clock) {
    struct fake fake;
    start(&fake, "bin/java", "libjvm.so", ARGUMENTS("java", "Main"));
    while (now() < fake.ready_ns + 50 * NS_PER_MS) usleep(5000);
    int64_t least = (now() - fake.ready_ns) / NS_PER_MS;
    ck_assert_int_eq(jvm_describe(fake.pid, &fake.jvm), JVM_FOUND);
    int64_t most = (now() - fake.begun_ns) / NS_PER_MS;
    ck_assert_int_ge(fake.jvm.uptime_ms, least - 20); /* the kernel's clock ticks */
    ck_assert_int_le(fake.jvm.uptime_ms, most + 20);
    stop(&fake);
}
END_TEST

START_TEST(options_say_what_is_possible) {
    static const struct {
        const char *option;
        bool no_attach, has_debug, catches_quit;
    } rows[] = {
        {"-XX:+DisableAttachMechanism", true, false, false},
        {"-XX:+DebugNonSafepoints", false, true, false},
        {"-agentpath:/x/libjfragent.so", false, true, false},
        {"-Dcatch", false, false, true},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct fake fake;
        start(&fake, "bin/java", "libjvm.so", ARGUMENTS("java", rows[i].option, "M"));
        ck_assert_int_eq(jvm_describe(fake.pid, &fake.jvm), JVM_FOUND);
        ck_assert_int_eq(fake.jvm.no_attach, rows[i].no_attach);
        ck_assert_int_eq(fake.jvm.has_debug, rows[i].has_debug);
        ck_assert_int_eq(fake.jvm.catches_quit, rows[i].catches_quit);
        stop(&fake);
    }
}
END_TEST

START_TEST(what_the_jvm_says_of_itself_goes_before_its_command_line) {
    struct fake fake;
    char folder[] = "/tmp/hsperfdata_XXXXXX", path[100];
    ck_assert_ptr_nonnull(mkdtemp(folder));
    for (int can = 0; can < 2; can++) {
        start(&fake, "bin/java", "libjvm.so", ARGUMENTS("java", "a.b.Main", "x"));
        save_perfdata(folder, fake.pid, can ? "1000000" : "0100000");
        ck_assert_int_eq(jvm_describe(fake.pid, &fake.jvm), JVM_FOUND);
        ck_assert_str_eq(fake.jvm.main_class, "b.Other");
        ck_assert_str_eq(fake.jvm.command, "/opt/b.Other one two");
        ck_assert_str_eq(fake.jvm.version, "21.0.4");
        ck_assert_int_eq(fake.jvm.no_attach, !can);
        snprintf(path, sizeof path, "%s/%ld", folder, (long)fake.pid);
        if (geteuid() == 0) { /* a file of another user */
            jvm_release(&fake.jvm);
            ck_assert_int_eq(chown(path, 65534, 65534), 0);
            ck_assert_int_eq(jvm_describe(fake.pid, &fake.jvm), JVM_FOUND);
            ck_assert_str_eq(fake.jvm.main_class, "a.b.Main");
        }
        unlink(path);
        stop(&fake);
    }
    rmdir(folder);
}
END_TEST

START_TEST(a_process_of_another_root_and_user_is_met_there) {
    struct fake fake;
    if (geteuid() != 0) return;
    start(&fake, "bin/java", "libjvm.so",
          ARGUMENTS("java", "-Droot", "-Dgroup", "-Duser", "a.b.Main"));
    save_perfdata(in_jdk("tmp/hsperfdata_x"), fake.pid, "1");
    char path[300];
    snprintf(path, sizeof path, "%s/%ld", in_jdk("tmp/hsperfdata_x"), (long)fake.pid);
    ck_assert_int_eq(chown(path, 65534, 65534), 0);
    ck_assert_int_eq(jvm_describe(fake.pid, &fake.jvm), JVM_FOUND);
    ck_assert_uint_eq(fake.jvm.uid, 65534);
    ck_assert_uint_eq(fake.jvm.gid, 65533);
    ck_assert(fake.jvm.other_root);
    ck_assert_str_eq(fake.jvm.main_class, "b.Other");
    stop(&fake);
}
END_TEST

START_TEST(of_all_those_are_kept_whose_command_has_the_part) {
    struct fake fakes[2];
    struct jvm_list list;
    start(&fakes[0], "bin/java", "libjvm.so", ARGUMENTS("java", "a.One", "test-jvm-list"));
    start(&fakes[1], "bin/java", "libjvm.so", ARGUMENTS("java", "a.Two", "test-jvm-list"));
    jvm_list_read(&list);
    for (size_t i = 1; i < list.len; i++)
        ck_assert_int_lt(list.items[i - 1].pid, list.items[i].pid);
    for (size_t i = 0; i < list.len; i++) ck_assert_int_ne(list.items[i].pid, getpid());
    jvm_list_keep(&list, jdk + strlen("/tmp/")); /* no command has it */
    ck_assert_uint_eq(list.len, 0);
    jvm_list_free(&list);
    jvm_list_read(&list);
    jvm_list_keep(&list, "test-jvm-list");
    jvm_list_keep(&list, "a.Two");
    ck_assert_uint_ge(list.len, 1);
    bool there = false;
    for (size_t i = 0; i < list.len; i++) {
        there = there || list.items[i].pid == fakes[1].pid;
        ck_assert_int_ne(list.items[i].pid, fakes[0].pid);
    }
    ck_assert(there);
    jvm_list_free(&list);
    stop(&fakes[0]);
    stop(&fakes[1]);
}
END_TEST

int main(int argc, char **argv) {
    if (getenv(FAKE)) {
        snprintf(jdk, sizeof jdk, "%s", getenv("FAKE_JDK"));
        return be_a_jvm(argc, argv);
    }
    Suite *suite = suite_create("jvm");
    TCase *c = tcase_create("jvm");
    tcase_add_checked_fixture(c, set_up, clean_up);
    tcase_add_test(c, a_jvm_is_known_by_its_library_and_says_what_it_runs);
    tcase_add_test(c, what_maps_another_library_is_none_whatever_it_is_called);
    tcase_add_test(c, a_process_that_has_ended_is_none_although_nobody_asked_how);
    tcase_add_test(c, how_long_it_runs_is_by_the_clock);
    tcase_add_test(c, options_say_what_is_possible);
    tcase_add_test(c, what_the_jvm_says_of_itself_goes_before_its_command_line);
    tcase_add_test(c, a_process_of_another_root_and_user_is_met_there);
    tcase_add_test(c, of_all_those_are_kept_whose_command_has_the_part);
    suite_add_tcase(suite, c);
    return suite_run(suite);
}
