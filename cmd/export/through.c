/* Formats that a command of their own writes: it is run with the options that both know. */
#include "cmd/export/export.h"

#include "cmd/cli/message.h"

#include <stdlib.h>
#include <string.h>

#define FLAME_PIXELS 1200.0 /* of the picture, see cmd/flame.c */
#define MAX_ARGUMENTS 8

struct arguments { /* of the other command, those that are its own */
    char *items[MAX_ARGUMENTS];
    size_t len;
};

static void add_argument(struct arguments *arguments, const char *text) {
    arguments->items[arguments->len++] = mem_copy_text(text);
}

static bool asks_for_values(const struct export_options *options) {
    return options->measure != MEASURE_AUTO;
}

static void make_arguments(const struct export_format *format, const struct export_options *options,
                           struct arguments *arguments) {
    if (format->format) {
        add_argument(arguments, "--format");
        add_argument(arguments, format->format);
    }
    if (format->counts && asks_for_values(options)) {
        add_argument(arguments, "--measure");
        add_argument(arguments, options_choice_name(measure_choices, options->measure));
    }
    if (format->prunes && options->min_share > 0) { /* a picture's frames have a width */
        struct text pixels = {0};
        text_addf(&pixels, "%.9g", options->min_share / 100 * FLAME_PIXELS);
        add_argument(arguments, "--min-width");
        add_argument(arguments, text_str(&pixels));
        text_free(&pixels);
    }
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

static int run(const struct command *command, struct export_options *options,
               struct option_base *base) {
    struct output_options *output = options_part(command->groups, &options_output, base);
    struct input_options *input = options_part(command->groups, &options_input, base);
    struct selection *selection = selection_of(command, base), own = *selection;
    int format = output->format;
    *selection = options->target.selection;
    *input = options->input;
    *output = options->output;
    output->format = format;
    add_operands(command, options, selection, base);
    int code = command->run(command, base);
    *selection = own; /* what was lent is not freed here */
    array_free(&base->operands);
    return code;
}

int export_through(const struct export_format *format, struct export_options *options) {
    const struct command *command = format->command;
    struct option_base *base = mem_zero(1, command->options_size);
    struct arguments arguments = {0};
    struct text error = {0};
    make_arguments(format, options, &arguments);
    int code = EXIT_USAGE;
    if (options_parse(command->groups, (int)arguments.len, arguments.items, base, &error))
        code = run(command, options, base);
    else message_error("%s", text_str(&error));
    options_free(command->groups, base);
    for (size_t i = 0; i < arguments.len; i++) free(arguments.items[i]);
    text_free(&error);
    free(base);
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
    .format = NULL,
    .prunes = true,
    .counts = true,
};

const struct export_format export_csv = {
    .name = "csv",
    .help = "events of --event TYPE as rows, as jfrtool events writes them",
    .command = &command_events,
    .format = "csv",
};

const struct export_format export_ndjson = {
    .name = "ndjson",
    .help = "events of --event TYPE as lines of JSON",
    .command = &command_events,
    .format = "ndjson",
};
