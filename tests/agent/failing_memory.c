/* Linked into a copy of the agent for tests: allocations of the agent's own code fail.
 * JFRAGENT_TEST_MEMORY=N: all from the N-th on; N+K: K of them, and then there is memory again. */
#include <stdatomic.h>
#include <stdlib.h>

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);

static int fails(void) {
    static _Atomic long count, first, last;
    if (!atomic_load(&last)) {
        const char *text = getenv("JFRAGENT_TEST_MEMORY");
        char *rest = NULL;
        long from = text ? strtol(text, &rest, 10) : 0;
        atomic_store(&first, from > 0 ? from : 1L << 60);
        atomic_store(&last, rest && *rest == '+' ? from + strtol(rest + 1, NULL, 10) : 1L << 61);
    }
    long n = atomic_fetch_add(&count, 1) + 1;
    return n >= atomic_load(&first) && n < atomic_load(&last);
}

void *__wrap_malloc(size_t size) {
    return fails() ? NULL : __real_malloc(size);
}
void *__wrap_calloc(size_t count, size_t size) {
    return fails() ? NULL : __real_calloc(count, size);
}
void *__wrap_realloc(void *old, size_t size) {
    return fails() ? NULL : __real_realloc(old, size);
}
