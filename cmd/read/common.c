#include "cmd/read/common.h"

#include "analyzers/tables/kinds.h"
#include "base/array.h"

#define AT(field) offsetof(struct common_options, field)

/* ==== Known values =========================================================================== */

const struct option_choice *event_choices(void) {
    static struct option_choice choices[KIND_GROUPS]; /* the last is the end */
    for (size_t g = KIND_NO_GROUP + 1; g < KIND_GROUPS; g++)
        choices[g - 1] = (struct option_choice){kind_short_names[g].name, kind_short_names[g].help};
    return choices;
}

static const struct option_choice *state_choices(void) {
    static const struct option_choice choices[] = {
        {"runnable", "running or ready to run"},
        {"sleeping", "in Thread.sleep"},
        {"in_object_wait", "in Object.wait"},
        {"parked", "in LockSupport.park"},
        {"blocked_on_monitor_enter", "waiting for a monitor"},
        {NULL, NULL},
    };
    return choices;
}

static bool parse_time(const char *text, void *field) {
    return time_point_parse(text, field);
}

static const struct option_choice by_choices[] = {
    /* in the order of enum frame_by */
    [BY_METHOD] = {"method", "class and method"},
    [BY_LINE] = {"line", "method and line"},
    [BY_CLASS] = {"class", "class"},
    [BY_PACKAGE] = {"package", "Java package"},
    [BY_MODULE] = {"module", "Java module"},
    [BY_BCI] = {"bci", "method and bytecode index"},
    {NULL, NULL},
};

static const struct option_choice format_choices[] = {
    /* in the order of enum format */
    [FORMAT_TEXT] = {"text", "aligned columns for people"},
    [FORMAT_JSON] = {"json", "documented in json.md"},
    [FORMAT_CSV] = {"csv", "RFC 4180, with a header line"},
    [FORMAT_MARKDOWN] = {"md", "a Markdown table"},
    {NULL, NULL},
};

static const struct option_choice color_choices[] = {
    /* in the order of enum color_when */
    [COLOR_AUTO] = {"auto", "on a terminal, unless NO_COLOR is set"},
    [COLOR_ALWAYS] = {"always", NULL},
    [COLOR_NEVER] = {"never", NULL},
    {NULL, NULL},
};

/* ==== Tables ================================================================================= */

static const char time_expected[] =
    "a time: 10s from the start, -5s from the end, or 2026-11-20T21:31:00Z";

static const struct option_row input_rows[] = {
    {.name = "jobs",
     .letter = 'j',
     .kind = OPTION_COUNT,
     .offset = AT(jobs),
     .argument = "N",
     .help = "Read with N threads; 0 is one per processor",
     .initial = "0",
     .expected = "a number of threads (0: one per processor)"},
    {.name = "keep-duplicates",
     .kind = OPTION_FLAG,
     .offset = AT(keep_duplicates),
     .help = "Count chunks that occur more than once each time"},
    {.name = "strict",
     .kind = OPTION_FLAG,
     .offset = AT(strict),
     .help = "Exit with 5 if anything of the input was lost or could not be read"},
    {.name = NULL},
};

