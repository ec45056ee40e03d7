/* The thread that died and the time, in the layouts of JDK 7 to 25. */
#include "cmd/ci/error_log.h"
#include "base/mem.h"
#include "tests/support/anywhere.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

#define SECOND INT64_C(1000000000)
#define HEAD CRASH_FATAL ":\n#\n#  SIGSEGV (0xb) at pc=0x1, pid=7, tid=8\n#\n"

/* Without a byte behind it, so that reading there is seen. */
static struct found_crash parse(const char *text) {
    size_t len = strlen(text);
    char *exact = malloc(len);
    struct found_crash crash = {0};
    ck_assert_ptr_ne(exact, NULL);
    memcpy(exact, text, len);
    ck_assert(crash_parse(exact, len, &crash));
    free(exact);
    return crash;
}

static void expect_frames(const struct crash_frames *frames, const char *expected) {
    struct text all = {0};
    for (size_t i = 0; i < frames->lines.len; i++) text_addf(&all, "%s|", frames->lines.items[i]);
    if (frames->more) text_add(&all, "...");
    ck_assert_str_eq(text_str(&all), expected);
    text_free(&all);
}

START_TEST(frames_of_the_thread_that_died_are_those_of_the_log) {
    static const struct {
        const char *layout, *text, *native, *java;
    } logs[] = {
        {"JDK 8",
         "Native frames: (J=compiled Java code, j=interpreted, Vv=VM code, C=native code)\n"
         "C  [libzip.so+0x4541]  newEntry+0xa1\nJ 5  a.Zip.get(JLjava/lang/String;)J\nV  "
         "[libjvm.so+0x2]\n"
         "\nJava frames: (J=compiled Java code, j=interpreted, Vv=VM code)\n"
         "J  a.Zip.get(JLjava/lang/String;)J\nj  a.Main.main([Ljava/lang/String;)V+3\n"
         "v  ~StubRoutines::call_stub\n\n---------------  P R O C E S S  ---------------\nC  "
         "[none]\n",
         "C  [libzip.so+0x4541]  newEntry+0xa1|J 5  a.Zip.get(JLjava/lang/String;)J|V  "
         "[libjvm.so+0x2]|",
         "J  a.Zip.get(JLjava/lang/String;)J|j  a.Main.main([Ljava/lang/String;)V+3|"
         "v  ~StubRoutines::call_stub|"},
        {"JDK 11 with AOT",
         "Native frames: (J=compiled Java code, A=aot compiled Java code, j=interpreted)\n"
         "A 12  a.B.c()V java.base@11.0.22\nJ 35 c2 a.B.d()V a@1 (970 bytes) @ 0x3 [0x1+0x2]\n\n",
         "A 12  a.B.c()V java.base@11.0.22|J 35 c2 a.B.d()V a@1 (970 bytes) @ 0x3 [0x1+0x2]|", ""},
        {"JDK 25: no empty line between them",
         "Native frames: (J=compiled Java code)\nV  [libjvm.so+0x1]  f+0x2  (debug.cpp:289)\n"
         "Java frames: (J=compiled Java code)\nj  a.B.c()V+0\nLock stack of current Java thread:\n",
         "V  [libjvm.so+0x1]  f+0x2  (debug.cpp:289)|", "j  a.B.c()V+0|"},
        {"JDK 21: begun anew without source files",
         "Native frames: (J=compiled Java code)\nC  [a.so+0x1]  (a.c:1)\n"
         "Retrying call stack printing without source information...\nC  [a.so+0x1]\nC  "
         "[b.so+0x2]\n\n",
         "C  [a.so+0x1]|C  [b.so+0x2]|", ""},
        {"more than the JVM prints",
         "Native frames: (J=compiled Java code)\nC  [a.so+0x1]\n...<more frames>...\n\n",
         "C  [a.so+0x1]|...", ""},
        {"an error in the middle",
         "Native frames: (J=compiled Java code)\nC  [a.so+0x1]\n"
         "[error occurred during error reporting (printing native stack), id 0xb]\nC  [b.so]\n\n",
         "C  [a.so+0x1]|", ""},
        {"Windows",
         "Native frames: (J=compiled Java code)\r\nV  [jvm.dll+0x6d7e19]\r\nC  0x00007ffb\r\n\r\n",
         "V  [jvm.dll+0x6d7e19]|C  0x00007ffb|", ""},
        {"cut within a frame", "Native frames: (J=compiled Java code)\nC  [a.so+0x1]  do_i",
         "C  [a.so+0x1]  do_i|", ""},
        {"cut behind a letter", "Native frames: (J=compiled Java code)\nC ", "", ""},
        {"cut behind the title", "Java frames: (J=compiled Java code)\n", "", ""},
        {"no thread", "#\n", "", ""},
    };
    for (size_t i = 0; i < sizeof logs / sizeof *logs; i++) {
        struct text text = {0};
        text_addf(&text, "%s%s", HEAD, logs[i].text);
        struct found_crash crash = parse(text.data);
        expect_frames(&crash.native, logs[i].native);
        expect_frames(&crash.java, logs[i].java);
        ck_assert_uint_eq(crash.native.total, crash.native.lines.len);
        crash_free(&crash);
        text_free(&text);
    }
}
END_TEST

