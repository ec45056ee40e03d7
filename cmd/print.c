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
    .operands = "RECORDING...",
    .writes = "text json xml",
    READS_AND_ANSWERS(struct print_options),
};
