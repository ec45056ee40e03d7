/* What the JVM tells of: classes, code, threads, collections, its own beginning and end. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Capabilities and callbacks. In OnLoad (live false) everything that will be needed is asked for;
 * false: error holds a sentence. */
bool events_prepare(bool live, char *error, size_t size);
