#include "cmd/page/tabs.h"

#include "analyzers/reports/definition.h"

#include "cmd/cli/message.h"
#include "cmd/read/answer.h"
#include "cmd/write/sheet_writers.h"

#include <stdlib.h>
#include <string.h>

/* Gives the command the part of the recordings that the page is of. What the selection owns stays
 * with the reading: it is taken back before the options are closed. */
static void narrow(const struct command *command, struct option_base *options,
                   const struct reading *reading) {
    struct selection *selection = options_part(command->groups, &options_selection, options);
    struct window_options *window = options_part(command->groups, &options_window, options);
    struct input_options *input = options_part(command->groups, &options_input, options);
    if (input && reading->input) *input = *reading->input;
    if (window)
        *window = (struct window_options){
            .from = reading->selection->from,
            .to = reading->selection->to,
            .zone = reading->selection->zone,
        };
    if (!selection) return;
    enum frame_by by = selection->by;
    *selection = *reading->selection;
    selection->by = by;
    selection->events = (struct text_list){0};
}

static void take_back(const struct command *command, struct option_base *options) {
    struct selection *selection = options_part(command->groups, &options_selection, options);
    if (selection) *selection = (struct selection){0};
}

static void add_answer(const struct command *command, struct option_base *options,
                       const struct reading *reading, struct text *out) {
    struct needs needs = {0};
    struct answer answer = {
        .command = command,
        .options = options,
        .format = FORMAT_HTML,
        .reading = reading_for(command, options),
    };
    answer.reading.paths = reading->paths;
    int code = command->needs ? command->needs(&answer, &needs) : EXIT_OK;
    if (code == EXIT_OK && needs.keep) code = reading_take(&needs, &answer.reading);
    if (code == EXIT_OK) code = command->answer(&answer);
    if (code == EXIT_OK && answer.described && !answer.empty)
        sheet_html_add_items(&answer.sheet, out);
    if (answer.described) sheet_free(&answer.sheet);
    reading_free(&answer.reading);
}

static void answer_alone(const struct command *command, const struct reading *reading,
                         struct text *out) {
    static char quiet[] = "--quiet", progress[] = "--no-progress";
    char *arguments[] = {quiet, progress};
    struct option_base *options = mem_zero(1, command->options_size);
    struct text error = {0};
    if (options_parse(command->groups, 2, arguments, options, &error)) {
        narrow(command, options, reading);
        add_answer(command, options, reading, out);
        take_back(command, options);
    }
    options_free(command->groups, options);
    text_free(&error);
    free(options);
}

/* Standard input is read once. */
static bool can_read_again(const struct reading *reading) {
    for (size_t i = 0; i < reading->paths.len; i++)
        if (strcmp(reading->paths.items[i], "-") == 0) return false;
    return true;
}

void page_tabs_make(const struct page_tab *tabs, const struct reading *reading,
                    struct page_tabs *out) {
    *out = (struct page_tabs){.items = {0}};
    if (!can_read_again(reading)) return;
    message_set_mute(true);
    for (; tabs->name; tabs++) {
        struct text markup = {0};
        for (size_t i = 0; i < PAGE_TAB_COMMANDS && tabs->commands[i]; i++)
            answer_alone(tabs->commands[i], reading, &markup);
        const struct command *report;
        for (size_t i = 0; (report = command_of_report(i)) != NULL; i++)
            if (report->report->tab && strcmp(report->report->tab, tabs->name) == 0)
                answer_alone(report, reading, &markup);
        if (markup.len) {
            array_push(&out->items, tabs->name);
            array_push(&out->items, text_take(&markup));
        }
        text_free(&markup);
    }
    array_push(&out->items, NULL);
    message_set_mute(false);
    message_set_quiet(reading->messages->quiet);
}

void page_tabs_free(struct page_tabs *tabs) {
    for (size_t i = 1; i < tabs->items.len; i += 2) free((void *)(uintptr_t)tabs->items.items[i]);
    array_free(&tabs->items);
}
