/* How two numbers stand to each other, as sorting wants it: below 0, 0 or above 0. What is ordered
 * by several says so: ORDER(x->a, y->a) ?: ORDER(x->b, y->b). And arrays (base/array.h) in order.
 */
#pragma once

#include <stdlib.h>

#define ORDER(a, b) (((a) > (b)) - ((a) < (b)))

/* A function that says how two elements x and y of a type stand to each other: by the first key
 * of these, six at most, that tells them apart.
 *
 *   ORDERED(worst_first, struct note, FALLING(cost), RISING(time_ns), strcmp(x->text, y->text))
 *   array_sort(&notes, worst_first); */
#define ORDERED(name, T, ...)                                                  \
    static int name(const void *order_x, const void *order_y) {                \
        const T *x = order_x; /* NOLINT(bugprone-macro-parentheses): a type */ \
        const T *y = order_y; /* NOLINT(bugprone-macro-parentheses) */         \
        return ORDER_KEYS(__VA_ARGS__);                                        \
    }
/* The same; keys may ask the context that array_sort_with hands over. */
#define ORDERED_IN(name, T, ...)                                               \
    static int name(const void *order_x, const void *order_y, void *context) { \
        const T *x = order_x; /* NOLINT(bugprone-macro-parentheses): a type */ \
        const T *y = order_y; /* NOLINT(bugprone-macro-parentheses) */         \
        return ORDER_KEYS(__VA_ARGS__);                                        \
    }
#define RISING(field) ORDER(x->field, y->field)
#define FALLING(field) ORDER(y->field, x->field)
#define ORDER_KEYS(...) \
    ORDER_NTH(__VA_ARGS__, ORDER_6, ORDER_5, ORDER_4, ORDER_3, ORDER_2, ORDER_1, )(__VA_ARGS__)
#define ORDER_NTH(a, b, c, d, e, f, nth, ...) nth
#define ORDER_1(key) (key)
#define ORDER_2(key, ...) (key) ?: ORDER_1(__VA_ARGS__)
#define ORDER_3(key, ...) (key) ?: ORDER_2(__VA_ARGS__)
#define ORDER_4(key, ...) (key) ?: ORDER_3(__VA_ARGS__)
#define ORDER_5(key, ...) (key) ?: ORDER_4(__VA_ARGS__)
#define ORDER_6(key, ...) (key) ?: ORDER_5(__VA_ARGS__)

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
