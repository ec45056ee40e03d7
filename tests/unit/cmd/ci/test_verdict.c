/* What became of a JVM, by the last words of its recording. */
#include "cmd/ci/verdict.h"
#include "tests/support/made_tables.h"
#include "tests/support/suite.h"

/* NULL: there is no such event. */
static const struct {
    const char *shutdown, *dump, *verdict;
    bool unfinished;
} ends[] = {
    {"Out of Memory", NULL, VERDICT_MEMORY, false}, /* up to JDK 24 */
    {"CrashOnOutOfMemoryError", NULL, VERDICT_MEMORY, false},
    {"VM Error", "Out of Memory", VERDICT_MEMORY, false},
    {"VM Error", "CrashOnOutOfMemoryError", VERDICT_MEMORY, false},
    {"VM Error", NULL, VERDICT_CRASHED, false},
    {NULL, "Crash", VERDICT_CRASHED, false},
    {"No remaining non-daemon Java threads", NULL, VERDICT_ENDED, false},
    {"No remaining non-daemon Java threads", NULL, VERDICT_ENDED, true},
    {NULL, NULL, VERDICT_KILLED, true},
    {NULL, NULL, VERDICT_UNKNOWN, false},
};

static void say(struct tables *tables, const char *event, const char *reason) {
    if (reason) made_rows(tables, event, "nt", 1, (int64_t[]){7, made_text(tables, reason)});
}

START_TEST(the_last_words_of_a_recording_say_how_its_jvm_ended) {
    const struct found_recording recording = {.unfinished = ends[_i].unfinished};
    const struct died died = {.recording = &recording};
    struct tables tables;
    struct text why = {0};
    made_tables(&tables, &verdict_wishes);
    say(&tables, "jdk.Shutdown", ends[_i].shutdown);
    say(&tables, "jdk.DumpReason", ends[_i].dump);
    ck_assert_str_eq(verdict_make(&tables, &died, &why), ends[_i].verdict);
    ck_assert_uint_gt(why.len, 0);
    text_free(&why);
    made_tables_free(&tables);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("verdict");
    TCase *tcase = tcase_create("verdict");
    tcase_add_loop_test(tcase, the_last_words_of_a_recording_say_how_its_jvm_ended, 0,
                        sizeof ends / sizeof *ends);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
