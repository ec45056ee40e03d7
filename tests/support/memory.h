/* How much memory was allocated at most: of a reader of hostile files, never more than what their
 * size justifies. */
#pragma once

#include <stddef.h>

/* Starts to measure. */
void memory_watch(void);
/* Bytes allocated at most since then, beyond those that were before. Built with a sanitizer: as
 * asked of malloc; else as the system saw it. */
size_t memory_peak(void);

/* What reading so many bytes may allocate. */
#define MEMORY_ALLOWED(bytes) (((size_t)64 << 20) + 64 * (size_t)(bytes))
