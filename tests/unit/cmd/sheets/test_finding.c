/* A rule that nothing in the program knows: what it finds is written by every writer. And what a
 * row's texts can do: values by kind, lines that are left out, one of several. */
#include "analyzers/rules/rules.h"
#include "analyzers/rules/score.h"
#include "cmd/ci/report_out.h"
#include "cmd/cli/command.h"
#include "cmd/page/data.h"
#include "cmd/sheets/finding.h"
#include "tests/support/stacks.h"
#include "tests/support/suite.h"

#include <check.h>

#define SECOND INT64_C(1000000000)
#define START (INT64_C(1763671860) * SECOND)

enum { LIMIT };
enum { COUNT, LONGEST, SHARE, FREED, CAUSE, PATH, OTHERS, MANY };

/* Pauses that took longer than the limit. */
static void judge(const struct rule_input *input, struct finding *finding) {
    const struct facts *facts = input->facts;
    const struct fact_pause *longest = NULL;
    int64_t count = 0;
    for (size_t i = 0; i < facts->pauses.len; i++) {
        const struct fact_pause *pause = &facts->pauses.items[i];
        if (!longest || pause->duration_ns > longest->duration_ns) longest = pause;
        if (pause->duration_ns <= input->settings[LIMIT].number) continue;
        struct finding other = finding_of(finding->rule);
        finding_number(&other, LONGEST, pause->duration_ns);
        array_push(&finding->others, other);
        count++;
    }
    if (!longest) {
        finding->severity = RULE_OK;
        finding->outcome = &finding->rule->outcomes[1];
        return;
    }
    finding->outcome = &finding->rule->outcomes[0];
    finding->score = count ? 80 : 10;
    finding->severity = score_severity(finding->score);
    finding->from_ns = longest->time_ns;
    finding->to_ns = longest->time_ns + longest->duration_ns;
    finding->frame = 0;
    finding->thread = 0;
    finding_number(finding, COUNT, count);
    finding_number(finding, LONGEST, longest->duration_ns);
    finding_real(finding, SHARE, 12.3456);
    finding_number(finding, FREED, 4200000);
    finding_number(finding, MANY, count > 1);
    if (longest->cause) finding_text(finding, CAUSE, strings_get(&facts->strings, longest->cause));
    uint32_t *frames = mem_zero(2, sizeof *frames);
    frames[1] = 1;
    finding_path(finding, PATH, frames, 2);
}

static const struct rule rule_of_pauses = {
    .id = "LongPauses",
    .name = "Long pauses",
    .topic = "garbage_collection",
    .options = RULE_LIST(option, [LIMIT] = {"limit", RULE_NS, {.number = 50000000}, .least = 0}),
    .values = RULE_LIST(
        value, [COUNT] = {"window.count", RULE_COUNT, .noun = "long pause"},
        [LONGEST] = {"longest_ns", RULE_NS}, [SHARE] = {"share_percent", RULE_PERCENT, .digits = 1},
        [FREED] = {"freed_bytes", RULE_BYTES}, [CAUSE] = {"cause", RULE_TEXT},
        [PATH] = {"path", RULE_PATH}, [OTHERS] = {"others", RULE_OTHERS},
        [MANY] = {"many", RULE_FLAG, .for_text = true}),
    .judge = judge,
    .headlines = {[RULE_WARNING] = "{thread} stood still in {method}"},
    .other = "{longest_ns}",
    .outcomes =
        RULE_LIST(outcome,
                  {"judged", "{window.count}, the longest of {longest_ns} from {from} on"
                             "[ because of {cause}| for no reason].\n"
                             "It took {share_percent} of the time and freed {freed_bytes}.\n"
                             "{many}There are several: {others}.\n"
                             "The cause was {cause}.\n"
                             "{path}"},
                  {"no-pauses", "There was none."}),
};

static struct profile profile;
static struct facts facts;
static struct findings findings;
static struct finding_view view;
static struct text out;

static void setup(void) {
    profile = (struct profile){.keep = PROFILE_STACKS | PROFILE_SAMPLES};
    facts = (struct facts){0};
    stacks_sample(&profile, "app.Main.main;app.Work.run", "worker-1", NULL, START, 1);
}

static void teardown(void) {
    findings_free(&findings);
    text_free(&out);
    profile_free(&profile);
    facts_free(&facts);
}

static void add_pause(int64_t ms, const char *cause) {
    struct fact_pause pause = {.time_ns = START + ms * 1000000, .duration_ns = ms * 1000000};
    if (cause) pause.cause = strings_intern(&facts.strings, cause, strlen(cause));
    array_push(&facts.pauses, pause);
}

