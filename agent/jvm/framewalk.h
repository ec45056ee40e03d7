/* The Java frames of a thread, from the registers where it was interrupted down to where it began:
 *
 *   kind of frame          its caller is
 *   compiled, native       where the return address at the end of its frame leads; the frame's size
 *                          is that of its CodeBlob, the methods in it are those of the scopes there
 *   interpreted            where the chain of frame pointers leads; the method is in the frame
 *   call of Java by the    in the frame's JavaCallWrapper: where Java was left before.
 *   JVM, upcall            None: THE ROOT, the thread began here
 *   the JVM's own code,    what the thread noted when it left Java; a function that compiled code
 *   C                      calls without leaving Java: the return address is looked for
 *   virtual thread         where part of it is in the heap still, its carrier (FRAMEWALK_HEAP)
 *
 * A stack is whole if it ends at the root, and only then. A caller must be at a bytecode that
 * calls. Where more than one return address is thinkable, that which leads to the root is taken;
 * which instructions of a method have made how much of its frame is known, not tried (prologue.h).
 *
 * A function of registers, memory and layout: it writes nothing, locks nothing, and asks nobody. In
 * signal handlers, and in tests on stacks that were stored. */
#pragma once

#include "agent/jvm/memory.h"

struct framewalk_registers {
    uint64_t pc, sp, fp;
    uint64_t link;   /* aarch64: the return address, in methods that call nobody */
    uint64_t bcp;    /* of the interpreter: where in the bytecode it is */
    uint64_t method; /* ... and, at the entry of a method, that */
    uint64_t result; /* ... or, while a frame is made, its return address */
};

struct framewalk_thread {
    uint64_t java_thread; /* the JVM's JavaThread */
    uint64_t stack_end;   /* the stack is below */
    bool in_java;         /* its state: what is interrupted in C has not left Java */
};

enum framewalk_type {
    FRAMEWALK_UNKNOWN, /* of stacks that the JVM gave */
    FRAMEWALK_INTERPRETED,
    FRAMEWALK_COMPILED,
    FRAMEWALK_INLINED, /* into the next one */
    FRAMEWALK_NATIVE,
    FRAMEWALK_IN_HEAP, /* no frame: there are some in the heap */
};

struct framewalk_frame {
    uint64_t method; /* the JVM's Method; after framewalk_ids its id (jmethodID), 0: it has none */
    int32_t bci;     /* -1: not known, or native */
    enum framewalk_type type;
};

/* How a walk ended. */
enum framewalk_end {
    FRAMEWALK_ROOT,      /* whole */
    FRAMEWALK_ROOM,      /* there are more frames than are walked */
    FRAMEWALK_HEAP,      /* at the root, but some frames are in the heap still */
    FRAMEWALK_NO_CODE,   /* a return address leads to no code of the JVM's */
    FRAMEWALK_NO_METHOD, /* a frame has no method: it is being made, or is none */
    FRAMEWALK_NO_CALL,   /* a caller is at a bytecode that does not call */
    FRAMEWALK_NO_STACK,  /* a frame is not on the stack */
    FRAMEWALK_NOT_JAVA,  /* no frame: it is not in Java, and has not left it */
    FRAMEWALK_UNTOLD,    /* somebody else walked, who does not say */
};

#define FRAMEWALK_MOST 8192 /* frames: some milliseconds */
/* Walks into frames, the top one first, at most room of them; *count: how many. Where there are
 * more, both ends are there, half of room each, and *left_out is how many are missing between. */
enum framewalk_end framewalk(const struct memory *memory, const struct framewalk_thread *thread,
                             const struct framewalk_registers *registers,
                             struct framewalk_frame *frames, int room, int *count,
                             int64_t *left_out);
/* Methods may go with their classes; ids do not. */
void framewalk_ids(const struct memory *memory, struct framewalk_frame *frames, int count);
