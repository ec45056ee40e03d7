/* jfrtool hot-methods: where the time goes, per method. */
#include "analyzers/hot_methods.h"

#include "cmd/common.h"
#include "cmd/message.h"
#include "cmd/render/row_names.h"

#include <stdlib.h>
#include <string.h>

/* Above this share of truncated stacks, total counts mislead and the hint is worth a line. */
#define TRUNCATED_PERCENT_WORTH_A_HINT 1.0

struct hot_options {
    struct common_options common;
    uint64_t top; /* 0: all */
    int sort;     /* enum hot_sort */
};

static const struct option_choice sort_choices[] = { /* in the order of enum hot_sort */
    [HOT_BY_SELF] = {"self", "samples on top of the stack"},
    [HOT_BY_TOTAL] = {"total", "samples anywhere on the stack"},
    {NULL, NULL},
};

static const struct option_row rows[] = {
    {.name = "top", .letter = 'n', .kind = OPTION_COUNT, .offset = offsetof(struct hot_options, top),
     .argument = "N", .initial = "30", .expected = "a number of rows (0: all)",
     .help = "Show the first N rows; 0 is all"},
    {.name = "sort", .letter = 's', .kind = OPTION_CHOICE,
     .offset = offsetof(struct hot_options, sort), .argument = "COLUMN", .choices = sort_choices,
     .initial = "self", .help = "Which column decides the order"},
    {.name = NULL},
};

static const struct option_group own_group = {"Hot methods", rows};
static const struct option_group *const groups[] = {
    &own_group,          &option_group_selection, &option_group_rows, &option_group_format,
    &option_group_input, &option_group_output,    NULL};

static const struct command_example examples[] = {
    {"jfrtool hot-methods rec.jfr", "The 30 methods most often on top of the stack"},
    {"jfrtool hot-methods --sort total --top 10 rec.jfr", "Those that most samples pass through"},
    {"jfrtool hot-methods --event alloc --by class rec.jfr", "Classes that allocate"},
    {"jfrtool hot-methods --thread 'http-.*' --from -10s --json rec.jfr",
     "The last ten seconds of some threads, for a program"},
    {NULL, NULL},
};

struct result {
    const struct hot_options *options;
    const struct reading *reading;
    const struct profile *profile;
    struct hot_methods hot;
};

static double percent(uint64_t part, uint64_t all) {
    return all ? 100.0 * (double)part / (double)all : 0;
}

static const struct frame *frame_of(const struct result *result, const struct hot_row *row) {
    return &result->profile->frames.rows.items[row->frame];
}

/* ==== Table ================================================================================== */

static void build_table(const struct result *result, struct table *table) {
    bool types = result->options->common.frame_type;
    table_column(table, (struct table_column){.title = "self", .key = "self", .number = true});
    table_column(table,
                 (struct table_column){.title = "self %", .key = "self_percent", .number = true});
    table_column(table, (struct table_column){.title = "total", .key = "total", .number = true});
    table_column(table,
                 (struct table_column){.title = "total %", .key = "total_percent", .number = true});
    if (types) table_column(table, (struct table_column){.title = "type", .key = "frame_type"});
    enum frame_by by = (enum frame_by)result->options->common.by;
    const char *title = row_names_title(by);
    table_column(table, (struct table_column){.title = title, .key = title, .flexible = true});

    ARRAY(uint32_t) shown = {0};
    for (size_t i = 0; i < result->hot.rows.len; i++)
        array_push(&shown, result->hot.rows.items[i].frame);
    struct row_names names;
    row_names_open(&names, &result->profile->frames, by, shown.items, shown.len);
    uint64_t all = result->profile->samples;
    for (size_t i = 0; i < result->hot.rows.len; i++) {
        const struct hot_row *row = &result->hot.rows.items[i];
        table_count(table, row->self);
        table_percent(table, percent(row->self, all));
        table_count(table, row->total);
        table_percent(table, percent(row->total, all));
        if (types)
            table_text(table, frame_type_name((enum frame_type)frame_of(result, row)->type));
        row_names_add_cell(&names, row->frame, table);
    }
    row_names_free(&names);
    array_free(&shown);
}

