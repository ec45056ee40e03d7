/* jfrtool print: events with all their values, as `jfr print` of the JDK writes them. */
#include "analyzers/stream/stream.h"

#include "cmd/cli/message.h"
#include "cmd/print/printer.h"
#include "cmd/read/answer.h"

struct print_options {
    struct option_base base;
    struct text_list events, categories;
    struct selection selection;
    struct input_options input;
    struct output_options output;
    uint64_t stack_depth;
    bool exact;
};
#define AT(field) offsetof(struct print_options, field)

static const struct option_choice format_choices[] = {
    {"text", "for people", FORMAT_TEXT},
    {"json", "recording.events, each with type and values", FORMAT_JSON},
    {"xml", "the same as XML", FORMAT_XML},
    {NULL, NULL, 0},
};

static const struct option_row rows[] = {
    OPTION(
        COMMA_LIST, "events", AT(events), .argument = "NAME",
        .help =
            "Only events of these types: jdk.CPULoad, CPULoad, 'jdk.File*'; '*' and '?' stand for "
            "any characters"),
    OPTION(COMMA_LIST, "categories", AT(categories), .argument = "NAME",
           .help = "Only events of these categories: GC, 'Java*', or by first letters, JVM"),
    OPTION(SET, "json", AT(output.format), .value = FORMAT_JSON, .help = "Write JSON"),
    OPTION(SET, "xml", AT(output.format), .value = FORMAT_XML, .help = "Write XML"),
    OPTION(CHOICE, "format", AT(output.format), .argument = "FORMAT", .choices = format_choices,
           .help = "How the result is written; else as the name of -o FILE ends, or text"),
    OPTION(FLAG, "exact", AT(exact),
           .help = "Numbers, spans and times of the text with all their digits"),
    OPTION(COUNT, "stack-depth", AT(stack_depth), .argument = "N", .initial = "5",
           .expected = "a number of frames",
           .help = "Frames that are shown of a stack, from its top"),
    {.name = NULL},
};
static const struct option_use groups[] = {OWN_GROUP("Which events, and how", rows),
                                           {&options_selection, AT(selection)},
                                           {&options_serial, AT(input)},
                                           {&options_output, AT(output)},
                                           {NULL, 0}};

static const struct command_example examples[] = {
    {"jfrtool print --events CPULoad rec.jfr", "All values of all events of a type"},
    {"jfrtool print --json --events 'jdk.File*' rec.jfr | jq '.recording.events[].values.path'",
     "For programs"},
    {"jfrtool print --categories GC --from 10s --to 12s rec.jfr", "What a collection consisted of"},
    {"jfrtool print --events JavaExceptionThrow --stack-depth 64 --include 'Parser' rec.jfr",
     "Exceptions with their whole stacks, of some code"},
    {NULL, NULL},
};

struct printing { /* of one run */
    struct output *output;
    struct printer *printer;
    bool begun;
};

static bool flush(void *context, struct text *out) {
    struct printing *printing = context;
    output_flush_text(printing->output, out);
    return !printing->output->failed;
}

static void begin(struct printing *printing) {
    if (!printing->begun) printer_begin(printing->printer);
    printing->begun = true;
}

static void begin_chunk(void *context, const struct walk *walk) {
    struct printing *printing = context;
    begin(printing);
    printer_chunk(printing->printer, walk->chunk, walk->metadata, walk->constants);
}

static bool print_event(void *context, const struct jfr_type *type, const struct jfr_event *event) {
    struct printing *printing = context;
    return printer_event(printing->printer, type, event);
}

static void end_chunk(void *context) {
    struct printing *printing = context;
    printer_chunk_ends(printing->printer);
}

static void say(const char *sentence) {
    message_note("%s", sentence);
}

/* Why nothing was printed. The document without events is complete. */
static int say_nothing(struct answer *answer, const struct stream_result *result,
                       const struct type_names *names) {
    const struct print_options *options = answer->options;
    if (!result->types) {
        if (!type_names_tell(names, &options->events, false, say) &&
            !type_names_tell(names, &options->categories, true, say))
            message_note("no event type is called that; jfrtool metadata lists those there are, "
                         "jfrtool summary those with events");
    } else {
        message_note("no event is left");
    }
    answer->empty = true;
    return EXIT_OK;
}

static int make_answer(struct answer *answer) {
    const struct print_options *options = answer->options;
    struct printing printing = {.output = &answer->output};
    struct printer_options how = {
        .format = answer->format == FORMAT_JSON  ? PRINT_JSON
                  : answer->format == FORMAT_XML ? PRINT_XML
                                                 : PRINT_TEXT,
        .exact = options->exact,
        .stack_depth = options->stack_depth,
        .zone = options->selection.zone,
        .flush = flush,
        .context = &printing,
    };
    struct stream_options stream = {.selection = &options->selection,
                                    .context = &printing,
                                    .chunk = begin_chunk,
                                    .event = print_event,
                                    .chunk_ends = end_chunk};
    const struct type_filter types = {.events = options->events,
                                      .categories = options->categories,
                                      .selected = options->selection.events};
    OWNED(type_names_free) struct type_names names = {0};
    stream.types = &types;
    stream.names = &names;
    printing.printer = printer_open(&how);
    struct scan_options scan = reading_scan(&answer->reading);
    struct stream_result result = stream_run(&scan, &stream, &answer->reading.report);
    int code = reading_done(&answer->reading);
    if (code == EXIT_OK) {
        begin(&printing);
        printer_end(printing.printer);
        if (!result.events) code = say_nothing(answer, &result, &names);
    }
    uint64_t shortened = printer_short(printing.printer);
    if (shortened)
        message_note("of %llu events not all is written: \"...\" stands for constants where these "
                     "come to more than %d times the bytes of their chunk",
                     (unsigned long long)shortened, PRINTER_A_BYTE);
    uint64_t damaged = printer_damaged(printing.printer);
    if (damaged) {
        message_note("%llu events could not be read to their end", (unsigned long long)damaged);
        answer->partial = options->input.strict;
    }
    printer_close(printing.printer);
    return code;
}

const struct command command_print = {
    .name = "print",
    .summary = "Print events with all their values, as jfr print of a JDK does",
    .operands = "RECORDING...",
    .description =
        "Every event with every field, names and constants looked up, in the order of chunks and "
        "in each by the events' end: text, JSON or XML, with the options and in the words of `jfr "
        "print` of JDK 25, so that scripts made for it go on working. It writes as it reads and "
        "needs little memory, whatever the size of the recording.\n\n"
        "Times are in the zone of the recording, or of --tz. Different from `jfr print`, the text "
        "escapes control characters in names, times of each chunk are its own, what a damaged "
        "recording has lost is null instead of an end, and --events that fit nothing end with exit "
        "code 4.",
    .writes = "text json xml",
    READS_AND_ANSWERS(struct print_options),
};
