/* The sampling loop, on a thread of its own that is never sampled: gives each engine that runs its
 * turn, and sleeps until the first of them is due again, or, costing nothing, until one is started.
 */
#pragma once

#include "agent/sampling/engine.h"

/* Who started the sampler, as the sampler's thread asks it after each turn. */
struct sampler_owner {
    bool (*is_over)(int64_t now); /* whether the recording is to end */
    void (*ends)(void);           /* it is, or memory ran out; may stop the sampler */
};

/* Makes the sampler's thread, once; engines: the table. False: the JVM refuses. */
bool sampler_create(JNIEnv *jni, const struct engine *const *engines,
                    const struct sampler_owner *owner);
/* Starts the engines that these options, which stay until sampler_stop, want. False: none runs. */
bool sampler_start(JNIEnv *jni, const struct agent_options *options,
                   struct engine_failure *failure);
/* Stops them all, or those that go by the option's signal; no turn is under way any more when this
 * returns. jni: of the calling thread, or NULL. */
void sampler_stop(JNIEnv *jni, bool all);
/* Starts the others again, by what the options say then. False: one cannot; they do not run. */
bool sampler_resume(JNIEnv *jni, struct engine_failure *failure);
/* Whether any of those that run goes by the signal. */
bool sampler_is_by_signal(void);

/* The thread began, or ends: for the engines. */
void sampler_thread_begins(struct agent_thread *thread);
void sampler_thread_ends(struct agent_thread *thread);

/* The JVM ends: the sampler's thread goes, or the JVM would wait for it for up to 0.3 s. Returns
 * when it has gone, or after 50 ms. Holding no lock. */
void sampler_quit(void);
