/* What is said on stderr. Every line starts with "jfrtool: " and is made harmless for a terminal,
 * since names in it come from recordings. */
#ifndef CMD_CLI_MESSAGE_H
#define CMD_CLI_MESSAGE_H

#include "base/text.h"

/* The process-wide choice of --quiet: notes are left out, errors are not. */
void message_set_quiet(int choice);

void message_error(const char *format, ...) __attribute__((format(printf, 1, 2)));
void message_note(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* 1234567 -> "1,234,567". */
void text_add_grouped(struct text *t, uint64_t n);
/* "1,234 samples", "1 sample": noun gets an s unless n is 1. */
void text_add_number_of(struct text *t, uint64_t n, const char *noun);
/* 4200000 -> "4.2 MB"; kB, MB... are powers of 1000. */
void text_add_bytes_of(struct text *t, uint64_t bytes);
/* 30.1e9 -> "30.1 s", 95e9 -> "1 min 35 s", 1500 -> "1.5 us". */
void text_add_duration(struct text *t, int64_t ns);
/* "2026-11-20 21:31:00.500 UTC"; nothing if no calendar has that time. */
void text_add_utc(struct text *t, int64_t ns);

#endif
