/* jfrtool facts: a line of JSON for each recording, and what all of them sum up to. */
#include "cmd/write/words.h"
#include "cmd/cli/message.h"
#include "cmd/fleet/each.h"
#include "cmd/fleet/files_from.h"
#include "cmd/fleet/line.h"
#include "cmd/fleet/sum.h"
#include "cmd/read/judged.h"
#include "cmd/ci/gate_findings.h"
#include "cmd/ci/gate_rules.h"
#include "cmd/read/notes.h"

/* ==== The gate ============================================================================== */

/* Each recording is judged by itself, against one base. */
struct fleet_judge { /* a zeroed struct judges nothing */
    bool asked;
    struct gate_rules rules;
    struct samples *base; /* or NULL */
};

#define GRAIN_NS 1000000         /* what rules tell apart: a millisecond */
#define BASE_GRAIN_NS 1000000000 /* what statistics tell apart: a second */

/* Samples of one kind are read: a rule about others cannot be judged. */
static bool are_of_one_event(const struct gate_rules *rules) {
    EACH (const struct gate_rule, rule, &rules->items) {
        const char *other = rule->event ? rule->event : rule->counted ? rule->counted : rule->per;
        if (!other || rule->check == GATE_FINDING) continue;
        return message_refuse("--gate: the rule %s is about events of %s; expected rules that name "
                              "no event, because facts reads samples of one kind (see --event)",
                              rule->id, other);
    }
    return true;
}

/* A rule that is never judged looks like one that is never broken. */
static void say_unjudged(const struct gate_rules *rules) {
    for (size_t i = 0; i < rules->items.len; i++)
        if (gate_needs_base(&rules->items.items[i]))
            message_note(
                "--gate: the rule %s compares with a base and is not judged; give one with --base",
                rules->items.items[i].id);
}

static int read_base(struct fleet_judge *judge, const char *path,
                     const struct selection *selection) {
    static const struct facts_options facts = {0};
    const struct needs needs = {.keep = PROFILE_STACKS | PROFILE_SAMPLES,
                                .time_grain = BASE_GRAIN_NS,
                                .values = true,
                                .types = true,
                                .clusters = true,
                                .facts = &facts};
    const struct scan_options scan = {.paths = &path, .path_count = 1};
    OWNED(scan_report_free) struct scan_report report;
    judge->base = samples_read(&scan, selection, &needs, &report);
    bool there = report.recordings > 0 && judge->base->profile.samples > 0;
    notes_say(&report);
    if (!there && report.recordings)
        message_error("--base %s has no samples to compare with (see --event)", path);
    return there ? EXIT_OK : EXIT_NOT_JFR;
}

/* rules: a file, or NULL; base: a recording or profile, or NULL; neither: nothing is judged.
 * EXIT_OK, or the exit code to end with, which has been said why. */
static int fleet_judge_open(struct fleet_judge *judge, const char *rules, const char *base,
                            const struct selection *selection) {
    *judge = (struct fleet_judge){.asked = rules || base};
    if (!judge->asked) return EXIT_OK;
    if (!rules) gate_default_rules(&judge->rules);
    else if (!gate_rules_read(rules, &judge->rules)) return EXIT_USAGE;
    if (!are_of_one_event(&judge->rules)) return EXIT_USAGE;
    if (base) return read_base(judge, base, selection);
    say_unjudged(&judge->rules);
    return EXIT_OK;
}

static struct diff_recording side_of(const struct samples *samples, int side) {
    return (struct diff_recording){
        .profile = &samples->profile, .side = side, .seconds = (double)samples->recorded_ns / 1e9};
}

/* What the rules say of a recording. The result is to be freed. */
static void fleet_judge(const struct fleet_judge *judge, const struct rule_input *input,
                        const struct samples *samples, struct gate_result *result) {
    const struct samples *base = judge->base;
    struct diff_recording recordings[2];
    struct gate_said said[2];
    size_t len = 0;
    if (base) {
        recordings[len] = side_of(base, 0);
        bool known = base->facts.jvms.len || base->facts.pauses.len;
        said[len++] = (struct gate_said){
            .facts = known ? &base->facts : NULL, .window = base->window, .of_jvm = base->of_jvm};
    }
    recordings[len] = side_of(samples, 1);
    said[len++] = (struct gate_said){
        .facts = &samples->facts, .window = samples->window, .of_jvm = samples->of_jvm};
    const struct gate_source source = {.recordings = recordings, .said = said, .len = len};
    gate_evaluate(&judge->rules, &source, 1, result);
    for (size_t i = 0; i < judge->rules.items.len; i++)
        if (judge->rules.items.items[i].check == GATE_FINDING)
            gate_judge_finding(input, &judge->rules, i, result);
}

static void fleet_judge_close(struct fleet_judge *judge) {
    gate_rules_free(&judge->rules);
    samples_free(judge->base);
}

/* ==== Options =============================================================================== */

#include "cmd/facts_options.h"

/* ==== A recording =========================================================================== */

struct job {
    const struct facts_command *options;
    struct reading how; /* what all have but the recording */
    struct each each;
    struct fleet_judge judge;
    struct facts_lines lines;
};

static void join(void *context, struct walk_run *run) {
    const struct job *job = context;
    rules_join(rules_all, run, selection_has_window(&job->options->selection));
}

