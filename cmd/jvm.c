/* jfrtool jvm: how the JVM that recorded was set up. */
#include "cmd/cli/message.h"
#include "cmd/read/answer.h"
#include "cmd/read/tables.h"
#include "cmd/sheets/setup.h"

struct jvm_command_options {
    struct option_base base;
    struct window_options window; /* only its zone */
    struct input_options input;
    struct output_options output;
    bool all, secrets;
};
#define AT(field) offsetof(struct jvm_command_options, field)

static const struct option_row option_rows[] = {
    {.name = "all",
     .kind = OPTION_FLAG,
     .offset = AT(all),
     .help = "To people, too: flags with their defaults, all settings, modules of the JDK"},
    {.name = "secrets",
     .kind = OPTION_FLAG,
     .offset = AT(secrets),
     .help = "Show values whose names look like passwords, tokens or keys"},
    {.name = NULL},
};
static const struct option_group own_group = {.title = "JVM", .rows = option_rows};
static const struct option_use groups[] = {{&own_group, 0},
                                           {&options_format, AT(output)},
                                           {&options_input, AT(input)},
                                           {&options_output, AT(output)},
                                           {NULL, 0}};

static const struct command_example examples[] = {
    {"jfrtool jvm rec.jfr", "Arguments, flags that are not the default, what was not recorded"},
    {"jfrtool jvm --all rec.jfr", "All flags and settings"},
    {"jfrtool jvm --json rec.jfr | jq '.flags[] | select(.origin != \"Default\")'",
     "For programs, which get all of it"},
    {NULL, NULL},
};

static int make_answer(struct answer *answer) {
    const struct jvm_command_options *options = answer->options;
    struct tables_read read = {0};
    int code = tables_read_open(&read, &answer->reading, &options->window, &setup_wishes);
    if (code == EXIT_OK && !setup_is_known(read.tables) && !options->output.messages.allow_empty) {
        message_error(
            "the recording says nothing of its JVM (jdk.JVMInformation, flags, settings)");
        code = EXIT_NOTHING;
    } else if (code == EXIT_OK) {
        const struct setup_view view = {.tables = read.tables,
                                        .zone = read.zone,
                                        .secrets = options->secrets,
                                        .all = options->all};
        struct sheet *sheet = answer_sheet(answer, NULL);
        sheet->raw = options->secrets;
        setup_describe(&view, sheet);
    }
    tables_read_close(&read);
    return code;
}

const struct command command_jvm = {
    .name = "jvm",
    .summary = "Show how the JVM was set up, and what it was not to record",
    .operands = "RECORDING...",
    .description =
        "Version and arguments; flags whose value is not the default, with who set them; the "
        "container's limits; agents; settings of event types that leave something out: switched "
        "off, shorter than a threshold, throttled; system properties, environment and modules.\n\n"
        "Values whose names look like passwords, tokens or keys are "
        "***"
        " unless --secrets is given, also within arguments and addresses.",
    .writes = FORMATS_OF_SHEETS,
    .groups = groups,
    .examples = examples,
    .options_size = sizeof(struct jvm_command_options),
    .operand_needed = true,
    .run = answer_run,
    .answer = make_answer,
};
