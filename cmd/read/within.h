/* --within, --outside and --by FIELD: events of a type as the times, thread by thread, that samples
 * count in, and what of them tells samples apart. They are looked for in a reading of their own,
 * before the samples are read. */
#pragma once

#include "cmd/read/reading.h"

/* Whether the selection asks for any of them. */
bool within_is_asked(const struct selection *selection);
/* "TYPE where CONDITION", or the type alone (where: NULL), which is appended to type. */
void within_split(const char *asked, struct text *type, const char **where);
/* If the selection asks for any, and they were not read yet: reads the recordings for them and sets
 * the reading's selection to one that has them; what it points to is in *within, to be freed after
 * the reading. EXIT_OK, or the exit code to end with: the sentence has been said. */
int within_read(struct reading *reading);
/* After the reading: has a sample the field that they are split by? Else the sentence was said. */
int within_check(const struct reading *reading);
