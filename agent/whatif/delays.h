/* Threads that are sampled and delayed: each has a slot; what happens to it happens in its own
 * signal handler.
 *
 *   the sampler's thread --tick--> a signal to all in Java code: "a sample, worth so much"
 *                        --settle--> credits, signals: "pause"
 *   handler: its stack --a method that is looked for?--> hit; settle: credits, signals to others
 *            pause, in Java code alone
 *
 * Who looks at another thread holds its slot, for less than a microsecond; a thread that ends waits
 * until nobody holds its slot. A handler takes no lock, allocates nothing and waits for nobody.
 *
 * By the sampler's thread, unless it says otherwise. Times in ns. */
#pragma once

#include "agent/sampling/engine.h"
#include "agent/whatif/windows.h"

#define DELAYS_THREADS 8192 /* others are not delayed */

/* Takes the signal; threads can be added then. */
bool delays_start(JNIEnv *jni, const struct agent_options *options, struct engine_failure *failure);
/* All pauses end, and no handler is at work when this returns. */
void delays_stop(void);
/* Any thread. */
void delays_add(const struct agent_thread *thread);
/* The calling thread ends, and is in the table of threads still. */
void delays_remove(struct agent_thread *thread);

/* Nobody owes anything; pauses end. method: whose samples are worth delay, -1: nobody's; least: the
 * smallest debt that is paid. */
void delays_begin(int method, int percent, int64_t least);
/* A sample of all in Java code, worth that much; charge: what all owe besides. */
void delays_tick(int64_t worth, int64_t charge);

struct delays_counts { /* since the start */
    uint64_t samples, failed, hits[WINDOWS_METHODS];
    uint64_t pauses, credits;
    int64_t paused, credited;
    int64_t longest; /* pause, since delays_begin */
    int64_t worth;   /* the largest delay by one sample, since then */
    int64_t owed;    /* in all, by everybody */
    uint32_t threads;
};
struct delays_counts delays_counts(void); /* so far; any thread */
int64_t *delays_owed(void);               /* where counts.owed is, always */
/* What threads have run and waited for processors since they began, summed up. */
void delays_run_times(int64_t *ran, int64_t *waited);
