/* Methods that many stacks have in common, and which of them is the innermost: what is asked for
 * ends there, and what is done for it begins.
 *
 *   inners_add(&all, name, stack, depth, samples)     each method of a stack, from its outermost
 *   inners_deepest(&all, least)                       in at least so many samples */
#pragma once

#include "base/array.h"

struct inner {
    uint32_t name, seen;    /* seen: number of the last stack that counted */
    double samples, depths; /* depths: sum over them */
};
struct inners {
    ARRAY(struct inner) items; /* as they were met */
    ARRAY(uint32_t) of_names;  /* one more; 0: not met */
};

/* A method that the stack of that number has so many frames above its outermost one. Stacks come
 * one after the other; in a recursion the outermost call counts. */
void inners_add(struct inners *all, uint32_t name, uint32_t stack, uint32_t depth, double samples);
/* Of those with at least so many samples the one that lies deepest on average; NULL: there is none.
 */
const struct inner *inners_deepest(const struct inners *all, double least);
void inners_free(struct inners *all);
