/* Counts entries of a method: a class's bytes with four bytes more at the beginning of the method.
 *
 *   invokestatic java/lang/JfragentEntries.hit()V; nop     a multiple of four: the padding of
 *                                                          switches stays as it is
 *
 * No other instruction changes, as jumps are relative; what names places in the code (handlers,
 * lines, variables, stack maps) is moved. The class is in java.base, which every class can see,
 * whatever its loader and module. Pure: bytes in, bytes out; whatever the bytes are.
 * Layout: The Java Virtual Machine Specification, chapter 4. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* The same class, whose methods of that name (all that have code) count their entries; malloc'ed.
 * NULL: there is none, or it is no class file that can be understood, or too large. */
unsigned char *entries_count(const unsigned char *bytes, size_t len, const char *method,
                             size_t *new_len);

#define ENTRIES_CLASS "java/lang/JfragentEntries"
extern const unsigned char entries_class[]; /* its bytes: hit() counts, sum() says how often */
extern const size_t entries_class_len;
