/* Which frames of a stack were inlined into which: known from what the JVM tells when it has
 * compiled a method, and from the return addresses on the stack.
 *
 *   CompiledMethodLoad:  code, and at each pc the chain of methods there, the top one first
 *                          pc 0x..40: leaf@3 inner@9 outer@17     kept: offset, length, hash
 *   a sample:            frames  leaf@3 inner@9 outer@17 run@5 ...
 *                        stack   [..40] ... [return address in run's code] ...
 *
 * AsyncGetCallTrace says nothing of this. A word of the stack that is a pc with a chain, when the
 * frames from here on are that very chain (methods and bytecode indexes), is the return address of
 * a compiled frame that these frames share: all but the last of them are inlined. Words that lie
 * there by chance or from earlier calls have other chains.
 *
 * Only chains of two and more are kept, 8 bytes each, and no more than INLINING_MOST in all; they
 * go with the compiled code.
 */
#ifndef AGENT_JVM_INLINING_H
#define AGENT_JVM_INLINING_H

#include "agent/recording/recording.h"
#include "agent/sampling/stackwalk.h"

#define INLINING_MOST (1u << 20) /* chains: 8 MB */

/* CompiledMethodLoad and Unload. */
void inlining_loaded(const void *address, jint size, const void *compile_info);
void inlining_unloaded(const void *address);
/* Sets the types of walk's frames, as far as they are known: inlined, or compiled where others are
 * inlined into it. The others stay. */
void inlining_mark(const struct stackwalk *walk, struct recording_frame *frames);

#endif
