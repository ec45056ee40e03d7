/* Writes a profile in the format of pprof (see parser/document/document.h), so that equal content
 * gives equal bytes, whatever order it came in: everything is sorted by what it says, and what
 * would be written alike is one.
 *
 *   sample    one for each stack and thread: samples, and what they are worth in ns or bytes
 *             no locations: samples without stack
 *   labels    thread, thread_group, thread_id (the system's), java_thread_id, and those of samples
 *             (analyzers/profile/labels.h) in their order
 *   function  name "a.B.c", system name "a.B#c(I)V": where the class ends and what the descriptor
 * is "a.B#" a class, "#c" a method without class, "package a", "module m" mapping   the frame type:
 * "[jit]", "[inlined]", ...; pprof keeps frames of different mappings apart, and shows the name as
 * that of the binary comments  "jfrtool:version=0.1.0", the origin, "jfrtool:samples=",
 * "jfrtool:without-stack=", "jfrtool:truncated=", "jfrtool:clusters=" ...
 */
#pragma once

#include "analyzers/samples/origin.h"
#include "analyzers/profile/profile.h"

enum pprof_threads {                     /* which threads are told apart */
                     PPROF_THREADS_EACH, /* but of virtual ones only their names */
                     PPROF_THREADS_BY_NAME,
                     PPROF_THREADS_NONE,
};

/* Takes the bytes that are in out, and clears it: a message of a million samples is 60 MB. */
typedef void pprof_drain(void *context, struct text *out);

/* Appends the message, not compressed. The profile keeps PROFILE_SAMPLES, times are not looked at;
 * origin is sorted. What is in out is given to drain from time to time, not at the end; drain NULL:
 * all of it stays. */
void pprof_write(const struct profile *profile, const struct origin *origin,
                 enum pprof_threads threads, struct text *out, pprof_drain *drain, void *context);

/* What other formats say in the same words. All comments, one after the other: */
typedef void pprof_comment(void *context, const char *comment, size_t len);
/* Calls take for each; the text is only there during the call. */
void pprof_each_comment(const struct profile *profile, const struct origin *origin,
                        pprof_comment *take, void *context);
/* Appends the system name of a frame's function. */
void pprof_add_system_name(const struct profile *profile, uint32_t frame, struct text *out);
/* The file name of the mapping that stands for a frame type: "[jit]". */
const char *pprof_type_file(enum frame_type type);

/* The frame type of a mapping's file name, FRAME_ANY if it is none of ours. */
enum frame_type pprof_frame_type(const char *file, size_t len);
