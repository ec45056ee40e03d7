/* What was written is read before it is handed out: a chunk must begin, end and lead to its parts
 * as its own header says, without a search, and its metadata must be read. Costs the metadata
 * alone, and nothing if it is that of the chunk before. */
#pragma once

#include "parser/jfr.h"

/* known: metadata that was read before, or NULL. False: *why says what no reader would take. */
bool written_is_read(const void *data, uint64_t size, const struct jfr_metadata *known,
                     const char **why);