static void judge_pauses(void) {
    const struct rule *const rules[] = {&rule_of_pauses, NULL};
    const struct rule_input input = {.profile = &profile, .facts = &facts};
    findings = rules_judge(rules, &input);
    view = (struct finding_view){findings.items, &profile, BY_METHOD};
}

static bool says(const char *what) {
    return strstr(text_str(&out), what) != NULL;
}

/* ==== Texts ================================================================================== */

START_TEST(the_title_is_the_rule_its_severity_and_the_headline_of_that) {
    add_pause(80, NULL);
    judge_pauses();
    finding_add_title(&view, &out);
    ck_assert_str_eq(out.data, "Long pauses: WARNING, worker-1 stood still in app.Main.main");
}
END_TEST

START_TEST(without_a_headline_the_title_is_the_severity) {
    judge_pauses();
    finding_add_title(&view, &out);
    ck_assert_str_eq(out.data, "Long pauses: OK");
    text_clear(&out);
    finding_add_sentences(&view, &out);
    ck_assert_str_eq(out.data, "There was none.\n");
}
END_TEST

START_TEST(values_are_written_as_their_kind_says) {
    add_pause(80, "System.gc()");
    judge_pauses();
    finding_add_sentences(&view, &out);
    ck_assert(says("1 long pause, the longest of 80.0 ms from 2025-11-20 20:51:00.080 UTC on"));
    ck_assert(says("It took 12.3 % of the time and freed 4."));
    ck_assert(says("\napp.Work.run -> app.Main.main\n"));
}
END_TEST

START_TEST(a_line_without_one_of_its_values_is_left_out) {
    add_pause(80, NULL);
    judge_pauses();
    finding_add_sentences(&view, &out);
    ck_assert(!says("The cause was"));
    ck_assert(!says("There are several"));
    ck_assert(says(" for no reason.\n"));
}
END_TEST

START_TEST(of_a_choice_the_first_that_has_its_values_is_taken) {
    add_pause(80, "System.gc()");
    add_pause(60, "System.gc()");
    judge_pauses();
    finding_add_sentences(&view, &out);
    ck_assert(says(" because of System.gc().\n"));
    ck_assert(!says("for no reason"));
    ck_assert(says("There are several: 80.0 ms, 60.0 ms.\n"));
}
END_TEST

START_TEST(of_many_others_five_are_named) {
    for (int i = 0; i < 8; i++) add_pause(80, NULL);
    judge_pauses();
    finding_add_sentences(&view, &out);
    ck_assert(says("several: 80.0 ms, 80.0 ms, 80.0 ms, 80.0 ms, 80.0 ms and 3 more.\n"));
}
END_TEST

START_TEST(names_are_harmless_for_a_terminal) {
    add_pause(80, "\x1b[31mred");
    judge_pauses();
    finding_add_line(&view, &out);
    ck_assert(!says("\x1b"));
    ck_assert(says("\\x1b[31mred"));
    ck_assert(!says("\n"));
}
END_TEST

START_TEST(what_was_not_recorded_is_named) {
    static const struct rule_need needs[] = {{"test.Width", RULE_ENABLED}, {0}};
    static const struct rule rule = {.name = "Widths", .needs = needs};
    const struct rule *const rules[] = {&rule, NULL};
    const struct rule_input input = {.profile = &profile, .facts = &facts};
    findings = rules_judge(rules, &input);
    view = (struct finding_view){findings.items, &profile, BY_METHOD};
    finding_add_title(&view, &out);
    finding_add_line(&view, &out);
    ck_assert_str_eq(out.data, "Widths: not applicableThe rule needs test.Width, of which the "
                               "recording has no events.");
}
END_TEST

/* ==== Every writer =========================================================================== */

static void write_as(enum format format) {
    const struct sheet_style style = {0};
    struct sheet sheet;
    sheet_open(&sheet, format);
    finding_add(&view, "analysis", &sheet);
    sheet_write(&sheet, &style, &out);
    sheet_free(&sheet);
}

