/* A report as a command: all that is about one is its definition. */
#include "cmd/cli/message.h"
#include "cmd/cli/operands.h"
#include "cmd/cli/voice.h"
#include "cmd/read/answer.h"
#include "cmd/read/event_filter.h"
#include "cmd/read/notes.h"
#include "cmd/reports/parts.h"
#include "cmd/reports/shipped.h"

#include "cmd/reports/command_options.h"

/* Extras know no filter by thread or frame. */
static bool is_all_extras(const struct report *report) {
    return all_of(i, report->parts.len, report->parts.items[i].kind == REPORT_EXTRA);
}

static int read_and_describe(struct answer *answer, struct reports_asked *asked, bool all,
                             struct walk_run *run) {
    const struct report_options *options = answer->options;
    struct reading *reading = &answer->reading;
    struct scan_options scan = reading_scan(reading);
    reports_join(asked, run);
    walk_join(run, &census_reader, NULL);
    walk_start(run, &scan, &reading->report);
    int code = reading_done(reading);
    if (code != EXIT_OK) return code;
    const struct events_error *wrong = reports_read(asked, run, &reading->report);
    for (size_t i = 0; i < answer->command->report->next.len; i++)
        if (!report_next_leads(asked, &answer->command->report->next.items[i]))
            answer->leads_nowhere |= UINT64_C(1) << i;
    if (wrong) {
        event_filter_say_wrong(wrong, NULL, NULL);
        return EXIT_USAGE;
    }
    if (!reading->messages->allow_empty &&
        notes_say_outside(&asked->window, &asked->zone, &reading->report))
        return EXIT_NOTHING;
    bool empty = reports_is_empty(asked, 0), anyhow = reading->messages->allow_empty;
    if (!empty || anyhow || !is_all_extras(answer->command->report)) /* else it would be noughts */
        report_describe(asked, 0, (struct report_extent){options->top, all},
                        answer_sheet(answer, NULL));
    if (!empty) return EXIT_OK;
    OWNED(text_free) struct text nothing = {0};
    report_add_nothing(asked, 0, &nothing);
    message_error("%s", text_str(&nothing));
    return anyhow ? EXIT_OK : EXIT_NOTHING;
}

static int make_answer(struct answer *answer) {
    struct report_options *options = answer->options;
    struct walk_run run = {0};
    struct events_error error;
    if (answer->command->groups == groups_of_extras) {
        options->selection.from = options->window.from;
        options->selection.to = options->window.to;
        options->selection.zone = options->window.zone;
    }
    struct text_list *paths = &answer->reading.paths;
    if (answer->command->groups != groups_of_extras && paths->len > 1 &&
        operand_is_word(paths->items[0]) && operand_is_input(paths->items[1])) {
        options->selection.name = answer->name = *paths->items++;
        paths->len--;
    }
    bool people = format_rows[answer->format].parts & SHEET_PEOPLE;
    bool all = !people || options->all || voice_is_of_tools();
    struct reports_asked *asked =
        reports_ask(&answer->command->report, 1, &options->selection, all, &error);
    int code = EXIT_USAGE;
    if (asked) code = read_and_describe(answer, asked, all, &run);
    else event_filter_say_wrong(&error, NULL, NULL);
    walk_run_free(&run); /* its states look at what was asked */
    reports_free(asked);
    return code;
}

static struct command make_command(const struct report *report) {
    return (struct command){
        .name = report->name,
        .operands = is_all_extras(report) ? "RECORDING..." : "[NAME] RECORDING...",
        .writes = FORMATS_OF_SHEETS,
        .groups = is_all_extras(report) ? groups_of_extras : groups,
        .options_size = sizeof(struct report_options),
        .operand_needed = true,
        .report = report,
        .run = answer_run,
        .answer = make_answer,
    };
}

const struct command *command_of_report(size_t index) {
    static struct command *made[REPORTS_SHIPPED]; /* what was asked for, until the end */
    const struct report *report = report_shipped(index);
    if (!report) return NULL;
    if (!made[index]) {
        made[index] = mem_zero(1, sizeof *made[index]);
        *made[index] = make_command(report);
    }
    return made[index];
}

const struct command *command_of_report_named(const char *name) {
    const char *other;
    for (size_t i = 0; (other = report_shipped_name(i)) != NULL; i++)
        if (strcmp(other, name) == 0) return command_of_report(i);
    return NULL;
}
