/* Long lines of text, continued below their own beginning. */
#ifndef CMD_WRITE_WRAP_H
#define CMD_WRITE_WRAP_H

#include "base/text.h"

/* Appends the value and a line break; indent columns are used already, and so many blanks are put
 * in front of each further line. columns 0: no limit. The value may hold anything. */
void wrap_add(struct text *out, const char *value, size_t indent, size_t columns);

#endif
