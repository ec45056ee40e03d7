#include "cmd/read/event_filter.h"

#include "base/safe.h"
#include "base/utf8.h"
#include "cmd/cli/command.h"
#include "cmd/cli/message.h"
#include "cmd/cli/operands.h"

#define BEFORE 60 /* bytes of a long expression that are shown before what is wrong */
#define BEHIND 40

static void add_types(const char *operand, struct text_list *types, struct arena *texts) {
    for (const char *at = operand; *at;) {
        size_t len = strcspn(at, ",");
        if (len) array_push(types, arena_copy(texts, at, len));
        at += len + (at[len] == ',');
    }
}

int event_filter_operands(struct text_list *operands, struct text_list *types,
                          struct arena *texts) {
    size_t kept = 0, len = operands->len;
    const char *missing = NULL;
    for (size_t i = 0; i < len; i++) {
        const char *operand = operands->items[i];
        if (operand_is_input(operand)) { /* the list's owner frees all of them, in whatever order */
            memmove(operands->items + kept + 1, operands->items + kept,
                    (i - kept) * sizeof *operands->items);
            operands->items[kept++] = operand;
            continue;
        }
        if (!operand_is_word(operand) && !missing) missing = operand;
        add_types(operand, types, texts);
    }
    operands->len = kept;
    if (kept && !missing) return EXIT_OK;
    if (missing) message_error("%s: no such file or folder", missing);
    else message_error("there is no recording: none of the operands names a file or folder");
    return EXIT_USAGE;
}

/* The line with the place, and a caret below it. */
static void say_place(const char *source, size_t column) {
    OWNED(text_free) struct text line = {0}, mark = {0};
    size_t from = column > BEFORE ? column - BEFORE : 0, len = strlen(source);
    while (from && ((unsigned char)source[from] & 0xC0) == 0x80) from--; /* between characters */
    size_t to = column + BEHIND < len ? column + BEHIND : len;
    while (to < len && ((unsigned char)source[to] & 0xC0) == 0x80) to++;
    text_add(&line, from ? "..." : "");
    safe_add(&line, source + from, column - from);
    size_t before = utf8_columns(text_str(&line), line.len);
    safe_add(&line, source + column, to - column);
    text_add(&line, to < len ? "..." : "");
    for (size_t i = 0; i < line.len; i++) /* one line */
        if (line.data[i] == '\n' || line.data[i] == '\t') line.data[i] = ' ';
    message_error("  %s", text_str(&line));
    text_add_blanks(&mark, before);
    message_error("  %s^", text_str(&mark));
}

void event_filter_say_wrong(const struct events_error *wrong, const struct events *events,
                            const struct walk_run *run) {
    OWNED(text_free) struct text hint = {0}, shown = {0};
    message_error("%s%s", wrong->source ? "--where: " : "", wrong->error.text);
    if (wrong->source) say_place(wrong->source, wrong->column);
    if (events && run) events_add_hint(events, run, &hint);
    safe_add_name(&shown, text_str(&hint));
    if (shown.len) message_error("%s", text_str(&shown));
}
