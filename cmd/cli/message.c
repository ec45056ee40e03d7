#include "cmd/cli/message.h"

#include "cmd/cli/command.h"
#include "cmd/cli/voice.h"
#include "base/safe.h"
#include "base/units.h"
#include "base/utf8.h"

#include <stdio.h>
#include <string.h>

static int quiet;
static struct text remarks; /* a sentence a line */

void message_set_quiet(int choice) {
    quiet = choice;
}

static void say_line(const char *sentence, size_t len, bool dim) {
    OWNED(text_free) struct text line = {0}, said = {0};
    voice_add_sentence(&said, sentence, len);
    if (dim) text_add(&line, "\x1b[2m");
    if (!voice_is_of_tools()) text_add(&line, "jfrtool: "); /* they know whom they called */
    safe_add(&line, text_str(&said), said.len);
    if (dim) text_add(&line, "\x1b[0m");
    text_add_char(&line, '\n');
    if (!utf8_is_locale()) units_to_ascii(&line);
    /* One write, so that lines of several processes on one terminal do not mix. */
    fwrite(line.data, 1, line.len, stderr);
    fflush(stderr); /* consoles of Windows have it buffered */
}

void message_error(const char *format, ...) {
    OWNED(text_free) struct text sentence = {0};
    va_list args;
    va_start(args, format);
    text_addv(&sentence, format, args);
    va_end(args);
    say_line(text_str(&sentence), sentence.len, false);
}

bool message_is_quiet(void) {
    return quiet;
}

void message_note_sentence(const char *sentence) {
    message_note("%s", sentence);
}

void message_remark(const char *format, ...) {
    OWNED(text_free) struct text line = {0};
    va_list args;
    va_start(args, format);
    text_addv(&line, format, args);
    va_end(args);
    text_add_char(&line, '\n');
    const char *same = strstr(text_str(&remarks), line.data);
    if (!same || (same != remarks.data && same[-1] != '\n')) text_add(&remarks, line.data);
}

void message_say_remarks(bool dim) {
    for (const char *s = text_str(&remarks); *s && !quiet;) {
        size_t len = strcspn(s, "\n");
        say_line(s, len, dim);
        s += len + (s[len] == '\n');
    }
    text_free(&remarks);
}

int message_misuse(const struct command *command) {
    if (voice_is_of_tools()) return EXIT_USAGE; /* they say themselves what they take */
    if (command) message_error("see: jfrtool help %s", command->name);
    else message_error("see: jfrtool help");
    return EXIT_USAGE;
}
