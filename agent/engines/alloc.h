/* JVMTI's callback of the engine alloc: one allocation in about so many bytes. */
#pragma once

#include <jvmti.h>

void JNICALL alloc_on_sample(jvmtiEnv *jvmti, JNIEnv *jni, jthread thread, jobject object,
                             jclass type, jlong size);
