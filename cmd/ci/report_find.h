/* What a CI job left behind: recordings and profiles wherever they lie below the paths given, in
 * archives too, and the logs of JVMs that crashed.
 *
 *   paths --scan of chunk headers--> sources --> recordings {title, paths, member}
 *         --folder_list-----------> error logs --> crashes
 *
 * The chunks of a repository (the folder that a killed JVM leaves) are one recording.
 */
#ifndef CMD_CI_REPORT_FIND_H
#define CMD_CI_REPORT_FIND_H

#include "analyzers/walk/scan.h"

struct found_recording {
    char *title;         /* "build/rec.jfr", "ci.zip: rec.jfr": below the paths given, to show; the
                            whole path where several would be alike. Each once */
    ARRAY(char *) paths; /* to be read together, in order */
    char *member;        /* what it is inside the one path (see scan_options.only); NULL: all of the
                            paths */
    bool repository;     /* what a JVM left that did not end in order */
    bool profile;        /* no recording: samples that were summed up, see parser/pprof/pprof.h */
    bool unfinished;     /* a chunk of it was never ended */
    uint32_t first;      /* how many recordings stand before it, in reading order */
    uint64_t bytes, chunks;
    uint64_t parts;           /* chunks and profiles, those that were there before too */
    int64_t start_ns, end_ns; /* since the epoch; 0: not known */
    int64_t recorded_ns;      /* of all chunks together */
};

struct found_crash { /* of a JVM's error log; texts are one line each, "" where it does not say */
    char *path;
    char *title;  /* the path below what was given */
    char *signal; /* "SIGSEGV (0xb) at pc=..., pid=123, tid=124", "Internal Error (debug.cpp:362),
                     pid=994, tid=995; fatal error: ...", "There is insufficient memory ..." */
    char *frame;  /* the problematic frame: "C  [libfoo.so+0x1234]  do_it+0x14" */
    char *thread; /* "JavaThread "main" [_thread_in_native, ...]" */
    char *vm;     /* "OpenJDK 64-Bit Server VM (17.0.15+6, mixed mode, ...)" */
    char *time;   /* as the log says it */
    int64_t pid;  /* -1: the log does not say */
    bool memory;  /* it was memory that it died of, native or the heap's */
    /* When the JVM began, by time and elapsed time; 0: it does not say. By a clock whose zone may
     * have a name that says nothing: as of UTC then, and not utc. */
    int64_t start_ns;
    bool utc;
};

struct found {
    ARRAY(struct found_recording) recordings; /* by title */
    ARRAY(struct found_crash) crashes;        /* by title */
};

/* Looks below the paths. report is filled as by any scan: what could not be read is noted there
 * (failed), and what lies about that is no recording; not what is wrong within the recordings. */
void report_find(const struct scan_options *scan, struct found *found, struct scan_report *report);
void found_free(struct found *found);

/* The facts of an error log from its first bytes. False: the text is none. */
bool crash_parse(const char *text, size_t len, struct found_crash *crash);

#endif
