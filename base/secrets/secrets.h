/* Texts without their secrets: the one way for all that a command puts out of what a recording says
 * of command lines, settings and messages, and for what is scrubbed.
 */
#pragma once

#include "base/secrets/find.h"

/* Appends the text, SECRET_MASK in the place of what secret_find finds. True: there was any. */
bool secrets_add(const char *text, size_t len, struct text *out);
/* The value of a pair: all of it is masked if its name says so. name may be NULL. */
bool secrets_add_value(const char *name, const char *value, struct text *out);
/* Does the name say that the value is one? "authenticate=false" says what is done, no secret. */
bool secret_is_of_pair(const char *name, const char *value);
/* Is there any in the text? */
bool secrets_has(const char *text, size_t len);
