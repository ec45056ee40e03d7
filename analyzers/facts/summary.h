/* What is in a recording: event counts, and what a person wants to know first. */
#pragma once

#include "analyzers/walk/walk.h"
#include "base/strings.h"

struct summary_event {
    const char *name;
    const char *label; /* or NULL */
    uint64_t count, bytes;
};

struct summary_fact {  /* "jvm", "version", "OpenJDK 64-Bit Server VM (17.0.15+6) ..." */
    const char *group; /* jvm, os, cpu, memory, heap, gc, recording, sampling, agent,
                        * shutdown */
    const char *key;   /* JSON key: name, version, arguments, java_arguments, pid, start_ns... */
    const char *label; /* for a person: "JVM arguments" */
    const char *value; /* text, or the number as text */
    const char *shown; /* as a person reads it: "4.0 GiB" where value is "4294967296" */
    bool number;       /* value is a number, or true or false: JSON without quotes */
};

struct summary_jvm {       /* of several */
    const char *recording; /* name of the file that it is in; of the first, if of several */
    bool known;            /* false: its recording does not name it */
    size_t first;          /* of its facts; they end where the next one's begin */
};

struct summary {
    struct strings strings;             /* owns all texts below */
    ARRAY(struct summary_event) events; /* by count descending, then name */
    /* What all JVMs say alike, or the only one says; then what each of jvms says for itself. Within
     * each, grouped in the order of the groups above. */
    ARRAY(struct summary_fact) facts;
    ARRAY(struct summary_jvm) jvms; /* by start, if there are several; else empty */
    ARRAY(const char *) warnings;   /* lost data, no period, many truncated stacks... */
};

extern const struct reader summary_reader;
/* Adds what a summary needs to the run; after the run, makes it. */
void summary_join(struct walk_run *run);
struct summary *summary_make(const struct walk_run *run);
/* Both, with a run of its own. */
struct summary *summary_read(const struct scan_options *scan, struct scan_report *report);
void summary_free(struct summary *summary);
