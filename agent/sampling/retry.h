/* Where AsyncGetCallTrace gives up: the thread stands where the JVM does not know the frame, in a
 * stub, or in the first or last instructions of a method. Then the frame's caller is looked for,
 * and the walk tried again from there; the method that was left out is put on top.
 *
 *   where pc is                      where the return address may lie
 *   compiled method, first           at sp; behind the frame pointer pushed last; at the end of a
 *     instructions                     frame of the size that the JVM says: which of them is told
 *                                      by the instructions that are still to come
 *   the same, last instructions      at sp; behind the frame pointer
 *   compiled code for strings        the same, some words further: it has pushed them
 *   interpreter                      at sp, where a method begins; behind the frame pointer
 *   stub, adapter, C called by one   behind the frame pointer, in stubs that keep one; else the
 *                                      first word from sp on that is one
 *   where the JVM calls Java         what it noted when Java was left before, in its wrapper
 *   in the JVM                       below the sp that it noted when Java was left; where a stub
 *                                      was called, at the end of its frame
 *   there, code is deoptimised       the same; the JVM is not told that it is
 *
 * A word is a return address if it lies in the JVM's code and behind a call. */
#ifndef AGENT_SAMPLING_RETRY_H
#define AGENT_SAMPLING_RETRY_H

#include "agent/sampling/stackwalk.h"

/* pc, sp and fp of a context. */
void retry_registers(ucontext_t *context, uintptr_t **pc, uintptr_t **sp, uintptr_t **fp);

/* In the thread's own signal handler, in Java code, before a walk: at the end of a compiled method,
 * whose frame is gone but for the return address, the JVM would take the caller's frame for it, and
 * leave the caller out. Returns as struct stackwalk.count; 0: pc is not there. */
int retry_at_end(JNIEnv *env, struct stackwalk_frame *frames, int depth, const void *ucontext);

/* In the thread's own signal handler, after a walk that failed with that code. frames has room for
 * depth. Returns as struct stackwalk.count; code if nothing helps. */
int retry_walk(JNIEnv *env, const void *java_thread, struct stackwalk_frame *frames, int depth,
               const void *ucontext, int code);

#endif
