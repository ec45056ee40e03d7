/* jfrtool profile and jfrtool merge: samples summed up, in pprof's format. */
#include "analyzers/samples/pprof_write.h"
#include "cmd/read/answer.h"
#include "cmd/cli/message.h"
#include "cmd/write/deflate.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SMALLEST 9 /* zlib's level: a baseline is written once and kept */

struct profile_options {
    struct option_base base;
    struct selection selection;
    struct input_options input;
    struct output_options output;
    int by, threads; /* index in by_choices; enum pprof_threads */
    bool uncompressed;
    const char *files_from; /* of merge */
    bool null;
};

/* ==== Options =============================================================================== */

static const struct option_choice by_choices[] = {
    {"line", "method and line"}, {"method", "class and method"}, {"class", "class"},
    {"package", "Java package"}, {"module", "Java module"},      {NULL, NULL},
};
static const enum frame_by by_of[] = {BY_LINE, BY_METHOD, BY_CLASS, BY_PACKAGE, BY_MODULE};

static const struct option_choice thread_choices[] = {
    /* in the order of enum pprof_threads */
    [PPROF_THREADS_EACH] = {"each", "each thread, by name, group and number"},
    [PPROF_THREADS_BY_NAME] = {"name", "threads of one name and group together"},
    [PPROF_THREADS_NONE] = {"none", "all threads together"},
    {NULL, NULL},
};

#define AT(field) offsetof(struct profile_options, field)

static const struct option_row profile_rows[] = {
    {.name = "by",
     .kind = OPTION_CHOICE,
     .offset = AT(by),
     .argument = "WHAT",
     .choices = by_choices,
     .initial = "line",
     .help = "What is one frame: the coarser, the smaller"},
    {.name = "threads",
     .kind = OPTION_CHOICE,
     .offset = AT(threads),
     .argument = "WHAT",
     .choices = thread_choices,
     .initial = "each",
     .help = "Which threads are told apart"},
    HIDDEN_ROW(AT(selection.hidden)),
    CONSTRUCTORS_ROW(AT(selection.constructors)),
    RAW_NAMES_ROW(AT(selection.raw_names)),
    {.name = "uncompressed",
     .kind = OPTION_FLAG,
     .offset = AT(uncompressed),
     .help = "Write the profile as it is, without gzip"},
    {.name = NULL},
};

static const struct option_row merge_rows[] = {
    {.name = "files-from",
     .kind = OPTION_TEXT,
     .offset = AT(files_from),
     .argument = "FILE",
     .help = "Read the names of more recordings from FILE, one a line; - is standard input"},
    {.name = "null",
     .letter = '0',
     .kind = OPTION_FLAG,
     .offset = AT(null),
     .help = "The names of --files-from end with a 0 byte, as find -print0 writes them"},
    {.name = NULL},
};

static const struct option_group profile_group = {.title = "Profile", .rows = profile_rows};
static const struct option_group merge_group = {.title = "Many recordings", .rows = merge_rows};
static const struct option_use profile_groups[] = {{&profile_group, 0},
                                                   {&options_selection, AT(selection)},
                                                   {&options_input, AT(input)},
                                                   {&options_output, AT(output)},
                                                   {NULL, 0}};
static const struct option_use merge_groups[] = {
    {&merge_group, 0},           {&profile_group, 0},           {&options_selection, AT(selection)},
    {&options_input, AT(input)}, {&options_output, AT(output)}, {NULL, 0}};

/* ==== Names of files from a file ============================================================ */

static bool read_names(const char *path, bool null, struct text_list *operands) {
    bool from_stdin = strcmp(path, "-") == 0;
    for (size_t i = 0; i < operands->len && from_stdin; i++) {
        if (strcmp(operands->items[i], "-") != 0) continue;
        message_error("standard input cannot be both a recording (-) and the list of --files-from");
        return false;
    }
    FILE *file = from_stdin ? stdin : fopen(path, "r");
    if (!file) {
        message_error("--files-from: cannot open %s: %s", path, strerror(errno));
        return false;
    }
    char *line = NULL;
    size_t size = 0;
    ssize_t len;
    int end = null ? 0 : '\n';
    errno = 0;
    while ((len = getdelim(&line, &size, end, file)) > 0) {
        if (line[len - 1] == end) line[--len] = 0;
        if (len > 0) array_push(operands, mem_copy_text(line));
    }
    bool fine = !ferror(file);
    if (!fine) message_error("--files-from: cannot read %s: %s", path, strerror(errno));
    free(line);
    if (!from_stdin) fclose(file);
    return fine;
}

/* ==== What was asked for, kept in the profile =============================================== */

static void add_option(struct origin *origin, const char *name, const char *value) {
    struct text text = {0};
    text_addf(&text, "--%s%s%s", name, value ? " " : "", value ? value : "");
    origin_add(origin, ORIGIN_OPTION, text.data, 0);
    text_free(&text);
}

static void add_list(struct origin *origin, const char *name, const struct text_list *list) {
    for (size_t i = 0; i < list->len; i++) add_option(origin, name, list->items[i]);
}

static void add_time(struct origin *origin, const char *name, const struct time_point *point) {
    struct text text = {0};
    if (point->kind == TIME_NONE) return;
    if (point->kind == TIME_ABSOLUTE) {
        text_addf(&text, "%lld ns since 1970", (long long)point->ns);
    } else {
        text_add(&text, point->kind == TIME_FROM_END ? "-" : "");
        text_addf(&text, "%lldns", (long long)point->ns);
    }
    add_option(origin, name, text.data);
    text_free(&text);
}

