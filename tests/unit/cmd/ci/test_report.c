/* The report of a CI job: what is found below the paths, what error logs say, the names of pages,
 * and documents that have to fit into a limit. */
#include "cmd/ci/report_out.h"
#include "cmd/write/sections.h"
#include "tests/support/jvm.h"
#include "tests/support/reading.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ==== Error logs ============================================================================ */

static bool parse_file(const char *name, struct found_crash *crash) {
    char path[500], text[8192];
    const char *testdata = getenv("TESTDATA");
    snprintf(path, sizeof path, "%s/crashed/%s", testdata ? testdata : "testdata", name);
    FILE *file = fopen(path, "rb");
    ck_assert_msg(file != NULL, "%s", path);
    size_t len = fread(text, 1, sizeof text, file);
    fclose(file);
    *crash = (struct found_crash){0};
    return crash_parse(text, len, crash);
}

static void expect_start(const char *text, const char *start) {
    ck_assert_msg(strncmp(text, start, strlen(start)) == 0, "\"%s\" does not begin with \"%s\"",
                  text, start);
}

START_TEST(a_crash_in_native_code_is_signal_frame_and_thread) {
    struct found_crash crash;
    ck_assert(parse_file("segv-17.log", &crash));
    expect_start(crash.signal, "SIGSEGV (0xb) at pc=0x");
    ck_assert_str_eq(crash.frame, "C  [libcrash.so+0x110d]  Java_Crash_write+0x14");
    expect_start(crash.thread, "JavaThread \"main\" [_thread_in_native, id=");
    expect_start(crash.vm, "OpenJDK 64-Bit Server VM (17.");
    ck_assert_ptr_ne(strstr(crash.time, "2026 UTC elapsed time: "), NULL);
    ck_assert_int_eq(crash.pid, 30643);
    ck_assert(!crash.memory);
    crash_free(&crash);
}
END_TEST

START_TEST(the_process_of_a_log_and_whether_memory_was_short) {
    static const struct {
        const char *name;
        int64_t pid;
        bool memory;
    } logs[] = {{"heap-25.log", 30772, true},
                {"killed-25.log", 30958, false},
                {"memory-17.log", 374, true}};
    static const char fatal[] =
        "# A fatal error has been detected by the Java Runtime Environment:\n";
    static const char *const without[] = {"#  SIGSEGV, pid=\n", "#  pid=99999999999\n", "x pid=7\n",
                                          "#  SIGSEGV, pid="};
    struct found_crash crash;
    for (size_t i = 0; i < sizeof logs / sizeof *logs; i++) {
        ck_assert(parse_file(logs[i].name, &crash));
        ck_assert_int_eq(crash.pid, logs[i].pid);
        ck_assert_int_eq(crash.memory, logs[i].memory);
        crash_free(&crash);
    }
    for (size_t i = 0; i < sizeof without / sizeof *without; i++) {
        struct text text = {0};
        text_addf(&text, "%s%s", fatal, without[i]);
        crash = (struct found_crash){0};
        ck_assert(crash_parse(text.data, text.len, &crash));
        ck_assert_int_eq(crash.pid, MISSING);
        crash_free(&crash);
        text_free(&text);
    }
}
END_TEST

START_TEST(a_log_without_current_thread_has_none) {
    struct found_crash crash;
    ck_assert(parse_file("killed-25.log", &crash));
    ck_assert_ptr_ne(strstr(crash.signal, "(sent by kill)"), NULL);
    ck_assert_str_eq(crash.thread, "");
    crash_free(&crash);
}
END_TEST

START_TEST(an_internal_error_says_what_was_wrong) {
    struct found_crash crash;
    ck_assert(parse_file("heap-25.log", &crash));
    expect_start(crash.signal, "Internal Error (debug.cpp:");
    ck_assert_ptr_ne(
        strstr(crash.signal, "; fatal error: OutOfMemory encountered: Java heap space"), NULL);
    ck_assert_str_eq(crash.frame, "");
    expect_start(crash.thread, "JavaThread \"main\" [_thread_in_vm, id="); /* blanks joined */
    crash_free(&crash);
}
END_TEST

