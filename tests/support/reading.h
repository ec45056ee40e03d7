/* Reads a recording that lies in memory the way the program would: as a file, through the scan, to
 * samples and to a summary. */
#pragma once

#include "analyzers/samples/samples.h"
#include "analyzers/facts/summary.h"
#include "tests/support/memory_file.h"
#include "tests/support/recording.h"

struct reading {
    struct samples *samples;
    struct scan_report report;
    struct summary *summary;
    struct scan_report summary_report;
};

/* What is asked for, by a user and by a command. */
struct asked {
    struct selection selection; /* not open */
    struct needs needs;
};

static inline struct text_list text_list_of(const char *const *items, size_t len) {
    return (struct text_list){.items = (const char **)(uintptr_t)items, .len = len};
}

/* What tests ask for unless they ask for something else: rows and stacks, nothing filtered. */
extern const struct asked all_samples;

/* options NULL: all_samples. One thread. Ends the program if it takes more memory than allowed. */
struct reading reading_of_bytes(const void *bytes, size_t len, const struct asked *options);
struct reading reading_of(const struct recording *r, const struct asked *options);
/* The samples alone, of several files; jobs as in scan_options. summary stays NULL. */
struct reading reading_of_paths(const char *const *paths, size_t count, const struct asked *options,
                                unsigned jobs, bool keep_duplicates);
void reading_release(struct reading *reading);

/* The first note whose text has these words in it, or NULL. */
const struct scan_note *report_note(const struct scan_report *report, const char *words);
/* Of the frames shown under that name ("A.leaf", "A.leaf:12"): samples; 0 if there are none. */
uint64_t reading_self(const struct reading *reading, const char *name);
uint64_t reading_total(const struct reading *reading, const char *name);
/* Events of the type in the summary. */
uint64_t reading_events(const struct reading *reading, const char *type);

/* All that reports can see of a profile, in one text, sorted: equal texts, equal profiles. */
void profile_write(const struct profile *profile, struct text *out);
