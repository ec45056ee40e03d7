/* jfrtool hot-methods: where the time goes, per method. */
#include "analyzers/methods/hot_methods.h"

#include "cmd/fleet/seen_in.h"
#include "cmd/read/answer.h"
#include "cmd/read/measure.h"
#include "cmd/cli/message.h"
#include "cmd/read/split.h"
#include "cmd/sheets/hot_groups.h"

struct hot_options {
    struct option_base base;
    struct selection selection;
    struct input_options input;
    struct output_options output;
    uint64_t top; /* 0: all */
    int sort;     /* enum hot_sort */
    int measure;  /* enum measure */
    bool recordings;
};
#define AT(field) offsetof(struct hot_options, field)

static const struct option_choice sort_choices[] = {
    /* in the order of enum hot_sort */
    [HOT_BY_SELF] = {"self", "samples on top of the stack"},
    [HOT_BY_TOTAL] = {"total", "samples anywhere on the stack"},
    {NULL, NULL},
};

static const struct option_row rows[] = {
    TOP_ROW(AT(top), "30", "Show the first N rows; 0 is all"),
    {.name = "sort",
     .letter = 's',
     .kind = OPTION_CHOICE,
     .offset = AT(sort),
     .argument = "COLUMN",
     .choices = sort_choices,
     .initial = "self",
     .help = "Which column decides the order"},
    MEASURE_ROW(AT(measure)),
    {.name = "recordings",
     .kind = OPTION_FLAG,
     .offset = AT(recordings),
     .help = "Say of each row in how many of the recordings it was seen; reads them twice"},
    {.name = NULL},
};

static const struct option_group own_group = {.title = "Hot methods", .rows = rows};
static const struct option_use groups[] = {{&own_group, 0},
                                           WITHIN_AND_SPLIT,
                                           {&options_format, AT(output)},
                                           {&options_input, AT(input)},
                                           {&options_output, AT(output)},
                                           {NULL, 0}};

static const struct command_example examples[] = {
    {"jfrtool hot-methods rec.jfr", "The 30 methods most often on top of the stack"},
    {"jfrtool hot-methods --sort total --top 10 rec.jfr", "Methods that most samples pass through"},
    {"jfrtool hot-methods --event alloc rec.jfr", "Methods that allocate most bytes"},
    {"jfrtool hot-methods --thread 'http-.*' --from -10s --json rec.jfr",
     "The last ten seconds of some threads, for a program"},
    {"jfrtool hot-methods --within app.Request --by endpoint rec.jfr",
     "What each endpoint spends its time on"},
    {"jfrtool hot-methods --recordings recordings/",
     "Is it all of them, or one? In how many each was seen"},
    {NULL, NULL},
};

static int say_needs(struct answer *answer, struct needs *needs) {
    const struct hot_options *options = answer->options;
    if (options->recordings && !seen_in_fits(&options->selection, &options->base.operands))
        return command_misused(answer->command);
    if (options->recordings && split_is_asked(&options->selection)) {
        message_error("--recordings says in how many recordings a row was seen, and --by with a "
                      "field has rows for each of its values: give one of them");
        return EXIT_USAGE;
    }
    *needs = (struct needs){
        .keep = split_is_asked(&options->selection) ? PROFILE_ROWS | PROFILE_STACKS : PROFILE_ROWS,
        .values = measure_wants_values(options->measure, &options->selection)};
    return EXIT_OK;
}

static void add_groups(const struct reading *reading, const struct hot_view *view,
                       const struct hot_options *options, struct sheet *sheet) {
    struct hot_groups found;
    struct text what = {0};
    hot_groups_make(&reading->samples->profile, view->unit != PROFILE_NO_UNIT, &found);
    split_add_name(&options->selection, &what);
    const struct hot_groups_view all = {.groups = &found,
                                        .of = *view,
                                        .sort = (enum hot_sort)options->sort,
                                        .top = (size_t)options->top,
                                        .what = text_str(&what)};
    sheet_field(sheet, "by", cell_text(text_str(&what)));
    if (sheet_shows(sheet, SHEET_JSON)) hot_add(view, sheet);
    hot_groups_add(&all, sheet);
    text_free(&what);
    hot_groups_free(&found);
}

