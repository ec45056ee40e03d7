/* What is read of JVMs before anything is sent to them: hsperfdata files and command lines; and
 * what is saved of a killed JVM's chunks. */
#include "base/array.h"
#include "cmd/attach/engine.h"
#include "cmd/attach/jvm.h"
#include "cmd/attach/perfdata.h"
#include "parser/writer.h"
#include "tests/support/perfdata.h"
#include "tests/support/suite.h"

#include <check.h>
#include <fcntl.h>
#include <grp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* ==== hsperfdata ============================================================================= */

START_TEST(command_version_and_capabilities_are_read) {
    for (int i = 0; i < 2; i++) {
        struct perfdata data;
        begin_file(i == 0, 3);
        add_entry("sun.rt.javaCommand", "a.b.Main x y", 40);
        add_entry("java.property.java.version", "17.0.15", 8);
        add_entry("sun.rt.jvmCapabilities", "0100000", 8);
        ck_assert(perfdata_parse(file, file_size, &data));
        ck_assert_str_eq(data.command, "a.b.Main x y");
        ck_assert_str_eq(data.version, "17.0.15");
        ck_assert_str_eq(data.capabilities, "0100000");
        ck_assert_ptr_null(data.vm_name);
        perfdata_free(&data);
    }
}
END_TEST

START_TEST(a_text_without_end_is_cut_at_its_room) {
    struct perfdata data;
    begin_file(true, 1);
    add_entry("sun.rt.javaCommand", "Main-that-is-too-long", 4);
    ck_assert(perfdata_parse(file, file_size, &data));
    ck_assert_str_eq(data.command, "Main");
    perfdata_free(&data);
}
END_TEST

START_TEST(what_is_no_perfdata_is_refused) {
    struct perfdata data;
    ck_assert(!perfdata_parse("", 0, &data));
    ck_assert(!perfdata_parse("FLR\0 something else, long enough to be", 38, &data));
    begin_file(true, 0);
    file[5] = 1; /* the format of old */
    ck_assert(!perfdata_parse(file, file_size, &data));
}
END_TEST

START_TEST(any_bytes_are_survived) {
    begin_file(true, 3);
    add_entry("sun.rt.javaCommand", "a.b.Main x y", 40);
    add_entry("java.property.java.version", "17.0.15", 8);
    add_entry("sun.rt.jvmCapabilities", "1", 8);
    static const uint8_t bytes[] = {0, 1, 0x7F, 0x80, 0xFF};
    for (size_t cut = 0; cut <= file_size; cut++) {
        uint8_t *copy = malloc(cut ? cut : 1); /* of exact size, for the sanitizer */
        memcpy(copy, file, cut);
        struct perfdata data;
        if (perfdata_parse(copy, cut, &data)) perfdata_free(&data);
        for (size_t b = 0; cut && b < sizeof bytes; b++) {
            memcpy(copy, file, cut);
            copy[(cut * 7 + b) % cut] = bytes[b];
            copy[cut / 2] = bytes[b];
            if (perfdata_parse(copy, cut, &data)) perfdata_free(&data);
        }
        free(copy);
    }
}
END_TEST

/* ==== Command lines ========================================================================== */

#define COMMAND_LINE(text) text, sizeof text

static void check_main(const char *arguments, size_t size, const char *main_class,
                       const char *command) {
    char *found_command, *found = jvm_main_class(arguments, size, &found_command);
    ck_assert_str_eq(found, main_class);
    ck_assert_str_eq(found_command, command);
    free(found);
    free(found_command);
}

static void add_jvm(struct jvm_list *list, const char *main_class) {
    array_push(list, (struct jvm){.main_class = mem_copy_text(main_class)});
}

START_TEST(an_exact_main_class_wins) {
    struct jvm_list list = {0};
    add_jvm(&list, "Busy.java");
    add_jvm(&list, "com.example.Busy");
    add_jvm(&list, "com.example.BusyBee");
    jvm_list_prefer(&list, "Busy");
    ck_assert_uint_eq(list.len, 1);
    ck_assert_str_eq(list.items[0].main_class, "com.example.Busy");
    jvm_list_free(&list);
}
END_TEST

