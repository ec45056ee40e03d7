/* jfrtool profile and jfrtool merge: samples summed up, in pprof's format. */
#include "cmd/cli/message.h"
#include "cmd/fleet/each.h"
#include "cmd/fleet/files_from.h"
#include "cmd/fleet/sum.h"
#include "cmd/fleet/sum_report.h"
#include "cmd/read/answer.h"

#include "cmd/profile_options.h"

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
    if (options->files_from.path && !files_from_read(&options->files_from, operands))
        return EXIT_USAGE;
    if (!operands->len)
        return message_misused(
            answer->command,
            "%s needs recordings or profiles: files, directories, - for standard input%s",
            answer->command->name,
            options->files_from.path ? "; the list of --files-from is empty"
                                     : ", or --files-from FILE");
    answer->reading.paths = *operands;
    answer->reading.unread_is_fine = options->output.messages.allow_empty && !options->input.strict;
    if (!options_share_fits(options->input.share, operands)) return message_misuse(answer->command);
    answer->reading.none_is_fine = options->input.share.of; /* another part has them */
    answer->reading.leave_out = options->output.path; /* or a second run counts the first one's */
    options->selection.by = (enum frame_by)options->by;
    if (options->report.path) { /* the answer reads for itself */
        bool fits = sum_report_fits(&options->report, &options->selection, options->output.path);
        return fits ? EXIT_OK : message_misuse(answer->command);
    }
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
    if (options->report.path || labelled) {
        int code = sum_report_read(&options->report, labelled ? &options->labels : NULL,
                                   &answer->reading, &partial, &failed);
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
