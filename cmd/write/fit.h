/* Names made to fit a terminal, the way a person would shorten them: the method and its class say
 * most, so the packages go first.
 *
 *   java.util.concurrent.ConcurrentHashMap.putVal
 *   j.u.c.ConcurrentHashMap.putVal        packages become letters, from the left, as far as needed
 *   …HashMap.putVal                       then the beginning goes
 */
#pragma once

#include "base/text.h"

/* Appends name so that it takes at most columns (> 0). packages: how many bytes at the beginning
 * are package names with their dots, "java.util." is 10; 0 if none. */
void fit_add(struct text *out, const char *name, size_t len, size_t packages, size_t columns);

/* Likewise a name that others are like: byte `tells` of it, the first that no other has there,
 * stays, with the beginning or the end where there is room. */
void fit_add_telling(struct text *out, const char *s, size_t len, size_t tells, size_t columns);

/* Appends the beginning of the text, with an ellipsis at its end if that is not all. */
void fit_add_beginning(struct text *out, const char *s, size_t len, size_t columns);
/* Likewise its end, with an ellipsis in front. */
void fit_add_end(struct text *out, const char *s, size_t len, size_t columns);
