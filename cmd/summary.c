/* jfrtool summary: what is in a recording. */
#include "analyzers/facts/summary.h"

#include "cmd/read/common.h"
#include "cmd/cli/message.h"
#include "cmd/read/notes.h"
#include "cmd/write/summary_text.h"

static const struct option_group *const groups[] = {&option_group_format, &option_group_input,
                                                    &option_group_output, NULL};

static const struct command_example examples[] = {
    {"jfrtool summary rec.jfr", "JVM, machine, settings, warnings and event counts"},
    {"jfrtool summary --json rec.jfr | jq .events", "For programs"},
    {NULL, NULL},
};

static void render(const struct summary_view *view, const struct common_options *options,
                   const struct output *output, struct text *out) {
    struct table_style style = {.columns = (size_t)output->columns, .color = output->color};
    switch (options->format) {
    case FORMAT_JSON: summary_add_json(view, out); break;
    case FORMAT_CSV: summary_add_csv(view, out); break;
    case FORMAT_MARKDOWN: summary_add_markdown(view, out); break;
    default: summary_add_text(view, &style, out);
    }
}

static int run(const struct command *command, struct option_base *base) {
    (void)command;
    const struct common_options *options = (const struct common_options *)base;
    struct output output;
    if (!output_open(&output, options->output, (enum color_when)options->color)) return EXIT_USAGE;
    struct reading reading = {0};
    struct scan_options scan = reading_scan(options, &reading);
    struct summary *summary = summary_read(&scan, &reading.report);
    int code = reading_done(&reading);
    if (code == EXIT_OK) {
        struct text out = {0};
        struct summary_view view = {.summary = summary, .report = &reading.report};
        render(&view, options, &output, &out);
        output_flush_text(&output, &out);
        text_free(&out);
        code = reading_exit_code(options, &reading);
        if (!output_close(&output)) code = EXIT_USAGE;
    } else {
        output_discard(&output);
    }
    summary_free(summary);
    reading_free(&reading);
    return code;
}

const struct command command_summary = {
    .name = "summary",
    .summary = "Show what is in a recording: JVM, machine, settings, events",
    .operands = "RECORDING...",
    .description =
        "Format version, chunks, start and duration; then what one wants to know first: the JVM "
        "and its arguments, operating system, processor, memory and heap, why the recording was "
        "written, sampling periods, warnings; then how many events of each type there are and how "
        "many bytes they take.",
    .groups = groups,
    .examples = examples,
    .options_size = sizeof(struct common_options),
    .operand_needed = true,
    .run = run,
};
