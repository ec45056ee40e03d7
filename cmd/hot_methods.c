/* jfrtool hot-methods: where the time goes, per method. */
#include "analyzers/methods/hot_methods.h"

#include "cmd/read/measure.h"
#include "cmd/write/hot_table.h"

struct hot_options {
    struct common_options common;
    uint64_t top; /* 0: all */
    int sort;     /* enum hot_sort */
};

static const struct option_choice sort_choices[] = {
    /* in the order of enum hot_sort */
    [HOT_BY_SELF] = {"self", "samples on top of the stack"},
    [HOT_BY_TOTAL] = {"total", "samples anywhere on the stack"},
    {NULL, NULL},
};

static const struct option_row rows[] = {
    {.name = "top",
     .letter = 'n',
     .kind = OPTION_COUNT,
     .offset = offsetof(struct hot_options, top),
     .argument = "N",
     .initial = "30",
     .expected = "a number of rows (0: all)",
     .help = "Show the first N rows; 0 is all"},
    {.name = "sort",
     .letter = 's',
     .kind = OPTION_CHOICE,
     .offset = offsetof(struct hot_options, sort),
     .argument = "COLUMN",
     .choices = sort_choices,
     .initial = "self",
     .help = "Which column decides the order"},
    MEASURE_ROW,
    {.name = NULL},
};

static const struct option_group own_group = {"Hot methods", rows};
static const struct option_group *const groups[] = {&own_group,
                                                    &option_group_selection,
                                                    &option_group_rows,
                                                    &option_group_format,
                                                    &option_group_input,
                                                    &option_group_output,
                                                    NULL};

static const struct command_example examples[] = {
    {"jfrtool hot-methods rec.jfr", "The 30 methods most often on top of the stack"},
    {"jfrtool hot-methods --sort total --top 10 rec.jfr", "Those that most samples pass through"},
    {"jfrtool hot-methods --event alloc --measure value rec.jfr",
     "Methods that allocate most bytes"},
    {"jfrtool hot-methods --thread 'http-.*' --from -10s --json rec.jfr",
     "The last ten seconds of some threads, for a program"},
    {NULL, NULL},
};

static void add_json(const struct reading *reading, const struct hot_view *view, struct text *out) {
    cJSON *root = cJSON_CreateObject();
    reading_add_json(reading, root);
    if (view->unit != PROFILE_NO_UNIT) {
        json_add_text(root, "unit", amount_unit(view->unit));
        json_add_number(root, "value", reading->samples->profile.value);
    }
    hot_add_json(view, json_add_array(root, "methods"));
    json_write(root, true, out);
}

static void add_footer(const struct reading *reading, const struct hot_view *view,
                       struct text *out) {
    reading_add_footer(reading, out);
    if (view->unit != PROFILE_NO_UNIT) {
        text_add(out, "They are worth ");
        amount_add(out, view->unit, measure_all(&reading->samples->profile, view->unit));
        text_add(out, "; percentages are of that\n");
    }
    hot_add_shown(view, out);
}

/* ==== The command ============================================================================ */

static void render(const struct hot_options *options, const struct reading *reading,
                   const struct hot_view *view, const struct output *output, struct text *out) {
    struct table table = {0};
    struct table_style style = {.columns = (size_t)output->columns, .color = output->color};
    if (options->common.format == FORMAT_JSON) {
        add_json(reading, view, out);
        return;
    }
    hot_fill_table(view, &table);
    switch (options->common.format) {
    case FORMAT_CSV: table_write_csv(&table, out); break;
    case FORMAT_MARKDOWN: {
        struct text footer = {0};
        table_write_markdown(&table, out);
        add_footer(reading, view, &footer);
        markdown_add_lines(out, text_str(&footer));
        text_free(&footer);
        break;
    }
    default:
        table_write_text(&table, &style, out);
        text_add_char(out, '\n');
        add_footer(reading, view, out);
    }
    table_free(&table);
}

static int run(const struct command *command, struct option_base *base) {
    const struct hot_options *options = (const struct hot_options *)base;
    struct output output;
    struct reading reading;
    if (!output_open(&output, options->common.output, (enum color_when)options->common.color))
        return EXIT_USAGE;
    const struct reading_wants wants = {.keep = PROFILE_ROWS};
    int code = reading_take(command, &options->common, &wants, &reading);
    enum profile_unit unit = PROFILE_NO_UNIT;
    if (code == EXIT_OK) code = measure_unit(&options->common, &reading, &unit);
    if (code != EXIT_OK) return reading_finish(&options->common, &reading, &output, code);
    struct hot_methods hot;
    const struct profile *profile = &reading.samples->profile;
    hot_methods_compute(profile, (enum hot_sort)options->sort, unit != PROFILE_NO_UNIT,
                        (size_t)options->top, &hot);
    const struct hot_view view = {.profile = profile,
                                  .hot = &hot,
                                  .by = (enum frame_by)options->common.by,
                                  .frame_type = options->common.frame_type,
                                  .unit = unit};
    struct text out = {0};
    render(options, &reading, &view, &output, &out);
    output_flush_text(&output, &out);
    text_free(&out);
    hot_methods_free(&hot);
    return reading_finish(&options->common, &reading, &output, EXIT_OK);
}

const struct command command_hot_methods = {
    .name = "hot-methods",
    .summary = "Show the methods that most samples were taken in",
    .operands = "RECORDING...",
    .description =
        "For each method, self counts the samples with the method on top of the stack, total those "
        "with it anywhere on the stack (once per sample, however often it recurs). Percentages are "
        "of all samples, those without a stack included. With --measure value what the samples are "
        "worth comes first: bytes allocated, time waited, CPU time (samples times their "
        "period).\n\n"
        "Taken are jdk.ExecutionSample events if there are any, else the first that is present of "
        "jdk.CPUTimeSample, profiler.WallClockSample, datadog.ExecutionSample, "
        "datadog.MethodSample and jdk.NativeMethodSample; --event takes others. Never a mixture "
        "unless asked for.",
    .groups = groups,
    .examples = examples,
    .options_size = sizeof(struct hot_options),
    .operand_needed = true,
    .run = run,
};
