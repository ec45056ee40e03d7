/* Things: the texts, threads and stacks that cells of tables name by number, each kept once.
 *
 *   texts    strings                                       number 0 is the empty text
 *   threads  {name, group, ids}                            told apart by all of them
 *   frames   {class, method, descriptor, line, bci, type}
 *   stacks   {hash, first, depth, truncated}               told apart by the hash of their frames
 *
 * The hash of a stack is made of what its frames are called, not of numbers: it is the same in
 * every run and in every recording of a program. Two stacks of one hash count as one. Numbers are
 * those of one struct. THINGS_NONE is none of them.
 */
#pragma once

#include "base/strings.h"
#include "base/text.h"
#include "base/missing.h"

#define THINGS_NONE MISSING_ID

struct things_thread {
    uint32_t name, group; /* texts */
    bool is_virtual;
    uint64_t os_id, java_id;
};

struct things_frame {
    uint32_t class_name, method, descriptor, type; /* texts; type: "JIT compiled" */
    int32_t line, bci;                             /* -1: not known */
};

struct things_stack {
    uint64_t hash;
    uint32_t first, depth; /* in stack_frames, leaf first */
    bool truncated;
};

struct things { /* a zeroed struct is empty */
    struct strings texts;
    struct map thread_ids, frame_ids, stack_ids;
    ARRAY(struct things_thread) threads;
    ARRAY(struct things_frame) frames;
    ARRAY(uint64_t) frame_hashes; /* parallel to frames */
    ARRAY(struct things_stack) stacks;
    ARRAY(uint32_t) stack_frames;
};

/* Ids of what is kept once; the argument is copied if it is new. */
uint32_t things_add_thread(struct things *things, const struct things_thread *thread);
uint32_t things_add_frame(struct things *things, const struct things_frame *frame);
/* frames: numbers, leaf first. */
uint32_t things_add_stack(struct things *things, const uint32_t *frames, size_t depth,
                          bool truncated);
/* A frame of the stack, the leaf is 0. */
static inline const struct things_frame *
things_frame_of(const struct things *things, const struct things_stack *stack, size_t i) {
    return &things->frames.items[things->stack_frames.items[stack->first + i]];
}

/* Appends "java.util.HashMap.getNode"; the class or the method alone if there is no other. */
void things_add_method(const struct things *things, uint32_t class_name, uint32_t method,
                       struct text *out);
static inline void things_add_frame_name(const struct things *things,
                                         const struct things_frame *frame, struct text *out) {
    things_add_method(things, frame->class_name, frame->method, out);
}

/* Of the stacks from this one on, the last ones, frames are not asked for any more: they have none,
 * and are found again all the same. */
void things_forget_frames(struct things *things, size_t from);
/* Only the first so many stacks stay, and are found again. */
void things_keep_stacks(struct things *things, size_t count);
/* Appends what a thread is called: its name, else "virtual 37" or "thread 4711". */
void things_add_thread_name(const struct things *things, uint32_t thread, struct text *out);
void things_free(struct things *things);

/* New numbers by old ones. */
struct things_ids {
    uint32_t *texts, *threads, *stacks;
};

/* The new number; none stays none. */
static inline uint32_t things_renamed(const uint32_t *ids, uint32_t id) {
    return id == THINGS_NONE ? THINGS_NONE : ids[id];
}

/* Adds all of from to into. from stays as it is. */
struct things_ids things_merge(struct things *into, const struct things *from);
/* Numbers them in the order of what they are, so that they do not depend on the order in which they
 * came: texts by their bytes, threads by name and ids, stacks by hash. */
struct things_ids things_sort(struct things *things);
void things_ids_free(struct things_ids *ids);
