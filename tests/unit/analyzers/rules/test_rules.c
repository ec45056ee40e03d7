/* The rules' room: when a rule is judged, what its row may say, scores and windows. */
#include "analyzers/rules/census.h"
#include "analyzers/rules/rules.h"
#include "analyzers/rules/score.h"
#include "analyzers/rules/series.h"
#include "analyzers/rules/windows.h"
#include "tests/support/fact_events.h"

#include <math.h>
#include <string.h>

static struct profile profile;
static struct facts facts;
static struct rule_input input;

static void setup(void) {
    profile = (struct profile){.keep = PROFILE_STACKS | PROFILE_SAMPLES};
    facts = (struct facts){0};
    input = (struct rule_input){.profile = &profile, .facts = &facts};
}

static void teardown(void) {
    profile_free(&profile);
    facts_free(&facts);
}

static uint32_t fact(const char *text) {
    return strings_intern(&facts.strings, text, strlen(text));
}

static void enabled(const char *event, const char *value) {
    struct fact_setting setting = {0, fact(event), fact("enabled"), fact(value)};
    array_push(&facts.settings, setting);
}

/* ==== Needs ================================================================================= */

static void judge_nothing(const struct rule_input *in, struct finding *finding) {
    finding->severity = RULE_OK;
    finding->outcome = &finding->rule->outcomes[0];
    finding->score = (double)in->settings[0].number;
}

static const struct rule rule_of_lengths = {
    .id = "Lengths",
    .name = "Lengths",
    .needs = RULE_LIST(need, {"jdk.FileForce", RULE_ENABLED}),
    .options = RULE_LIST(option,
                         {.name = "limit", .kind = RULE_NS, .initial = {.number = 40}, .least = 1}),
    .judge = judge_nothing,
    .outcomes = RULE_LIST(outcome, {"judged", "Fine."}),
};
static const struct rule rule_of_widths = {
    .id = "Widths",
    .name = "Widths",
    .needs = RULE_LIST(need, {"jdk.ActiveSetting", RULE_AVAILABLE}, {"test.Width", RULE_AVAILABLE}),
    .judge = judge_nothing,
    .outcomes = RULE_LIST(outcome, {"judged", "Fine."}),
};

static enum rule_severity severity_of(const struct rule *rule) {
    struct finding finding;
    rule_judge(rule, &input, NULL, &finding);
    enum rule_severity severity = finding.severity;
    finding_free(&finding);
    return severity;
}

START_TEST(a_rule_whose_need_is_not_met_is_not_judged_and_names_the_need) {
    struct finding finding;
    enabled("jdk.FileForce", "false");
    rule_judge(&rule_of_lengths, &input, NULL, &finding);
    ck_assert_uint_eq(finding.severity, RULE_NA);
    ck_assert_str_eq(finding.unmet->event, "jdk.FileForce");
    ck_assert_str_eq(finding.outcome->name, "not-recorded");
    finding_free(&finding);
}
END_TEST

static void wrote(const char *event) {
    input.event = event;
    profile.samples = 1;
}

START_TEST(an_event_type_that_is_only_enabled_was_not_recorded) {
    enabled("jdk.FileForce", "true");
    ck_assert_uint_eq(severity_of(&rule_of_lengths), RULE_NA);
    wrote("jdk.SocketRead");
    ck_assert_uint_eq(severity_of(&rule_of_lengths), RULE_NA);
}
END_TEST

START_TEST(none_of_an_enabled_type_is_none_where_others_of_its_kind_were_written) {
    static const char *const of_its_kind[] = {"jdk.FileRead", "jdk.FileWrite", "jdk.FileForce"};
    enabled("jdk.FileForce", "true");
    wrote(of_its_kind[_i]);
    ck_assert_uint_eq(severity_of(&rule_of_lengths), RULE_OK);
}
END_TEST

