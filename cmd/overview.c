/* jfrtool overview: what stands out in a recording, on one screen. */
#include "cmd/ci/died.h"
#include "cmd/write/amount.h"
#include "analyzers/rules/method_profiling.h"
#include "analyzers/whatif/experiments.h"
#include "base/safe.h"
#include "base/units.h"
#include "cmd/cli/message.h"
#include "cmd/cli/operands.h"
#include "cmd/cli/voice.h"
#include "cmd/fleet/standing.h"
#include "cmd/read/answer.h"
#include "cmd/page/report.h"
#include "cmd/read/comparison.h"
#include "cmd/read/judged.h"
#include "cmd/read/split.h"
#include "cmd/read/within.h"
#include "cmd/sheets/causes.h"
#include "cmd/sheets/contrast.h"
#include "cmd/sheets/finding.h"
#include "cmd/sheets/findings.h"
#include "cmd/sheets/unfound.h"

#define FIGURES 5      /* that say that nothing stands out */
#define LEAST_TAKEN 20 /* samples that a hot method is said of among them */

#include "cmd/overview_options.h"

/* In commands/overview.command. */
enum { NEXT_ACCOUNT, NEXT_HOT_METHODS, NEXT_WHATIF, NEXT_REPORT };

/* ==== Figures =============================================================================== */

/* A method that was met once or twice is none that anything can be said of. */
static bool says_little(const struct finding *finding) {
    return finding->rule == &rule_method_profiling &&
           finding->values[METHOD_PROFILING_TAKEN].number < LEAST_TAKEN;
}

/* The first few figures of rules that were judged, by what everybody looks at first; for people
 * those of what happened at all. */
static size_t usual_figures(const struct findings *findings, bool people,
                            const struct finding **out) {
    static const char *const ids[] = {"HighJvmCpu",          "GcPauseRatio",
                                      "LongGcPause",         "JavaBlocking",
                                      "Exceptions",          "ContainerThrottling",
                                      "Allocations.class",   "SocketRead",
                                      "TimeToSafepoint",     "MethodProfiling",
                                      "LowOnPhysicalMemory", "StackdepthSetting",
                                      "FileWrite",           "FileRead"};
    size_t count = 0;
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++)
        for (size_t k = 0; k < findings->len && count < FIGURES; k++)
            if (strcmp(findings->items[k].rule->id, ids[i]) == 0 &&
                findings->items[k].severity != RULE_NA &&
                is_known(finding_figure(&findings->items[k])) &&
                (!people ||
                 (finding_figure(&findings->items[k]) > 0 && !says_little(&findings->items[k]))))
                out[count++] = &findings->items[k];
    return count;
}

/* ==== The answer ============================================================================ */

static void add_figures(const struct findings_view *view, struct sheet *sheet) {
    const struct finding *figures[FIGURES];
    size_t count = usual_figures(view->findings, false, figures);
    sheet_array(sheet, "figures");
    for (size_t i = 0; i < count; i++) {
        const struct rule *rule = figures[i]->rule;
        sheet_object_of(sheet, NULL, {"id", cell_text(rule->id)}, {"name", cell_text(rule->name)},
                        {"figure", findings_figure_cell(rule, finding_figure(figures[i]))},
                        {"unit", cell_text(findings_unit(rule))});
    }
    sheet_end(sheet);
}

/* "14,202 samples of jdk.ExecutionSample in 60 s; OpenJDK 64-Bit Server VM (21.0.3+9-LTS)" */
static void add_subtitle(const struct reading *reading, int64_t recorded_ns, struct text *out) {
    const struct samples *samples = reading->samples;
    const struct facts *facts = &samples->facts;
    amount_add_sampled(out, samples->event, samples->profile.samples);
    text_add(out, " in ");
    units_add_duration(out, recorded_ns);
    if (facts->jvms.len) {
        const struct fact_jvm *jvm = &facts->jvms.items[facts->jvms.len - 1];
        const char *version = strings_get(&facts->strings, jvm->version);
        const char *end = strstr(version, " for ");
        OWNED(text_free) struct text shown = {0};
        text_add_bytes(&shown, version, end ? (size_t)(end - version) : strlen(version));
        if (shown.len) text_add(out, "; ");
        safe_add_name(out, text_str(&shown));
    }
    text_add_char(out, '\n');
}

/* Could any rule about more than settings and losses say something? */
static bool is_judged(const struct findings *findings) {
    EACH (const struct finding, finding, findings)
        if (finding->severity != RULE_NA && finding->rule->group != RULE_OTHER &&
            finding->rule->group != RULE_LOSSES)
            return true;
    return false;
}

/* "4 findings about settings and security (WARNING: Remote management): jfrtool overview --all" */
static void add_settings(const struct findings_view *view, struct text *out) {
    OWNED(text_free) struct text warnings = {0};
    size_t count = 0;
    EACH (const struct finding, finding, view->findings) {
        if (finding->severity < RULE_INFO || cause_counts(finding)) continue;
        count++;
        if (finding->severity == RULE_WARNING)
            text_addf(&warnings, "%s%s",
                      warnings.len ? ", " : " (WARNING: ", rule_cause(finding->rule));
    }
    if (!count) return;
    text_add_number_of(out, count, "finding");
    text_addf(out, " about settings and security%s%s: ", text_str(&warnings),
              warnings.len ? ")" : "");
    findings_add_see(view, "rules", out);
    text_add_char(out, '\n');
}

