/* Names with wildcards: '*' stands for any characters, '?' for one; all else for itself. */
#ifndef BASE_GLOB_H
#define BASE_GLOB_H

#include <stdbool.h>

bool glob_matches(const char *pattern, const char *name);

#endif
