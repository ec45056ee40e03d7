/* Names with wildcards: '*' stands for any characters, '?' for one; all else for itself. */
#pragma once

#include <stdbool.h>

/* Does all of name match? * stands for any characters, ? for one; case counts. */
bool glob_matches(const char *pattern, const char *name);
