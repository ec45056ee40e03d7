/* How much there is of a compiled method's frame, by the instructions around the program counter:
 * in its first ones the frame is being made, in its last ones it is gone.
 *
 *   x86-64    [check of the class] [touch the stack] sub rsp, n           mov [rsp + n], rbp   ...
 *             [check of the class] [touch the stack] push rbp [mov rbp, rsp] sub rsp, n        ...
 *             ...  add rsp, n   pop rbp   [cmp rsp, the poll's word   ja]   ret
 *   aarch64   ...  sub sp, sp, n     stp x29, x30, [sp, m]        or
 *             ...  stp x29, x30, [sp, -16]!     sub sp, sp, n
 *             ...  ldp x29, x30, [sp, m]   add sp, sp, n   [ldr, cmp, b.hi]   ret
 *
 * Once there is room for a frame, what lies at its lower end is left over from others, and may well
 * be a return address of theirs: so it must be known, not guessed, where the caller's is. */
#pragma once

#include "agent/jvm/codeblobs.h"

enum prologue {
    PROLOGUE_NO_FRAME,       /* not yet: the return address is on top, or in its register */
    PROLOGUE_POINTER_PUSHED, /* the caller's fp is on top, the return address behind it */
    PROLOGUE_ROOM,           /* the frame is there, the caller's fp (and link) are in registers */
    PROLOGUE_WHOLE,
    PROLOGUE_GONE,         /* as NO_FRAME, at its end */
    PROLOGUE_POINTER_LEFT, /* as POINTER_PUSHED, at its end */
};

/* Of a method that is compiled, or of the way into a native one. */
enum prologue prologue_at(const struct memory *memory, const struct codeblob *blob, uint64_t pc);
/* Whether the instruction before pc is a call; *target: where it leads, 0 if that is not told. */
bool prologue_is_call(const struct memory *memory, uint64_t pc, uint64_t *target);
