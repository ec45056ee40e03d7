/* Samples of threads that wait for a monitor: no frame of Java says so. All for judge_stack. */
#pragma once

#include "analyzers/rules/sites.h"

/* Is it stopped, though its state may be that of a thread that runs (stack_stopped)? */
bool monitors_stopped(const struct series *series, size_t column, size_t row);
/* Is Java's method on top one that waits for a file to be on disk (fsync)? */
bool monitors_forces(const struct series *series, size_t column, size_t row);
/* Of one that does not run: does a function of the JVM's take a monitor? */
bool monitors_taken(const struct series *series, size_t column, size_t row);
/* Likewise: is Java code on top, and nothing known of how it came to a halt? It waits for a
 * monitor, unless all threads are halted (a collection). */
bool monitors_likely(const struct series *series, size_t column, size_t row);
/* Not for judge_stack: Java's method that waits for it. False: there is none. */
bool monitors_method(const struct series *series, size_t column, size_t row,
                     struct sites_method *out);
