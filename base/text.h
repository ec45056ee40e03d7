/* The one string builder. Always 0-terminated; a zeroed struct is the empty text. */
#pragma once

#include "base/owned.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct text {
    char *data; /* NULL while empty: use text_str for a C string */
    size_t len, cap;
};

struct text_list { /* who owns the texts is said where it is used */
    const char **items;
    size_t len, cap;
};

/* Append, and end in a zero byte; memory that there is not ends the process. */
void text_add(struct text *t, const char *s);
void text_add_bytes(struct text *t, const void *bytes, size_t len);
void text_add_char(struct text *t, char c);
void text_add_blanks(struct text *t, size_t n);
void text_addf(struct text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_addv(struct text *t, const char *format, va_list args);
void text_add_u64(struct text *t, uint64_t n);
/* 1234567 -> "1,234,567". */
void text_add_grouped(struct text *t, uint64_t n);
/* "1,234 samples", "1 sample", "2 classes": noun gets an s, or es, unless n is 1. */
void text_add_number_of(struct text *t, uint64_t n, const char *noun);
/* Room for more bytes and the 0 behind them. */
void text_reserve(struct text *t, size_t more);
void text_clear(struct text *t);
void text_free(struct text *t);
const char *text_str(const struct text *t); /* never NULL */
char *text_take(struct text *t);            /* hands the malloc'ed string over, t is empty then */
bool text_begins_with(const char *string, const char *beginning);
/* What is behind the path's last slash, if anything is; else all of it. */
const char *text_file_name(const char *path);
/* Does it end so, with something before that? */
bool text_ends_with(const char *string, const char *end);
