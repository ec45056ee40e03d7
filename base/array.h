/* The one growable array: a struct of pointer, length and capacity for any element type.
 *
 *   ARRAY(struct note) notes = {0};
 *   array_push(&notes, (struct note){...});
 *   for (size_t i = 0; i < notes.len; i++) use(notes.items[i]);
 *   array_free(&notes); or OWNED(array_release) ARRAY(struct note) notes = {0};
 */
#pragma once

#include "base/mem.h"

#define ARRAY(T)         \
    struct {             \
        T *items;        \
        size_t len, cap; \
    }

/* What is always so. A sanitized program stops where it is not; the others are built as if. */
#define granted(condition) ((condition) ? (void)0 : __builtin_unreachable())

/* Says that the array has memory, where the analyzer cannot know it: after room was made, which
 * leaves an array alone that has capacity, and where a map or another array says what is in it. */
#ifdef __clang_analyzer__
#define array_has_memory(a) granted((a)->items)
#else
#define array_has_memory(a) ((void)0)
#endif

/* Room for at least n elements in all. */
#define array_reserve(a, n)                                                      \
    do {                                                                         \
        size_t array_want_ = (n);                                                \
        if ((a)->cap < array_want_) {                                            \
            size_t array_cap_ = mem_grown((a)->cap, 8, array_want_);             \
            (a)->items = mem_resize((a)->items, array_cap_, sizeof *(a)->items); \
            (a)->cap = array_cap_;                                               \
        }                                                                        \
        array_has_memory(a);                                                     \
    } while (0)

#define array_push(a, ...)                    \
    do {                                      \
        array_reserve((a), (a)->len + 1);     \
        (a)->items[(a)->len++] = __VA_ARGS__; \
    } while (0)

/* Each element, by its address; what is done with one leaves the array as it is.
 *
 *   EACH (const struct note, note, &notes) use(note); */
#define EACH(T, item, array) /* NOLINTNEXTLINE(bugprone-macro-parentheses): a type has none */ \
    for (T *item = (array)->items; item && item < (array)->items + (array)->len; item++)

/* Is it so of some index below n, of all of them?
 *
 *   bool damaged = some_of(i, chunks.len, chunks.items[i].damaged); */
#define some_of(i, n, ...)                         \
    __extension__({                                \
        size_t i = 0;                              \
        const size_t i##_end = (n);                \
        while (i < i##_end && !(__VA_ARGS__)) i++; \
        i < i##_end;                               \
    })
#define all_of(i, n, ...) (!some_of(i, n, !(__VA_ARGS__)))
/* Of an array of the program itself. */
#define COUNT_OF(array) (sizeof(array) / sizeof *(array))

/* Element i, which is there because a map or another array says so. */
#define array_at(a, i) (*(array_has_memory(a), granted((i) < (a)->len), &(a)->items[i]))

#define array_free(a)            \
    do {                         \
        free((a)->items);        \
        (a)->items = NULL;       \
        (a)->len = (a)->cap = 0; \
    } while (0)

/* The same of an array of whatever, for OWNED. */
static inline void array_release(void *array) {
    mem_release(array); /* the pointer comes first */
}

/* Of several: arrays_free(&notes, &frames); */
#define arrays_free(...)                          \
    arrays_free_all((void *const[]){__VA_ARGS__}, \
                    sizeof((void *const[]){__VA_ARGS__}) / sizeof(void *))
static inline void arrays_free_all(void *const *arrays, size_t count) {
    for (size_t i = 0; i < count; i++) {
        array_release(arrays[i]);
        __builtin_memset(arrays[i], 0, sizeof(ARRAY(char)));
    }
}