START_TEST(of_many_frames_512_are_kept_and_all_are_counted) {
    static const size_t depths[] = {511, 512, 513, 5000};
    for (size_t i = 0; i < sizeof depths / sizeof *depths; i++) {
        struct text text = {0};
        text_addf(&text, "%sJava frames: (j=interpreted)\n", HEAD);
        for (size_t k = 0; k < depths[i]; k++) text_addf(&text, "j  a.B.f%zu()V+1\n", k);
        struct found_crash crash = parse(text.data);
        ck_assert_uint_eq(crash.java.total, depths[i]);
        ck_assert_uint_eq(crash.java.lines.len, depths[i] < 512 ? depths[i] : 512);
        ck_assert_str_eq(crash.java.lines.items[0], "j  a.B.f0()V+1");
        crash_free(&crash);
        text_free(&text);
    }
}
END_TEST

START_TEST(a_frame_has_the_name_of_its_method_or_symbol) {
    static const struct {
        const char *line, *name;
    } frames[] = {
        {"j  a.b.Codec.inflate([BI)I+0", "a.b.Codec.inflate"},
        {"j  a.b.Codec.inflate([BI)I+0 java.base@17.0.15", "a.b.Codec.inflate"},
        {"J 11% c1 a.B.hot([J)V (23 bytes) @ 0x2 [0x1+0x1]", "a.B.hot"},
        {"J  a.Zip.get(JLjava/lang/String;)J", "a.Zip.get"},
        {"J 5  a.B.enter(Ljava/lang/Object;ZZ)V java.base@25 (0 bytes)", "a.B.enter"},
        {"A 5  a.B.aot()V", "a.B.aot"},
        {"C  [libcodec.so+0x1234]  codec_inflate+0x24", "codec_inflate+0x24"},
        {"V  [libjvm.so+0x8282d2]  JavaCalls::call(JavaValue*, int)+0x302",
         "JavaCalls::call(JavaValue*, int)+0x302"},
        {"C  [libc.so.6+0x10a3f5]", "[libc.so.6+0x10a3f5]"},
        {"C  [cut", "[cut"},
        {"C  0x00007ffb", "0x00007ffb"},
        {"v  ~StubRoutines::call_stub 0x1", "~StubRoutines::call_stub 0x1"},
        {"j  nothing", "nothing"},
        {"j ", ""},
        {"", ""},
    };
    for (size_t i = 0; i < sizeof frames / sizeof *frames; i++) {
        struct text name = {0};
        crash_add_frame_name(frames[i].line, &name);
        ck_assert_str_eq(text_str(&name), frames[i].name);
        text_free(&name);
    }
}
END_TEST

