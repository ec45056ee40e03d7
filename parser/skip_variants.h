/* The variants behind skip_varints, one by one, for tests and benchmarks. */
#pragma once

#include "parser/skip.h"

#include <stdbool.h>
#include <stddef.h>

struct skip_variant {
    const char *name;
    skip_function *skip;
    bool (*usable)(void); /* by this processor */
};

/* Best first; the last one is always usable. */
extern const struct skip_variant skip_variants[];
extern const size_t skip_variant_count;
