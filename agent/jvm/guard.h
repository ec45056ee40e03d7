/* Memory that may not be there, and walks of the JVM's that may fail.
 *
 * A guard stands in front of the JVM's handlers of SIGSEGV and SIGBUS. A fault of guard_memory's
 * own load is answered with 0; one of a thread within guard_call ends that call; any other goes to
 * the JVM as it came. It is not set where the JVM checks its handlers (-Xcheck:jni), which would
 * report it. */
#ifndef AGENT_JVM_GUARD_H
#define AGENT_JVM_GUARD_H

#include "agent/jvm/memory.h"

#include <stdbool.h>

/* Puts the guard in front of the JVM's handlers, if it is not there; once the JVM has set its own.
 * False: it must not. */
bool guard_open(void);

/* The memory of this process, word by word: plain loads. While the guard is there. */
extern const struct memory guard_memory;

/* Calls call(arg); false: that hit bad memory, or more threads did this at once than there are
 * places for. Without the guard it is just called. */
bool guard_call(void call(void *arg), void *arg);

#endif
