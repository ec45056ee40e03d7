/* The JVM's own counters (those of jstat), in its memory: where they are comes from its tables
 * (jvm/vmstructs.h). With -XX:-UsePerfData, or without the tables, there are none.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* After vmstructs_open. */
void perfdata_open(void);
/* Whether the counter of that name, a text such as "sun.gc.cause", is there; its value is copied to
 * value (of size bytes, at least one) then, always with an end. Asks neither JNI nor JVMTI and
 * allocates nothing: also within pauses. */
bool perfdata_text(const char *name, char *value, size_t size);
