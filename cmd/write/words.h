/* Sentences with values in them, for people.
 *
 *   "{stall}, together {}[, in {thread}|, in threads that are not known]"
 *
 *   {key}       a value, written by whoever has it
 *   [one|two]   the first whose values are all there; nothing if there is none
 *
 * Values that have names (rules, reports) come from a function. Others are cells, in their order:
 * {} is the next one, and {stall} how many there are, "1 stall" or "1,234 stalls". What is missing
 * or blank is not there. Names (words_name) are made harmless, other texts are as they are. */
#pragma once

#include "cmd/write/sheet.h"

/* Adds the value; false: it is not there. key: what stands in the braces, of len bytes. */
typedef bool words_value(void *context, const char *key, size_t len, struct text *out);
/* False: a value outside of brackets is not there, and nothing was added. */
bool words_fill(const char *pattern, words_value *value, void *context, struct text *out);
/* The same of a part of a pattern. */
bool words_fill_part(const char *from, const char *to, words_value *value, void *context,
                     struct text *out);
/* As it stands in a sentence: digits of what is counted in groups, or with what it counts (noun, of
 * len bytes; 0: nothing). False: it is missing. */
bool words_add_cell(const struct cell *cell, const char *noun, size_t len, struct text *out);

/* Of a recording; NULL: missing. */
static inline struct cell words_name(const char *name) {
    return name ? cell_name(name, 0) : cell_missing();
}

/* False: a value outside of brackets is missing, and nothing is appended. */
bool words_add_cells(struct text *out, const char *pattern, const struct cell *cells, size_t count);
/* words_add(out, "{} of {sample}", cell_count(hits), cell_count(samples)) */
#define words_add(out, pattern, ...)                                  \
    words_add_cells(out, pattern, (const struct cell[]){__VA_ARGS__}, \
                    sizeof((const struct cell[]){__VA_ARGS__}) / sizeof(struct cell))

/* A pair for people, unless a value outside of brackets is not there. */
void words_add_pair(struct sheet *sheet, const char *label, const char *pattern,
                    const struct cell *cells, size_t count);
#define words_pair(sheet, label, pattern, ...)                                \
    words_add_pair(sheet, label, pattern, (const struct cell[]){__VA_ARGS__}, \
                   sizeof((const struct cell[]){__VA_ARGS__}) / sizeof(struct cell))

/* A sentence on a sheet, unless a value outside of brackets is not there: add is sheet_lines,
 * sheet_note or sheet_bullet. */
typedef void words_sheet(struct sheet *sheet, unsigned formats, const char *text);
/* For words_say: count cells for the braces of the pattern. */
void words_add_to(words_sheet *add, struct sheet *sheet, unsigned formats, const char *pattern,
                  const struct cell *cells, size_t count);
#define words_say(add, sheet, formats, pattern, ...)                               \
    words_add_to(add, sheet, formats, pattern, (const struct cell[]){__VA_ARGS__}, \
                 sizeof((const struct cell[]){__VA_ARGS__}) / sizeof(struct cell))
