/* Strings for the rooms that read many of them: without following a reference twice, and without
 * decoding more of a long one than is wanted. */
#pragma once

#include "parser/jfr.h"
#include "base/text.h"

/* Where the text of the string at `at` (its encoding byte) lies: there, or in the constant that it
 * refers to. NULL: null, or cannot be read. */
const uint8_t *string_find(const struct jfr_constants *constants, const uint8_t *at);

/* Where the text lies that was read for the slot. NULL: null, not there, or no string. */
const uint8_t *string_of_slot(const struct jfr_plan *plan, const struct jfr_constants *constants,
                              size_t slot, uint64_t value);

/* Appends the text at a position from string_of_slot, valid UTF-8; of a longer one the first limit
 * bytes (of Latin-1 and UTF-8) or chars. */
void string_add(const struct jfr_chunk *chunk, const uint8_t *at, uint64_t limit, struct text *out);

/* Copies to the buffer what fits of the text, 0-terminated, and takes no longer than for that. */
void string_copy(const struct jfr_chunk *chunk, const uint8_t *at, char *buffer, size_t size);
