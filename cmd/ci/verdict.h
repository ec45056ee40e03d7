/* The verdict on a JVM: what became of it, by its error log and the end of its recording.
 *
 *   walk_join(&run, &tables_reader, &verdict_wishes);
 *   verdict_jvm(tables) --> process and start, by which its log is found (died_is_of)
 *   verdict_make(tables, &died, &why) --> "killed"
 */
#pragma once

#include "analyzers/tables/table.h"
#include "cmd/ci/report_find.h"

#define VERDICT_CRASHED "crashed"
#define VERDICT_MEMORY "out of memory"
#define VERDICT_KILLED "killed"
#define VERDICT_ENDED "ended"
#define VERDICT_UNKNOWN "unknown"

struct verdict_jvm {
    int64_t pid;      /* or missing */
    int64_t start_ns; /* of the JVM, since the epoch; 0: not known */
};

struct died { /* borrowed of what was found; or NULL */
    const struct found_recording *recording;
    const struct found_crash *log;
    const struct found_trace *dump, *console, *empty;
    int64_t pid;      /* or missing */
    int64_t start_ns; /* of the JVM; 0: not known */
};

extern const struct wishes verdict_wishes;

/* Of the JVM that recorded last. tables: NULL, or of these wishes. */
struct verdict_jvm verdict_jvm(const struct tables *tables);
/* One of the words above; why, a sentence, is appended. Something of the JVM is there. */
const char *verdict_make(const struct tables *tables, const struct died *died, struct text *why);
/* Did it end otherwise than it should? */
bool verdict_is_bad(const char *verdict);
