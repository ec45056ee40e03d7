/* Strings for the rooms that read many of them: without following a reference twice, and without
 * decoding more of a long one than is wanted. */
#ifndef JFR_VALUE_H
#define JFR_VALUE_H

#include "parser/jfr.h"
#include "parser/text.h"

/* A string's own text may be the key of a constant, which may be the key of another. Moves *at (an
 * encoding byte; *end with it) to the one that has the text. False: null, or cannot be read. */
bool string_follow(const struct jfr_constants *constants, const struct jfr_metadata *metadata,
                   const struct jfr_chunk *chunk, const uint8_t **at, const uint8_t **end);

/* Appends the text at a position from string_follow, valid UTF-8; of a longer one the first limit
 * bytes (of Latin-1 and UTF-8) or chars. */
void string_add(const struct jfr_chunk *chunk, const uint8_t *at, const uint8_t *end,
                uint64_t limit, struct text *out);

/* As jfr_string_at, but takes no longer for a text than for what fits of it. */
bool string_copy(const struct jfr_constants *constants, const struct jfr_metadata *metadata,
                 const struct jfr_chunk *chunk, const uint8_t *at, const uint8_t *end, char *buffer,
                 size_t size);

#endif