START_TEST(others_of_its_kind_say_nothing_of_a_type_that_is_not_enabled) {
    enabled("jdk.FileForce", "false");
    wrote("jdk.FileRead");
    ck_assert_uint_eq(severity_of(&rule_of_lengths), RULE_NA);
}
END_TEST

START_TEST(where_events_are_needed_a_setting_is_not_enough) {
    enabled("test.Width", "true");
    ck_assert_uint_eq(severity_of(&rule_of_widths), RULE_NA);
    wrote("test.Width");
    ck_assert_uint_eq(severity_of(&rule_of_widths), RULE_OK);
}
END_TEST

START_TEST(settings_that_are_not_given_are_the_defaults) {
    struct rule_setting settings[RULE_OPTIONS] = {{.number = 7}};
    struct finding finding;
    enabled("jdk.FileForce", "true");
    wrote("jdk.FileForce");
    rule_judge(&rule_of_lengths, &input, NULL, &finding);
    ck_assert_double_eq(finding.score, 40);
    finding_free(&finding);
    rule_judge(&rule_of_lengths, &input, settings, &finding);
    ck_assert_double_eq(finding.score, 7);
    finding_free(&finding);
}
END_TEST

START_TEST(a_setting_below_the_least_that_makes_sense_is_refused_with_both_numbers) {
    const struct rule_setting settings[RULE_OPTIONS] = {{.number = -3}};
    struct jfr_error error = {0};
    ck_assert_ptr_eq(rule_misused(&rule_of_lengths, settings, &error), &rule_of_lengths.options[0]);
    ck_assert_str_eq(error.text, "expected at least 1, found -3");
}
END_TEST

START_TEST(every_rule_gives_one_finding_in_the_order_of_the_list) {
    const struct rule *const rules[] = {&rule_of_widths, &rule_of_lengths, NULL};
    enabled("jdk.FileForce", "true");
    wrote("jdk.FileForce");
    struct findings findings = rules_judge(rules, &input);
    ck_assert_uint_eq(findings.len, 2);
    ck_assert_ptr_eq(findings.items[0].rule, &rule_of_widths);
    ck_assert_uint_eq(findings.items[0].severity, RULE_NA);
    ck_assert_uint_eq(findings.items[1].severity, RULE_OK);
    findings_free(&findings);
}
END_TEST

/* ==== Tables ================================================================================ */

enum { START, DURATION }; /* columns */

static void judge_requests(const struct rule_input *in, struct finding *finding) {
    const struct event_table *table = tables_find(in->tables, &finding->rule->wishes.rows[0]);
    int64_t longest = 0;
    for (size_t row = 0; row < table->rows; row++) {
        int64_t duration = event_table_int(table, DURATION, row);
        if (duration <= longest) continue;
        longest = duration;
        finding->from_ns = event_table_int(table, START, row);
        finding->to_ns = finding->from_ns + duration;
    }
    finding->severity = longest > 10000000 ? RULE_WARNING : RULE_OK;
    finding->outcome = &finding->rule->outcomes[0];
    finding_number(finding, 0, longest);
}

static const struct wish requests[] = {{"app.Request", {"startTime", "duration"}}};
static const struct rule rule_of_requests = {
    .id = "Requests",
    .name = "Requests",
    .needs = RULE_LIST(need, {"app.Request", RULE_AVAILABLE}),
    .wishes = {.rows = requests, .count = 1},
    .values = RULE_LIST(value, {.key = "longest_ns", .kind = RULE_NS}),
    .judge = judge_requests,
    .outcomes = RULE_LIST(outcome, {"judged", "{longest_ns}"}),
};

