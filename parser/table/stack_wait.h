/* What a thread with a stack of things waits for. */
#pragma once

#include "parser/table/things.h"
#include "parser/waits.h"

/* Of a stack that is there. Functions of libraries on top, as samplers of native stacks have them,
 * may be of any wait: only a user's lines speak of them. */
struct waits_stack stack_wait(const struct things *things, uint32_t stack);

/* Is on top a function of the system that threads do nothing but wait in? Whoever is sampled there
 * as running was about to wait, or has been woken and waits for a processor. */
bool stack_stopped(const struct things *things, uint32_t stack);

/* What a frame's names say, for those who look at many stacks and keep it. */
struct stack_frame {
    bool known;  /* by who keeps it */
    bool java;   /* Java's, also if it is native; not of a library or of the kernel */
    bool native; /* if it is Java's */
    uint32_t wait;
};
/* A frame of things, which must exist. */
struct stack_frame stack_frame_of(const struct things *things, uint32_t frame);
/* The next frame from the top: begun is false before the first, wait zeroed. stack_wait adds all,
 * until waits_done. */
void stack_wait_add(struct waits_stack *wait, const struct stack_frame *frame, bool *begun);
