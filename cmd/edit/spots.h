/* Where names of people and machines are in a text, by what they look like and what stands before
 * them: e-mail addresses, IP addresses, home folders, hosts of URLs, user=... and host=...
 */
#pragma once

#include "cmd/edit/personal.h"

/* Tells each name; they may overlap, and come in no order. sure: what stands before it says so, so
 * that it is looked for elsewhere, too. */
typedef void spot_found(void *context, enum personal_kind kind, size_t from, size_t len, bool sure);
/* place: what the text is; found is called with where each is in it. */
void spots_find(enum personal_place place, const char *text, size_t len, spot_found *found,
                void *context);
/* Does the name stand for itself: a pseudonym, localhost, root? */
bool spot_is_nobody(enum personal_kind kind, const char *name, size_t len);
/* Is it a word that is one of many texts: "main"? */
bool spot_is_word(const char *name, size_t len);
