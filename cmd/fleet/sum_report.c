#include "cmd/fleet/sum_report.h"

#include "analyzers/samples/task.h"
#include "cmd/cli/message.h"
#include "cmd/fleet/line.h"
#include "cmd/fleet/sum.h"
#include "cmd/read/notes.h"
#include "parser/seen.h"

#include <errno.h>
#include <string.h>

#define LARGE ((uint64_t)16 << 20) /* bytes from which on a recording is worth several threads */

static const struct option_row rows[] = {
    {.name = "report",
     .kind = OPTION_TEXT,
     .offset = offsetof(struct sum_report, path),
     .argument = "FILE",
     .help = "Also write a line of JSON for each input, in their order: ok, partial or failed, "
             "why, what was lost, samples"},
    {.name = NULL},
};

const struct option_group options_sum_report = {.title = "Report", .rows = rows};

/* ==== Options that do not go together ======================================================= */

static bool is_relative(const struct time_point *point) {
    return point->kind != TIME_NONE && point->kind != TIME_ABSOLUTE;
}

bool sum_report_fits(const struct sum_report *options, const struct selection *selection,
                     const char *output) {
    bool to_stdout = strcmp(options->path, "-") == 0;
    if (to_stdout && (!output || strcmp(output, "-") == 0)) {
        message_error("the profile and --report - cannot both go to standard output; expected the "
                      "name of a file");
        return false;
    }
    if (!to_stdout && output && strcmp(options->path, output) == 0) {
        message_error("the profile and --report cannot both be written to %s; expected two names",
                      output);
        return false;
    }
    if (!is_relative(&selection->from) && !is_relative(&selection->to)) return true;
    message_error("--report reads one input after the other and does not know when the first "
                  "begins or the last ends; expected --from and --to as dates or ISO times");
    return false;
}

/* ==== One input after the other ============================================================= */

struct job {
    const struct reading *how; /* what all have but the input */
    struct jfr_input *input;
    struct needs needs, sum_needs;
    struct samples_task sum_task;
    struct samples_sum sum;
    struct seen seen; /* what counts once */
    struct output lines;
    uint64_t counts[FACTS_FAILED + 1];
    struct jfr_error error; /* of the first input that could not be read */
};

static void add_to_sum(void *context, const struct walk_run *run) {
    struct job *job = context;
    samples_sum_add(&job->sum, run);
}

static void read_item(struct job *job, const struct input_item *item, struct reading *reading) {
    struct walk_run run = {.fresh = add_to_sum, .fresh_context = job};
    struct samples_task task;
    struct scan_options scan = reading_scan(reading);
    scan.input = job->input;
    scan.leave_out = NULL; /* the input knows */
    scan.earlier = &job->seen;
    if (!scan.jobs && item->whole < LARGE) scan.jobs = 1; /* threads cost more than they save */
    samples_task_make(reading->selection, &job->needs, &task);
    samples_join(&run, &task);
    walk_start(&run, &scan, &reading->report);
    reading->samples = samples_take(&run, &reading->report);
    progress_end(&reading->progress);
    samples_sum_report(&job->sum, &reading->report);
    walk_run_free(&run);
}

static void write_line(struct job *job, const struct facts_line *line) {
    struct text text = {0};
    facts_line_add_short(line, &text);
    job->counts[facts_status(line)]++;
    output_flush_text(&job->lines, &text);
    if (job->lines.file && fflush(job->lines.file) != 0) job->lines.failed = EIO;
    text_free(&text);
}

static void take_item(struct job *job, const struct input_item *item) {
    struct facts_line line = {.item = item};
    struct reading reading = {
        .input = job->how->input, .selection = job->how->selection, .messages = job->how->messages};
    if (item->error.code == JFR_OK) {
        read_item(job, item, &reading);
        line.reading = &reading;
    }
    const struct jfr_error *error = line.reading ? &reading.report.error : &item->error;
    if (facts_status(&line) == FACTS_FAILED && job->error.code == JFR_OK) job->error = *error;
    write_line(job, &line);
    if (line.reading) reading_free(&reading);
}

/* ==== All of them =========================================================================== */

static void open_job(struct job *job, const struct reading *reading) {
    *job = (struct job){.how = reading};
    job->sum_needs = sum_needs();
    job->needs = job->sum_needs;
    job->needs.sums = true;
    samples_task_make(reading->selection, &job->sum_needs, &job->sum_task);
    samples_sum_open(&job->sum, &job->sum_task);
    job->input = jfr_input_open(reading->paths.items, reading->paths.len);
    input_one_by_one(job->input);
    if (reading->leave_out) input_leave_out(job->input, reading->leave_out);
}

static void say_counts(const struct job *job, const char *path) {
    const uint64_t *counts = job->counts;
    struct text line = {0};
    if (counts[FACTS_PARTIAL] + counts[FACTS_FAILED] == 0) return;
    text_add_number_of(&line, counts[FACTS_OK] + counts[FACTS_PARTIAL] + counts[FACTS_FAILED],
                       "input");
    if (counts[FACTS_PARTIAL]) {
        text_add(&line, ", ");
        text_add_grouped(&line, counts[FACTS_PARTIAL]);
        text_add(&line, " of them only in part");
    }
    if (counts[FACTS_FAILED]) {
        text_add(&line, ", ");
        text_add_grouped(&line, counts[FACTS_FAILED]);
        text_add(&line, " of them not at all");
    }
    message_note("%s: see \"status\" and \"error\" in %s", text_str(&line), path);
    text_free(&line);
}

/* What the sum is of; if of nothing, that is said. */
static int judge_sum(const struct job *job, struct reading *reading) {
    reading->report.recordings = job->sum.report.recordings;
    reading->report.profiles = job->sum.report.profiles;
    if (!reading->report.recordings && !reading->unread_is_fine) {
        message_error("%s", job->error.code != JFR_OK ? job->error.text
                                                      : "there is no recording in the input");
        return job->error.code == JFR_IO ? EXIT_USAGE : EXIT_NOT_JFR;
    }
    const struct profile *profile = &reading->samples->profile;
    if (profile->samples > profile->without_stack) return EXIT_OK;
    if (reading->none_is_fine && !profile->samples) return EXIT_OK;
    return reading_say_nothing(reading);
}

int sum_report_read(const struct sum_report *options, struct reading *reading, bool *partial,
                    uint64_t *failed) {
    struct job job;
    const struct input_item *item;
    int code = EXIT_OK;
    open_job(&job, reading);
    if (output_open(&job.lines, options->path, COLOR_NEVER)) {
        input_leave_out(job.input, options->path);
        while (!job.lines.failed && (item = input_item(job.input))) take_item(&job, item);
        notes_say_gave_up(selection_gave_up(reading->selection));
        reading->samples = samples_sum_take(&job.sum);
        *failed = job.counts[FACTS_FAILED];
        *partial = *failed + job.counts[FACTS_PARTIAL] > 0;
        code = output_close(&job.lines) ? judge_sum(&job, reading) : EXIT_USAGE;
        say_counts(&job, options->path);
    } else {
        code = EXIT_USAGE;
    }
    jfr_input_close(job.input);
    samples_sum_close(&job.sum);
    seen_free(&job.seen);
    return code;
}
