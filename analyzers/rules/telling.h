/* Methods of the JDK that have the time for one reason alone, whatever program calls them: that one
 * is on top of the stack says why. */
#pragma once

#include <stdbool.h>

/* A clause, "many keys..."; NULL: it says nothing. */
const char *telling_method(const char *class_name, const char *method);
/* Does the method say whether something has happened, without waiting for it? */
bool telling_looks(const char *class_name, const char *method);
