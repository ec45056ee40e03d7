/* jfrtool method-profiling: is there a method worth optimising, and what is to know about it. */
#include "analyzers/methods/callgraph.h"
#include "analyzers/methods/hot_methods.h"
#include "analyzers/rules/method_profiling.h"
#include "cmd/read/answer.h"
#include "cmd/read/judged.h"
#include "cmd/read/split.h"
#include "cmd/cli/message.h"
#include "cmd/page/report.h"
#include "base/safe.h"
#include "cmd/read/reading.h"
#include "cmd/sheets/finding.h"
#include "cmd/sheets/hot_table.h"
#include "cmd/sheets/tree.h"
#include "cmd/write/words.h"
#include "analyzers/time/periods.h"
#include "base/units.h"

#define MORE_JVMS 5
#define LABELS 13 /* columns of the widest label, "Sampled every", whether it is there or not */
#define NAME_COLUMNS 150 /* of names in a comment */
#define COMMENT_ROWS 20
#define COMMENT_BYTES 58000 /* GitHub takes 65,536 characters; some room for who adds to it */
#define CALLS_MIN_SHARE 5   /* percent; the commands callers and callees show all */
#define CALLS_ROWS 15

struct verdict_calls { /* of one method */
    uint32_t frame;    /* index into hot.profile's frames */
    char *name;
    bool self_only; /* callers are of the samples with the method on top */
    uint64_t caller_samples, callee_samples;
    struct tree callers, callees;
};

struct verdict_view {
    const struct reading *reading;
    struct finding_view finding; /* of reading->samples->profile */
    struct hot_view hot;
    ARRAY(struct verdict_calls) calls;
};

/* ==== The report ============================================================================ */

static void add_jvm_pairs(const struct facts *facts, struct sheet *sheet) {
    OWNED(text_free) struct text value = {0};
    for (size_t i = 0; i < facts->jvms.len && i < MORE_JVMS; i++) {
        const char *name = strings_get(&facts->strings, facts->jvms.items[i].name);
        const char *version = strings_get(&facts->strings, facts->jvms.items[i].version);
        const char *built = strstr(version, ", built ");
        text_clear(&value);
        /* HotSpot's version repeats the name. */
        if (strncmp(version, name, strlen(name)) != 0) text_addf(&value, "%s ", name);
        text_add_bytes(&value, version, built ? (size_t)(built - version) : strlen(version));
        sheet_pair(sheet, NULL, "JVM", cell_text(text_str(&value)));
    }
    text_clear(&value);
    if (facts->jvms.len > MORE_JVMS) {
        text_addf(&value, "and %zu more", facts->jvms.len - MORE_JVMS);
        sheet_pair(sheet, NULL, "", cell_text(text_str(&value)));
    }
}

static void add_period_pair(const struct periods *periods, struct sheet *sheet) {
    OWNED(text_free) struct text value = {0};
    OWNED(map_free) struct map seen = {0};
    for (size_t i = 0; i < periods->items.len; i++) {
        if (!map_add(&seen, (uint64_t)periods->items.items[i].ns)) continue;
        if (seen.len > 1) text_add(&value, ", later ");
        if (periods->items.items[i].ns) units_add_duration(&value, periods->items.items[i].ns);
        else text_add(&value, "chunk");
    }
    if (value.len) sheet_pair(sheet, NULL, "Sampled every", cell_text(text_str(&value)));
}

static void add_loss(uint64_t count, const char *noun, const char *rest, struct text *out) {
    if (!count) return;
    if (out->len) text_add(out, ", ");
    text_add_number_of(out, count, noun);
    text_add(out, rest);
}

static void add_pairs(const struct reading *reading, const struct periods *periods,
                      struct sheet *sheet) {
    const struct facts *facts = &reading->samples->facts;
    const struct scan_report *report = &reading->report;
    const int64_t recorded_ns = reading->samples->recorded_ns;
    OWNED(text_free) struct text value = {0};
    add_jvm_pairs(facts, sheet);
    words_pair(sheet, "Duration", "{} from {}", cell_ns(recorded_ns > 0 ? recorded_ns : MISSING),
               cell_time(report->start_ns));
    add_period_pair(periods, sheet);
    reading_add_footer(reading, &value);
    const char *label = "Samples";
    for (char *line = value.data, *next; line && *line; line = next, label = "") {
        next = line + strcspn(line, "\n");
        if (*next) *next++ = 0;
        sheet_pair(sheet, NULL, label, cell_text(line));
    }
    text_clear(&value);
    add_loss(facts->lost_samples, "sample", " by the sampler", &value);
    add_loss(facts->lost_bytes, "byte", " of events by the JVM", &value);
    add_loss(report->lost_bytes, "byte", " of the file could not be read", &value);
    sheet_pair(sheet, NULL, "Lost", cell_text(value.len ? value.data : "nothing"));
}

#include "cmd/keys/method-profiling_shown.h"

static void add_recording(const struct reading *reading, struct sheet *sheet) {
    const struct samples *samples = reading->samples;
    OWNED(periods_free) struct periods periods = {0};
    if (samples->event) periods_of(&samples->facts, samples->event, false, &periods);
    sheet_group(sheet,
                (struct sheet_group){.title = "Recording", .key = "recording", .folded = true});
    recording_fields(reading, &samples->facts, &periods, sheet);
    add_pairs(reading, &periods, sheet);
    sheet_end(sheet);
}

