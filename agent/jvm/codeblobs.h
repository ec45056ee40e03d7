/* The JVM's code, as it lies in memory: which piece an address belongs to, and which method that
 * is. Read at the offsets of the JVM's tables (vmstructs.h), and never where a load could fault, so
 * that a signal handler may ask while the JVM changes it. A reading costs some 20 system calls: it
 * is for the few samples that AsyncGetCallTrace does not understand. */
#ifndef AGENT_JVM_CODEBLOBS_H
#define AGENT_JVM_CODEBLOBS_H

#include <jvmti.h>
#include <stdbool.h>
#include <stdint.h>

enum codeblob_kind {
    CODEBLOB_OTHER,    /* stubs, adapters, tables of methods */
    CODEBLOB_COMPILED, /* a method, or the way into a native one */
    CODEBLOB_INTERPRETER,
};

struct codeblob {
    enum codeblob_kind kind;
    uintptr_t code;         /* where its instructions begin */
    uintptr_t frame_size;   /* bytes, with the return address; 0: not known */
    uintptr_t frame_begins; /* where the frame is complete; code if that is not known */
    uintptr_t method;       /* the JVM's Method, of what is compiled */
};

/* After vmstructs_open. False: the tables do not hold what is needed. */
bool codeblobs_open(void);

/* Whether they do. */
bool codeblobs_known(void);

/* The piece of code at pc; false: it is none, or cannot be read. */
bool codeblobs_find(uintptr_t pc, struct codeblob *blob);

/* DynamicCodeGenerated: the stubs of the compilers have frames of a known size, but the JVM's
 * tables say of them that they are never complete, so that each walk ends there, also that of Java
 * that the JVM was asked for by such a stub (constructors of exceptions, class loaders,
 * initialisers). Says there where the frame of the stub at pc is complete. Once; it stays so. */
void codeblobs_complete(uintptr_t pc);

/* The id of that Method, if it is one and has been given an id; else NULL. Any address may be asked
 * about. */
jmethodID codeblobs_method_id(uintptr_t method);

#endif
