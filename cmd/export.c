/* jfrtool export: recordings in the formats of other programs. */
#include "cmd/write/words.h"
#include "cmd/export/export.h"

#include "base/posix.h"
#include "cmd/cli/message.h"
#include "cmd/write/endings.h"

/* ==== Formats =============================================================================== */

/* All in the order of the help: FORMAT(its name in C). */
#define FORMATS(FORMAT)                                                                   \
    FORMAT(firefox)                                                                       \
    FORMAT(speedscope)                                                                    \
    FORMAT(chrome) FORMAT(pprof) FORMAT(collapsed) FORMAT(svg) FORMAT(csv) FORMAT(ndjson) \
        FORMAT(openmetrics) FORMAT(otlp)

#define DECLARED(name) extern const struct export_format export_##name;
FORMATS(DECLARED)
#define LISTED(name) &export_##name,
const struct export_format *const export_formats[] = {FORMATS(LISTED) NULL};

static const struct export_format *format_named(const char *name) {
    for (const struct export_format *const *f = export_formats; *f; f++)
        if (strcmp((*f)->name, name) == 0) return *f;
    return NULL;
}

static const struct export_format *format_of_path(const char *path) {
    const struct ending *ending = ending_of(path, ENDING_TARGET);
    return ending ? format_named(ending->target) : NULL;
}

static bool is_packed(const char *path) {
    size_t len = path ? strlen(path) : 0;
    return len > 3 && strcasecmp(path + len - 3, ".gz") == 0;
}

/* ==== --to: a format or a time ============================================================== */

/* One name for two things that nobody takes for each other: where to in time, and which format. */
static bool parse_to(const char *text, void *field) {
    struct export_target *target = field;
    const struct export_format *format = format_named(text);
    if (format) target->format = format;
    return format || time_point_parse(text, &target->selection.to);
}

static const struct option_choice *to_choices(void) {
    static struct option_choice choices[32]; /* the last is the end */
    for (size_t i = 0; export_formats[i] && i + 1 < sizeof choices / sizeof *choices; i++)
        choices[i] =
            (struct option_choice){export_formats[i]->name, export_formats[i]->help, (int)i};
    return choices;
}

#define NAMED(name) #name ", "
static const char to_expected[] =
    "a format (" FORMATS(NAMED) "see the help) or a time (10s from the start, -5s from the end, "
                                "10:02, 2026-11-20T21:31:00)";
static const char to_help[] =
    "The format: " FORMATS(NAMED) "else as the name of -o FILE ends. A time instead is the end of "
                                  "what counts, as below; both "
                                  "may be given";

#define AT(field) offsetof(struct export_options, field)
#include "cmd/export_options.h"

/* ==== Which format ========================================================================== */

static void say_formats(const char *problem, const char *path) {
    OWNED(text_free) struct text line = {0};
    text_addf(&line, problem, path);
    for (const struct export_format *const *f = export_formats; *f; f++) {
        text_addf(&line, "%s%s", f == export_formats ? ": " : ", ", (*f)->name);
        text_addf(&line, " (%s)", ending_of_target((*f)->name)->ending);
    }
    message_error("%s", text_str(&line));
}

static const struct export_format *choose(const struct export_options *options) {
    const char *path = options->output.path;
    const struct export_format *format = options->target.format;
    if (format) return format;
    if (!path || strcmp(path, "-") == 0) {
        message_error("export needs -o FILE, whose ending chooses the format, or --to FORMAT");
        return NULL;
    }
    format = format_of_path(path);
    if (format) return format;
    OWNED(mem_release) char *bare = mem_copy_text(path);
    if (is_packed(path)) bare[strlen(path) - 3] = 0;
    const struct ending *other = ending_of(bare, ENDING_ANY);
    if (other && other->report == FORMAT_JSON)
        say_formats("%s can be several formats of JSON: say which with --to FORMAT, or in the name",
                    path);
    else say_formats("the name %s does not imply a format: choose one with --to", path);
    return NULL;
}

