/* What another signal's handler interrupted.
 *
 * Of two signals that come at the same time, such as ours and the one by which the JVM's own
 * recorder stops a thread, the kernel makes the frame of the first and interrupts that at once by
 * the second, whose handler sees the first instruction of the other handler as the place where the
 * thread was. And a thread that is held in a handler has ours on top of that.
 *
 *   x86-64    [ return address | ucontext | siginfo ]    rsi, rdx: the last two
 *   aarch64   [ siginfo | ucontext ]                      x1, x2: both
 *
 * For signal handlers: nothing is locked or allocated. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ucontext: the third argument of a handler with SA_SIGINFO. Returns what the other handler, if
 * that is about to begin, was given for one, and so on; else ucontext. */
void *signalframe_interrupted(void *ucontext);

/* The same for a handler that is anywhere in its work: looks for its frame in the stack, of which
 * there are so many bytes above the interrupted stack pointer. Only a frame at whose pc is_wanted
 * is taken; NULL: there is none. */
void *signalframe_find(void *ucontext, size_t bytes, bool is_wanted(uintptr_t pc));
