/* Changes methods at their beginning: a class's bytes with some bytes more there.
 *
 *   call     invokestatic java/lang/JfragentPoints.hit()V, begin or end; nop
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

/* What is called where a method begins. */
enum entries_call { ENTRIES_NONE, ENTRIES_HIT, ENTRIES_BEGIN, ENTRIES_END };

struct entries_change { /* of all methods of that name which have code */
    const char *method; /* NULL behind the last */
    enum entries_call call;
    bool apart;
};

/* The same class with these changes; malloc'ed. NULL: it has no such method, or is no class file
 * that can be understood, or too large. */
unsigned char *entries_change(const unsigned char *bytes, size_t len,
                              const struct entries_change *changes, size_t *new_len);
/* Bytes that are added to code of that length. */
uint32_t entries_added(const struct entries_change *change, uint32_t len);

#define ENTRIES_CLASS "java/lang/JfragentPoints"
extern const unsigned char entries_class[]; /* its bytes */
extern const size_t entries_class_len;
/* The class that counts, as javac made it (-g:none -source 11 -target 11 --patch-module
 * java.base=.) of what follows. From begin to end, in one thread, is a span; what all owe is no
 * time of it.
 *
 *   package java.lang;
 *   import java.nio.ByteBuffer;
 *   import java.nio.ByteOrder;
 *   import java.nio.LongBuffer;
 *   import java.util.concurrent.atomic.LongAdder;
 *   public final class JfragentPoints {
 *       private static final LongAdder[] SUMS = {new LongAdder(), new LongAdder(), new
 * LongAdder()}; private static final ThreadLocal<long[]> BEGUN = new ThreadLocal<>(); private
 * static LongBuffer owed; static void open(ByteBuffer buffer) { owed =
 * buffer.order(ByteOrder.nativeOrder()).asLongBuffer();
 *       }
 *       static long sum(int which) { return SUMS[which].sum(); }
 *       public static void hit() { SUMS[0].increment(); }
 *       public static void begin() {
 *           long[] begun = BEGUN.get();
 *           if (begun == null) BEGUN.set(begun = new long[1]);
 *           begun[0] = System.nanoTime() - owed.get(0);
 *       }
 *       public static void end() {
 *           long[] begun = BEGUN.get();
 *           if (begun == null || begun[0] == 0) {
 *               SUMS[2].increment();
 *           } else {
 *               SUMS[1].add(System.nanoTime() - owed.get(0) - begun[0]);
 *               begun[0] = 0;
 *               SUMS[0].increment();
 *           }
 *       }
 *   }
 */
enum { ENTRIES_COUNT, ENTRIES_SPENT, ENTRIES_LONE }; /* sums: hits and spans; ns; ends of none */
