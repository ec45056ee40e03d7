#include "cmd/read/answer.h"
#include "base/posix.h"

#include "analyzers/reports/definition.h"
#include "base/shell.h"
#include "base/utf8.h"
#include "cmd/cli/message.h"
#include "cmd/cli/twin.h"
#include "cmd/cli/voice.h"

/* What a terminal does not show is not sent to one, unless -o asks for it. */
static bool may_go_to(const struct answer *answer, const char *path) {
    static const struct {
        const char *what, *name;
    } unshown[] = {[FORMAT_SVG] = {"SVG", "out.svg"},
                   [FORMAT_HTML] = {"HTML", "report.html"},
                   [FORMAT_PPROF] = {"binary data", "out.pb.gz"}};
    if (!answer->output.terminal || path || !unshown[answer->format].what) return true;
    return message_refuse("this would print %s on your terminal; use > %s or -o %s",
                          unshown[answer->format].what, unshown[answer->format].name,
                          unshown[answer->format].name);
}

/* Filters that were given, as far as the command that follows has them and sets none itself: it is
 * to take the same samples and events. What a row is, its own figures may say. */
static void add_filters(struct text *out, const struct answer *answer, const char *call,
                        const struct command *next) {
    const struct option_base *options = answer->options;
    EACH (const struct option_given, given, &options->given) {
        OWNED(text_free) struct text word = {0};
        text_addf(&word, " --%s", given->row->name);
        OPTIONS_EACH (use, row, next->groups) {
            if (!use->group->topic || strcmp(use->group->topic, "filters") != 0 ||
                strcmp(row->name, given->row->name) != 0 || strcmp(row->name, "by") == 0 ||
                strstr(call, text_str(&word)))
                continue;
            if (given->value) text_add_char(&word, ' ');
            if (given->value) shell_add_word(&word, given->value);
            text_add(out, text_str(&word));
            break;
        }
    }
    if (answer->name && next->operands && strncmp(next->operands, "[NAME]", 6) == 0) {
        text_add_char(out, ' ');
        shell_add_word(out, answer->name);
    }
}

/* What people may run next. Commands are copied whole: no line of them is broken. */
static void add_next(struct answer *answer) {
    const struct report *words = command_words(answer->command);
    OWNED(text_free) struct text lines = {0};
    const size_t columns = (size_t)answer->output.columns;
    for (size_t i = 0; i < words->next.len; i++) {
        if (answer->leads_nowhere >> i & 1) continue;
        size_t begin = lines.len, shows = strlen(words->next.items[i].shows) + strlen(" ()");
        text_add(&lines, "Next: ");
        const char *call = words->next.items[i].call;
        OWNED(text_free) struct text name = {0};
        text_add_bytes(&name, call, strcspn(call, " "));
        const struct command *next = command_find(text_str(&name));
        voice_add_call(&lines, call);
        if (next) add_filters(&lines, answer, call, next);
        shell_add_paths(&lines, &answer->reading.paths);
        bool fits =
            !columns || utf8_columns(lines.data + begin, lines.len - begin) + shows <= columns;
        text_addf(&lines, "%s(%s)\n", fits ? " " : "\n      ", words->next.items[i].shows);
    }
    if (lines.len) sheet_picture(&answer->sheet, SHEET_PEOPLE, lines.data);
}

static int read_and_answer(struct answer *answer, const struct needs *needs) {
    int code = needs->keep ? reading_take(needs, &answer->reading) : EXIT_OK;
    if (code == EXIT_OK) code = answer->command->answer(answer);
    bool complete =
        code == EXIT_OK || code == EXIT_GATE ||
        (code == EXIT_NOTHING && (answer->described || answer->streamed)); /* an empty report */
    if (!complete) {
        output_discard(&answer->output);
        return code;
    }
    bool people = answer->described && sheet_shows(&answer->sheet, SHEET_PEOPLE);
    if (people && (code == EXIT_OK || code == EXIT_GATE) && !answer->empty && !voice_is_of_tools())
        add_next(answer);
    if (answer->described) sheet_send(&answer->sheet, &answer->output);
    if (code == EXIT_OK && answer->partial) code = EXIT_PARTIAL;
    if (code == EXIT_OK) code = reading_exit_code(&answer->reading);
    if (code == EXIT_OK && answer->empty && !answer->reading.messages->allow_empty)
        code = EXIT_NOTHING;
    return output_close(&answer->output) ? code : EXIT_USAGE;
}

/* Whatever came of it. */
static int end(struct answer *answer, int code) {
    reading_free(&answer->reading);
    if (answer->ended) answer->ended(answer->with);
    return code;
}

int answer_run(const struct command *command, struct option_base *options) {
    const struct output_options *output = options_part(command->groups, &options_output, options);
    struct needs needs = {0};
    struct answer answer = {
        .command = command, .options = options, .reading = reading_for(command, options)};
    message_set_quiet(output->messages.quiet);
    if (!format_choose(command->name, command->writes, output->path, output->format,
                       &answer.format))
        return EXIT_USAGE;
    int code = command->needs ? command->needs(&answer, &needs) : EXIT_OK;
    if (code != EXIT_OK) return end(&answer, code);
    if (!output_open(&answer.output, output->path, (enum color_when)output->color))
        return end(&answer, EXIT_USAGE);
    if (may_go_to(&answer, output->path)) {
        code = read_and_answer(&answer, &needs);
    } else {
        output_discard(&answer.output);
        code = EXIT_USAGE;
    }
    message_say_remarks(output_wants_color((enum color_when)output->color, isatty(STDERR_FILENO)));
    if (answer.described) sheet_free(&answer.sheet);
    return end(&answer, code);
}

struct sheet *answer_sheet(struct answer *answer, const char *title) {
    OWNED(text_free) struct text usual = {0};
    if (answer->format == FORMAT_TEXT && twin_split()) answer->format = FORMAT_JSON;
    if (!title) {
        text_addf(&usual, "%s: ", answer->command->name);
        reading_add_title(&answer->reading, &usual);
    }
    sheet_open(&answer->sheet, answer->format);
    sheet_title(&answer->sheet, title ? title : text_str(&usual));
    answer->described = true;
    return &answer->sheet;
}
