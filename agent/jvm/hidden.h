/* Which methods the JVM hides from stack traces (@Hidden of its own: lambda forms, the classes made
 * for lambdas, some of the reflection): its own recorder marks them so, and tools leave them out.
 */
#pragma once

#include <jvmti.h>
#include <stdbool.h>

/* Finds out where the JVM keeps it. Live phase; once. */
void hidden_open(JNIEnv *jni);
/* Whether the method is hidden; its class is alive. class_name: "java/util/HashMap". */
bool hidden_is(jmethodID method, const char *class_name);
