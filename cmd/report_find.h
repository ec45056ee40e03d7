/* What a CI job left behind: recordings, and logs of JVMs that crashed, wherever they lie below the
 * paths given, in archives too.
 *
 *   paths --scan of chunk headers--> sources --> recordings {title, paths, member}
 *         --folder_list-----------> hs_err files --> crashes
 *
 * The chunks of a repository (the folder that a killed JVM leaves) are one recording.
 */
#ifndef CMD_REPORT_FIND_H
#define CMD_REPORT_FIND_H

#include "analyzers/scan.h"

struct found_recording {
    char *title;         /* "build/rec.jfr", "ci.zip: rec.jfr": below the paths given, to show */
    ARRAY(char *) paths; /* to be read together, in order */
    char *member;        /* the source inside the one path that it is (see scan_options.only); NULL:
                            all of the paths */
    bool repository;     /* what a JVM left that did not end in order */
    uint64_t bytes, chunks;
    int64_t start_ns, end_ns; /* since the epoch; 0: not known */
};

struct found_crash { /* of a JVM's error log; texts are one line each, "" where it does not say */
    char *path;
    char *title;  /* the path below what was given */
    char *signal; /* "SIGSEGV (0xb) at pc=..., pid=123, tid=124" */
    char *frame;  /* the problematic frame: "C  [libfoo.so+0x1234]  do_it+0x14" */
    char *thread; /* "JavaThread "main" [_thread_in_native, ...]" */
    char *vm;     /* "OpenJDK 64-Bit Server VM (17.0.15+6, mixed mode, ...)" */
    char *time;   /* as the log says it */
};

struct found {
    ARRAY(struct found_recording) recordings; /* by title */
    ARRAY(struct found_crash) crashes;        /* by title */
};

/* Looks below the paths. report is filled as by any scan: what could not be read is noted there. */
void report_find(const struct scan_options *scan, struct found *found, struct scan_report *report);
void found_free(struct found *found);

/* The facts of an error log from its first bytes. False: the text is none. */
bool crash_parse(const char *text, size_t len, struct found_crash *crash);

#endif
