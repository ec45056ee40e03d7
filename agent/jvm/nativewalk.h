/* C frames above a Java frame: the chain of frame pointers, followed from a signal's context.
 *
 *   pc, fp of the context        [fp] -> caller's fp      [fp + 8] -> return address in the caller
 *
 * It ends where the return address lies in the JVM's code, or where the pointer does not go up the
 * stack, or out of it. Behind code without frame pointers callers are missing, or the chain ends.
 */
#pragma once

#include "agent/recording/recording.h"

#include <stdint.h>

#define NATIVEWALK_MOST 128 /* frames */

/* In a signal handler: writes the pc of the context and the return addresses above it to pcs, the
 * top one first, at most room of them. The stack is below stack_end. Returns how many; 0 if the
 * context is in Java code. */
int nativewalk_own(const void *ucontext, uintptr_t stack_end, uintptr_t *pcs, int room);

/* The function at pc, for the recording: the library's file as class, the symbol as method, "[no
 * symbol]" where the library exports none for it; of C++ if that is mangled. return_address: pc is
 * behind the call it stands for. Not in a handler, nor while a thread is held. */
struct recording_frame nativewalk_frame(uintptr_t pc, bool return_address);
