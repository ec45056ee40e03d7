/* jfrtool tui: a recording to explore in a terminal. */
#include "cmd/attach/interrupt.h"
#include "cmd/cli/message.h"
#include "cmd/read/reading.h"
#include "cmd/tui/explorer.h"
#include "base/safe.h"
#include "base/units.h"
#include "base/utf8.h"
#include "base/posix.h"

/* Samples of a thread within it are one: what the line of time cannot tell apart. */
#define GRAIN (20 * NS_PER_MS)

struct tui_options {
    struct option_base base;
    struct selection selection;
    struct input_options input;
    struct output_options output;
};
#define AT(field) offsetof(struct tui_options, field)

static const struct option_use groups[] = {
    {&options_selection, AT(selection)}, {&options_rows, AT(selection)}, READ_GROUPS};

static void explore(struct reading *reading) {
    struct text title = {0}, safe = {0};
    struct explorer explorer = {.paths = &reading->paths,
                                .zone = reading->samples->zone,
                                .colors = pen_colors(),
                                .utf8 = utf8_is_locale(),
                                .tab =
                                    reading->samples->profile.samples ? TAB_METHODS : TAB_OVERVIEW,
                                .method = MODEL_NONE};
    reading_add_title(reading, &title);
    safe_add(&safe, text_str(&title), title.len);
    explorer.title = text_str(&safe);
    model_open(&explorer.model, reading->samples);
    interrupt_catch();
    explorer_run(&explorer);
    model_free(&explorer.model);
    text_free(&title);
    text_free(&safe);
}

static int run(const struct command *command, struct option_base *options) {
    const struct tui_options *o = (const struct tui_options *)options;
    if (o->output.path)
        return message_misused(command,
                               "tui writes no file; in it, y copies the command that does");
    if (!screen_possible() || !isatty(STDIN_FILENO))
        return message_usage(
            "tui needs a terminal, and TERM to say which one; without one: jfrtool overview, "
            "or jfrtool overview -o page.html for a browser");
    struct reading reading = reading_for(command, options);
    reading.none_is_fine = true; /* there is more in it than samples */
    reading.waits_for_picture = true;
    const struct needs needs = {.keep = PROFILE_ROWS | PROFILE_STACKS | PROFILE_SAMPLES,
                                .time_grain = GRAIN,
                                .times = true};
    int code = reading_take(&needs, &reading);
    if (code == EXIT_OK) explore(&reading);
    if (code == EXIT_OK) code = reading_exit_code(&reading);
    reading_free(&reading);
    return code;
}

static const struct command_example examples[] = {
    {"jfrtool tui rec.jfr", "Time, methods, callers, flame graph, threads, GC, locks, I/O"},
    {"jfrtool tui --event alloc rec.jfr", "The same of allocations"},
    {NULL, NULL},
};

const struct command command_tui = {
    .name = "tui",
    .summary = "Explore a recording in the terminal",
    .operands = "RECORDING...",
    .description =
        "Time is on top: drag with the mouse, or mark with the arrows and [ and ], to see a window "
        "of it alone. Below are tabs: findings, methods, callers, callees, flame graph, threads, "
        "garbage collection, locks, I/O, events. Enter or a click on a row goes into it; / "
        "searches, "
        "u takes a filter back, y copies the command that shows the same, ? lists the keys, q "
        "leaves.",
    .groups = groups,
    .examples = examples,
    .options_size = sizeof(struct tui_options),
    .operand_needed = true,
    .run = run,
};
