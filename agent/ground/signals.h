/* Which signals the agent keeps from its own threads and handlers: all but faults. A fault whose
 * signal is blocked ends the process without a word, also one that the JVM means to take, as it
 * does in the sampler's thread, too: when that ends, the JVM runs Thread.exit in it. */
#pragma once

#include <signal.h>
#include <stddef.h>
/* Fills set with all signals but those of faults, which cannot wait. */
static inline void signals_but_faults(sigset_t *set) {
    static const int faults[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP};
    sigfillset(set);
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) sigdelset(set, faults[i]);
}