/* What makes samples differ from those that another profile has. */
static void add_options(const struct profile_options *options, struct origin *origin) {
    const struct selection *selection = &options->selection;
    if (selection->thread) add_option(origin, "thread", selection->thread);
    add_list(origin, "state", &selection->states);
    add_time(origin, "from", &selection->from);
    add_time(origin, "to", &selection->to);
    add_list(origin, "include", &selection->include);
    add_list(origin, "exclude", &selection->exclude);
    if (options->by) add_option(origin, "by", by_choices[options->by].name);
    if (selection->hidden) add_option(origin, "hidden", NULL);
    if (selection->constructors) add_option(origin, "constructors", NULL);
    if (selection->raw_names) add_option(origin, "raw-names", NULL);
    origin_sort(origin);
}

/* ==== The command =========================================================================== */

static void say_written(const struct reading *reading, const struct text *out) {
    const struct profile *profile = &reading->samples->profile;
    struct text line = {0};
    text_add_number_of(&line, profile->samples, "sample");
    text_add(&line, " in ");
    text_add_number_of(&line, profile->stacks.len, "stack");
    text_add(&line, ", from ");
    text_add_number_of(&line, reading->report.recordings, "file");
    text_add(&line, ": ");
    text_add_number_of(&line, out->len, "byte");
    message_note("%s", line.data);
    text_free(&line);
}

static void write_profile(const struct profile_options *options, struct reading *reading,
                          struct output *output) {
    struct samples *samples = reading->samples;
    struct text message = {0}, packed = {0};
    add_options(options, &samples->origin);
    pprof_write(&samples->profile, &samples->origin, (enum pprof_threads)options->threads,
                &message);
    if (!options->uncompressed) {
        gzip_add(&packed, text_str(&message), message.len, SMALLEST);
        text_free(&message);
        message = packed;
    }
    say_written(reading, &message);
    output_flush_text(output, &message);
    text_free(&message);
}

static int say_needs(struct answer *answer, struct needs *needs) {
    struct profile_options *options = answer->options;
    struct text_list *operands = &options->base.operands;
    if (options->files_from && !read_names(options->files_from, options->null, operands))
        return EXIT_USAGE;
    if (!operands->len) {
        message_error("%s needs recordings or profiles: files, directories, - for standard input%s",
                      answer->command->name,
                      options->files_from ? "; the list of --files-from is empty"
                                          : ", or --files-from FILE");
        return command_misused(answer->command);
    }
    answer->reading.paths = *operands;
    answer->reading.unread_is_fine = options->output.messages.allow_empty && !options->input.strict;
    answer->reading.leave_out = options->output.path; /* or a second run counts the first one's */
    options->selection.by = by_of[options->by];
    *needs = (struct needs){.keep = PROFILE_SAMPLES,
                            .time_grain = SAMPLES_NO_TIMES,
                            .values = true,
                            .types = true,
                            .clusters = true,
                            .origin = true};
    return EXIT_OK;
}

/* With --strict a profile is whole or there is none: it will be taken for what it says it is. */
static int make_answer(struct answer *answer) {
    if (answer->reading.input->strict && reading_is_partial(&answer->reading)) {
        message_error("nothing was written: something of the input was lost or could not be read, "
                      "and --strict forbids that");
        return EXIT_PARTIAL;
    }
    write_profile(answer->options, &answer->reading, &answer->output);
    return EXIT_OK;
}

static const struct command_example profile_examples[] = {
    {"jfrtool profile rec.jfr -o base.pb.gz",
     "A baseline to keep: kilobytes, the same bytes each time"},
    {"jfrtool profile --event alloc --by method rec.jfr > alloc.pb.gz",
     "Allocations, smaller still"},
    {"jfrtool hot-methods base.pb.gz", "Profiles are read like recordings"},
    {NULL, NULL},
};

const struct command command_profile = {
    .name = "profile",
    .summary = "Write the samples, summed up, as a small profile to keep",
    .operands = "RECORDING...",
    .description =
        "Writes the samples of the recordings in the format of pprof: each different stack and "
        "thread once, with its number of samples and what they are worth in nanoseconds or bytes. "
        "What it is of (event type, sampling period, JVM, duration, losses) is in its comments. It "
        "is small enough to be committed, equal recordings give equal bytes, and pprof, Pyroscope, "
        "Parca and speedscope open it.\n\n"
        "Every command that reads recordings reads these profiles as well, and those of pprof, Go "
        "programs and async-profiler. They have no times, no thread states, no modules and no "
        "bytecode indices; what needs these says so.",
    .writes = "pprof",
    .groups = profile_groups,
    .examples = profile_examples,
    ANSWERS(struct profile_options),
};

static const struct command_example merge_examples[] = {
    {"jfrtool merge a.jfr b.jfr base.pb.gz -o all.pb.gz", "Recordings and profiles together"},
    {"find . -name '*.jfr' -print0 | jfrtool merge --files-from - -0 -o all.pb.gz",
     "However many there are"},
    {NULL, NULL},
};

const struct command command_merge = {
    .name = "merge",
    .summary = "Add up recordings and profiles into one profile",
    .operands = "[RECORDING...]",
    .description =
        "Reads any number of recordings and profiles and writes one profile, as the command "
        "profile does. The result is the same, byte for byte, in whatever order the inputs come, "
        "and whether they are added up at once or some of them before: profiles of profiles add "
        "up. Memory follows the number of different stacks, not that of the recordings.\n\n"
        "What cannot be read is said and left out; with --strict nothing is written then. A file "
        "that occurs twice counts once unless --keep-duplicates is given.",
    .writes = "pprof",
    .groups = merge_groups,
    .examples = merge_examples,
    .options_size = sizeof(struct profile_options),
    .run = answer_run,
    .needs = say_needs,
    .answer = make_answer,
};
