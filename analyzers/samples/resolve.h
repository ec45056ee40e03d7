/* The resolver: stack traces of one chunk -> frames of a profile.
 *
 *   stack key -> StackTrace constant -> frames (method key, line, bci, type key)
 *                                       method key -> Method -> Class, Symbol...   once per method
 *
 * Keys are the chunk's own numbers; strings are touched once per method of a chunk, never per
 * stack.
 */
#pragma once

#include "analyzers/profile/profile.h"
#include "analyzers/samples/task.h"

struct resolver;

/* All arguments must outlive the resolver. matcher: of the calling thread. steps_over: methods
 * that are stepped over on top of a stack, unless there is nothing else; filters see them. */
struct resolver *resolver_open(const struct samples_task *task, const struct jfr_chunk *chunk,
                               const struct jfr_metadata *metadata, struct jfr_constants *constants,
                               struct regex_matcher *matcher, struct profile *profile,
                               samples_step_over *steps_over);
void resolver_close(struct resolver *resolver);
/* Stacks of threads that wait for work are told apart (parser/waits.h). */
void resolver_leave_idle(struct resolver *resolver);

enum stack_verdict {
    STACK_OK,
    STACK_NONE,     /* no such constant, or no frame left of it */
    STACK_FILTERED, /* --include or --exclude */
    STACK_IDLE,     /* resolver_leave_idle */
};

struct stack {
    const uint32_t *frames; /* of the profile, leaf first; the resolver's memory */
    size_t depth;
    bool found;                /* the constant exists */
    bool truncated, shortened; /* at the root: at all; here alone */
    bool interpreted;          /* the first frame was; false where frames are not by line */
};

/* root: frame put below all others, or UINT32_MAX. */
enum stack_verdict resolver_stack(struct resolver *resolver, uint64_t stack_key, uint32_t root,
                                  struct stack *stack);

/* The Thread constant's name to the text: Java name, else the operating system's. *thread (may be
 * NULL) is filled with ids of the profile's strings. False: no such constant. */
bool resolver_thread(struct resolver *resolver, uint64_t thread_key, struct text *name,
                     struct profile_thread *thread);
/* Appends the Class constant's name, dotted and stable; nothing if there is no such constant. */
void resolver_class(struct resolver *resolver, uint64_t class_key, struct text *name);