START_TEST(two_jvms_of_one_main_class_stay_ambiguous) {
    struct jvm_list list = {0};
    add_jvm(&list, "Busy");
    add_jvm(&list, "other.Busy");
    add_jvm(&list, "BusyBee");
    jvm_list_prefer(&list, "Busy");
    ck_assert_uint_eq(list.len, 3);
    jvm_list_prefer(&list, "Bus");
    ck_assert_uint_eq(list.len, 3);
    jvm_list_free(&list);
}
END_TEST

START_TEST(the_main_class_is_behind_the_launchers_options) {
    check_main(COMMAND_LINE("java\0a.b.Main"), "a.b.Main", "a.b.Main");
    check_main(COMMAND_LINE("/usr/bin/java\0-cp\0x:y\0-Xmx1g\0Main\0-cp\0z"), "Main", "Main -cp z");
    check_main(COMMAND_LINE("java\0-Dx=y\0-jar\0/opt/app/server.jar\0--port"), "server.jar",
               "/opt/app/server.jar --port");
    check_main(COMMAND_LINE("java\0-m\0my.module/my.pkg.Main"), "my.pkg.Main",
               "my.module/my.pkg.Main");
    check_main(COMMAND_LINE("java\0--add-modules\0ALL-SYSTEM\0--class-path=x\0Main"), "Main",
               "Main");
    check_main(COMMAND_LINE("java\0-version"), "", "");
    check_main(COMMAND_LINE("java\0-cp"), "", "");
    check_main("", 0, "", "");
}
END_TEST

START_TEST(processes_are_told_apart) {
    struct jvm jvm;
    ck_assert_int_eq(jvm_describe(getpid(), &jvm), JVM_NOT_JAVA);
    ck_assert_int_eq(jvm.inner_pid, getpid());
    ck_assert_uint_eq(jvm.uid, geteuid());
    ck_assert(!jvm.catches_quit && !jvm.other_root);
    jvm_release(&jvm);
    ck_assert_int_eq(jvm_describe(0, &jvm), JVM_NO_PROCESS);
    jvm_release(&jvm);
    ck_assert_int_eq(jvm_describe(INT32_MAX, &jvm), JVM_NO_PROCESS);
    jvm_release(&jvm);
}
END_TEST

/* A process that may not be looked into, and a user that is not root to look at it: what it says.
 */
static int described_by_another(pid_t pid) {
    struct jvm jvm;
    char maps[40];
    if (geteuid() == 0 && (setgroups(0, NULL) != 0 || setgid(65534) != 0 || setuid(65534) != 0))
        return JVM_HIDDEN; /* there is no other user here */
    snprintf(maps, sizeof maps, "/proc/%d/maps", pid);
    if (open(maps, O_RDONLY) >= 0) return JVM_HIDDEN; /* all may look at all here */
    int found = (int)jvm_describe(pid, &jvm);
    jvm_release(&jvm);
    return found;
}

START_TEST(a_process_that_cannot_be_looked_into_is_no_jvm_by_that) {
    int ready[2], status;
    char byte;
    ck_assert_int_eq(pipe(ready), 0);
    pid_t hidden = fork();
    if (hidden == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        prctl(PR_SET_DUMPABLE, 0);
        if (write(ready[1], "", 1) != 1) _exit(1);
        for (;;) pause();
    }
    ck_assert_int_eq(read(ready[0], &byte, 1), 1);
    pid_t looks = fork();
    if (looks == 0) _exit(described_by_another(hidden));
    ck_assert_int_eq(waitpid(looks, &status, 0), looks);
    kill(hidden, SIGKILL);
    waitpid(hidden, NULL, 0);
    ck_assert(WIFEXITED(status));
    ck_assert_int_eq(WEXITSTATUS(status), JVM_HIDDEN);
}
END_TEST

/* ==== Settings of the JVM's recorder ========================================================= */

