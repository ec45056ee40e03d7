#include "tests/support/memory.h"

#include <stdatomic.h>
#include <stdint.h>
#include <sys/resource.h>

/* The sanitizers' own; not there in other builds. */
int __sanitizer_install_malloc_and_free_hooks(void (*on_malloc)(const volatile void *, size_t),
                                              void (*on_free)(const volatile void *))
    __attribute__((weak));
size_t __sanitizer_get_allocated_size(const volatile void *p) __attribute__((weak));

static _Atomic int64_t now, peak;
static size_t before;

static void on_malloc(const volatile void *p, size_t size) {
    int64_t sum = atomic_fetch_add(&now, (int64_t)size) + (int64_t)size;
    int64_t most = atomic_load(&peak);
    while (sum > most && !atomic_compare_exchange_weak(&peak, &most, sum)) {
    }
    (void)p;
}

static void on_free(const volatile void *p) {
    if (p) atomic_fetch_sub(&now, (int64_t)__sanitizer_get_allocated_size(p));
}

static size_t peak_of_process(void) {
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (size_t)usage.ru_maxrss * 1024;
}

void memory_watch(void) {
    static int installed;
    if (__sanitizer_install_malloc_and_free_hooks && !installed)
        installed = __sanitizer_install_malloc_and_free_hooks(on_malloc, on_free);
    atomic_store(&now, 0);
    atomic_store(&peak, 0);
    before = peak_of_process();
}

size_t memory_peak(void) {
    if (__sanitizer_install_malloc_and_free_hooks) return (size_t)atomic_load(&peak);
    return peak_of_process() - before;
}
