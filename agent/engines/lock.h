/* JVMTI's callbacks of the engine lock: waits for monitors, and natives that are bound. */
#pragma once

#include <jvmti.h>

void JNICALL lock_on_enter(jvmtiEnv *jvmti, JNIEnv *jni, jthread thread, jobject object);
void JNICALL lock_on_entered(jvmtiEnv *jvmti, JNIEnv *jni, jthread thread, jobject object);
void JNICALL lock_on_bind(jvmtiEnv *jvmti, JNIEnv *jni, jthread thread, jmethodID method,
                          void *address, void **replacement);
