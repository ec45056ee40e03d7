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

int main(void) {
    Suite *suite = suite_create("died");
    TCase *tcase = tcase_create("died");
    tcase_add_test(tcase, a_log_is_of_the_jvm_that_began_when_it_says);
    tcase_add_test(tcase, a_log_says_when_its_jvm_began);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
