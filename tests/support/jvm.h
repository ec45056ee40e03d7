/* A JVM as far as profiles need one: the types it describes, the constants it keeps and the samples
 * it takes, written as it would write them.
 *
 *   struct jvm jvm = {0};
 *   chunk_begin(&r, NULL);
 *   jvm_types(&r);
 *   jvm_sample(&r, 5000, jvm_thread(&jvm, "main"), jvm_stack(&jvm, "A.leaf A.main"));
 *   jvm_pools(&jvm, &r);
 *   chunk_end(&r);
 *   jvm_free(&jvm);
 *
 * Keys are handed out anew by each struct jvm, so a new one for each chunk mixes them up as JVMs
 * do.
 */
#pragma once

#include "tests/support/recording.h"

enum { /* type ids: as good as any */
       TYPE_BOOLEAN = 10,
       TYPE_BYTE,
       TYPE_CHAR,
       TYPE_SHORT,
       TYPE_INT,
       TYPE_LONG,
       TYPE_FLOAT,
       TYPE_DOUBLE,
       TYPE_STRING,
       TYPE_CLASS,
       TYPE_THREAD,
       TYPE_SYMBOL,
       TYPE_METHOD,
       TYPE_FRAME_TYPE,
       TYPE_STACK_FRAME,
       TYPE_STACK_TRACE,
       TYPE_THREAD_STATE,
       TYPE_PACKAGE,
       TYPE_MODULE,
       TYPE_LABEL,
       TYPE_TIMESPAN,
       TYPE_TIMESTAMP,
       TYPE_UNSIGNED,
       TYPE_DATA_AMOUNT,
       TYPE_PERCENTAGE,
       EVENT_EXECUTION_SAMPLE = 100,
       EVENT_NATIVE_METHOD_SAMPLE,
       EVENT_CPU_TIME_SAMPLE,
       EVENT_WALL_CLOCK_SAMPLE, /* async-profiler's, with a number of samples */
       EVENT_ALLOCATION_IN_TLAB,
       EVENT_ALLOCATION_OUTSIDE_TLAB,
       EVENT_MONITOR_ENTER,
       EVENT_JVM_INFORMATION,
       EVENT_ACTIVE_SETTING,
       EVENT_DATA_LOSS,
};

enum { STATE_DEFAULT = 1, STATE_RUNNABLE = 5, STATE_SLEEPING = 225 };

/* The metadata event. */
void jvm_types(struct recording *r);
/* Its classes alone, between metadata_begin and metadata_end, for tests that add to them. */
void jvm_primitive_types(struct recording *r);
void jvm_profile_types(struct recording *r);

struct jvm_names {
    char **items;
    size_t len;
};

struct jvm { /* constants that the next jvm_pools will write; key of the first is 1 */
    struct jvm_names symbols, classes, packages, methods, stacks, threads;
    bool with_packages; /* classes name their packages, as HotSpot's do */
    uint64_t key_step;  /* 0: keys are 1, 2, 3; else that far apart */
};

/* Keys of constants, which are made at the first call with that name. */
uint64_t jvm_symbol(struct jvm *jvm, const char *text);
uint64_t jvm_class(struct jvm *jvm, const char *name);  /* "java/util/HashMap" */
uint64_t jvm_method(struct jvm *jvm, const char *name); /* "java/util/HashMap.get" */
/* Frames, leaf first: "A.leaf:12/2/9 A.main" is leaf in line 12, inlined (frame type 2), at
 * bytecode 9, called by main. "A.leaf~" is hidden. A last "..." marks the stack as truncated. "":
 * no frames. */
uint64_t jvm_stack(struct jvm *jvm, const char *frames);
uint64_t jvm_thread(struct jvm *jvm, const char *name);

/* Events. ticks: of the chunk's clock. */
void jvm_sample(struct recording *r, int64_t ticks, uint64_t thread, uint64_t stack);
void jvm_sample_of(struct recording *r, uint64_t type, int64_t ticks, uint64_t thread,
                   uint64_t stack, uint64_t state);

/* A checkpoint with all constants so far. */
void jvm_pools(struct jvm *jvm, struct recording *r);
void jvm_free(struct jvm *jvm);

/* A whole chunk: one sample for each of the stacks, a millisecond apart from the first tick on. */
void jvm_chunk(struct recording *r, const struct chunk_head *head, const char *const *stacks,
               size_t count);
