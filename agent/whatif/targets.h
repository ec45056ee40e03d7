/* What experiments are about: methods by their names, and what counts as progress.
 *
 * A method is CLASS.NAME, with its package or without, all that are called so together, or one line
 * of it, CLASS.NAME:LINE. Progress is entries of such a method, or a static counter CLASS.FIELD
 * (long or int). Names are separated by semicolons, since options are by commas.
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

/* Has the methods compiled apart from their callers, where the JVM lets their classes be changed;
 * code that was compiled before is so no more. After targets_progress_open. False: a line has no
 * code. */
bool targets_set_apart(JNIEnv *jni, struct engine_failure *failure);

/* Where progress is counted: entries are from now on, and the class is as it was after close. */
bool targets_progress_open(JNIEnv *jni, const char *name, struct engine_failure *failure);
int64_t targets_progress(JNIEnv *jni);
const char *targets_progress_name(void);
void JNICALL targets_on_class_file(jvmtiEnv *jvmti, JNIEnv *jni, jclass was, jobject loader,
                                   const char *name, jobject domain, jint len,
                                   const unsigned char *bytes, jint *new_len,
                                   unsigned char **new_bytes);

/* Static int fields of the program, one a method, in which it is told by how many percent that
 * method's work is to be less; an empty name: it has none. Bit n: the n-th method has one. */
bool targets_cuts_open(JNIEnv *jni, const char *names, uint32_t *which,
                       struct engine_failure *failure);
void targets_cut(JNIEnv *jni, int method, int percent); /* 0 for all others; -1: of none */

/* Everything is as it was before. */
void targets_close(JNIEnv *jni);
