/* The JVM that the agent is in, as its interface for tools (JVMTI) has it. */
#pragma once

#include <jvmti.h>
#include <stdbool.h>
#include <stdint.h>

/* JVMTI returns threads and classes as local references, however many; asked for beforehand, so
 * that -Xcheck:jni does not complain. The JVM's own limit. */
#define JVM_LOCAL_REFS 65536

extern jvmtiEnv *jvm_ti; /* NULL: before it was found */
/* Calls one of its functions. */
#define JVMTI(function, ...) ((*jvm_ti)->function(jvm_ti, __VA_ARGS__))
/* Gives back what it has allocated. */
#define JVM_FREE(memory) JVMTI(Deallocate, (unsigned char *)(memory))

extern _Atomic uint32_t jvm_collections; /* so far */
extern bool jvm_ends;                    /* its death was told */

/* Has the JVM tell of such events, or no more. False: it does not. */
bool jvm_listen(jvmtiEvent event, bool on);
/* A copy of a text that it has allocated, malloc'ed, which is given back; NULL of NULL. */
char *jvm_take(char *text);
/* "java/util/HashMap" of the class, "[I" of an array; malloc'ed, NULL: the JVM does not say. */
char *jvm_class_name(jclass type);
/* That field of the class; NULL: it has none. No exception is left behind. */
jfieldID jvm_field(JNIEnv *jni, const char *class_name, const char *name, const char *signature);
/* "G1", "Parallel", ... from the JVM's flags; NULL: not known. */
const char *jvm_collector(void);
