/* jfrtool hot-methods: where the time goes, per method. */
#include "analyzers/hot_methods.h"

#include "cmd/common.h"
#include "cmd/message.h"
#include "cmd/render/json.h"
#include "cmd/render/table.h"

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

static const char *string_of(const struct result *result, uint32_t id) {
    return strings_get(&result->profile->frames.strings, id);
}

static const struct frame *frame_of(const struct result *result, const struct hot_row *row) {
    return &result->profile->frames.rows.items[row->frame];
}

static const char *rows_noun(const struct result *result) {
    switch (result->options->common.by) {
    case BY_LINE: return "lines";
    case BY_CLASS: return "classes";
    case BY_PACKAGE: return "packages";
    case BY_MODULE: return "modules";
    case BY_BCI: return "bytecode positions";
    default: return "methods";
    }
}

static const char *name_title(const struct result *result) {
    switch (result->options->common.by) {
    case BY_CLASS: return "class";
    case BY_PACKAGE: return "package";
    case BY_MODULE: return "module";
    default: return "method";
    }
}

/* ==== Table ================================================================================== */

#define OVERLOADED UINT32_MAX

static uint64_t method_key(const struct frame *frame) {
    return (uint64_t)frame->class_name << 32 | frame->method;
}

/* The descriptor of each method among the shown rows, or OVERLOADED: those need their parameters
 * to be told apart. */
static void find_overloads(const struct result *result, struct map *descriptors) {
    for (size_t i = 0; i < result->hot.rows.len; i++) {
        const struct frame *frame = frame_of(result, &result->hot.rows.items[i]);
        bool fresh;
        uint64_t *descriptor = map_put(descriptors, method_key(frame), &fresh);
        if (fresh) *descriptor = frame->descriptor;
        else if (*descriptor != frame->descriptor) *descriptor = OVERLOADED;
    }
}

/* Bytes at the beginning of the name that are packages and their dots. */
static size_t packages_in(const struct result *result, const struct frame *frame,
                          const struct text *name) {
    if (result->options->common.by == BY_PACKAGE) {
        const char *dot = memrchr(text_str(name), '.', name->len);
        return dot ? (size_t)(dot - name->data) + 1 : 0;
    }
    const char *package = string_of(result, frame->package);
    size_t len = strlen(package);
    bool there = len && name->len > len && memcmp(name->data, package, len) == 0 &&
                 name->data[len] == '.';
    return there ? len + 1 : 0;
}

static void add_name_cell(const struct result *result, const struct hot_row *row, bool overloaded,
                          struct table *table) {
    const struct frames *frames = &result->profile->frames;
    struct text name = {0};
    if (overloaded) frame_add_full_name(frames, row->frame, &name);
    else frame_add_name(frames, row->frame, &name);
    table_name(table, name.data, packages_in(result, frame_of(result, row), &name));
    text_free(&name);
}

static void build_table(const struct result *result, struct table *table) {
    bool types = result->options->common.frame_type;
    table_column(table, (struct table_column){.title = "self", .key = "self", .number = true});
    table_column(table,
                 (struct table_column){.title = "self %", .key = "self_percent", .number = true});
    table_column(table, (struct table_column){.title = "total", .key = "total", .number = true});
    table_column(table,
                 (struct table_column){.title = "total %", .key = "total_percent", .number = true});
    if (types) table_column(table, (struct table_column){.title = "type", .key = "frame_type"});
    const char *title = name_title(result);
    table_column(table, (struct table_column){.title = title, .key = title, .flexible = true});

    struct map descriptors = {0};
    find_overloads(result, &descriptors);
    uint64_t all = result->profile->samples;
    for (size_t i = 0; i < result->hot.rows.len; i++) {
        const struct hot_row *row = &result->hot.rows.items[i];
        table_count(table, row->self);
        table_percent(table, percent(row->self, all));
        table_count(table, row->total);
        table_percent(table, percent(row->total, all));
        if (types)
            table_text(table, frame_type_name((enum frame_type)frame_of(result, row)->type));
        const uint64_t *descriptor = map_get(&descriptors, method_key(frame_of(result, row)));
        add_name_cell(result, row, descriptor && *descriptor == OVERLOADED, table);
    }
    map_free(&descriptors);
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
    text_addf(out, " %s shown%s\n", rows_noun(result),
              result->hot.rows.len < result->hot.all_rows ? "; --top 0 shows all" : "");
}

/* ==== JSON =================================================================================== */

static void add_json_row(const struct result *result, const struct hot_row *row, cJSON *methods) {
    const struct frame *frame = frame_of(result, row);
    int by = result->options->common.by;
    uint64_t all = result->profile->samples;
    cJSON *object = json_add_object(methods, NULL);
    if (by == BY_PACKAGE || by == BY_MODULE) {
        const char *name = string_of(result, by == BY_PACKAGE ? frame->package : frame->module);
        json_add_text(object, by == BY_PACKAGE ? "package" : "module", name);
    } else {
        json_add_text(object, "class", string_of(result, frame->class_name));
        if (by != BY_CLASS) {
            json_add_text(object, "method", string_of(result, frame->method));
            json_add_text(object, "descriptor", string_of(result, frame->descriptor));
        }
    }
    if (by == BY_LINE) json_add_number(object, "line", frame->line);
    if (by == BY_BCI) json_add_number(object, "bci", frame->bci);
    if (result->options->common.frame_type)
        json_add_text(object, "frame_type", frame_type_name((enum frame_type)frame->type));
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
