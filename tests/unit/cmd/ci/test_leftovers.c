/* What lies about that tells how a JVM ended, and the verdict on all of it. */
#include "base/mem.h"
#include "base/missing.h"
#include "cmd/ci/died.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

#define OOM "java.lang.OutOfMemoryError"
#define T(text) ((char *)(uintptr_t)(text)) /* which nobody frees here */

/* The file in pieces of so many bytes. */
static enum leftover show(struct leftovers *others, const char *path, const char *bytes, size_t len,
                          size_t piece) {
    enum leftover kind = leftovers_look(others, path, bytes, len, false);
    for (size_t at = 0; kind == LEFTOVER_READ && at < len; at += piece)
        leftovers_take(others, bytes + at, len - at < piece ? len - at : piece);
    leftovers_end(others);
    return kind;
}

static enum leftover show_text(struct leftovers *others, const char *path, const char *text) {
    return show(others, path, text, strlen(text), 3);
}

START_TEST(a_heap_dump_is_known_by_its_content_and_whose_it_is_by_its_name) {
    static const char dump[] = "JAVA PROFILE 1.0.2\0\0\0\0\x08\0\0\x01\x9a\xbc\xde\xf0\x12rest";
    static const char gzip[] = "\x1f\x8b\x08\0\0\0\0\0\0\x03";
    static const struct {
        const char *path, *bytes;
        size_t len;
        bool is, by_jvm;
        int64_t pid, time_ms;
    } files[] = {
        {"java_pid6051.hprof", dump, sizeof dump, true, true, 6051, 0x19abcdef012},
        {"a/java_pid6051.hprof.1", dump, sizeof dump, true, true, 6051, 0x19abcdef012},
        {"ci.zip: java_pid7.hprof", dump, sizeof dump, true, true, 7, 0x19abcdef012},
        {"java_pid7.hprof", dump, 31, true, true, 7, 0x19abcdef012},
        {"java_pid7.hprof", dump, 30, true, true, 7, 0}, /* cut within the time */
        {"java_pid7.hprof.gz", gzip, sizeof gzip, true, true, 7, 0},
        {"heap.hprof", dump, sizeof dump, true, false, MISSING, 0x19abcdef012},
        {"java_pid.hprof", dump, sizeof dump, true, false, MISSING, 0x19abcdef012},
        {"java_pid2147483647.hprof", dump, sizeof dump, true, true, 2147483647, 0x19abcdef012},
        {"java_pid2147483648.hprof", dump, sizeof dump, true, false, MISSING, 0x19abcdef012},
        {"java_pid7.txt", gzip, sizeof gzip, false, false, 0, 0},
        {"heap.hprof.gz", gzip, sizeof gzip, false, false, 0, 0},
        {"java_pid7.hprof", "JAVA PROFILE 1.", 15, false, false, 0, 0},
    };
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        struct leftovers others = {0};
        enum leftover kind = show(&others, files[i].path, files[i].bytes, files[i].len, 100);
        ck_assert_int_eq(kind == LEFTOVER_KNOWN, files[i].is);
        ck_assert_uint_eq(others.traces.len, files[i].is);
        if (files[i].is) {
            const struct found_trace *trace = &others.traces.items[0];
            ck_assert_int_eq(trace->kind, TRACE_HEAP_DUMP);
            ck_assert_int_eq(trace->pid, files[i].pid);
            ck_assert_int_eq(trace->time_ns, files[i].time_ms * 1000000);
            ck_assert(trace->by_jvm == files[i].by_jvm);
        }
        leftovers_free(&others);
    }
}
END_TEST

START_TEST(an_empty_file_that_is_called_like_a_recording_is_one_that_was_never_written) {
    struct leftovers others = {0};
    ck_assert_int_eq(leftovers_look(&others, "a/oom.jfr", "", 0, false), LEFTOVER_KNOWN);
    ck_assert_int_eq(leftovers_look(&others, "a/oom.log", "", 0, false), LEFTOVER_NONE);
    ck_assert_int_eq(leftovers_look(&others, "a/oom", "", 0, true), LEFTOVER_NONE);
    ck_assert_uint_eq(others.traces.len, 1);
    ck_assert_int_eq(others.traces.items[0].kind, TRACE_EMPTY);
    leftovers_free(&others);
}
END_TEST

