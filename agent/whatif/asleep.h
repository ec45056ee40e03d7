/* Whether a thread that the JVM has waiting on a condition is asleep (Thread.sleep), or parked: the
 * JVM's own state of both is the same. The method by which it left Java says it. */
#pragma once

#include <jni.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/* Looks up the JDK's methods that sleep. Before experiments begin. */
void asleep_open(JNIEnv *jni);
/* Of a JavaThread that is alive and blocked. *known is the caller's, one a thread, 0 at first: what
 * was found where the thread left Java, so that who waits there for long is looked at once. In
 * signal handlers. False: or it is not known. */
bool asleep(const void *java_thread, _Atomic uint64_t *known);