START_TEST(in_json_a_finding_has_all_that_its_rule_declares) {
    add_pause(80, NULL);
    judge_pauses();
    write_as(FORMAT_JSON);
    for (char *from = out.data, *to = from;; from++) { /* as if it were compact */
        if (*from != '\t' && *from != '\n') *to++ = *from;
        if (!*from) break;
    }
    ck_assert(says("{\"analysis\":{\"rule\":\"LongPauses\",\"severity\":\"WARNING\",\"score\":80,"
                   "\"reason\":\"judged\",\"text\":\"1 long pause, the longest"));
    ck_assert(says("\"method\":{\"class\":\"app.Main\",\"method\":\"main\",\"descriptor\":\"\"},"
                   "\"thread\":\"worker-1\",\"window\":{\"start_ns\":1763671860080000000,"
                   "\"end_ns\":1763671860160000000,\"count\":1},\"longest_ns\":80000000,"
                   "\"share_percent\":12.3456,\"freed_bytes\":4200000,\"cause\":null,\"path\":[{"));
    ck_assert(says("\"others\":[{\"longest_ns\":80000000}]"));
    ck_assert(!says("\"many\""));
}
END_TEST

START_TEST(people_read_the_title_and_the_sentences_in_every_format) {
    static const struct {
        enum format format;
        const char *heading, *sentence;
    } cases[] = {{FORMAT_TEXT, "Long pauses: WARNING, worker-1 stood", "\n  It took 12.3 % of"},
                 {FORMAT_MARKDOWN, "### Long pauses: WARNING, worker-1", "\n\nIt took 12.3 % of"},
                 {FORMAT_HTML, "<h2>Long pauses: WARNING, worker-1", "<p>It took 12.3 % of"}};
    add_pause(80, NULL);
    judge_pauses();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        text_clear(&out);
        write_as(cases[i].format);
        ck_assert_msg(says(cases[i].heading), "%s", text_str(&out));
        ck_assert_msg(says(cases[i].sentence), "%s", text_str(&out));
    }
}
END_TEST

START_TEST(a_comment_has_no_endless_names) {
    char endless[5000];
    memset(endless, 'x', sizeof endless);
    endless[sizeof endless - 1] = 0;
    add_pause(80, endless);
    judge_pauses();
    write_as(FORMAT_MARKDOWN);
    ck_assert_uint_lt(out.len, 3000);
    text_clear(&out);
    write_as(FORMAT_TEXT);
    ck_assert_uint_gt(out.len, 10000);
}
END_TEST

START_TEST(the_page_has_every_finding_with_its_method_and_window) {
    const struct scan_report report = {.start_ns = START, .end_ns = START + SECOND};
    static const struct zone utc = {.kind = ZONE_OFFSET};
    struct page_input input = {.profile = &profile,
                               .facts = &facts,
                               .report = &report,
                               .zone = &utc,
                               .title = "x.jfr",
                               .findings = &findings};
    add_pause(80, NULL);
    judge_pauses();
    page_meta_add(&input, START / 1000000, &out);
    ck_assert(says("\"analyses\":[{\"severity\":\"WARNING\",\"title\":\"Long pauses: WARNING, "
                   "worker-1 stood still in app.Main.main\""));
    ck_assert(says("\"text\":[\"1 long pause"));
    ck_assert(says("\"window\":[80,160],\"method\":[\"app.Main\",\"main\",\"\"]"));
}
END_TEST

/* A recording with what the two rules found of it. */
static void with_report(enum rule_severity first, enum rule_severity second,
                        void (*write)(const struct report_out *report)) {
    char title[] = "a.jfr";
    const struct found_recording recording = {.title = title};
    const struct found found = {0};
    const struct scan_report scan = {0};
    struct report_entry entry = {.recording = &recording, .event = mem_copy_text("test.Sample")};
    report_add_finding(&entry,
                       (struct report_finding){rules_all[0], first, 5, mem_copy_text("hot")});
    report_add_finding(&entry, (struct report_finding){&rule_of_pauses, second, 80,
                                                       mem_copy_text("worker-1 stood still")});
    struct report_out report = {.title = "Report", .found = &found, .scan = &scan};
    array_push(&report.entries, entry);
    write(&report);
    report_out_free(&report);
}

