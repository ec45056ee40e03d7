/* UTF-8: one code point at a time, how wide it is on a terminal, and valid UTF-8 from what Java
 * writes: UTF-16 units, and "modified" UTF-8, which has a surrogate pair as two sequences of three
 * bytes. */
#pragma once

#include "base/text.h"

#define UTF8_BAD UINT32_MAX
#define UTF8_REPLACEMENT 0xFFFDu

/* The code point at s, len (> 0) bytes being left; *size is set to its bytes. A byte that starts no
 * valid sequence (overlong forms and surrogates are none): UTF8_BAD, size 1. */
uint32_t utf8_next(const char *s, size_t len, size_t *size);
/* The same, but surrogates are taken as they are. */
uint32_t utf8_next_unit(const char *s, size_t len, size_t *size);

/* Appends len bytes of (modified) UTF-8 as valid UTF-8: broken sequences, lone surrogates and
 * U+0000 become U+FFFD, surrogate pairs of three bytes each become one character. */
void utf8_add_valid(struct text *out, const void *bytes, size_t len);
/* Appends the ASCII characters, U+0000 not being one, that the bytes begin with; their number. */
size_t utf8_add_ascii(struct text *out, const void *bytes, size_t len);
/* Appends one unit of UTF-16, or a code point, or UTF8_BAD as U+FFFD. A high surrogate waits in
 * *pending (0 at first) for the low one; utf8_add_end says that no more comes. */
void utf8_add_unit(struct text *out, uint32_t unit, uint32_t *pending);
void utf8_add_end(struct text *out, uint32_t *pending);

/* Columns that a code point takes on a terminal: 0 combining, 2 East Asian wide and emoji, else 1.
 * A rule of our own, so that output does not depend on the locale. */
int utf8_width(uint32_t c);

/* Is the locale of the environment one of UTF-8? Nothing of it is set up for that. */
bool utf8_is_locale(void);

/* Columns of the text; a bad byte counts as one. */
size_t utf8_columns(const char *s, size_t len);