/* Is anything of it in this part? What could not be read lies where it begins. */
static bool has_ours(const struct job *job, const struct each_item *item) {
    static const struct scan_report none = {.recordings = 0};
    const struct scan_report *report = item->reading ? &item->reading->report : &none;
    const struct input_share share = job->options->input.share;
    uint64_t done, total;
    jfr_input_progress(job->each.input, &done, &total);
    bool ours = report->chunks.len == 0 && input_share_has(share, job->each.begins, total);
    for (size_t i = 0; i < report->chunks.len && !ours; i++)
        ours = !report->chunks.items[i].elsewhere;
    return ours;
}

static bool take_item(void *context, const struct each_item *item) {
    struct job *job = context;
    struct facts_line line = {.item = item->input,
                              .share = job->options->input.share,
                              .top = (size_t)job->options->top,
                              .arguments = job->options->arguments};
    if (!has_ours(job, item)) return true; /* other parts have lines of it */
    if (!item->reading) return facts_lines_add(&job->lines, &line);
    const struct rule_input input = judged_input(item->reading, item->run);
    OWNED(findings_free) struct findings findings = rules_judge(rules_all, &input);
    OWNED(gate_result_free) struct gate_result gate = {.failed = false};
    line.reading = item->reading;
    line.input = &input;
    line.findings = &findings;
    if (job->judge.asked && facts_status(&line) != FACTS_FAILED) {
        fleet_judge(&job->judge, &input, item->reading->samples, &gate);
        line.rules = &job->judge.rules;
        line.gate = &gate;
    }
    return facts_lines_add(&job->lines, &line);
}

/* ==== The command =========================================================================== */

static bool write_profile(struct job *job) {
    const struct sum_options how = {.selection = &job->options->selection};
    struct text message = {0};
    struct samples *samples = samples_sum_take(&job->each.sum);
    sum_write(&how, samples, &message);
    sum_say(samples, job->each.report.recordings, message.len);
    bool fine = output_write(job->options->profile, &message);
    samples_free(samples);
    return fine;
}

static void say_counts(const struct job *job) {
    const uint64_t *counts = job->lines.counts;
    OWNED(text_free) struct text line = {0};
    words_add(
        &line,
        "{recording}[, {} of them only partly read][, {} of them not at all: see \"status\" and "
        "\"error\"]",
        cell_count(counts[FACTS_OK] + counts[FACTS_PARTIAL] + counts[FACTS_FAILED]),
        cell_if_any(counts[FACTS_PARTIAL]), cell_if_any(counts[FACTS_FAILED]));
    message_note("%s", text_str(&line));
}

static int take_all(struct job *job) {
    const struct facts_command *options = job->options;
    each_read(&job->each);
    bool fine = output_close(&job->lines.file);
    if (fine && options->profile) fine = write_profile(job);
    if (!fine) return EXIT_USAGE;
    say_counts(job);
    const uint64_t *counts = job->lines.counts;
    return options->input.strict && counts[FACTS_PARTIAL] + counts[FACTS_FAILED] ? EXIT_PARTIAL
                                                                                 : EXIT_OK;
}

static void open_job(struct job *job, const struct facts_command *options) {
    static const struct facts_options facts = {0};
    *job = (struct job){.options = options,
                        .lines = {.form = facts_line_add},
                        .how = {.paths = options->base.operands,
                                .input = &options->input,
                                .selection = &options->selection,
                                .messages = &options->output.messages},
                        .each = {.how = &job->how,
                                 .sum_needs = sum_needs(),
                                 .sums = options->profile != NULL,
                                 .no_documents = true,
                                 .leave_out = {options->profile, options->output.path},
                                 .join = join,
                                 .take = take_item,
                                 .context = job}};
    /* What a line says is of methods, and so is what is compared with a base. */
    struct needs *needs = &job->each.needs;
    *needs = options->profile ? job->each.sum_needs
                              : (struct needs){.values = true, .types = true, .clusters = true};
    needs->keep = PROFILE_STACKS | PROFILE_SAMPLES;
    needs->time_grain = GRAIN_NS;
    needs->facts = &facts;
}

static bool outputs_differ(const struct facts_command *options) {
    bool to_stdout = options->profile && strcmp(options->profile, "-") == 0;
    return !to_stdout || (options->output.path && strcmp(options->output.path, "-") != 0) ||
           message_refuse("--profile - and the lines cannot both go to standard output; "
                          "expected the name of a file");
}

static int run(const struct command *command, struct option_base *base) {
    struct facts_command *options = (struct facts_command *)base;
    struct job job;
    message_set_quiet(options->output.messages.quiet);
    if (!outputs_differ(options)) return message_misuse(command);
    int code = files_from_fill(command, &options->files_from, options->input.share,
                               options->output.messages.allow_empty, &base->operands);
    if (code != EXIT_OK) return code;
    options->selection.by = options->profile ? BY_LINE : BY_METHOD;
    open_job(&job, options);
    code = fleet_judge_open(&job.judge, options->rules, options->compared, &options->selection);
    if (code == EXIT_OK && !output_open(&job.lines.file, options->output.path, COLOR_NEVER))
        code = EXIT_USAGE;
    if (code == EXIT_OK) code = take_all(&job);
    fleet_judge_close(&job.judge);
    each_close(&job.each);
    return code;
}
