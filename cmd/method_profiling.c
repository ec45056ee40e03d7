/* jfrtool method-profiling: is there a method worth optimising, and what is to know about it. */
#include "analyzers/methods/callgraph.h"
#include "analyzers/methods/hot_methods.h"
#include "analyzers/rules/method_profiling.h"
#include "cmd/read/answer.h"
#include "cmd/read/judged.h"
#include "cmd/read/split.h"
#include "cmd/cli/message.h"
#include "cmd/page/report.h"
#include "cmd/sheets/verdict.h"
#include "base/safe.h"

#include <stdlib.h>
#include <string.h>

#define CALLS_MIN_SHARE 5 /* percent; the commands callers and callees show all */
#define CALLS_ROWS 15

struct profiling_options {
    struct option_base base;
    struct selection selection;
    struct input_options input;
    struct output_options output;
    uint64_t top;
    uint64_t calls;
    struct time_point window;
    const char *packages;
    bool jmc_compat;
    struct page_asked page;
};

static bool parse_window(const char *text, void *field) {
    struct time_point *window = field;
    return time_point_parse(text, window) && window->kind == TIME_FROM_START && window->ns > 0;
}

#define AT(field) offsetof(struct profiling_options, field)
static const struct option_row rows[] = {
    TOP_ROW(AT(top), "30", "Show the first N rows of hot methods; 0 is all"),
    OPTION(COUNT, "calls", AT(calls), .argument = "N", .initial = "1",
           .expected = "a number of methods",
           .help = "Show callers and callees of the N hottest methods, and of the one that the "
                   "verdict is about"),
    OPTION(PARSED, "window", AT(window), .argument = "TIME", .parse = parse_window,
           .expected = "a span of time such as 30s",
           .help = "Length of the windows that are judged, 30s if not given"),
    OPTION(TEXT, "strip", AT(packages), .argument = "REGEX", .initial = METHOD_PROFILING_PACKAGES,
           .help = "Packages whose frames do not count as top of the stack; has to match the whole "
                   "name, empty strips nothing"),
    OPTION(FLAG, "jmc-compat", AT(jmc_compat), .help = "Judge exactly as JDK Mission Control does"),
    OPTION(SET, "html", AT(output.format), .value = FORMAT_HTML,
           .help = "Write an interactive page with the verdict, hot methods, callers, callees, "
                   "flame graph, time and threads; -o FILE.html does, too"),
    {.name = NULL},
};

static const struct option_use groups[] = {OWN_GROUP("Method profiling", rows), SPLIT_GROUPS};

/* ==== Callers and callees ==================================================================== */

static uint64_t shape_tree(const struct verdict_view *view, const bool *chosen,
                           const struct callgraph_options *way, struct tree *tree) {
    OWNED(calltree_free) struct calltree calls = {0};
    callgraph_build(view->hot.profile, chosen, way, &calls);
    const struct tree_options shape = {
        .by = view->hot.by, .all = calls.nodes[0].total, .max_rows = CALLS_ROWS};
    uint64_t samples = calls.nodes[0].total;
    tree_of_calls(view->hot.profile, &calls, &shape, tree);
    return samples;
}

static void add_calls(struct verdict_view *view, uint32_t frame, bool self_only, bool every_time) {
    const struct profile *profile = view->hot.profile;
    bool *chosen = mem_zero(profile->frames.rows.len + 1, 1);
    struct verdict_calls calls = {.frame = frame, .self_only = self_only};
    chosen[frame] = true;
    struct callgraph_options way = {.way = CALLGRAPH_CALLERS,
                                    .self_only = self_only,
                                    .merge_types = true,
                                    .min_share = CALLS_MIN_SHARE};
    calls.caller_samples = shape_tree(view, chosen, &way, &calls.callers);
    way.way = CALLGRAPH_CALLEES;
    way.self_only = false;
    way.every_time = every_time;
    calls.callee_samples = shape_tree(view, chosen, &way, &calls.callees);
    free(chosen);
    struct text name = {0}, safe = {0};
    frame_add_name(&profile->frames, frame, &name);
    safe_add(&safe, text_str(&name), name.len);
    text_free(&name);
    calls.name = safe.len ? text_take(&safe) : mem_copy_text("(unnamed)");
    array_push(&view->calls, calls);
}

