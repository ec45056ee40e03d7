/* Which JVM it was that died: error logs and recordings of a process, joined.
 *
 *   report_find --> found --died_choose--> {recording, log, traces, pid}
 *
 * A recording knows its process by jdk.JVMInformation or, if that was not written yet, by the name
 * of its repository; a log by its head. Both say when the JVM began, too. A heap dump has the
 * process in its name; what says nothing of it is of the only JVM that is there.
 */
#pragma once

#include "cmd/ci/verdict.h"
#include "cmd/read/reading.h"

/* pid: of the JVM that is asked for; 0: the only one, or the last that ended as it should not.
 * EXIT_OK, or the code to end with: it is not there, or nothing says which of several is the last,
 * which has been said. how: as what recordings are read. */
int died_choose(const struct reading *how, const struct found *found, uint64_t pid,
                struct died *out);
/* Where no recording is: looks whether the paths of how have something else that a JVM left that
 * died, and then says which command reads that. */
void died_lead(const struct reading *how);
/* Is the error log of this JVM? By process and, where both say it, by when the JVM began: in
 * containers each has the same number. */
bool died_is_of(const struct found_crash *log, struct verdict_jvm jvm);
/* What else is there of the JVM that died is: by process and time; if it is the only one, also what
 * does not say of which it is. */
void died_take_traces(const struct leftovers *others, struct died *died, bool only);
/* The process that the name of a repository says; MISSING: it is none, or does not. */
int64_t died_pid_of_repository(const struct found_recording *recording);
/* A reading of the recording alone, to be freed, and what walk_start has to know of it. */
struct reading died_reading(const struct reading *how, const struct found_recording *recording);
struct scan_options died_scan(struct reading *reading, const struct found_recording *recording);