START_TEST(the_thread_has_the_name_that_java_gave_it) {
    static const struct {
        const char *line, *name;
    } threads[] = {
        {"JavaThread \"main\" [_thread_in_native, id=1]", "main"},
        {"JavaThread \"main\"             [_thread_in_vm, id=1]", "main"},
        {"JavaThread \"a \"q\"  [x]\" daemon [_thread_in_vm, id=1]", "a \"q\"  [x]"},
        {"JavaThread \"a\" daemon [_thread_in_vm, id=1] \"more\"", "a"},
        {"JavaThread \"cut off\"", "cut off"},
        {"JavaThread \"cut", ""},
        {"VMThread \"VM Thread\" [stack: 0x1,0x2] [id=13771]", ""},
        {"GCTaskThread [stack: 0x1,0x2] [id=3]", ""},
    };
    for (size_t i = 0; i < sizeof threads / sizeof *threads; i++) {
        struct text text = {0};
        text_addf(&text, "%sCurrent thread (0x5):  %s\n", HEAD, threads[i].line);
        struct found_crash crash = parse(text.data);
        ck_assert_str_eq(crash.name, threads[i].name);
        crash_free(&crash);
        text_free(&text);
    }
}
END_TEST

START_TEST(the_time_stands_above_or_since_before_jdk_9_at_the_end) {
    static const struct {
        const char *lines, *time;
        int64_t end_s, start_s;
        bool utc;
    } logs[] = {
        {"Time: Sat Nov 21 02:15:04 2026 UTC elapsed time: 4.136104 seconds (0d 0h 0m 4s)\n",
         "Sat Nov 21 02:15:04 2026 UTC elapsed time: 4.136104 seconds (0d 0h 0m 4s)", 1795227304,
         1795227300, true},
        {"Time: Sat Nov 21 02:15:04 2026 Malay Peninsula Standard Time elapsed time: 4 seconds\n",
         "Sat Nov 21 02:15:04 2026 Malay Peninsula Standard Time elapsed time: 4 seconds",
         1795227304, 1795227300, false},
        {"x\n\ntime: Sat Nov 21 02:15:04 2026\ntimezone: UTC\nelapsed time: 7 seconds (0d 0h 0m "
         "7s)\n\n",
         "Sat Nov 21 02:15:04 2026 UTC elapsed time: 7 seconds (0d 0h 0m 7s)", 1795227304,
         1795227297, true},
        {"x\ntime: Sat Nov 21 02:15:04 2026\r\ntimezone: CST\r\nelapsed time: 228058 seconds\r\n",
         "Sat Nov 21 02:15:04 2026 CST elapsed time: 228058 seconds", 1795227304, 1794999246,
         false},
        {"time: Sat Nov 21 02:15:04 2026\nelapsed time: 0.5 seconds",
         "Sat Nov 21 02:15:04 2026 elapsed time: 0.5 seconds", 1795227304, 1795227304, false},
        {"time: Sat Nov 21 02:15:04 2026", "Sat Nov 21 02:15:04 2026", 1795227304, 0, false},
        {"time: Sat Nov 21 02:15:03 2026\ntime: Sat Nov 21 02:15:04 2026\n",
         "Sat Nov 21 02:15:04 2026", 1795227304, 0, false}, /* a program may write the first one */
        {"xtime: Sat Nov 21 02:15:04 2026\n", "", 0, 0, false},
        {"time: Sat Nov 21 02:1", "", 0, 0, false},
        {"Time: 0.03\n", "", 0, 0, false},
        {"Time: Thu Jan  1 00:00:00 1970 UTC\n", "", 0, 0, false},
        {"Time: Sat Nov 21 02:15:04 2026 UTC elapsed time: 1e30 seconds\n",
         "Sat Nov 21 02:15:04 2026 UTC elapsed time: 1e30 seconds", 1795227304, 0, true},
        {"Time: Sat Nov 21 02:15:04 2026 UTCX elapsed time: -1 seconds\n",
         "Sat Nov 21 02:15:04 2026 UTCX elapsed time: -1 seconds", 1795227304, 0, false},
    };
    for (size_t i = 0; i < sizeof logs / sizeof *logs; i++) {
        struct text text = {0};
        text_addf(&text, "%s%s", HEAD, logs[i].lines);
        struct found_crash crash = parse(text.data);
        ck_assert_str_eq(crash.time, logs[i].time);
        ck_assert_int_eq(crash.end_ns, logs[i].end_s * SECOND);
        ck_assert_int_eq(crash.start_ns, logs[i].start_s * SECOND);
        ck_assert(crash.utc == logs[i].utc);
        crash_free(&crash);
        text_free(&text);
    }
}
END_TEST

