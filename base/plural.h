/* The word for one, or that for any other number: plural(n, "is", "are"). */
#pragma once

#include <stdint.h>

/* The word that fits so many of them. */
static inline const char *plural(uint64_t n, const char *one, const char *others) {
    return n == 1 ? one : others;
}
