/* What is in a folder, and in a file. */
#pragma once

#include "base/array.h"
#include "base/posix.h"
#include "base/text.h"

#include <stdio.h>

typedef ARRAY(char *) folder_names;

/* Adds the names that do not begin with a dot, in the order of their bytes, and closes the folder;
 * ending: only those that have it and more, NULL: any. 0, or errno where it could not be read, also
 * of an opendir just before that has failed. */
int folder_take(DIR *folder, const char *ending, folder_names *out);
void folder_names_free(folder_names *names);

/* Is it a file, and no folder or pipe? */
bool file_is(const char *path);
/* Adds what is in the file, or of a larger one somewhat more than `most` bytes, and closes it,
 * unless it is standard input. 0, or errno where it could not be read, also of an fopen just before
 * that has failed. */
int file_take(FILE *file, size_t most, struct text *out);
