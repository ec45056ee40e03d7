/* Source files of classes, guessed from their names. */
#pragma once

#include "base/text.h"

/* Looks below root for the file in which the class (dotted, with its package) is likely to be:
 * com/acme/App.java for com.acme.App$Inner, directly, below src or below src/main/java and the
 * like, also of .kt, .scala and .groovy, and one folder deeper (modules of a build). Appends the
 * path as a project sees it: relative to the working directory if it is below that, else to root.
 * False: there is none. */
bool source_find(const char *root, const char *class_name, struct text *path);
/* "com/acme/App.java": where it would be. */
void source_guess(const char *class_name, struct text *path);
