/* Static fields of the program in which it counts: long, int, or a counter of
 * java.util.concurrent.atomic. By the sampler's thread and those that start and stop it. */
#pragma once

#include "agent/sampling/engine.h"

struct counter {
    jclass type; /* global reference; NULL: none */
    jfieldID id;
    char kind; /* J, I, or L: an object that has longValue() */
};

/* What kinds there are, for sentences. */
#define COUNTERS_KINDS "long, int, AtomicLong, AtomicInteger or LongAdder"

/* False: failure says why. */
bool counter_open(JNIEnv *jni, const char *asked, struct counter *counter,
                  struct engine_failure *failure);
int64_t counter_read(JNIEnv *jni, const struct counter *counter); /* 0: there is no object yet */
void counter_set(JNIEnv *jni, const struct counter *counter, int32_t value); /* an int */
void counter_close(JNIEnv *jni, struct counter *counter);