/* Options that are about other formats would change nothing, which nobody expects. */
static bool may_have_options(const struct export_format *format,
                             const struct export_options *options) {
    const char *option = options->min_share > 0 && !format->prunes             ? "--min-share"
                         : options->measure != MEASURE_AUTO && !format->counts ? "--measure"
                                                                               : NULL;
    if (option) message_error("%s has no meaning for %s", option, format->name);
    return !option;
}

static bool may_be_written_there(const struct export_format *format,
                                 const struct export_options *options) {
    const char *path = options->output.path;
    bool to_stdout = !path || strcmp(path, "-") == 0;
    if (is_packed(path) && format->command && format->command != &command_profile)
        return message_refuse(
            "%s is not compressed here: leave .gz out of the name, and gzip it afterwards",
            format->name);
    if (to_stdout && format->binary && isatty(STDOUT_FILENO))
        return message_refuse("this would print binary data on your terminal; use -o out%s",
                              ending_of_target(format->name)->ending);
    return true;
}

/* ==== Where it goes ========================================================================= */

#define STEP_BYTES ((size_t)1 << 18)
#define LEVEL 3 /* zlib's: what is exported is opened soon, and once */

/* packed: gzip */
static void sink_open(struct sink *sink, struct output *output, bool packed) {
    *sink = (struct sink){.output = output, .gzip = packed ? gzip_open(LEVEL) : NULL};
}

static void send(struct sink *sink, bool last) {
    OWNED(text_free) struct text out = {0};
    sink->bytes += sink->text.len;
    if (sink->gzip) {
        gzip_push(sink->gzip, text_str(&sink->text), sink->text.len, last, &out);
        text_clear(&sink->text);
    }
    struct text *ready = sink->gzip ? &out : &sink->text;
    sink->written += ready->len;
    output_flush_text(sink->output, ready);
}

bool sink_step(struct sink *sink) {
    if (sink->text.len >= STEP_BYTES) send(sink, false);
    return !sink->output->failed;
}

/* Sends the rest. The sink is empty then. */
static void sink_close(struct sink *sink) {
    send(sink, true);
    if (sink->gzip) gzip_close(sink->gzip);
    sink->gzip = NULL;
    text_free(&sink->text);
}

/* ==== The command =========================================================================== */

bool export_is_large(const struct export_format *format, uint64_t bytes, struct text *sentence) {
    if (!format->large || bytes <= format->large) return false;
    words_add(sentence, "the export has {} uncompressed; {} has trouble with more than {}: {}",
              cell_bytes(bytes), cell_text(format->viewer), cell_bytes(format->large),
              cell_text(format->smaller
                            ? format->smaller
                            : "--min-share, --from and --to, or --thread make it smaller"));
    return true;
}

static void say_large(const struct export_format *format, uint64_t bytes) {
    OWNED(text_free) struct text sentence = {0};
    if (export_is_large(format, bytes, &sentence)) message_note("%s", text_str(&sentence));
}

static int make_answer(struct answer *answer) {
    const struct export_options *options = answer->options;
    struct export export = {.answer = answer, .options = options, .format = options->target.format};
    sink_open(&export.sink, &answer->output, is_packed(options->output.path));
    int code = export.format->write(&export);
    sink_close(&export.sink);
    if (code == EXIT_OK) say_large(export.format, export.sink.bytes);
    return code;
}

static int run_export(const struct command *command, struct option_base *base) {
    struct export_options *options = (struct export_options *)(void *)base;
    message_set_quiet(options->output.messages.quiet);
    const struct export_format *format = choose(options);
    if (!format || !may_have_options(format, options) || !may_be_written_there(format, options))
        return message_misuse(command);
    options->target.format = format;
    if (format->command) return export_through(format, options);
    options->output.format = FORMAT_JSON; /* whatever it is called: it is no sheet */
    return answer_run(command, base);
}
