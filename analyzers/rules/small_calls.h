/* Calls to the system that carry little each. */
#pragma once

#include "analyzers/rules/series.h"

/* Is a thread of native code with this stack in one that takes CPU time: of a file, or busy
 * waiting? */
bool small_calls_take_cpu(const struct series *samples, size_t column, size_t row);
