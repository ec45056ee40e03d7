/* Entered: what a thread does while it has a monitor has the method on its stack that entered it,
 * for monitors are left by the method that enters them. So of a thread that waits for monitors of a
 * class itself, it is known by which methods it has one; of others nothing is.
 *
 *   struct entered entered = {0};                          of monitors of one class
 *   entered_note(&entered, things, thread, stack);         for each wait for one
 *   if (entered_by(&entered, things, thread, stack)) ...   of a read, a sleep...
 */
#pragma once

#include "analyzers/profile/profile.h"
#include "parser/table/things.h"

struct entered_method {
    const char *class_name, *method; /* texts of the things */
};

struct entered {
    ARRAY(struct entered_method) methods;
    struct map masks;                /* thread -> bits of methods */
    struct map on_stack, on_sampled; /* stacks -> bits of methods that are on them */
};

/* The thread waited, with this stack (a number of the things; THINGS_NONE: it is not known). All
 * are noted before the first question. */
void entered_note(struct entered *entered, const struct things *things, uint32_t thread,
                  uint32_t stack);
/* May the thread have had it there? True where it is not known. Stacks of the things, and of the
 * profile (the thread is one of the things). */
bool entered_by(struct entered *entered, const struct things *things, uint32_t thread,
                uint32_t stack);
bool entered_by_sampled(struct entered *entered, const struct profile *profile, uint32_t thread,
                        uint32_t stack);
void entered_free(struct entered *entered);
