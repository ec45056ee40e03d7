/* Methods whose code is changed while experiments run (entries.h): first all are wanted, then their
 * classes are changed, each once; at the end they are what they were.
 *
 * By the sampler's thread and those that start and stop it, unless it says otherwise. */
#pragma once

#include "agent/sampling/engine.h"
#include "agent/whatif/entries.h"

/* Of all methods of that name; type and method are borrowed until changes_undo. False: something
 * else is called where it begins already. */
bool changes_want(jclass type, const char *method, enum entries_call call, bool apart, JNIEnv *jni);
/* Changes all classes. */
void changes_make(JNIEnv *jni);
/* What came of that method's class: JVMTI_ERROR_NONE: it is changed. */
jvmtiError changes_of(JNIEnv *jni, jclass type);
void changes_undo(JNIEnv *jni); /* NULL: the JVM ends */

/* The JVM's callback, in any thread. */
void JNICALL changes_on_class_file(jvmtiEnv *jvmti, JNIEnv *jni, jclass was, jobject loader,
                                   const char *name, jobject domain, jint len,
                                   const unsigned char *bytes, jint *new_len,
                                   unsigned char **new_bytes);
