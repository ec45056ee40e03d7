/* Points of time series, each of the JVM whose chunk it is from: rows of several JVMs in one table
 * could not be told apart. */
#pragma once

#include "analyzers/tables/table.h"

struct point {
    int64_t time_ns;
    double value;    /* as the event has it */
    uint32_t series; /* number of the wish */
    uint32_t jvm;    /* texts, as OpenMetrics has them between braces: pid="1",jvm_start="...";
                        0: not known */
    uint32_t text;   /* third column of the wish, if it is a text; 0: none */
    uint32_t recording;
};

struct point_source { /* a chunk of the recording names this JVM */
    uint32_t recording, jvm;
};

struct points {
    struct strings texts;
    ARRAY(struct point) items; /* by series, JVM, text, time; after the run */
    ARRAY(struct point_source) sources;
    const struct wishes *wishes;
};

/* Appends name="text", as OpenMetrics escapes it. */
void points_add_label(struct text *out, const char *name, const char *text);

/* Its state is a struct points, its options are struct wishes: startTime, a number, a text or
 * nothing. Takes part in the run with points_join. */
extern const struct reader points_reader;
/* Joins the run with what it needs; wishes outlive it. */
void points_join(struct walk_run *run, const struct wishes *wishes);