/* For people a tree is worth showing if there is more in it than the method itself. */
static bool has_calls(const struct tree *tree) {
    return tree->rows.len && tree->rows.items[tree->rows.len - 1].depth > 0;
}

static void add_tree(const struct verdict_view *view, const struct verdict_calls *calls,
                     bool callers, struct sheet *sheet) {
    const struct tree *tree = callers ? &calls->callers : &calls->callees;
    uint64_t samples = callers ? calls->caller_samples : calls->callee_samples;
    const struct tree_shape shape = {.by = view->hot.by,
                                     .self = !callers,
                                     .formats =
                                         has_calls(tree) ? SHEET_PEOPLE | SHEET_JSON : SHEET_JSON};
    OWNED(text_free) struct text title = {0};
    words_add(&title, "{}{} ({sample}{}", cell_text(callers ? "Callers of " : "Callees of "),
              cell_text(calls->name), cell_count(samples),
              cell_text(callers && calls->self_only ? " with it on top of the stack)"
                                                    : " with it on the stack)"));
    sheet_group(sheet, (struct sheet_group){.title = has_calls(tree) ? text_str(&title) : NULL,
                                            .key = callers ? "callers" : "callees",
                                            .folded = true});
    if (callers) sheet_field(sheet, "self_only", cell_bool(calls->self_only));
    sheet_field(sheet, "samples", cell_count(samples));
    tree_add(tree, view->hot.profile, &shape, sheet);
    sheet_end(sheet);
}

/* A comment has another order: what may be left out comes last. */
static void add_comment(const struct verdict_view *view, struct sheet *sheet) {
    struct hot_view hot = view->hot;
    sheet->limit = COMMENT_BYTES;
    sheet_section(sheet, "Verdict");
    finding_add(&view->finding, NULL, sheet);
    sheet_section(sheet, "Hot methods");
    if (!hot.max_rows || hot.max_rows > COMMENT_ROWS) hot.max_rows = COMMENT_ROWS;
    hot.name_columns = NAME_COLUMNS;
    hot_add(&hot, sheet);
    sheet_section(sheet, "Recording");
    add_recording(view->reading, sheet);
    EACH (const struct verdict_calls, calls, &view->calls) {
        if (has_calls(&calls->callers)) sheet_section(sheet, "Callers");
        add_tree(view, calls, true, sheet);
        if (has_calls(&calls->callees)) sheet_section(sheet, "Callees");
        add_tree(view, calls, false, sheet);
    }
}

static void add_report(const struct verdict_view *view, struct sheet *sheet) {
    OWNED(text_free) struct text shown = {0};
    sheet->labels = LABELS;
    finding_add(&view->finding, "analysis", sheet);
    reading_add_fields(view->reading, sheet);
    hot_add(&view->hot, sheet);
    hot_add_shown(&view->hot, &shown);
    sheet_note(sheet, SHEET_TEXT, text_str(&shown));
    sheet_array(sheet, "calls");
    EACH (const struct verdict_calls, calls, &view->calls) {
        sheet_object(sheet, NULL);
        frame_add_fields(&view->hot.profile->frames, calls->frame, view->hot.by,
                         view->hot.frame_type, sheet);
        add_tree(view, calls, true, sheet);
        add_tree(view, calls, false, sheet);
        sheet_end(sheet);
    }
    sheet_end(sheet);
    add_recording(view->reading, sheet);
}

/* Markdown is a comment on a pull request: it starts with ### and has less than 60,000 bytes. */
static void verdict_add(const struct verdict_view *view, struct sheet *sheet) {
    if (sheet_shows(sheet, SHEET_MARKDOWN)) add_comment(view, sheet);
    else add_report(view, sheet);
}

static bool parse_window(const char *text, void *field) {
    struct time_point *window = field;
    return time_point_parse(text, window) && window->kind == TIME_FROM_START && window->ns > 0;
}

#include "cmd/method_profiling_options.h"

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
    OWNED(mem_release) bool *chosen = mem_zero(profile->frames.rows.len, 1);
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

/* The verdict's method, if it is worth a look and not among the hottest, and these. */
static void choose_calls(struct verdict_view *view, uint64_t hottest, bool every_time) {
    const struct hot_view *hot = &view->hot;
    const struct finding *finding = view->finding.finding;
    const struct frames *own = &view->reading->samples->profile.frames;
    size_t len = hot->hot->rows.len < hottest ? hot->hot->rows.len : (size_t)hottest;
    bool wanted = hottest && hot->by == BY_METHOD && finding->severity >= RULE_INFO &&
                  !some_of(i, len,
                           same_name(&hot->profile->frames, hot->hot->rows.items[i].frame, own,
                                     finding->frame));
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
        free_each(tree_free, &view->calls.items[i].callers, &view->calls.items[i].callees);
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
    if (answer->format == FORMAT_HTML) *needs = page_ask_of(answer, &options->page);
    else *needs = (struct needs){.keep = PROFILE_STACKS | PROFILE_SAMPLES, .facts = &facts};
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
