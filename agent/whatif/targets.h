/* What experiments are about: methods by their names.
 *
 * A method is CLASS.NAME, with its package or without, all that are called so together, or one line
 * of it, CLASS.NAME:LINE. Names are separated by semicolons, since options are by commas.
 *
 * By the sampler's thread and those that start and stop it, unless it says otherwise. */
#pragma once

#include "agent/jvm/framewalk.h"
#include "agent/sampling/engine.h"

/* Finds methods in classes that are loaded, and holds their classes. False: failure says why. */
bool targets_open(JNIEnv *jni, const char *names, struct engine_failure *failure);
int targets_count(void);
const char *targets_name(int method); /* "com.acme.Parser.parse" */
/* Bit n: the n-th method is on that stack. In signal handlers. */
uint32_t targets_on_stack(const struct framewalk_frame *frames, int count);

/* They are to be compiled apart from their callers; code that was compiled before is so no more. */
void targets_want_apart(JNIEnv *jni);
/* In their code as it is now. False: a line has no code. */
bool targets_find_places(struct engine_failure *failure);

/* Static int fields of the program, one a method, in which it is told by how many percent that
 * method's work is to be less; an empty name: it has none. Bit n: the n-th method has one. */
bool targets_cuts_open(JNIEnv *jni, const char *names, uint32_t *which,
                       struct engine_failure *failure);
void targets_cut(JNIEnv *jni, int method, int percent); /* 0 for all others; -1: of none */

void targets_close(JNIEnv *jni); /* NULL: the JVM ends */
