/* jfrtool collapsed: one line per distinct stack, for flame graph tools. */
#include "cmd/read/answer.h"
#include "cmd/read/measure.h"
#include "cmd/read/split.h"
#include "cmd/cli/message.h"
#include "cmd/pictures/fold.h"

#include "cmd/collapsed_options.h"

static int say_needs(struct answer *answer, struct needs *needs) {
    const struct collapsed_options *options = answer->options;
    if (!split_fits_threads(&options->selection, options->threads)) return EXIT_USAGE;
    *needs = (struct needs){.keep = PROFILE_STACKS,
                            .thread_roots = options->threads,
                            .values = measure_wants_values(options->measure, &options->selection)};
    return EXIT_OK;
}

static int make_answer(struct answer *answer) {
    const struct collapsed_options *options = answer->options;
    struct profile *profile = &answer->reading.samples->profile;
    enum profile_unit unit;
    int code = measure_unit(options->measure, &answer->reading, &unit);
    if (code != EXIT_OK) return code;
    if (unit != PROFILE_NO_UNIT) profile_count_values(profile);
    profile_build_nodes(profile);
    struct fold_options fold = {.signatures = options->signatures,
                                .type_suffixes = options->selection.frame_type};
    fold_write(profile, &fold, &answer->output);
    if (profile->without_stack && !split_is_asked(&options->selection)) {
        OWNED(text_free) struct text line = {0};
        text_add_number_of(&line, profile->without_stack, "sample");
        message_note("%s without stack left out", line.data);
    }
    return EXIT_OK;
}
