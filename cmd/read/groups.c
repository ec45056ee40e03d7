#include "cmd/read/groups.h"
#include "base/posix.h"

#include "analyzers/tables/kinds.h"
#include "cmd/cli/message.h"
#include "cmd/cli/output.h"
#include "parser/waits.h"

#include <string.h>

/* ==== Known values =========================================================================== */

/* Short names of event types. */
static const struct option_choice *event_choices(void) {
    static struct option_choice choices[KIND_GROUPS]; /* the last is the end */
    for (size_t g = KIND_NO_GROUP + 1; g < KIND_GROUPS; g++)
        choices[g - 1] =
            (struct option_choice){kind_short_names[g].name, kind_short_names[g].help, (int)g};
    return choices;
}

static const struct option_choice *state_choices(void) {
    static const struct option_choice choices[] = {
        {"runnable", "running or ready to run", 0},
        {"sleeping", "in Thread.sleep", 1},
        {"in_object_wait", "in Object.wait", 2},
        {"parked", "in LockSupport.park", 3},
        {"blocked_on_monitor_enter", "waiting for a monitor", 4},
        {NULL, NULL, 0},
    };
    return choices;
}

static bool parse_time(const char *text, void *field) {
    return time_point_parse(text, field);
}

static bool parse_zone(const char *text, void *field) {
    return zone_parse(text, field);
}

const struct option_choice options_by_choices[] = {
    {"method", "class and method", BY_METHOD},
    {"line", "method and line", BY_LINE},
    {"class", "class", BY_CLASS},
    {"package", "Java package", BY_PACKAGE},
    {"module", "Java module", BY_MODULE},
    {"bci", "method and bytecode index", BY_BCI},
    {NULL, NULL, 0},
};

#define AUTO_FORMAT \
    { "auto", "as the name of -o FILE ends, else text", FORMAT_AUTO }
#define SHEET_FORMAT(id, name, title, parts, write, help) {name, help, FORMAT_##id},
/* NOLINTBEGIN(readability-duplicate-include): the list of formats, each time with something else */
static const struct option_choice format_choices[] = {AUTO_FORMAT,
#include "cmd/write/formats.h"
                                                      {NULL, NULL, 0}};
static const struct option_choice picture_choices[] = {
    AUTO_FORMAT,
#include "cmd/write/formats.h"
    {"svg", "a picture for a browser", FORMAT_SVG},
    {NULL, NULL, 0}};
const struct option_choice options_ndjson_choices[] = {
    AUTO_FORMAT,
#include "cmd/write/formats.h"
    {"ndjson", "a JSON object a line", FORMAT_NDJSON},
    {NULL, NULL, 0}};
/* NOLINTEND(readability-duplicate-include) */

static const struct option_choice color_choices[] = {
    {"auto", "on a terminal, unless NO_COLOR is set", COLOR_AUTO},
    {"always", NULL, COLOR_ALWAYS},
    {"never", NULL, COLOR_NEVER},
    {NULL, NULL, 0},
};

/* ==== Tables ================================================================================= */

static const char time_expected[] = "a time: 10s from the start, -5s from the end, 10:02, "
                                    "2026-11-20, 2026-11-20T21:31:00 or 2026-11-20T21:31:00Z";

#define TIME_FORMS                                                                                 \
    "10s after the start, -5s before the end, a clock time as 10:02 or 04:20:50.5, a date, or an " \
    "ISO time"
/* NOLINTBEGIN(bugprone-macro-parentheses): help is texts side by side */
#define TIME_ROW(name_, at, help_)                                                                \
    OPTION(PARSED, name_, at, .argument = "TIME", .parse = parse_time, .expected = time_expected, \
           .help = help_)
/* NOLINTEND(bugprone-macro-parentheses) */
#define FROM_ROW(at, help_) TIME_ROW("from", at, help_)
#define TO_ROW(at, help_) TIME_ROW("to", at, help_)
#define ZONE_ROW(at)                                                                            \
    OPTION(PARSED, "tz", at, .argument = "ZONE", .parse = parse_zone,                           \
           .expected =                                                                          \
               "a time zone: Europe/Berlin or another of the system's, +02:00, utc, or local",  \
           .help = "Of clock times, in --from and --to and in reports: Europe/Berlin, +02:00, " \
                   "utc, or local for this machine's; unless given, the recording's")

#define AT(field) offsetof(struct input_options, field)
#define KEEP_DUPLICATES_ROW                              \
    OPTION(FLAG, "keep-duplicates", AT(keep_duplicates), \
           .help = "Count chunks that occur more than once each time")
#define STRICT_ROW                                                                                 \
    OPTION(FLAG, "strict", AT(strict),                                                             \
           .help = "Exit with 5 if anything of the input was lost, not only if a recording could " \
                   "not be read")