START_TEST(lack_of_memory_says_how_much_was_asked_for) {
    struct found_crash crash;
    ck_assert(parse_file("memory-17.log", &crash));
    expect_start(crash.signal, "There is insufficient memory for the Java Runtime Environment to "
                               "continue. Native memory allocation (mmap) failed to map ");
    crash_free(&crash);
}
END_TEST

START_TEST(other_texts_are_no_error_logs) {
    static const char *const texts[] = {
        "",
        "#",
        "# ",
        "#\n#\n",
        "# Notes\n",
        "### Flight Recorder report\n",
        "# A fatal error",
        " # A fatal error has been detected by the Java Runtime Environment:\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct found_crash crash = {0};
        ck_assert_msg(!crash_parse(texts[i], strlen(texts[i]), &crash), "%s", texts[i]);
    }
}
END_TEST

START_TEST(a_log_cut_anywhere_is_read_as_far_as_it_goes) {
    static const char log[] =
        "#\n# A fatal error has been detected by the Java Runtime Environment:\n#\n"
        "#  SIGBUS (0x7) at pc=0x1, pid=2, tid=3\n#\n# Java VM: A VM (1)\r\n"
        "# Problematic frame:\n# V  [libjvm.so+0x1]\n#\n"
        "Current thread (0x5):  JavaThread \"x\"   [id=3]\nTime: Sat Nov 21 02:15:04 2026\n";
    size_t title = strlen("#\n# A fatal error has been detected by the Java Runtime Environment");
    for (size_t len = 0; len < sizeof log; len++) {
        char *exact = malloc(len + 1); /* so that reading behind it is seen */
        ck_assert_ptr_ne(exact, NULL);
        memcpy(exact, log, len);
        char *end = realloc(exact, len ? len : 1);
        struct found_crash crash = {0};
        bool is_log = crash_parse(end, len, &crash);
        ck_assert_int_eq(is_log, len >= title);
        if (is_log && len == sizeof log - 1) {
            ck_assert_str_eq(crash.vm, "A VM (1)");
            ck_assert_str_eq(crash.thread, "JavaThread \"x\" [id=3]");
            ck_assert_str_eq(crash.frame, "V  [libjvm.so+0x1]");
            ck_assert_str_eq(crash.time, "Sat Nov 21 02:15:04 2026");
        }
        crash_free(&crash);
        free(end);
    }
}
END_TEST

/* ==== Names of pages ======================================================================== */

static void name_pages(const char *const *titles, size_t count, struct report_out *report,
                       struct found_recording *recordings) {
    for (size_t i = 0; i < count; i++) {
        recordings[i] = (struct found_recording){.title = (char *)(uintptr_t)titles[i]};
        array_push(&report->entries, (struct report_entry){.recording = &recordings[i]});
    }
    report_name_pages(report);
}

START_TEST(pages_have_plain_names_that_differ_whatever_the_case) {
    static const char *const titles[] = {"build/rec.jfr",
                                         "build rec.jfr",
                                         "BUILD/REC.jfr",
                                         "index",
                                         "../../etc/passwd",
                                         "ci.zip: <b>\"a\"</b>.jfr",
                                         ".hidden",
                                         "\xe9\x8c\xb2\xe9\x9f\xb3",
                                         "-"};
    static const char *const names[] = {
        "build-rec.jfr.html", "build-rec.jfr-2.html", "BUILD-REC.jfr-3.html",
        "index-2.html",       "etc-passwd.html",      "ci.zip-b-a-b-.jfr.html",
        "hidden.html",        "recording.html",       "recording-2.html"};
    struct found_recording recordings[9];
    struct report_out report = {0};
    name_pages(titles, 9, &report, recordings);
    for (size_t i = 0; i < 9; i++) ck_assert_str_eq(report.entries.items[i].page, names[i]);
    report_out_free(&report);
}
END_TEST

START_TEST(titles_that_leave_nothing_for_a_name_are_numbered) {
    static const char *const titles[] = {"日本", "recording", "語", "recording-2", "Recording"};
    static const char *const names[] = {"recording.html", "recording-2.html", "recording-3.html",
                                        "recording-2-2.html", "Recording-4.html"};
    struct found_recording recordings[5];
    struct report_out report = {0};
    name_pages(titles, 5, &report, recordings);
    for (size_t i = 0; i < 5; i++) ck_assert_str_eq(report.entries.items[i].page, names[i]);
    report_out_free(&report);
}
END_TEST

