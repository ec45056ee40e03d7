/* Numbers that look random and are the same in every run (splitmix64). Header only: each test has a
 * state of its own, which it sets to what it says when it fails. */
#pragma once

#include <stddef.h>
#include <stdint.h>

static uint64_t random_state;

static inline uint64_t random_u64(void) {
    uint64_t x = random_state += UINT64_C(0x9E3779B97F4A7C15);
    x = (x ^ (x >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94D049BB133111EB);
    return x ^ (x >> 31);
}

/* From 0 to n - 1; 0 if n is 0. */
static inline size_t random_below(size_t n) {
    return n ? (size_t)(random_u64() % n) : 0;
}