START_TEST(a_cause_is_worse_than_a_more_severe_finding_about_settings) {
    char titles[][8] = {"a.jfr", "b.jfr", "c.jfr"};
    const struct found_recording recordings[] = {
        {.title = titles[0]}, {.title = titles[1]}, {.title = titles[2]}};
    struct report_entry entries[] = {{.recording = &recordings[0]},
                                     {.recording = &recordings[1]},
                                     {.recording = &recordings[2]}};
    for (size_t i = 0; i < 3; i++) {
        report_add_finding(&entries[i], (struct report_finding){rules_all[0], RULE_INFO, 30, NULL});
        report_add_finding(&entries[i],
                           (struct report_finding){rules_all[1], RULE_WARNING, 99, NULL});
    }
    report_set_cause(&entries[1], 0, RULE_INFO);
    report_set_cause(&entries[2], 0, RULE_WARNING); /* that of what it explains */
    ck_assert_ptr_eq(report_worst(&entries[0]), &entries[0].findings.items[1]);
    ck_assert_ptr_eq(report_worst(&entries[1]), &entries[1].findings.items[0]);
    ck_assert_str_eq(report_word(&entries[1]), "INFO");
    ck_assert_int_gt(report_compare(&entries[0], &entries[1]), 0);
    ck_assert_int_gt(report_compare(&entries[1], &entries[2]), 0);
    for (size_t i = 0; i < 3; i++) array_free(&entries[i].findings);
}
END_TEST

static void write_json(const struct report_out *report) {
    report_write(report, FORMAT_JSON, 0, &out);
}

static void write_html(const struct report_out *report) {
    report_write(report, FORMAT_HTML, 0, &out);
}

static void write_markdown(const struct report_out *report) {
    report_write(report, FORMAT_MARKDOWN, 0, &out);
}

START_TEST(summary_json_has_the_first_finding_and_the_list_of_the_others) {
    with_report(RULE_OK, RULE_WARNING, write_json);
    const char *first = strstr(text_str(&out), "\"analysis\":\t{\n\t\t\t\t\"rule\":\t\"MethodProf");
    const char *list = strstr(text_str(&out), "\"findings\":\t[{\n\t\t\t\t\t\"rule\":\t\"LongPa");
    ck_assert_ptr_nonnull(first);
    ck_assert_ptr_nonnull(list);
    ck_assert(says("\"text\":\t\"worker-1 stood still\""));
}
END_TEST

START_TEST(index_and_summary_show_what_is_worth_a_look_of_any_rule) {
    void (*const writers[])(const struct report_out *) = {write_html, write_markdown};
    for (size_t i = 0; i < 2; i++) {
        text_clear(&out);
        with_report(RULE_OK, RULE_WARNING, writers[i]);
        ck_assert(says("stood still"));
        ck_assert(says("1 with a warning"));
        ck_assert(says(">WARNING<") || says("(WARNING)"));
        ck_assert(!says("hot<") && !says("hot\n"));
    }
}
END_TEST

START_TEST(where_nothing_is_worth_a_look_the_first_rule_speaks) {
    with_report(RULE_NA, RULE_OK, write_markdown);
    ck_assert(says("hot\n"));
    ck_assert(!says("stood still"));
    ck_assert(says("(OK)"));
}
END_TEST

START_TEST(where_a_rule_says_to_look_there_is_a_command) {
    for (const struct rule *const *rule = rules_all; *rule; rule++) {
        char name[64];
        if (!(*rule)->see) continue;
        snprintf(name, sizeof name, "%.*s", (int)strcspn((*rule)->see, " "), (*rule)->see);
        ck_assert_msg(command_find(name) != NULL, "%s of %s", name, (*rule)->id);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("finding");
    TCase *tcase = tcase_create("finding");
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_add_test(tcase, the_title_is_the_rule_its_severity_and_the_headline_of_that);
    tcase_add_test(tcase, without_a_headline_the_title_is_the_severity);
    tcase_add_test(tcase, values_are_written_as_their_kind_says);
    tcase_add_test(tcase, where_a_rule_says_to_look_there_is_a_command);
    tcase_add_test(tcase, a_line_without_one_of_its_values_is_left_out);
    tcase_add_test(tcase, of_a_choice_the_first_that_has_its_values_is_taken);
    tcase_add_test(tcase, of_many_others_five_are_named);
    tcase_add_test(tcase, names_are_harmless_for_a_terminal);
    tcase_add_test(tcase, what_was_not_recorded_is_named);
    tcase_add_test(tcase, in_json_a_finding_has_all_that_its_rule_declares);
    tcase_add_test(tcase, people_read_the_title_and_the_sentences_in_every_format);
    tcase_add_test(tcase, a_comment_has_no_endless_names);
    tcase_add_test(tcase, the_page_has_every_finding_with_its_method_and_window);
    tcase_add_test(tcase, a_cause_is_worse_than_a_more_severe_finding_about_settings);
    tcase_add_test(tcase, summary_json_has_the_first_finding_and_the_list_of_the_others);
    tcase_add_test(tcase, index_and_summary_show_what_is_worth_a_look_of_any_rule);
    tcase_add_test(tcase, where_nothing_is_worth_a_look_the_first_rule_speaks);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