START_TEST(settings_that_end_in_jfc_are_a_file_of_ours) {
    struct jvm jvm;
    jvm_describe(getpid(), &jvm);
    jvm.no_attach = true; /* nothing is sent */
    jvm.version = mem_copy_text("17.0.15");
    struct session session = {.jvm = &jvm,
                              .output = "/no/such/folder/out.jfr",
                              .options = "",
                              .jfr_settings = "/no/such/folder/mine.jfc",
                              .file = -1,
                              .lock = -1,
                              .chunks = -1};
    ck_assert(place_open(&session.place, &jvm));
    ck_assert(!engine_both.start(&session));
    ck_assert_str_eq(text_str(&session.why),
                     "cannot pass /no/such/folder/mine.jfc to the JVM: No such file or directory");
    text_clear(&session.why);
    session.jfr_settings = "minejfc"; /* one of the JVM's own, which it may know */
    ck_assert(!engine_both.start(&session));
    ck_assert_ptr_null(strstr(text_str(&session.why), "cannot pass"));
    session_close(&session);
    jvm_release(&jvm);
}
END_TEST

/* ==== What a killed JVM leaves =============================================================== */

static char folder[40], path[60], out[60];

static void set_up(void) {
    snprintf(folder, sizeof folder, "/tmp/test-attach-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/chunk.jfr", folder);
    snprintf(out, sizeof out, "%s/out.jfr", folder);
}

static void clean_up(void) {
    unlink(path);
    unlink(out);
    rmdir(folder);
}

static bool salvage(const struct writer_header *header, size_t size, int64_t start_ns) {
    uint8_t bytes[300] = {0};
    writer_put_header(bytes, header);
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    ck_assert_int_eq(write(fd, bytes, size), (ssize_t)size);
    close(fd);
    int to = open(out, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    int from = open(path, O_RDONLY);
    uint64_t at = 0;
    bool saved = salvage_chunk(from, start_ns, to, &at);
    ck_assert_uint_eq(at, saved ? 200 : 0);
    close(from);
    close(to);
    return saved;
}

START_TEST(the_flushed_part_of_a_chunk_becomes_a_finished_one) {
    struct writer_header header = {.size = 200,
                                   .checkpoint = 100,
                                   .metadata = 68,
                                   .start_ns = 1000,
                                   .generation = 7,
                                   .flags = 1};
    struct stat status;
    uint8_t head[WRITER_HEADER_SIZE];
    ck_assert(salvage(&header, 300, 1000));
    ck_assert_int_eq(stat(out, &status), 0);
    ck_assert_int_eq(status.st_size, 200);
    int fd = open(out, O_RDONLY);
    ck_assert_int_eq(read(fd, head, sizeof head), (ssize_t)sizeof head);
    close(fd);
    ck_assert_uint_eq(head[64], 0);
}
END_TEST

START_TEST(chunks_that_were_never_flushed_or_began_before_are_left_out) {
    struct writer_header header = {.size = 200,
                                   .checkpoint = 100,
                                   .metadata = 68,
                                   .start_ns = 1000,
                                   .generation = 7,
                                   .flags = 1};
    ck_assert(!salvage(&header, 300, 1001));
    ck_assert(!salvage(&header, 150, 1000)); /* shorter than it says */
    header.checkpoint = 0;
    ck_assert(!salvage(&header, 300, 1000));
    ck_assert(!salvage_chunk(-1, 0, -1, &(uint64_t){0}));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("attach");
    TCase *cases = tcase_create("attach");
    tcase_add_checked_fixture(cases, set_up, clean_up);
    tcase_add_test(cases, command_version_and_capabilities_are_read);
    tcase_add_test(cases, a_text_without_end_is_cut_at_its_room);
    tcase_add_test(cases, what_is_no_perfdata_is_refused);
    tcase_add_test(cases, any_bytes_are_survived);
    tcase_add_test(cases, the_main_class_is_behind_the_launchers_options);
    tcase_add_test(cases, an_exact_main_class_wins);
    tcase_add_test(cases, two_jvms_of_one_main_class_stay_ambiguous);
    tcase_add_test(cases, processes_are_told_apart);
    tcase_add_test(cases, a_process_that_cannot_be_looked_into_is_no_jvm_by_that);
    tcase_add_test(cases, settings_that_end_in_jfc_are_a_file_of_ours);
    tcase_add_test(cases, the_flushed_part_of_a_chunk_becomes_a_finished_one);
    tcase_add_test(cases, chunks_that_were_never_flushed_or_began_before_are_left_out);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
