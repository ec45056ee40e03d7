/* What commands make of recordings that tests/support/told.h tells: of events that the recordings
 * of testdata have not. */
#include "cmd/cli/command.h"
#include "sql/sql.h"
#include "tests/support/suite.h"
#include "tests/support/told.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SECOND INT64_C(1000000000)

static char folder[40], files[2][60], out[60];
static size_t file_count;
static struct text answer;

static void set_up(void) {
    snprintf(folder, sizeof folder, "/tmp/test-told-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(out, sizeof out, "%s/out", folder);
    file_count = 0;
}

static void clean_up(void) {
    for (size_t i = 0; i < file_count; i++) unlink(files[i]);
    unlink(out);
    rmdir(folder);
    text_free(&answer);
}

/* As the next recording. */
static void keep(struct recording *r) {
    char *name = files[file_count++];
    snprintf(name, sizeof files[0], "%s/%zu.jfr", folder, file_count);
    FILE *file = fopen(name, "w");
    ck_assert_ptr_nonnull(file);
    ck_assert_uint_eq(fwrite(r->out.data, 1, r->out.len, file), r->out.len);
    ck_assert_int_eq(fclose(file), 0);
    recording_free(r);
}

/* The next recording, of ten seconds. */
static void tell(const char *text) {
    struct recording r = {0};
    told_write(&r, text, 10 * SECOND);
    keep(&r);
}

/* Takes what a command, with options between blanks, answers of the recordings told so far. */
static void run(const char *line) {
    char words[200], bytes[4096], *rest = words, *argv[20], quiet[] = "-q", output[] = "-o";
    int argc = 0;
    snprintf(words, sizeof words, "%s", line);
    const struct command *command = command_find(strsep(&rest, " "));
    for (char *word; (word = strsep(&rest, " "));) argv[argc++] = word;
    argv[argc++] = quiet;
    argv[argc++] = output;
    argv[argc++] = out;
    for (size_t i = 0; i < file_count; i++) argv[argc++] = files[i];
    ck_assert_int_eq(command_run(command, argc, argv), EXIT_OK);
    FILE *file = fopen(out, "r");
    ck_assert_ptr_nonnull(file);
    text_clear(&answer);
    for (size_t got; (got = fread(bytes, 1, sizeof bytes, file)) > 0;)
        text_add_bytes(&answer, bytes, got);
    fclose(file);
}

#define assert_has(words) \
    ck_assert_msg(strstr(text_str(&answer), words), "no %s in %s", words, text_str(&answer))
#define assert_hasnt(words) \
    ck_assert_msg(!strstr(text_str(&answer), words), "%s in %s", words, text_str(&answer))

/* Each of the words, behind the one before. */
static void assert_order(const char *const *words, size_t count) {
    const char *at = text_str(&answer);
    for (size_t i = 0; i < count; i++) {
        const char *found = strstr(at, words[i]);
        ck_assert_msg(found, "no %s behind the others in %s", words[i], text_str(&answer));
        at = found + strlen(words[i]);
    }
}

/* ==== gc ==================================================================================== */

START_TEST(people_see_as_many_threads_that_waited_for_memory_as_they_ask_for) {
    tell("jdk.GarbageCollection duration:d name:s cause:s gcId:l\n"
         "@1000 10 ZGC Allocation_Stall 1\n"
         "jdk.ZAllocationStall duration:d eventThread:T\n"
         "@2000 900 longest\n@3000 500 second\n@4000 100 third\n");
    run("gc --format text --top 2");
    assert_has("Threads that waited for memory");
    assert_order((const char *const[]){"longest", "second"}, 2);
    assert_hasnt("third");
    run("gc --format json --top 2"); /* programs see all */
    assert_order((const char *const[]){"longest", "second", "third"}, 3);
}
END_TEST

/* ==== jvm =================================================================================== */

/* Two JVMs, or a JVM that sets it anew. */
START_TEST(values_of_one_property_stand_in_their_order_whatever_was_said_first) {
    tell("jdk.InitialSystemProperty key:s value:s\n"
         "@0 mode value3\n@1 mode value1\n@2 late value0\n@3 mode value4\n@4 mode value2\n");
    run("jvm --format csv");
    assert_order((const char *const[]){"late,value0", "mode,value1", "mode,value2", "mode,value3",
                                       "mode,value4"},
                 5);
}
END_TEST

/* ==== overview ============================================================================== */

START_TEST(two_recordings_of_the_same_time_are_no_longer_than_it) {
    tell("app.First number:l\n@0 1\n");
    tell("app.Second number:l\n@0 1\n");
    run("overview --format text");
    assert_has(" in 10.0 s");
}
END_TEST

/* ==== print ================================================================================= */

START_TEST(a_stack_too_long_to_be_kept_is_written_each_time) {
    struct recording r = {0};
    struct jvm jvm = {0};
    struct text stack = {0};
    for (int i = 0; i < 60; i++) /* 20 kB of words */
        text_addf(&stack, "%sp.%0180d.%0150d:7", i ? " " : "", i, i);
    chunk_begin(&r, NULL);
    jvm_types(&r);
    for (int i = 0; i < 2; i++)
        jvm_sample(&r, 2000 + i, jvm_thread(&jvm, "main"), jvm_stack(&jvm, text_str(&stack)));
    jvm_pools(&jvm, &r);
    chunk_end(&r);
    jvm_free(&jvm);
    text_free(&stack);
    keep(&r);
    run("print --stack-depth 64 --events ExecutionSample");
    const char *const last = "59()"; /* the frame at the root, once for each sample */
    assert_order((const char *const[]){last, "ExecutionSample", last}, 3);
}
END_TEST

/* ==== scrub ================================================================================= */

START_TEST(the_value_of_a_masked_key_is_gone) {
    tell("jdk.InitialSystemProperty key:s value:s\n"
         "@0 db.password opensesame\n@0 user.home plainhome\n");
    run("scrub --mask *password*");
    ck_assert_ptr_null(memmem(text_str(&answer), answer.len, "opensesame", 10));
    ck_assert_int_eq(rename(out, files[0]), 0);
    run("print");
    assert_order((const char *const[]){"db.password", "***", "user.home", "plainhome"}, 4);
}
END_TEST

/* ==== --within ============================================================================== */

START_TEST(samples_count_for_all_spans_whose_ids_they_say) {
    tell("app.Span duration:d eventThread:T spanId:l\n"
         "@1000 10 main 7\n@2000 10 main 8\n@3000 10 main 0\n"
         "app.Sample eventThread:T stackTrace:K spanId:l\n"
         "@5000 main A.inFirst 7\n@6000 main A.inSecond 8\n@7000 main A.inNone 9\n");
    run("collapsed --event app.Sample --within app.Span");
    assert_has("A.inFirst 1");
    assert_has("A.inSecond 1");
    assert_hasnt("A.inNone");
}
END_TEST

START_TEST(what_later_jdks_say_of_classes_has_its_place) {
    tell("jdk.ClassDefine definedClass:C source:s\n"
         "@1000 a.A file:/app.jar\n"
         "@2000 a.B file:/app.jar\n"
         "@3000 a.C jrt:/java.base\n"
         "jdk.FinalFieldMutation declaringClass:C fieldName:s stackTrace:K\n"
         "@4000 a.A value java/lang/reflect/Field.set,a/Loader.fill\n");
    run("classes --format csv");
    ck_assert_ptr_nonnull(strstr(text_str(&answer), "2,file:/app.jar"));
    ck_assert_ptr_nonnull(strstr(text_str(&answer), "1,jrt:/java.base"));
    ck_assert_ptr_nonnull(strstr(text_str(&answer), "1,a.A,value,a.Loader.fill"));
}
END_TEST

START_TEST(cycles_of_string_deduplication_are_added_up) {
    tell("jdk.StringDeduplication inspected:l newStrings:l newSize:l deduplicated:l "
         "deduplicatedSize:l processing:d\n"
         "@1000 100 40 4000 30 3000 7\n"
         "@2000 10 4 400 3 300 2\n");
    run("view string-deduplication --json");
    ck_assert_ptr_nonnull(strstr(text_str(&answer), "110"));
    ck_assert_ptr_nonnull(strstr(text_str(&answer), "3300"));
    ck_assert_ptr_nonnull(strstr(text_str(&answer), "9000000"));
}
END_TEST

START_TEST(memory_of_the_container_and_its_host_is_what_was_said_last) {
    tell("jdk.ContainerConfiguration containerType:s memoryLimit:l\n"
         "@0 cgroupv2 4096\n"
         "jdk.ContainerMemoryUsage memoryUsage:l hostMemoryUsage:l\n"
         "@1000 1024 5120\n"
         "@2000 2048 6144\n");
    run("jvm --json");
    ck_assert_ptr_nonnull(strstr(text_str(&answer), "\"memory_used_bytes\":\t2048"));
    ck_assert_ptr_nonnull(strstr(text_str(&answer), "\"host_memory_used_bytes\":\t6144"));
}
END_TEST

START_TEST(memory_of_the_host_is_in_the_view_where_the_jdk_says_it) {
    tell("jdk.ContainerMemoryUsage memoryFailCount:l memoryUsage:l swapMemoryUsage:l "
         "hostMemoryUsage:l\n"
         "@1000 1 1024 2048 5120\n"
         "@2000 1 1024 2048 6144\n");
    run("view container-memory-usage --json");
    assert_has("\"memory_and_swap_usage\":2048,\"host_memory_usage\":6144}");
}
END_TEST

START_TEST(a_view_has_no_column_for_what_the_jdk_does_not_say) {
    tell("jdk.ContainerMemoryUsage memoryFailCount:l memoryUsage:l swapMemoryUsage:l\n"
         "@1000 1 1024 2048\n");
    run("view container-memory-usage --json");
    assert_has("\"memory_and_swap_usage\":2048}");
}
END_TEST

/* Views need SQLite, which may not be there. */
static bool has_views(void) {
    const char *path = "/dev/null";
    struct jfr_error error = {0};
    struct sql *there = sql_open(&path, 1, &(struct sql_options){0}, &error);
    sql_close(there);
    return there || error.code != JFR_UNSUPPORTED;
}

int main(void) {
    TCase *tests = tcase_create("told");
    tcase_add_checked_fixture(tests, set_up, clean_up);
    tcase_add_test(tests, people_see_as_many_threads_that_waited_for_memory_as_they_ask_for);
    tcase_add_test(tests, values_of_one_property_stand_in_their_order_whatever_was_said_first);
    tcase_add_test(tests, two_recordings_of_the_same_time_are_no_longer_than_it);
    tcase_add_test(tests, a_stack_too_long_to_be_kept_is_written_each_time);
    tcase_add_test(tests, the_value_of_a_masked_key_is_gone);
    tcase_add_test(tests, samples_count_for_all_spans_whose_ids_they_say);
    Suite *suite = suite_create("told");
    tcase_add_test(tests, what_later_jdks_say_of_classes_has_its_place);
    tcase_add_test(tests, cycles_of_string_deduplication_are_added_up);
    tcase_add_test(tests, memory_of_the_container_and_its_host_is_what_was_said_last);
    if (has_views()) {
        tcase_add_test(tests, memory_of_the_host_is_in_the_view_where_the_jdk_says_it);
        tcase_add_test(tests, a_view_has_no_column_for_what_the_jdk_does_not_say);
    }
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