#define CLASSIFY_ROW                                                                             \
    OPTION(TEXT, "classify", AT(classify), .argument = "FILE",                                   \
           .help = "Name stacks by the lines of FILE, \"pattern of a frame, name\": what their " \
                   "threads wait for in account and stackTrace.waitsFor; names that begin with " \
                   "idle are idle")
static const struct option_row input_rows[] = {
    JOBS_ROW(AT(jobs)), KEEP_DUPLICATES_ROW, STRICT_ROW, CLASSIFY_ROW, {.name = NULL},
};
static const struct option_row part_rows[] = {SHARE_ROW(AT(share)), {.name = NULL}};
static const struct option_row serial_rows[] = {
    KEEP_DUPLICATES_ROW, STRICT_ROW, CLASSIFY_ROW, {.name = NULL}};

#undef AT
#define AT(field) offsetof(struct selection, field)
static const struct option_row selection_rows[] = {
    OPTION(COMMA_LIST, "event", AT(events), .letter = 'e', .argument = "TYPE",
           .known = event_choices,
           .help = "Take samples of these event types, such as jdk.FileRead, FileRead or "
                   "'jdk.File*'; short names: cpu, wall, native, alloc, live, malloc, lock, "
                   "exception, io, file, socket, gc"),
    OPTION(TEXT, "thread", AT(thread), .letter = 't', .argument = "REGEX",
           .help = "Only samples of threads whose name matches"),
    OPTION(COMMA_LIST, "state", AT(states), .argument = "STATE", .known = state_choices,
           .help = "Only samples of threads in these states, such as runnable"),
    FROM_ROW(AT(from), "Only samples from then on: " TIME_FORMS),
    TO_ROW(AT(to), "Only samples before then; of a date alone that day, too"),
    ZONE_ROW(AT(zone)),
    OPTION(LIST, "include", AT(include), .letter = 'i', .argument = "REGEX",
           .help = "Only samples with a matching frame; given again: with one for each"),
    OPTION(LIST, "exclude", AT(exclude), .letter = 'x', .argument = "REGEX",
           .help = "No samples with a matching frame"),
    {.name = NULL},
};

static const struct option_row event_rows[] = {
    OPTION(TEXT, "thread", AT(thread), .letter = 't', .argument = "REGEX",
           .help = "Only events of threads whose name matches"),
    FROM_ROW(AT(from), "Only events that begin from then on: " TIME_FORMS),
    TO_ROW(AT(to), "Only events that begin before then; of a date alone that day, too"),
    ZONE_ROW(AT(zone)),
    OPTION(LIST, "include", AT(include), .letter = 'i', .argument = "REGEX",
           .help = "Only events with a matching frame; given again: with one for each"),
    OPTION(LIST, "exclude", AT(exclude), .letter = 'x', .argument = "REGEX",
           .help = "No events with a matching frame"),
    RAW_NAMES_ROW(AT(raw_names)),
    {.name = NULL},
};

#undef AT
#define AT(field) offsetof(struct window_options, field)
static const struct option_row window_rows[] = {
    FROM_ROW(AT(from), "Only what begins from then on: " TIME_FORMS),
    TO_ROW(AT(to), "Only what begins before then; of a date alone that day, too"),
    ZONE_ROW(AT(zone)),
    {.name = NULL},
};

#undef AT
#define AT(field) offsetof(struct selection, field)
static const struct option_row within_rows[] = {
    OPTION(TEXT, "within", AT(within_events), .argument = "EVENTS",
           .help = "Only samples that a thread has during such an event of its own: 'TYPE', or "
                   "'TYPE where CONDITION' as events takes it ('app.Request where duration > 1s')"),
    OPTION(TEXT, "outside", AT(outside_events), .argument = "EVENTS",
           .help = "Only samples that a thread does not have during such an event"),
    OPTION(FLAG, "overlap", AT(overlap),
           .help = "Of --within and --outside: an event of any thread counts for all threads: what "
                   "they did while another one waited for a monitor"),
    {.name = NULL},
};

static const struct option_row rows_rows[] = {
    OPTION(CHOICE, "by", AT(by), .argument = "WHAT", .initial = "method",
           .choices = options_by_choices, .help = "What is one row or frame"),
    FRAME_TYPE_ROW(AT(frame_type)),
    HIDDEN_ROW(AT(hidden)),
    CONSTRUCTORS_ROW(AT(constructors)),
    RAW_NAMES_ROW(AT(raw_names)),
    {.name = NULL},
};

#undef AT
#define AT(field) offsetof(struct output_options, field)
#define FORMAT_ROW(choices_)                                                          \
    OPTION(CHOICE, "format", AT(format), .argument = "FORMAT", .choices = (choices_), \
           .initial = "auto", .help = "How the result is written")
