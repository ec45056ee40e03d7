/* How two numbers stand to each other, as sorting wants it: below 0, 0 or above 0. What is ordered
 * by several says so: ORDER(x->a, y->a) ?: ORDER(x->b, y->b). And arrays (base/array.h) in order.
 */
#pragma once

#include <stdlib.h>

#define ORDER(a, b) (((a) > (b)) - ((a) < (b)))

/* What compares equal comes in any order. */
#define array_sort(a, compare)                                                  \
    do {                                                                        \
        if ((a)->len) qsort((a)->items, (a)->len, sizeof *(a)->items, compare); \
    } while (0)
/* The same, and compare has a context (platform_sort of base/platform.h). */
#define array_sort_with(a, compare, context)                                                     \
    do {                                                                                         \
        if ((a)->len) platform_sort((a)->items, (a)->len, sizeof *(a)->items, compare, context); \
    } while (0)
