/* Formats that a command of their own writes: it is run with the options that both know. */
#include "cmd/export/export.h"

#define FLAME_PIXELS 1200.0 /* of the picture, see cmd/flame.c */

/* What is the other command's own. */
static void set_own(const struct export_format *format, const struct export_options *options,
                    struct option_base *base) {
    const struct option_use *uses = format->command->groups;
    if (format->counts) *(int *)options_field(uses, "measure", base) = options->measure;
    if (format->prunes && options->min_share > 0) /* a picture's frames have a width */
        *(double *)options_field(uses, "min-width", base) = options->min_share / 100 * FLAME_PIXELS;
}

/* Both groups that are about a selection have the same struct. */
static struct selection *selection_of(const struct command *command, struct option_base *base) {
    struct selection *selection = options_part(command->groups, &options_selection, base);
    return selection ? selection : options_part(command->groups, &options_events, base);
}

/* Event types are operands of `events`; the others take them as an option. */
static void add_operands(const struct command *command, struct export_options *options,
                         struct selection *selection, struct option_base *base) {
    if (options_part(command->groups, &options_events, base)) {
        for (size_t i = 0; i < selection->events.len; i++)
            array_push(&base->operands, selection->events.items[i]);
        if (!selection->events.len) array_push(&base->operands, "cpu");
        selection->events = (struct text_list){0};
    }
    for (size_t i = 0; i < options->base.operands.len; i++)
        array_push(&base->operands, options->base.operands.items[i]);
}

int export_through(const struct export_format *format, struct export_options *options) {
    const struct command *command = format->command;
    struct option_base *base = options_usual(command->groups, command->options_size);
    struct output_options *output = options_part(command->groups, &options_output, base);
    struct input_options *input = options_part(command->groups, &options_input, base);
    struct selection *selection = selection_of(command, base), own = *selection;
    *selection = options->target.selection;
    *input = options->input;
    *output = options->output;
    output->format = (int)format->format;
    set_own(format, options, base);
    add_operands(command, options, selection, base);
    int code = command->run(command, base);
    *selection = own; /* what was lent is not freed here */
    array_free(&base->operands);
    options_forget(command->groups, base);
    return code;
}

const struct export_format export_pprof = {
    .name = "pprof",
    .help = "a profile, as jfrtool profile writes it",
    .command = &command_profile,
};

const struct export_format export_collapsed = {
    .name = "collapsed",
    .help = "lines of frame;frame COUNT, as jfrtool collapsed writes them",
    .command = &command_collapsed,
    .counts = true,
};

const struct export_format export_svg = {
    .name = "svg",
    .help = "a flame graph, as jfrtool flame draws it",
    .command = &command_flame,
    .prunes = true,
    .counts = true,
};

const struct export_format export_csv = {
    .name = "csv",
    .help = "events of --event TYPE as rows, as jfrtool events writes them",
    .command = &command_events,
    .format = FORMAT_CSV,
};

const struct export_format export_ndjson = {
    .name = "ndjson",
    .help = "events of --event TYPE as lines of JSON",
    .command = &command_events,
    .format = FORMAT_NDJSON,
};
