#include "cmd/cli/message.h"

#include "base/safe.h"
#include "base/units.h"
#include "base/utf8.h"

#include <stdio.h>
#include <string.h>

static int quiet;

void message_set_quiet(int choice) {
    quiet = choice;
}

static void say(const char *format, va_list args) {
    struct text raw = {0}, line = {0};
    text_addv(&raw, format, args);
    text_add(&line, "jfrtool: ");
    safe_add(&line, text_str(&raw), raw.len);
    text_add_char(&line, '\n');
    if (!utf8_is_locale()) units_to_ascii(&line);
    /* One write, so that lines of several processes on one terminal do not mix. */
    fwrite(line.data, 1, line.len, stderr);
    text_free(&raw);
    text_free(&line);
}

void message_error(const char *format, ...) {
    va_list args;
    va_start(args, format);
    say(format, args);
    va_end(args);
}

void message_note(const char *format, ...) {
    if (quiet) return;
    va_list args;
    va_start(args, format);
    say(format, args);
    va_end(args);
}
