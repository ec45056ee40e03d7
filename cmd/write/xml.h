/* Names from a recording as text of a picture: they may hold anything, what is drawn may not. */
#pragma once

#include "base/text.h"

/* Appends bytes as well-formed UTF-8 in which every character can be seen: control characters
 * become "\x1B", characters without a shape or that turn the direction of text "\u202E", bytes
 * that are no UTF-8 and characters that XML forbids U+FFFD. After max_chars characters of output
 * comes "…" and nothing more. The result has no line break and no tab. */
void visible_add(struct text *out, const char *bytes, size_t len, size_t max_chars);

/* Appends visible text with the characters escaped that mean something in XML. */
void xml_add(struct text *out, const char *bytes, size_t len);
/* Both, of a text. */
void xml_add_visible(struct text *out, const char *text, size_t max_chars);