START_TEST(text_is_a_log_if_it_is_called_like_one_or_was_asked_for) {
    static const char text[] = OOM ": x\n";
    static const char *const logs[] = {"out.log", "OUT.LOG.3",   "stdout",       "a.txt",
                                       "a.err",   "a.b/console", "app-log.json", "ci.zip: x.out"};
    static const char *const others_are[] = {"Main.java", "notes.md", "a.log/x.html", "x.jfr"};
    for (size_t i = 0; i < sizeof logs / sizeof *logs; i++) {
        struct leftovers others = {0};
        ck_assert_int_eq(show_text(&others, logs[i], text), LEFTOVER_READ);
        ck_assert_uint_eq(others.traces.len, 1);
        leftovers_free(&others);
    }
    for (size_t i = 0; i < sizeof others_are / sizeof *others_are; i++) {
        struct leftovers others = {0};
        ck_assert_int_eq(show_text(&others, others_are[i], text), LEFTOVER_NONE);
        ck_assert_int_eq(leftovers_look(&others, others_are[i], text, sizeof text - 1, true),
                         LEFTOVER_READ);
        leftovers_free(&others);
    }
    struct leftovers binary = {0};
    ck_assert_int_eq(leftovers_look(&binary, "a.log", "a\0b", 3, true), LEFTOVER_NONE);
    leftovers_free(&binary);
}
END_TEST

START_TEST(a_console_says_by_what_something_ended_or_that_memory_was_short) {
    static const struct {
        const char *text, *said;
        uint64_t line;
        bool ended;
        int64_t pid;
    } logs[] = {
        {"x\nTerminating due to " OOM ": Java heap space\n",
         "Terminating due to " OOM ": Java heap space", 2, true, MISSING},
        {"Aborting due to " OOM ": Metaspace", "Aborting due to " OOM ": Metaspace", 1, true,
         MISSING},
        {"12:00 app | Exception in thread \"a b\" " OOM ": x\r\n",
         "Exception in thread \"a b\" " OOM ": x", 1, true, MISSING},
        {"Exception: " OOM " thrown from the UncaughtExceptionHandler in thread \"main\"\n",
         "Exception: " OOM " thrown from the UncaughtExceptionHandler in thread \"main\"", 1, true,
         MISSING},
        {OOM ": Java heap space\nDumping heap to java_pid6051.hprof ...\n", OOM ": Java heap space",
         1, false, 6051},
        {"Dumping heap to /tmp/java_pid8.hprof.2 ...\nERROR " OOM "\n", OOM, 2, false, 8},
        {"Caused by: " OOM ": one\nCaused by: " OOM ": two\n", OOM ": one", 1, false, MISSING},
        {OOM ": first\nException in thread \"a\" " OOM ": last\n" OOM ": none\n",
         "Exception in thread \"a\" " OOM ": last", 2, true, MISSING},
        {"Exception: " OOM " caught\n", OOM " caught", 1, false, MISSING},
        {"Terminating due to x " OOM ": Metaspace\n", OOM ": Metaspace", 1, false, MISSING},
        {OOM ": y; Terminating due to z\n", OOM ": y; Terminating due to z", 1, false, MISSING},
        {"all is well\n", NULL, 0, false, MISSING},
        {"java.lang.OutOfMemory\n", NULL, 0, false, MISSING},
    };
    static const size_t pieces[] = {1, 7, 4096};
    for (size_t i = 0; i < sizeof logs / sizeof *logs * 3; i++) {
        struct leftovers others = {0};
        const char *text = logs[i / 3].text;
        show(&others, "out.log", text, strlen(text), pieces[i % 3]);
        ck_assert_uint_eq(others.traces.len, logs[i / 3].said != NULL);
        if (logs[i / 3].said) {
            const struct found_trace *trace = &others.traces.items[0];
            ck_assert_str_eq(trace->said, logs[i / 3].said);
            ck_assert_uint_eq(trace->line, logs[i / 3].line);
            ck_assert(trace->ended == logs[i / 3].ended);
            ck_assert_int_eq(trace->pid, logs[i / 3].pid);
        }
        leftovers_free(&others);
    }
}
END_TEST

