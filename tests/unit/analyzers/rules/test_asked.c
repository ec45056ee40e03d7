/* Which rules are asked for, with which settings; in which order findings stand. */
#include "analyzers/rules/asked.h"
#include "tests/support/judged.h"
#include "tests/support/suite.h"

#include <check.h>
#include <string.h>
#include <unistd.h>

static struct rules_asked asked;
static struct jfr_error error;

static void forget(void) {
    rules_asked_free(&asked);
}

static size_t place_of(const char *id) {
    size_t i = 0;
    while (rules_all[i] && strcmp(rules_all[i]->id, id) != 0) i++;
    ck_assert_ptr_nonnull(rules_all[i]);
    return i;
}

static const struct rule_setting *setting_of(const char *id, const char *option) {
    size_t at = place_of(id);
    for (size_t i = 0; rules_all[at]->options[i].name; i++)
        if (strcmp(rules_all[at]->options[i].name, option) == 0)
            return &asked.rules[at].settings[i];
    ck_abort_msg("%s has no option %s", id, option);
}

/* ==== Settings ============================================================================== */

START_TEST(a_percentage_is_a_number_with_a_percent_sign_or_without) {
    static const struct {
        const char *text;
        double percent;
    } cases[] = {{"GcPauseRatio.info=3%", 3},
                 {"GcPauseRatio.info=3", 3},
                 {"GcPauseRatio.info=3 %", 3},
                 {"GcPauseRatio.info = 3  %", 3},
                 {"GcPauseRatio.info   =0.5%", 0.5},
                 {"gcpauseratio.info=0", 0},
                 {"GcPauseRatio.info=1000000000000000", 1e15}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ck_assert_msg(rules_asked_set(&asked, cases[i].text, &error), "%s: %s", cases[i].text,
                      error.text);
        ck_assert_double_eq(setting_of("GcPauseRatio", "info")->real, cases[i].percent);
    }
    ck_assert_double_eq(setting_of("GcPauseRatio", "warning")->real, 10); /* as it was */
}
END_TEST

START_TEST(spans_sizes_and_counts_have_their_own_units) {
    static const struct {
        const char *text, *rule;
        int64_t number;
    } cases[] = {{"LongGcPause.info=200ms", "LongGcPause", 200000000},
                 {"IncreasingMetaSpaceLiveSet.info=1MB", "IncreasingMetaSpaceLiveSet", 1 << 20},
                 {"ClassLeak.info=7", "ClassLeak", 7}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ck_assert_msg(rules_asked_set(&asked, cases[i].text, &error), "%s: %s", cases[i].text,
                      error.text);
        ck_assert_int_eq(setting_of(cases[i].rule, "info")->number, cases[i].number);
    }
}
END_TEST

