/* Has memory brought into the cache while other work is done; only worth it for what lies anywhere
 * in much of it. */
#pragma once

/* at: anywhere, it is not read. For a function that does nothing but this, gcc finds no effect and
 * leaves out its calls: the empty statement of assembly is what keeps them. */
static inline void prefetch(const void *at) {
    __builtin_prefetch(at);
    __asm__ volatile("");
}