static bool same_name(const struct frames *v, uint32_t x, const struct frames *b, uint32_t y) {
    const struct frame *p = &v->rows.items[x], *q = &b->rows.items[y];
    return strcmp(strings_get(&v->strings, p->class_name),
                  strings_get(&b->strings, q->class_name)) == 0 &&
           strcmp(strings_get(&v->strings, p->method), strings_get(&b->strings, q->method)) == 0 &&
           strcmp(strings_get(&v->strings, p->descriptor),
                  strings_get(&b->strings, q->descriptor)) == 0;
}

/* The verdict's method, if rows are methods and it is worth a look and not among the hottest, and
 * these. */
static void choose_calls(struct verdict_view *view, uint64_t hottest, bool every_time) {
    const struct hot_view *hot = &view->hot;
    const struct finding *finding = view->finding.finding;
    const struct frames *own = &view->reading->samples->profile.frames;
    size_t len = hot->hot->rows.len < hottest ? hot->hot->rows.len : (size_t)hottest;
    bool wanted = hottest && hot->by == BY_METHOD && finding->severity >= RULE_INFO;
    for (size_t i = 0; i < len && wanted; i++)
        wanted =
            !same_name(&hot->profile->frames, hot->hot->rows.items[i].frame, own, finding->frame);
    uint32_t of_verdict = CALLTREE_NONE;
    uint64_t most = 0;
    for (uint32_t i = 0; wanted && i < hot->profile->rows.len; i++) {
        uint64_t total = hot->profile->rows.items[i].total; /* of several frame types the usual */
        if (total <= most || !same_name(&hot->profile->frames, i, own, finding->frame)) continue;
        of_verdict = i;
        most = total;
    }
    if (of_verdict != CALLTREE_NONE) add_calls(view, of_verdict, false, every_time);
    for (size_t i = 0; i < len; i++) {
        const struct hot_row *row = &hot->hot->rows.items[i];
        if (row->self) add_calls(view, row->frame, true, every_time);
    }
}

static void free_calls(struct verdict_view *view) {
    for (size_t i = 0; i < view->calls.len; i++) {
        free(view->calls.items[i].name);
        tree_free(&view->calls.items[i].callers);
        tree_free(&view->calls.items[i].callees);
    }
    array_free(&view->calls);
}

/* ==== The command ============================================================================ */

/* As the options have them. */
static void fill_settings(const struct profiling_options *options,
                          struct rule_setting settings[RULE_OPTIONS]) {
    rule_defaults(&rule_method_profiling, settings);
    settings[METHOD_PROFILING_STRIP].text = options->packages;
    if (options->window.kind != TIME_NONE)
        settings[METHOD_PROFILING_WINDOW].number = options->window.ns;
}

/* How fine the verdict's frames are, whatever the table's are. */
static enum frame_by finest(const struct profiling_options *options) {
    enum frame_by by = options->selection.by;
    return by == BY_BCI || (options->jmc_compat && by != BY_LINE) ? BY_BCI : BY_LINE;
}

/* Those besides the verdict, appended to it. */
static void add_findings(const struct reading *reading, struct findings *findings) {
    const struct rule_input input = judged_input(reading, &reading->run);
    OWNED(array_release) struct findings all = rules_judge(rules_all, &input);
    findings_keep(&all, RULE_INFO);
    for (size_t i = 0; i < all.len; i++) {
        if (all.items[i].rule == &rule_method_profiling) finding_free(&all.items[i]);
        else array_push(findings, all.items[i]);
    }
}

