/* Texts with others in them, which an escaper adds. */
#pragma once

#include "base/text.h"

/* Appends the pattern, in which each %s is what `add` makes of the next text; it has nothing else
 * with a %.
 *
 *   text_fill(out, safe_add_name, "there is no tool \"%s\"", name) */
void text_fill(struct text *out, void (*add)(struct text *out, const char *text),
               const char *pattern, ...) __attribute__((format(printf, 3, 4)));
