/* Long lines of text, continued below their own beginning. */
#pragma once

#include "base/text.h"

/* Appends the value and a line break; indent columns are used already, and so many blanks are put
 * in front of each further line. columns 0: no limit. The value may hold anything. A number stays
 * with its unit; a word that is wider than a line stays whole, so that it can be copied. */
void wrap_add(struct text *out, const char *value, size_t indent, size_t columns);
/* The same, but words that are wider than a line are continued behind a character that paths and
 * options have between their parts. */
void wrap_add_value(struct text *out, const char *value, size_t indent, size_t columns);