START_TEST(what_only_has_the_name_of_the_class_is_no_log_of_a_lack_of_memory) {
    static const struct {
        const char *line;
        bool is;
    } lines[] = {
        {"app.Main.run;" OOM ".<init>;java.lang.Throwable.<init> 12\n", false}, /* stacks */
        {OOM ".<init>;java.lang.Throwable.fillInStackTrace 3\n", false},
        {"app.Main.run " OOM ".<init> 3\n", false},
        {"        throw new " OOM "(\"Java heap space\");\n", false}, /* code */
        {"    } catch (" OOM " e) {\n", false},
        {"    void fill() throws " OOM " {\n", false},
        {"import " OOM ";\n", false},
        {" * @throws " OOM " if there is no memory\n", false},
        {"// " OOM ": Java heap space\n", false},
        {"println(\"" OOM ": Java heap space\");\n", false},
        {"3," OOM ",7\n", false}, /* tables */
        {OOM ",7\n", false},
        {"3, " OOM ": Java heap space, 7\n", false},
        {"\"3\",\"" OOM ": Java heap space\"\n", false},
        {"a,\"Exception in thread \"\"main\"\" " OOM ": x\"\n", false},
        {" 123:             4             96  " OOM " (java.base@17)\n", false},
        {OOM "\n", true}, /* logs */
        {"\t" OOM ": x\n", true},
        {"2026-01-02 10:00:00,123 [main] app.Main - " OOM ": Java heap space\n", true},
        {"10:00:00 SEVERE " OOM "\n", true},
        {"10:00:00,1 could not answer " OOM ": unable to create native thread: x\n", true},
        {"{\"log\":\"" OOM ": Java heap space\\n\"}\n", true},
        {"{\"class\":\"" OOM "\"}\n", false},
    };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        struct leftovers others = {0};
        show_text(&others, "out.txt", lines[i].line);
        ck_assert_msg((others.traces.len == 1) == lines[i].is, "line %zu: %s", i, lines[i].line);
        leftovers_free(&others);
    }
}
END_TEST

START_TEST(an_error_log_within_a_console_is_one_and_of_several_the_last) {
    static const char text[] =
        "started\n#\n" CRASH_FATAL ":\n#\n#  SIGBUS (0x7), pid=5, tid=6\n#\nmore\n"
        "started again\n#\n" CRASH_FATAL ":\n#\n#  SIGSEGV (0xb), pid=7, tid=8\n#\n"
        "Native frames: (C=native code)\nC  [a.so+0x1]\n\n";
    struct leftovers others = {0};
    show(&others, "out.log", text, sizeof text - 1, 5);
    ck_assert_uint_eq(others.crashes.len, 1);
    ck_assert_int_eq(others.crashes.items[0].pid, 7);
    ck_assert_uint_eq(others.crashes.items[0].native.total, 1);
    ck_assert_uint_eq(others.traces.len, 0);
    leftovers_free(&others);
}
END_TEST

START_TEST(of_a_long_log_head_and_end_are_kept) {
    struct text text = {0};
    struct leftovers others = {0};
    text_add(&text, CRASH_FATAL ":\n#\n#  SIGSEGV (0xb), pid=7, tid=8\n#\n");
    while (text.len < (size_t)3 << 20) text_addf(&text, "%080d\n", 0);
    text_add(&text, "time: Sat Nov 21 02:15:04 2026\nelapsed time: 4 seconds\n");
    show(&others, "a.log", text.data, text.len, 65536);
    ck_assert_int_eq(others.crashes.items[0].end_ns, 1795227304 * INT64_C(1000000000));
    ck_assert_int_eq(others.crashes.items[0].pid, 7);
    leftovers_free(&others);
    text_free(&text);
}
END_TEST

START_TEST(behind_what_was_left_out_of_a_console_lines_have_no_number) {
    static const char text[] = "x\n" OOM ": late\n";
    struct leftovers others = {0};
    ck_assert_int_eq(leftovers_look(&others, "out.log", "a\nTerminat", 10, false), LEFTOVER_READ);
    leftovers_take(&others, "a\nTerminat", 10);
    leftovers_skip(&others);
    leftovers_take(&others, text, sizeof text - 1);
    ck_assert(leftovers_end(&others));
    ck_assert_uint_eq(others.traces.items[0].line, 0);
    ck_assert_str_eq(others.traces.items[0].said, OOM ": late");
    leftovers_free(&others);
}
END_TEST

/* ==== The verdict =========================================================================== */