static void tell_frames(const struct crash_frames *frames, struct text *out) {
    text_addf(out, "%zu %d\n", frames->total, frames->more);
    for (size_t i = 0; i < frames->lines.len; i++) {
        text_addf(out, "%s: ", frames->lines.items[i]);
        crash_add_frame_name(frames->lines.items[i], out);
        text_add_char(out, '\n');
    }
}

static void tell_log(const uint8_t *bytes, size_t len, struct text *out) {
    struct found_crash crash = {0};
    bool is_log = crash_parse((const char *)bytes, len, &crash);
    text_addf(out, "%d\n", is_log);
    if (is_log) {
        text_addf(out, "%s\n%s\n%s\n%s\n%s\n%s\n", crash.signal, crash.frame, crash.thread,
                  crash.name, crash.vm, crash.time);
        text_addf(out, "%lld %d %lld %lld %d\n", (long long)crash.pid, crash.memory,
                  (long long)crash.end_ns, (long long)crash.start_ns, crash.utc);
        tell_frames(&crash.native, out);
        tell_frames(&crash.java, out);
    }
    crash_free(&crash);
}

START_TEST(what_is_wrong_in_one_place_says_what_it_ever_did) {
    static const char *const logs[] = {
        HEAD "# JRE version: 17\n# Java VM: OpenJDK 64-Bit Server VM (17.0.1+2, mixed mode)\n"
             "# Problematic frame:\n# C  [liba.so+0x3]  do_i+0x4\n#\n"
             "Time: Sat Nov 21 02:15:04 2026 UTC elapsed time: 7.5 seconds (0d 0h 0m 7s)\n"
             "Current thread (0x1):  JavaThread \"a b\" [_thread_in_native, id=8]\n"
             "Native frames: (J=compiled)\nC  [liba.so+0x3]  do_i+0x4\n...<more frames>...\n\n"
             "Java frames: (J=compiled)\nj  a.B.c([BI)I+0\n\n",
        CRASH_MEMORY " to continue.\n# Native memory allocation (mmap) failed\n#\n"
                     "#  Out of Memory Error (os.cpp:9), pid=12, tid=3\n\n"
                     "time: Sat Nov 21 02:15:04 2026\ntimezone: CET\nelapsed time: 4 seconds\n"};
    anywhere_texts("error-log", logs, 2, "( #\n", tell_log, 0x7C156162BD4F30B1);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("error log");
    TCase *tcase = tcase_create("error log");
    tcase_add_test(tcase, frames_of_the_thread_that_died_are_those_of_the_log);
    tcase_add_test(tcase, of_many_frames_512_are_kept_and_all_are_counted);
    tcase_add_test(tcase, a_frame_has_the_name_of_its_method_or_symbol);
    tcase_add_test(tcase, the_thread_has_the_name_that_java_gave_it);
    tcase_add_test(tcase, the_time_stands_above_or_since_before_jdk_9_at_the_end);
    tcase_add_test(tcase, what_is_wrong_in_one_place_says_what_it_ever_did);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
