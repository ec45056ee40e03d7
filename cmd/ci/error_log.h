/* What an error log of the JVM (hs_err_pid*.log) says, of JDK 7 to 25:
 *
 *   # A fatal error has been detected by the Java Runtime Environment:
 *   #
 *   #  SIGSEGV (0xb) at pc=0x00007f..., pid=8091, tid=8092
 *   ...
 *   # Java VM: OpenJDK 64-Bit Server VM (17.0.15+6, mixed mode, ...)
 *   # Problematic frame:
 *   # C  [libc.so.6+0x10a3f5]
 *   ...
 *   Time: Fri Nov 20 22:25:46 2026 UTC elapsed time: ...                     since JDK 9
 *   Current thread (0x...):  JavaThread "main" [_thread_in_native, id=8092, ...]
 *   Native frames: (J=compiled Java code, ...)
 *   C  [libc.so.6+0x10a3f5]
 *   C  [libcodec.so+0x4567]  Java_a_b_Codec_inflate+0x17
 *
 *   Java frames: (J=compiled Java code, ...)
 *   j  a.b.Codec.inflate([BI)I+0
 *   ...
 *   time: Fri Nov 20 22:25:46 2026                                           JDK 7 and 8, the last
 *   timezone: UTC                                                            lines
 *   elapsed time: 7 seconds (0d 0h 0m 7s)
 */
#pragma once

#include "base/array.h"
#include "base/missing.h"
#include "base/text.h"

struct crash_frames {    /* the leaf first */
    ARRAY(char *) lines; /* "C  [libc.so.6+0x10a3f5]", the first 512; owned */
    size_t total;        /* how many the log has */
    bool more;           /* it says that there were more */
};

struct found_crash { /* of a JVM's error log; texts are one line each, "" where it does not say */
    char *path;
    char *title;  /* the path below what was given */
    char *signal; /* "SIGSEGV (0xb) at pc=..., pid=123, tid=124", "Internal Error (debug.cpp:362),
                     pid=994, tid=995; fatal error: ...", "There is insufficient memory ..." */
    char *frame;  /* the problematic frame: "C  [libfoo.so+0x1234]  do_it+0x14" */
    char *thread; /* "JavaThread "main" [_thread_in_native, ...]" */
    char *name;   /* of that thread, if it is a Java thread: "main" */
    char *vm;     /* "OpenJDK 64-Bit Server VM (17.0.15+6, mixed mode, ...)" */
    char *time;   /* as logs since JDK 9 say it: "Fri Nov 20 22:25:46 2026 UTC elapsed time: ..." */
    struct crash_frames native, java;
    int64_t pid; /* MISSING: the log does not say */
    bool memory; /* it was memory that it died of, native or the heap's */
    /* When it died and when the JVM began, by time and elapsed time; 0: it does not say. By a clock
     * whose zone may have a name that says nothing: as of UTC then, and not utc. */
    int64_t end_ns, start_ns;
    bool utc;
};

#define CRASH_FATAL "# A fatal error has been detected by the Java Runtime Environment"
#define CRASH_MEMORY "# There is insufficient memory for the Java Runtime Environment"

/* Of a log's text, or its head and its end. False: the text is none. */
bool crash_parse(const char *text, size_t len, struct found_crash *crash);
void crash_free(struct found_crash *crash);

/* Appends "a.b.Codec.inflate" of "j  a.b.Codec.inflate([BI)I+0", and "codec_inflate+0x24" of
 * "C  [libcodec.so+0x1234]  codec_inflate+0x24"; whatever else it is as it is. */
void crash_add_frame_name(const char *line, struct text *out);