START_TEST(a_long_title_gives_a_name_that_file_systems_take) {
    char title[4000];
    memset(title, 'x', sizeof title - 1);
    title[sizeof title - 1] = 0;
    const char *const titles[] = {title, title};
    struct found_recording recordings[2];
    struct report_out report = {0};
    name_pages(titles, 2, &report, recordings);
    ck_assert_uint_lt(strlen(report.entries.items[0].page), 120);
    ck_assert_str_ne(report.entries.items[0].page, report.entries.items[1].page);
    report_out_free(&report);
}
END_TEST

/* ==== Documents with a limit ================================================================ */

#define SECTIONS 200

/* Sections of 50 bytes, five lines each; the first one has a line more. */
static struct text written(size_t limit) {
    static char names[SECTIONS][16];
    struct sections sections = {0};
    struct text out = {0};
    for (size_t i = 0; i < SECTIONS; i++) {
        snprintf(names[i], sizeof names[i], "part_%zu", i);
        sections_begin(&sections, names[i]);
        if (i == 0) text_add(&sections.text, "overview\n");
        for (size_t k = 0; k < 5; k++) text_addf(&sections.text, "line %03zu\n\n", i);
    }
    sections_write(&sections, limit, &out);
    return out;
}

START_TEST(a_document_never_exceeds_its_limit) {
    struct text whole = written(0);
    ck_assert_uint_eq(whole.len, 9 + SECTIONS * 50);
    for (size_t limit = 1; limit <= whole.len + 1; limit += limit < 400 ? 1 : 37) {
        struct text part = written(limit);
        ck_assert_uint_le(part.len, limit);
        if (part.len) ck_assert_int_eq(part.data[part.len - 1], '\n');
        text_free(&part);
    }
    struct text part = written(whole.len);
    ck_assert_uint_eq(part.len, whole.len);
    text_free(&part);
    text_free(&whole);
}
END_TEST

START_TEST(what_is_left_out_is_named_and_counted) {
    struct text part = written(9 + 10 * 50 + 200);
    const char *said = strstr(text_str(&part), "\n_Left out");
    ck_assert_ptr_ne(said, NULL);
    size_t kept = (size_t)(said - part.data - 9) / 50;
    char expected[300];
    snprintf(expected, sizeof expected,
             "\n_Left out, because the document would be too long: part\\_%zu, part\\_%zu, "
             "part\\_%zu, part\\_%zu, part\\_%zu and %zu more._\n",
             kept, kept + 1, kept + 2, kept + 3, kept + 4, SECTIONS - kept - 5);
    ck_assert_str_eq(said, expected);
    ck_assert_uint_ge(kept, 10);
    text_free(&part);
    part = written(9 + (SECTIONS - 2) * 50 + 80); /* few: all are named */
    ck_assert_ptr_ne(strstr(text_str(&part), ": part\\_198, part\\_199._\n"), NULL);
    text_free(&part);
}
END_TEST

/* ==== What lies below the paths ============================================================= */

static char folder[64];

static void path_to(char *path, size_t size, const char *name) {
    snprintf(path, size, "%s/%s", folder, name);
}

static void put_folder(const char *name) {
    char path[300];
    path_to(path, sizeof path, name);
    ck_assert_int_eq(mkdir(path, 0700), 0);
}

static void put_file(const char *name, const void *bytes, size_t len) {
    char path[300];
    path_to(path, sizeof path, name);
    FILE *file = fopen(path, "wb");
    ck_assert_msg(file != NULL, "%s", path);
    ck_assert_uint_eq(fwrite(bytes, 1, len, file), len);
    fclose(file);
}

static void put_recording(const char *name, int64_t seconds, bool unfinished) {
    static const char *const stacks[] = {"A.leaf Main.main"};
    struct recording r = {0};
    struct chunk_head head = usual_head;
    head.start_ns += seconds * 1000000000;
    jvm_chunk(&r, &head, stacks, 1);
    if (unfinished) r.out.data[64] = 3;
    put_file(name, r.out.data, r.out.len);
    recording_free(&r);
}

