/* What the JVM's compilers are at, by its own tables. */
#pragma once

#include "agent/jvm/layout.h"

#include <sys/types.h>

/* After vmstructs_open, once. */
void compiling_open(void);
/* The id (jmethodID) of the method that the compiler's thread of that kernel id compiles; 0: none,
 * or it is not known. The thread goes on meanwhile, and may end: all is read under the guard, and a
 * method is one only if its id leads back to it. */
uint64_t compiling_method(const struct layout *layout, pid_t tid);
