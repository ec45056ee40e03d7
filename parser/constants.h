/* What else than jfr.h says the rooms of the parser know of constant pools. */
#pragma once

#include "parser/jfr.h"

/* The chunk that they are of. */
const struct jfr_chunk *constants_chunk(const struct jfr_constants *constants);
/* After jfr_constants_ask: all of the type are wanted, not only those. */
void constants_ask_all(struct jfr_constants *constants, const struct jfr_type *type);
/* The constant of java.lang.String with this key, or NULL. */
const uint8_t *constants_string(const struct jfr_constants *constants, uint64_t key);