/* --measure value has no unit where there is no sample. recordings: that rows are looked for in; 0:
 * they are not. */
static void describe(const struct reading *reading, const struct hot_view *view,
                     const struct hot_options *options, uint64_t recordings, struct sheet *sheet) {
    bool split = split_is_asked(&options->selection);
    struct text footer = {0};
    reading_add_fields(reading, sheet);
    if (view->seen_in) sheet_field(sheet, "recordings", cell_count(recordings));
    reading_add_footer(reading, &footer);
    if (view->seen_in) {
        text_add(&footer, "seen in: of ");
        text_add_number_of(&footer, recordings, "recording");
        text_add(&footer, "\n");
    }
    if (view->unit != PROFILE_NO_UNIT) {
        sheet_field(sheet, "unit", cell_text(amount_unit(view->unit)));
        sheet_field(sheet, "value", cell_number(reading->samples->profile.value));
        if (reading->samples->recorded_ns > 0)
            sheet_field(sheet, "value_per_second",
                        cell_real((double)reading->samples->profile.value * 1e9 /
                                      (double)reading->samples->recorded_ns,
                                  0));
        text_add(&footer, "They are worth ");
        amount_add(&footer, view->unit, measure_all(&reading->samples->profile, view->unit));
        measure_add_rate(&footer, reading, view->unit);
        text_add(&footer, "; percentages are of that\n");
    } else if (options->measure == MEASURE_VALUE) {
        sheet_field(sheet, "unit", cell_missing());
        sheet_field(sheet, "value", cell_number(0));
    }
    if (split) {
        add_groups(reading, view, options, sheet);
    } else {
        hot_add(view, sheet);
        hot_add_shown(view, &footer);
    }
    sheet_lines(sheet, SHEET_PEOPLE, text_str(&footer));
    text_free(&footer);
}

static int make_answer(struct answer *answer) {
    const struct hot_options *options = answer->options;
    const struct profile *profile = &answer->reading.samples->profile;
    enum profile_unit unit;
    int code = measure_unit(options->measure, &answer->reading, &unit);
    if (code != EXIT_OK) return code;
    struct seen_in seen = {.recordings = 0};
    if (options->recordings) {
        seen_in_count(&answer->reading, &seen);
        while (seen.frames.len <= profile->frames.rows.len) array_push(&seen.frames, 0);
    }
    struct hot_methods hot;
    hot_methods_compute(profile, (enum hot_sort)options->sort, unit != PROFILE_NO_UNIT,
                        (size_t)options->top, &hot);
    const struct hot_view view = {.profile = profile,
                                  .hot = &hot,
                                  .by = options->selection.by,
                                  .frame_type = options->selection.frame_type,
                                  .unit = unit,
                                  .seen_in = options->recordings ? seen.frames.items : NULL};
    describe(&answer->reading, &view, options, seen.recordings, answer_sheet(answer, NULL));
    hot_methods_free(&hot);
    seen_in_free(&seen);
    return EXIT_OK;
}

const struct command command_hot_methods = {
    .name = "hot-methods",
    .summary = "Show the methods that most samples were taken in",
    .operands = "RECORDING...",
    .description =
        "For each method, self counts the samples with the method on top of the stack, total those "
        "with it anywhere on the stack (once per sample, however often it recurs). Percentages are "
        "of all samples, those without a stack included. Where --event asks for allocations, locks "
        "or I/O, and with --measure value, what the samples are worth comes first: bytes "
        "allocated, time waited, CPU time (samples times their period).\n\n"
        "With --by FIELD there is a table for each value of the field: of the events of --within "
        "that samples lie in, or of the samples; percentages are of the samples of that value. Of "
        "several events at a time the one that began last counts.\n\n"
        "Taken are jdk.ExecutionSample events if there are any, else the first that is present of "
        "jdk.CPUTimeSample, profiler.WallClockSample, datadog.ExecutionSample, "
        "datadog.MethodSample and jdk.NativeMethodSample; --event takes others. Never a mixture "
        "unless asked for.",
    .writes = FORMATS_OF_SHEETS,
    .groups = groups,
    .examples = examples,
    ANSWERS(struct hot_options),
};