static void make_folder(void) {
    strcpy(folder, "/tmp/jfrtool-report.XXXXXX");
    ck_assert_ptr_ne(mkdtemp(folder), NULL);
}

static void remove_folder(void) {
    char command[100];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    ck_assert_int_eq(system(command), 0);
}

static void find_below(const char *const *names, size_t count, struct found *found,
                       struct scan_report *report) {
    static char paths[4][300];
    static const char *operands[4];
    for (size_t i = 0; i < count; i++) {
        path_to(paths[i], sizeof paths[i], names[i]);
        operands[i] = paths[i];
    }
    const struct scan_options scan = {.paths = operands, .path_count = count, .jobs = 1};
    report_find(&scan, found, report);
}

static void expect_titles(const struct found *found, const char *const *titles, size_t count) {
    ck_assert_uint_eq(found->recordings.len, count);
    for (size_t i = 0; i < count; i++)
        ck_assert_str_eq(found->recordings.items[i].title, titles[i]);
}

START_TEST(a_repository_is_one_recording_and_files_are_one_each) {
    put_folder("sub");
    put_folder("2026_11_20_22_25_46_8091");
    put_recording("a.jfr", 0, false);
    put_recording("sub/a.jfr", 10, false);
    put_recording("2026_11_20_22_25_46_8091/1.jfr", 20, false);
    put_recording("2026_11_20_22_25_46_8091/2.jfr", 30, true);
    put_file("notes.txt", "hello", 5);
    struct found found;
    struct scan_report report;
    find_below((const char *const[]){""}, 1, &found, &report);
    expect_titles(&found, (const char *const[]){"2026_11_20_22_25_46_8091", "a.jfr", "sub/a.jfr"},
                  3);
    const struct found_recording *repository = &found.recordings.items[0];
    ck_assert(repository->repository);
    ck_assert(repository->unfinished);
    ck_assert_uint_eq(repository->chunks, 2);
    ck_assert_uint_eq(repository->paths.len, 2);
    ck_assert_int_eq(repository->start_ns, usual_head.start_ns + INT64_C(20000000000));
    ck_assert(!found.recordings.items[1].repository);
    ck_assert_uint_eq(report.failed, 0);
    found_free(&found);
    scan_report_free(&report);
}
END_TEST

START_TEST(equal_names_below_different_operands_stay_apart) {
    put_folder("one");
    put_folder("one2");
    put_recording("one/rec.jfr", 0, false);
    put_recording("one2/rec.jfr", 10, false);
    put_recording("one2/other.jfr", 20, false);
    struct found found;
    struct scan_report report;
    find_below((const char *const[]){"one", "one2"}, 2, &found, &report);
    ck_assert_uint_eq(found.recordings.len, 3);
    char first[300], second[300];
    path_to(first, sizeof first, "one/rec.jfr");
    path_to(second, sizeof second, "one2/rec.jfr");
    expect_titles(&found, (const char *const[]){first, second, "other.jfr"}, 3);
    for (size_t i = 0; i < 3; i++) ck_assert_uint_eq(found.recordings.items[i].paths.len, 1);
    found_free(&found);
    scan_report_free(&report);
}
END_TEST

START_TEST(an_operand_is_not_above_what_only_begins_like_it) {
    put_folder("build");
    put_recording("build/rec.jfr", 0, false);
    put_recording("build2.jfr", 10, false);
    struct found found;
    struct scan_report report;
    find_below((const char *const[]){"build", "build2.jfr"}, 2, &found, &report);
    expect_titles(&found, (const char *const[]){"build2.jfr", "rec.jfr"}, 2);
    found_free(&found);
    scan_report_free(&report);
}
END_TEST

START_TEST(the_same_recording_in_two_places_is_two) {
    put_recording("a.jfr", 0, false);
    put_recording("b.jfr", 0, false);
    struct found found;
    struct scan_report report;
    find_below((const char *const[]){""}, 1, &found, &report);
    expect_titles(&found, (const char *const[]){"a.jfr", "b.jfr"}, 2);
    found_free(&found);
    scan_report_free(&report);
}
END_TEST

