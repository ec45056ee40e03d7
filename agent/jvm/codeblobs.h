/* Which piece of the JVM's code an address belongs to, and what its frames look like. A function of
 * memory: any address may be asked about, in signal handlers too. */
#pragma once

#include "agent/jvm/memory.h"

enum codeblob_kind {
    CODEBLOB_STUB, /* adapters and tables of methods too */
    CODEBLOB_COMPILED,
    CODEBLOB_NATIVE, /* the way into a native method */
    CODEBLOB_INTERPRETER,
    CODEBLOB_UPCALL, /* the way from C into Java (java.lang.foreign) */
};

struct codeblob {
    enum codeblob_kind kind;
    uint64_t at;         /* the JVM's CodeBlob */
    uint64_t code;       /* where its instructions begin */
    uint64_t frame_size; /* bytes, with the return address; 0: not known */
    uint64_t complete;   /* where in the code the frame is whole; 0: not known */
};

/* The piece of code at pc; false: it is none, or cannot be read. */
bool codeblobs_find(const struct memory *memory, uint64_t pc, struct codeblob *blob);
/* Whether a return address says that the code, compiled, is to go on in the interpreter. */
bool codeblobs_is_taken_back(const struct memory *memory, const struct codeblob *blob, uint64_t pc);
