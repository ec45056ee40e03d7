/* Memory in WebAssembly, and processes that read together. Each has memory of its own, and what one
 * made is of use to another only where it lies at the same addresses. So all of them run the same
 * up to the moment when they part, and from then on each takes memory from a range of its own,
 * which is copied as it is to who joins them:
 *
 *   0 |constants, stack, what was there before|...| first | second | ... | 4 GB
 *
 * The allocator is emscripten's. It does not know of memory that it did not hand out: here that is
 * never given back, since all of this ends with the command. */
#include "base/mem.h"
#include "base/platform.h"

#include <emscripten.h>
#include <emscripten/heap.h>

static void *more(intptr_t bytes);
#define USE_DL_PREFIX
#define MORECORE more
#include <dlmalloc.c>

#define PAGE 0x10000u
#define FIRST 0x40000000u /* below it is what all have in common */
#define END 0xFFFF0000u

extern char __heap_base;
static uintptr_t low, high = END;               /* ours is what lies between */
static uintptr_t top = (uintptr_t)&__heap_base; /* up to here it is in use */

static bool reaches(uintptr_t size) {
    return emscripten_get_heap_size() >= size || emscripten_resize_heap(size);
}

static void *more(intptr_t bytes) {
    uintptr_t at = top;
    if ((bytes > 0 && (uintptr_t)bytes > high - at) || !reaches(at + bytes))
        return (void *)MAX_SIZE_T;
    top = at + bytes;
    return (void *)at;
}

static bool is_ours(const void *memory) {
    return (uintptr_t)memory >= low && (uintptr_t)memory < high;
}

void *malloc(size_t size) {
    return dlmalloc(size);
}

void *calloc(size_t count, size_t size) {
    return dlcalloc(count, size);
}

void *memalign(size_t alignment, size_t size) {
    return dlmemalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    return dlmemalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
    return dlposix_memalign(memory, alignment, size);
}

void free(void *memory) {
    if (is_ours(memory)) dlfree(memory);
}

void *realloc(void *memory, size_t size) {
    if (!memory || is_ours(memory)) return dlrealloc(memory, size);
    size_t had = dlmalloc_usable_size(memory);
    void *copy = dlmalloc(size);
    if (copy) memcpy(copy, memory, had < size ? had : size);
    return copy;
}

/* ==== Processes that read together =========================================================== */

/* web/run.js has these. */
EM_JS(unsigned, share_of, (void), { return Module.share ? Module.share.of : 0; })
EM_JS(unsigned, share_number, (void), { return Module.share.number; })
EM_JS(void, share_put, (const void *made, uintptr_t from, uintptr_t to),
      { Module.share.put(HEAPU8, made, from, to); })
EM_JS(unsigned, share_end, (unsigned number), { return Module.share.end(number); })
EM_JS(const void *, share_take, (unsigned number), { return Module.share.take(HEAPU8, number); })

size_t platform_readers(size_t *number) {
    static bool asked;
    size_t readers = asked ? 0 : share_of();
    asked = true;
    if (!readers) return 0;
    *number = share_number();
    high = FIRST;
    if (*number == readers) return readers;
    uintptr_t room = (END - FIRST) / readers & ~(PAGE - 1);
    low = FIRST + *number * room;
    high = low + room;
    /* What is free among what all have in common stays so. */
    memset(gm, 0, sizeof *gm);
    gm->mflags = mparams.default_mflags;
    top = low;
    return readers;
}

static void (*clean_up)(void);

/* Nothing ends this process from outside but with all that it has, where it is in a tab; what hands
 * over what it made ends here, in the midst of its command. */
void platform_on_end(void (*clean)(void)) {
    clean_up = clean;
}

void platform_hand_over(const void *made) {
    if (made) share_put(made, low, top);
    if (clean_up) clean_up();
    _Exit(0);
}

const void *platform_handed(size_t number) {
    uintptr_t end = share_end((unsigned)number);
    if (!reaches(end)) mem_alloc(END);
    return share_take((unsigned)number);
}
