/* The agent: one process, one JVM, one recording at a time. What the JVM's callbacks tell it. */
#pragma once

#include <jvmti.h>

/* VMInit has been: the JVM is up. */
void agent_vm_up(JNIEnv *jni);
/* The JVM ends: writes the recording. */
void agent_vm_down(void);
