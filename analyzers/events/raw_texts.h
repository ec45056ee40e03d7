/* Texts as they lie in events: told apart without being decoded.
 *
 *   05 17 "order 4711 was not found"
 *         hash      of what it says, if it is plain ASCII: the same in any encoding
 *         skeleton  a hash of it without the digits of words that are nothing but digits: texts
 * that share it have the same pattern (fold_add_pattern), whatever their numbers are; those that do
 * not may have it all the same
 */
#pragma once

#include "parser/jfr.h"

struct raw_text {
    uint64_t skeleton;
    uint64_t hash; /* as raw_text_hash of the decoded text; 0: it has to be decoded */
    bool is_key;   /* it is a constant's: as many as there are constants */
};

/* The text at a position of the chunk. One that cannot be read to its end has one byte. skeletons:
 * they are wanted, too; else only those of constants and of what has to be decoded are one. */
struct raw_text raw_text_look(const struct jfr_chunk *chunk, uint64_t position, bool skeletons);
/* Of text that was decoded; not 0. */
uint64_t raw_text_hash(const char *text, size_t len);
