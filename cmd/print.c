/* jfrtool print: events with all their values, as `jfr print` of the JDK writes them. */
#include "analyzers/stream/stream.h"

#include "cmd/cli/message.h"
#include "cmd/print/printer.h"
#include "cmd/read/answer.h"

#include "cmd/print_options.h"

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

/* Why nothing was printed. The document without events is complete. */
static int say_nothing(struct answer *answer, const struct stream_result *result,
                       const struct type_names *names) {
    const struct print_options *options = answer->options;
    if (!result->types) {
        if (!type_names_tell(names, &options->events, false, message_note_sentence) &&
            !type_names_tell(names, &options->categories, true, message_note_sentence))
            message_note("no event type has that name; jfrtool metadata lists all, jfrtool summary "
                         "those with events");
    } else {
        message_note("no event matches the filters");
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
        message_note("%llu events are not written completely: \"...\" stands for constants where "
                     "these amount to more than %d times the bytes of their chunk",
                     (unsigned long long)shortened, PRINTER_A_BYTE);
    uint64_t damaged = printer_damaged(printing.printer);
    if (damaged) {
        message_note("%llu events could not be read to their end", (unsigned long long)damaged);
        answer->partial = options->input.strict;
    }
    printer_close(printing.printer);
    return code;
}
