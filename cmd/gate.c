/* jfrtool gate: rules about what may grow from one recording to the next. */
#include "analyzers/compare/gate.h"
#include "analyzers/profile/labels.h"
#include "analyzers/profile/split.h"
#include "analyzers/samples/pprof_write.h"

#include "cmd/read/answer.h"
#include "cmd/read/comparison.h"
#include "cmd/ci/gate_findings.h"
#include "cmd/ci/gate_rules.h"
#include "cmd/cli/message.h"
#include "cmd/write/deflate.h"
#include "cmd/ci/gate_report.h"
#include "cmd/ci/source.h"

#define LEAST_MARKDOWN 1000
#define SUMMARY_BYTES (1024 * 1024) /* GitHub's step summary; comments take 65,536 */

#include "cmd/gate_options.h"

/* ==== Reading =============================================================================== */

/* The recordings of both sides, read for one event type. */
struct gate_reading {
    const char *event;
    struct selection selection;
    struct message_options messages;
    struct comparison comparison;
    ARRAY(struct gate_said) said;
};

typedef ARRAY(struct gate_reading) gate_readings;

static bool has_event(const gate_readings *readings, const char *event) {
    for (size_t i = 0; i < readings->len; i++) {
        const char *has = readings->items[i].event;
        if (has == event || (has && event && strcmp(has, event) == 0)) return true;
    }
    return false;
}

static bool wants_default(const struct gate_rules *rules) {
    return some_of(i, rules->items.len, !rules->items.items[i].event);
}

/* Is some rule about the samples themselves, which then have to be there? */
static bool judges_samples(const struct gate_rules *rules) {
    EACH (const struct gate_rule, rule, &rules->items)
        if (!rule->event && (rule->check == GATE_GROWTH || rule->check == GATE_SHARE)) return true;
    return false;
}

static int read_event(const struct answer *answer, const struct side_paths *paths,
                      const struct gate_rules *rules, const struct gate_wishes *wishes,
                      const char *event, gate_readings *readings) {
    const struct gate_command *options = answer->options;
    const struct needs needs = {.values = true, .origin = true, .labels = true};
    array_push(readings, (struct gate_reading){.event = event,
                                               .selection = options->selection,
                                               .messages = options->output.messages});
    struct gate_reading *reading = &readings->items[readings->len - 1];
    reading->selection.by = BY_LINE; /* for places in the source; rules see methods and wider */
    if (event) reading->selection.events = (struct text_list){.items = &reading->event, .len = 1};
    reading->messages.quiet |= readings->len > 1; /* the same recordings again */
    struct reading how = answer->reading;
    how.selection = &reading->selection;
    how.messages = &reading->messages;
    /* Nothing allocated, nobody waited: that is an answer. */
    how.none_is_fine = event || !judges_samples(rules);
    struct comparison *c = &reading->comparison;
    int code = comparison_read(&how, paths, &needs, comparison_join_tables, &wishes->wishes, c);
    for (size_t i = 0; i < c->recordings.len; i++) {
        const struct reading *one = &c->recordings.items[i].reading;
        struct gate_said said = {.tables = walk_result(&one->run, &tables_reader)};
        if (one->samples) said.window = one->samples->window;
        said.of_jvm = one->samples && one->samples->of_jvm;
        if (one->samples && one->report.profiles == 0) said.facts = &one->samples->facts;
        array_push(&reading->said, said);
    }
    return code;
}

static void free_readings(gate_readings *readings) {
    for (size_t i = 0; i < readings->len; i++) {
        comparison_free(&readings->items[i].comparison);
        array_free(&readings->items[i].said);
    }
    array_free(readings);
}

/* Once for each event type that some rule is about; --event is about the rules that name none. */
static int read_all(const struct answer *answer, const struct side_paths *paths,
                    const struct gate_rules *rules, const struct gate_wishes *wishes,
                    gate_readings *readings) {
    int code = EXIT_OK;
    array_reserve(readings, rules->items.len + 1); /* they are pointed to: they must not move */
    if (wants_default(rules)) code = read_event(answer, paths, rules, wishes, NULL, readings);
    for (size_t i = 0; i < rules->items.len && code == EXIT_OK; i++) {
        const char *event = rules->items.items[i].event;
        if (!has_event(readings, event))
            code = read_event(answer, paths, rules, wishes, event, readings);
    }
    message_set_quiet(answer->reading.messages->quiet);
    return code;
}

