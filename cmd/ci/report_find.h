/* What a CI job left behind: recordings and profiles wherever they lie below the paths given, in
 * archives too, and what JVMs that died left besides.
 *
 *   paths --scan of chunk headers--> sources --> recordings {title, paths, member}
 *         --folder_list-----------> error logs, heap dumps, consoles --> others
 *
 * The chunks of a repository (the folder that a killed JVM leaves) are one recording.
 */
#pragma once

#include "analyzers/walk/scan.h"
#include "cmd/ci/leftovers.h"

struct found_recording {
    char *title;         /* "build/rec.jfr", "ci.zip: rec.jfr": below the paths given, to show; the
                            whole path where several would be alike. Each once */
    ARRAY(char *) paths; /* to be read together, in order */
    char *member;        /* what it is inside the one path (see scan_options.only); NULL: all of the
                            paths */
    bool repository;     /* what a JVM left that did not exit normally */
    bool profile;    /* no recording: samples that were summed up, see parser/document/document.h */
    bool unfinished; /* a chunk of it was never ended */
    uint32_t first;  /* how many recordings stand before it, in reading order */
    uint64_t bytes, chunks;
    uint64_t id;              /* the same for the same chunks in the same order */
    uint64_t parts;           /* chunks and profiles, those that were there before too */
    int64_t start_ns, end_ns; /* since the epoch; 0: not known */
};

struct found {
    ARRAY(struct found_recording) recordings; /* by title */
    struct leftovers others;                  /* crashes and traces by title */
};

/* Looks below the paths. report is filled as by any scan: what could not be read is noted there
 * (failed), and what lies about that is no recording; not what is wrong within the recordings. */
void report_find(const struct scan_options *scan, struct found *found, struct scan_report *report);
void found_free(struct found *found);
bool found_anything(const struct found *found);