static int say_needs(struct answer *answer, struct needs *needs) {
    static const struct facts_options facts = {0};
    struct profiling_options *options = answer->options;
    struct rule_setting settings[RULE_OPTIONS];
    struct jfr_error error = {0};
    if (!split_fits_page(&options->selection, answer->format == FORMAT_HTML)) return EXIT_USAGE;
    fill_settings(options, settings);
    const struct rule_option *misused = rule_misused(&rule_method_profiling, settings, &error);
    if (misused) return message_misused(answer->command, "--%s: %s", misused->name, error.text);
    /* JDK Mission Control has a verdict where there are no samples, too. */
    answer->reading.none_is_fine =
        options->jmc_compat && answer->format != FORMAT_HTML && !options->selection.events.len;
    if (options->jmc_compat) { /* names as they are, and nothing but what the rule is about */
        walk_join(&answer->reading.run, &ends_reader, NULL);
        options->selection.raw_names = true;
        if (!options->selection.events.len)
            array_push(&options->selection.events, mem_copy_text(METHOD_PROFILING_EVENT));
    }
    if (answer->format == FORMAT_HTML) {
        answer->ended = page_asked_end;
        answer->with = &options->page;
        *needs = page_ask(&options->page, &answer->reading);
    } else {
        *needs = (struct needs){.keep = PROFILE_STACKS | PROFILE_SAMPLES, .facts = &facts};
    }
    needs->finest = finest(options);
    return EXIT_OK;
}

/* Of the recording, or of what --from leaves of it; JMC knows no such window. */
static int64_t start_of(const struct reading *reading) {
    int64_t start = reading->report.start_ns, from = reading->samples->window.from_ns;
    return from > start ? from : start;
}

static int make_answer(struct answer *answer) {
    struct profiling_options *options = answer->options;
    struct reading *reading = &answer->reading;
    struct profile *profile = &reading->samples->profile;
    const struct rule_input input = {
        .profile = profile,
        .facts = &reading->samples->facts,
        .event = reading->samples->event,
        .start_ns = start_of(reading),
        .recorded_ns = reading->samples->recorded_ns,
        .as_jmc = walk_result(&reading->run, &ends_reader),
    };
    struct rule_setting settings[RULE_OPTIONS];
    struct finding finding;
    if (!profile->samples && reading_say_nothing(reading) == EXIT_USAGE) return EXIT_USAGE;
    answer->empty = !profile->samples;
    fill_settings(options, settings);
    rule_judge(&rule_method_profiling, &input, settings, &finding);

    OWNED(profile_free) struct profile shown = {.keep = PROFILE_ROWS | PROFILE_STACKS};
    OWNED(hot_methods_free) struct hot_methods hot;
    profile_project(profile, options->selection.by, options->selection.frame_type, &shown);
    hot_methods_compute(&shown, HOT_BY_SELF, false, (size_t)options->top, &hot);
    struct verdict_view view = {
        .reading = reading,
        .finding = {&finding, profile, finest(options)},
        .hot = {.profile = &shown,
                .hot = &hot,
                .by = options->selection.by,
                .frame_type = options->selection.frame_type},
    };
    if (answer->format == FORMAT_HTML) {
        OWNED(findings_free) struct findings findings = {0};
        array_push(&findings, finding);
        add_findings(reading, &findings);
        const struct page_request request = {.opens = PAGE_METHODS, .findings = &findings};
        page_report_write(&options->page, 1, &request, &answer->output);
    } else {
        choose_calls(&view, options->calls, options->jmc_compat);
        verdict_add(&view, answer_sheet(answer, NULL));
        free_calls(&view);
        finding_free(&finding);
    }
    return EXIT_OK;
}

const struct command command_method_profiling = {
    .name = "method-profiling",
    .operands = "RECORDING...",
    .writes = FORMATS_OF_SHEETS,
    ANSWERS(struct profiling_options),
};