static const char crash_log[] = "#\n# A fatal error has been detected by the Java Runtime "
                                "Environment:\n#\n#  SIGSEGV (0xb) at pc=0x1\n#\n";

START_TEST(error_logs_are_found_whatever_their_name_and_are_no_failures) {
    put_folder("logs");
    put_file("logs/crash.txt", crash_log, sizeof crash_log - 1);
    put_file("logs/hs_err_pid1.log", "# just a heading\n", 17);
    struct found found;
    struct scan_report report;
    find_below((const char *const[]){"logs"}, 1, &found, &report);
    ck_assert_uint_eq(found.others.crashes.len, 1);
    ck_assert_str_eq(found.others.crashes.items[0].title, "crash.txt");
    ck_assert_uint_eq(report.failed, 0);
    found_free(&found);
    scan_report_free(&report);
    find_below((const char *const[]){"logs/crash.txt"}, 1, &found, &report);
    ck_assert_uint_eq(found.others.crashes.len, 1);
    ck_assert_uint_eq(report.failed, 0);
    ck_assert_uint_eq(report.notes.len, 0);
    found_free(&found);
    scan_report_free(&report);
}
END_TEST

struct told_of {
    int native, java;
    bool thread, time;
};

static void put_log(const char *name, const char *head, const struct told_of *told) {
    struct text log = {0};
    text_addf(&log, "%s%s",
              "#\n# A fatal error has been detected by the Java Runtime Environment:\n#\n", head);
    if (told->time) text_add(&log, "Time: Sat Nov 21 02:15:04 2026 UTC elapsed time: 4 seconds\n");
    if (told->thread) text_add(&log, "\nCurrent thread (0x1):  JavaThread \"main\" [id=8]\n\n");
    text_add(&log, "Native frames: (J=compiled Java code)\n");
    for (int i = 0; i < told->native; i++) text_addf(&log, "C  [lib.so+0x%d]\n", i + 1);
    text_add(&log, "\nJava frames: (J=compiled Java code)\n");
    for (int i = 0; i < told->java; i++) text_addf(&log, "j  a.B.c%d()V+0\n", i);
    put_file(name, log.data, log.len);
    text_free(&log);
}

static size_t deaths_in(const char *name, char *first_title, size_t size) {
    struct found found;
    struct scan_report report;
    find_below(&name, 1, &found, &report);
    size_t count = found.others.crashes.len;
    snprintf(first_title, size, "%s", count ? found.others.crashes.items[0].title : "");
    found_free(&found);
    scan_report_free(&report);
    return count;
}

#define DIED(pid) "#  SIGSEGV (0xb) at pc=0x1, pid=" pid ", tid=8\n#\n"

/* Of equal ones the first. */
START_TEST(of_two_logs_of_one_death_the_one_that_says_more_is_kept) {
    static const struct {
        struct told_of a, b;
        bool of_b;
    } cases[] = {
        {{2, 2}, {3, 0}, false},
        {{2, 0}, {3, 0}, true},
        {{0, 2}, {0, 3}, true},
        {{3, 0}, {2, 2}, true},
        {{2, 2}, {2, 2}, false},
        {{2, 1}, {2, 1, .thread = true}, true},
        {{2, 1, .thread = true}, {2, 1}, false},
        {{2, 1}, {2, 1, .time = true}, true},
        {{2, 1, .time = true}, {2, 1}, false},
        {{2, 1, .time = true}, {2, 1, .thread = true}, false},
        {{2, 1, .thread = true, .time = true}, {3, 1}, false},
    };
    char title[100];
    put_folder("logs");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        put_log("logs/a.log", DIED("7"), &cases[i].a);
        put_log("logs/b.log", DIED("7"), &cases[i].b);
        ck_assert_uint_eq(deaths_in("logs", title, sizeof title), 1);
        ck_assert_msg(strcmp(title, cases[i].of_b ? "b.log" : "a.log") == 0, "%zu: %s", i, title);
    }
}
END_TEST

