/* What writers write of what they do not know, where the value itself could not be.
 *
 * A native image cannot see how much memory of the machine is in use, and says 0; so do containers
 * of their number of processors. Nobody runs on none: it is missing. Tables and summary ask here;
 * who shows events as they are, does not. */
#pragma once

#include <stdbool.h>

/* Does 0 of that field mean that it is not known? */
bool unsaid_if_nought(const char *event, const char *field);
