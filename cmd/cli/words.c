/* The words of commands, which commands/ has: parsed one by one, when they are asked for. */
#include "analyzers/reports/definition.h"

#include "cmd/cli/command.h"
#include "cmd/cli/message.h"

/* clang-format off: made by sql/views/embed.sh */
static const struct {
    const char *name, *text;
} texts[] = {
#include "commands/table.h"
};
/* clang-format on */
#define TEXTS (sizeof texts / sizeof *texts)

static size_t text_named(const char *name, size_t len) {
    size_t i = 0;
    while (i < TEXTS && (strncmp(texts[i].name, name, len) != 0 || texts[i].name[len])) i++;
    return i;
}

/* A line "include NAME" is that text, which several share. */
static void add_whole(const char *text, struct text *out) {
    static const char word[] = "include   ";
    for (size_t len; *text; text += len) {
        len = strcspn(text, "\n") + 1;
        bool other = strncmp(text, word, sizeof word - 1) == 0;
        size_t i = other ? text_named(text + sizeof word - 1, len - sizeof word) : TEXTS;
        if (i < TEXTS) text_add(out, texts[i].text);
        else text_add_bytes(out, text, len);
    }
}

const struct report *command_words(const struct command *command) {
    static struct report *parsed[TEXTS]; /* what was asked for, until the end */
    struct report_error error = {.text = "there is no such file"};
    if (command->report) return command->report;
    size_t i = text_named(command->name, strlen(command->name));
    if (i < TEXTS && !parsed[i]) {
        OWNED(text_free) struct text whole = {0};
        add_whole(texts[i].text, &whole);
        parsed[i] = report_parse(text_str(&whole), &error);
    }
    if (i < TEXTS && parsed[i]) return parsed[i];
    /* Not what is shipped: a unit test parses all. */
    message_error("commands/%s.command:%zu: %s", command->name, error.line, error.text);
    abort();
}
