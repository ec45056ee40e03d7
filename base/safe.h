/* Recorded names made harmless: a class, thread or file name may hold anything, and what a terminal
 * or an editor would act upon instead of showing it is written as an escape.
 *
 *   ESC [ 3 1 m   ->  \x1b[31m       control characters, DEL, C1 (U+0080..U+009F)
 *   U+202E        ->  \u202e         bidirectional overrides and isolates, line separators
 *   FF            ->  \xff           bytes that are not UTF-8
 */
#pragma once

#include "base/text.h"

/* A character that is shown and does nothing else; not UTF8_BAD. */
bool safe_shows(uint32_t c);
void safe_add(struct text *out, const char *s, size_t len);
/* A name on its way into a sentence: line breaks would begin a line that looks like ours. */
void safe_add_name(struct text *out, const char *name);