static int evaluate(const struct answer *answer, const struct side_paths *paths,
                    const struct gate_rules *rules, const gate_readings *readings,
                    struct gate_result *result) {
    ARRAY(struct gate_source) sources = {0};
    EACH (const struct gate_reading, r, readings)
        array_push(&sources, (struct gate_source){.event = r->event,
                                                  .recordings = r->comparison.inputs.items,
                                                  .said = r->said.items,
                                                  .len = r->comparison.inputs.len});
    gate_evaluate(rules, sources.items, sources.len, result);
    array_free(&sources);
    const struct text_list fresh = {.items = paths->paths[1].items, .len = paths->paths[1].len};
    return gate_find(&answer->reading, &fresh, rules, result);
}

/* The same rules on base and the recordings to confirm with. */
static int confirm(const struct answer *answer, const struct side_paths *paths,
                   const struct gate_rules *rules, struct gate_result *result) {
    const struct gate_command *options = answer->options;
    gate_readings readings = {0};
    struct side_paths again = *paths;
    struct gate_result second;
    again.paths[1].items = options->confirm.items;
    again.paths[1].len = options->confirm.len;
    message_note("confirming:");
    OWNED(gate_wishes_free) struct gate_wishes wishes;
    gate_wish(rules, &wishes);
    int code = read_all(answer, &again, rules, &wishes, &readings);
    if (code == EXIT_OK) {
        code = evaluate(answer, &again, rules, &readings, &second);
        gate_confirm(rules, result, &second);
        gate_result_free(&second);
    }
    free_readings(&readings);
    return code;
}

/* ==== Places in the source ================================================================== */

/* The line of the finding's method (or class) in which most samples of the new side are. */
static int hottest_line(const gate_readings *readings, const struct gate_finding *finding) {
    OWNED(map_free) struct map lines = {0};
    uint64_t most = 0;
    int line = 0;
    for (size_t i = 0; i < readings->len; i++) {
        const struct comparison *c = &readings->items[i].comparison;
        for (size_t k = 0; k < c->inputs.len; k++) {
            const struct profile *profile = c->inputs.items[k].profile;
            const struct strings *strings = &profile->frames.strings;
            if (c->inputs.items[k].side == 0) continue;
            uint32_t class_name =
                strings_find(strings, finding->class_name, strlen(finding->class_name));
            uint32_t method = strings_find(strings, finding->method, strlen(finding->method));
            EACH (const struct profile_stack, stack, &profile->stacks) {
                for (uint32_t d = stack->depth; d-- > 0;) {
                    const struct frame *frame =
                        &profile->frames.rows.items[profile->stack_frames.items[stack->first + d]];
                    if (frame->class_name != class_name || frame->line <= 0 ||
                        (*finding->method && frame->method != method))
                        continue;
                    bool fresh;
                    uint64_t *count = map_put(&lines, (uint64_t)frame->line, &fresh);
                    *count += stack->samples;
                    if (*count > most || (*count == most && frame->line < line)) {
                        most = *count;
                        line = frame->line;
                    }
                    break;
                }
            }
        }
    }
    return line;
}

static struct gate_place *find_places(const struct gate_command *options,
                                      const gate_readings *readings,
                                      const struct gate_result *result) {
    struct gate_place *places = mem_zero(result->findings.len, sizeof *places);
    for (size_t i = 0; i < result->findings.len; i++) {
        const struct gate_finding *finding = &result->findings.items[i];
        OWNED(text_free) struct text path = {0};
        if (!*finding->class_name) continue;
        places[i].line = hottest_line(readings, finding);
        if (options->source_root && source_find(options->source_root, finding->class_name, &path))
            places[i].path = text_take(&path);
    }
    return places;
}

/* ==== Reports =============================================================================== */

static bool write_files(const struct gate_command *options, const struct gate_view *view) {
    const struct {
        const char *path;
        void (*add)(const struct gate_view *view, struct text *out);
    } files[] = {{options->junit, gate_add_junit},
                 {options->sarif, gate_add_sarif},
                 {options->gitlab, gate_add_gitlab}};
    bool fine = true;
    struct text content = {0};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        if (!files[i].path) continue;
        files[i].add(view, &content);
        fine = output_write(files[i].path, &content) && fine;
    }
    if (options->markdown) {
        uint64_t limit = options->md_limit ? options->md_limit : SUMMARY_BYTES;
        OWNED(sheet_free) struct sheet sheet;
        sheet_open(&sheet, FORMAT_MARKDOWN);
        sheet.limit = (size_t)limit;
        gate_describe(view, &sheet);
        sheet_write(&sheet, &(struct sheet_style){0}, &content);
        fine = output_write(options->markdown, &content) && fine;
    }
    return fine;
}

