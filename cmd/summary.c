/* jfrtool summary: what is in a recording. */
#include "analyzers/facts/summary.h"

#include "cmd/read/answer.h"
#include "cmd/sheets/summary.h"

struct summary_options {
    struct option_base base;
    struct input_options input;
    struct output_options output;
    uint64_t top; /* 0: all */
};
#define AT(field) offsetof(struct summary_options, field)

static const struct option_row rows[] = {
    TOP_ROW(AT(top), "30", "Show the N event types with most events, to people; 0 is all"),
    {.name = NULL},
};
static const struct option_group own_group = {.title = "Summary", .rows = rows};
static const struct option_use groups[] = {{&own_group, 0},
                                           {&options_format, AT(output)},
                                           {&options_input, AT(input)},
                                           {&options_output, AT(output)},
                                           {NULL, 0}};

static const struct command_example examples[] = {
    {"jfrtool summary rec.jfr", "JVM, machine, settings, warnings and event counts"},
    {"jfrtool summary --json rec.jfr | jq .events", "For programs"},
    {NULL, NULL},
};

static int make_answer(struct answer *answer) {
    const struct summary_options *options = answer->options;
    struct reading *reading = &answer->reading;
    struct scan_options scan = reading_scan(reading);
    struct summary *summary = summary_read(&scan, &reading->report);
    int code = reading_done(reading);
    if (code == EXIT_OK)
        summary_describe(summary, &reading->report, options->top, answer_sheet(answer, NULL));
    summary_free(summary);
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
    .writes = FORMATS_OF_SHEETS,
    .groups = groups,
    .examples = examples,
    .options_size = sizeof(struct summary_options),
    .operand_needed = true,
    .run = answer_run,
    .answer = make_answer,
};