static void add_footer(const struct result *result, struct text *out) {
    const struct profile *profile = result->profile;
    const struct scan_report *report = &result->reading->report;
    const char *event = result->reading->samples->event;
    text_add_number_of(out, profile->samples, "sample");
    if (event) text_addf(out, " of %s", event);
    if (result->reading->samples->filtered) text_add(out, " left by the filters");
    if (report->end_ns > report->start_ns) {
        text_add(out, " in ");
        text_add_duration(out, report->end_ns - report->start_ns);
    }
    text_add(out, ", ");
    text_add_grouped(out, profile->without_stack);
    text_add(out, " without stack, ");
    text_add_grouped(out, profile->truncated);
    double truncated = percent(profile->truncated, profile->samples);
    text_add(out, " truncated");
    if (profile->truncated) text_addf(out, " (%.2f %%)", truncated);
    text_add_char(out, '\n');
    if (truncated > TRUNCATED_PERCENT_WORTH_A_HINT)
        text_add(out, "Truncated stacks miss their callers, so totals are too low: record with "
                      "-XX:FlightRecorderOptions:stackdepth=256\n");
    text_add_grouped(out, result->hot.rows.len);
    text_add(out, " of ");
    text_add_grouped(out, result->hot.all_rows);
    text_addf(out, " %s shown%s\n", row_names_noun((enum frame_by)result->options->common.by),
              result->hot.rows.len < result->hot.all_rows ? "; --top 0 shows all" : "");
}

/* ==== JSON =================================================================================== */

static void add_json_row(const struct result *result, const struct hot_row *row, cJSON *methods) {
    const struct row_names names = {.frames = &result->profile->frames,
                                    .by = (enum frame_by)result->options->common.by};
    uint64_t all = result->profile->samples;
    cJSON *object = json_add_object(methods, NULL);
    row_names_add_json(&names, row->frame, result->options->common.frame_type, object);
    json_add_count(object, "self", row->self);
    json_add_percent(object, "self_percent", percent(row->self, all));
    json_add_count(object, "total", row->total);
    json_add_percent(object, "total_percent", percent(row->total, all));
}

static void add_json(const struct result *result, struct text *out) {
    const struct profile *profile = result->profile;
    const struct scan_report *report = &result->reading->report;
    cJSON *root = cJSON_CreateObject();
    json_add_text(root, "event", result->reading->samples->event);
    json_add_count(root, "samples", profile->samples);
    json_add_count(root, "samples_without_stack", profile->without_stack);
    json_add_count(root, "truncated_stacks", profile->truncated);
    json_add_number(root, "duration_ns", report->end_ns - report->start_ns);
    cJSON *methods = json_add_array(root, "methods");
    for (size_t i = 0; i < result->hot.rows.len; i++)
        add_json_row(result, &result->hot.rows.items[i], methods);
    json_write(root, true, out);
}

/* ==== The command ============================================================================ */

static void render(const struct result *result, const struct output *output, struct text *out) {
    struct table table = {0};
    struct table_style style = {.columns = (size_t)output->columns, .color = output->color};
    if (result->options->common.format == FORMAT_JSON) {
        add_json(result, out);
        return;
    }
    build_table(result, &table);
    switch (result->options->common.format) {
    case FORMAT_CSV: table_write_csv(&table, out); break;
    case FORMAT_MARKDOWN: {
        struct text footer = {0};
        table_write_markdown(&table, out);
        add_footer(result, &footer);
        for (char *line = strtok(footer.data, "\n"); line; line = strtok(NULL, "\n")) {
            text_add_char(out, '\n');
            markdown_add(out, line);
            text_add_char(out, '\n');
        }
        text_free(&footer);
        break;
    }
    default:
        table_write_text(&table, &style, out);
        text_add_char(out, '\n');
        add_footer(result, out);
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
    if (code != EXIT_OK) {
        output_discard(&output);
        reading_free(&reading);
        return code;
    }
    struct result result = {.options = options, .reading = &reading,
                            .profile = &reading.samples->profile};
    hot_methods_compute(result.profile, (enum hot_sort)options->sort, (size_t)options->top,
                        &result.hot);
    struct text out = {0};
    render(&result, &output, &out);
    output_flush_text(&output, &out);
    text_free(&out);
    hot_methods_free(&result.hot);
    code = reading_exit_code(&options->common, &reading);
    reading_free(&reading);
    return output_close(&output) ? code : EXIT_USAGE;
}

const struct command command_hot_methods = {
    .name = "hot-methods",
    .summary = "Show the methods that most samples were taken in",
    .operands = "RECORDING...",
    .description =
        "For each method, self counts the samples with the method on top of the stack, total those "
        "with it anywhere on the stack (once per sample, however often it recurs). Percentages are "
        "of all samples, those without a stack included.\n\n"
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
