/* jfrtool profile and jfrtool merge: samples summed up, in pprof's format. */
#include "cmd/cli/message.h"
#include "cmd/fleet/each.h"
#include "cmd/fleet/files_from.h"
#include "cmd/fleet/sum.h"
#include "cmd/fleet/sum_report.h"
#include "cmd/read/answer.h"

struct profile_options {
    struct option_base base;
    struct selection selection;
    struct input_options input;
    struct output_options output;
    int by, threads; /* enum frame_by, enum pprof_threads */
    bool uncompressed;
    struct labelling labels;
    struct files_from files_from; /* of merge */
    struct sum_report report;     /* likewise */
};

/* ==== Options =============================================================================== */

static const struct option_choice by_choices[] = {
    {"line", "method and line", BY_LINE}, {"method", "class and method", BY_METHOD},
    {"class", "class", BY_CLASS},         {"package", "Java package", BY_PACKAGE},
    {"module", "Java module", BY_MODULE}, {NULL, NULL, 0},
};

static const struct option_choice thread_choices[] = {
    {"each", "each thread, by name, group and number", PPROF_THREADS_EACH},
    {"name", "threads of one name and group together", PPROF_THREADS_BY_NAME},
    {"none", "all threads together", PPROF_THREADS_NONE},
    {NULL, NULL, 0},
};

#define AT(field) offsetof(struct profile_options, field)

static const struct option_row profile_rows[] = {
    OPTION(CHOICE, "by", AT(by), .argument = "WHAT", .initial = "line", .choices = by_choices,
           .help = "What is one frame: the coarser, the smaller"),
    OPTION(CHOICE, "threads", AT(threads), .argument = "WHAT", .initial = "each",
           .choices = thread_choices, .help = "Which threads are told apart"),
    HIDDEN_ROW(AT(selection.hidden)),
    CONSTRUCTORS_ROW(AT(selection.constructors)),
    RAW_NAMES_ROW(AT(selection.raw_names)),
    OPTION(FLAG, "uncompressed", AT(uncompressed),
           .help = "Write the profile as it is, without gzip"),
    {.name = NULL},
};

static const struct option_group profile_group = {.title = "Profile", .rows = profile_rows};
static const struct option_use profile_groups[] = {{&profile_group, 0},
                                                   {&options_labels, AT(labels)},
                                                   {&options_selection, AT(selection)},
                                                   {&options_share, AT(input)},
                                                   READ_GROUPS};
static const struct option_use merge_groups[] = {
    {&options_files_from, AT(files_from)}, {&options_sum_report, AT(report)},   {&profile_group, 0},
    {&options_labels, AT(labels)},         {&options_selection, AT(selection)}, READ_GROUPS};

/* ==== The command =========================================================================== */

static void write_profile(const struct profile_options *options, struct reading *reading,
                          struct output *output) {
    const struct sum_options how = {
        .selection = &options->selection,
        .by = options->by == BY_LINE ? NULL : options_choice_name(by_choices, options->by),
        .threads = (enum pprof_threads)options->threads,
        .uncompressed = options->uncompressed,
    };
    OWNED(text_free) struct text message = {0};
    sum_write(&how, reading->samples, &message);
    sum_say(reading->samples, reading->report.recordings, message.len);
    output_flush_text(output, &message);
}

static int say_needs(struct answer *answer, struct needs *needs) {
    struct profile_options *options = answer->options;
    struct text_list *operands = &options->base.operands;
    if (options->files_from.path && !files_from_read(&options->files_from, operands))
        return EXIT_USAGE;
    if (!operands->len)
        return message_misused(
            answer->command,
            "%s needs recordings or profiles: files, directories, - for standard input%s",
            answer->command->name,
            options->files_from.path ? "; the list of --files-from is empty"
                                     : ", or --files-from FILE");
    answer->reading.paths = *operands;
    answer->reading.unread_is_fine = options->output.messages.allow_empty && !options->input.strict;
    if (!options_share_fits(options->input.share, operands)) return message_misuse(answer->command);
    answer->reading.none_is_fine = options->input.share.of; /* another part has them */
    answer->reading.leave_out = options->output.path; /* or a second run counts the first one's */
    options->selection.by = (enum frame_by)options->by;
    if (options->report.path) { /* the answer reads for itself */
        bool fits = sum_report_fits(&options->report, &options->selection, options->output.path);
        return fits ? EXIT_OK : message_misuse(answer->command);
    }
    if (labelling_is_asked(&options->labels))
        return each_fits(&options->selection, "labelling") ? EXIT_OK
                                                           : message_misuse(answer->command);
    *needs = sum_needs();
    return EXIT_OK;
}

/* With --strict a profile is whole or there is none: it will be taken for what it says it is. */
static int make_answer(struct answer *answer) {
    const struct profile_options *options = answer->options;
    bool partial = false;
    uint64_t failed = 0;
    bool labelled = labelling_is_asked(&options->labels);
    if (options->report.path || labelled) {
        int code = sum_report_read(&options->report, labelled ? &options->labels : NULL,
                                   &answer->reading, &partial, &failed);
        if (code != EXIT_OK) return code;
        answer->partial = failed > 0 && !answer->reading.unread_is_fine;
    } else {
        partial = reading_is_partial(&answer->reading);
    }
    if (options->input.strict && partial) {
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
    .summary = "Write the samples, summed up, as a small profile (pprof)",
    .operands = "RECORDING...",
    .description =
        "Writes the samples of the recordings in the format of pprof: each different stack and "
        "thread once, with its number of samples and their value in nanoseconds or bytes. What it "
        "is of (event type, sampling period, JVM, duration, losses) is in its comments. It is "
        "small enough to be committed, equal recordings give equal bytes, and pprof, Pyroscope, "
        "Parca and speedscope open it.\n\n"
        "Every command that reads recordings reads these profiles as well, and profiles of pprof, "
        "Go programs and async-profiler. They have no times, no thread states, no modules and no "
        "bytecode indices; what needs these says so.",
    .writes = "pprof",
    ANSWERS_OF(profile_groups, profile_examples, struct profile_options),
};

static const struct command_example merge_examples[] = {
    {"jfrtool merge a.jfr b.jfr base.pb.gz -o all.pb.gz", "Recordings and profiles together"},
    {"find . -name '*.jfr' -print0 | jfrtool merge --files-from - -0 -o all.pb.gz",
     "However many there are"},
    {"jfrtool merge recordings/ --report report.ndjson -o all.pb.gz",
     "And what became of each of them"},
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
        "that occurs twice counts once unless --keep-duplicates is given.\n\n"
        "--report writes a line of JSON for each input, in their order and as soon as it is read, "
        "with its status (ok, partial, failed), why, and how many samples it has, whether they "
        "count or were there before (duplicates). It is written whatever the exit code; what was "
        "lost is said there and not on standard error. The profile is the same with it and "
        "without.",
    .writes = "pprof",
    .groups = merge_groups,
    .examples = merge_examples,
    .options_size = sizeof(struct profile_options),
    .run = answer_run,
    .needs = say_needs,
    .answer = make_answer,
};
