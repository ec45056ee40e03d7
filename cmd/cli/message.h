/* What is said on stderr. Every line starts with "jfrtool: ", but for who calls tools, and is
 * made harmless for a terminal, since names in it come from recordings. */
#pragma once

#include "base/text.h"

/* The process-wide choice of --quiet: notes are left out, errors are not. */
void message_set_quiet(int choice);

/* A line on stderr, behind the program's name. */
void message_error(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* The same, for who returns what a function does that failed: false; EXIT_USAGE; EXIT_USAGE after a
 * line that says where to find help on the command, which may be NULL. */
struct command;
#define message_refuse(...) (message_error(__VA_ARGS__), false)
#define message_usage(...) (message_error(__VA_ARGS__), EXIT_USAGE)
#define message_misused(command, ...) (message_error(__VA_ARGS__), message_misuse(command))
#define message_note(...) (message_is_quiet() ? (void)0 : message_error(__VA_ARGS__))
bool message_is_quiet(void);                      /* --quiet: notes are left out */
void message_note_sentence(const char *sentence); /* for who hands sentences on */
/* What is less important than the result: kept until that is written, the same sentence once. */
void message_remark(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Says the remarks and forgets them. dim: less visible, on a terminal that can. */
void message_say_remarks(bool dim);

/* After an error of how a command was called, one line that says where to find help. command may be
 * NULL. Returns EXIT_USAGE. */
int message_misuse(const struct command *command);
