/* What is in a recording: event counts, and what a person wants to know first. */
#ifndef ANALYZERS_FACTS_SUMMARY_H
#define ANALYZERS_FACTS_SUMMARY_H

#include "analyzers/walk/scan.h"
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

struct summary {
    struct strings strings;             /* owns all texts below */
    ARRAY(struct summary_event) events; /* by count descending, then name */
    ARRAY(struct summary_fact) facts;   /* grouped, in the order of the groups above */
    ARRAY(const char *) warnings;       /* lost data, no period, many truncated stacks... */
};

struct summary *summary_read(const struct scan_options *scan, struct scan_report *report);
void summary_free(struct summary *summary);

#endif