/* Facts and tables of one reading, judged by two rules of which one wishes for nothing. */
static struct findings judge_recording(const struct recording *r) {
    const struct rule *const rules[] = {&rule_of_widths, &rule_of_requests, NULL};
    struct memory_file file = memory_file_make(r->out.data, r->out.len);
    const char *path = file.path;
    const struct scan_options scan = {.paths = &path, .path_count = 1, .jobs = 1};
    const struct facts_options options = {0};
    struct scan_report report;
    struct walk_run run = {0};
    rules_join(rules, &run, false);
    facts_join(&run, &options);
    walk_start(&run, &scan, &report);
    facts = facts_take(&run);
    input.tables = walk_result(&run, &tables_reader);
    struct findings findings = rules_judge(rules, &input);
    walk_run_free(&run);
    scan_report_free(&report);
    memory_file_close(&file);
    return findings;
}

static void request(struct recording *r, int64_t ns, int64_t ms) {
    at(r, SPAN, ns), put_long(r, ms), event_end(r);
}

START_TEST(a_rule_judges_the_tables_that_its_row_wishes_for) {
    struct recording r;
    begin(&r);
    load(&r, 2000, 0.5F);
    request(&r, 2000, 5);
    request(&r, 4000, 20);
    chunk_end(&r);
    struct findings findings = judge_recording(&r);
    ck_assert_uint_eq(facts.loads.len, 1);
    ck_assert_uint_eq(findings.items[1].severity, RULE_WARNING);
    ck_assert_int_eq(findings.items[1].values[0].number, 20000000);
    ck_assert_int_eq(findings.items[1].from_ns, START_NS + 4000);
    findings_free(&findings);
    recording_free(&r);
}
END_TEST

START_TEST(where_a_table_is_empty_the_need_for_its_events_is_not_met) {
    struct recording r;
    begin(&r);
    load(&r, 2000, 0.5F);
    chunk_end(&r);
    struct findings findings = judge_recording(&r);
    ck_assert_uint_eq(findings.items[1].severity, RULE_NA);
    ck_assert_str_eq(findings.items[1].unmet->event, "app.Request");
    findings_free(&findings);
    recording_free(&r);
}
END_TEST

/* ==== Rows =================================================================================== */

static bool declares(const struct rule *rule, const char *key, size_t len) {
    static const char *const common[] = {"method", "thread", "score", "from", "length", "unmet"};
    for (size_t i = 0; i < sizeof common / sizeof *common; i++)
        if (strlen(common[i]) == len && memcmp(common[i], key, len) == 0) return true;
    for (size_t i = 0; rule->values && rule->values[i].key; i++)
        if (strlen(rule->values[i].key) == len && memcmp(rule->values[i].key, key, len) == 0)
            return true;
    return false;
}

/* Braces and brackets are closed, and what stands in braces is declared. */
static void check_text(const struct rule *rule, const char *text) {
    for (const char *at = text; at && *at; at++) {
        if (*at == '[') ck_assert_msg(strcspn(at, "]") < strcspn(at, "\n"), "%s: %s", rule->id, at);
        if (*at != '{') continue;
        size_t len = strcspn(at, "}") - 1;
        ck_assert_msg(at[len + 1] == '}', "%s: %s", rule->id, at);
        ck_assert_msg(declares(rule, at + 1, len), "%s: %.*s", rule->id, (int)len, at + 1);
    }
}

START_TEST(the_texts_of_every_row_name_only_values_that_it_declares) {
    for (const struct rule *const *rule = rules_all; *rule; rule++) {
        for (size_t i = 0; i <= RULE_WARNING; i++) check_text(*rule, (*rule)->headlines[i]);
        for (size_t i = 0; (*rule)->outcomes && (*rule)->outcomes[i].name; i++)
            check_text(*rule, (*rule)->outcomes[i].text);
        check_text(*rule, (*rule)->other);
    }
}
END_TEST

START_TEST(every_row_says_how_it_judges_and_has_an_id_of_its_own) {
    for (size_t i = 0; rules_all[i]; i++) {
        ck_assert_msg(rules_all[i]->about && *rules_all[i]->about, "%s", rules_all[i]->id);
        for (size_t k = 0; k < i; k++) ck_assert_str_ne(rules_all[i]->id, rules_all[k]->id);
    }
}
END_TEST