#define JSON_ROW \
    OPTION(SET, "json", AT(format), .value = FORMAT_JSON, .help = "Short for --format json")
static const struct option_row ndjson_rows[] = {
    FORMAT_ROW(options_ndjson_choices), JSON_ROW, {.name = NULL}};
static const struct option_row sheet_format_rows[] = {
    FORMAT_ROW(format_choices), JSON_ROW, {.name = NULL}};
static const struct option_row picture_rows[] = {
    FORMAT_ROW(picture_choices),
    JSON_ROW,
    OPTION(SET, "svg", AT(format), .value = FORMAT_SVG, .help = "Short for --format svg"),
    OPTION(SET, "html", AT(format), .value = FORMAT_HTML, .help = "Short for --format html"),
    {.name = NULL}};

static const struct option_row output_rows[] = {
    OPTION(TEXT, "output", AT(path), .letter = 'o', .argument = "FILE",
           .help = "Write the result to FILE, which appears when it is complete; without --format "
                   "its ending chooses the format"),
    OPTION(CHOICE, "color", AT(color), .argument = "WHEN", .initial = "auto",
           .choices = color_choices, .help = "Whether to use colors"),
    QUIET_ROW(AT(messages.quiet)),
    NO_PROGRESS_ROW(AT(messages.no_progress)),
    OPTION(FLAG, "allow-empty", AT(messages.allow_empty),
           .help = "Exit with 0 instead of 4 if the recording has nothing that was requested "
                   "(merge: whatever could "
                   "be read)"),
    HELP_ROW,
    {.name = NULL},
};

static bool open_selection(void *selection, struct text *error) {
    struct jfr_error why = {0};
    bool ok = selection_open(selection, &why);
    if (!ok) text_add(error, why.text);
    return ok;
}

static void close_selection(void *selection) {
    selection_close(selection);
}

static bool open_input(void *part, struct text *error) {
    const struct input_options *input = part;
    OWNED(text_free) struct text why = {0};
    bool good = !input->classify || waits_classify(input->classify, &why);
    if (!good) text_addf(error, "--classify %s: %s", input->classify, text_str(&why));
    return good;
}

const struct option_group options_input = {
    .title = "Reading", .topic = "output", .rows = input_rows, .open = open_input};
const struct option_group options_share = {
    .title = "Partition (distributed runs)", .topic = "filters", .rows = part_rows};
const struct option_group options_serial = {
    .title = "Reading", .topic = "output", .rows = serial_rows, .open = open_input};
const struct option_group options_selection = {.title = "Filters: samples",
                                               .topic = "filters",
                                               .rows = selection_rows,
                                               .open = open_selection,
                                               .close = close_selection};
const struct option_group options_events = {.title = "Filters: events",
                                            .topic = "filters",
                                            .rows = event_rows,
                                            .open = open_selection,
                                            .close = close_selection};
const struct option_group options_window = {
    .title = "Filters: time", .topic = "filters", .rows = window_rows};
const struct option_group options_within = {
    .title = "Within events", .topic = "filters", .rows = within_rows};
const struct option_group options_rows = {.title = "Rows", .topic = "filters", .rows = rows_rows};
const struct option_group options_format = {
    .title = "Format", .topic = "output", .rows = sheet_format_rows};
const struct option_group options_ndjson = {
    .title = "Format", .topic = "output", .rows = ndjson_rows};
const struct option_group options_pictures = {
    .title = "Format", .topic = "output", .rows = picture_rows};
const struct option_group options_output = {
    .title = "Output", .topic = "output", .rows = output_rows};

bool options_parse_share(const char *text, void *field) {
    struct input_share *share = field;
    char *end;
    if (*text < '0' || *text > '9') return false;
    unsigned long number = strtoul(text, &end, 10);
    if (*end != '/' || end[1] < '0' || end[1] > '9') return false;
    unsigned long of = strtoul(end + 1, &end, 10);
    if (*end || number < 1 || number > of || of > 1000000) return false;
    *share = (struct input_share){(uint32_t)number, (uint32_t)of};
    return true;
}

bool options_share_fits(struct input_share share, const struct text_list *paths) {
    for (size_t i = 0; i < paths->len && share.of; i++) {
        struct stat file;
        bool piped = strcmp(paths->items[i], "-") == 0;
        if (!piped &&
            (stat(paths->items[i], &file) != 0 || S_ISREG(file.st_mode) || S_ISDIR(file.st_mode)))
            continue; /* what is not there is said where it is read */
        message_error("--part takes files and folders, because it needs to know how large all is; "
                      "%s is a stream",
                      piped ? "standard input (-)" : paths->items[i]);
        return false;
    }
    return true;
}
