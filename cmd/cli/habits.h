/* Names of commands and options that other tools have, or that were there before, and what does
 * their job here: who comes from the JDK's `jfr` or `jcmd`, from async-profiler, perf or pprof
 * types what worked there. */
#pragma once

#include <stdbool.h>

/* Half a sentence that tells what to type, "use jfrtool jvms"; NULL: there is none. */
const char *habit_instead_of(const char *name);
/* Likewise of an option, named without its hyphens, in a command that has the options of which
 * has() says so. */
const char *habit_instead_of_option(const char *name,
                                    bool (*has)(const void *context, const char *option),
                                    const void *context);