static const struct option_row selection_rows[] = {
    {.name = "event",
     .letter = 'e',
     .kind = OPTION_COMMA_LIST,
     .offset = AT(events),
     .argument = "TYPE",
     .known = event_choices,
     .help = "Take samples of these event types, such as jdk.ObjectAllocationSample; short names: "
             "cpu, wall, native, alloc, lock, exception"},
    {.name = "thread",
     .letter = 't',
     .kind = OPTION_TEXT,
     .offset = AT(thread),
     .argument = "REGEX",
     .help = "Only samples of threads whose name matches"},
    {.name = "state",
     .kind = OPTION_COMMA_LIST,
     .offset = AT(states),
     .argument = "STATE",
     .known = state_choices,
     .help = "Only samples of threads in these states, such as runnable"},
    {.name = "from",
     .kind = OPTION_PARSED,
     .offset = AT(from),
     .argument = "TIME",
     .parse = parse_time,
     .expected = time_expected,
     .help = "Only samples from then on: 10s after the start, -5s before the end, or an ISO time"},
    {.name = "to",
     .kind = OPTION_PARSED,
     .offset = AT(to),
     .argument = "TIME",
     .parse = parse_time,
     .expected = time_expected,
     .help = "Only samples up to then"},
    {.name = "include",
     .letter = 'i',
     .kind = OPTION_LIST,
     .offset = AT(include),
     .argument = "REGEX",
     .help = "Only samples with a matching frame; given again: with one for "
             "each"},
    {.name = "exclude",
     .letter = 'x',
     .kind = OPTION_LIST,
     .offset = AT(exclude),
     .argument = "REGEX",
     .help = "No samples with a matching frame"},
    {.name = NULL},
};

static const struct option_row rows_rows[] = {
    {.name = "by",
     .kind = OPTION_CHOICE,
     .offset = AT(by),
     .argument = "WHAT",
     .choices = by_choices,
     .initial = "method",
     .help = "What is one row or frame"},
    {.name = "frame-type",
     .kind = OPTION_FLAG,
     .offset = AT(frame_type),
     .help = "Tell interpreted, compiled, inlined and native frames apart"},
    {.name = "hidden",
     .kind = OPTION_FLAG,
     .offset = AT(hidden),
     .help = "Keep frames that the JVM marks as hidden"},
    {.name = "raw-names",
     .kind = OPTION_FLAG,
     .offset = AT(raw_names),
     .help = "Keep names that change from run to run (lambdas, proxies) as recorded"},
    {.name = NULL},
};

static const struct option_row format_rows[] = {
    {.name = "format",
     .kind = OPTION_CHOICE,
     .offset = AT(format),
     .argument = "FORMAT",
     .choices = format_choices,
     .initial = "text",
     .help = "How the result is written"},
    {.name = "json",
     .kind = OPTION_SET,
     .offset = AT(format),
     .value = FORMAT_JSON,
     .help = "Short for --format json"},
    {.name = NULL},
};

static const struct option_row output_rows[] = {
    {.name = "output",
     .letter = 'o',
     .kind = OPTION_TEXT,
     .offset = AT(output),
     .argument = "FILE",
     .help = "Write the result to FILE, which appears when it is complete"},
    {.name = "color",
     .kind = OPTION_CHOICE,
     .offset = AT(color),
     .argument = "WHEN",
     .choices = color_choices,
     .initial = "auto",
     .help = "Whether to use colors"},
    {.name = "quiet",
     .letter = 'q',
     .kind = OPTION_FLAG,
     .offset = AT(quiet),
     .help = "Say nothing on stderr but errors"},
    {.name = "no-progress",
     .kind = OPTION_FLAG,
     .offset = AT(no_progress),
     .help = "Show no progress bar"},
    {.name = "allow-empty",
     .kind = OPTION_FLAG,
     .offset = AT(allow_empty),
     .help = "Exit with 0 instead of 4 if there is nothing to report"},
    {.name = "help",
     .letter = 'h',
     .kind = OPTION_FLAG,
     .offset = AT(base.help),
     .help = "Show this help"},
    {.name = NULL},
};

static const struct option_row help_rows[] = {
    {.name = "help",
     .letter = 'h',
     .kind = OPTION_FLAG,
     .offset = AT(base.help),
     .help = "Show this help"},
    {.name = NULL},
};

const struct option_group option_group_input = {"Reading", input_rows};
const struct option_group option_group_selection = {"Which samples count", selection_rows};
const struct option_group option_group_rows = {"What is counted", rows_rows};
const struct option_group option_group_format = {"Format", format_rows};
const struct option_group option_group_output = {"Output", output_rows};
const struct option_group option_group_help = {"Output", help_rows};
