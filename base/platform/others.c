/* What Linux has and no other system: done by hand, or not at all. */
#include "base/mem.h"
#include "base/platform.h"

#include <string.h>

/* The order of arguments of qsort_r is FreeBSD's on macOS, and others have none: so it is none of
 * the system's, but a sort of halves. */
struct sorting {
    char *aside;
    size_t size;
    int (*compare)(const void *a, const void *b, void *context);
    void *context;
};

static void sort_part(const struct sorting *s, char *items, size_t len) {
    if (len < 2) return;
    size_t half = len / 2, left = 0, right = half, out = 0;
    sort_part(s, items, half);
    sort_part(s, items + half * s->size, len - half);
    memcpy(s->aside, items, len * s->size);
    while (left < half || right < len) {
        bool first = right == len ||
                     (left < half && s->compare(s->aside + left * s->size,
                                                s->aside + right * s->size, s->context) <= 0);
        memcpy(items + out++ * s->size, s->aside + (first ? left++ : right++) * s->size, s->size);
    }
}

void platform_sort(void *items, size_t len, size_t size,
                   int (*compare)(const void *a, const void *b, void *context), void *context) {
    if (len < 2) return;
    struct sorting sorting = {mem_resize(NULL, len, size), size, compare, context};
    sort_part(&sorting, items, len);
    free(sorting.aside);
}

static int compare_plainly(const void *a, const void *b, void *context) {
    return (*(int (**)(const void *, const void *))context)(a, b);
}

/* In the place of the C library's: what compares equal keeps its order, as glibc has it, and the
 * same recording gives the same bytes here. */
void qsort(void *items, size_t len, size_t size, int (*compare)(const void *a, const void *b)) {
    platform_sort(items, len, size, compare_plainly, (void *)&compare);
}

const char *platform_last(const char *bytes, char one, size_t len) {
    while (len > 0)
        if (bytes[--len] == one) return bytes + len;
    return NULL;
}

void platform_keep_memory(void) {
}

void platform_large_pages(void *memory, size_t size) {
}

void platform_limit_memory(uint64_t bytes) {
}

int platform_nameless(const char *folder) {
    return -1;
}

int platform_process(int pid) {
    return -1;
}

bool platform_end_with(int parent) {
    return false;
}
