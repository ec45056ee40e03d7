#include "cmd/write/words.h"
#include "cmd/fleet/sum_report.h"

#include "cmd/cli/message.h"
#include "cmd/fleet/each.h"
#include "cmd/fleet/line.h"
#include "cmd/fleet/sum.h"

#include <errno.h>

#include "cmd/fleet/sum_report_options.h"

bool sum_report_fits(const struct sum_report *options, const struct selection *selection,
                     const char *output) {
    bool to_stdout = strcmp(options->path, "-") == 0;
    if (to_stdout && (!output || strcmp(output, "-") == 0))
        return message_refuse("the profile and --report - cannot both go to standard output; "
                              "expected the name of a file");
    if (!to_stdout && output && strcmp(options->path, output) == 0)
        return message_refuse(
            "the profile and --report cannot both be written to %s; expected two names", output);
    return each_fits(selection, "--report");
}

struct job {
    const struct sum_report *options;
    struct each each;
    struct output lines; /* with options->path */
    uint64_t counts[FACTS_FAILED + 1];
};

static void write_line(struct job *job, const struct facts_line *line) {
    OWNED(text_free) struct text text = {0};
    facts_line_add_short(line, &text);
    output_flush_text(&job->lines, &text);
    if (job->lines.file && fflush(job->lines.file) != 0) job->lines.failed = EIO;
}

static bool take_item(void *context, const struct each_item *item) {
    struct job *job = context;
    struct facts_line line = {.item = item->input, .reading = item->reading};
    job->counts[facts_status(&line)]++;
    if (!job->options->path) return true;
    write_line(job, &line);
    return !job->lines.failed;
}

static void say_counts(const struct job *job, const char *path) {
    const uint64_t *counts = job->counts;
    OWNED(text_free) struct text line = {0};
    if (counts[FACTS_PARTIAL] + counts[FACTS_FAILED] == 0) return;
    words_add(&line, "{input}[, {} of them only partly read][, {} of them not at all]",
              cell_count(counts[FACTS_OK] + counts[FACTS_PARTIAL] + counts[FACTS_FAILED]),
              cell_if_any(counts[FACTS_PARTIAL]), cell_if_any(counts[FACTS_FAILED]));
    message_note("%s: see \"status\" and \"error\" in %s", text_str(&line), path);
}

int sum_report_read(const struct sum_report *options, const struct labelling *labels,
                    struct reading *reading, bool *partial, uint64_t *failed) {
    struct job job = {.options = options};
    job.each = (struct each){.how = reading,
                             .needs = sum_needs(),
                             .sums = true,
                             .labels = labels,
                             .leave_out = {reading->leave_out, options->path},
                             .take = take_item,
                             .context = &job};
    if (options->path && !output_open(&job.lines, options->path, COLOR_NEVER)) return EXIT_USAGE;
    int code = each_sum(&job.each, reading, !options->path);
    *failed = job.counts[FACTS_FAILED];
    *partial = *failed + job.counts[FACTS_PARTIAL] > 0;
    if (options->path && !output_close(&job.lines)) code = EXIT_USAGE;
    if (options->path) say_counts(&job, options->path);
    each_close(&job.each);
    return code;
}