START_TEST(other_processes_signals_and_times_are_other_deaths) {
    static const struct {
        const char *head;
        size_t deaths;
    } cases[] = {
        {DIED("7"), 1},
        {DIED("8"), 2},
        {"#  SIGBUS (0x7) at pc=0x1, pid=7, tid=8\n#\n", 2},
        {DIED("7") "Time: Sat Nov 21 02:15:04 2026 UTC elapsed time: 4 seconds\n", 1},
        {DIED("7") "Time: Sat Nov 21 02:15:04 2026 UTC elapsed time: 5 seconds\n", 2},
    };
    char title[100];
    put_folder("logs");
    put_log("logs/a.log", DIED("7"), &(struct told_of){1, 1, .time = true});
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        put_log("logs/b.log", cases[i].head, &(struct told_of){1, 1});
        ck_assert_msg(deaths_in("logs", title, sizeof title) == cases[i].deaths, "%zu", i);
    }
}
END_TEST

START_TEST(a_folder_without_recordings_is_a_failure_only_where_there_is_nothing) {
    put_folder("empty");
    put_recording("a.jfr", 0, false);
    struct found found;
    struct scan_report report;
    find_below((const char *const[]){"a.jfr", "empty"}, 2, &found, &report);
    ck_assert_uint_eq(report.failed, 0);
    ck_assert_ptr_ne(report_note(&report, "empty holds no recording: it holds no files"), NULL);
    found_free(&found);
    scan_report_free(&report);
    find_below((const char *const[]){"empty"}, 1, &found, &report);
    ck_assert_uint_eq(report.failed, 1);
    found_free(&found);
    scan_report_free(&report);
}
END_TEST

START_TEST(what_cannot_be_read_is_a_failure) {
    put_recording("a.jfr", 0, false);
    put_file("b.jfr", "hello", 5);
    struct found found;
    struct scan_report report;
    find_below((const char *const[]){"a.jfr", "b.jfr", "missing.jfr"}, 3, &found, &report);
    expect_titles(&found, (const char *const[]){"a.jfr"}, 1);
    ck_assert_uint_eq(report.failed, 2);
    found_free(&found);
    scan_report_free(&report);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("report");
    TCase *tests = tcase_create("texts");
    tcase_add_test(tests, a_crash_in_native_code_is_signal_frame_and_thread);
    tcase_add_test(tests, the_process_of_a_log_and_whether_memory_was_short);
    tcase_add_test(tests, a_log_without_current_thread_has_none);
    tcase_add_test(tests, an_internal_error_says_what_was_wrong);
    tcase_add_test(tests, lack_of_memory_says_how_much_was_asked_for);
    tcase_add_test(tests, other_texts_are_no_error_logs);
    tcase_add_test(tests, a_log_cut_anywhere_is_read_as_far_as_it_goes);
    tcase_add_test(tests, pages_have_plain_names_that_differ_whatever_the_case);
    tcase_add_test(tests, titles_that_leave_nothing_for_a_name_are_numbered);
    tcase_add_test(tests, a_long_title_gives_a_name_that_file_systems_take);
    tcase_add_test(tests, a_document_never_exceeds_its_limit);
    tcase_add_test(tests, what_is_left_out_is_named_and_counted);
    suite_add_tcase(suite, tests);
    TCase *files = tcase_create("files");
    tcase_add_checked_fixture(files, make_folder, remove_folder);
    tcase_add_test(files, a_repository_is_one_recording_and_files_are_one_each);
    tcase_add_test(files, equal_names_below_different_operands_stay_apart);
    tcase_add_test(files, an_operand_is_not_above_what_only_begins_like_it);
    tcase_add_test(files, the_same_recording_in_two_places_is_two);
    tcase_add_test(files, error_logs_are_found_whatever_their_name_and_are_no_failures);
    tcase_add_test(files, of_two_logs_of_one_death_the_one_that_says_more_is_kept);
    tcase_add_test(files, other_processes_signals_and_times_are_other_deaths);
    tcase_add_test(files, a_folder_without_recordings_is_a_failure_only_where_there_is_nothing);
    tcase_add_test(files, what_cannot_be_read_is_a_failure);
    suite_add_tcase(suite, files);
    return suite_run(suite);
}