/* A name of another series would leave a gap, behind which nothing is read. */
START_TEST(the_columns_of_every_series_follow_one_another) {
    for (size_t i = 0; i < SERIES_COUNT; i++) {
        const struct wish *wish = &series_rows[i];
        size_t len = 0;
        ck_assert_str_eq(wish->fields[SERIES_START], "startTime");
        while (len < WISH_FIELDS && wish->fields[len]) len++;
        for (size_t k = len; k < WISH_FIELDS; k++)
            ck_assert_msg(!wish->fields[k], "%s", wish->event);
        for (size_t k = 0; k < i; k++)
            ck_assert_msg(strcmp(wish->event, series_rows[k].event) != 0 || i == SERIES_THROWN,
                          "%s", wish->event); /* for who compares, in a table of its own */
    }
}
END_TEST

START_TEST(the_defaults_of_every_row_pass_its_own_check) {
    for (const struct rule *const *rule = rules_all; *rule; rule++) {
        struct rule_setting settings[RULE_OPTIONS];
        struct jfr_error error = {0};
        rule_defaults(*rule, settings);
        ck_assert_msg(rule_misused(*rule, settings, &error) == NULL, "%s: %s", (*rule)->id,
                      error.text);
    }
}
END_TEST

/* ==== Scores ================================================================================ */

START_TEST(a_score_is_info_from_25_on_and_warning_from_75_on) {
    ck_assert_uint_eq(score_severity(0), RULE_OK);
    ck_assert_uint_eq(score_severity(24.999), RULE_OK);
    ck_assert_uint_eq(score_severity(25), RULE_INFO);
    ck_assert_uint_eq(score_severity(74.999), RULE_INFO);
    ck_assert_uint_eq(score_severity(75), RULE_WARNING);
    ck_assert_uint_eq(score_severity(100), RULE_WARNING);
}
END_TEST

static double square(double x) {
    return 100 * x * x;
}

START_TEST(where_a_curve_reaches_a_score_is_found) {
    ck_assert_double_eq_tol(score_reached(square, SCORE_INFO), 0.5, 1e-9);
    ck_assert_double_eq_tol(score_reached(square, SCORE_WARNING), sqrt(0.75), 1e-9);
}
END_TEST

/* ==== Windows =============================================================================== */

START_TEST(windows_begin_each_half_a_window_later_as_long_as_that_is_before_the_end) {
    struct windows w = windows_over(100, 131, 20);
    int64_t begins[8];
    size_t len = 0;
    do {
        ck_assert_int_eq(w.to_ns, w.from_ns + 20);
        begins[len++] = w.from_ns;
    } while (windows_slide(&w) && len < 8);
    ck_assert_uint_eq(len, 4);
    ck_assert_int_eq(begins[0], 100);
    ck_assert_int_eq(begins[3], 130);
}
END_TEST

START_TEST(there_is_a_window_even_over_no_time_at_all) {
    struct windows w = windows_over(100, 100, 20);
    ck_assert(windows_reach(&w, 100));
    ck_assert(!windows_slide(&w));
}
END_TEST

START_TEST(empty_windows_are_passed_over_to_the_first_that_reaches_the_time) {
    struct windows w = windows_over(0, 1000000, 20);
    ck_assert(windows_reach(&w, 20)); /* both ends belong to a window */
    ck_assert_int_eq(w.from_ns, 0);
    ck_assert(windows_reach(&w, 21));
    ck_assert_int_eq(w.from_ns, 10);
    ck_assert(windows_reach(&w, 999999));
    ck_assert_int_eq(w.from_ns, 999980);
    ck_assert(!windows_reach(&w, 2000000));
}
END_TEST

START_TEST(windows_at_the_ends_of_the_world_end) {
    struct windows w = windows_over(INT64_MIN + 1, INT64_MAX, 1);
    ck_assert(!windows_reach(&w, INT64_MAX));
    w = windows_over(INT64_MAX - 5, INT64_MAX, INT64_MAX);
    ck_assert_int_eq(w.to_ns, INT64_MAX);
    ck_assert(!windows_slide(&w));
}
END_TEST

