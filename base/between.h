/* Lengths of time between points of time. */
#pragma once

#include <stdint.h>

/* In ns, of to at or after from. Subtracted before it is a double: those of points of time since
 * 1970 are 256 ns apart. */
static inline double ns_between(int64_t from_ns, int64_t to_ns) {
    return (double)((uint64_t)to_ns - (uint64_t)from_ns);
}
