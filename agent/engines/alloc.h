/* JVMTI's callback of the engine alloc: one allocation in about so many bytes. */
#ifndef AGENT_ENGINES_ALLOC_H
#define AGENT_ENGINES_ALLOC_H

#include <jvmti.h>

void JNICALL alloc_on_sample(jvmtiEnv *jvmti, JNIEnv *jni, jthread thread, jobject object,
                             jclass type, jlong size);

#endif
