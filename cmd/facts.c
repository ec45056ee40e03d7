/* jfrtool facts: a line of JSON for each recording, and what all of them sum up to. */
#include "cmd/write/words.h"
#include "cmd/cli/message.h"
#include "cmd/fleet/files_from.h"
#include "cmd/fleet/judge.h"
#include "cmd/fleet/line.h"
#include "cmd/fleet/sum.h"
#include "cmd/read/judged.h"
#include "analyzers/samples/task.h"
#include "parser/seen.h"

#include <errno.h>
#include <string.h>

#define LARGE ((uint64_t)16 << 20) /* bytes from which on a recording is worth several threads */
#define GRAIN_NS 1000000           /* what rules tell apart: a millisecond */

/* ==== Options =============================================================================== */

#include "cmd/facts_options.h"

/* ==== A recording =========================================================================== */

struct job {
    const struct facts_command *options;
    struct reading how; /* what all have but the recording */
    struct jfr_input *input;
    struct needs needs, sum_needs;
    struct samples_task sum_task;
    struct samples_sum sum; /* with --profile */
    struct seen seen;       /* likewise: what counts once */
    struct walk_kept kept;
    struct fleet_judge judge;
    struct output lines;
    uint64_t counts[FACTS_FAILED + 1];
};

static void add_to_sum(void *context, const struct walk_run *run) {
    struct job *job = context;
    samples_sum_add(&job->sum, run);
}

static void read_recording(struct job *job, const struct input_item *item, struct reading *reading,
                           struct walk_run *run, struct samples_task *task) {
    struct scan_options scan = reading_scan(reading);
    scan.input = job->input;
    if (!scan.jobs && item->whole < LARGE) scan.jobs = 1; /* threads cost more than they save */
    if (job->options->profile) {
        scan.earlier = &job->seen;
        run->fresh = add_to_sum;
        run->fresh_context = job;
    }
    if (scan.jobs == 1) run->kept = &job->kept;
    samples_task_make(reading->selection, &job->needs, task);
    rules_join(rules_all, run, selection_has_window(reading->selection));
    samples_join(run, task);
    walk_start(run, &scan, &reading->report);
    reading->samples = samples_take(run, &reading->report);
    progress_end(&reading->progress);
    if (job->options->profile) samples_sum_report(&job->sum, &reading->report);
}

static void write_line(struct job *job, const struct facts_line *line) {
    OWNED(text_free) struct text text = {0};
    facts_line_add(line, &text);
    job->counts[facts_status(line)]++;
    output_flush_text(&job->lines, &text);
    if (job->lines.file && fflush(job->lines.file) != 0) job->lines.failed = errno;
}

static bool is_ours(const struct job *job, uint64_t position) {
    uint64_t done, total;
    jfr_input_progress(job->input, &done, &total);
    return input_share_has(job->options->input.share, position, total);
}

/* Is anything of it in this part? What could not be read lies where it begins. */
static bool has_ours(const struct scan_report *report, bool begins_here) {
    bool ours = report->chunks.len == 0 && begins_here;
    for (size_t i = 0; i < report->chunks.len && !ours; i++)
        ours = !report->chunks.items[i].elsewhere;
    return ours;
}

static void take_item(struct job *job, const struct input_item *item) {
    struct facts_line line = {.item = item,
                              .share = job->options->input.share,
                              .top = (size_t)job->options->top,
                              .arguments = job->options->arguments};
    OWNED(reading_free) struct reading reading = job->how;
    OWNED(walk_run_free) struct walk_run run = {0};
    struct samples_task task;
    bool begins_here = is_ours(job, input_position(job->input));
    if (item->error.code != JFR_OK) {
        if (begins_here) write_line(job, &line);
        return;
    }
    read_recording(job, item, &reading, &run, &task);
    if (!has_ours(&reading.report, begins_here)) return; /* other parts have lines of it */
    const struct rule_input input = judged_input(&reading, &run);
    OWNED(findings_free) struct findings findings = rules_judge(rules_all, &input);
    OWNED(gate_result_free) struct gate_result gate = {.failed = false};
    line.reading = &reading;
    line.input = &input;
    line.findings = &findings;
    if (job->judge.asked && facts_status(&line) != FACTS_FAILED) {
        fleet_judge(&job->judge, &input, reading.samples, &gate);
        line.rules = &job->judge.rules;
        line.gate = &gate;
    }
    write_line(job, &line);
}

