/* UTF-8: one code point at a time, and how wide it is on a terminal. */
#ifndef BASE_UTF8_H
#define BASE_UTF8_H

#include <stddef.h>
#include <stdint.h>

#define UTF8_BAD UINT32_MAX

/* The code point at s, len (> 0) bytes being left; *size is set to its bytes. A byte that starts no
 * valid sequence (overlong forms and surrogates are none): UTF8_BAD, size 1. */
uint32_t utf8_next(const char *s, size_t len, size_t *size);

/* Columns that a code point takes on a terminal: 0 combining, 2 East Asian wide and emoji, else 1.
 * A rule of our own, so that output does not depend on the locale. */
int utf8_width(uint32_t c);

/* Columns of the text; a bad byte counts as one. */
size_t utf8_columns(const char *s, size_t len);

#endif
