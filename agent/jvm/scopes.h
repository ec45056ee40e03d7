/* Which methods, inlined into each other, the code of a compiled method is of at an address: what
 * the compiler noted of it.
 *
 *   PcDesc {pc, scope} ...   sorted by pc     scopes: [scope of the caller | method | bci] ...
 *
 * Where the compiler kept more than it needs for safepoints, it notes where the code of each method
 * ends, so of an instruction the first end at or behind it counts; of a call its return address.
 *
 * And what methods are: their ids, and where in their bytecode they call. Functions of memory and
 * layout; any address may be asked about, in signal handlers too. */
#pragma once

#include "agent/jvm/codeblobs.h"

struct scope {
    uint64_t method; /* the JVM's Method */
    int32_t bci;     /* -1: before its first instruction */
};

/* The scopes at pc, the innermost first, at most room of them; how many, 0 if there are none. */
int scopes_at(const struct memory *memory, const struct codeblob *blob, uint64_t pc,
              struct scope *scopes, int room);
/* Whether the compiler noted something of exactly that address, as of where calls of Java return.
 */
bool scopes_has(const struct memory *memory, const struct codeblob *blob, uint64_t pc);
/* The method that is compiled there. */
uint64_t scopes_method(const struct memory *memory, const struct codeblob *blob);

/* The class (InstanceKlass) that has a Method; 0: it is no Method. */
uint64_t scopes_holder(const struct memory *memory, uint64_t method);
/* The id (jmethodID) of a Method; 0: it has none, or it is no Method. */
uint64_t scopes_method_id(const struct memory *memory, uint64_t method);
/* The bytecode index of bcp in a Method; -1: it is native; -2: bcp is not in it, or it is no
 * Method. */
int32_t scopes_bci(const struct memory *memory, uint64_t method, uint64_t bcp);
/* Whether that bytecode may call another method; callee: that Method, by the name that the bytecode
 * has, 0: any. */
bool scopes_calls(const struct memory *memory, struct scope scope, uint64_t callee);