START_TEST(the_verdict_rests_on_what_is_there) {
    const struct found_crash segv = {.signal = T("SIGSEGV")},
                             memory = {.signal = T("There is..."), .memory = true};
    const struct found_trace dump = {.title = T("java_pid7.hprof"), .by_jvm = true},
                             asked = {.title = T("heap.hprof")},
                             ended = {.title = T("out.log"),
                                      .said = T("Terminating"),
                                      .ended = true},
                             logged = {.title = T("out.log"), .said = T(OOM)},
                             empty = {.kind = TRACE_EMPTY, .title = T("oom.jfr")};
    const struct found_recording whole = {.title = T("a.jfr")},
                                 cut = {.title = T("a.jfr"), .unfinished = true};
    const struct {
        const char *verdict;
        struct died died;
    } rows[] = {
        {"crashed", {.log = &segv}},
        {"crashed", {.log = &segv, .dump = &dump, .console = &ended, .recording = &cut}},
        {"out of memory", {.log = &memory}},
        {"out of memory", {.dump = &dump}},
        {"out of memory", {.console = &ended}},
        {"out of memory", {.console = &logged}},
        {"out of memory", {.console = &logged, .recording = &cut}},
        {"out of memory", {.dump = &dump, .recording = &whole}},
        {"out of memory", {.empty = &empty, .console = &ended}},
        {"killed", {.empty = &empty}},
        {"killed", {.empty = &empty, .dump = &asked}},
        {"killed", {.recording = &cut}},
        {"killed", {.recording = &cut, .dump = &asked}},
        {"unknown", {.recording = &whole}},
        {"unknown", {.recording = &whole, .empty = &empty}},
        {"unknown", {.dump = &asked}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct text why = {0};
        ck_assert_str_eq(verdict_make(NULL, &rows[i].died, &why), rows[i].verdict);
        ck_assert_uint_gt(why.len, 10);
        text_free(&why);
    }
}
END_TEST

START_TEST(what_says_whose_it_is_is_of_that_jvm_and_the_rest_of_the_only_one) {
    struct found_trace list[] = {{.kind = TRACE_HEAP_DUMP, .pid = 7, .time_ns = 100000000000},
                                 {.kind = TRACE_CONSOLE, .pid = MISSING},
                                 {.kind = TRACE_CONSOLE, .pid = MISSING, .ended = true},
                                 {.kind = TRACE_EMPTY, .pid = MISSING},
                                 {.kind = TRACE_HEAP_DUMP, .pid = 8, .by_jvm = true}};
    const struct leftovers others = {.traces = {list, 5, 5}};
    struct died one = {.pid = 7}, other = {.pid = 9}, later = {.pid = 7, .start_ns = 105000000001},
                same = {.pid = 7, .start_ns = 105000000000}, unknown = {.pid = MISSING};
    died_take_traces(&others, &one, true);
    ck_assert(one.dump == &list[0] && one.console == &list[2] && one.empty == &list[3]);
    died_take_traces(&others, &other, false);
    ck_assert(!other.dump && !other.console && !other.empty);
    died_take_traces(&others, &later, false);
    ck_assert(!later.dump);
    died_take_traces(&others, &same, false);
    ck_assert(same.dump == &list[0] && !same.console);
    died_take_traces(&others, &unknown, true);
    ck_assert(unknown.dump == &list[4]); /* as HotSpot calls it */
}
END_TEST

int main(void) {
    Suite *suite = suite_create("leftovers");
    TCase *tcase = tcase_create("leftovers");
    tcase_add_test(tcase, a_heap_dump_is_known_by_its_content_and_whose_it_is_by_its_name);
    tcase_add_test(tcase,
                   an_empty_file_that_is_called_like_a_recording_is_one_that_was_never_written);
    tcase_add_test(tcase, text_is_a_log_if_it_is_called_like_one_or_was_asked_for);
    tcase_add_test(tcase, a_console_says_by_what_something_ended_or_that_memory_was_short);
    tcase_add_test(tcase, what_only_has_the_name_of_the_class_is_no_log_of_a_lack_of_memory);
    tcase_add_test(tcase, an_error_log_within_a_console_is_one_and_of_several_the_last);
    tcase_add_test(tcase, of_a_long_log_head_and_end_are_kept);
    tcase_add_test(tcase, behind_what_was_left_out_of_a_console_lines_have_no_number);
    tcase_add_test(tcase, the_verdict_rests_on_what_is_there);
    tcase_add_test(tcase, what_says_whose_it_is_is_of_that_jvm_and_the_rest_of_the_only_one);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
