/* What is said on stderr. Every line starts with "jfrtool: " and is made harmless for a terminal,
 * since names in it come from recordings. */
#ifndef CMD_CLI_MESSAGE_H
#define CMD_CLI_MESSAGE_H

#include "base/text.h"

/* The process-wide choice of --quiet: notes are left out, errors are not. */
void message_set_quiet(int choice);

void message_error(const char *format, ...) __attribute__((format(printf, 1, 2)));
void message_note(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