static void describe(const struct findings_view *view, const struct causes *causes,
                     const struct reading *reading, const struct rule_input *input, uint64_t top,
                     const struct contrast_view *different, size_t columns, struct sheet *sheet) {
    const struct findings *findings = view->findings;
    OWNED(account_free) struct account account;
    OWNED(text_free) struct text words = {0};
    size_t count = causes->items.len;
    reading_add_title(reading, &words);
    OWNED(text_free) struct text name = words;
    words = (struct text){0};
    add_subtitle(reading, input->recorded_ns, &words);
    if (!count)
        text_add(&words, is_judged(findings) ? "Nothing stands out.\n"
                         : reading_is_partial(reading)
                             ? "Too little could be read to say what stands out.\n"
                             : "Too little is recorded to say what stands out.\n");
    sheet_group(sheet, (struct sheet_group){.title = text_str(&name)});
    sheet_lines(sheet, SHEET_PEOPLE, text_str(&words));
    sheet_end(sheet);
    text_clear(&words);
    if (different) contrast_describe(different, sheet);
    size_t shown = causes_describe(view, causes, top, columns, sheet);
    if (!count) {
        const struct finding *figures[FIGURES];
        size_t len = usual_figures(findings, true, figures);
        for (size_t i = 0; i < len; i++) {
            const struct finding_view one = {figures[i], view->profile, BY_LINE};
            OWNED(text_free) struct text line = {0};
            finding_add_sentences(&one, &line);
            if (line.len) text_add_bytes(&words, line.data, strcspn(line.data, "\n") + 1);
        }
    }
    if (count > shown)
        text_addf(&words, "And %zu more (%s).\n", count - shown,
                  voice_is_of_tools() ? "rules has all" : "--top 0");
    causes_add_outside(view, causes, &words);
    account_make(&reading->run, &account);
    unfound_add(findings, input, &account, reading, &words);
    add_settings(view, &words);
    sheet_lines(sheet, SHEET_PEOPLE, text_str(&words));
}

/* ==== What is different in the window ======================================================= */

struct different {
    struct contrast contrast;
    struct contrast_view view;
    struct comparison sides; /* samples of the rest and of the window */
    struct diff diff;
    bool compared;
};

/* Methods: those of the window against those of the rest, as diff --window has them. */
static void compare_samples(struct answer *answer, struct different *out) {
    const struct overview_options *options = answer->options;
    const struct text_list *operands = &options->base.operands;
    static const struct needs needs = {0};
    const struct diff_options how = {.normalize = DIFF_SHARES, .alpha = 0.05, .confidence = 0.95};
    struct message_options quiet = options->output.messages;
    struct reading reading = reading_for(answer->command, answer->options);
    struct selection rest = options->selection;
    struct side_paths paths = {.selections = {&rest, &options->selection}};
    uint64_t samples[2] = {0};
    if (operands_stream(operands)) return;
    EACH (const char *const, operand, operands)
        for (int side = 0; side < 2; side++) array_push(&paths.paths[side], *operand);
    rest.not_then = true;
    quiet.quiet = true;
    reading.messages = &quiet;
    reading.none_is_fine = true;
    paths.windows[0] = "";
    paths.windows[1] = "";
    int code = comparison_read(&reading, &paths, &needs, NULL, NULL, &out->sides);
    message_set_quiet(options->output.messages.quiet);
    for (size_t i = 0; code == EXIT_OK && i < out->sides.inputs.len; i++)
        samples[out->sides.inputs.items[i].side] += out->sides.inputs.items[i].profile->samples;
    out->compared = samples[0] && samples[1];
    if (out->compared)
        diff_compute(out->sides.inputs.items, out->sides.inputs.len, &how, &out->diff);
    comparison_free_paths(&paths);
}

/* False: there is no window, or nothing besides it. */
static bool find_different(struct answer *answer, const struct judged *judged,
                           struct different *out) {
    const struct scan_report *report = &answer->reading.report;
    const struct rule_input *input = &judged->input;
    contrast_make(input, report->start_ns, report->end_ns, &out->contrast);
    if (!out->contrast.ns[1]) return false;
    compare_samples(answer, out);
    out->view = (struct contrast_view){
        .contrast = &out->contrast,
        .diff = out->compared ? &out->diff : NULL,
        .paths = &answer->reading.paths,
        .from_ns =
            input->window_from_ns > report->start_ns ? input->window_from_ns : report->start_ns,
        .to_ns = input->window_to_ns < report->end_ns ? input->window_to_ns : report->end_ns,
    };
    return true;
}