static int report(struct answer *answer, const struct gate_view *view) {
    const struct gate_command *options = answer->options;
    OWNED(text_free) struct text title = {0}, out = {0};
    comparison_add_title(answer->command, view->comparison, &title);
    struct sheet *sheet = answer_sheet(answer, text_str(&title));
    sheet->limit = (size_t)options->md_limit;
    gate_describe(view, sheet);
    if (options->annotations) { /* on stderr, where GitHub reads them, too, in nobody's way */
        gate_add_annotations(view, &out);
        fputs(text_str(&out), stderr);
    }
    if (!write_files(options, view)) return EXIT_USAGE;
    return gate_view_fails(view) ? EXIT_GATE : EXIT_OK;
}

/* ==== The next baseline ===================================================================== */

/* The samples of the new side, as jfrtool profile writes them. */
static bool write_baseline(const struct gate_command *options, const struct gate_reading *reading) {
    const struct comparison *c = &reading->comparison;
    OWNED(profile_free)
    struct profile all = {.keep = PROFILE_STACKS | PROFILE_SAMPLES, .time_grain = SAMPLES_NO_TIMES};
    OWNED(origin_free) struct origin origin = {0};
    struct text message = {0}, packed = {0};
    size_t runs = 0;
    for (size_t i = 0; i < c->inputs.len; i++) runs += c->inputs.items[i].side == 1;
    const bool several = runs > 1;
    /* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): there is a rule, so there is a reading
     */
    for (size_t i = 0; i < c->inputs.len; i++) {
        OWNED(profile_free) struct profile methods = {.keep = PROFILE_STACKS | PROFILE_SAMPLES};
        if (c->inputs.items[i].side == 0) continue;
        profile_project(c->inputs.items[i].profile, BY_METHOD, false, &methods);
        const struct label run = {SPLIT_RUN, c->recordings.items[i].path};
        if (several) profile_label(&methods, &run, 1);
        profile_merge(&all, &methods);
        origin_merge(&origin, &c->recordings.items[i].reading.samples->origin);
    }
    origin_sort(&origin);
    pprof_write(&all, &origin, PPROF_THREADS_BY_NAME, &message, NULL, NULL);
    gzip_add(&packed, text_str(&message), message.len, 9);
    bool fine = output_write(options->baseline, &packed);
    text_free(&message);
    return fine;
}

/* ==== The command =========================================================================== */

static int judge(struct answer *answer, const struct side_paths *paths,
                 const struct gate_rules *rules, const gate_readings *readings) {
    const struct gate_command *options = answer->options;
    OWNED(gate_result_free) struct gate_result result;
    int code = evaluate(answer, paths, rules, readings, &result);
    bool found = result.findings.len > 0 && options->confirm.len > 0;
    if (code == EXIT_OK && found) code = confirm(answer, paths, rules, &result);
    if (code == EXIT_OK) {
        OWNED(mem_release) struct gate_place *places = find_places(options, readings, &result);
        struct gate_view view = {.rules = rules,
                                 .result = &result,
                                 .places = places,
                                 .comparison = &readings->items[0].comparison,
                                 .confirmed = found,
                                 .wants_verdict = options->wants_verdict};
        code = report(answer, &view);
        if (options->baseline && gate_view_fails(&view))
            message_note("%s is not written, because the gate failed", options->baseline);
        else if (options->baseline && !write_baseline(options, &readings->items[0]))
            code = EXIT_USAGE;
        for (size_t i = 0; i < result.findings.len; i++) free(places[i].path);
    }
    return code;
}

static int say_needs(struct answer *answer, struct needs *needs) {
    const struct gate_command *options = answer->options;
    (void)needs; /* depends on the rules: it reads for itself */
    if (!options->md_limit || options->md_limit >= LEAST_MARKDOWN) return EXIT_OK;
    return message_misused(answer->command,
                           "--md-limit %llu: not even a verdict fits; expected at least %d bytes",
                           (unsigned long long)options->md_limit, LEAST_MARKDOWN);
}

static int make_answer(struct answer *answer) {
    const struct gate_command *options = answer->options;
    struct gate_rules rules = {0};
    struct side_paths paths;
    gate_readings readings = {0};
    struct gate_wishes wishes = {.wishes = {.count = 0}};
    if (!comparison_paths(&options->command, &options->base, &paths))
        return message_misuse(answer->command);
    int code = EXIT_USAGE;
    if (!options->rules) gate_default_rules(&rules);
    if (!options->rules || gate_rules_read(options->rules, &rules)) {
        gate_wish(&rules, &wishes);
        code = read_all(answer, &paths, &rules, &wishes, &readings);
    }
    if (code == EXIT_OK) {
        code = judge(answer, &paths, &rules, &readings);
        answer->partial = comparison_exit_code(&readings.items[0].comparison) != EXIT_OK;
    }
    free_readings(&readings);
    gate_wishes_free(&wishes);
    gate_rules_free(&rules);
    comparison_free_paths(&paths);
    return code;
}