/* ==== The command =========================================================================== */

static bool write_profile(struct job *job) {
    const struct sum_options how = {.selection = &job->options->selection};
    struct text message = {0};
    struct samples *samples = samples_sum_take(&job->sum);
    sum_write(&how, samples, &message);
    sum_say(samples, job->sum.report.recordings, message.len);
    bool fine = output_write(job->options->profile, &message);
    samples_free(samples);
    return fine;
}

static void say_counts(const struct job *job) {
    const uint64_t *counts = job->counts;
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
    const struct text_list *paths = &options->base.operands;
    const struct input_item *item;
    job->input = jfr_input_open(paths->items, paths->len);
    input_one_by_one(job->input);
    if (options->profile) input_leave_out(job->input, options->profile);
    if (options->output.path) input_leave_out(job->input, options->output.path);
    while (!job->lines.failed && (item = input_item(job->input))) take_item(job, item);
    jfr_input_close(job->input);
    bool fine = output_close(&job->lines);
    if (fine && options->profile) fine = write_profile(job);
    if (!fine) return EXIT_USAGE;
    say_counts(job);
    return options->input.strict && job->counts[FACTS_PARTIAL] + job->counts[FACTS_FAILED]
               ? EXIT_PARTIAL
               : EXIT_OK;
}

static void open_job(struct job *job, const struct facts_command *options) {
    static const struct facts_options facts = {0};
    *job = (struct job){.options = options,
                        .how = {.input = &options->input,
                                .selection = &options->selection,
                                .messages = &options->output.messages}};
    job->sum_needs = sum_needs();
    /* What a line says is of methods, and so is what is compared with a base. */
    job->needs = options->profile ? job->sum_needs
                                  : (struct needs){.values = true, .types = true, .clusters = true};
    job->needs.keep = PROFILE_STACKS | PROFILE_SAMPLES;
    job->needs.time_grain = GRAIN_NS;
    job->needs.facts = &facts;
    job->needs.sums = options->profile != NULL;
    samples_task_make(&options->selection, &job->sum_needs, &job->sum_task);
    samples_sum_open(&job->sum, &job->sum_task);
}

static bool are_good(const struct facts_command *options) {
    const struct text_list *operands = &options->base.operands;
    bool to_stdout = options->profile && strcmp(options->profile, "-") == 0;
    if (to_stdout && (!options->output.path || strcmp(options->output.path, "-") == 0))
        return message_refuse("--profile - and the lines cannot both go to standard output; "
                              "expected the name of a file");
    if (operands->len || options->output.messages.allow_empty) return true;
    return message_refuse(
        "facts needs recordings or profiles: files, directories, - for standard input%s",
        options->files_from.path ? "; the list of --files-from is empty"
                                 : ", or --files-from FILE");
}

static int run(const struct command *command, struct option_base *base) {
    struct facts_command *options = (struct facts_command *)base;
    struct job job;
    message_set_quiet(options->output.messages.quiet);
    if (options->files_from.path && !files_from_read(&options->files_from, &base->operands))
        return EXIT_USAGE;
    if (!are_good(options) || !options_share_fits(options->input.share, &base->operands))
        return message_misuse(command);
    options->selection.by = options->profile ? BY_LINE : BY_METHOD;
    open_job(&job, options);
    int code = fleet_judge_open(&job.judge, options->rules, options->compared, &options->selection);
    if (code == EXIT_OK && !output_open(&job.lines, options->output.path, COLOR_NEVER))
        code = EXIT_USAGE;
    if (code == EXIT_OK) code = take_all(&job);
    fleet_judge_close(&job.judge);
    samples_sum_close(&job.sum);
    seen_free(&job.seen);
    walk_kept_free(&job.kept);
    return code;
}
