/* What the explorer looks at: the samples of the recordings, read once, and what is left of them by
 * a window of time, a thread and a method.
 *
 *   profile (read once, with columns)  --model_apply-->  the same profile, its counts those of what
 * is left; rows, threads, steps of time
 *
 * The profile's stacks and rows are counted anew in place: what works on profiles (hot methods,
 * call trees) works on a part of it without a copy.
 */
#pragma once

#include "analyzers/methods/hot_methods.h"
#include "analyzers/samples/samples.h"

#define MODEL_NONE MISSING_ID

struct model_thread {
    uint32_t name; /* id into frames.strings; 0: not known */
    uint64_t samples;
};

struct model {
    struct samples *samples;  /* borrowed */
    int64_t start_ns, end_ns; /* of the samples; end is behind the last */
    /* What is asked for. */
    int64_t from_ns, to_ns; /* [from, to) */
    uint32_t thread;        /* name of a thread, or MODEL_NONE */
    uint32_t method;        /* a frame, or MODEL_NONE */
    enum hot_sort sort;
    /* What it comes to. */
    uint64_t left; /* samples */
    struct hot_methods hot;
    ARRAY(struct model_thread)
    threads;               /* by samples; of the window and the method, of any thread */
    ARRAY(uint64_t) steps; /* of time from start to end, of the thread and the method */
};

/* samples have rows, stacks and columns, and times. steps: how many of them time has. */
void model_open(struct model *model, struct samples *samples);
/* Counts what is left of the filters. */
void model_apply(struct model *model, size_t steps);
bool model_is_filtered(const struct model *model);
void model_free(struct model *model);
