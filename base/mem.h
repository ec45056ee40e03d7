/* Memory: allocation that never returns NULL, and an arena for what lives as long as its owner.
 *
 * Running out of memory is not an error a reader of recordings can do anything about, so it is not
 * threaded through every function: the process-wide handler is called (default: a sentence on
 * stderr and abort). Sizes that come from a file are checked against the file before they come
 * here.
 *
 *   arena:  [block 0: used....|free] -> [block 1: used...|free] -> ...   freed as a whole
 */
#pragma once

#include "base/owned.h"
#include "base/sanitized.h"

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

/* Called when memory runs out, with the size that could not be had; must not return. NULL restores
 * the default. */
void mem_on_failure(void (*handler)(size_t size));

#define MEM_NEVER_NULL __attribute__((returns_nonnull))
MEM_NEVER_NULL void *mem_alloc(size_t size);              /* uninitialised */
MEM_NEVER_NULL void *mem_zero(size_t count, size_t size); /* zeroed; checks count * size */
/* realloc; checks count * size */
MEM_NEVER_NULL void *mem_resize(void *old, size_t count, size_t size);
MEM_NEVER_NULL char *mem_copy_text(const char *text); /* strdup */
/* free of several: mem_free(lines, names); */
#define mem_free(...)                          \
    mem_free_all((void *const[]){__VA_ARGS__}, \
                 sizeof((void *const[]){__VA_ARGS__}) / sizeof(void *))
static inline void mem_free_all(void *const *memory, size_t count) {
    for (size_t i = 0; i < count; i++) free(memory[i]);
}
/* Frees what is at the pointer of this address: for OWNED. */
static inline void mem_release(void *of_pointer) {
    void *memory;
    __builtin_memcpy(&memory, of_pointer, sizeof memory);
    free(memory);
}

#define MEM_EXACT 32 /* elements */

/* How much room what grows is to have: twice what it has, so many at least, and what is wanted.
 * Where addresses are watched there is no room to spare while it is small, so that an element too
 * many is seen wherever one is read or written. */
static inline size_t mem_grown(size_t has, size_t least, size_t want) {
    size_t room = has < least ? least : has * 2;
    return room < want || (WATCHED && want <= MEM_EXACT) ? want : room;
}

struct arena {
    struct arena_block *head;
    size_t total; /* bytes handed out */
};

/* 8-byte aligned memory that lives until arena_free; never NULL. */
MEM_NEVER_NULL void *arena_alloc(struct arena *arena, size_t size);
/* Copies len bytes and adds a 0 byte. */
MEM_NEVER_NULL char *arena_copy(struct arena *arena, const void *bytes, size_t len);
MEM_NEVER_NULL char *arena_copy_text(struct arena *arena, const char *text);
void arena_free(struct arena *arena);