static void different_free(struct different *different) {
    contrast_free(&different->contrast);
    if (different->compared) diff_free(&different->diff);
    comparison_free(&different->sides);
}

static bool has_experiments(const struct walk_run *run) {
    const struct event_table *table =
        tables_find(walk_result(run, &tables_reader), &experiments_wishes.rows[0]);
    return table && table->rows > 0;
}

static int make_answer(struct answer *answer) {
    static const struct facts_options facts = {0};
    const struct overview_options *options = answer->options;
    struct reading *reading = &answer->reading;
    const struct needs needs = {
        .keep = PROFILE_STACKS | PROFILE_SAMPLES, .finest = BY_LINE, .facts = &facts};
    struct account_asked account = {.from = options->selection.from,
                                    .to = options->selection.to,
                                    .states = true,
                                    .zone = options->selection.zone};
    struct judged judged;
    struct different different = {0};
    OWNED(page_asked_free) struct page_asked asked = {.tabs = {.asked = NULL}};
    OWNED(causes_free) struct causes causes = {.items = {0}};
    const bool page = answer->format == FORMAT_HTML;
    if (!split_fits_page(&options->selection, page)) return EXIT_USAGE;
    if (!page && within_is_asked(&options->selection))
        return message_usage("--within and --outside filter samples, not what else happened: they "
                             "are for the page (-o PAGE.html)");
    answer->leads_nowhere = UINT64_MAX; /* each cause says what is next */
    if (!page && standing_is_asked(reading)) {
        answer->leads_nowhere &= ~(UINT64_C(1) << NEXT_REPORT);
        return standing_answer(answer, options->top);
    }
    int code = within_read(reading);
    if (code != EXIT_OK) return code;
    const struct needs needs_of_page = page ? page_ask(&asked, reading) : needs;
    if (!page && selection_has_window(reading->selection)) contrast_join(&reading->run);
    if (!page) walk_join(&reading->run, &tables_reader, &experiments_wishes);
    if (!page) account_join(&reading->run, &account);
    code = judged_take(reading, &needs_of_page, NULL, &judged);
    if (code == EXIT_OK && page) {
        findings_keep(&judged.findings, RULE_INFO);
        findings_sort(&judged.findings);
        const struct page_request request = {.opens = PAGE_ACCOUNT, .findings = &judged.findings};
        page_report_write(&asked, 1, &request, &answer->output);
    } else if (code == EXIT_OK) {
        struct sheet *sheet = answer_sheet(answer, NULL);
        const struct findings_view view = {&judged.findings, &reading->samples->profile,
                                           &reading->paths};
        const struct contrast_view *shown =
            find_different(answer, &judged, &different) ? &different.view : NULL;
        findings_sort(&judged.findings);
        causes_make(&judged.findings, view.profile, &causes);
        if (!causes.items.len && is_judged(&judged.findings))
            answer->leads_nowhere &= ~(UINT64_C(1) << NEXT_ACCOUNT |
                                       (uint64_t)(view.profile->samples > 0) << NEXT_HOT_METHODS);
        if (has_experiments(&reading->run)) answer->leads_nowhere &= ~(UINT64_C(1) << NEXT_WHATIF);
        if (sheet_shows(sheet, SHEET_PROGRAMS)) causes_add_rows(&view, &causes, sheet);
        else
            describe(&view, &causes, reading, &judged.input, options->top, shown,
                     (size_t)answer->output.columns, sheet);
        if (answer->format == FORMAT_JSON) add_figures(&view, sheet);
        if (answer->format == FORMAT_JSON && shown) contrast_describe(shown, sheet);
        else sheet_field(sheet, "different", cell_missing());
    }
    if (code == EXIT_NOT_JFR) died_lead(reading);
    walk_run_free(&reading->run);
    different_free(&different);
    judged_free(&judged);
    return code;
}

/* ==== The page as a command of its own ====================================================== */

/* "dir/rec.jfr.zst": rec.html, in the folder one is in. */
static void add_page_name(const char *input, struct text *out) {
    size_t end = strlen(input), begin;
    while (end > 1 && input[end - 1] == '/') end--;
    for (begin = end; begin > 0 && input[begin - 1] != '/';) begin--;
    const char *known = strstr(input + begin, ".jfr");
    if (known) end = (size_t)(known - input);
    if (end == begin || input[begin] == '.' || strcmp(input, "-") == 0) text_add(out, "page");
    else text_add_bytes(out, input + begin, end - begin);
    text_add(out, ".html");
}

static int run_page(const struct command *command, struct option_base *base) {
    struct overview_options *options = (struct overview_options *)(void *)base;
    OWNED(text_free) struct text name = {0};
    bool named = options->output.path != NULL;
    if (!named) {
        add_page_name(base->operands.items[0], &name);
        options->output.path = name.data;
    }
    options->output.format = FORMAT_HTML;
    message_set_quiet(options->output.messages.quiet);
    int code = answer_run(command, base);
    if (!named && (code == EXIT_OK || code == EXIT_PARTIAL)) message_note("wrote %s", name.data);
    options->output.path = NULL;
    return code;
}
