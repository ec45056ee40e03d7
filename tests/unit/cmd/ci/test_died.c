/* Whose an error log is: by process, and by when the JVM began. */
#include "cmd/ci/died.h"
#include "tests/support/suite.h"

#include <check.h>

#define SECOND INT64_C(1000000000)

START_TEST(a_log_is_of_the_jvm_that_began_when_it_says) {
    const int64_t start = 1795212346 * SECOND;
    const struct found_crash log = {.pid = 7, .start_ns = start, .utc = true};
    const struct found_crash abroad = {.pid = 7, .start_ns = start + 19800 * SECOND};
    const struct found_crash silent = {.pid = 7}, nobody = {.pid = MISSING};
    const struct verdict_jvm same = {7, start + SECOND}, later = {7, start + 60 * SECOND},
                             unknown = {7, 0}, other = {8, start}, none = {MISSING, 0};
    ck_assert(died_is_of(&log, same) && !died_is_of(&log, later) && !died_is_of(&log, other));
    ck_assert(died_is_of(&log, unknown) && !died_is_of(&log, none) && !died_is_of(&nobody, none));
    ck_assert(died_is_of(&abroad, same) && !died_is_of(&abroad, later));
    ck_assert(died_is_of(&silent, same) && died_is_of(&silent, later));
    ck_assert(!died_is_of(&log, (struct verdict_jvm){7, start + 19800 * SECOND}));
}
END_TEST

START_TEST(a_log_says_when_its_jvm_began) {
    static const char head[] = "# A fatal error has been detected by the Java Runtime "
                               "Environment:\n#\n#  SIGSEGV, pid=7\n";
    static const struct {
        const char *time;
        int64_t start_ns;
        bool utc;
    } logs[] = {
        {"Time: Sat Nov 21 02:15:04 2026 UTC elapsed time: 4.136104 seconds (0d 0h 0m 4s)\n",
         1795227300 * SECOND, true},
        {"Time: Sat Nov 21 02:15:04 2026 CET elapsed time: 4.136104 seconds (0d 0h 0m 4s)\n",
         1795227300 * SECOND, false},
        {"Time: Sat Nov 21 02:15:04 2026 UTC\n", 0, true},
        {"Time: tomorrow elapsed time: 1e30 seconds\n", 0, false},
    };
    for (size_t i = 0; i < sizeof logs / sizeof *logs; i++) {
        struct text text = {0};
        struct found_crash crash = {0};
        text_addf(&text, "%s%s", head, logs[i].time);
        ck_assert(crash_parse(text.data, text.len, &crash));
        ck_assert_int_eq(crash.start_ns, logs[i].start_ns);
        ck_assert(crash.utc == logs[i].utc);
        crash_free(&crash);
        text_free(&text);
    }
}
END_TEST

/* Two repositories of a process: which recording is its, by their times; 2: they are two JVMs. */
START_TEST(recordings_of_a_process_that_lie_over_each_other_are_one_jvm) {
    static const struct {
        int64_t first[2], second[2];
        int pid, takes; /* of the second; the recording taken, 2: there are several */
    } rows[] = {
        {{100, 200}, {150, 250}, 7, 1}, {{150, 250}, {100, 200}, 7, 0}, /* ends last */
        {{100, 200}, {150, 200}, 7, 0}, {{150, 200}, {100, 200}, 7, 1}, /* begins first */
        {{100, 200}, {100, 200}, 7, 0}, {{100, 200}, {200, 300}, 7, 1}, /* touch */
        {{200, 300}, {100, 200}, 7, 0}, {{100, 200}, {201, 300}, 7, 2},
        {{201, 300}, {100, 200}, 7, 2}, {{100, 200}, {150, 250}, 8, 2},
    };
    static char none[] = "/dev/null", *paths[] = {none};
    const struct input_options input = {.jobs = 1};
    const struct message_options messages = {.quiet = true, .no_progress = true};
    const struct reading how = {.input = &input, .messages = &messages};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char first[60], second[60];
        snprintf(first, sizeof first, "r/2026_11_20_22_25_46_7");
        snprintf(second, sizeof second, "s/2026_11_20_22_25_46_%d", rows[i].pid);
        struct found_recording both[] = {{.title = first,
                                          .repository = true,
                                          .start_ns = rows[i].first[0],
                                          .end_ns = rows[i].first[1]},
                                         {.title = second,
                                          .repository = true,
                                          .start_ns = rows[i].second[0],
                                          .end_ns = rows[i].second[1]}};
        for (size_t k = 0; k < 2; k++) both[k].paths.items = paths, both[k].paths.len = 1;
        const struct found found = {.recordings = {.items = both, .len = 2}};
        struct died died = {.recording = NULL};
        int code = died_choose(&how, &found, 7, &died);
        if (rows[i].pid == 7 && rows[i].takes == 2) { /* two JVMs: the one that ended last */
            ck_assert_msg(died.recording == &both[rows[i].second[1] > rows[i].first[1]], "row %zu",
                          i);
            continue;
        }
        ck_assert_int_eq(code, EXIT_OK);
        ck_assert_int_eq(died.pid, 7);
        ck_assert_msg(died.recording == &both[rows[i].takes % 2], "row %zu", i);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("died");
    TCase *tcase = tcase_create("died");
    tcase_add_test(tcase, a_log_is_of_the_jvm_that_began_when_it_says);
    tcase_add_test(tcase, a_log_says_when_its_jvm_began);
    tcase_add_test(tcase, recordings_of_a_process_that_lie_over_each_other_are_one_jvm);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
