/* Unfreed: native memory that was allocated and not freed, of what async-profiler saw. */
#pragma once

#include "analyzers/jvm/leaks.h"

/* Fills natives, native and saw_frees of *out. Allocations in the window are paired with whatever
 * freed them until the recording's end. */
void unfreed_make(const struct tables *tables, const struct time_window *window, struct leaks *out);