/* The state of one who read these chunks, first to last or the other way round. */
static struct census *census_of(const struct census_chunk *chunks, size_t count, bool backward) {
    struct census *all = census_reader.open(NULL, 0);
    for (size_t i = 0; i < count; i++) {
        struct census *one = census_reader.open(NULL, 0);
        array_push(&one->chunks, chunks[backward ? count - 1 - i : i]);
        census_reader.merge(all, one);
        census_reader.close(one);
    }
    census_reader.finish(all, NULL);
    return all;
}

START_TEST(chunks_are_in_one_order_whoever_read_them) {
    static const struct census_chunk chunks[] = {{1000, 5, 0, 0.5, 0}, {1000, 5, 0, 1, 0},
                                                 {1000, 10, 0, 1, 0},  {2000, 5, 0, 1, 0},
                                                 {1000, 10, 7, 1, 0},  {1000, 10, 6, 1, 1}};
    const size_t count = sizeof chunks / sizeof *chunks;
    for (int backward = 0; backward < 2; backward++) {
        struct census *census = census_of(chunks, count, backward);
        ck_assert_uint_eq(census->chunks.len, count);
        for (size_t i = 0; i < count; i++) {
            const struct census_chunk *is = &census->chunks.items[i];
            ck_assert_int_eq(is->start_ns, chunks[i].start_ns);
            ck_assert_int_eq(is->duration_ns, chunks[i].duration_ns);
            ck_assert_int_eq(is->start_ticks, chunks[i].start_ticks);
            ck_assert_double_eq(is->ticks_per_ns, chunks[i].ticks_per_ns);
        }
        census_reader.close(census);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("rules");
    TCase *tcase = tcase_create("rules");
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_add_test(tcase, a_rule_whose_need_is_not_met_is_not_judged_and_names_the_need);
    tcase_add_test(tcase, an_event_type_that_is_only_enabled_was_not_recorded);
    tcase_add_loop_test(
        tcase, none_of_an_enabled_type_is_none_where_others_of_its_kind_were_written, 0, 3);
    tcase_add_test(tcase, others_of_its_kind_say_nothing_of_a_type_that_is_not_enabled);
    tcase_add_test(tcase, where_events_are_needed_a_setting_is_not_enough);
    tcase_add_test(tcase, settings_that_are_not_given_are_the_defaults);
    tcase_add_test(tcase, a_setting_below_the_least_that_makes_sense_is_refused_with_both_numbers);
    tcase_add_test(tcase, every_rule_gives_one_finding_in_the_order_of_the_list);
    tcase_add_test(tcase, a_rule_judges_the_tables_that_its_row_wishes_for);
    tcase_add_test(tcase, where_a_table_is_empty_the_need_for_its_events_is_not_met);
    tcase_add_test(tcase, the_texts_of_every_row_name_only_values_that_it_declares);
    tcase_add_test(tcase, the_defaults_of_every_row_pass_its_own_check);
    tcase_add_test(tcase, every_row_says_how_it_judges_and_has_an_id_of_its_own);
    tcase_add_test(tcase, the_columns_of_every_series_follow_one_another);
    tcase_add_test(tcase, a_score_is_info_from_25_on_and_warning_from_75_on);
    tcase_add_test(tcase, where_a_curve_reaches_a_score_is_found);
    tcase_add_test(tcase, windows_begin_each_half_a_window_later_as_long_as_that_is_before_the_end);
    tcase_add_test(tcase, there_is_a_window_even_over_no_time_at_all);
    tcase_add_test(tcase, empty_windows_are_passed_over_to_the_first_that_reaches_the_time);
    tcase_add_test(tcase, windows_at_the_ends_of_the_world_end);
    tcase_add_test(tcase, chunks_are_in_one_order_whoever_read_them);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
