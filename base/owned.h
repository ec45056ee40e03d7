/* What a scope owns is freed where it ends, whichever way it is left:
 *
 *   OWNED(text_free) struct text line = {0};
 *
 * Who hands such a thing over takes it out first (text_take), or does not say OWNED. Those of one
 * scope go in the opposite order.
 */
#pragma once

#define OWNED(free_it) __attribute__((cleanup(free_it)))

/* Frees several of a kind, each by its address:
 *
 *   free_each(map_free, &names, &ids); */
#define free_each(free_it, ...)                                                               \
    do {                                                                                      \
        __typeof__(FREE_FIRST(__VA_ARGS__, 0)) const free_all_[] = {__VA_ARGS__};             \
        for (unsigned free_i_ = 0; free_i_ < sizeof free_all_ / sizeof *free_all_; free_i_++) \
            free_it(free_all_[free_i_]);                                                      \
    } while (0)
#define FREE_FIRST(first, ...) first
