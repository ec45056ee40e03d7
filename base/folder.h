/* What is in a folder. */
#pragma once

#include "base/array.h"
#include "base/posix.h"

typedef ARRAY(char *) folder_names;

/* Adds the names that do not begin with a dot, in the order of their bytes, and closes the folder;
 * ending: only those that have it and more, NULL: any. 0, or errno where it could not be read, also
 * of an opendir just before that has failed. */
int folder_take(DIR *folder, const char *ending, folder_names *out);
void folder_names_free(folder_names *names);
