/* Memory that may not be there.
 *
 * A guard stands in front of the JVM's handlers of SIGSEGV and SIGBUS. A fault of guard_memory's
 * own load is answered with 0; any other goes to the JVM as it came. It is not set where the JVM
 * checks its handlers (-Xcheck:jni), which would report it. */
#pragma once

#include "agent/jvm/memory.h"

#include <stdbool.h>

/* Puts the guard in front of the JVM's handlers, if it is not there; once the JVM has set its own.
 * False: it must not. */
bool guard_open(void);

/* The memory of this process, word by word: plain loads. While the guard is there. Where things are
 * is filled in by stackwalk_open. */
extern struct memory guard_memory;
