/* jfrtool profile and jfrtool merge: samples summed up, in pprof's format. */
#include "cmd/cli/message.h"
#include "cmd/fleet/each.h"
#include "cmd/fleet/files_from.h"
#include "cmd/fleet/sum.h"
#include "cmd/read/answer.h"
#include "cmd/write/words.h"
#include "cmd/fleet/line.h"

#include "cmd/profile_options.h"

/* ==== Inputs that are read one by one ======================================================= */

/* Does --report go together with the others? False: the sentence was said. */
static bool report_fits(const struct profile_options *options) {
    const char *report = options->report, *output = options->output.path;
    bool to_stdout = strcmp(report, "-") == 0;
    if (to_stdout && (!output || strcmp(output, "-") == 0))
        return message_refuse("the profile and --report - cannot both go to standard output; "
                              "expected the name of a file");
    if (!to_stdout && output && strcmp(report, output) == 0)
        return message_refuse(
            "the profile and --report cannot both be written to %s; expected two names", output);
    return each_fits(&options->selection, "--report");
}

static bool take_item(void *context, const struct each_item *item) {
    struct facts_line line = {.item = item->input, .reading = item->reading};
    return facts_lines_add(context, &line);
}

static void say_counts(const uint64_t *counts, const char *report) {
    OWNED(text_free) struct text line = {0};
    if (counts[FACTS_PARTIAL] + counts[FACTS_FAILED] == 0) return;
    words_add(&line, "{input}[, {} of them only partly read][, {} of them not at all]",
              cell_count(counts[FACTS_OK] + counts[FACTS_PARTIAL] + counts[FACTS_FAILED]),
              cell_if_any(counts[FACTS_PARTIAL]), cell_if_any(counts[FACTS_FAILED]));
    message_note("%s: see \"status\" and \"error\" in %s", text_str(&line), report);
}

/* Because of each is said what became of it in a line of JSON, in their order (--report), also
 * where nothing can be read; or because each has labels of its own. The sum is in reading->samples,
 * its recordings in reading->report. partial: something was lost; failed: how many inputs could not
 * be read at all. EXIT_OK, or the exit code to end with, which has been said why. */
static int read_each(const struct profile_options *options, bool labelled, struct reading *reading,
                     bool *partial, uint64_t *failed) {
    const char *report = options->report;
    struct facts_lines lines = {.form = report ? facts_line_add_short : NULL};
    if (report && !output_open(&lines.file, report, COLOR_NEVER)) return EXIT_USAGE;
    OWNED(each_close)
    struct each each = {.how = reading,
                        .needs = sum_needs(),
                        .sums = true,
                        .labels = labelled ? &options->labels : NULL,
                        .leave_out = {reading->leave_out, report},
                        .take = take_item,
                        .context = &lines};
    int code = each_sum(&each, reading, !report);
    *failed = lines.counts[FACTS_FAILED];
    *partial = *failed + lines.counts[FACTS_PARTIAL] > 0;
    if (report && !output_close(&lines.file)) code = EXIT_USAGE;
    if (report) say_counts(lines.counts, report);
    return code;
}

/* ==== The profile =========================================================================== */

static void write_profile(const struct profile_options *options, struct reading *reading,
                          struct output *output) {
    const struct sum_options how = {
        .selection = &options->selection,
        .by = options->by == BY_LINE ? NULL : options_choice_name(by_choices, options->by),
        .threads = (enum pprof_threads)options->threads,
        .uncompressed = options->uncompressed,
    };
    OWNED(text_free) struct text message = {0};
    sum_write(&how, reading->samples, &message);
    sum_say(reading->samples, reading->report.recordings, message.len);
    output_flush_text(output, &message);
}

static int say_needs(struct answer *answer, struct needs *needs) {
    struct profile_options *options = answer->options;
    struct text_list *operands = &options->base.operands;
    int code = files_from_fill(answer->command, &options->files_from, options->input.share, false,
                               operands);
    if (code != EXIT_OK) return code;
    answer->reading.paths = *operands;
    answer->reading.unread_is_fine = options->output.messages.allow_empty && !options->input.strict;
    answer->reading.none_is_fine = options->input.share.of; /* another part has them */
    answer->reading.leave_out = options->output.path; /* or a second run counts the first one's */
    options->selection.by = (enum frame_by)options->by;
    if (options->report) /* the answer reads for itself */
        return report_fits(options) ? EXIT_OK : message_misuse(answer->command);
    if (labelling_is_asked(&options->labels))
        return each_fits(&options->selection, "labelling") ? EXIT_OK
                                                           : message_misuse(answer->command);
    *needs = sum_needs();
    return EXIT_OK;
}

/* With --strict a profile is whole or there is none: it will be taken for what it says it is. */
static int make_answer(struct answer *answer) {
    const struct profile_options *options = answer->options;
    bool partial = false;
    uint64_t failed = 0;
    bool labelled = labelling_is_asked(&options->labels);
    if (options->report || labelled) {
        int code = read_each(options, labelled, &answer->reading, &partial, &failed);
        if (code != EXIT_OK) return code;
        answer->partial = failed > 0 && !answer->reading.unread_is_fine;
    } else {
        partial = reading_is_partial(&answer->reading);
    }
    if (options->input.strict && partial) {
        message_error("nothing was written: part of the input was lost or could not be read, which "
                      "--strict does not allow");
        return EXIT_PARTIAL;
    }
    write_profile(answer->options, &answer->reading, &answer->output);
    return EXIT_OK;
}
