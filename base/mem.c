#include "base/mem.h"

#include "base/platform.h"

#include <stdio.h>
#include <string.h>

static void default_out_of_memory(size_t size) {
    fprintf(stderr, "jfrtool: out of memory (%zu bytes requested)\n", size);
    abort();
}

static void (*out_of_memory)(size_t size) = default_out_of_memory;

void mem_on_failure(void (*handler)(size_t size)) {
    out_of_memory = handler ? handler : default_out_of_memory;
}

static void *checked(void *p, size_t size) {
    if (p == NULL) {
        out_of_memory(size);
        abort(); /* the handler must not return */
    }
    return p;
}

#define LARGE (1 << 20) /* bytes that are worth a call of the kernel */

static void *had(void *p, size_t size) {
    if (checked(p, size) && size >= LARGE) platform_large_pages(p, size);
    return p;
}

void *mem_alloc(size_t size) {
    return had(malloc(size ? size : 1), size);
}

void *mem_zero(size_t count, size_t size) {
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes)) checked(NULL, SIZE_MAX);
    return had(calloc(bytes ? bytes : 1, 1), bytes);
}

void *mem_resize(void *old, size_t count, size_t size) {
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes)) checked(NULL, SIZE_MAX);
    return had(realloc(old, bytes ? bytes : 1), bytes);
}

char *mem_copy_text(const char *text) {
    size_t len = strlen(text) + 1;
    return memcpy(mem_alloc(len), text, len);
}

struct arena_block {
    struct arena_block *next;
    size_t used, size;
    _Alignas(16) unsigned char data[];
};

/* Where addresses are watched, no piece is beside another: what is read or written between them is
 * seen. */
#if WATCHED
#include <sanitizer/asan_interface.h>
#pragma weak __asan_poison_memory_region
#pragma weak __asan_unpoison_memory_region
#define APART 8
#define tell(what, at, size) \
    (what ? what(at, size) : (void)0) /* it is not there where all is as if */
#define forbid(at, size) tell(__asan_poison_memory_region, at, size)
#define allow(at, size) tell(__asan_unpoison_memory_region, at, size)
#else
#define APART 0
#define forbid(at, size) ((void)0)
#define allow(at, size) ((void)0)
#endif

void *arena_alloc(struct arena *arena, size_t size) {
    size_t taken = ((size + 7) & ~(size_t)7) + APART;
    struct arena_block *block = arena->head;
    if (block == NULL || block->size - block->used < taken) {
        size_t room = block ? block->size * 2 : 4096;
        if (room > (1u << 20)) room = 1u << 20;
        if (room < taken) room = taken;
        block = mem_alloc(sizeof *block + room);
        block->used = 0;
        block->size = room;
        block->next = arena->head;
        arena->head = block;
        forbid(block->data, room);
    }
    void *p = block->data + block->used;
    allow(p, size);
    block->used += taken;
    arena->total += taken;
    return p;
}

char *arena_copy(struct arena *arena, const void *bytes, size_t len) {
    char *copy = arena_alloc(arena, len + 1);
    if (len) memcpy(copy, bytes, len);
    copy[len] = 0;
    return copy;
}

char *arena_copy_text(struct arena *arena, const char *text) {
    return arena_copy(arena, text, strlen(text));
}

void arena_free(struct arena *arena) {
    for (struct arena_block *block = arena->head, *next; block; block = next) {
        next = block->next;
        free(block);
    }
    arena->head = NULL;
    arena->total = 0;
}
