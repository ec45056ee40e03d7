/* Changes methods at their beginning: a class's bytes with some bytes more there.
 *
 *   counts   invokestatic java/lang/JfragentEntries.hit()V; nop
 *   apart    so many nops that compilers take the method for too large to be put into its callers:
 *            what of a compiled caller is the method's could not be told from the rest, since of
 *            loops that were put there the JVM notes the caller only
 *
 * A multiple of four: the padding of switches stays as it is. No other instruction changes, as
 * jumps are relative; what names places in the code (handlers, lines, variables, stack maps) is
 * moved. The class that counts is in java.base, which every class can see, whatever its loader and
 * module. Pure: bytes in, bytes out; whatever the bytes are.
 * Layout: The Java Virtual Machine Specification, chapter 4. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bytes of code from which on no method is put into others, hot or not (FreqInlineSize is 325). */
#define ENTRIES_APART 332

struct entries_change { /* of all methods of that name which have code */
    const char *method; /* NULL behind the last */
    bool counts, apart;
};

/* The same class with these changes; malloc'ed. NULL: it has no such method, or is no class file
 * that can be understood, or too large. */
unsigned char *entries_change(const unsigned char *bytes, size_t len,
                              const struct entries_change *changes, size_t *new_len);
/* Bytes that are added to code of that length. */
uint32_t entries_added(const struct entries_change *change, uint32_t len);

#define ENTRIES_CLASS "java/lang/JfragentEntries"
extern const unsigned char entries_class[]; /* its bytes: hit() counts, sum() says how often */
extern const size_t entries_class_len;
