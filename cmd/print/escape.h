/* Recorded texts as the JDK's text has them, which is as they are, unless a terminal or a reader of
 * lines would take something of them for more than it is. Then they are marked, and escaped:
 *
 *   C:\new               "C:\new"              as the JDK
 *   C:, line break, ew   $"C:\new"             \n, \x1b, \u202e as elsewhere, \\ is a backslash
 *   run (a name)         run
 *   ru, ESC, n           $"ru\x1bn"            of a name, which other words follow, \" is a quote
 *
 * So what was recorded can be had back: what begins with $" has escapes, and nothing else has.
 */
#pragma once

#include "base/text.h"

/* quoted: in quotes even if nothing of it is escaped. */
void escape_add(struct text *out, const char *s, size_t len, bool quoted);