START_TEST(what_is_not_understood_is_said_with_what_was_expected) {
    static const struct {
        const char *text, *words;
    } cases[] = {
        {"GcPauseRatio.info",
         "expected RULE.OPTION=VALUE or RULE=off, found \"GcPauseRatio.info\""},
        {"GcPauseRatio.info=", "GcPauseRatio.info: expected a percentage such as 5%, found \"\""},
        {"GcPauseRatio.info=%", "expected a percentage such as 5%, found \"%\""},
        {"GcPauseRatio.info=3%%", "expected a percentage such as 5%, found \"3%%\""},
        {"GcPauseRatio.info=3 x", "expected a percentage such as 5%, found \"3 x\""},
        {"GcPauseRatio.info=1000000000000001", "expected a percentage such as 5%"},
        {"ClassLeak.info=7%", "ClassLeak.info: expected a number, found \"7%\""},
        {"ClassLeak.info=7 ms", "expected a number, found \"7 ms\""},
        {"LongGcPause.info=5%", "expected a span of time such as 200ms, found \"5%\""},
        {"IncreasingMetaSpaceLiveSet.info=5ms", "expected a size such as 20MB, found \"5ms\""},
        {"GcPauseRatio.window=0s", "expected at least 1000000, found 0"},
        {"GcPauseRatio.inf=3",
         "GcPauseRatio has no option \"inf\"; there are: info, warning, window"},
        {"GcPauseRatio.infos=3", "has no option \"infos\""},
        {"GcPauseRatio.=3", "has no option \"\""},
        {"PID1Rule.info=3", "there are: none, but it can be \"off\""},
        {"GcPauseRatio=3", "expected \"off\" or \"on\" for a rule, found \"3\""},
        {"GcPause=off", "there is no rule of that name in \"GcPause=off\""},
        {"GcPauseRatios=off", "there is no rule of that name"},
        {".info=3", "there is no rule of that name"},
        {"=3", "there is no rule of that name"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        error.text[0] = 0;
        ck_assert_msg(!rules_asked_set(&asked, cases[i].text, &error), "%s", cases[i].text);
        ck_assert_msg(strstr(error.text, cases[i].words) != NULL, "%s: %s", cases[i].text,
                      error.text);
    }
}
END_TEST

START_TEST(a_rule_is_off_or_on) {
    size_t at = place_of("PID1Rule");
    ck_assert(rules_asked_set(&asked, "PID1Rule=off", &error) && asked.rules[at].off);
    ck_assert(rules_asked_set(&asked, "pid1rule = on", &error) && !asked.rules[at].off);
    for (size_t i = 0; rules_all[i]; i++) ck_assert(!asked.rules[i].off);
}
END_TEST

/* ==== Files ================================================================================= */

static bool read_file(const char *content) {
    char path[] = "/tmp/test_asked.XXXXXX";
    int fd = mkstemp(path);
    ck_assert_int_ge(fd, 0);
    ck_assert_int_eq(write(fd, content, strlen(content)), (ssize_t)strlen(content));
    close(fd);
    bool fine = rules_asked_read(&asked, path, &error);
    unlink(path);
    return fine;
}

START_TEST(a_file_has_a_setting_a_line) {
    ck_assert_msg(read_file("# ours\n\n  GcPauseRatio.info=3%  # less\r\nPID1Rule=off\t\n"
                            "ClassLeak.info=7"),
                  "%s", error.text);
    ck_assert_double_eq(setting_of("GcPauseRatio", "info")->real, 3);
    ck_assert_int_eq(setting_of("ClassLeak", "info")->number, 7);
    ck_assert(asked.rules[place_of("PID1Rule")].off);
}
END_TEST

START_TEST(the_line_that_is_wrong_is_said_and_none_behind_it_is_read) {
    ck_assert(!read_file("PID1Rule=off\n#\nGcPauseRatio.info\nHighGc=off\n"));
    ck_assert_ptr_nonnull(strstr(error.text, ", line 3: expected RULE.OPTION=VALUE"));
    ck_assert(!asked.rules[place_of("HighGc")].off);
    ck_assert(!rules_asked_read(&asked, "/none/of/it", &error));
    ck_assert_str_eq(error.text, "/none/of/it: No such file or directory");
}
END_TEST

/* ==== Which ================================================================================= */

static size_t count_on(void) {
    size_t on = 0;
    for (size_t i = 0; rules_all[i]; i++) on += !asked.rules[i].off;
    return on;
}

START_TEST(some_rules_are_taken_by_patterns_and_topics) {
    size_t of_memory = 0;
    for (size_t i = 0; rules_all[i]; i++) of_memory += strcmp(rules_all[i]->topic, "heap") == 0;
    ck_assert_uint_gt(of_memory, 0);
    ck_assert(rules_asked_take(&asked, "pid1rule", &error));
    ck_assert_uint_eq(count_on(), 1);
    ck_assert(!asked.rules[place_of("PID1Rule")].off);
    ck_assert(rules_asked_take(&asked, "GcPause*", &error)); /* besides */
    ck_assert_uint_eq(count_on(), 3);
    ck_assert(rules_asked_topic(&asked, "HEAP", &error));
    ck_assert_uint_eq(count_on(), 3 + of_memory);
    ck_assert(!rules_asked_take(&asked, "Nothing*", &error));
    ck_assert_str_eq(error.text,
                     "there is no rule \"Nothing*\": jfrtool rules --verbose shows all");
}
END_TEST

START_TEST(of_a_topic_that_is_none_all_that_there_are_are_said_once) {
    ck_assert(!rules_asked_topic(&asked, "nothing", &error));
    ck_assert_ptr_nonnull(strstr(error.text, "there is no topic \"nothing\"; there are: "));
    const char *heap = strstr(error.text, " heap,");
    ck_assert_ptr_nonnull(heap);
    ck_assert_ptr_null(strstr(heap + 1, " heap,"));
}
END_TEST

/* ==== Findings ============================================================================== */

static const char *const in_order[] = {"GcPauseRatio", "LongGcPause", "HighGc", "PID1Rule"};

/* Severities, and what is expected: a letter for each of the rules above. */
static void expect_order(const char *severities, const double *scores, const char *expected) {
    struct findings findings = {0};
    char found[5] = "";
    for (size_t i = 0; i < 4; i++) {
        struct finding finding = finding_of(rule_named(in_order[i]));
        finding.severity = severities[i] == 'W'   ? RULE_WARNING
                           : severities[i] == 'I' ? RULE_INFO
                                                  : RULE_OK;
        finding.score = scores[i];
        array_push(&findings, finding);
    }
    findings_sort(&findings);
    for (size_t i = 0; i < findings.len; i++)
        for (size_t k = 0; k < 4; k++)
            if (strcmp(findings.items[i].rule->id, in_order[k]) == 0) found[i] = (char)('a' + k);
    ck_assert_str_eq(found, expected);
    findings_free(&findings);
}

START_TEST(findings_are_in_the_order_of_severity_score_and_rules) {
    const double missing = (double)NAN;
    for (size_t i = 1; i < 4; i++)
        ck_assert_uint_lt(place_of(in_order[i - 1]), place_of(in_order[i]));
    expect_order("WIIO", (double[]){9, 30, 80, 40}, "acbd");
    expect_order("IIII", (double[]){30, 30, 30, 30}, "abcd");
    expect_order("IIII", (double[]){30, 30, 31, 31}, "cabd");
    /* The last one is about settings: behind all others, but not behind what is fine. */
    expect_order("IOIW", (double[]){9, 9, 9, 99}, "acdb");
    /* without a score: 75 and 25 */
    expect_order("WWWW", (double[]){74, 76, missing, 0}, "bcad");
    expect_order("IIII", (double[]){24, 26, missing, 0}, "bcad");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("asked");
    TCase *c = tcase_create("asked");
    tcase_add_checked_fixture(c, NULL, forget);
    tcase_add_test(c, a_percentage_is_a_number_with_a_percent_sign_or_without);
    tcase_add_test(c, spans_sizes_and_counts_have_their_own_units);
    tcase_add_test(c, what_is_not_understood_is_said_with_what_was_expected);
    tcase_add_test(c, a_rule_is_off_or_on);
    tcase_add_test(c, a_file_has_a_setting_a_line);
    tcase_add_test(c, the_line_that_is_wrong_is_said_and_none_behind_it_is_read);
    tcase_add_test(c, some_rules_are_taken_by_patterns_and_topics);
    tcase_add_test(c, of_a_topic_that_is_none_all_that_there_are_are_said_once);
    tcase_add_test(c, findings_are_in_the_order_of_severity_score_and_rules);
    suite_add_tcase(suite, c);
    return suite_run(suite);
}
